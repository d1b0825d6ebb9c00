//! Puzzles of Gomoku: victory by continuous fours.

use phidelta_connect::forcing::Partners;
use phidelta_connect::shape::{Parameters, Shape};
use phidelta_connect::vcdt::{Found, Limits, Vcdt};
use phidelta_rules::{Area, Player};

use super::parameters;

/// A diagram of rows from the top, on an otherwise empty board of 15 by 15; the first row is row 12.
fn position(diagram: &[&str]) -> [Area; 2] {
    let mut stones = [Area::EMPTY; 2];
    for (row, line) in diagram.iter().enumerate() {
        for (column, symbol) in line.split_whitespace().enumerate() {
            let square = (11 - row) * 15 + column + 3;
            match symbol {
                "x" => stones[0].insert(square),
                "o" => stones[1].insert(square),
                _ => {}
            }
        }
    }
    stones
}

fn solve(diagram: &[&str], exact: bool) -> Found {
    let shape = Shape::new(Parameters { exact, ..parameters(15, 15, 5, 1) });
    let limits = Limits { depth: 20, nodes: 1_000_000 };
    Vcdt::new(&shape, Partners::Useful).search(position(diagram), Player::Max, 1, limits)
}

/// Three stones that cannot be stopped from becoming an open four.
#[test]
fn an_open_three() {
    let open = [". . . . . .", ". . x x x .", ". . . . . ."];
    assert_eq!(solve(&open, false), Found::Win(2));
    let shut = [". . . . . .", ". o x x x .", ". . . . . ."];
    assert_eq!(solve(&shut, false), Found::Nothing);
}

/// Two shut threes that cross: a four in each direction at once.
#[test]
fn a_double_four() {
    let cross =
        ["o . . . . .", ". x . . . .", ". . x . . .", ". . . x . .", "o x x x . .", ". . . . . ."];
    assert_eq!(solve(&cross, false), Found::Win(2));
}

/// Each four adds a stone to another line: the row, the column, and the row that wins.
#[test]
fn a_chain_of_fours() {
    let chain = [
        ". . . . . . . . . .",
        ". o x x x . . . . .",
        ". . . . . . x x . .",
        ". . . . . x . . . .",
        ". . . . . x . . . .",
        ". . . . . o . . . .",
    ];
    assert_eq!(solve(&chain, false), Found::Win(4));
    // A stone at the end of the last row.
    let shut = chain.map(|row| row.replace("x x . .", "x x o ."));
    assert_eq!(solve(&shut.each_ref().map(String::as_str), false), Found::Nothing);
}

/// A stone at the wrong end: with rows of exactly five, the four makes six.
#[test]
fn overlines_do_not_win_where_rows_are_exact() {
    let line = ["o . . . . . . .", "o x x . x x x .", "o . . . . . . ."];
    assert_eq!(solve(&line, false), Found::Win(1));
    assert_ne!(solve(&line, true), Found::Win(1));
}

//! Ladders: shapes that players know, and all plays that keep to the rules of ladders.

use super::plain::Plain;
use super::{Colour, Point, drawn, empty, rng};
use phidelta_go::ladder::{Ladder, can_capture, can_escape};
use phidelta_go::{Board, read_point};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

const PLENTY: u32 = 100_000;

/// Who captures Q, and who saves it: the letters of the moves.
fn assert_ladder(rows: &[&str], capture: Option<char>, escape: Option<char>) {
    let (position, find) = drawn(rows);
    let mut board = Board::new(&position);
    let prey = find('Q');
    assert_eq!(can_capture(&mut board, prey, PLENTY), capture.map(&find), "{rows:?}");
    assert_eq!(can_escape(&mut board, prey, PLENTY), escape.map(&find), "{rows:?}");
    assert_eq!(board.depth(), 0);
    assert_eq!(board.position(Colour::Black), position);
}

#[test]
fn a_ladder_runs_to_the_edge() {
    let rows = [
        ". . . . . . . . .",
        ". . X . . . . . .",
        ". X Q a . . . . .",
        ". X b . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];
    assert_ladder(&rows, Some('a'), Some('b'));
    let (position, find) = drawn(&rows);
    // The chain runs down the diagonal: stones of its colour there break the ladder, others do not.
    for (name, breaks) in [("E4", true), ("F4", true), ("G2", true), ("H7", false), ("C3", false)] {
        let mut broken = position.clone();
        broken.stones[1].insert(read_point(name, 9).unwrap().into());
        let move_found = can_capture(&mut Board::new(&broken), find('Q'), PLENTY);
        assert_eq!(move_found, (!breaks).then_some(find('a')), "{name}");
    }
    assert_eq!(can_capture(&mut Board::new(&position), find('Q'), 10), None, "too few plays");
}

#[test]
fn shapes_that_players_know() {
    let edge = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . X X . . .",
        ". X O Q a . .",
        ". . X b . . .",
    ];
    assert_ladder(&edge, Some('a'), Some('a'));
    let snapback = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . X X . . .",
        ". X O b X O .",
        ". X Q a O O .",
    ];
    assert_ladder(&snapback, Some('a'), Some('a'));
    let connect_and_die = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". X X X X X .",
        "a O Q b O c .",
    ];
    assert_ladder(&connect_and_die, Some('a'), None);
    let capturing_the_cutters = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". X X O . . .",
        "X d Q X c . .",
        ". X X O . . .",
        ". . . . . . .",
    ];
    assert_ladder(&capturing_the_cutters, Some('d'), Some('c'));
    let ko = [". . . . .", ". . . . .", ". . . . .", ". X O . .", "X Q a O ."];
    assert_ladder(&ko, None, Some('a'));
}

#[test]
fn a_net_is_no_ladder() {
    let (position, find) = drawn(&[
        ". . . . . . .",
        ". . . . . . .",
        ". . . X X . .",
        ". . X Q a . .",
        ". . X b c . .",
        ". . . . . O .",
        ". . . . . . .",
    ]);
    let (mut board, prey) = (Board::new(&position), find('Q'));
    assert_eq!(can_capture(&mut board, prey, PLENTY), None);
    board.play(find('c'), Colour::Black);
    for point in board.points().iter().map(|point| point as Point) {
        if board.is_legal(point, Colour::White) {
            board.play(point, Colour::White);
            assert!(can_capture(&mut board, prey, PLENTY).is_some(), "{point}");
            board.undo();
        }
    }
}

/// What each legal play of a ladder leads to: on a liberty, or by the defender to capture next to the prey.
fn plays(plain: &Plain, prey: Point, defender: Colour, mover: Colour) -> Vec<Plain> {
    let liberties = plain.liberties(prey);
    let border = plain.border(&plain.chain(prey));
    let captures =
        |after: &Plain| border.iter().any(|&point| !plain.is_empty(point) && after.is_empty(point));
    let results = plain.points().filter_map(|point| {
        let after = plain.played(point, mover, true)?;
        let counts = liberties.contains(&point) || mover == defender && captures(&after);
        counts.then_some(after)
    });
    results.collect()
}

/// Whether the attacker, to move, captures in a ladder, looking at all plays and the defender's passes.
/// `None` is too deep to tell.
fn attack(plain: &Plain, prey: Point, defender: Colour, depth: u32) -> Option<bool> {
    if plain.liberties(prey).len() > 2 {
        return Some(false);
    }
    let results = plays(plain, prey, defender, !defender).into_iter().map(|after| {
        match after.is_empty(prey) {
            true => Some(after.ko().is_none()),
            false if depth == 0 || after.liberties(prey).len() > 1 => None,
            false => {
                let rests = attack(&after.passed(), prey, defender, depth - 1)?;
                Some(rests && !defend(&after, prey, defender, depth - 1)?)
            }
        }
    });
    any(results)
}

/// Whether the defender, to move, escapes.
fn defend(plain: &Plain, prey: Point, defender: Colour, depth: u32) -> Option<bool> {
    let results = plays(plain, prey, defender, defender).into_iter();
    any(results.map(|after| attack(&after, prey, defender, depth).map(|captured| !captured)))
}

fn any(results: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let results: Vec<_> = results.collect();
    match results.contains(&Some(true)) {
        true => Some(true),
        false if results.contains(&None) => None,
        false => Some(false),
    }
}

pub fn random_board(side: usize, rng: &mut SmallRng) -> (Board, Plain) {
    let mut board = Board::new(&empty(side));
    let mut plain = Plain::new(&empty(side));
    let mut colour = Colour::Black;
    for _ in 0..rng.random_range(side..side * side) {
        let legal: Vec<Point> = plain.points().filter(|&p| board.is_legal(p, colour)).collect();
        if let Some(&point) = legal.choose(rng) {
            board.play(point, colour);
            plain = plain.played(point, colour, true).unwrap();
        }
        colour = !colour;
    }
    (board, plain)
}

#[test]
fn ladders_are_what_all_plays_that_keep_to_them_give() {
    let mut rng = rng(5);
    let mut counts = [[0; 2]; 2];
    for _ in 0..400 {
        let (mut board, plain) = random_board(rng.random_range(3..=7), &mut rng);
        for prey in plain.points().filter(|&point| !plain.is_empty(point)) {
            let defender = board.colour_at(prey).unwrap();
            if plain.liberties(prey).len() > 2 {
                assert_eq!(can_capture(&mut board, prey, PLENTY), None);
                assert_eq!(can_escape(&mut board, prey, PLENTY), None);
                continue;
            }
            let captured = can_capture(&mut board, prey, PLENTY);
            let escaped = can_escape(&mut board, prey, PLENTY);
            assert!(captured.is_none_or(|point| board.is_legal(point, !defender)));
            assert!(escaped.is_none_or(|point| board.is_legal(point, defender)));
            let expected = [attack(&plain, prey, defender, 9), defend(&plain, prey, defender, 9)];
            for (side, (found, expected)) in
                [captured, escaped].into_iter().zip(expected).enumerate()
            {
                if let Some(expected) = expected {
                    assert_eq!(found.is_some(), expected, "{prey} {side} {plain:?}");
                    counts[side][usize::from(expected)] += 1;
                }
            }
        }
    }
    assert!(counts.iter().flatten().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn readings_hold_while_nothing_changes_where_they_rest() {
    let mut rng = rng(6);
    let mut held = 0;
    for round in 0..3000 {
        let (mut board, plain) = random_board(rng.random_range(5..=9), &mut rng);
        let stones: Vec<Point> = plain.points().filter(|&point| !plain.is_empty(point)).collect();
        let Some(&prey) = stones.choose(&mut rng) else {
            continue;
        };
        let nodes = [3, 10, PLENTY][round % 3];
        let read = |board: &mut Board| {
            let mut ladder = Ladder::new(board, prey, nodes).unwrap();
            ((ladder.capture(), ladder.escape()), *ladder.reliance())
        };
        let (answer, reliance) = read(&mut board);
        let mut colour = Colour::Black;
        for _ in 0..6 {
            let before = Colour::BOTH.map(|c| *board.stones_of(c));
            let legal: Vec<Point> = plain.points().filter(|&p| board.is_legal(p, colour)).collect();
            let Some(&point) = legal.choose(&mut rng) else {
                break;
            };
            board.play(point, colour);
            let after = Colour::BOTH.map(|c| *board.stones_of(c));
            let touched = (0..2).any(|c| {
                let changed = (before[c] - after[c]) | (after[c] - before[c]);
                changed.meets(reliance.points())
            });
            if touched {
                board.undo();
            } else {
                assert_eq!(read(&mut board).0, answer);
                held += 1;
            }
            colour = !colour;
        }
    }
    assert!(held > 1000, "{held}");
}

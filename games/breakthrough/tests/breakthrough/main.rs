//! Breakthrough: the common laws, move counts, endings, symmetries, known values.

use phidelta_breakthrough::Breakthrough;
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Status};
use phidelta_testing::{laws, play, values};
use proptest::prelude::*;

fn game(parameters: &str) -> Breakthrough {
    Breakthrough::with_parameters(parameters).unwrap()
}

#[test]
fn laws() {
    for parameters in ["", "2x4", "3x6", "5x5x1", "3x3", "2x2", "26x2", "2x26", "4x8x4", "16x4"] {
        laws::check_laws(&game(parameters), 30);
        laws::check_nonsense(&game(parameters));
    }
    assert_eq!(game("5x5x2").parameters(), "5x5");
    assert_eq!(game("3x3x1").parameters(), "3x3");
}

fn counts(parameters: &str, depth: usize) -> Vec<u64> {
    let game = game(parameters);
    (1..=depth).map(|depth| play::perft(&game, &game.initial(), depth)).collect()
}

/// OpenSpiel's breakthrough counts the same, its Black being White here; with fewer than 6 rows it
/// has one row of pawns.
#[test]
fn move_counts() {
    assert_eq!(counts("8x8", 4), [22, 484, 11132, 256036]);
    assert_eq!(counts("3x6", 6), [7, 49, 375, 2763, 22102, 170740]);
    assert_eq!(counts("2x6", 8), [4, 16, 72, 308, 1376, 5676, 24204, 98992]);
    assert_eq!(counts("5x7", 4), [13, 169, 2366, 33029]);
    assert_eq!(counts("4x5x1", 6), [10, 100, 840, 6988, 57278, 455070]);
}

/// Boards that OpenSpiel does not have: counted by a program that keeps sets of squares.
#[test]
fn move_counts_of_other_boards() {
    assert_eq!(counts("3x5", 6), [7, 42, 276, 1776, 11860, 75966]);
    assert_eq!(counts("4x4", 5), [6, 42, 334, 2216, 16118]);
    assert_eq!(counts("3x3", 6), [7, 42, 174, 466, 930, 972]);
    assert_eq!(counts("4x8x3", 4), [10, 100, 1074, 11232]);
}

#[test]
fn the_far_row_and_the_last_capture_win() {
    let game = game("3x4");
    let status = |text: &str| game.status(&game.read(text).unwrap());
    assert_eq!(status("2b/w2/3/3 w moves a3-b4"), Status::Over(Outcome::MaxWins));
    assert_eq!(status("3/w2/2b/3 b moves c2-b1"), Status::Over(Outcome::MinWins));
    assert_eq!(status("3/1b1/w2/3 w moves a2xb3"), Status::Over(Outcome::MaxWins));
    assert_eq!(
        game.read("3/b2/w2/3 w moves a2-a3").unwrap_err().to_string(),
        "move 1, `a2-a3`, is not legal there: legal are a2-b3"
    );
}

#[test]
fn impossible_positions_are_refused() {
    let game = game("3x4");
    let fault = |text: &str| game.read(text).unwrap_err().to_string();
    assert_eq!(fault("bbb/bbb/b2/www w"), "black has 7 pawns, but starts with 6");
    assert_eq!(fault("w2/b2/3/3 w"), "white has won already and cannot be the side to move");
    assert_eq!(fault("3/w2/3/3 w"), "white has won already and cannot be the side to move");
    assert_eq!(fault("3/3/3/3 w"), "white has won already and cannot be the side to move");
    assert_eq!(fault("ww1/b2/3/3 b"), "white has more than one pawn on the far row; the first won");
}

#[test]
fn parameters_are_checked() {
    for text in ["8", "x", "1x8", "8x1", "9x8", "8x8x5", "8x8x0", "8x8x", "8x8x1x1", "axb", "27x2"]
    {
        let error = Breakthrough::with_parameters(text).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

/// The moves with some characters of their squares changed, in the order of the alphabet.
fn mapped(moves: &[String], map: impl Fn(char) -> char) -> Vec<String> {
    let mut moves: Vec<String> = moves.iter().map(|mv| mv.chars().map(&map).collect()).collect();
    moves.sort();
    moves
}

proptest! {
    #[test]
    fn mirrored_positions_have_mirrored_moves(picks in prop::collection::vec(0..1000usize, 0..60)) {
        let game = game("5x6");
        let state = play::walk(&game, &picks);
        let text = game.write_position(&state);
        let (board, side) = text.split_once(' ').unwrap();
        let mut grid = play::grid(board);
        grid.iter_mut().for_each(|row| row.reverse());
        let mirrored = game.read(&format!("{} {side}", play::write_grid(&grid))).unwrap();
        let (status, moves) = play::outlook(&game, &state);
        let (mirrored_status, mirrored_moves) = play::outlook(&game, &mirrored);
        let back = mapped(&mirrored_moves, |symbol| match symbol {
            'a'..='e' => (b'a' + b'e' - symbol as u8) as char,
            _ => symbol,
        });
        prop_assert_eq!(mirrored_status, status);
        prop_assert_eq!(back, moves);
    }

    #[test]
    fn from_the_other_side_black_is_white(picks in prop::collection::vec(0..1000usize, 0..60)) {
        let game = game("5x6");
        let exchanged = |symbol: char| match symbol {
            'w' => 'b',
            'b' => 'w',
            _ => symbol,
        };
        let state = play::walk(&game, &picks);
        let text = game.write_position(&state);
        let (board, side) = text.split_once(' ').unwrap();
        let mut grid = play::grid(board);
        grid.reverse();
        grid.iter_mut().flatten().for_each(|symbol| *symbol = exchanged(*symbol));
        let side = exchanged(side.chars().next().unwrap());
        let other = game.read(&format!("{} {side}", play::write_grid(&grid))).unwrap();
        let (status, moves) = play::outlook(&game, &state);
        let (other_status, other_moves) = play::outlook(&game, &other);
        let back = mapped(&other_moves, |symbol| match symbol {
            '1'..='6' => (b'1' + b'6' - symbol as u8) as char,
            _ => symbol,
        });
        prop_assert_eq!(other_status, play::swapped(status));
        prop_assert_eq!(back, moves);
    }
}

#[test]
fn small_values() {
    for (parameters, value) in [
        ("2x4", Outcome::MinWins),
        ("3x4", Outcome::MinWins),
        ("4x4", Outcome::MinWins),
        ("2x5", Outcome::MinWins),
        ("3x5", Outcome::MinWins),
        ("2x6", Outcome::MaxWins),
        ("2x7", Outcome::MinWins),
    ] {
        let game = game(parameters);
        assert_eq!(values::solve(&game, &game.initial()), value, "{parameters}");
    }
}

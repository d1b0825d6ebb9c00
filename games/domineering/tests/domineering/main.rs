//! Domineering: the common laws, move counts, symmetry, known values.

use phidelta_domineering::Domineering;
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Player, Status};
use phidelta_testing::{laws, play, values};
use proptest::prelude::*;

fn game(parameters: &str) -> Domineering {
    Domineering::with_parameters(parameters).unwrap()
}

/// The empty board with Horizontal to move.
fn horizontal_first(game: &Domineering) -> <Domineering as Game>::State {
    let text = game.write_position(&game.initial());
    game.read(&text.replace(" v", " h")).unwrap()
}

#[test]
fn laws() {
    for parameters in ["", "4x5", "5x4", "1x1", "1x26", "26x1", "26x2", "2x26", "3x3"] {
        laws::check_laws(&game(parameters), 30);
        laws::check_nonsense(&game(parameters));
    }
}

/// Counted by a program that keeps sets of squares.
#[test]
fn move_counts() {
    let counts = |parameters, depth| -> Vec<u64> {
        let game = game(parameters);
        (1..=depth).map(|depth| play::perft(&game, &game.initial(), depth)).collect()
    };
    assert_eq!(counts("8x8", 3), [56, 2940, 146580]);
    assert_eq!(counts("4x5", 6), [15, 192, 1904, 15288, 88920, 381312]);
    assert_eq!(counts("3x3", 5), [6, 20, 40, 8, 0]);
    assert_eq!(counts("2x7", 6), [7, 60, 240, 960, 1680, 1728]);
}

#[test]
fn rows_come_first() {
    let game = game("2x3");
    assert_eq!(game.write_position(&game.initial()), "3/3 v");
    assert_eq!(play::outlook(&game, &game.initial()).1, ["a1-a2", "b1-b2", "c1-c2"]);
    let flat = horizontal_first(&game);
    assert_eq!(play::outlook(&game, &flat).1, ["a1-b1", "a2-b2", "b1-c1", "b2-c2"]);
    assert_eq!(
        Domineering::with_parameters("27x1").unwrap_err().to_string(),
        "the number of rows is 27, but must be 1 to 26"
    );
    assert_eq!(
        Domineering::with_parameters("7").unwrap_err().to_string(),
        "`7` is not of the form ROWSxCOLUMNS, as in 5x4"
    );
    for text in ["7", "x", "0x3", "9x8", "1x27", "axb", "7x6x4"] {
        assert!(Domineering::with_parameters(text).is_err(), "{text}");
    }
}

#[test]
fn useless_squares_do_not_tell_positions_apart() {
    let game = game("3x3");
    let with = game.read("1##/#2/1## h").unwrap();
    assert_eq!(with, game.read("###/#2/### h").unwrap());
    assert_eq!(game.write_position(&with), "###/#2/### h");
    assert_eq!(game.status(&with), Status::Turn(Player::Min));
    let stuck = game.read("###/#2/### v").unwrap();
    assert_eq!(play::outlook(&game, &stuck), (Status::Over(Outcome::MinWins), vec![]));
}

proptest! {
    /// Seen from the side, Vertical plays Horizontal's game.
    #[test]
    fn transposing_swaps_the_players(picks in prop::collection::vec(0..1000usize, 0..20)) {
        let (tall, wide) = (game("6x5"), game("5x6"));
        let state = play::walk(&tall, &picks);
        let text = tall.write_position(&state);
        let (board, side) = text.split_once(' ').unwrap();
        let grid = play::grid(board);
        // Mirrored at the diagonal through a1: the board's last row becomes its first column.
        let transposed: Vec<Vec<char>> = (0..5)
            .rev()
            .map(|column| (0..6).map(|row| grid[5 - row][column]).collect())
            .collect();
        let side = if side == "v" { 'h' } else { 'v' };
        let transposed = wide.read(&format!("{} {side}", play::write_grid(&transposed))).unwrap();
        let (status, moves) = play::outlook(&tall, &state);
        let (transposed_status, transposed_moves) = play::outlook(&wide, &transposed);
        let mut back: Vec<String> = transposed_moves
            .iter()
            .map(|mv| {
                mv.split('-')
                    .map(|square| {
                        let [column, row] = square.as_bytes() else { panic!("{square}") };
                        format!("{}{}", (row - b'1' + b'a') as char, (column - b'a' + b'1') as char)
                    })
                    .collect::<Vec<_>>()
                    .join("-")
            })
            .collect();
        back.sort();
        prop_assert_eq!(transposed_status, play::swapped(status));
        prop_assert_eq!(back, moves);
    }
}

/// Who wins if Vertical starts, and if Horizontal does (Breuker, Uiterwijk & van den Herik 2000).
#[test]
fn small_values() {
    let first = [Player::Max, Player::Min];
    let second = [Player::Min, Player::Max];
    let [vertical, horizontal] = [[Player::Max; 2], [Player::Min; 2]];
    for (parameters, winners) in [
        ("2x2", first),
        ("2x3", first),
        ("3x3", first),
        ("4x4", first),
        ("4x6", first),
        ("5x5", second),
        ("2x4", horizontal),
        ("3x4", horizontal),
        ("3x5", horizontal),
        ("2x5", vertical),
        ("4x5", vertical),
    ] {
        let game = game(parameters);
        let found = [game.initial(), horizontal_first(&game)].map(|s| values::solve(&game, &s));
        assert_eq!(found, winners.map(Outcome::win), "{parameters}");
    }
}

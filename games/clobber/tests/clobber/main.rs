//! Clobber: the common laws, move counts, symmetries, known values.

use phidelta_clobber::Clobber;
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Status};
use phidelta_testing::{laws, play, values};
use proptest::prelude::*;

fn game(parameters: &str) -> Clobber {
    Clobber::with_parameters(parameters).unwrap()
}

#[test]
fn laws() {
    for parameters in ["", "3x4", "8x8", "1x1", "1x26", "26x1", "26x2", "2x26"] {
        laws::check_laws(&game(parameters), 30);
        laws::check_nonsense(&game(parameters));
    }
}

/// OpenSpiel's clobber counts the same.
#[test]
fn move_counts() {
    let counts = |parameters, depth| -> Vec<u64> {
        let game = game(parameters);
        (1..=depth).map(|depth| play::perft(&game, &game.initial(), depth)).collect()
    };
    assert_eq!(counts("5x6", 3), [49, 2116, 80063]);
    assert_eq!(counts("6x5", 4), [49, 2116, 80063, 2630382]);
    assert_eq!(counts("4x3", 7), [17, 204, 1671, 8974, 34450, 99140, 180230]);
    assert_eq!(counts("3x3", 7), [12, 88, 376, 936, 1840, 872, 592]);
}

#[test]
fn stones_without_a_future_are_not_shown() {
    let game = game("4x3");
    assert_eq!(game.write_position(&game.initial()), "xoxo/oxox/xoxo x");
    let state = game.read("xx2/3o/ox1o x").unwrap();
    assert_eq!(game.write_position(&state), "4/4/ox2 x");
    assert_eq!(play::outlook(&game, &state).1, ["b1-a1"]);
    let stuck = game.read("xo2/4/4 o moves b3-a3").unwrap();
    assert_eq!(play::outlook(&game, &stuck), (Status::Over(Outcome::MinWins), vec![]));
    assert_eq!(stuck, game.read("4/4/4 x").unwrap());
}

#[test]
fn parameters_are_checked() {
    for text in ["7", "x", "0x3", "9x8", "27x1", "1x27", "axb", "7x6x4"] {
        let error = Clobber::with_parameters(text).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

fn exchanged(symbol: char) -> char {
    match symbol {
        'x' => 'o',
        'o' => 'x',
        _ => symbol,
    }
}

proptest! {
    #[test]
    fn mirrored_and_exchanged_stones_have_the_same_game(
        picks in prop::collection::vec(0..1000usize, 0..20)
    ) {
        let game = game("5x4");
        let state = play::walk(&game, &picks);
        let text = game.write_position(&state);
        let (board, side) = text.split_once(' ').unwrap();
        let mut grid = play::grid(board);
        grid.iter_mut().for_each(|row| row.reverse());
        grid.iter_mut().flatten().for_each(|symbol| *symbol = exchanged(*symbol));
        let side = exchanged(side.chars().next().unwrap());
        let other = game.read(&format!("{} {side}", play::write_grid(&grid))).unwrap();
        let (status, moves) = play::outlook(&game, &state);
        let (other_status, other_moves) = play::outlook(&game, &other);
        let mirrored = |symbol: char| match symbol {
            'a'..='e' => (b'e' - (symbol as u8 - b'a')) as char,
            _ => symbol,
        };
        let mut back: Vec<String> =
            other_moves.iter().map(|mv| mv.chars().map(mirrored).collect()).collect();
        back.sort();
        prop_assert_eq!(other_status, play::swapped(status));
        prop_assert_eq!(back, moves);
    }
}

/// By plain search; 2x3, 2x5, 3x3 and 3x4 also by OpenSpiel.
#[test]
fn small_values() {
    for (parameters, value) in [
        ("2x2", Outcome::MaxWins),
        ("2x3", Outcome::MinWins),
        ("3x2", Outcome::MinWins),
        ("2x4", Outcome::MaxWins),
        ("2x5", Outcome::MaxWins),
        ("2x6", Outcome::MinWins),
        ("3x3", Outcome::MaxWins),
        ("3x4", Outcome::MinWins),
        ("4x3", Outcome::MinWins),
        ("3x5", Outcome::MaxWins),
        ("4x4", Outcome::MaxWins),
    ] {
        let game = game(parameters);
        assert_eq!(values::solve(&game, &game.initial()), value, "{parameters}");
    }
}

//! m,n,k games: the common laws, move counts, and who has won.

use phidelta_mnk::Mnk;
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Status};
use phidelta_testing::{laws, play};
use proptest::prelude::*;

#[test]
fn laws() {
    for parameters in ["", "4x4x3", "5x3x4", "8x8x5", "1x1x1", "2x2x3"] {
        let game = Mnk::with_parameters(parameters).unwrap();
        laws::check_laws(&game, 50);
        laws::check_nonsense(&game);
    }
}

/// OpenSpiel's tic_tac_toe counts the same; 255,168 finished games is folklore.
#[test]
fn move_counts() {
    let game = Mnk::with_parameters("3x3x3").unwrap();
    let counts: Vec<u64> =
        (1..=9).map(|depth| play::perft(&game, &game.initial(), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]);
}

#[test]
fn a_line_wins_for_its_owner() {
    let game = Mnk::with_parameters("").unwrap();
    let state = game.read("moves a1 a2 b1 b2 c1").unwrap();
    assert_eq!(game.status(&state), Status::Over(Outcome::MaxWins));
    assert_eq!(
        game.read("3/3/xxx x").unwrap_err().to_string(),
        "x has 3 in a row already and cannot be the side to move"
    );
    assert_eq!(
        game.read("moves a1 a1").unwrap_err().to_string(),
        "move 2, `a1`, is not legal there: legal are b1 c1 a2 b2 c2 a3 b3 c3"
    );
}

#[test]
fn parameters_are_checked() {
    for text in ["3", "3x3", "x", "0x3x3", "3x3x0", "9x9x5", "3x3x3x3", "27x2x2", "axbxc"] {
        let error = Mnk::with_parameters(text).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

/// What is left of a board when its stones change colour.
fn exchanged(symbol: char) -> char {
    match symbol {
        'x' => 'o',
        'o' => 'x',
        other => other,
    }
}

proptest! {
    /// Mirrored, and with exchanged colours, a position has the mirrored moves and the exchanged
    /// result.
    #[test]
    fn mirrored_and_exchanged_positions_are_the_same_game(
        picks in prop::collection::vec(0..1000usize, 0..20)
    ) {
        let game = Mnk::with_parameters("5x4x4").unwrap();
        let state = play::walk(&game, &picks);
        let text = game.write_position(&state);
        let (board, side) = text.split_once(' ').unwrap();
        let mut grid = play::grid(board);
        grid.iter_mut().for_each(|row| row.reverse());
        grid.iter_mut().flatten().for_each(|symbol| *symbol = exchanged(*symbol));
        let side: String = side.chars().map(exchanged).collect();
        let other = game.read(&format!("{} {side}", play::write_grid(&grid))).unwrap();
        let (status, moves) = play::outlook(&game, &state);
        let (other_status, other_moves) = play::outlook(&game, &other);
        let mirrored = |mv: &String| {
            let (column, row) = mv.split_at(1);
            format!("{}{row}", (b'e' - (column.as_bytes()[0] - b'a')) as char)
        };
        let mut back: Vec<String> = other_moves.iter().map(mirrored).collect();
        back.sort();
        prop_assert_eq!(other_status, play::swapped(status));
        prop_assert_eq!(back, moves);
    }
}

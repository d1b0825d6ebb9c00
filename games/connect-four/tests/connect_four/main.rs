//! Connect Four: the common laws, move counts, gravity, symmetry, known values.

use phidelta_connect_four::ConnectFour;
use phidelta_rules::{Catalogued, Game, Goal, Guide, Look, Notation, Outcome, Status};
use phidelta_testing::{laws, play, values};
use proptest::prelude::*;

const GOALS: [Goal<Outcome>; 4] = [
    Goal::AtLeast(Outcome::MaxWins),
    Goal::AtLeast(Outcome::Draw),
    Goal::AtMost(Outcome::Draw),
    Goal::AtMost(Outcome::MinWins),
];

fn game(parameters: &str) -> ConnectFour {
    ConnectFour::with_parameters(parameters).unwrap()
}

#[test]
fn laws() {
    for parameters in ["", "8x8", "4x4", "1x1", "1x26", "26x1", "26x2", "2x26", "5x12", "12x5"] {
        laws::check_laws(&game(parameters), 30);
        laws::check_nonsense(&game(parameters));
    }
}

/// OpenSpiel's connect_four counts the same.
#[test]
fn move_counts() {
    let counts = |parameters, depth| -> Vec<u64> {
        let game = game(parameters);
        (1..=depth).map(|depth| play::perft(&game, &game.initial(), depth)).collect()
    };
    assert_eq!(counts("7x6", 8), [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]);
    assert_eq!(counts("5x4", 8), [5, 25, 125, 625, 3120, 15500, 76300, 363308]);
    assert_eq!(counts("4x5", 9), [4, 16, 64, 256, 1024, 4092, 16296, 63420, 246264]);
}

/// Whether a player has four in a row, told square by square.
fn naive_four(grid: &[Vec<char>], symbol: char) -> bool {
    let at = |row: i32, column: i32| {
        usize::try_from(row)
            .ok()
            .and_then(|row| grid.get(row))
            .and_then(|squares| squares.get(usize::try_from(column).ok()?))
            == Some(&symbol)
    };
    (0..grid.len() as i32).any(|row| {
        (0..grid[0].len() as i32).any(|column| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(down, right)| (0..4).all(|n| at(row + n * down, column + n * right)))
        })
    })
}

/// The bitboards must not see rows that wrap around an edge, nor miss one at an edge.
#[test]
fn fours_are_those_seen_square_by_square() {
    for parameters in ["7x6", "8x8", "4x4", "9x3", "3x9", "9x7", "4x9", "9x4", "1x9", "9x1"] {
        let game = game(parameters);
        let mut random = play::Random(44);
        for _ in 0..100 {
            for state in play::random_game(&game, &mut random) {
                let text = game.write_position(&state);
                let grid = play::grid(text.split(' ').next().unwrap());
                let winner = ['x', 'o'].iter().position(|&symbol| naive_four(&grid, symbol));
                let expected = winner.map(|at| [Outcome::MaxWins, Outcome::MinWins][at]);
                let found = match game.status(&state) {
                    Status::Over(value) => Some(value),
                    Status::Turn(_) => None,
                };
                assert_eq!(found, expected, "{text}");
            }
        }
    }
}

proptest! {
    #[test]
    fn mirrored_positions_have_mirrored_moves(picks in prop::collection::vec(0..1000usize, 0..42)) {
        let game = game("");
        let state = play::walk(&game, &picks);
        let text = game.write_position(&state);
        let (board, side) = text.split_once(' ').unwrap();
        let mut grid = play::grid(board);
        grid.iter_mut().for_each(|row| row.reverse());
        let mirrored = game.read(&format!("{} {side}", play::write_grid(&grid))).unwrap();
        let (status, moves) = play::outlook(&game, &state);
        let (mirrored_status, mut mirrored_moves) = play::outlook(&game, &mirrored);
        mirrored_moves.iter_mut().for_each(|mv| *mv = (8 - mv.parse::<u32>().unwrap()).to_string());
        mirrored_moves.sort();
        prop_assert_eq!(status, mirrored_status);
        prop_assert_eq!(moves, mirrored_moves);
    }

    /// A claimed win must be one, and no immediate win may be missed.
    #[test]
    fn the_guide_sees_exactly_the_immediate_wins(
        size in prop::sample::select(vec!["7x6", "8x8", "4x4", "12x5", "3x9", "4x1", "2x26", "26x2", "4x16"]),
        picks in prop::collection::vec(0..1000usize, 0..64),
    ) {
        let game = game(size);
        let guide = game.guide().unwrap();
        let state = play::walk(&game, &picks);
        let mut moves = Vec::new();
        if let Status::Turn(turn) = phidelta_rules::resolve(&game, &state, &mut moves) {
            let wins = |&mv: &u8| {
                let mut next = state;
                game.play(&mut next, mv);
                game.status(&next) == Status::Over(Outcome::win(turn))
            };
            for goal in GOALS {
                match guide.look(&game, &state, turn, goal) {
                    Look::Wins(mv) => prop_assert!(moves.contains(&mv) && wins(&mv)),
                    Look::Effort { win, lose } => {
                        prop_assert!(!moves.iter().any(wins));
                        prop_assert!(win >= 1 && lose >= 1);
                    }
                }
            }
        }
    }
}

#[test]
fn both_notations_mean_the_same() {
    let game = game("");
    assert_eq!(game.read("44").unwrap(), game.read("7/7/7/7/3o3/3x3 x").unwrap());
    assert_eq!(game.read("44 moves 5").unwrap(), game.read("moves 4 4 5").unwrap());
    assert_eq!(game.draw(&game.read("445").unwrap()).lines().nth(5), Some(" . . . x x . ."));
    assert_eq!(game.draw(&game.initial()).lines().nth(6), Some(" 1 2 3 4 5 6 7"));
}

#[test]
fn faults_are_named() {
    let game = game("");
    let fault = |text: &str| game.read(text).unwrap_err().to_string();
    assert_eq!(
        fault("7/7/7/1x5/7/3o3 x"),
        "the stone in column 2, row 3 from below, has nothing under it; let it fall"
    );
    assert_eq!(
        fault("7/7/7/7/7/x2x3 x"),
        "there are 2 stones of x and 0 of o, but with x to move x must have as many as o"
    );
    assert_eq!(
        fault("7/7/7/7/ooo4/xxxx3 x"),
        "there are 4 stones of x and 3 of o, but with x to move x must have as many as o"
    );
    assert_eq!(
        fault("7/7/7/7/ooo4/xxxxo2 x"),
        "x has four in a row already and cannot be the side to move"
    );
    assert_eq!(
        fault("7/7/7/7/xx5/ooooxxx o"),
        "o has four in a row already and cannot be the side to move"
    );
    assert_eq!(
        fault("7/7/7/7/ooxo3/xxxxo2 o"),
        "no single last stone can have completed what x has in rows of four"
    );
    assert_eq!(fault("4444444"), "move 7, `4`, is not legal there: legal are 1 2 3 5 6 7");
    assert_eq!(fault("48"), "move 2, `8`, is not legal there: legal are 1 2 3 4 5 6 7");
    assert_eq!(fault("12121211"), "move 8, `1`, is not legal there: the game is over");
}

#[test]
fn parameters_are_checked() {
    for text in ["7", "x", "0x3", "9x8", "27x1", "1x27", "axb", "7x6x4"] {
        let error = ConnectFour::with_parameters(text).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn small_values() {
    for (parameters, value) in [
        ("3x3", Outcome::Draw),
        ("1x9", Outcome::Draw),
        ("4x1", Outcome::Draw),
        ("4x4", Outcome::Draw),
        ("5x4", Outcome::Draw),
    ] {
        let game = game(parameters);
        assert_eq!(values::solve(&game, &game.initial()), value, "{parameters}");
    }
}

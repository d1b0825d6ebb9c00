//! Atari Go: the common laws, move counts, captures, symmetries, and the values of small boards.

mod widening;

use phidelta_atari_go::{AtariGo, State};
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, Goal, Guide, Look, Notation, Outcome, Player, Status,
    Value, legal_moves, parse_square, resolve, square_name,
};
use phidelta_testing::play::{self, Random};
use phidelta_testing::{laws, values};
use proptest::prelude::*;

fn on(parameters: &str) -> AtariGo {
    AtariGo::with_parameters(parameters).unwrap()
}

#[test]
fn laws() {
    for parameters in ["", "8x8", "3x3", "1x1", "1x7", "5x1", "2x26", "26x2", "4x6"] {
        laws::check_laws(&on(parameters), 30);
        laws::check_nonsense(&on(parameters));
    }
}

/// Counted by a naive program that flood-fills after every move.
#[test]
fn move_counts() {
    let check = |parameters: &str, start: &str, expected: &[u64]| {
        let game = on(parameters);
        let state = game.read(start).unwrap();
        let counts: Vec<u64> =
            (1..=expected.len()).map(|depth| play::perft(&game, &state, depth)).collect();
        assert_eq!(counts, expected, "{parameters}");
    };
    check("1x5", "", &[5, 18, 40, 40, 8, 0]);
    check("2x2", "", &[4, 12, 24, 16, 0]);
    check("2x3", "", &[6, 30, 120, 312, 432, 216, 0]);
    check("3x2", "", &[6, 30, 120, 312, 432, 216, 0]);
    check("3x3", "", &[9, 72, 504, 2928, 13952, 48000, 114912]);
    check("4x2", "", &[8, 56, 336, 1600, 5872, 13104, 14976, 4608]);
    check("4x3", "", &[12, 132, 1320, 11736, 92192]);
    check("6x6", "crosscut", &[32, 992, 29760, 859096]);
}

#[test]
fn the_first_capture_wins_even_without_a_liberty_of_ones_own() {
    let game = on("3x3");
    let state = game.read("b2/wb1/1wb b moves a1").unwrap();
    assert_eq!(game.status(&state), Status::Over(Outcome::MaxWins));
    assert_eq!(
        game.read("b2/wb1/1wb w moves a1").unwrap_err().to_string(),
        "move 1, `a1`, is not legal there: legal are c2 b3 c3"
    );
}

#[test]
fn who_cannot_move_loses() {
    for (parameters, position, winner) in [
        ("1x1", "1 b", Outcome::MinWins),
        ("1x1", "1 w", Outcome::MaxWins),
        ("2x2", "bb/b1 b", Outcome::MinWins),
    ] {
        let game = on(parameters);
        let state = game.read(position).unwrap();
        assert_eq!(resolve(&game, &state, &mut Vec::new()), Status::Over(winner), "{position}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let fault = |text: &str| on("3x3").read(text).unwrap_err().to_string();
    assert_eq!(
        fault("wb1/b2/3 b"),
        "the white stone on a3 has no liberty, so black moved last and white is to move; write w"
    );
    assert_eq!(
        fault("wb1/b1b/1bw w"),
        "the white stone on c1 has no liberty, but no single black move can have made this \
         position; remove a stone"
    );
    assert_eq!(fault("3/3/3"), "the side to move is missing; write the position as 3/3/3 b");
    assert_eq!(fault("3/3/3 x"), "the side to move: `x` is not one of b and w");
    assert_eq!(fault("3/4/3 b"), "row 2 has 4 squares, expected 3");
}

#[test]
fn parameters_are_checked() {
    for text in ["6", "x", "0x3", "9x8", "27x2", "6x6x6", "axb", "-1x4"] {
        let error = AtariGo::with_parameters(text).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

/// The small boards of a table that was computed by another program.
#[test]
fn small_boards_have_their_values() {
    for row in include_str!("../data/atari-go.tsv").lines().filter(|row| !row.starts_with('#')) {
        let [parameters, start, winner, first_moves] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let game = on(parameters);
        let state = game.read(start).unwrap();
        // Minimax takes too long on more than 10 squares, and a search of every first move on more
        // than 15. (The program's tests go through all rows.)
        let squares = legal_moves(&game, &state).len();
        if squares > 15 {
            continue;
        }
        let value = if squares > 10 { values::certified_value } else { values::solve };
        let black_wins = |state: &State| value(&game, state).winner() == Some(Player::Max);
        assert_eq!(black_wins(&state), winner == "black", "{row}");
        if first_moves != "-" {
            let winning: Vec<String> = legal_moves(&game, &state)
                .into_iter()
                .filter(|&mv| black_wins(&after(&game, &state, mv)))
                .map(|mv| game.write_move(&state, mv))
                .collect();
            let expected: Vec<&str> =
                first_moves.split(' ').filter(|&word| word != "none").collect();
            assert_eq!(winning, expected, "{row}");
        }
    }
}

fn after(game: &AtariGo, state: &State, mv: u8) -> State {
    let mut next = *state;
    game.play(&mut next, mv);
    next
}

#[test]
fn the_guide_sees_every_capture() {
    assert!(laws::check_guide(&on("5x5"), 50) > 0);
    let game = on("5x4");
    let guide = game.guide().unwrap();
    let mut random = Random(5);
    for state in (0..50).flat_map(|_| play::random_game(&game, &mut random)) {
        let Status::Turn(turn) = game.status(&state) else { continue };
        let captures = legal_moves(&game, &state)
            .into_iter()
            .any(|mv| matches!(game.status(&after(&game, &state, mv)), Status::Over(_)));
        let goal = Goal::win(turn, &game.values()).unwrap();
        let seen = matches!(guide.look(&game, &state, turn, goal), Look::Wins(_));
        assert_eq!(seen, captures, "{}", game.write_position(&state));
    }
}

/// What the rest of the game looks like from here: the status, and the legal squares.
fn outlook(game: &AtariGo, text: &str) -> (Status<Outcome>, Vec<String>) {
    let state = game.read(text).unwrap();
    let mut moves = Vec::new();
    let status = resolve(game, &state, &mut moves);
    let mut names: Vec<String> = moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
    names.sort();
    (status, names)
}

/// A column and a row.
type Place = (usize, usize);

/// Moves every stone to another place on a board of another size, and every move with it.
fn check_symmetry(size: Dimensions, turned: Dimensions, text: &str, to: impl Fn(Place) -> Place) {
    let (rows, side) = text.split_once(' ').unwrap();
    let board = Board::read(rows, size, &['b', 'w']).unwrap();
    let place = |square: usize| to((square % size.columns, square / size.columns));
    let mut image = Board::empty(turned);
    for (square, &piece) in board.squares.iter().enumerate() {
        let (column, row) = place(square);
        image.squares[turned.square(column, row)] = piece;
    }
    let image = format!("{} {side}", image.write(&['b', 'w']));

    let (status, moves) = outlook(&AtariGo::new(size), text);
    let mut expected: Vec<String> = moves
        .iter()
        .map(|name| {
            let (column, row) = place(parse_square(name, size).unwrap());
            square_name(column, row)
        })
        .collect();
    expected.sort();
    assert_eq!(outlook(&AtariGo::new(turned), &image), (status, expected), "{text} as {image}");
}

proptest! {
    #[test]
    fn turning_the_board_changes_nothing(columns in 1usize..8, rows in 1usize..8, seed: u64) {
        let size = Dimensions { columns, rows };
        let turned = Dimensions { columns: rows, rows: columns };
        let game = AtariGo::new(size);
        for state in play::random_game(&game, &mut Random(seed)) {
            let text = game.write_position(&state);
            check_symmetry(size, size, &text, |(column, row)| (columns - 1 - column, row));
            check_symmetry(size, size, &text, |(column, row)| (column, rows - 1 - row));
            check_symmetry(size, turned, &text, |(column, row)| (row, column));
        }
    }

    #[test]
    fn swapping_colours_swaps_the_players(columns in 1usize..8, rows in 1usize..8, seed: u64) {
        let game = AtariGo::new(Dimensions { columns, rows });
        for state in play::random_game(&game, &mut Random(seed)) {
            let text = game.write_position(&state);
            let swapped: String = text
                .chars()
                .map(|letter| match letter {
                    'b' => 'w',
                    'w' => 'b',
                    other => other,
                })
                .collect();
            let (status, moves) = outlook(&game, &text);
            let status = match status {
                Status::Turn(player) => Status::Turn(!player),
                Status::Over(value) => Status::Over(Outcome::win(!value.winner().unwrap())),
            };
            prop_assert_eq!(outlook(&game, &swapped), (status, moves));
        }
    }
}

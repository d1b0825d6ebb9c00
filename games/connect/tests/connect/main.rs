//! The Connect family: the common laws, and the rules compared with plain ones.

mod plain;
mod questions;
mod records;
mod symmetry;
mod threats;
mod words;

use phidelta_connect::Connect;
use phidelta_rules::{
    Area, Catalogued, Game, Notation, Outcome, Placement, Player, Status, Value, resolve,
};
use phidelta_testing::play::{self, Random};
use phidelta_testing::{laws, values};
use plain::Plain;

/// Boards and turns of all kinds.
const KINDS: [&str; 10] = [
    "3x3x3x1x1",
    "4x4x3x2x1",
    "5x3x3x2x2",
    "3x6x4x2x1",
    "4x4x2x1x3",
    "4x5x4x3x1",
    "7x1x3x1x1",
    "6x6x3x1x1:exact",
    "5x6x4x1x1:exact:symmetric",
    "4x4x4x2x1:symmetric",
];

/// A game with these parameters.
fn game(parameters: &str) -> Connect {
    Connect::with_parameters(parameters).unwrap_or_else(|error| panic!("{parameters}: {error}"))
}

#[test]
fn laws() {
    for parameters in KINDS.into_iter().chain(["1x1x1x1x1", "2x2x3x2x1", "7x9x5x2x1"]) {
        laws::check_laws(&game(parameters), 20);
    }
    laws::check_nonsense(&game("4x4x3x2x1"));
    laws::check_nonsense(&game("5x3x3x3x2"));
}

#[test]
fn random_games_go_as_in_the_plain_rules() {
    let mut random = Random(6);
    let mut ends = [0; 3];
    for parameters in KINDS {
        let game = game(parameters);
        for _ in 0..100 {
            let (mut state, mut plain) = (game.initial(), Plain::new(game.shape().parameters));
            let mut moves = Vec::new();
            loop {
                let status = resolve(&game, &state, &mut moves);
                let text = game.write_position(&state);
                if let Status::Over(value) = status {
                    assert!(plain.is_over(), "{parameters} `{text}`");
                    let expected = plain.has_row('b') as i32 - plain.has_row('w') as i32;
                    assert_eq!(value.number(), expected, "{parameters} `{text}`");
                    ends[(expected + 1) as usize] += 1;
                    break;
                }
                assert!(!plain.is_over(), "{parameters} `{text}`");
                let turn = if plain.turn == 'b' { Player::Max } else { Player::Min };
                assert_eq!(status, Status::Turn(turn), "{parameters} `{text}`");
                assert_eq!(state.left(), plain.left, "{parameters} `{text}`");
                let squares: Vec<usize> = moves.iter().map(|&mv| mv as usize).collect();
                assert_eq!(squares, plain.empty(), "{parameters} `{text}`");
                let mv = moves[random.below(moves.len())];
                game.play(&mut state, mv);
                plain.play(mv as usize);
            }
        }
    }
    assert!(ends.iter().all(|&count| count > 20), "{ends:?}");
}

#[test]
fn lines_of_play_are_as_many_as_by_the_plain_rules() {
    for (parameters, depth) in
        [("3x3x3x1x1", 7), ("3x3x3x2x1", 7), ("4x3x3x2x2", 5), ("3x3x2x3x1", 6)]
    {
        let game = game(parameters);
        let plain = Plain::new(game.shape().parameters);
        for depth in 1..=depth {
            let lines = play::perft(&game, &game.initial(), depth);
            assert_eq!(lines, plain.perft(depth), "{parameters}, {depth} stones");
        }
    }
}

#[test]
fn rows_win_in_all_directions() {
    let game = game("19x19x6x2x1");
    let (middle, far) = (Player::Max, Player::Min);
    for (row, last) in [
        ("B:A1,B1,C1,D1,E1", "F1"),
        ("B:S14,S15,S16,S18,S19", "S17"),
        ("B:A1,B2,C3,E5,F6", "D4"),
        ("B:A19,B18,C17,D16,E15", "F14"),
        ("B:J10,K10,L10,M10,O10", "N10"),
        ("B:A1,B1,C1,D1,E1,G1,H1,I1", "F1"),
    ] {
        let state = game.read(&format!("{row} b1")).unwrap();
        let won = game.read(&format!("{row} b1 moves {last}")).unwrap();
        assert_eq!(game.status(&state), Status::Turn(middle), "{row}");
        assert_eq!(game.status(&won), Status::Over(Outcome::win(middle)), "{row}");
        let white = row.replace("B:", "W:");
        let won = game.read(&format!("{white} w moves {last}")).unwrap();
        assert_eq!(game.status(&won), Status::Over(Outcome::win(far)), "{row}");
        assert_eq!((won.turn(), won.left()), (far, 1), "the second stone was not placed");
    }
    // Rows do not go round the edge.
    let state = game.read("B:O1,P1,Q1,R1,S1 b1 moves A2").unwrap();
    assert_eq!(game.status(&state), Status::Turn(far));
}

#[test]
fn longer_rows_win_unless_rows_must_be_exact() {
    for (parameters, wins) in [("9x9x5x1x1", true), ("9x9x5x1x1:exact", false)] {
        let game = game(parameters);
        let six = game.read("B:A1,B1,C1,E1,F1 W:A9 b moves D1").unwrap();
        assert_eq!(matches!(game.status(&six), Status::Over(_)), wins, "{parameters}");
        let five = game.read("B:A1,B1,C1,E1 W:A9 b moves D1").unwrap();
        assert_eq!(game.status(&five), Status::Over(Outcome::MaxWins), "{parameters}");
        // A stone that makes a row of six and one of five.
        let both = game.read("B:A1,B1,C1,E1,F1,D2,D3,D4,D5 W:A9 b moves D1").unwrap();
        assert_eq!(game.status(&both), Status::Over(Outcome::MaxWins), "{parameters}");
    }
}

#[test]
fn a_full_board_without_a_row_is_a_draw() {
    let game = game("3x3x3x2x1");
    let text = "B:A1,C1,A2,B3,C3 W:B1,B2,C2,A3 w1";
    let state = game.read(text).unwrap();
    assert_eq!(resolve(&game, &state, &mut Vec::new()), Status::Over(Outcome::Draw));
    assert_eq!(game.write_position(&state), text);
}

#[test]
fn small_values_are_those_of_plain_minimax_and_of_mnk() {
    for parameters in
        ["3x3x3x1x1", "3x3x3x2x1", "3x3x3x1x2", "3x3x2x2x1", "4x2x3x2x1", "3x3x3x1x1:exact"]
    {
        let game = game(parameters);
        let plain = Plain::new(game.shape().parameters);
        let value = values::solve(&game, &game.initial()).number();
        assert_eq!(value, plain.value(), "{parameters}");
    }
    for size in ["3x3x3", "4x3x3", "4x2x2"] {
        let game = game(&format!("{size}x1x1"));
        let mnk = phidelta_mnk::Mnk::with_parameters(size).unwrap();
        let value = values::solve(&mnk, &mnk.initial());
        assert_eq!(values::solve(&game, &game.initial()), value, "{size}");
    }
}

/// Every set of at most two empty squares that would give a player a row, and no smaller one of
/// them, is within reach. Of one stone, nothing else is, unless rows must be exact.
#[test]
fn what_is_within_reach() {
    let mut random = Random(1);
    let mut found = 0;
    for parameters in ["5x5x4x2x1", "6x4x3x2x1", "6x6x3x1x1:exact", "5x5x4x1x1"] {
        let game = game(parameters);
        let exact = game.shape().parameters.exact;
        for _ in 0..40 {
            let states = play::random_game(&game, &mut random);
            let state = &states[random.below(states.len())];
            if state.winner().is_some() {
                continue;
            }
            let mut plain = Plain::new(game.shape().parameters);
            for (player, letter) in [(Player::Max, 'b'), (Player::Min, 'w')] {
                for square in *state.stones(player) {
                    let columns = plain.parameters.columns;
                    plain.board[square / columns][square % columns] = letter;
                }
            }
            for (player, letter) in [(Player::Max, 'b'), (Player::Min, 'w')] {
                let wins = |squares: &[usize]| {
                    let mut filled = plain.clone();
                    for &square in squares {
                        (filled.turn, filled.left) = (letter, 9);
                        filled.play(square);
                    }
                    filled.has_row(letter)
                };
                let empty = plain.empty();
                let singles: Area = empty.iter().copied().filter(|&one| wins(&[one])).collect();
                let mut pairs = Area::EMPTY;
                for (at, &one) in empty.iter().enumerate() {
                    for &two in &empty[..at] {
                        if !wins(&[one]) && !wins(&[two]) && wins(&[one, two]) {
                            pairs |= [one, two].into_iter().collect();
                        }
                    }
                }
                let text = game.write_position(state);
                for (stones, expected) in [(1, singles), (2, singles | pairs)] {
                    let reach = game.within_reach(state, player, stones);
                    assert!(expected.is_subset(&reach), "{parameters} `{text}`");
                    assert!(exact || reach == expected || stones == 2, "{parameters} `{text}`");
                    assert!(reach.is_subset(&game.empty(state)), "{parameters} `{text}`");
                    found += expected.len();
                }
            }
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn a_pass_leaves_the_stones_and_gives_the_opponent_a_full_turn() {
    let game = game("6x6x4x2x1");
    let state = game.read("B:C3 W:D4 w1").unwrap();
    let passed = game.pass(&state);
    assert!(passed == game.read("B:C3 W:D4 b").unwrap());
    assert_eq!(game.key(&passed), game.key(&game.read("B:C3 W:D4 b2").unwrap()));
    assert!(passed != state && game.key(&passed) != game.key(&state));
    let nobody = game.pass(&game.initial());
    assert_eq!(game.write_position(&nobody), "w");
    assert_eq!(game.write_position(&game.pass(&nobody)), "b2");
}

#[test]
fn parameters_are_checked() {
    assert_eq!(game("").parameters(), "19x19x6x2x1");
    assert_eq!(game("6X6x4x1x1:Symmetric:exact").parameters(), "6x6x4x1x1:exact:symmetric");
    for (text, message) in [
        ("6", "`6` is not of the form COLUMNSxROWSxKxPxQ, as in 6x6x4x2x1"),
        ("6x6x4x2", "`6x6x4x2` is not of the form COLUMNSxROWSxKxPxQ, as in 6x6x4x2x1"),
        ("6x6x4x2x1x1", "`6x6x4x2x1x1` is not of the form COLUMNSxROWSxKxPxQ, as in 6x6x4x2x1"),
        ("axbxcxdxe", "`axbxcxdxe` is not of the form COLUMNSxROWSxKxPxQ, as in 6x6x4x2x1"),
        ("27x2x4x2x1", "the number of columns is 27, but must be 1 to 26"),
        ("2x0x4x2x1", "the number of rows is 0, but must be 1 to 26"),
        ("20x20x6x2x1", "the number of squares is 400, but must be at most 384"),
        ("6x6x0x2x1", "K is 0, but must be 1 to 26"),
        ("6x6x27x2x1", "K is 27, but must be 1 to 26"),
        ("6x6x4x10x1", "P is 10, but must be 1 to 9"),
        ("6x6x4x2x0", "Q is 0, but must be 1 to 9"),
        ("6x6x4x2x1:fast", "`fast` may not follow the size; exact and symmetric may"),
        (
            "6x6x4x2x1:exact",
            "longer rows can only count for nothing (`exact`) where all turns have one stone: write \
             1x1 for P and Q",
        ),
        ("6x6x1x1x1:exact", "with `exact`, K must be at least 2"),
    ] {
        let error = Connect::with_parameters(text).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn positions_are_checked() {
    let game = game("6x6x4x2x1");
    for (text, message) in [
        ("B:A1", "the side to move is missing; write the position as B:C3 W:B2,D4 b"),
        (
            "x",
            "`x` is not a side to move; write b or w, or b1 if Black has one stone left to place",
        ),
        (
            "b1x",
            "`b1x` is not a side to move; write b or w, or b1 if Black has one stone left to place",
        ),
        ("b W:A1", "`W:A1` follows the end of the position; remove it"),
        ("X:A1 b", "`X:` is not the beginning of a list of stones; write B: or W:"),
        ("B:G1 b", "`G1` is not a square of this board; squares run from A1 to F6"),
        ("B:A0 b", "`A0` is not a square of this board; squares run from A1 to F6"),
        ("B:A1,A1 b", "A1 is listed twice; once is enough"),
        ("B:A1 W:A1 b", "A1 has a black and a white stone; remove one"),
        ("b0", "black cannot have 0 stones left to place; write 1 to 2"),
        ("w3", "white cannot have 3 stones left to place; write 1 to 2"),
        ("B:A1,B1,C1,D1 b", "black has 4 in a row already and cannot be the side to move"),
        (
            "B:A1,B1,C1,D1 w1",
            "black has 4 in a row already, so white cannot be in the middle of a turn",
        ),
        (
            "B:A1,B1,C1,D1 W:A2,B2,C2,D2 w",
            "both players have 4 in a row, but the game ends with the first row; remove a stone",
        ),
    ] {
        assert_eq!(game.read(text).unwrap_err().to_string(), message);
    }
    for text in ["b:c3 w:b2,d4 B", "B:C3 W:B2D4 b2", "W:D4,B2 B:C3 b", "W:B2 W:D4, B: B:C3 b"] {
        assert_eq!(game.write_position(&game.read(text).unwrap()), "B:C3 W:B2,D4 b");
    }
}

//! Dodgem: the common laws, move counts, every rule, the mirror, and the values of all positions.

use phidelta_dodgem::Dodgem;
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Status, resolve};
use phidelta_testing::retrograde::Retrograde;
use phidelta_testing::{laws, play, values};

fn game(parameters: &str) -> Dodgem {
    Dodgem::with_parameters(parameters).unwrap()
}

#[test]
fn laws() {
    for parameters in ["", "2", "4", "5", "8"] {
        laws::check_laws(&game(parameters), 3);
        laws::check_nonsense(&game(parameters));
    }
}

#[test]
fn move_counts() {
    let check = |parameters: &str, expected: &[u64]| {
        let game = game(parameters);
        let counts: Vec<u64> =
            (1..=expected.len()).map(|depth| play::perft(&game, &game.initial(), depth)).collect();
        assert_eq!(counts, expected, "{parameters}");
    };
    check("2", &[2, 2, 4, 4, 4, 2, 0]);
    check("3", &[3, 7, 27, 101, 279, 757, 2483]);
    check("4", &[4, 14, 79, 438, 2358, 12372, 66007]);
}

/// Published (Winning Ways; des Jardins 1996): the first player wins on 3 by 3, and 4 by 4 is a
/// draw. The lengths and the numbers of positions are only computed here.
#[test]
fn starts_have_the_known_values() {
    for (parameters, value, plies, longest, states) in [
        ("2", Outcome::MaxWins, 3, 3, 15),
        ("3", Outcome::MaxWins, 19, 21, 1_963),
        ("4", Outcome::Draw, 0, 42, 393_900),
    ] {
        let game = game(parameters);
        let all = Retrograde::new(&game, vec![game.initial()]);
        assert_eq!(all.value_of(&game.initial()), (value, plies), "{parameters}");
        assert_eq!(all.plies.iter().max(), Some(&longest), "{parameters}");
        assert_eq!(all.states.len(), states, "{parameters}");
    }
}

/// Won and lost positions, evenly taken from all, or from those decided soon; every answer is
/// certified.
#[test]
fn the_engine_finds_wins_and_losses() {
    for (parameters, plies, most) in [("2", 99, 15), ("3", 99, 150), ("4", 8, 20)] {
        let game = game(parameters);
        let all = Retrograde::new(&game, vec![game.initial()]);
        let valued = all.states.iter().zip(&all.values).zip(&all.plies);
        let soon = valued.filter(|(_, needed)| **needed <= plies).map(|(valued, _)| valued);
        let decided: Vec<_> = soon.filter(|(_, value)| **value != Outcome::Draw).collect();
        for (state, value) in decided.iter().step_by(decided.len().div_ceil(most)) {
            values::confirm(&game, state, **value);
        }
    }
    let game = game("3");
    values::confirm(&game, &game.initial(), Outcome::MaxWins);
}

fn moves(parameters: &str, position: &str) -> Vec<String> {
    let game = game(parameters);
    play::outlook(&game, &game.read(position).unwrap()).1
}

#[test]
fn cars_go_ahead_and_sideways_and_leave_the_board() {
    assert_eq!(moves("4", "start"), ["a2-a1", "a2-b2", "a3-b3", "a4-b4"]);
    assert_eq!(moves("4", "4/1b2/4/3w b"), ["b3-b2", "b3-b4", "b3-c3"]);
    assert_eq!(moves("4", "4/1b2/4/1w2 w"), ["b1-a1", "b1-b2", "b1-c1"]);
    // At the far edge, and at the edges on the side.
    assert_eq!(moves("4", "3b/4/4/1w2 b"), ["d4-d3", "d4-off"]);
    assert_eq!(moves("4", "w3/4/4/1b2 w"), ["a4-b4", "a4-off"]);
    assert_eq!(moves("4", "4/4/4/b2w b"), ["a1-a2", "a1-b1"]);
    // Rows do not go on at the other edge, and no car leaves sideways.
    assert_eq!(moves("3", "3/2w/b2 w"), ["c2-b2", "c2-c3"]);
    // Nobody drives onto another car.
    assert_eq!(moves("3", "b2/bw1/1w1 b"), ["a2-a1", "a3-b3"]);
}

#[test]
fn who_has_no_car_left_or_is_blocked_wins() {
    let status = |parameters: &str, text: &str| {
        let game = game(parameters);
        resolve(&game, &game.read(text).unwrap(), &mut Vec::new())
    };
    assert_eq!(status("3", "3/2b/w2 b moves c2-off"), Status::Over(Outcome::MaxWins));
    assert_eq!(status("3", "1w1/2b/3 w moves b3-off"), Status::Over(Outcome::MinWins));
    assert!(matches!(status("3", "2b/2b/w2 b moves c2-off"), Status::Turn(_)));
    assert_eq!(moves("3", "blocked"), [""; 0]);
    assert_eq!(status("3", "blocked"), Status::Over(Outcome::MinWins));
    assert_eq!(status("3", "bw1/w2/3 b"), Status::Over(Outcome::MaxWins));
}

/// Black is to White as columns are to rows: a position that is mirrored at the diagonal through a1,
/// with the colours exchanged, has the mirrored moves.
#[test]
fn mirrored_positions_have_mirrored_moves() {
    let game = game("5");
    let mut random = play::Random(3);
    for state in (0..5).flat_map(|_| play::random_game(&game, &mut random)) {
        let text = game.write_position(&state);
        let (board, side) = text.split_once(' ').unwrap();
        let grid = play::grid(board);
        let exchanged = |symbol: char| match symbol {
            'b' => 'w',
            'w' => 'b',
            other => other,
        };
        let mut mirrored = grid.clone();
        for (row, squares) in grid.iter().enumerate() {
            for (column, &symbol) in squares.iter().enumerate() {
                mirrored[4 - column][4 - row] = exchanged(symbol);
            }
        }
        let side = exchanged(side.chars().next().unwrap());
        let other = game.read(&format!("{} {side}", play::write_grid(&mirrored))).unwrap();
        let square = |name: &str| match name.as_bytes() {
            [column, row] => {
                let (column, row) = (row - b'1' + b'a', column - b'a' + b'1');
                String::from_utf8(vec![column, row]).unwrap()
            }
            _ => name.to_string(),
        };
        let (status, moves) = play::outlook(&game, &state);
        let (other_status, other_moves) = play::outlook(&game, &other);
        let mut back: Vec<String> = other_moves
            .iter()
            .map(|mv| mv.split('-').map(square).collect::<Vec<_>>().join("-"))
            .collect();
        back.sort();
        assert_eq!(play::swapped(other_status), status, "{text}");
        assert_eq!(back, moves, "{text}");
    }
}

#[test]
fn endless_play_comes_back() {
    let game = game("4");
    let back = game.read("moves a2-a1 c1-c2 a1-a2 c2-b2").unwrap();
    let forth = game.read(&format!("{} moves a2-a1 b2-c2 a1-a2 c2-b2", game.write_position(&back)));
    assert_eq!(forth.unwrap(), back);
}

#[test]
fn parameters_are_checked() {
    assert_eq!(game("").parameters(), "3");
    let fault = |text| Dodgem::with_parameters(text).unwrap_err().to_string();
    assert_eq!(fault("1"), "the side is 1, but must be 2 to 8");
    assert_eq!(fault("9"), "the side is 9, but must be 2 to 8");
    assert_eq!(fault("3x3"), "`3x3` is not of the form SIDE, as in 4");
    for text in ["+3", "-3", " 3", "3,", "99999999999999999999", "three"] {
        assert_eq!(fault(text), format!("`{text}` is not of the form SIDE, as in 4"));
    }
}

#[test]
fn impossible_positions_are_refused() {
    let fault = |text: &str| game("").read(text).unwrap_err().to_string();
    assert_eq!(fault("b2/b2/bww b"), "black has 3 cars, but starts with 2");
    assert_eq!(fault("b2/w2/1ww b"), "white has 3 cars, but starts with 2");
    assert_eq!(
        fault("3/3/1ww b"),
        "black has no car left, has won already and cannot be the side to move"
    );
    assert_eq!(
        fault("b2/b2/1ww"),
        "the side to move is missing; write the position as b2/b2/1ww b"
    );
    assert_eq!(fault("b2/b2/1ww x"), "the side to move: `x` is not one of b and w");
    assert_eq!(fault("b2/b3/1ww b"), "row 2 has 4 squares, expected 3");
    assert_eq!(fault("b2/b2 b"), "the board has 2 rows, expected 3");
    assert_eq!(fault("b2/b2/1xw b"), "row 3: `x` is not one of `b`, `w`, `.` and digits");
    assert_eq!(
        fault("moves a2-a3"),
        "move 1, `a2-a3`, is not legal there: legal are a2-b2 a2-a1 a3-b3"
    );
}

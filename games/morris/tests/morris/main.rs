//! Three Men's Morris and its relatives: the common laws, move counts, every rule, and the values
//! of all positions.

use phidelta_morris::{Morris, State, Step};
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Status, resolve};
use phidelta_testing::retrograde::Retrograde;
use phidelta_testing::{laws, play, values};

const ALL: [&str; 8] = [
    "tapatan",
    "merels",
    "nine-holes",
    "achi",
    "tapatan,no-centre",
    "merels,no-centre",
    "achi,stuck=loses",
    "achi,no-centre,stuck=loses",
];

fn game(parameters: &str) -> Morris {
    Morris::with_parameters(parameters).unwrap()
}

fn moves(game: &Morris, position: &str) -> Vec<String> {
    play::outlook(game, &game.read(position).unwrap()).1
}

#[test]
fn laws() {
    for parameters in ALL {
        laws::check_laws(&game(parameters), 5);
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
    check("tapatan", &[9, 72, 504, 3024, 15120, 54720, 199296]);
    check("merels", &[9, 72, 504, 3024, 15120, 54720, 148896]);
    check("nine-holes", &[9, 72, 504, 3024, 15120, 56160, 470448]);
    // As in tic-tac-toe, until all men are placed.
    check("achi", &[9, 72, 504, 3024, 15120, 54720, 148176, 200448]);
    check("tapatan,no-centre", &[8, 64, 448, 2688, 13440, 48960, 174768]);
}

/// The values of all positions that can be reached from the start.
fn solved(game: &Morris) -> Retrograde<State> {
    Retrograde::new(game, vec![game.initial()])
}

/// From the literature (Wikipedia): in merels the first player wins by taking the centre, and nobody
/// wins if that is forbidden (Three men's morris); nine holes is a draw (Nine holes); in achi the
/// first player wins (Achi). The other values, and all lengths, are only computed here.
#[test]
fn starts_have_the_known_values() {
    for (parameters, value, plies, states) in [
        ("tapatan", Outcome::MaxWins, 9, 5390),
        ("merels", Outcome::MaxWins, 9, 5390),
        ("nine-holes", Outcome::Draw, 0, 5470),
        ("achi", Outcome::MaxWins, 11, 5724),
        ("tapatan,no-centre", Outcome::Draw, 0, 5381),
        ("merels,no-centre", Outcome::Draw, 0, 5381),
        ("achi,stuck=loses", Outcome::MaxWins, 11, 5716),
        ("achi,no-centre,stuck=loses", Outcome::MinWins, 12, 5707),
    ] {
        let game = game(parameters);
        let all = solved(&game);
        assert_eq!(all.value_of(&game.initial()), (value, plies), "{parameters}");
        assert_eq!(all.states.len(), states, "{parameters}");
    }
    for parameters in ["tapatan", "merels"] {
        let game = game(parameters);
        let all = solved(&game);
        for first in moves(&game, "start") {
            let state = game.read(&format!("moves {first}")).unwrap();
            let wins = all.value_of(&state).0 == Outcome::MaxWins;
            assert_eq!(wins, first == "b2", "{parameters} {first}");
        }
    }
}

/// Won and lost positions, evenly taken from all; every answer is certified.
#[test]
fn the_engine_finds_wins_and_losses() {
    for parameters in ALL {
        let game = game(parameters);
        let all = solved(&game);
        let valued = all.states.iter().zip(&all.values);
        let decided: Vec<_> = valued.filter(|(_, value)| **value != Outcome::Draw).collect();
        for (state, value) in decided.iter().step_by(decided.len() / 40) {
            values::confirm(&game, state, **value);
        }
    }
    for parameters in ["tapatan", "merels", "achi"] {
        let game = game(parameters);
        values::confirm(&game, &game.initial(), Outcome::MaxWins);
    }
}

/// With three men nobody is ever without a move, so that what happens then is no question; with
/// four it happens.
#[test]
fn only_in_achi_can_a_player_be_stuck() {
    for parameters in ALL {
        let game = game(parameters);
        let mut moves = Vec::new();
        let is_stuck = |state: &&State| {
            let is_on = matches!(game.status(state), Status::Turn(_));
            resolve(&game, state, &mut moves);
            is_on && (moves.is_empty() || moves == [Step::PASS])
        };
        let stuck = solved(&game).states.iter().filter(is_stuck).count();
        assert_eq!(stuck, if parameters.starts_with("achi") { 12 } else { 0 }, "{parameters}");
    }
}

#[test]
fn who_is_stuck_in_achi_passes_or_loses() {
    // a1 is free, and all points next to it are x's.
    let position = "oox/xxo/1xo o";
    let passes = game("achi");
    assert_eq!(moves(&passes, position), ["pass"]);
    let state = passes.read(&format!("{position} moves PASS")).unwrap();
    assert_eq!(passes.write_position(&state), position.replace(" o", " x"));
    assert!(!moves(&passes, &passes.write_position(&state)).contains(&"pass".to_string()));
    let loses = game("achi,stuck=loses");
    let state = loses.read(position).unwrap();
    assert_eq!(resolve(&loses, &state, &mut Vec::new()), Status::Over(Outcome::MaxWins));
}

#[test]
fn men_are_placed_and_then_moved() {
    let tapatan = game("");
    assert_eq!(moves(&tapatan, "start").len(), 9);
    assert_eq!(moves(&game("no-centre"), "start").len(), 8);
    assert!(moves(&game("no-centre"), "moves a1").contains(&"b2".to_string()));
    let position = "x1o/1xo/ox1 x";
    let along_lines = ["a3-a2", "a3-b3", "b1-c1", "b2-a2", "b2-b3", "b2-c1"];
    assert_eq!(moves(&tapatan, position), along_lines);
    assert_eq!(moves(&game("merels"), position), along_lines[..5]);
    assert_eq!(moves(&game("nine-holes"), position).len(), 9);
    let after = |text: &str| tapatan.write_position(&tapatan.read(text).unwrap());
    assert_eq!(after(&format!("{position} moves b2-c1")), "x1o/2o/oxx o");
    assert_eq!(after("moves B2"), "3/1x1/3 o");
}

#[test]
fn rows_columns_and_diagonals_win() {
    let status = |parameters: &str, text: &str| {
        let game = game(parameters);
        game.status(&game.read(text).unwrap())
    };
    let won = Status::Over(Outcome::MaxWins);
    assert_eq!(status("", "moves a1 a2 b1 b2 c1"), won);
    assert_eq!(status("", "moves a1 b1 a2 b2 a3"), won);
    assert_eq!(status("merels", "moves a1 b1 b2 c1 c3"), won);
    assert_eq!(status("achi", "moves c1 b1 b2 a1 a3"), won);
    assert!(matches!(status("nine-holes", "moves a1 b1 b2 c1 c3"), Status::Turn(_)));
    // By moving a man.
    let moved = "oo1/x1o/1xx o moves c2-c3";
    assert_eq!(status("", moved), Status::Over(Outcome::MinWins));
}

#[test]
fn endless_play_comes_back() {
    let game = game("");
    let position = "x1o/1xo/ox1 x";
    let back = game.read(&format!("{position} moves a3-a2 c3-b3 a2-a3 b3-c3")).unwrap();
    assert_eq!(back, game.read(position).unwrap());
}

#[test]
fn parameters_have_one_form() {
    let form = |text| game(text).parameters();
    assert_eq!(form(""), "tapatan");
    assert_eq!(form("No-Centre"), "tapatan,no-centre");
    assert_eq!(form("stuck=loses,no-centre,ACHI"), "achi,no-centre,stuck=loses");
    let fault = |text| Morris::with_parameters(text).unwrap_err().to_string();
    let words = "tapatan, merels, nine-holes, achi, no-centre and stuck=loses";
    assert_eq!(fault("three"), format!("`three` is not one of {words}"));
    assert_eq!(fault("achi,"), format!("`` is not one of {words}"));
    assert_eq!(
        fault("achi,merels"),
        "`merels` says again, or otherwise, what was said before it; remove one of the two"
    );
    assert_eq!(
        fault("no-centre,no-centre"),
        "`no-centre` says again, or otherwise, what was said before it; remove one of the two"
    );
    assert_eq!(
        fault("merels,stuck=loses"),
        "`stuck=loses` is for achi: with three men a player can always move; remove it"
    );
}

#[test]
fn impossible_positions_are_refused() {
    let fault = |text: &str| game("").read(text).unwrap_err().to_string();
    assert_eq!(fault("xx1/3/3 o"), "x has 2 men and o has 0, but they are placed in turn, x first");
    assert_eq!(fault("o2/3/3 x"), "x has 0 men and o has 1, but they are placed in turn, x first");
    assert_eq!(
        fault("oox/o1x/3 x"),
        "x has 2 men and o has 3, but they are placed in turn, x first"
    );
    assert_eq!(
        fault("x2/3/3 x"),
        "x is the side to move, but with 1 and 0 men placed it is o's turn"
    );
    assert_eq!(
        fault("xo1/3/3 o"),
        "o is the side to move, but with 1 and 1 men placed it is x's turn"
    );
    assert_eq!(fault("xox/oxo/2x x"), "x has 4 men, but the game has 3 a side");
    assert_eq!(fault("xxx/oo1/2o x"), "x has won already and cannot be the side to move");
    assert_eq!(fault("3/3/3"), "the side to move is missing; write the position as 3/3/3 x");
    assert_eq!(fault("3/3/2 x"), "row 3 has 2 squares, expected 3");
    assert_eq!(fault("3/1b1/3 x"), "row 2: `b` is not one of `x`, `o`, `.` and digits");
    assert_eq!(
        fault("centre moves b2"),
        "move 1, `b2`, is not legal there: legal are a1 b1 c1 a2 c2 a3 b3 c3"
    );
}

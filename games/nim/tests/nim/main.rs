//! Nim: the common laws, Bouton's theory of both endings, and heaps in any order.

use phidelta_nim::Nim;
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Player, Status};
use phidelta_testing::{laws, play, values};
use proptest::prelude::*;
use std::collections::HashMap;

#[test]
fn laws() {
    let sixteen = ["3"; 16].join(",");
    for parameters in ["", "misere:1,3,5,7", "1", "misere:1,1", "MISERE:2,12", &sixteen] {
        let game = Nim::with_parameters(parameters).unwrap();
        laws::check_laws(&game, 20);
        laws::check_nonsense(&game);
    }
    laws::check_laws(&Nim::with_parameters("255,3,255").unwrap(), 1);
}

/// OpenSpiel's nim counts the same.
#[test]
fn move_counts() {
    let game = Nim::with_parameters("").unwrap();
    let counts: Vec<u64> =
        (1..=5).map(|depth| play::perft(&game, &game.initial(), depth)).collect();
    assert_eq!(counts, [16, 206, 2116, 17338, 113912]);
}

/// Bouton 1901: with normal play the side to move loses if and only if the sizes xor to 0; misère
/// play differs only where no heap has more than one object.
fn mover_wins(heaps: &[u8], misere: bool) -> bool {
    let xor = heaps.iter().fold(0, |xor, size| xor ^ size);
    (xor != 0) != (misere && heaps.iter().all(|&size| size <= 1))
}

#[test]
fn theory() {
    for misere in [false, true] {
        let game = Nim::new(&[3, 4, 5, 6], misere).unwrap();
        let mut solved = HashMap::new();
        for index in 0..4 * 5 * 6 * 7 {
            let heaps = [index % 4, index / 4 % 5, index / 20 % 6, index / 120].map(|n| n as u8);
            for (side, player) in [("f", Player::Max), ("s", Player::Min)] {
                let [a, b, c, d] = heaps;
                let state = game.read(&format!("{a},{b},{c},{d} {side}")).unwrap();
                let winner = if mover_wins(&heaps, misere) { player } else { !player };
                let value = values::solve_within(&game, &state, &mut solved);
                assert_eq!(value, Outcome::win(winner), "{heaps:?} {side}, misère: {misere}");
            }
        }
    }
}

#[test]
fn known_values() {
    for (parameters, value) in [
        ("1,3,5,7", Outcome::MinWins),
        ("misere:1,3,5,7", Outcome::MinWins),
        ("1,2,3", Outcome::MinWins),
        ("misere:1,2,3", Outcome::MinWins),
        ("1", Outcome::MaxWins),
        ("misere:1", Outcome::MinWins),
        ("1,1", Outcome::MinWins),
        ("misere:1,1", Outcome::MaxWins),
    ] {
        let game = Nim::with_parameters(parameters).unwrap();
        let found = values::solve(&game, &game.initial());
        assert_eq!(found, value, "nim:{parameters}");
    }
}

proptest! {
    /// The order of the heaps changes nothing, and the other player in the same place wins what
    /// this one wins.
    #[test]
    fn symmetries(mut heaps in prop::collection::vec(1u8..=5, 1..=4), misere: bool, turn in 0..4usize) {
        let game = Nim::new(&heaps, misere).unwrap();
        let value = values::solve(&game, &game.initial());

        let other = game.read(&game.write_position(&game.initial()).replace('f', "s")).unwrap();
        let swapped = values::solve(&game, &other);
        prop_assert_ne!(swapped, value);

        let by = turn % heaps.len();
        heaps.rotate_left(by);
        let turned = Nim::new(&heaps, misere).unwrap();
        prop_assert_eq!(values::solve(&turned, &turned.initial()), value);
    }
}

#[test]
fn the_last_object_decides() {
    let game = Nim::with_parameters("2,1").unwrap();
    let state = game.read("moves 1:2 2:1").unwrap();
    assert_eq!(game.status(&state), Status::Over(Outcome::MinWins));
    let game = Nim::with_parameters("misere:2,1").unwrap();
    let state = game.read("moves 1:2 2:1").unwrap();
    assert_eq!(game.status(&state), Status::Over(Outcome::MaxWins));
    assert_eq!(
        game.read("moves 1:3").unwrap_err().to_string(),
        "move 1, `1:3`, is not legal there: legal are 1:1 1:2 2:1"
    );
}

#[test]
fn drawing() {
    let game = Nim::with_parameters("1,3,100").unwrap();
    let state = game.read("1,0,100 f").unwrap();
    let row = "*".repeat(64);
    assert_eq!(game.draw(&state), format!(" 1    1  *\n 2    0\n 3  100  {row}...\n"));
}

#[test]
fn faults_name_their_place() {
    let game = Nim::with_parameters("").unwrap();
    for (text, message) in [
        (
            "1,3,5 f",
            "the number of heaps is 3, expected 4; write them with commas between them, and 0 for an \
             empty one",
        ),
        (
            "1,3,6,7 f",
            "heap 3 has 6 objects, but the game starts with 5 there; give larger heaps as the \
             game's parameters",
        ),
        ("1,3,+5,7 f", "heap 3: `+5` is not a number from 0 to 5"),
        ("1,3,,7 f", "heap 3: `` is not a number from 0 to 5"),
        ("1,3,5,7", "the side to move is missing; write the position as 1,3,5,7 f"),
        ("1,3,5,7 x", "the side to move: `x` is not one of f and s"),
        ("1,3,5,7 f s", "`s` follows the end of the position; remove it"),
    ] {
        assert_eq!(game.read(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn parameters_are_checked() {
    let seventeen = ["1"; 17].join(",");
    for (text, message) in [
        ("256", "a heap is 256, but must be 1 to 255"),
        ("3,0", "a heap is 0, but must be 1 to 255"),
        (&seventeen, "the number of heaps is 17, but must be 1 to 16"),
        ("1,,2", "`1,,2` is not of the form [misere:]HEAP,HEAP,..., as in misere:1,3,5,7"),
        ("misere:", "`misere:` is not of the form [misere:]HEAP,HEAP,..., as in misere:1,3,5,7"),
    ] {
        assert_eq!(Nim::with_parameters(text).unwrap_err().to_string(), message);
    }
    for text in ["misere", "normal:1,2", "-1", "+1", "1 2", "99999999999999999999", ",", ":"] {
        assert!(Nim::with_parameters(text).is_err(), "{text}");
    }
}

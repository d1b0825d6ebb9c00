//! Dots and boxes: the common laws, counts of whole games, known scores, and symmetries.

use phidelta_dots_and_boxes::DotsAndBoxes;
use phidelta_rules::{Catalogued, Game, Notation, Score, Status, legal_moves};
use phidelta_testing::{laws, values};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};

fn game(parameters: &str) -> DotsAndBoxes {
    DotsAndBoxes::with_parameters(parameters).unwrap()
}

#[test]
fn laws() {
    for parameters in ["", "1x1", "2x3", "1x21", "21x1", "5x5", "3x8"] {
        laws::check_laws(&game(parameters), 5);
    }
    for parameters in ["1x1", "2x1", "2x3"] {
        laws::check_nonsense(&game(parameters));
    }
}

/// How many whole games end with each score, counted position by position.
fn endings(
    game: &DotsAndBoxes,
    state: &<DotsAndBoxes as Game>::State,
    counted: &mut HashMap<<DotsAndBoxes as Game>::State, BTreeMap<i32, u64>>,
) -> BTreeMap<i32, u64> {
    if let Some(found) = counted.get(state) {
        return found.clone();
    }
    let mut counts = BTreeMap::new();
    if let Status::Over(score) = game.status(state) {
        counts.insert(score.0, 1);
    } else {
        for mv in legal_moves(game, state) {
            let mut next = *state;
            game.play(&mut next, mv);
            for (score, count) in endings(game, &next, counted) {
                *counts.entry(score).or_default() += count;
            }
        }
    }
    counted.insert(*state, counts.clone());
    counts
}

/// Every undrawn edge is a move, so plain move counts would say nothing about boxes and turns: the
/// scores of all whole games do. OpenSpiel's dots_and_boxes counts the same.
#[test]
fn whole_games_by_score() {
    for (parameters, expected) in [
        ("1x1", &[(-1, 24)][..]),
        ("1x2", &[(-2, 3168), (0, 1152), (2, 720)]),
        ("1x3", &[(-3, 1415808), (-1, 932544), (1, 569088), (3, 711360)]),
        ("3x1", &[(-3, 1415808), (-1, 932544), (1, 569088), (3, 711360)]),
        ("2x2", &[(-4, 116660736), (-2, 84828672), (0, 76096512), (2, 82192896), (4, 119222784)]),
    ] {
        let game = game(parameters);
        let found = endings(&game, &game.initial(), &mut HashMap::new());
        assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "{parameters}");
    }
}

fn value(game: &DotsAndBoxes, position: &str) -> Score {
    values::solve(game, &game.read(position).unwrap())
}

#[test]
fn known_values() {
    for (parameters, score) in
        [("1x1", -1), ("1x2", 0), ("2x1", 0), ("1x3", -1), ("1x4", 0), ("2x2", 2), ("2x3", -2)]
    {
        assert_eq!(value(&game(parameters), "start"), Score(score), "{parameters}");
    }
    // A separate program, which adds up scores instead of carrying them, finds the same.
    assert_eq!(value(&game("3x3"), "swedish"), Score(7));
    assert_eq!(value(&game("3x3"), "icelandic"), Score(-1));
}

const SIDE: usize = 2;

/// A position on 2 by 2 boxes as the drawn edges between dots (column, row, whether horizontal).
type Edges = Vec<(usize, usize, bool)>;

fn all_edges() -> Edges {
    let dots = (0..=SIDE).flat_map(|column| (0..=SIDE).map(move |row| (column, row)));
    dots.flat_map(|(column, row)| {
        let across = (column < SIDE).then_some((column, row, true));
        across.into_iter().chain((row < SIDE).then_some((column, row, false)))
    })
    .collect()
}

fn play(edges: &Edges) -> String {
    let word = |&(column, row, across): &(usize, usize, bool)| {
        let letter = |column| (b'a' + column as u8) as char;
        let (right, up) = if across { (1, 0) } else { (0, 1) };
        format!("{}{}-{}{}", letter(column), row + 1, letter(column + right), row + up + 1)
    };
    format!("moves {}", edges.iter().map(word).collect::<Vec<_>>().join(" "))
}

proptest! {
    /// The mirrored and the transposed game have the same scores, and the same value as long as
    /// the game is not over; with the sides exchanged, the opposite ones.
    #[test]
    fn symmetries(order in Just(all_edges()).prop_shuffle(), length in 3usize..=12) {
        let game = game("2x2");
        let edges = order[..length].to_vec();
        let state = game.read(&play(&edges)).unwrap();
        let expected = values::solve(&game, &state);

        let mirrored = edges.iter().map(|&(column, row, across)| {
            (SIDE - column - usize::from(across), row, across)
        });
        prop_assert_eq!(value(&game, &play(&mirrored.collect())), expected);
        let transposed = edges.iter().map(|&(column, row, across)| (row, column, !across));
        prop_assert_eq!(value(&game, &play(&transposed.collect())), expected);

        let text = game.write_position(&state);
        let [rows, side, score] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
        let other = if side == "f" { "s" } else { "f" };
        let score: i32 = score.parse().unwrap();
        let swapped = value(&game, &format!("{rows} {other} {:+}", -score));
        prop_assert_eq!(swapped, Score(-expected.0));
    }
}

#[test]
fn who_closes_a_box_moves_again() {
    let game = game("2x2");
    let state = game.read("moves a2-a3 b2-b3 a3-b3 a2-b2 a1-b1 a1-a2").unwrap();
    assert_eq!(game.write_position(&state), "-1/||1/-1/|2/-1 s -1");
    assert_eq!(game.read("-1/||1/-1/|2/-1 s -1"), Ok(state));
    let drawing = "
 3 +---+   +
   | # |
 2 +---+   +
   |
 1 +---+   +
   a   b   c

score -1
";
    assert_eq!(game.draw(&state), drawing[1..]);
    let state = game.read("--/|1|/2/|1|/-- f moves a2-b2 b1-b2 b2-b3 b2-c2").unwrap();
    assert_eq!(game.status(&state), Status::Over(Score(-4)));
}

#[test]
fn faults_name_their_place() {
    let game = game("2x2");
    for (text, message) in [
        ("2/3/2 f", "the board has 3 rows, expected 5"),
        ("2/3/2/4/2 f", "row 4 has 4 edges, expected 3"),
        ("2/3/2/3/|1 f", "row 5: `|` is not one of `-`, `.` and digits"),
        ("2/3/2/3/2", "the side to move is missing; write the position as 2/3/2/3/2 f +0"),
        ("2/3/2/3/2 x", "the side to move: `x` is not one of f and s"),
        ("2/3/2/3/2 f +1", "the score is +1, but must be 0, as no box is closed"),
        ("-1/||1/-1/3/2 f", "the score is missing; write the position as 2/3/2/3/2 f +0"),
        (
            "-1/||1/-1/3/2 f 0",
            "the score is +0, but must be odd and from -1 to +1, the number of closed boxes",
        ),
        (
            "--/|||/--/3/2 f +4",
            "the score is +4, but must be even and from -2 to +2, the number of closed boxes",
        ),
        ("-1/||1/-1/3/2 f one", "the score: `one` is not a whole number such as +1"),
        ("2/3/2/3/2 f +0 x", "`x` follows the end of the position; remove it"),
    ] {
        assert_eq!(game.read(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn parameters_are_checked() {
    for text in ["3", "x", "0x3", "3x0", "6x5", "22x1", "21x3", "3x3x3", "-1x2", "axb"] {
        let error = DotsAndBoxes::with_parameters(text).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
    assert_eq!(
        DotsAndBoxes::with_parameters("6x5").unwrap_err().to_string(),
        "the number of edges is 71, but must be at most 64"
    );
}

//! Values under superko, from the literature and found line by line.

use super::lines::{alpha_beta, prove};
use super::{on, superko};
use phidelta_go_small::GoSmall;
use phidelta_rules::{Game, Goal, Likeness, Notation, RepetitionRule, Score};

fn check_value(game: &GoSmall, rule: &RepetitionRule<GoSmall>, text: &str, value: i32) {
    let state = game.read(text).unwrap();
    let highest = game.values().last().unwrap().0;
    assert!(prove(game, rule, &state, Goal::AtLeast(Score(value))), "{text} is less than {value}");
    if value < highest {
        let less = prove(game, rule, &state, Goal::AtMost(Score(value)));
        assert!(less, "{text} is more than {value}");
    }
}

#[test]
fn empty_boards() {
    let mut checked = 0;
    let table = include_str!("../data/go-small.tsv");
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let [board, value, _source] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        // Searches without a table become slow on larger boards.
        for (suicide, most) in [("", 9), ("suicide:", 8)] {
            let game = on(&format!("{suicide}{board}"));
            let squares = game.values().last().unwrap().0;
            if squares <= most {
                check_value(&game, &superko(&game), "start", value.parse().unwrap());
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 24);
}

/// Every line of play, cut by nothing but bounds.
#[test]
fn the_smallest_boards_by_alpha_beta() {
    for (board, value) in [("1x1", 0), ("1x2", 0), ("1x3", 3), ("1x4", 4), ("1x5", 0), ("2x2", 1)] {
        let game = on(board);
        let bounds = (game.values()[0], *game.values().last().unwrap());
        let found = alpha_beta(&game, &superko(&game), &mut vec![game.initial()], bounds);
        assert_eq!(found, Score(value), "{board}");
    }
}

/// Exercises by R. Hayward for his course at the University of Alberta, with suicide forbidden and
/// positional superko. (His first one, `b1w2 b`, is left out: d1 b1 a1 b1 and passes would make it
/// 0, but White has e1 after d1.)
#[test]
fn hayward_s_exercises() {
    let game = on("5x1");
    for (text, value) in
        [("w1b2 b", 5), ("b2w1 b", -5), ("w2b1 b", 5), ("w4 b", 5), ("1w3 b", 0), ("2w2 b", 0)]
    {
        check_value(&game, &superko(&game), text, value);
    }
    check_value(&game, &superko(&game), "b1w2 b", -5);
}

/// A simple ko may not be taken back at once, but longer repetitions are draws.
fn simple_ko() -> RepetitionRule<GoSmall> {
    RepetitionRule {
        occurrences: 2,
        value: |game, positions| match positions.len() {
            ..=3 => (superko(game).value)(game, positions),
            _ => Score(0),
        },
        likeness: Some(Likeness {
            comes_back: |game, earlier, later| {
                superko(game).comes_back(game, earlier, later)
                    && game.status(earlier) == game.status(later)
            },
            place: |game, state| superko(game).place(game, state),
        }),
        irreversible: |_, _, _| false,
    }
}

/// What superko is about: positions that would be draws by repetition.
#[test]
fn superko_decides_the_named_positions() {
    for (board, position, value) in
        [("2x2", "start", 1), ("3x3", "send-two", -1), ("3x3", "kos", 9)]
    {
        let game = on(board);
        check_value(&game, &superko(&game), position, value);
        check_value(&game, &simple_ko(), position, 0);
    }
}

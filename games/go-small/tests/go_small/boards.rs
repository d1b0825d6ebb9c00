//! All boards of a size: how many there are, which can come after which, and how many games they
//! make, as Tromp and Farnebäck count them (Combinatorics of Go, 2007).

use super::{board, on, superko};
use phidelta_go_small::{GoSmall, PASS};
use phidelta_rules::{Game, Notation, legal_moves};
use std::collections::HashMap;

/// The boards that can be reached from the empty one, which is the first, and to which others each
/// leads by a stone of either colour.
struct Boards {
    texts: Vec<String>,
    after: Vec<Vec<usize>>,
}

impl Boards {
    fn of(game: &GoSmall) -> Self {
        let empty = board(game, &game.initial());
        let mut numbers = HashMap::from([(empty.clone(), 0)]);
        let mut boards = Boards { texts: vec![empty], after: Vec::new() };
        while boards.after.len() < boards.texts.len() {
            let text = boards.texts[boards.after.len()].clone();
            let mut after = Vec::new();
            for side in ["b", "w"] {
                let state = game.read(&format!("{text} {side}")).unwrap();
                for mv in legal_moves(game, &state).into_iter().filter(|&mv| mv != PASS) {
                    let mut next = state;
                    game.play(&mut next, mv);
                    let next = board(game, &next);
                    let number = *numbers.entry(next.clone()).or_insert(boards.texts.len());
                    if number == boards.texts.len() {
                        boards.texts.push(next);
                    }
                    after.push(number);
                }
            }
            boards.after.push(after);
        }
        boards
    }

    /// How many boards some board leads to, by one stone or more.
    fn reach(after: &[Vec<usize>], start: usize) -> usize {
        let mut reached = vec![false; after.len()];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for &next in &after[at] {
                if !reached[next] {
                    reached[next] = true;
                    open.push(next);
                }
            }
        }
        reached.into_iter().filter(|&reached| reached).count()
    }

    /// Which boards lead to each.
    fn before(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.after.len()];
        for (at, after) in self.after.iter().enumerate() {
            for &next in after {
                before[next].push(at);
            }
        }
        before
    }

    /// How many games there are that go on from the last board of this line without coming back.
    fn games(&self, line: &mut Vec<usize>) -> u64 {
        let mut games = 1;
        for &next in &self.after[line[line.len() - 1]] {
            if !line.contains(&next) {
                line.push(next);
                games += self.games(line);
                line.pop();
            }
        }
        games
    }
}

/// OEIS A094777 has the square boards.
#[test]
fn there_are_as_many_boards_as_tromp_counts() {
    for (parameters, count) in [
        ("1x1", 1),
        ("1x2", 5),
        ("1x3", 15),
        ("2x2", 57),
        ("2x3", 489),
        ("3x2", 489),
        ("3x3", 12675),
    ] {
        for suicide in ["", "suicide:"] {
            let boards = Boards::of(&on(&format!("{suicide}{parameters}")));
            assert_eq!(boards.texts.len(), count, "{suicide}{parameters}");
        }
    }
}

#[test]
fn there_are_as_many_games_as_tromp_counts() {
    for (parameters, count) in [("1x1", 1), ("1x2", 9), ("3x1", 907)] {
        for suicide in ["", "suicide:"] {
            let boards = Boards::of(&on(&format!("{suicide}{parameters}")));
            assert_eq!(boards.games(&mut vec![0]), count, "{suicide}{parameters}");
        }
    }
}

/// Without suicide, no board leads to the empty one; otherwise every board leads to every board with
/// stones. So the first stone is the one move that cannot be taken back.
#[test]
fn only_the_first_stone_is_irreversible() {
    for parameters in ["1x3", "4x1", "1x5", "2x2", "2x3", "3x3"] {
        for suicide in [false, true] {
            let game = on(&format!("{}{parameters}", if suicide { "suicide:" } else { "" }));
            let boards = Boards::of(&game);
            let count = boards.texts.len();
            let recurrent = count - !suicide as usize;
            assert_eq!(Boards::reach(&boards.after, 1), recurrent, "{parameters}");
            assert_eq!(Boards::reach(&boards.before(), 1), count, "{parameters}");

            let rule = superko(&game);
            for text in &boards.texts {
                for side in ["b", "w", "b pass", "w pass"] {
                    let state = game.read(&format!("{text} {side}")).unwrap();
                    for mv in legal_moves(&game, &state) {
                        let first = !suicide && *text == boards.texts[0] && mv != PASS;
                        assert_eq!((rule.irreversible)(&game, &state, mv), first, "{text} {side}");
                    }
                }
            }
        }
    }
}

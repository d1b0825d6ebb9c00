//! Sets of problems that come with the program: endgames of Lines of Action, easy and hard.
//!
//! `phidelta bench generate` made them; `pages/loa-sets.md` tells how.

/// The 488 easy endgames, as a file.
pub fn easy() -> &'static str {
    include_str!("../../data/loa-easy.tsv")
}

/// The 286 hard endgames, as a file.
pub fn hard() -> &'static str {
    include_str!("../../data/loa-hard.tsv")
}

/// The positions of a set, each with the nodes of the search by which it was chosen.
pub fn positions(set: &str) -> impl Iterator<Item = (&str, u64)> {
    lines(set).filter_map(|(_, line)| {
        let mut columns = line.split('\t');
        let position = columns.next()?;
        let nodes = columns.nth(1)?.parse().ok()?;
        Some((position, nodes))
    })
}

/// The lines of a set that say something to programs, with their numbers.
pub fn lines(set: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = set.lines().zip(1..).map(|(line, number)| (number, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::bench::generate::{Likeness, game};
    use phidelta_rules::{Game, Notation, Status};

    #[test]
    fn positions_are_legal_and_no_two_alike() {
        let game = game();
        let mut seen = BTreeSet::new();
        for (set, count) in [(easy(), 488), (hard(), 286)] {
            assert_eq!(positions(set).count(), count);
            assert_eq!(lines(set).count(), count);
            for (number, line) in lines(set) {
                let columns: Vec<&str> = line.split('\t').collect();
                assert!(columns.len() == 5 && columns[1] == "win", "line {number}");
                let state = game.read_position(columns[0]).unwrap();
                assert_eq!(game.write_position(&state), columns[0]);
                assert_eq!(game.status(&state), Status::Turn(state.turn()), "line {number}");
                assert!(seen.insert(Likeness::of(&state)), "line {number} is like another");
            }
        }
    }

    #[test]
    fn sets_are_spread_over_games() {
        for set in [easy(), hard()] {
            let mut games: Vec<&str> =
                lines(set).filter_map(|(_, line)| line.split('\t').nth(4)).collect();
            assert!(games.windows(3).all(|games| games[0] != games[2]));
            games.dedup();
            assert!(games.is_sorted_by_key(|game| game.parse::<u64>().unwrap()));
        }
    }

    #[test]
    fn the_hard_set_takes_ten_times_the_nodes() {
        let [easy, hard] = [easy(), hard()].map(|set| {
            let mut nodes: Vec<u64> = positions(set).map(|(_, nodes)| nodes).collect();
            nodes.sort_unstable();
            let logarithms: f64 = nodes.iter().map(|&nodes| (nodes as f64).ln()).sum();
            (nodes[nodes.len() / 2] as f64, (logarithms / nodes.len() as f64).exp())
        });
        assert!(hard.0 > 10.0 * easy.0 && hard.1 > 10.0 * easy.1, "{easy:?}, {hard:?}");
    }
}

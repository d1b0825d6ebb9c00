//! Keys that symmetric positions share: searches have less to do, and find the same.

use super::game;
use phidelta_connect::{Connect, State};
use phidelta_rules::{Area, Game, Goal, Outcome, Player};
use phidelta_search::{Control, Options, ProofStatus, Solver};
use phidelta_testing::certified;
use phidelta_testing::play::{self, Random};
use phidelta_testing::values;
use std::collections::HashSet;

/// All that a position becomes when it is mirrored, and where the board is square, turned.
fn images(game: &Connect, state: &State) -> Vec<State> {
    let size = game.size();
    let (right, top) = (size.columns - 1, size.rows - 1);
    let mut changes: Vec<&dyn Fn(usize, usize) -> usize> = Vec::new();
    let mirror = |column, row| size.square(right - column, row);
    let upside_down = |column, row| size.square(column, top - row);
    let quarter = |column, row| size.square(right - row, column);
    changes.extend([&mirror as &dyn Fn(usize, usize) -> usize, &upside_down]);
    if right == top {
        changes.push(&quarter);
    }
    let mut found = vec![*state];
    let mut at = 0;
    while at < found.len() {
        for change in &changes {
            let image = |square: usize| change(square % size.columns, square / size.columns);
            let stones = [Player::Max, Player::Min]
                .map(|player| found[at].stones(player).iter().map(image).collect::<Area>());
            let next = game.position(stones, state.turn(), state.left()).unwrap();
            if !found.contains(&next) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

#[test]
fn symmetric_positions_share_their_key_and_others_do_not() {
    let mut random = Random(8);
    for (size, most) in [("5x5x4x2x1", 8), ("6x4x4x2x1", 4)] {
        let (plain, symmetric) = (game(size), game(&format!("{size}:symmetric")));
        let mut keys: Vec<HashSet<u64>> = vec![HashSet::new(); 2];
        let mut classes: Vec<Vec<State>> = Vec::new();
        let mut largest = 0;
        for state in (0..4).flat_map(|_| play::random_game(&symmetric, &mut random)) {
            if classes.iter().any(|class| class.contains(&state)) {
                continue;
            }
            let class = images(&symmetric, &state);
            let key = symmetric.key(&state);
            assert!(class.iter().all(|image| symmetric.key(image) == key));
            assert!(keys[0].insert(key), "two classes share a key");
            for image in &class {
                assert!(keys[1].insert(plain.key(image)), "two positions share a key");
            }
            largest = largest.max(class.len());
            classes.push(class);
        }
        assert!(largest == most && classes.len() > 50, "{size}: {largest}, {}", classes.len());
    }
}

#[test]
fn searches_visit_fewer_nodes_and_find_the_same() {
    for size in ["4x4x3x2x1", "4x4x3x1x1"] {
        let mut nodes = Vec::new();
        let mut verdicts = HashSet::new();
        for parameters in [size.to_string(), format!("{size}:symmetric")] {
            let game = game(&parameters);
            let guide = None::<phidelta_rules::NoGuide>;
            let mut solver = Solver::new(&game, &guide, &Options::default()).unwrap();
            let goal = Goal::AtLeast(Outcome::MaxWins);
            let report = solver.prove(&game.initial(), goal, Control::none());
            certified(&mut solver, &game.initial(), goal, report.verdict == ProofStatus::Proved);
            nodes.push(report.counters.nodes);
            verdicts.insert(report.verdict == ProofStatus::Proved);
        }
        assert_eq!(verdicts.len(), 1, "{size}");
        assert!(nodes[1] * 2 < nodes[0], "{size}: {nodes:?}");
    }
}

/// Small boards, with all kinds of searches and hardly any memory.
#[test]
fn values_are_the_same() {
    for size in ["3x3x3x2x1", "3x3x3x1x1", "4x3x3x2x2", "3x4x4x2x1"] {
        let (plain, symmetric) = (game(size), game(&format!("{size}:symmetric")));
        let value = values::solve(&plain, &plain.initial());
        assert_eq!(values::solve(&symmetric, &symmetric.initial()), value, "{size}");
    }
}

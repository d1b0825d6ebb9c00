//! Trees in all layouts: the same nodes, made in the same order, which is the textbook's.

use phidelta_rules::{Game, Goal, Notation, Outcome, Score};
use phidelta_search::layouts::{Grown, Layout, grow};
use phidelta_search::{Backup, ProofStatus, Stopped};
use phidelta_uttt::Uttt;

use crate::graph::{At, Graph, Noting, Wide};
use crate::trees::textbook;

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));
const WIN: Goal<Outcome> = Goal::AtLeast(Outcome::MaxWins);
/// More nodes than any of the graphs has lines of play.
const ENOUGH: u64 = 1 << 20;
const MIDDLE: &str = "X;@.....X..;......O.O/X....X.../...O..OO./OOXX..X../....XOOX./...XO..../........./X.....O.X/\
                      ..XOO....";

/// What must be the same in all layouts.
fn gist(grown: &Grown) -> impl PartialEq + std::fmt::Debug + use<> {
    (grown.nodes, grown.expansions, grown.root, grown.verdict)
}

fn random_graph(seed: u64) -> Graph {
    match seed % 3 {
        0 => Graph::random(seed, 300, true, 1),
        1 => Graph::random(seed, 120, false, 1),
        _ => Graph::full_tree(seed, 6, 2),
    }
}

#[test]
fn leaves_are_expanded_in_the_order_of_the_textbook() {
    let mut compared = 0;
    for seed in 0..90 {
        let graph = match seed % 2 {
            0 => Graph::random(seed, 300, true, 1),
            _ => Graph::full_tree(seed, 6, 2),
        };
        let order = textbook(&graph, Backup::Sum);
        for layout in Layout::ALL {
            let noting = Noting::new(&graph);
            let grown = grow(layout, &noting, &At(0), GOAL, ENOUGH).unwrap();
            assert_eq!(noting.expanded.take(), order, "seed {seed}, {layout:?}");
            assert_eq!(grown.expansions, order.len() as u64);
            let proved = graph.values()[0] >= 1;
            assert_eq!(grown.verdict == ProofStatus::Proved, proved, "seed {seed}, {layout:?}");
        }
        compared += order.len();
    }
    assert!(compared > 1_000, "only {compared} expansions compared");
}

#[test]
fn all_layouts_stop_at_the_same_node() {
    for seed in 0..90 {
        let graph = random_graph(seed);
        for most in [0, 1, 10, 40, ENOUGH] {
            let [first, others @ ..] =
                Layout::ALL.map(|layout| grow(layout, &Wide(&graph), &At(0), GOAL, most).unwrap());
            for (other, layout) in others.iter().zip(&Layout::ALL[1..]) {
                assert_eq!(gist(other), gist(&first), "seed {seed}, {most} nodes, {layout:?}");
            }
        }
    }
}

#[test]
fn nodes_of_ultimate_tic_tac_toe_shrink_as_published() {
    for (position, most) in [("start", 30_000), (MIDDLE, 60_000)] {
        let state = Uttt.read(position).unwrap();
        let grown = Layout::ALL.map(|layout| grow(layout, &Uttt, &state, WIN, most).unwrap());
        for (one, layout) in grown.iter().zip(Layout::ALL) {
            assert_eq!(gist(one), gist(&grown[0]), "{layout:?}");
            assert_eq!(one.verdict, ProofStatus::Unknown(Stopped::Nodes));
            assert!(one.nodes >= most && one.nodes < most + 81);
        }
        assert_eq!(grown.map(|grown| grown.node_bytes), [64, 64, 24, 24, 20, 20]);
        // A node of 64 bytes and the pointer to it are the published 72.
        let [boxed, indexed, moves, no_parent, siblings, program] =
            grown.map(|grown| grown.bytes_per_node());
        assert!(boxed > 72.0 && boxed < 80.0, "{boxed}");
        assert!(indexed > 68.0 && indexed < boxed, "{indexed}");
        assert!(moves > 28.0 && moves < 36.0, "{moves}");
        assert_eq!(moves, no_parent, "it was between two words of eight bytes");
        assert!((siblings - 20.0).abs() < 0.01, "{siblings}");
        assert!(program < 20.01, "{program}");
    }
}

#[test]
fn a_finished_game_needs_no_tree() {
    let graph = Graph::full_tree(1, 1, 2);
    let end = (0..graph.nodes.len() as u32).find(|&id| graph.nodes[id as usize].ends_at_once);
    let end = At(end.expect("a tree has ends"));
    assert!(matches!(graph.status(&end), phidelta_rules::Status::Over(_)));
    for layout in Layout::ALL {
        let grown = grow(layout, &graph, &end, GOAL, 100).unwrap();
        assert_eq!((grown.nodes, grown.expansions), (0, 0), "{layout:?}");
        assert_ne!(grown.verdict, ProofStatus::Unknown(Stopped::Nodes), "{layout:?}");
    }
}

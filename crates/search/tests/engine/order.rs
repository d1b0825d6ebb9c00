//! If everything fits into the table and the threshold is + 1, df-pn expands nodes in the order of
//! best-first proof-number search: each time a most-proving node (Pawlewicz & Lew 2007, § 2.2).
//!
//! The textbook search keeps the whole tree and recomputes every number after each expansion. It
//! follows df-pn's expansions, and checks that each could have been its own.

use phidelta_rules::{Goal, NoGuide, Player, Score};
use phidelta_search::{
    Control, Init, Ledger, Options, ProofStatus, Search, Step, Table, TableSize,
};

use crate::certify;
use crate::graph::{At, Graph, Noting};

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));

/// The textbook: numbers of every node from its expanded descendants.
struct Textbook<'a> {
    graph: &'a Graph,
    expanded: Vec<bool>,
    numbers: Vec<(u64, u64)>,
}

const INFINITE: u64 = 1 << 60;

impl Textbook<'_> {
    fn recompute(&mut self) {
        for id in (0..self.graph.nodes.len()).rev() {
            let node = &self.graph.nodes[id];
            let settled = |value| if value >= 1 { (0, INFINITE) } else { (INFINITE, 0) };
            let children = || node.children.iter().map(|&child| self.numbers[child as usize]);
            let least = |numbers: &mut dyn Iterator<Item = u64>| numbers.min().unwrap();
            let sum = |numbers: &mut dyn Iterator<Item = u64>| numbers.sum::<u64>().min(INFINITE);
            self.numbers[id] = if node.ends_at_once {
                settled(node.value)
            } else if !self.expanded[id] {
                (1, 1)
            } else if node.children.is_empty() {
                settled(node.value)
            } else if node.turn == Player::Max {
                (least(&mut children().map(|n| n.0)), sum(&mut children().map(|n| n.1)))
            } else {
                (sum(&mut children().map(|n| n.0)), least(&mut children().map(|n| n.1)))
            };
        }
    }

    /// Whether `leaf` is a most-proving node: on the way from the root to it, each step goes to
    /// a child with the smallest number on the side of the player who chooses.
    fn is_most_proving(&self, leaf: u32, parents: &[u32]) -> bool {
        let mut child = leaf;
        while child != 0 {
            let parent = parents[child as usize];
            let node = &self.graph.nodes[parent as usize];
            let number = |id: u32| {
                let (proof, disproof) = self.numbers[id as usize];
                if node.turn == Player::Max { proof } else { disproof }
            };
            if node.children.iter().any(|&other| number(other) < number(child)) {
                return false;
            }
            child = parent;
        }
        true
    }
}

#[test]
fn df_pn_expands_most_proving_nodes() {
    let mut compared = 0;
    for seed in 0..200 {
        let graph = match seed % 2 {
            0 => Graph::random(seed, 300, true, 1),
            _ => Graph::full_tree(seed, 6, 2),
        };
        let mut parents = vec![0; graph.nodes.len()];
        for (id, node) in graph.nodes.iter().enumerate() {
            for &child in &node.children {
                parents[child as usize] = id as u32;
            }
        }
        let noting = Noting::new(&graph);
        let options = Options {
            step: Step::Plus(1),
            init: Init::Unit,
            table: TableSize::Entries(1 << 14),
            ..Options::default()
        };
        let question = Ledger::default().ask(GOAL).unwrap();
        let mut table = Table::new(&options).unwrap();
        let mut search = Search::new(&noting, &NoGuide, &options, &question, &mut table, &At(0));
        let verdict = search.run(&mut Control::none());
        certify::found(&graph, &options, GOAL, verdict);
        let replaced = search.counters().replaced;
        assert_eq!(replaced, 0, "everything must fit");

        let size = graph.nodes.len();
        let numbers = vec![(1, 1); size];
        let mut textbook = Textbook { graph: &graph, expanded: vec![false; size], numbers };
        textbook.recompute();
        for leaf in noting.expanded.take() {
            if textbook.expanded[leaf as usize] {
                continue;
            }
            let (proof, disproof) = textbook.numbers[0];
            assert!(proof != 0 && disproof != 0, "seed {seed}: expanded after the solution");
            assert!(textbook.is_most_proving(leaf, &parents), "seed {seed}: node {leaf}");
            textbook.expanded[leaf as usize] = true;
            textbook.recompute();
            compared += 1;
        }
        let solved = if verdict == ProofStatus::Proved { (0, INFINITE) } else { (INFINITE, 0) };
        assert_eq!(textbook.numbers[0], solved, "seed {seed}");
    }
    assert!(compared > 3000, "only {compared} expansions compared");
}

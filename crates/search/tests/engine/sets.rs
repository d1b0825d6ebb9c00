//! Proof-set search, against the oracle and against sets that are made anew each time.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta_rules::{Goal, NoGuide, Player, Score};
use phidelta_search::{
    Backup, Control, Deep, Init, Limits, Method, Options, OptionsError, ProofStatus, Solver,
    SolverError, Stopped, TableSize, Widths,
};
use phidelta_testing::{Arena, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::certify;
use crate::graph::{At, Graph, Noting, random_options};

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));

fn plain() -> Options {
    let (method, backup, init) = (Method::Pn, Backup::Sets, Init::Unit);
    Options { method, backup, init, table: TableSize::Bytes(1 << 24), ..Options::default() }
}

fn truth(graph: &Graph) -> ProofStatus {
    if graph.values()[0] >= 1 { ProofStatus::Proved } else { ProofStatus::Disproved }
}

/// All sets anew after each expansion; then from the root to the first of the smallest.
fn textbook(graph: &Graph) -> Vec<u32> {
    type Set = Option<BTreeSet<u32>>;
    let size = |set: &Set| set.as_ref().map_or(usize::MAX, BTreeSet::len);
    let mut expanded = vec![false; graph.nodes.len()];
    let mut order = Vec::new();
    loop {
        let mut sets: Vec<[Set; 2]> = vec![[None, None]; graph.nodes.len()];
        for (id, node) in graph.nodes.iter().enumerate().rev() {
            if node.ends_at_once || expanded[id] && node.children.is_empty() {
                sets[id][usize::from(node.value < 1)] = Some(BTreeSet::new());
            } else if !expanded[id] {
                sets[id] = [(); 2].map(|()| Some(BTreeSet::from([id as u32])));
            } else {
                let least = usize::from(node.turn == Player::Min);
                let children = node.children.iter().map(|&child| &sets[child as usize]);
                let smallest =
                    children.clone().map(|sets| &sets[least]).min_by_key(|set| size(set));
                let union = children.map(|sets| sets[1 - least].clone());
                let union = union.reduce(|one, other| Some(&one? | &other?)).unwrap();
                let mut both = [None, None];
                (both[least], both[1 - least]) = (smallest.unwrap().clone(), union);
                sets[id] = both;
            }
        }
        if sets[0].contains(&None) {
            return order;
        }
        let mut at = 0;
        while expanded[at] {
            let node = &graph.nodes[at];
            let least = usize::from(node.turn == Player::Min);
            let number = |&&child: &&u32| size(&sets[child as usize][least]);
            at = *node.children.iter().min_by_key(number).unwrap() as usize;
        }
        assert!(sets[0].iter().all(|set| set.as_ref().unwrap().contains(&(at as u32))));
        expanded[at] = true;
        order.push(at as u32);
    }
}

#[test]
fn the_leaves_are_those_of_the_textbook_in_its_order() {
    let mut compared = 0;
    for seed in 0..200 {
        let graph = match seed % 4 {
            0 => Graph::random(seed, 200, true, 1),
            1 => Graph::random(seed, 80, false, 2),
            2 => Graph::ladder(seed, 60),
            _ => Graph::diamonds(2 + seed as u32 % 9),
        };
        let noting = Noting::new(&graph);
        let mut solver = Solver::new(&noting, &NoGuide, &plain()).unwrap();
        let question = solver.question(GOAL);
        solver.ask(&At(0), &question, &mut Control::none());
        let order = textbook(&graph);
        assert_eq!(noting.expanded.take(), order, "seed {seed}");
        compared += order.len();
    }
    assert!(compared > 2000, "only {compared} expansions compared");
}

#[test]
fn all_agree_with_the_oracle() {
    let mut random = StdRng::seed_from_u64(6);
    for seed in 0..1500 {
        let tree = seed % 3 == 0;
        let size = random.random_range(1..=if tree { 250 } else { 60 });
        let outcomes = random.random_range(1..=4);
        let graph = Graph::random(seed, size, tree, outcomes);
        let Options { method, backup, table, .. } = plain();
        let options = Options { method, backup, table, ..random_options(&mut random) };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let report = solver.value(&At(0), Control::none());
        let values = graph.values();
        assert_eq!(report.value(), Some(Score(values[0])), "seed {seed}, {options:?}");
        for &node in &report.line {
            assert_eq!(values[node as usize], values[0], "seed {seed}: the line keeps the value");
        }
        certify::value(&mut solver, &At(0), &report);
    }
}

/// Sets that are truncated mislead, but the answer stays.
#[test]
fn large_graphs_agree_with_the_oracle() {
    for seed in 0..6 {
        let graph = match seed % 2 {
            0 => Graph::full_tree(seed, 14, 2),
            _ => Graph::random(seed, 20_000, false, 1),
        };
        let mut solver = Solver::new(&graph, &NoGuide, &plain()).unwrap();
        let report = certify::prove(&mut solver, &At(0), GOAL, Control::none());
        assert_eq!(report.verdict, truth(&graph), "seed {seed}");
    }
}

/// Whatever the room, a search ends: with the truth, or for want of memory; and takes no more.
#[test]
fn any_room_is_enough_to_end() {
    let mut random = StdRng::seed_from_u64(9);
    let (mut stopped, mut solved) = (0, 0);
    for seed in 0..300 {
        let graph = Graph::random(seed, 200, seed % 2 == 0, 1);
        let entries = random.random_range(4..600);
        let mut options = Options { table: TableSize::Entries(entries), ..plain() };
        options.deep = random.random_bool(0.3).then_some(Deep { e: 2, d: 3 });
        options.widths = Widths { key_bits: 8, infinity: 255 };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let report = certify::prove(&mut solver, &At(0), GOAL, Control::none());
        match report.verdict {
            ProofStatus::Unknown(Stopped::Memory) => stopped += 1,
            verdict => {
                assert_eq!(verdict, truth(&graph), "seed {seed}");
                solved += 1;
            }
        }
        let table = report.table;
        assert!(table.used <= table.entries && table.bytes <= 16 * entries, "seed {seed}");
    }
    assert!(stopped > 50 && solved > 50, "{stopped} stopped, {solved} solved");
}

#[test]
fn limits_and_interrupts_are_kept_to() {
    let graph = Graph::full_tree(1, 14, 2);
    let mut solver = Solver::new(&graph, &NoGuide, &plain()).unwrap();
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let report = solver.prove(&At(0), GOAL, Control::new(limits));
    assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Nodes));
    assert!((100..102).contains(&report.counters.nodes), "{}", report.counters.nodes);
    let flag = AtomicBool::new(false);
    let mut heard = 0;
    let mut listener = |progress: &phidelta_search::Progress<'_, u32>| {
        heard += 1;
        assert!(progress.nodes > 0 && progress.table_used > 0 && !progress.line.is_empty());
        flag.store(true, Ordering::Relaxed);
    };
    let graph = Graph::full_tree(1, 20, 2);
    let options = Options { table: TableSize::Bytes(1 << 30), ..plain() };
    let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
    let control = Control::none().interrupted_by(&flag).listened_by(&mut listener);
    let report = solver.prove(&At(0), GOAL, control);
    assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Interrupt));
    assert_eq!(heard, 1);
}

#[test]
fn games_whose_positions_come_back_are_refused() {
    let refused = |rule| {
        let arena = Arena { graph: Graph::cyclic(1, 8, 1), rule };
        let solver = Solver::new(&arena, &NoGuide, &plain());
        matches!(solver.err(), Some(SolverError::Options(OptionsError::CyclicSets)))
    };
    assert!(refused(Rule::Endless(0)) && refused(Rule::MoverLoses) && refused(Rule::ByCycle));
    let arena = Arena { graph: Graph::random(1, 40, false, 1), rule: Rule::Never };
    let mut solver = Solver::new(&arena, &NoGuide, &plain()).unwrap();
    let report = solver.prove(&At(0), GOAL, Control::none());
    assert_eq!(report.verdict, truth(&arena.graph));
}

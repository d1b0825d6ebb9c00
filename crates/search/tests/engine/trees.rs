//! Searches that keep their tree in memory, against the oracle and against the textbook.

use std::sync::atomic::AtomicBool;

use phidelta_rules::{Goal, NoGuide, Player, Score};
use phidelta_search::{
    Backup, Control, Deep, Init, Limits, Method, Options, OptionsError, ProofStatus, SecondLevel,
    Solver, Stopped, TableSize,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::certify;
use crate::graph::{At, Graph, Noting, Wide, random_options};

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));
const TREES: [Method; 4] = [Method::Pn, Method::Pn2, Method::DeepPn, Method::PnDfPn];

fn plain(method: Method) -> Options {
    let table = TableSize::Entries(1 << 18);
    Options {
        method,
        init: Init::Unit,
        table,
        second: SecondLevel::Fixed(50),
        job_nodes: 20,
        ..Options::default()
    }
}

fn verdict(graph: &Graph, options: &Options) -> ProofStatus {
    let mut solver = Solver::new(graph, &NoGuide, options).unwrap();
    certify::prove(&mut solver, &At(0), GOAL, Control::none()).verdict
}

fn truth(graph: &Graph) -> ProofStatus {
    if graph.values()[0] >= 1 { ProofStatus::Proved } else { ProofStatus::Disproved }
}

/// The textbook: after each expansion, all numbers anew; then from the root to the first of the
/// smallest, down to a leaf.
pub fn textbook(graph: &Graph, backup: Backup) -> Vec<u32> {
    const INFINITE: u64 = 1 << 40;
    let mut expanded = vec![false; graph.nodes.len()];
    let mut order = Vec::new();
    loop {
        let mut numbers = vec![(1u64, 1u64); graph.nodes.len()];
        for (id, node) in graph.nodes.iter().enumerate().rev() {
            let settled = if node.value >= 1 { (0, INFINITE) } else { (INFINITE, 0) };
            if node.ends_at_once || (expanded[id] && node.children.is_empty()) {
                numbers[id] = settled;
            } else if expanded[id] {
                let side = |max: bool| {
                    node.children
                        .iter()
                        .map(|&c| numbers[c as usize])
                        .map(move |(p, d)| if max { p } else { d })
                };
                let is_max = node.turn == Player::Max;
                let least = side(is_max).min().unwrap();
                let other: Vec<u64> = side(!is_max).collect();
                let mut open: Vec<(u64, u64)> =
                    side(is_max).zip(side(!is_max)).filter(|pair| pair.0 != INFINITE).collect();
                let total = if other.contains(&INFINITE) {
                    INFINITE
                } else {
                    match backup {
                        Backup::Sum => other.iter().sum(),
                        Backup::Weak => {
                            let unsolved = open.len() as u64;
                            other.iter().max().unwrap() + unsolved.saturating_sub(1)
                        }
                        Backup::Best(most) => {
                            open.sort_by_key(|pair| pair.0);
                            open.iter().take(most as usize).map(|pair| pair.1).sum()
                        }
                        Backup::Factor(factor) => {
                            open.sort_by_key(|pair| pair.0);
                            let counted = 1 + (open.len() * factor as usize).div_ceil(1000);
                            open.iter().take(counted).map(|pair| pair.1).sum()
                        }
                        other => unreachable!("{other:?} is not in the textbook"),
                    }
                };
                let least = if total == INFINITE { 0 } else { least };
                numbers[id] = if is_max { (least, total) } else { (total, least) };
            }
        }
        if numbers[0].0 == INFINITE || numbers[0].1 == INFINITE {
            return order;
        }
        let mut at = 0;
        while expanded[at] {
            let node = &graph.nodes[at];
            let number = |&&child: &&u32| {
                let (proof, disproof) = numbers[child as usize];
                if node.turn == Player::Max { proof } else { disproof }
            };
            at = *node.children.iter().min_by_key(number).unwrap() as usize;
        }
        expanded[at] = true;
        order.push(at as u32);
    }
}

fn expansions(graph: &Graph, options: &Options) -> Vec<u32> {
    let noting = Noting::new(graph);
    let mut solver = Solver::new(&noting, &NoGuide, options).unwrap();
    let question = solver.question(GOAL);
    solver.ask(&At(0), &question, &mut Control::none());
    noting.expanded.take()
}

/// Staying deep in the tree changes the work, not the search: the same leaves in the same order.
#[test]
fn the_leaves_are_those_of_the_textbook_in_its_order() {
    let (mut compared, mut updates, mut textbook_updates) = (0, 0, 0);
    for seed in 0..300 {
        let graph = match seed % 3 {
            0 => Graph::random(seed, 300, true, 1),
            1 => Graph::random(seed, 80, true, 3),
            _ => Graph::full_tree(seed, 6, 2),
        };
        for backup in
            [Backup::Sum, Backup::Weak, Backup::Best(1), Backup::Best(2), Backup::Factor(400)]
        {
            let options = Options { backup, ..plain(Method::Pn) };
            let order = textbook(&graph, backup);
            assert_eq!(expansions(&graph, &options), order, "seed {seed}, {backup:?}");
            compared += order.len();
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let report = solver.prove(&At(0), GOAL, Control::none());
            updates += report.counters.updates;
            // From each leaf to the root.
            let mut depths = vec![1u64; graph.nodes.len()];
            for (id, node) in graph.nodes.iter().enumerate() {
                node.children.iter().for_each(|&child| depths[child as usize] = depths[id] + 1);
            }
            textbook_updates += order.iter().map(|&leaf| depths[leaf as usize]).sum::<u64>();
        }
    }
    assert!(compared > 10_000, "only {compared} expansions compared");
    assert!(updates < textbook_updates, "{updates} updates, the textbook {textbook_updates}");
}

/// With R = 1, DeepPN is PN search.
#[test]
fn deep_pn_with_r_of_1_is_best_first() {
    for seed in 0..100 {
        let graph = Graph::random(seed, 300, true, 1);
        let deep = Options { r: 1.0, ..plain(Method::DeepPn) };
        assert_eq!(
            expansions(&graph, &deep),
            expansions(&graph, &plain(Method::Pn)),
            "seed {seed}"
        );
    }
}

#[test]
fn all_agree_with_the_oracle() {
    let mut random = StdRng::seed_from_u64(4);
    for seed in 0..600 {
        let (size, tree) = if seed % 2 == 0 { (200, true) } else { (40, false) };
        let graph = Graph::random(seed, size, tree, 1 + (seed % 3) as i32);
        for method in TREES.into_iter().chain([Method::PdsPn]) {
            let mut options = Options {
                method,
                table: TableSize::Entries(1 << 16),
                second: SecondLevel::Fixed(random.random_range(0..200)),
                r: random.random_range(0.0..=1.0),
                job_nodes: random.random_range(1..50),
                ..random_options(&mut random)
            };
            if options.check() == Err(OptionsError::Snda) {
                options.backup = Backup::Best(3);
            }
            assert_eq!(verdict(&graph, &options), truth(&graph), "seed {seed}: {options:?}");
        }
    }
}

/// Values, lines of play and best moves come from trees as from tables.
#[test]
fn values_and_lines_come_from_trees() {
    for seed in 0..200 {
        let graph = Graph::random(seed, 60, false, 4);
        let values = graph.values();
        for method in TREES.into_iter().chain([Method::PdsPn]) {
            let mut solver = Solver::new(&graph, &NoGuide, &plain(method)).unwrap();
            let report = solver.value(&At(0), Control::none());
            certify::value(&mut solver, &At(0), &report);
            assert_eq!(report.value(), Some(Score(values[0])), "seed {seed}, {method:?}");
            for &node in &report.line {
                assert_eq!(
                    values[node as usize], values[0],
                    "seed {seed}, {method:?}: the line keeps the value"
                );
            }
        }
    }
}

/// Moves that do not fit into a node are found again by their place: nothing else is different.
#[test]
fn wide_moves_change_nothing() {
    for seed in 0..100 {
        let graph = Graph::random(seed, 200, seed % 2 == 0, 1);
        let wide = Wide(&graph);
        for method in TREES.into_iter().chain([Method::PdsPn]) {
            let options = plain(method);
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let report = solver.prove(&At(0), GOAL, Control::none());
            assert_eq!(report.verdict, truth(&graph), "seed {seed}, {method:?}");
            let mut solver = Solver::new(&wide, &NoGuide, &options).unwrap();
            let other = solver.prove(&At(0), GOAL, Control::none());
            assert_eq!(other.verdict, report.verdict, "seed {seed}, {method:?}");
            assert_eq!(other.counters, report.counters, "seed {seed}, {method:?}");
            let line: Vec<u32> = other.line.iter().map(|&[child, _]| child as u32).collect();
            assert_eq!(line, report.line, "seed {seed}, {method:?}");
        }
    }
}

/// A tree in too little memory stops, and says why; with a second level it goes on.
#[test]
fn tiny_trees_stop_and_second_levels_go_on() {
    let (mut stopped, mut saved) = (0, 0);
    for seed in 0..200 {
        let graph = Graph::full_tree(seed, 8, 2);
        let tiny = |method| Options { table: TableSize::Entries(64), ..plain(method) };
        let pn = verdict(&graph, &tiny(Method::Pn));
        let pn2 = verdict(&graph, &tiny(Method::Pn2));
        for answer in [pn, pn2] {
            assert!(
                answer == truth(&graph) || answer == ProofStatus::Unknown(Stopped::Memory),
                "seed {seed}"
            );
        }
        stopped += u32::from(pn != truth(&graph));
        saved += u32::from(pn != truth(&graph) && pn2 == truth(&graph));
        // These remember what they need elsewhere.
        let pds_pn = Options { table: TableSize::Entries(64), ..plain(Method::PdsPn) };
        assert_eq!(verdict(&graph, &pds_pn), truth(&graph), "seed {seed}");
    }
    assert!(stopped > 20, "{stopped} of 200 outgrew 64 nodes");
    assert!(saved * 2 > stopped, "{saved} of {stopped} solved by a second level");
}

/// Whatever the room and the branching, a search ends: with the truth, or for want of memory.
#[test]
fn any_room_is_enough_to_end() {
    let mut random = StdRng::seed_from_u64(9);
    for seed in 0..150 {
        let graph = Graph::full_tree(seed, 3, 7);
        for method in TREES.into_iter().chain([Method::PdsPn]) {
            let entries = random.random_range(4..40);
            let options = Options {
                table: TableSize::Entries(entries),
                backup: if random.random() { Backup::Sum } else { Backup::Weak },
                deep: random.random_bool(0.3).then_some(Deep { e: 2, d: 3 }),
                ..plain(method)
            };
            let answer = verdict(&graph, &options);
            let fair = answer == truth(&graph) || answer == ProofStatus::Unknown(Stopped::Memory);
            assert!(fair, "seed {seed}, {method:?}, {entries} entries: {answer:?}");
        }
    }
}

/// Positions that share a key may mislead df-pn at the leaves, but not stop it.
#[test]
fn shared_keys_do_not_stop_jobs() {
    for seed in 0..40 {
        let graph = Graph::random(seed, 3000, true, 1);
        let mut options = plain(Method::PnDfPn);
        options.widths.key_bits = 6;
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        solver.prove(&At(0), GOAL, Control::new(limits));
    }
}

/// Limits hold to the node where they can, and a stopped search says why.
#[test]
fn trees_keep_to_their_limits() {
    let graph = Graph::full_tree(1, 12, 2);
    for method in TREES {
        let mut solver = Solver::new(&graph, &NoGuide, &plain(method)).unwrap();
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let report = solver.prove(&At(0), GOAL, Control::new(limits));
        assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Nodes), "{method:?}");
        let nodes = report.counters.nodes;
        assert!((100..200).contains(&nodes), "{method:?}: {nodes}");
        let stop = AtomicBool::new(true);
        let report = solver.prove(&At(0), GOAL, Control::none().interrupted_by(&stop));
        assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Interrupt), "{method:?}");
    }
}

/// Dropping moves never goes unnoticed.
#[test]
fn dropped_moves_are_told() {
    let (mut wrong, mut dropped) = (0, 0);
    for seed in 0..200 {
        let graph = Graph::full_tree(seed, 8, 2);
        let options = Options { table: TableSize::Entries(48), prune: true, ..plain(Method::Pn) };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let report = solver.prove(&At(0), GOAL, Control::none());
        dropped += u32::from(report.counters.pruned > 0);
        if report.verdict != truth(&graph) {
            assert!(report.counters.pruned > 0, "seed {seed}");
            wrong += 1;
        }
    }
    assert!(dropped > 20 && wrong > 0, "{dropped} with dropped moves, {wrong} of them wrong");
}

/// Deep(E, D) and weak numbers work in trees too.
#[test]
fn deep_numbers_work_in_trees() {
    for seed in 0..100 {
        let graph = Graph::random(seed, 200, true, 1);
        for (e, d) in [(0, 0), (2, 6), (7, 4)] {
            for method in TREES {
                let options = Options { deep: Some(Deep { e, d }), ..plain(method) };
                assert_eq!(
                    verdict(&graph, &options),
                    truth(&graph),
                    "seed {seed}, {method:?}, {e} {d}"
                );
            }
        }
    }
}

//! Stops and continuations, long lines, and the same counts run after run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use phidelta_rules::{Goal, NoGuide, Player, Score};
use phidelta_search::{
    Control, Counters, Ledger, Limits, Method, Options, ProofStatus, Search, SecondLevel, Solver,
    Stopped, Table, TableSize,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::certify;
use crate::graph::{At, Graph, Node, random_options, random_table_options};

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));
/// A search that is stopped at random moments and goes on does exactly what one does that is
/// never stopped.
#[test]
fn stops_change_nothing() {
    for seed in 0..400 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.5);
        let graph = Graph::random(seed, if tree { 250 } else { 50 }, tree, 2);
        let options = random_table_options(&mut random);
        let question = Ledger::default().ask(GOAL).unwrap();

        let mut table = Table::new(&options).unwrap();
        let mut whole = Search::new(&graph, &NoGuide, &options, &question, &mut table, &At(0));
        let verdict = whole.run(&mut Control::none());
        let counters = whole.counters();
        certify::found(&graph, &options, GOAL, verdict);

        let mut table = Table::new(&options).unwrap();
        let mut parts = Search::new(&graph, &NoGuide, &options, &question, &mut table, &At(0));
        loop {
            let limits = Limits { nodes: Some(random.random_range(1..200)), ..Limits::default() };
            let part = parts.run(&mut Control::new(limits));
            if part != ProofStatus::Unknown(Stopped::Nodes) {
                assert_eq!(part, verdict, "seed {seed}");
                break;
            }
        }
        assert_eq!(parts.counters(), counters, "seed {seed}, {options:?}");
    }
}

/// The same for all methods, through a solver: trees too, and trees at leaves, go on where they
/// were.
#[test]
fn stops_change_nothing_whatever_the_method() {
    let mut stops = 0;
    for seed in 0..600 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.5);
        let graph = Graph::random(seed, if tree { 250 } else { 40 }, tree, 2);
        let options = random_options(&mut random);
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let question = solver.question(GOAL);
        let whole = solver.ask(&At(0), &question, &mut Control::none());
        certify::answer(&mut solver, &At(0), GOAL, whole.verdict);

        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let question = solver.question(GOAL);
        let mut inquiry = solver.begin(&At(0), &question);
        let parts = loop {
            let nodes = Some(random.random_range(1..30));
            let found = inquiry.run(&mut Control::new(Limits { nodes, ..Limits::default() }));
            if found.verdict != ProofStatus::Unknown(Stopped::Nodes) {
                break found;
            }
            stops += 1;
        };
        assert_eq!(parts.verdict, whole.verdict, "seed {seed}, {options:?}");
        // A stop looks at the numbers of the line: it may see the end before the way back is made.
        let updates = whole.counters.updates.min(parts.counters.updates);
        let counters = Counters { updates, ..whole.counters };
        assert_eq!(parts.counters, counters, "seed {seed}, {options:?}");
        assert_eq!((parts.root, parts.best), (whole.root, whole.best), "seed {seed}");
    }
    assert!(stops > 500, "only {stops} stops");
}

#[test]
fn the_same_search_twice_counts_the_same() {
    let (large, small) = (Graph::random(5, 3000, false, 3), Graph::random(5, 3000, true, 3));
    let graph_of = |method: Method| if method.grows_a_tree() { &small } else { &large };
    for method in Method::ALL {
        let options = Options { method, ..Options::default() };
        let count = || {
            let mut solver = Solver::new(graph_of(method), &NoGuide, &options).unwrap();
            let report = solver.value(&At(0), Control::none());
            certify::value(&mut solver, &At(0), &report);
            report.counters
        };
        assert_eq!(count(), count(), "{method:?}");
    }
}

/// A tree of the second level is as large as you like, and stops all the same.
#[test]
fn trees_at_leaves_stop() {
    let graph = Graph::full_tree(1, 18, 2);
    for method in [Method::Pn2, Method::PdsPn] {
        let (second, table) = (SecondLevel::Fixed(u32::MAX), TableSize::Entries(1 << 20));
        let options = Options { method, second, table, ..Options::default() };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let report = solver.prove(&At(0), GOAL, Control::new(limits));
        assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Nodes), "{method:?}");
        assert!((1000..1002).contains(&report.counters.nodes), "{method:?}");
    }
}

/// The limit of the stack holds while a tree grows.
#[test]
fn trees_keep_to_the_limit_of_the_stack() {
    const LENGTH: u32 = 100_000;
    let graph = chain(LENGTH);
    for method in [Method::Pn, Method::Pn2, Method::DeepPn, Method::PdsPn] {
        let second = SecondLevel::Fixed(u32::MAX);
        let table = TableSize::Entries(1 << 20);
        let options = Options { method, second, table, ..Options::default() };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let limits = Limits { stack_bytes: Some(100_000), ..Limits::default() };
        let report = solver.prove(&At(0), GOAL, Control::new(limits));
        assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Memory), "{method:?}");
        assert!(report.counters.deepest < 10_000, "{method:?}");
        if method != Method::DeepPn {
            let report = solver.prove(&At(0), GOAL, Control::none());
            assert_eq!(report.verdict, ProofStatus::Proved, "{method:?}");
        }
    }
}

/// A graph with a single line of play.
fn chain(length: u32) -> Graph {
    let mut nodes: Vec<Node> = (0..length)
        .map(|id| Node {
            turn: if id % 3 == 0 { Player::Max } else { Player::Min },
            children: vec![id + 1],
            value: 0,
            ends_at_once: false,
        })
        .collect();
    nodes.push(Node { turn: Player::Max, children: vec![], value: 1, ends_at_once: true });
    Graph { nodes }
}

/// A line of 100,000 plies: no call per ply.
#[test]
fn long_lines_do_not_overflow() {
    const LENGTH: u32 = 100_000;
    let graph = chain(LENGTH);
    for entries in [4, 1 << 20] {
        let options = Options { table: TableSize::Entries(entries), ..Options::default() };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let report = certify::prove(&mut solver, &At(0), GOAL, Control::none());
        assert_eq!(report.verdict, ProofStatus::Proved);
        assert_eq!(report.counters.nodes, u64::from(LENGTH));
        assert_eq!(report.counters.deepest, LENGTH as usize);
        assert!(report.line.len() >= 4);
    }
}

#[test]
fn each_limit_gives_its_reason() {
    let graph = Graph::full_tree(1, 14, 2);
    let run = |limits: Limits, interrupted: bool| {
        let flag = AtomicBool::new(interrupted);
        let options = Options { table: TableSize::Entries(4), ..Options::default() };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let report = solver.prove(&At(0), GOAL, Control::new(limits).interrupted_by(&flag));
        (report.verdict, report.counters.nodes)
    };
    let none = Limits::default();
    let (verdict, nodes) = run(Limits { nodes: Some(1000), ..none }, false);
    assert_eq!((verdict, nodes), (ProofStatus::Unknown(Stopped::Nodes), 1000));
    let time = Limits { time: Some(Duration::ZERO), ..none };
    assert_eq!(run(time, false).0, ProofStatus::Unknown(Stopped::Time));
    let memory = Limits { stack_bytes: Some(1), ..none };
    assert_eq!(run(memory, false).0, ProofStatus::Unknown(Stopped::Memory));
    assert_eq!(run(none, true).0, ProofStatus::Unknown(Stopped::Interrupt));
}

/// The questions behind a value share the limit.
#[test]
fn a_series_visits_no_more_nodes_than_it_may() {
    let graph = Graph::random(7, 400, false, 3);
    let run = |nodes| {
        let mut solver = Solver::new(&graph, &NoGuide, &Options::default()).unwrap();
        let limits = Limits { nodes, ..Limits::default() };
        let report = solver.value(&At(0), Control::new(limits));
        certify::value(&mut solver, &At(0), &report);
        report
    };
    let whole = run(None);
    assert!(whole.questions.len() > 1);
    let total = whole.counters.nodes;
    for limit in 1..total {
        let part = run(Some(limit));
        assert_eq!(part.counters.nodes, limit);
        assert_eq!(part.stopped, Some(Stopped::Nodes));
    }
    assert_eq!(run(Some(total + 1)).value(), whole.value());
}

#[test]
fn an_interrupt_stops_a_running_search_and_the_listener_hears_of_it() {
    let graph = Graph::full_tree(1, 20, 2);
    let flag = AtomicBool::new(false);
    let mut heard = 0;
    let mut listener = |progress: &phidelta_search::Progress<'_, u32>| {
        heard += 1;
        assert!(progress.nodes > 0 && progress.table_entries == 4);
        assert!(progress.line.len() <= progress.depth);
        if heard == 2 {
            flag.store(true, Ordering::Relaxed);
        }
    };
    let options = Options { table: TableSize::Entries(4), ..Options::default() };
    let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
    let control = Control::none().interrupted_by(&flag).listened_by(&mut listener);
    let report = solver.prove(&At(0), GOAL, control);
    assert_eq!(report.verdict, ProofStatus::Unknown(Stopped::Interrupt));
    assert!(report.line.is_empty());
    assert_eq!(heard, 2);
}

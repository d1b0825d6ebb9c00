//! Several threads: every answer is the oracle's, and is certified, whatever the options and however the
//! threads come in each other's way.

use phidelta_rules::{Game, NoGuide};
use phidelta_search::{
    Control, Cycles, Limits, Method, Options, Parallel, ProofStatus, Solver, TableSize,
};
use phidelta_testing::{Arena, Graph, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::certify;
use crate::cycles::{GOALS, claim};
use crate::graph::random_table_options;

fn options(random: &mut StdRng, table: TableSize) -> Options {
    let mut options = random_table_options(random);
    options.cycles = [Cycles::Distance, Cycles::Threshold][random.random_range(0..2)];
    options.widths.key_bits = 64;
    Options { table, ..options }
}

fn check(arena: &Arena, options: &Options, seed: u64, may_fail: bool) -> bool {
    let threads = 2 + (seed % 3) as usize;
    // Jobs of 1 to 200 nodes, or none.
    let parallel =
        if seed % 8 < 3 { Parallel::Virtual } else { Parallel::Jobs(1 + seed * 7 % 200) };
    let solver = Solver::new(arena, &NoGuide, options).unwrap();
    let mut solver = solver.with_threads(threads, parallel).unwrap();
    let goal = GOALS[seed as usize % 4];
    let limits =
        Limits { nodes: Some(if may_fail { 50_000 } else { 1_000_000 }), ..Limits::default() };
    let report = certify::prove(&mut solver, &arena.initial(), goal, Control::new(limits));
    if may_fail && matches!(report.verdict, ProofStatus::Unknown(_)) {
        return false;
    }
    let expected =
        if arena.holds(claim(goal)) { ProofStatus::Proved } else { ProofStatus::Disproved };
    assert_eq!(
        report.verdict, expected,
        "seed {seed}, {parallel:?}, {goal:?}, {:?}, {options:?}",
        arena.rule
    );
    true
}

#[test]
fn trees_and_dags_agree_with_the_oracle() {
    for seed in 0..150 {
        let mut random = StdRng::seed_from_u64(seed);
        let graph = Graph::random(seed, random.random_range(10..3000), seed % 2 == 0, 1);
        let arena = Arena { graph, rule: Rule::Endless(0) };
        check(&arena, &options(&mut random, TableSize::Bytes(1 << 20)), seed, false);
    }
}

#[test]
fn cyclic_graphs_agree_with_the_oracle() {
    for seed in 0..300 {
        let mut random = StdRng::seed_from_u64(seed);
        check(
            &Arena::random(seed),
            &options(&mut random, TableSize::Entries(1 << 12)),
            seed,
            false,
        );
        let rule = Rule::Endless(random.random_range(-1..=1));
        let arena = Arena { graph: Graph::cyclic(seed, random.random_range(10..400), 1), rule };
        check(&arena, &options(&mut random, TableSize::Bytes(1 << 20)), seed, false);
    }
}

/// The leaves of a tree, given out to threads.
#[test]
fn trees_of_jobs_agree_with_the_oracle() {
    for seed in 0..200 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut options = options(&mut random, TableSize::Bytes(1 << 22));
        (options.method, options.job_nodes) = (Method::PnDfPn, random.random_range(1..600));
        let graph = Graph::random(seed, random.random_range(10..3000), seed % 2 == 0, 1);
        check(&Arena { graph, rule: Rule::Endless(0) }, &options, seed, false);
        check(&Arena::random(seed), &options, seed, false);
    }
}

/// A tree that outgrows its memory ends the search of all threads, or goes on.
#[test]
fn small_trees_of_jobs_agree_with_the_oracle() {
    let mut answered = 0;
    for seed in 0..100 {
        let mut random = StdRng::seed_from_u64(seed);
        let entries = TableSize::Entries(random.random_range(20..400));
        let mut options = options(&mut random, entries);
        (options.method, options.job_nodes) = (Method::PnDfPn, random.random_range(1..9));
        let graph = Graph::random(seed, random.random_range(100..2000), seed % 2 == 0, 1);
        let arena = Arena { graph, rule: Rule::Endless(0) };
        answered += u32::from(check(&arena, &options, seed, true));
    }
    assert!((20..100).contains(&answered), "{answered} of 100");
}

/// With a table that forgets, a search may take too long, but must not be wrong.
#[test]
fn small_tables_agree_with_the_oracle() {
    let mut answered = 0;
    for seed in 0..200 {
        let mut random = StdRng::seed_from_u64(seed);
        let graph = Graph::winding(seed, random.random_range(30..200));
        let arena = Arena { graph, rule: Rule::Endless(random.random_range(-1..=1)) };
        let entries = TableSize::Entries(random.random_range(4..=64));
        answered += u32::from(check(&arena, &options(&mut random, entries), seed, true));
    }
    assert!(answered > 100, "{answered} of 200");
}

/// Every thread asks whether it is to wait, and where one is made to, the others come to be as well.
#[test]
fn all_threads_can_be_made_to_wait() {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread::{self, ThreadId};
    use std::time::Duration;

    struct Gate(Mutex<HashSet<ThreadId>>);
    impl phidelta_rules::Interrupt for Gate {
        fn is_requested(&self) -> bool {
            thread::sleep(Duration::from_micros(200));
            self.0.lock().unwrap().insert(thread::current().id());
            false
        }
    }
    let graph = Graph::full_tree(5, 12, 3);
    for (method, parallel) in [
        (Method::DfPn, Parallel::Virtual),
        (Method::DfPn, Parallel::Jobs(50)),
        (Method::PnDfPn, Parallel::Virtual),
    ] {
        let options = Options { method, table: TableSize::Bytes(1 << 22), ..Options::default() };
        let gate = Gate(Mutex::default());
        let mut solver =
            Solver::new(&graph, &NoGuide, &options).unwrap().with_threads(3, parallel).unwrap();
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let control = Control::new(limits).interrupted_by(&gate);
        solver.prove(&graph.initial(), GOALS[0], control);
        assert_eq!(gate.0.lock().unwrap().len(), 3, "{method:?}, {parallel:?}");
    }
}

/// A table that forgets most of what jobs find does not make the same jobs come back for ever: two threads need no
/// more than eight times the nodes of one, where without notes above the jobs they need hundreds of times as many.
#[test]
fn small_tables_do_not_make_jobs_come_back() {
    for seed in 0..16 {
        let (depth, branching) = [(7, 7), (8, 5), (9, 4), (13, 3)][seed as usize / 4];
        let graph = Graph::full_tree(seed, depth, branching);
        let entries = 64 << (2 * (seed % 4));
        let options = Options { table: TableSize::Entries(entries), ..Options::default() };
        let solve = |threads, job, most| {
            let solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let mut solver = solver.with_threads(threads, Parallel::Jobs(job)).unwrap();
            let control = Control::new(Limits { nodes: most, ..Limits::default() });
            let report = solver.prove(&graph.initial(), GOALS[1], control);
            (report.verdict, report.counters.nodes)
        };
        let (alone, nodes) = solve(1, 1, None);
        for job in [10, 50, 200] {
            let (verdict, of_two) = solve(2, job, Some(8 * nodes));
            let about = format!("seed {seed}, {entries} entries, jobs of {job}: {of_two}, {nodes}");
            assert_eq!(verdict, alone, "{about}");
        }
    }
}

//! Searches by several threads, whose orders are tried at random by `shuttle`:
//!
//!     RUSTFLAGS="--cfg shuttle" cargo test --release -p phidelta-search --lib model
//!
//! Each ends, whatever the order, and with the right answer. (The table's own steps are one to `shuttle`;
//! `loom` tries their orders, see `table/replace.rs`.)

use phidelta_rules::{Game, Goal, NoGuide, Score};
use phidelta_testing::{Arena, Graph, Rule};

use crate::{Control, Limits, Method, Options, Parallel, ProofStatus, Solver, Stopped, TableSize};

/// How many orders are tried for each graph.
const ORDERS: usize = 300;
/// How many changes of threads there are, at most, in orders that are chosen to be unlucky.
const CHANGES: usize = 3;

/// What is asked, by so many threads, or by one alone.
fn ask(
    arena: &Arena,
    method: Method,
    parallel: Parallel,
    threads: Option<usize>,
    nodes: u64,
) -> ProofStatus {
    let options =
        Options { method, table: TableSize::Entries(512), job_nodes: 5, ..Options::default() };
    let mut solver = Solver::new(arena, &NoGuide, &options).unwrap();
    if let Some(threads) = threads {
        solver = solver.with_threads(threads, parallel).unwrap();
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let goal = Goal::AtLeast(Score(1));
    solver.prove(&arena.initial(), goal, Control::new(limits)).verdict
}

/// Tries orders of threads of searches that end with an answer, and of some that are stopped.
fn model(method: Method, parallel: Parallel) {
    for seed in 0..4 {
        let graph = Graph::random(seed, 40, seed % 2 == 0, 1);
        let arena = Arena { graph, rule: Rule::Endless(0) };
        let expected = ask(&arena, method, parallel, None, u64::MAX);
        assert!(!matches!(expected, ProofStatus::Unknown(_)));
        let threads = Some(2 + seed as usize % 2);
        let check = move || {
            let found = ask(&arena, method, parallel, threads, u64::MAX);
            assert_eq!(found, expected, "seed {seed}");
            let stopped = ask(&arena, method, parallel, threads, 4);
            assert!([expected, ProofStatus::Unknown(Stopped::Nodes)].contains(&stopped));
        };
        let check = std::sync::Arc::new(check);
        let again = std::sync::Arc::clone(&check);
        shuttle::check_random(move || check(), ORDERS);
        shuttle::check_pct(move || again(), ORDERS, CHANGES);
    }
}

#[test]
fn model_of_virtual_numbers() {
    model(Method::DfPn, Parallel::Virtual);
}

#[test]
fn model_of_jobs() {
    model(Method::DfPn, Parallel::Jobs(5));
}

#[test]
fn model_of_leaves_of_a_tree() {
    model(Method::PnDfPn, Parallel::Jobs(5));
}

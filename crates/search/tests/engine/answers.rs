//! Every option and thousands of combinations give the oracle's answer.

use phidelta_rules::{Game, Goal, NoGuide, Score, Status};
use phidelta_search::{Control, Limits, Options, ProofStatus, Solver, TableSize, Widths};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::certify;
use crate::graph::{At, Graph, each_option, random_options, random_table_options};

/// More than any of these searches needs: what passes it will never end.
pub const ENDLESS: u64 = 20_000_000;

fn check(graph: &Graph, options: &Options, goal: Goal<Score>, seed: u64) {
    let truth = goal.met(Score(graph.values()[0]));
    let mut solver = Solver::new(graph, &NoGuide, options).unwrap();
    let limits = Limits { nodes: Some(ENDLESS), ..Limits::default() };
    let report = certify::prove(&mut solver, &graph.initial(), goal, Control::new(limits));
    let expected = if truth { ProofStatus::Proved } else { ProofStatus::Disproved };
    assert_eq!(report.verdict, expected, "seed {seed}, {goal:?}, {options:?}");
    check_line(graph, &report.line, goal, truth, seed);
}

/// Where the side that is right moves, the answer must not change.
fn check_line(graph: &Graph, line: &[u32], goal: Goal<Score>, truth: bool, seed: u64) {
    let values = graph.values();
    let mut at = At(0);
    for &child in line {
        let node = &graph.nodes[at.0 as usize];
        assert!(node.children.contains(&child), "seed {seed}: no such move");
        graph.play(&mut at, child);
        assert_eq!(goal.met(Score(values[at.0 as usize])), truth, "seed {seed}, {line:?}");
    }
    // It may end early, where a tiny table has forgotten the rest, but never before it begins.
    let over = matches!(graph.status(&At(0)), Status::Over(_));
    assert!(over || graph.nodes[0].children.is_empty() || !line.is_empty(), "seed {seed}");
}

fn random_goal(random: &mut StdRng, outcomes: i32) -> Goal<Score> {
    let bound = Score(random.random_range(-outcomes..=outcomes));
    if random.random_bool(0.5) { Goal::AtLeast(bound) } else { Goal::AtMost(bound) }
}

#[test]
fn every_option_agrees_with_the_oracle() {
    for seed in 0..60 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = seed % 2 == 0;
        let graph =
            Graph::random(seed, random.random_range(2..=if tree { 250 } else { 60 }), tree, 2);
        let goal = random_goal(&mut random, 2);
        for options in each_option() {
            check(&graph, &options, goal, seed);
        }
    }
}

#[test]
fn random_combinations_agree_with_the_oracle() {
    for seed in 1000..5000 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.5);
        let size = random.random_range(1..=if tree { 250 } else { 50 });
        let outcomes = random.random_range(1..=4);
        let graph = Graph::random(seed, size, tree, outcomes);
        let options = random_options(&mut random);
        check(&graph, &options, random_goal(&mut random, outcomes), seed);
    }
}

/// With a table that holds everything, larger graphs, where numbers grow.
#[test]
fn larger_graphs_agree_with_the_oracle() {
    for seed in 10_000..10_150 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.3);
        let graph = Graph::random(seed, random.random_range(100..=5000), tree, 3);
        let mut options = random_table_options(&mut random);
        options.table = TableSize::Bytes(1 << 20);
        options.widths.key_bits = 64;
        check(&graph, &options, random_goal(&mut random, 3), seed);
    }
}

#[test]
fn values_agree_with_the_oracle_through_one_shared_table() {
    for seed in 20_000..21_500 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.5);
        let size = random.random_range(1..=if tree { 250 } else { 50 });
        let outcomes = random.random_range(1..=9);
        let graph = Graph::random(seed, size, tree, outcomes);
        let size = graph.nodes.len();
        let options = random_options(&mut random);
        let values = graph.values();
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let mut reports = Vec::new();
        // Several positions, and the root twice: the table is kept from one to the next.
        let mut positions = vec![0, 0];
        positions.extend((0..3).map(|_| random.random_range(0..size as u32)));
        for id in positions {
            let limits = Limits { nodes: Some(ENDLESS), ..Limits::default() };
            let report = solver.value(&At(id), Control::new(limits));
            let truth = Some(Score(values[id as usize]));
            assert_eq!(report.value(), truth, "seed {seed}, node {id}, {options:?}");
            let mut at = At(id);
            for &child in &report.line {
                graph.play(&mut at, child);
                assert_eq!(Some(Score(values[at.0 as usize])), truth, "seed {seed}, line");
            }
            reports.push((At(id), report));
        }
        for (root, report) in reports {
            certify::value(&mut solver, &root, &report);
        }
    }
}

/// Positions that share a key may mislead a search: it must still end, and not fail, and the truth
/// must come out when it is certified. (Numbers that creep up to 2³² by ones would take too long to
/// see the end of: they saturate early here.)
#[test]
fn colliding_keys_never_hang_or_panic() {
    let mut wrong = 0;
    for seed in 30_000..30_400 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.5);
        let graph = Graph::random(seed, random.random_range(300..=1200), tree, 2);
        let mut options = random_table_options(&mut random);
        options.widths = Widths { key_bits: 4, infinity: 255 };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let limits = Limits { nodes: Some(ENDLESS), ..Limits::default() };
        let goal = random_goal(&mut random, 2);
        let verdict = solver.prove(&At(0), goal, Control::new(limits)).verdict;
        assert!(!matches!(verdict, ProofStatus::Unknown(_)), "seed {seed}, {options:?}");
        if goal.met(Score(graph.values()[0])) == (verdict == ProofStatus::Proved) {
            certify::answer(&mut solver, &At(0), goal, verdict);
        } else {
            certify::wrong(&mut solver, &At(0), goal, verdict);
            wrong += 1;
        }
    }
    assert!(wrong > 20, "only {wrong} answers were wrong");
}

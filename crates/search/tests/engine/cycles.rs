//! Positions that come back: every answer is the oracle's, after every rule of repetition, with
//! every option.

use phidelta_certificate::Claim;
use phidelta_rules::{Game, Goal, NoGuide, Score};
use phidelta_search::{
    Control, Counters, Cycles, Limits, Options, ProofStatus, Solver, TableSize, Widths,
};
use phidelta_testing::{Arena, Graph, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::answers::ENDLESS;
use crate::certify;
use crate::graph::{each_option, random_options, random_table_options};

pub fn claim(goal: Goal<Score>) -> Claim {
    match goal {
        Goal::AtLeast(Score(bound)) => Claim::AtLeast(bound),
        Goal::AtMost(Score(bound)) => Claim::AtMost(bound),
    }
}

fn check(arena: &Arena, options: &Options, goal: Goal<Score>, seed: u64) -> u64 {
    let mut solver = Solver::new(arena, &NoGuide, options).unwrap();
    let limits = Limits { nodes: Some(ENDLESS), ..Limits::default() };
    let report = certify::prove(&mut solver, &arena.initial(), goal, Control::new(limits));
    let truth = arena.holds(claim(goal));
    let expected = if truth { ProofStatus::Proved } else { ProofStatus::Disproved };
    assert_eq!(report.verdict, expected, "seed {seed}, {goal:?}, {:?}, {options:?}", arena.rule);
    report.counters.longest_idle
}

pub const GOALS: [Goal<Score>; 4] = [
    Goal::AtLeast(Score(0)),
    Goal::AtLeast(Score(1)),
    Goal::AtMost(Score(0)),
    Goal::AtMost(Score(-1)),
];

#[test]
fn every_option_agrees_with_the_oracle() {
    for seed in 0..100 {
        let arena = Arena::random(seed);
        for options in each_option() {
            for cycles in [Cycles::Distance, Cycles::Threshold] {
                let options = Options { cycles, ..options.clone() };
                check(&arena, &options, GOALS[seed as usize % 4], seed);
            }
        }
    }
}

#[test]
fn random_combinations_agree_with_the_oracle() {
    for seed in 1000..9000 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut options = random_options(&mut random);
        options.cycles = [Cycles::Distance, Cycles::Threshold][random.random_range(0..2)];
        check(&Arena::random(seed), &options, GOALS[random.random_range(0..4)], seed);
    }
}

/// Larger graphs with rules that do not depend on the line, where the oracle is quick.
#[test]
fn larger_graphs_agree_with_the_oracle() {
    for seed in 0..300 {
        let mut random = StdRng::seed_from_u64(seed);
        let size = random.random_range(10..400);
        let rule = Rule::Endless(random.random_range(-1..=1));
        let arena = Arena { graph: Graph::cyclic(seed, size, 1), rule };
        let mut options = random_table_options(&mut random);
        options.table = TableSize::Bytes(1 << 20);
        options.widths.key_bits = 64;
        options.cycles = [Cycles::Distance, Cycles::Threshold][random.random_range(0..2)];
        for goal in GOALS {
            check(&arena, &options, goal, seed);
        }
    }
}

/// Graphs in which lines come back again and again, with a table that holds all and with one that
/// forgets. Where it forgets, a search may take too long, but must not be wrong.
#[test]
fn winding_graphs_agree_with_the_oracle() {
    let (mut forgetful, mut unanswered) = (0, 0);
    for seed in 0..400 {
        let mut random = StdRng::seed_from_u64(seed);
        let graph = Graph::winding(seed, random.random_range(30..300));
        let arena = Arena { graph, rule: Rule::Endless(random.random_range(-1..=1)) };
        let mut options = random_table_options(&mut random);
        let forgets = random.random_bool(0.3);
        options.table = TableSize::Entries(if forgets { 64 } else { 1 << 14 });
        options.widths.key_bits = 64;
        options.cycles = [Cycles::Distance, Cycles::Threshold][random.random_range(0..2)];
        let goal = GOALS[random.random_range(0..4)];
        let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
        let limits = Limits { nodes: Some(300_000), ..Limits::default() };
        let report = solver.prove(&arena.initial(), goal, Control::new(limits));
        forgetful += u32::from(forgets);
        match report.verdict {
            ProofStatus::Unknown(_) if forgets => unanswered += 1,
            ProofStatus::Unknown(_) => panic!("seed {seed}: no answer, {options:?}"),
            verdict => {
                let truth = arena.holds(claim(goal));
                assert_eq!(verdict == ProofStatus::Proved, truth, "seed {seed}, {options:?}");
                certify::answer(&mut solver, &arena.initial(), goal, verdict);
            }
        }
        if !forgets {
            let idle = report.counters.longest_idle;
            assert!(idle < 5000, "seed {seed}: {idle} visits to nothing new, {options:?}");
        }
    }
    assert!(forgetful > 50 && unanswered * 4 < forgetful, "{unanswered} of {forgetful}");
}

/// The fixed point alone, before anything is searched: every answer is the oracle's, and certified.
#[test]
fn fixed_points_agree_with_the_oracle() {
    for seed in 0..600 {
        let mut random = StdRng::seed_from_u64(seed);
        let size = random.random_range(10..400);
        let graph =
            if seed % 2 == 0 { Graph::cyclic(seed, size, 1) } else { Graph::winding(seed, size) };
        let arena = Arena { graph, rule: Rule::Endless(random.random_range(-1..=1)) };
        let mut options = random_options(&mut random);
        options.fixed_point = true;
        options.fixed_point_first = true;
        options.widths = Widths::default();
        options.cycles = Cycles::Threshold;
        for goal in GOALS {
            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            let report = certify::prove(&mut solver, &arena.initial(), goal, Control::none());
            let expected =
                if arena.holds(claim(goal)) { ProofStatus::Proved } else { ProofStatus::Disproved };
            assert_eq!(report.verdict, expected, "seed {seed}, {goal:?}, {options:?}");
            let Counters { fixed_point, nodes, .. } = report.counters;
            let is_over = arena.graph.end(0).is_some();
            assert!(is_over || fixed_point > 0, "seed {seed}: nothing was looked at");
            assert!(nodes <= 4 * u64::from(size), "seed {seed}: {nodes} nodes of {size} positions");
        }
    }
}

/// Draws, and whatever else, in graphs whose lines come back again and again, end within few visits a position.
#[test]
fn endless_play_is_decided_within_a_few_visits_a_position() {
    let mut most = 0.0f64;
    for seed in 0..40u64 {
        let size = 500 + 150 * seed as u32;
        let graph =
            if seed % 2 == 0 { Graph::cyclic(seed, size, 1) } else { Graph::winding(seed, size) };
        let arena = Arena { graph, rule: Rule::Endless(0) };
        for goal in GOALS {
            let options = Options { table: TableSize::Bytes(1 << 22), ..Options::default() };
            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            let report = solver.prove(&arena.initial(), goal, Control::none());
            let truth = arena.holds(claim(goal));
            assert_eq!(report.verdict == ProofStatus::Proved, truth, "seed {seed}");
            most = most.max(report.counters.nodes as f64 / f64::from(size));
        }
    }
    assert!(most <= 20.0, "{most} visits a position");
}

/// Results after one line are tried after another: without, they are searched again.
#[test]
fn simulation_saves_nodes() {
    let nodes = |simulation: bool| {
        let mut nodes = 0;
        for seed in 0..200 {
            for rule in [Rule::MoverLoses, Rule::ByCycle, Rule::Endless(0)] {
                let arena = Arena { graph: Graph::winding(seed, 40), rule };
                let table = TableSize::Entries(1 << 16);
                let options =
                    Options { simulation, fixed_point: false, table, ..Options::default() };
                let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
                let limits = Limits { nodes: Some(100_000), ..Limits::default() };
                nodes +=
                    solver.prove(&arena.initial(), GOALS[1], Control::new(limits)).counters.nodes;
            }
        }
        nodes
    };
    let (with, without) = (nodes(true), nodes(false));
    println!("{with} nodes with simulation, {without} without");
    assert!(with * 10 < without * 9, "{with} nodes with simulation, {without} without");
}

/// What holds after one line is not taken for what holds after another, where positions that count
/// as the same have the same place.
#[test]
fn lines_with_the_same_places_are_told_apart() {
    for (seed, size) in [(309, 13), (5562, 11)] {
        let arena = Arena { graph: Graph::cyclic(seed, size, 1), rule: Rule::Pairs };
        let options = Options { table: TableSize::Entries(1 << 14), ..Options::default() };
        check(&arena, &options, Goal::AtLeast(Score(1)), seed);
    }
}

//! Positions that come back: every answer is the oracle's, after every rule of repetition, with
//! every option.

use phidelta_certificate::Claim;
use phidelta_rules::{Game, Goal, NoGuide, Score};
use phidelta_search::{Control, Cycles, Limits, Options, ProofStatus, Solver, TableSize};
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

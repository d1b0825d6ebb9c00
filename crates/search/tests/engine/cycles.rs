//! Positions that come back: every answer is the oracle's, after every rule of repetition, with
//! every option.

use phidelta_proof::Claim;
use phidelta_rules::{Game, Goal, NoGuide, Score};
use phidelta_search::{Control, Cycles, Limits, Options, Solver, TableSize, Verdict};
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
    let expected = if truth { Verdict::Proved } else { Verdict::Disproved };
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

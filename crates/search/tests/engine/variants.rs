//! What the papers say of their variants: equivalences that can be counted.

use phidelta_rules::{Goal, NoGuide, Score};
use phidelta_search::{Control, Counters, Deep, Init, Method, Options, Solver, Step, TableSize};

use crate::certify;
use crate::graph::{At, Graph};

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));

fn counters(graph: &Graph, options: &Options) -> Counters {
    let mut solver = Solver::new(graph, &NoGuide, options).unwrap();
    certify::prove(&mut solver, &At(0), GOAL, Control::none()).counters
}

fn classic() -> Options {
    let (step, init) = (Step::Plus(1), Init::Unit);
    Options { step, init, table: TableSize::Entries(1 << 14), ..Options::default() }
}

/// Table 1 of Song, Iida & van den Herik (2017): df-pn for E = 1, and for D = 0 or 1 with E > 0;
/// depth-first for E = 0, whatever D.
#[test]
fn deep_numbers_have_the_equivalences_of_their_paper() {
    let mut intermediate = 0;
    for seed in 0..60 {
        let graph = Graph::random(seed, 2000, seed % 2 == 0, 1);
        let with = |e, d| counters(&graph, &Options { deep: Some(Deep { e, d }), ..classic() });
        let plain = counters(&graph, &classic());
        for d in 0..4 {
            assert_eq!(with(1, d), plain, "seed {seed}: E = 1, D = {d}");
            assert_eq!(with(0, d), with(0, 0), "seed {seed}: E = 0, D = {d}");
        }
        for e in 2..5 {
            assert_eq!(with(e, 0), plain, "seed {seed}: E = {e}, D = 0");
            assert_eq!(with(e, 1), plain, "seed {seed}: E = {e}, D = 1");
        }
        intermediate += u32::from(with(3, 5) != plain && with(3, 5) != with(0, 0));
    }
    assert!(intermediate > 20, "E > 1 and D > 1 must make a difference, did {intermediate} times");
}

/// With E = 0 on a tree, nothing is left before it is solved: no node is visited twice.
#[test]
fn deep_zero_is_depth_first() {
    for seed in 0..60 {
        let graph = Graph::random(seed, 2000, true, 1);
        let counters = counters(&graph, &Options { deep: Some(Deep { e: 0, d: 0 }), ..classic() });
        assert_eq!(counters.seesaw, 0, "seed {seed}");
    }
}

/// A step of a constant 1, an ε of 0, and no step option at all are the same algorithm.
#[test]
fn steps_of_one_agree() {
    for method in [Method::DfPn, Method::Pds] {
        for seed in 0..30 {
            let graph = Graph::random(seed, 2000, seed % 2 == 0, 1);
            let plus = Options { method, ..classic() };
            let times = Options { step: Step::times(0.0), ..plus.clone() };
            assert_eq!(counters(&graph, &plus), counters(&graph, &times));
        }
    }
}

/// Multiplying thresholds means coming back less often (Pawlewicz & Lew 2007, § 3.2).
#[test]
fn larger_steps_visit_nodes_again_less_often() {
    let (mut small, mut large) = (0, 0);
    for seed in 0..40 {
        let graph = Graph::full_tree(seed, 10, 2);
        small += counters(&graph, &classic()).seesaw;
        large += counters(&graph, &Options { step: Step::times(1.0), ..classic() }).seesaw;
    }
    assert!(large < small, "{large} revisits with ε = 1, {small} with + 1");
}

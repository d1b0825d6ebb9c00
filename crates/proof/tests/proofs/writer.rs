//! From searches to certificates.

use phidelta_rules::{Goal, NoGuide, Score};
use phidelta_search::{Control, Solver, Verdict};
use phidelta_testing::{At, Graph, certified, each_option};

#[test]
fn answers_of_every_variant_are_certified() {
    for (seed, options) in each_option().into_iter().cycle().take(400).enumerate() {
        let graph = Graph::random(seed as u64, 200, seed % 5 == 0, 2);
        let value = graph.values()[0];
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        for bound in -2..=2 {
            for goal in [Goal::AtLeast(Score(bound)), Goal::AtMost(Score(bound))] {
                let verdict = solver.prove(&At(0), goal, Control::none()).verdict;
                let reached = goal.met(Score(value));
                assert_eq!(verdict == Verdict::Proved, reached, "graph {seed}");
                certified(&mut solver, &At(0), goal, reached);
            }
        }
    }
}

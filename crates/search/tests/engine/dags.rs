//! Where lines of play meet again: what the ways to combine numbers make of a ladder of diamonds.

use phidelta_rules::{Goal, NoGuide, Score};
use phidelta_search::{
    Backup, Control, INFINITY, Init, Limits, Method, Numbers, Options, ProofStatus, Solver, Step,
    TableSize,
};

use crate::certify;
use crate::graph::{At, Graph};

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));

fn with(backup: Backup) -> Options {
    let method = if backup == Backup::Sets { Method::Pn } else { Method::DfPn };
    let (step, init) = (Step::Plus(1), Init::Unit);
    Options { method, backup, step, init, table: TableSize::Bytes(1 << 26), ..Options::default() }
}

/// The largest proof number of the root in the course of a search.
fn largest_number(graph: &Graph, backup: Backup) -> u32 {
    let options = with(backup);
    let mut largest = 0;
    for nodes in 1.. {
        let mut solver = Solver::new(graph, &NoGuide, &options).unwrap();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = solver.prove(&At(0), GOAL, Control::new(limits));
        if report.verdict == ProofStatus::Proved {
            certify::answer(&mut solver, &At(0), GOAL, ProofStatus::Proved);
            break;
        }
        let Numbers { proof, .. } = report.root;
        largest = largest.max(proof);
    }
    largest
}

/// A proof of n rungs has some 3n positions. The sum counts 2ⁿ; the others count what there is.
#[test]
fn sums_explode_on_diamonds_and_others_do_not() {
    for rungs in [4, 8, 16] {
        let graph = Graph::diamonds(rungs);
        assert!(largest_number(&graph, Backup::Sum) >= 1 << (rungs - 1), "{rungs} rungs");
        for backup in [Backup::Weak, Backup::Snda, Backup::Sets] {
            let largest = largest_number(&graph, backup);
            assert!(largest <= 3 * rungs + 3, "{rungs} rungs, {backup:?}: {largest}");
        }
    }
    let graph = Graph::diamonds(40);
    assert_eq!(largest_number(&graph, Backup::Sum), INFINITY - 1, "the sum saturates");
}

/// The work to find a proof of n rungs next to a tree in which there is none.
#[test]
fn overestimated_proofs_are_found_late() {
    let nodes = |rungs, backup| {
        let graph = Graph::diamonds_or_tree(rungs, 20);
        let mut solver = Solver::new(&graph, &NoGuide, &with(backup)).unwrap();
        let report = certify::prove(&mut solver, &At(0), GOAL, Control::none());
        assert_eq!(report.verdict, ProofStatus::Proved, "{rungs} rungs, {backup:?}");
        report.counters.nodes
    };
    let [few, many] = [8, 12].map(|rungs| nodes(rungs, Backup::Sum));
    assert!(many > 4 * few && few > 50_000, "{few} nodes for 8 rungs, {many} for 12");
    for backup in [Backup::Snda, Backup::Sets] {
        let [few, many] = [8, 12].map(|rungs| nodes(rungs, backup));
        assert!(many < 2500 && few < 1250, "{backup:?}: {few} and {many} nodes");
    }
    // Weak numbers underestimate the tree as well.
    assert!(nodes(12, Backup::Weak) < many / 4);
}

//! The mode *path* on graphs in which the game ends when a position comes back.

use phidelta_certificate::check::{Certificate, CheckControl};
use phidelta_certificate::check::{Fault, Verdict, check};
use phidelta_certificate::{Claim, Mode};
use phidelta_rules::{Recurrence, RepetitionRule};
use phidelta_testing::fuzz::true_if_verified;
use phidelta_testing::{Arena, At, Graph, Rule};

use crate::second::agree_on_arena;
use crate::support::*;

fn arenas(count: u64) -> impl Iterator<Item = Arena> {
    (0..count).map(|seed| {
        let rule = if seed % 2 == 0 { Rule::MoverLoses } else { Rule::ByCycle };
        Arena { graph: Graph::cyclic(seed, 2 + (seed % 7) as u32, 1), rule }
    })
}

#[test]
fn every_true_claim_has_a_proof_and_every_honest_proof_is_accepted() {
    let (mut repetitions, mut references) = (0, 0);
    for arena in arenas(1000) {
        for claim in CLAIMS {
            let proof = arena.proof(claim);
            assert_eq!(proof.is_some(), arena.holds(claim), "{claim} in {arena:?}");
            let Some(solution) = proof else { continue };
            let bytes = written(&header(Mode::Path, &[claim]), &[solution], 0);
            let checked = checked(&arena, &bytes);
            assert_eq!(checked.verdict, Verdict::Verified, "{claim} in {arena:?}");
            repetitions += checked.tally.repetitions;
            references += checked.tally.references;
        }
    }
    assert!(repetitions > 1000 && references > 10, "{repetitions}, {references}");
}

#[test]
fn lemmas_after_reversible_moves_would_be_unsound() {
    let (mut refused, mut unsound) = (0, 0);
    for (number, arena) in arenas(4000).enumerate() {
        for claim in CLAIMS {
            // What was proved after one line is used after every other one.
            let Some(solution) = arena.path_proof(claim, |_, _, _| true) else { continue };
            let header = header(Mode::Path, &[claim]);
            let bytes = written(&header, &[solution], 0);
            let verdict = true_if_verified(&arena, &bytes);
            if number < 50 {
                agree_on_arena(&arena, &bytes, &verdict);
            }
            if let Verdict::Refuted(refutation) = verdict {
                refused += usize::from(refutation.fault == Fault::Reversible);
            }
            // A checker that takes every move for irreversible accepts false claims.
            let Recurrence::Ends(rule) = arena.graph_recurrence() else {
                unreachable!("games end")
            };
            let naive = Recurrence::Ends(RepetitionRule { irreversible: |_, _, _| true, ..rule });
            let certificate = Certificate::open(&bytes[..]).unwrap();
            let naive =
                check(&arena.graph, &naive, &At(0), certificate, CheckControl::default()).unwrap();
            if naive.verdict == Verdict::Verified && !arena.holds(claim) {
                unsound += 1;
            }
        }
    }
    assert!(refused > 100 && unsound > 10, "{refused} refused, {unsound} of them false");
}

#[test]
fn what_holds_may_depend_on_the_line() {
    // In the ring, Max wins since Min brings the position back; were Min to move first, Max would.
    let win = Claim::AtLeast(1);
    assert!(ring(Rule::MoverLoses).holds(win));
    let mut other = ring(Rule::MoverLoses);
    other.graph.nodes.rotate_left(1);
    for node in &mut other.graph.nodes {
        for child in &mut node.children {
            *child = (*child + 2) % 3;
        }
    }
    assert!(!other.holds(win));
}

//! The modes *reach* and *safe* on graphs in which positions come back.

use std::slice;

use phidelta_certificate::check::{Fault, Refutation, Verdict};
use phidelta_certificate::{Claim, Justification, Link, Mode, Solution};
use phidelta_testing::{Arena, Graph, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::second::agree_on_arena;
use crate::support::*;

/// Random graphs in which play may be endless, and is then worth this.
fn arenas(count: u64) -> impl Iterator<Item = Arena> {
    (0..count).map(|seed| {
        let graph = Graph::cyclic(seed, 3 + (seed % 40) as u32, 1);
        Arena { graph, rule: Rule::Endless(seed as i32 % 3 - 1) }
    })
}

#[test]
fn every_honest_proof_is_accepted() {
    let (mut reach, mut safe) = (0, 0);
    for arena in arenas(900) {
        for claim in CLAIMS {
            let Some(solution) = arena.proof(claim) else {
                assert!(!arena.holds(claim));
                continue;
            };
            let mode = arena.mode(claim);
            let bytes = written(&header(mode, &[claim]), &[solution], 0);
            assert_eq!(checked(&arena, &bytes).verdict, Verdict::Verified, "{claim} in {arena:?}");
            match mode {
                Mode::Safe if arena.graph.forced(claim)[0].is_none() => safe += 1,
                _ => reach += 1,
            }
        }
    }
    assert!(reach > 300 && safe > 300, "{reach} forced, {safe} endless");
}

#[test]
fn what_can_be_forced_is_proved_whatever_the_rules_say_of_repetition() {
    for (seed, arena) in arenas(300).enumerate() {
        for claim in CLAIMS {
            let Some(solution) = arena.graph.forcing(claim) else { continue };
            let bytes = written(&header(Mode::Reach, &[claim]), &[solution], 0);
            for rule in [Rule::Never, Rule::Endless(-1), Rule::Endless(1), Rule::MoverLoses] {
                let arena = Arena { rule, ..arena.clone() };
                assert_eq!(checked(&arena, &bytes).verdict, Verdict::Verified, "graph {seed}");
            }
        }
    }
}

#[test]
fn open_references_would_be_unsound_where_endless_play_does_not_help() {
    let mut unsound = 0;
    for arena in arenas(900) {
        let Rule::Endless(value) = arena.rule else { unreachable!("play is endless") };
        for claim in CLAIMS {
            // False, but it could be kept if endless play were worth something else.
            let (false, Some(solution)) = (arena.holds(claim), arena.graph.keeping(claim)) else {
                continue;
            };
            assert_eq!(arena.mode(claim), Mode::Reach, "endless play is worth {value}");
            let safe = written(&header(Mode::Safe, &[claim]), slice::from_ref(&solution), 0);
            let reach = written(&header(Mode::Reach, &[claim]), &[solution], 0);
            for file in [&safe, &reach] {
                let Verdict::Refuted(refutation) = checked(&arena, file).verdict else {
                    panic!("{claim} is accepted in {arena:?}");
                };
                assert!(matches!(refutation.fault, Fault::OpenLemma(_)), "{refutation:?}");
            }
            // A checker that allowed the references would accept it.
            let bound = match claim {
                Claim::AtLeast(bound) | Claim::AtMost(bound) => bound,
            };
            let lied_to = Arena { rule: Rule::Endless(bound), ..arena.clone() };
            assert_eq!(checked(&lied_to, &safe).verdict, Verdict::Verified);
            unsound += 1;
        }
    }
    assert!(unsound > 300, "only {unsound} false claims");
}

#[test]
fn the_smallest_circle_proves_nothing() {
    // Max can stay where he is for ever, but never wins.
    let arena = arena(Rule::Endless(0), vec![turn(phidelta_rules::Player::Max, &[0])]);
    let part = [0, 0, 0, 1, 8, 2, 1];
    let draw = header(Mode::Safe, &[Claim::AtLeast(0), Claim::AtMost(0)]);
    // Of the claim that the value is at most 0, all of Max's moves are looked at.
    verified(&arena, &draw, &[&part, &[1, 0, 0, 1, 0, 2, 1]]);
    let win = header(Mode::Reach, &[Claim::AtLeast(1)]);
    refuted(&arena, &win, &[&part], 5, &[0], Fault::OpenLemma(0));
    // In one file with a claim that endless play meets, too.
    let both = header(Mode::Safe, &[Claim::AtLeast(0), Claim::AtLeast(1)]);
    let Verdict::Refuted(refutation) =
        verdict(&arena, &certificate(&both, &[part.to_vec(), [&[1], &part[1..]].concat()]))
    else {
        panic!("going round is no win");
    };
    assert_eq!((refutation.claim, refutation.fault), (Some(1), Fault::OpenLemma(0)));
}

/// A solution that plays at random from every node: usually no proof of anything.
fn random_solution(random: &mut StdRng, graph: &Graph, claim: Claim) -> Solution {
    let link = |id: u32| if graph.end(id).is_some() { Link::OVER } else { Link::to(id) };
    let mut solution = Solution::default();
    for node in &graph.nodes {
        if node.turn == claim.claimant() && !node.children.is_empty() {
            let at = random.random_range(0..node.children.len());
            solution.add(Justification::Choose(at as u32), [link(node.children[at])]).unwrap();
        } else {
            solution
                .add(Justification::All, node.children.iter().map(|&child| link(child)))
                .unwrap();
        }
    }
    solution.set_root(link(0));
    solution
}

#[test]
fn random_proofs_that_are_accepted_are_true() {
    let mut random = StdRng::seed_from_u64(5);
    let mut accepted = 0;
    for seed in 0..20_000 {
        let graph = Graph::cyclic(seed, 2 + (seed % 8) as u32, 1);
        let arena = Arena { graph, rule: Rule::Endless(seed as i32 % 3 - 1) };
        let claim = CLAIMS[random.random_range(0..CLAIMS.len())];
        let solution = random_solution(&mut random, &arena.graph, claim);
        let mode = if random.random() { Mode::Reach } else { arena.mode(claim) };
        let bytes = written(&header(mode, &[claim]), &[solution], 0);
        let verdict = phidelta_testing::fuzz::true_if_verified(&arena, &bytes);
        if seed < 200 {
            agree_on_arena(&arena, &bytes, &verdict);
        }
        let true_for_sure = matches!(
            verdict,
            Verdict::Verified
                | Verdict::Refuted(Refutation { fault: Fault::NotMet | Fault::OpenLemma(_), .. })
        );
        assert!(true_for_sure, "{verdict:?}");
        accepted += usize::from(verdict == Verdict::Verified);
    }
    assert!(accepted > 2000, "only {accepted} proofs were accepted");
}

//! Claims of every kind, finished games, and axioms.

use phidelta_certificate::check::{Certificate, Fault, Refutation, Tally, Verdict};
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_proof::{BuildError, ProofControl, prove, write};
use phidelta_rules::{Goal, NoGuide, Player, Score, Value};
use phidelta_search::{Options, Solver, TableSize};
use phidelta_testing::{Arena, At, Graph, Rule};

use crate::support::*;

fn options() -> Options {
    Options { table: TableSize::Entries(1 << 10), ..Options::default() }
}

/// Proves answers to goals about the root, which are right.
fn proved(graph: &Graph, answers: &[(Goal<Score>, bool)]) -> (Header, Vec<u8>) {
    let mut solver = Solver::new(graph, &NoGuide, &options()).unwrap();
    let mut claims = Vec::new();
    let mut solutions = Vec::new();
    for &(goal, reached) in answers {
        let proof = prove(&mut solver, &At(0), goal, reached, ProofControl::default()).unwrap();
        claims.push(proof.claim);
        solutions.push(proof.solution);
    }
    let header = header(Mode::Reach, &claims);
    let mut bytes = Vec::new();
    write(&mut bytes, &header, &solutions).unwrap();
    (header, bytes)
}

#[test]
fn wins_of_either_side_and_their_disproofs() {
    let mut kinds = [[0; 2]; 2];
    for seed in 0..300 {
        let graph = Graph::random(seed, 80, false, 1);
        let values: Vec<Score> = (-1..=1).map(Score).collect();
        let value = Score(graph.values()[0]);
        for player in [Player::Max, Player::Min] {
            let goal = Goal::win(player, &values).unwrap();
            let reached = value.winner() == Some(player);
            let (header, bytes) = proved(&graph, &[(goal, reached)]);
            let bound = match (player, reached) {
                (Player::Max, true) => Claim::AtLeast(1),
                (Player::Max, false) => Claim::AtMost(graph.below(1)),
                (Player::Min, true) => Claim::AtMost(-1),
                (Player::Min, false) => Claim::AtLeast(graph.above(-1)),
            };
            assert_eq!(header.claims, [bound]);
            let arena = Arena { graph: graph.clone(), rule: Rule::Never };
            assert_eq!(checked(&arena, &bytes).verdict, Verdict::Verified);
            kinds[player as usize][usize::from(reached)] += 1;
        }
    }
    assert!(kinds.iter().flatten().all(|&count| count > 30), "{kinds:?}");
}

/// The values that occur next to another one.
trait Neighbours {
    fn below(&self, value: i32) -> i32;
    fn above(&self, value: i32) -> i32;
}

impl Neighbours for Graph {
    fn below(&self, value: i32) -> i32 {
        let all = self.nodes.iter().map(|node| node.value);
        all.filter(|&other| other < value).max().expect("there is a smaller one")
    }

    fn above(&self, value: i32) -> i32 {
        let all = self.nodes.iter().map(|node| node.value);
        all.filter(|&other| other > value).min().expect("there is a larger one")
    }
}

#[test]
fn draws_and_scores_from_both_sides() {
    for seed in 0..300 {
        let graph = Graph::random(seed, 80, seed % 4 == 0, if seed % 2 == 0 { 1 } else { 9 });
        let value = Score(graph.values()[0]);
        let both = [(Goal::AtLeast(value), true), (Goal::AtMost(value), true)];
        let (header, bytes) = proved(&graph, &both);
        assert_eq!(header.claims, [Claim::AtLeast(value.0), Claim::AtMost(value.0)]);
        let arena = Arena { graph, rule: Rule::Never };
        assert_eq!(checked(&arena, &bytes).verdict, Verdict::Verified);
    }
}

#[test]
fn a_goal_that_every_value_meets_has_no_disproof() {
    let graph = house().graph;
    let mut solver = Solver::new(&graph, &NoGuide, &options()).unwrap();
    let goal = Goal::AtLeast(Score(-1));
    let wrong = prove(&mut solver, &At(0), goal, false, ProofControl::default());
    let Err(BuildError::Wrong(opposite)) = wrong else { panic!("{wrong:?}") };
    assert_eq!(opposite.claim, Claim::AtLeast(-1));
}

#[test]
fn games_that_are_over_need_no_proof() {
    for root in [end(1), stuck(1)] {
        let arena = arena(Rule::Never, vec![root, end(0)]);
        let both = [(Goal::AtLeast(Score(1)), true), (Goal::AtMost(Score(0)), false)];
        let (claims, bytes) = proved(&arena.graph, &both);
        assert_eq!(claims.claims, [Claim::AtLeast(1), Claim::AtLeast(1)]);
        let checked = checked(&arena, &bytes);
        assert_eq!(checked.verdict, Verdict::Verified);
        let bytes_read = Tally { bytes: bytes.len() as u64, ..Tally::default() };
        assert_eq!(checked.tally, bytes_read);
        // A part would prove nothing.
        let header = header(Mode::Reach, &[Claim::AtLeast(1)]);
        refuted(&arena, &header, &[&[0, 0, 0, 0]], 0, &[], Fault::Gap);
    }
}

#[test]
fn games_that_are_over_otherwise_refute_the_claim() {
    for root in [end(0), stuck(0)] {
        let arena = arena(Rule::Never, vec![root]);
        let claims = [Claim::AtLeast(0), Claim::AtMost(0), Claim::AtLeast(1), Claim::AtMost(-1)];
        for first in claims {
            for second in claims {
                let bytes = certificate(&header(Mode::Reach, &[first, second]), &[]);
                let failed = [first, second].iter().position(|claim| !claim.met(Score(0)));
                let expected = failed.map_or(Verdict::Verified, |at| {
                    let (within, claim, fault) = (None, Some(at as u32), Fault::NotMet);
                    Verdict::Refuted(Refutation { byte: 0, within, claim, line: vec![], fault })
                });
                assert_eq!(checked(&arena, &bytes).verdict, expected);
            }
        }
    }
}

#[test]
fn the_tally_is_what_there_is() {
    let header = header(Mode::Reach, &[Claim::AtLeast(1)]);
    let second = [&[0, 2, 2, 1, 0, 2, 0], &HOUSE[11..]].concat();
    let bytes = certificate(&header, &[HOUSE[..11].to_vec(), second]);
    let checked = checked(&house(), &bytes);
    let tally = Tally {
        positions: 5,
        ends: 2,
        references: 2,
        lemmas: 2,
        deepest: 3,
        bytes: bytes.len() as u64,
        content_bytes: 11 + 7 + 3,
        parts: 2,
        ..Tally::default()
    };
    assert_eq!((checked.verdict, checked.tally), (Verdict::Verified, tally));
    let path = self::header(Mode::Path, &[Claim::AtLeast(1)]);
    let checked = self::checked(&cave(Rule::MoverLoses), &certificate(&path, &[CAVE.to_vec()]));
    let Tally { positions, ends, references, lemmas, repetitions, deepest, parts, .. } =
        checked.tally;
    assert_eq!((positions, ends, references, lemmas), (5, 1, 1, 1));
    assert_eq!((repetitions, deepest, parts), (1, 4, 1));
}

#[test]
fn axioms_are_counted_where_they_are_used() {
    let mut header = header(Mode::Reach, &[Claim::AtLeast(1)]);
    header.axioms = ["at 2", "at 3", "at 4"].map(String::from).to_vec();
    let uses = |parts: &[&[u32]]| {
        let parts: Vec<Vec<u32>> = parts.iter().map(|part| part.to_vec()).collect();
        let checked = checked(&house(), &certificate(&header, &parts));
        assert_eq!(checked.verdict, Verdict::Verified);
        checked.tally.axioms
    };
    assert_eq!(uses(&[&HOUSE]), [0, 0, 0]);
    assert_eq!(uses(&[&[0, 0, 0, 4, 0]]), [1, 0, 0]);
    let first = [0, 0, 0, 9, 0, 4, 1, 4, 2];
    assert_eq!(uses(&[&[&first[..], &[0, 4, 2]].concat()]), [0, 1, 2]);
    assert_eq!(uses(&[&first, &[0, 0, 2, 1, 0, 2, 0, 0, 4, 2]]), [0, 1, 2]);
    // They do not save a finished game.
    refuted(&house(), &header, &[&[0, 0, 0, 8, 4, 0]], 3, &[0], Fault::NotMet);
}

#[test]
fn the_header_is_what_was_written() {
    let (header, bytes) = proved(&house().graph, &[(Goal::AtLeast(Score(1)), true)]);
    assert_eq!(*Certificate::open(&bytes[..]).unwrap().header(), header);
}

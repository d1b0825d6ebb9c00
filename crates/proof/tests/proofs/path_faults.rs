//! Each fault of a proof in the mode *path*, at its exact place.

use phidelta_certificate::check::Fault::{self, *};
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_testing::{Arena, Rule};

use crate::support::*;

fn win() -> Header {
    header(Mode::Path, &[Claim::AtLeast(1)])
}

fn here() -> Arena {
    cave(Rule::MoverLoses)
}

/// The proof about the cave with other tokens from some place on.
#[track_caller]
fn cave_refuted(keep: usize, tokens: &[u32], within: u64, line: &[u32], fault: Fault) {
    refuted(&here(), &win(), &[&[&CAVE[..keep], tokens].concat()], within, line, fault);
}

#[test]
fn the_whole_proof_is_verified() {
    verified(&here(), &win(), &[&CAVE]);
    let places: [(usize, &[u32]); 5] = [
        (4, &[0, 0, 1, 0, 0]),
        (5, &[0, 0, 2, 0, 0, 0, 0]),
        (7, &[0, 1, 3, 0, 0, 0, 0, 0, 1]),
        (8, &[0, 1, 4, 0, 0, 0, 0, 0, 1, 0, 0]),
        (11, &[0, 1, 2, 1, 0, 0, 0]),
    ];
    for (at, place) in places {
        verified(&here(), &win(), &[&CAVE[..at], &[place, &CAVE[at..]].concat()]);
    }
}

#[test]
fn positions_that_came_back_must_be_declared() {
    // Whatever else is said of them.
    for token in [0, 1, 2, 4, 7, 8] {
        cave_refuted(8, &[token, 1], 8, &[0, 0, 0, 0], Repeated(2));
    }
    let mut header = win();
    header.axioms = vec!["Max wins everywhere".into()];
    let part = [&CAVE[..8], &[4, 0]].concat();
    refuted(&here(), &header, &[&part], 8, &[0, 0, 0, 0], Repeated(2));
    refuted(&ring(Rule::MoverLoses), &win(), &[&[0, 0, 0, 8, 0, 8]], 5, &[0, 0], Repeated(2));
    // The line before the part counts.
    let second: &[u32] = &[0, 1, 4, 0, 0, 0, 0, 0, 1, 0, 0, 8];
    refuted(&here(), &win(), &[&CAVE[..8], second], 11, &[0, 0, 0, 0], Repeated(2));
}

#[test]
fn positions_that_have_not_come_back() {
    for plies in [0, 1, 3, 4, 5, u32::MAX] {
        cave_refuted(8, &[3, plies], 8, &[0, 0, 0, 0], NotRepeated);
    }
    cave_refuted(3, &[3, 0], 3, &[], NotRepeated);
    cave_refuted(5, &[3, 2], 5, &[0, 0], NotRepeated);
    // It occurred on another line: lines that are left are forgotten.
    cave_refuted(11, &[3, 2], 11, &[1, 0], NotRepeated);
    cave_refuted(10, &[3, 1], 10, &[1], NotRepeated);
}

#[test]
fn repetitions_that_do_not_meet_the_claim() {
    // Min comes back and loses.
    let loses = header(Mode::Path, &[Claim::AtMost(0)]);
    refuted(&here(), &loses, &[&[0, 0, 0, 8, 0, 0, 8, 3, 2]], 7, &[0, 0, 0, 0], NotMet);
    verified(&ring(Rule::MoverLoses), &win(), &[&[0, 0, 0, 8, 0, 3, 2]]);
}

#[test]
fn lemmas_after_moves_that_can_be_undone() {
    // After 3 → 4, and at the root, where there was no move at all.
    cave_refuted(7, &[1, 0], 7, &[0, 0, 0], Reversible);
    cave_refuted(3, &[1, 0], 3, &[], Reversible);
    // In the ring nothing is for good.
    refuted(&ring(Rule::MoverLoses), &win(), &[&[0, 0, 0, 8, 1, 0]], 4, &[0], Reversible);
}

#[test]
fn references_after_moves_that_can_be_undone() {
    // 3 → 4 again, on another line, where 4 cannot be a lemma: the move is what counts.
    cave_refuted(11, &[8, 2, 1], 12, &[1, 0, 0], Reversible);
    cave_refuted(3, &[2, 1], 3, &[], Reversible);
}

#[test]
fn references_after_moves_that_cannot() {
    // Lemmas must be complete, and about this position, here as elsewhere.
    cave_refuted(5, &[2, 1], 5, &[0, 0], NoLemma);
    cave_refuted(10, &[2, 1], 10, &[1], OtherPosition(0));
}

//! Each fault that a proof can have, at its exact place: the byte, the line of play, the reason.
//! (Those of the mode *path* are in `path_faults.rs`, those of the file in `file_faults.rs`.)

use phidelta_certificate::check::Fault::{self, *};
use phidelta_certificate::check::{Refutation, Shortfall, Verdict};
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_testing::Rule;
use phidelta_testing::editor::file;

use crate::support::*;

fn win() -> Header {
    header(Mode::Reach, &[Claim::AtLeast(1)])
}

/// The proof about the house with other tokens from some place on.
#[track_caller]
fn house_refuted(keep: usize, tokens: &[u32], within: u64, line: &[u32], fault: Fault) {
    let part = [&HOUSE[..keep], tokens].concat();
    refuted(&house(), &win(), &[&part], within, line, fault);
}

#[test]
fn the_whole_proof_is_verified() {
    verified(&house(), &win(), &[&HOUSE]);
    // In parts, wherever a position's first token is.
    let places: [(usize, &[u32]); 6] = [
        (4, &[0, 0, 1, 1, 0]),
        (5, &[0, 0, 2, 1, 0, 0, 0]),
        (7, &[0, 1, 2, 1, 0, 1, 0]),
        (9, &[0, 2, 3, 1, 0, 1, 0, 0, 2]),
        (11, &[0, 2, 2, 1, 0, 2, 0]),
        (12, &[0, 2, 3, 1, 0, 2, 0, 0, 0]),
    ];
    for (at, place) in places {
        let second = [place, &HOUSE[at..]].concat();
        verified(&house(), &win(), &[&HOUSE[..at], &second]);
    }
}

#[test]
fn tokens_that_mean_nothing() {
    for token in 5..8 {
        house_refuted(3, &[token], 3, &[], Token(token));
        house_refuted(5, &[token], 5, &[1, 0], Token(token));
    }
}

#[test]
fn numbers_that_are_cut_off_or_too_long() {
    // As the first number of a token, and as its second one: the token is what is wrong.
    for (keep, bytes, within) in [
        (3, &[0x80u8][..], 3),
        (3, &[0x88, 0x00], 3),
        (3, &[0x88, 0x80, 0x80, 0x80, 0x10], 3),
        (9, &[2], 9),
        (9, &[2, 0x82, 0x00], 9),
        (9, &[4], 9),
        (9, &[3], 9),
        (5, &[1], 5),
        (5, &[1, 0x80], 5),
    ] {
        let mut content: Vec<u8> = HOUSE[..keep].iter().map(|&number| number as u8).collect();
        content.extend(bytes);
        let line = match keep {
            3 => vec![],
            5 => vec![1, 0],
            _ => vec![1, 1, 0],
        };
        let byte = part_byte(&win(), &[], 0);
        let (within, claim) = (Some(within), Some(0));
        let expected = Refutation { byte, within, claim, line, fault: Number };
        let bytes = file(&win(), &[content]);
        assert_eq!(verdict(&house(), &bytes), Verdict::Refuted(expected));
    }
    // Where a part says where it begins.
    for content in [&[][..], &[0], &[0, 0], &[0, 0x80], &[0, 0, 1, 0], &[0, 0, 0xff], &[0x80, 0]] {
        let byte = part_byte(&win(), &[], 0);
        let (within, claim, line) = (Some(0), None, vec![]);
        let expected = Refutation { byte, within, claim, line, fault: Number };
        let bytes = file(&win(), &[content.to_vec()]);
        assert_eq!(verdict(&house(), &bytes), Verdict::Refuted(expected), "{content:?}");
    }
}

#[test]
fn a_part_without_a_token() {
    refuted(&house(), &win(), &[&[0, 0, 0]], 0, &[], Empty);
    let second: &[u32] = &[0, 0, 1, 1, 0];
    refuted(&house(), &win(), &[&HOUSE[..4], second], 0, &[1], Empty);
}

#[test]
fn moves_that_are_not_there() {
    house_refuted(3, &[10], 3, &[], NoMove { mv: 2, moves: 2 });
    house_refuted(3, &[u32::MAX], 3, &[], NoMove { mv: u32::MAX - 8, moves: 2 });
    // The line has moves of its own: they are not for the next position.
    house_refuted(7, &[9], 7, &[1, 1], NoMove { mv: 1, moves: 1 });
    house_refuted(5, &[1, 10], 5, &[1, 0], NoMove { mv: 2, moves: 2 });
}

#[test]
fn tokens_for_the_other_player() {
    house_refuted(3, &[0], 3, &[], ClaimantsTurn);
    house_refuted(5, &[1, 0], 5, &[1, 0], ClaimantsTurn);
    house_refuted(4, &[8], 4, &[1], OpponentsTurn);
    house_refuted(4, &[1, 8], 4, &[1], OpponentsTurn);
}

#[test]
fn ends_that_do_not_meet_the_claim() {
    house_refuted(3, &[8], 3, &[0], NotMet);
    house_refuted(5, &[1, 8], 5, &[1, 0, 0], NotMet);
    // A position without a move, and a claim of the other player.
    let most = header(Mode::Reach, &[Claim::AtMost(0)]);
    refuted(&house(), &most, &[&[0, 0, 0, 0, 8, 8]], 5, &[1, 0], OpponentsTurn);
    let most = header(Mode::Reach, &[Claim::AtMost(-1)]);
    refuted(&house(), &most, &[&[0, 0, 0, 0, 10, 9]], 5, &[1, 2, 1], NotMet);
}

#[test]
fn lemmas_without_a_proof_of_their_own() {
    for token in 1..8 {
        house_refuted(5, &[1, token, 1], 5, &[1, 0], BareLemma);
    }
}

#[test]
fn references_to_nothing() {
    house_refuted(5, &[2, 1], 5, &[1, 0], NoLemma);
    house_refuted(9, &[2, 3], 9, &[1, 1, 0], NoLemma);
    house_refuted(9, &[2, 0], 9, &[1, 1, 0], NoLemma);
    house_refuted(9, &[2, u32::MAX], 9, &[1, 1, 0], NoLemma);
}

#[test]
fn references_to_lemmas_that_are_not_complete() {
    house_refuted(9, &[2, 1], 9, &[1, 1, 0], OpenLemma(1));
    // Also if the lemma began in an earlier part, or is about this very position.
    let second: &[u32] = &[0, 2, 3, 1, 0, 1, 0, 0, 2, 2, 1];
    refuted(&house(), &win(), &[&HOUSE[..9], second], 9, &[1, 1, 0], OpenLemma(1));
    let least = header(Mode::Reach, &[Claim::AtLeast(0)]);
    refuted(&ring(Rule::Endless(0)), &least, &[&RING], 6, &[0, 0], OpenLemma(0));
    let second: &[u32] = &[0, 1, 2, 0, 1, 0, 0, 2, 1];
    refuted(&ring(Rule::Endless(0)), &least, &[&RING[..6], second], 7, &[0, 0], OpenLemma(0));
}

#[test]
fn references_to_lemmas_about_other_positions() {
    // Lemma 1 is complete at the second reply, lemma 0 is about another position.
    house_refuted(12, &[2, 2], 12, &[1, 2, 0], OtherPosition(0));
    house_refuted(7, &[2, 1], 7, &[1, 1], OtherPosition(0));
    // Lemmas of earlier parts are looked up afterwards.
    let second: &[u32] = &[0, 2, 3, 1, 0, 2, 0, 0, 0, 2, 2];
    refuted(&house(), &win(), &[&HOUSE[..12], second], 9, &[1, 2, 0], OtherPosition(0));
    let second: &[u32] = &[0, 1, 2, 1, 0, 1, 0, 1, 8, 2, 2, 0, 2, 2];
    refuted(&house(), &win(), &[&HOUSE[..7], second], 12, &[1, 2, 0], OtherPosition(0));
    // Lemmas of another claim do not count.
    let both = header(Mode::Reach, &[Claim::AtLeast(1), Claim::AtLeast(0)]);
    let other: &[u32] = &[1, 0, 0, 9, 0, 2, 1];
    refuted(&house(), &both, &[&HOUSE, other], 5, &[1, 0], NoLemma);
    let other: &[u32] = &[1, 2, 0, 9, 0, 2, 2];
    refuted(&house(), &both, &[&HOUSE, other], 0, &[], Gap);
}

#[test]
fn tokens_after_the_proof() {
    let longer = [&HOUSE[..], &[0]].concat();
    refuted(&house(), &win(), &[&longer], 14, &[], MoreTokens);
    let half = [0x80];
    let content = [&HOUSE.map(|number| number as u8)[..], &half].concat();
    let Verdict::Refuted(refutation) = verdict(&house(), &file(&win(), &[content])) else {
        panic!("it is accepted");
    };
    assert_eq!((refutation.within, refutation.fault), (Some(14), MoreTokens));
}

#[test]
fn parts_that_do_not_follow_on_each_other() {
    let next: &[u32] = &[0, 2, 2, 1, 0, 2, 0];
    let rest = &HOUSE[11..];
    let follow = |place: &[u32], line: &[u32]| {
        let second = [place, rest].concat();
        refuted(&house(), &win(), &[&HOUSE[..11], &second], 0, line, Gap);
    };
    verified(&house(), &win(), &[&HOUSE[..11], &[next, rest].concat()]);
    // Too few lemmas, too many, another line, a lemma on it, a line that is too short.
    follow(&[0, 1, 2, 1, 0, 2, 0], &[1, 2]);
    follow(&[0, 3, 2, 1, 0, 2, 0], &[1, 2]);
    follow(&[0, 2, 2, 1, 0, 1, 0], &[1, 1]);
    follow(&[0, 2, 2, 1, 0, 2, 1], &[1, 2]);
    follow(&[0, 2, 2, 1, 2, 2, 0], &[1, 2]);
    follow(&[0, 2, 1, 1, 0], &[1]);
    follow(&[0, 0, 0], &[]);
    // A first part that does not begin at the root; a part too many.
    refuted(&house(), &win(), &[&[next, rest].concat()], 0, &[1, 2], Gap);
    refuted(&house(), &win(), &[&HOUSE, &HOUSE], 0, &[], Gap);
    // A gap is what is wrong, whatever follows in the part.
    refuted(&house(), &win(), &[&HOUSE, &[0, 0, 0, 7]], 0, &[], Gap);
    refuted(&house(), &win(), &[&HOUSE[..11], &[0, 0, 1, 77, 0, 7]], 0, &[77], Gap);
    // A claim that is not there, or is proved already, or not yet its turn.
    let both = header(Mode::Reach, &[Claim::AtLeast(1), Claim::AtLeast(0)]);
    let claim = |number: u32| [&[number][..], &HOUSE[1..]].concat();
    verified(&house(), &both, &[&claim(0), &claim(1)]);
    refuted(&house(), &both, &[&claim(1)], 0, &[], Gap);
    refuted(&house(), &both, &[&claim(0), &claim(0)], 0, &[], Gap);
    refuted(&house(), &both, &[&claim(0), &claim(1), &claim(1)], 0, &[], Gap);
    for parts in [vec![claim(2)], vec![claim(0), claim(7)], vec![claim(0), claim(1), claim(2)]] {
        let byte = part_byte(&both, &parts, parts.len() - 1);
        let (within, claim, line) = (Some(0), None, vec![]);
        let expected = Refutation { byte, within, claim, line, fault: Gap };
        assert_eq!(verdict(&house(), &certificate(&both, &parts)), Verdict::Refuted(expected));
    }
}

#[test]
fn parts_that_begin_after_impossible_lines() {
    // All that a worker sees is its own part: these are found out before parts are compared. So
    // that the comparison does not find them first, the part before must be as impossible.
    let line = |place: &[u32]| {
        let first = [place, &[0]].concat();
        let bytes = certificate(&win(), &[first]);
        let Verdict::Refuted(refutation) = verdict(&house(), &bytes) else {
            panic!("it is accepted");
        };
        assert_eq!(refutation.fault, Gap);
    };
    // No such move, the game is over before, the game is over there, lemmas out of order.
    line(&[0, 0, 1, 2, 0]);
    line(&[0, 0, 2, 0, 0, 0, 0]);
    line(&[0, 0, 1, 0, 0]);
    line(&[0, 0, 4, 1, 0, 0, 0, 1, 0, 0, 0]);
    line(&[0, 2, 2, 1, 2, 0, 1]);
    line(&[0, 2, 2, 1, 2, 0, 2]);
    line(&[0, 1, 1, 1, 2]);
}

#[test]
fn proofs_that_stop() {
    let unfinished = |parts: &[&[u32]], header: &Header, claim: u32, line: &[u32]| {
        let parts: Vec<Vec<u32>> = parts.iter().map(|part| part.to_vec()).collect();
        let line = line.to_vec();
        let expected = Verdict::Incomplete(Shortfall::Unfinished { claim, line });
        assert_eq!(verdict(&house(), &certificate(header, &parts)), expected);
    };
    unfinished(&[], &win(), 0, &[]);
    for (keep, line) in
        [(4, &[1][..]), (5, &[1, 0]), (7, &[1, 1]), (9, &[1, 1, 0]), (12, &[1, 2, 0])]
    {
        unfinished(&[&HOUSE[..keep]], &win(), 0, line);
    }
    let both = header(Mode::Reach, &[Claim::AtLeast(1), Claim::AtLeast(0)]);
    unfinished(&[&HOUSE], &both, 1, &[]);
    unfinished(&[&HOUSE, &[1, 0, 0, 9]], &both, 1, &[1]);
}

#[test]
fn axioms_that_are_not_there() {
    house_refuted(5, &[4, 0], 5, &[1, 0], NoAxiom(0));
    let mut header = win();
    header.axioms = vec!["Max wins at 3".into()];
    let part = [&HOUSE[..5], &[4, 1]].concat();
    refuted(&house(), &header, &[&part], 5, &[1, 0], NoAxiom(1));
    let part = [&HOUSE[..5], &[4, u32::MAX]].concat();
    refuted(&house(), &header, &[&part], 5, &[1, 0], NoAxiom(u32::MAX));
}

#[test]
fn repetitions_in_modes_that_know_none() {
    let least = header(Mode::Reach, &[Claim::AtLeast(0)]);
    let part: &[u32] = &[0, 0, 0, 8, 0, 3, 2];
    refuted(&ring(Rule::Endless(0)), &least, &[part], 5, &[0, 0], NotRepeated);
    refuted(&ring(Rule::MoverLoses), &least, &[part], 5, &[0, 0], NotRepeated);
    let least = header(Mode::Safe, &[Claim::AtLeast(0)]);
    refuted(&ring(Rule::Endless(0)), &least, &[part], 5, &[0, 0], NotRepeated);
    verified(&ring(Rule::Endless(0)), &least, &[&RING]);
}

#[test]
fn each_claim_has_lemmas_of_its_own() {
    let both = header(Mode::Reach, &[Claim::AtLeast(1), Claim::AtLeast(0)]);
    // In the second proof, lemma 0 is at 4.
    let first: &[u32] = &[1, 0, 0, 9, 0, 9, 1, 8, 9];
    let second: &[u32] = &[1, 1, 2, 1, 0, 2, 0, 0, 2, 1];
    verified(&house(), &both, &[&HOUSE, first, second]);
}

//! Everything that can be wrong in a proof with zones, each at its exact place.

use phidelta_certificate::check::Fault::{self, *};
use phidelta_certificate::check::{Refutation, Verdict};
use phidelta_certificate::{Claim, Header, Mode, PASS};
use phidelta_rules::Player::{self, Max, Min};
use phidelta_rules::Recurrence;
use phidelta_testing::stones::{Laid, Row, Stones};
use phidelta_testing::{Rule, check_in_memory};

use crate::second::agree_on_stones;
use crate::support::{certificate, header, house, part_byte, ring};

/// A game whose rows, and stones at the start, are given as bits.
fn game(squares: usize, rows: [&[u32]; 2], stones: [u32; 2], a_turn: u32, turn: Player) -> Stones {
    let row = |&squares: &u32| Row { squares, flanks: 0 };
    let rows = rows.map(|rows| rows.iter().map(row).collect());
    Stones { squares, rows, a_turn, start: Laid { stones, turn, left: a_turn, won: None } }
}

/// A stone a turn, Min to move. Max has a stone on 0, and wins with 1 or 2; Min has none, and would
/// win with 3, 4 and 5.
fn fork() -> Stones {
    game(6, [&[0b11, 0b101], &[0b11_1000]], [1, 0], 1, Min)
}

/// The proof of it: where it begins; a zone of move 0 (square 1), since after a pass Max wins by move
/// 0 there; after a stone on square 1, Max wins by move 0 (square 2).
const FORK: [u32; 8] = [0, 0, 0, 5, 1, 0, 8, 8];

/// Two stones a turn. Max has a stone on 0 and wins with any of 1, 2 and 3.
fn trident() -> Stones {
    game(6, [&[0b11, 0b101, 0b1001], &[]], [1, 0], 2, Min)
}

/// The proof of it, with squares 1 and 2 as the zone of the first stone. After a pass Max wins on 1.
/// After 1, there is a zone of 2 for the second stone. After 2, there is one of 1; but the stones 2
/// and 1 are those that come after 1.
const TRIDENT: [u32; 17] = [0, 0, 0, 5, 2, 0, 0, 8, 5, 1, 0, 8, 8, 5, 1, 0, 8];

/// A stone a turn, and no stones. Max wins with 0 and one of 1 and 2, or with 3 and one of 4 and 5.
fn forks() -> Stones {
    game(6, [&[0b11, 0b101, 0b1_1000, 0b10_1000], &[]], [0, 0], 1, Min)
}

/// The proof of it. After a pass Max plays on 0, and if then 1 is taken, on 2; so the zone is 0 to 2.
/// After 0, and after 2, Max plays on 3; after 1 on 0.
const FORKS: [u32; 37] = [
    0, 0, 0, 5, 3, 0, 0, 0, 8, 5, 1, 0, 8, 8, 10, 5, 1, 2, 10, 10, 8, 5, 1, 0, 8, 8, 5, 1, 0, 8, 8,
    10, 5, 1, 2, 10, 10,
];

fn win() -> Header {
    header(Mode::Zone, &[Claim::AtLeast(1)])
}

fn verdict(game: &Stones, header: &Header, parts: &[&[u32]]) -> Verdict {
    let parts: Vec<Vec<u32>> = parts.iter().map(|part| part.to_vec()).collect();
    let bytes = certificate(header, &parts);
    let verdict = check_in_memory(game, &Recurrence::Never, &game.start, &bytes).verdict;
    agree_on_stones(game, &bytes, &verdict);
    verdict
}

#[track_caller]
fn verified(game: &Stones, parts: &[&[u32]]) {
    assert_eq!(verdict(game, &win(), parts), Verdict::Verified);
}

#[track_caller]
fn refuted(game: &Stones, parts: &[&[u32]], within: u64, line: &[u32], fault: Fault) {
    let owned: Vec<Vec<u32>> = parts.iter().map(|part| part.to_vec()).collect();
    let byte = part_byte(&win(), &owned, parts.len() - 1);
    let (within, claim, line) = (Some(within), Some(0), line.to_vec());
    let expected = Verdict::Refuted(Refutation { byte, within, claim, line, fault });
    assert_eq!(verdict(game, &win(), parts), expected);
}

/// The numbers up to a place, and then others.
fn instead(numbers: &[u32], at: usize, others: &[u32]) -> Vec<u32> {
    [&numbers[..at], others].concat()
}

#[test]
fn honest_proofs() {
    verified(&fork(), &[&FORK]);
    verified(&trident(), &[&TRIDENT]);
    verified(&forks(), &[&FORKS]);
    // A zone may be larger than it need be, or have the other square.
    verified(&fork(), &[&[0, 0, 0, 5, 2, 0, 0, 8, 8, 8]]);
    verified(&fork(), &[&[0, 0, 0, 5, 1, 1, 9, 8]]);
}

#[test]
fn lists_that_are_none() {
    refuted(&fork(), &[&[0, 0, 0, 5, 0, 8, 8]], 3, &[], EmptyZone);
    refuted(&fork(), &[&[0, 0, 0, 5, 1, 5, 8]], 3, &[], ZoneBeyond { mv: 5, moves: 5 });
    refuted(&fork(), &[&[0, 0, 0, 5, 2, 0, 9, 8]], 3, &[], ZoneBeyond { mv: 10, moves: 5 });
    refuted(&fork(), &[&[0, 0, 0, 5]], 3, &[], Number);
    refuted(&fork(), &[&[0, 0, 0, 5, 2, 0]], 3, &[], Number);
}

#[test]
fn zones_where_there_are_none() {
    let own = Stones { start: Laid { turn: Max, ..fork().start }, ..fork() };
    refuted(&own, &[&FORK], 3, &[], ClaimantsTurn);
    let reach = header(Mode::Reach, &[Claim::AtLeast(1)]);
    for (numbers, fault) in [(&[5][..], Token(5)), (&[1, 5], BareLemma)] {
        let Verdict::Refuted(refutation) = verdict(&fork(), &reach, &[&instead(&FORK, 3, numbers)])
        else {
            panic!("it is accepted");
        };
        assert_eq!(refutation.fault, fault);
    }
}

#[test]
fn modes_that_do_not_fit() {
    let is_refused = |verdict: Verdict, reason| {
        let (within, claim, line) = (None, None, Vec::new());
        let fault = Fault::Mode(reason);
        assert_eq!(verdict, Verdict::Refuted(Refutation { byte: 0, within, claim, line, fault }));
    };
    for claims in [&[Claim::AtLeast(0)][..], &[Claim::AtLeast(1), Claim::AtMost(0)]] {
        let verdict = verdict(&fork(), &header(Mode::Zone, claims), &[&FORK]);
        is_refused(verdict, "a draw would meet the claim");
    }
    let bytes = certificate(&win(), &[FORK.to_vec()]);
    is_refused(crate::support::verdict(&house(), &bytes), "its moves do not only place stones");
    let ring = ring(Rule::Endless(0));
    is_refused(crate::support::verdict(&ring, &bytes), "positions come back");
}

#[test]
fn zones_that_leave_out_what_the_proof_uses() {
    refuted(&fork(), &[&[0, 0, 0, 5, 1, 1, 8, 8]], 6, &[PASS], OutsideZone(0));
    refuted(&fork(), &[&[0, 0, 0, 5, 1, 0, 9, 8]], 6, &[PASS], OutsideZone(1));
    // The second stone of the claimant, and a reply in a zone within.
    let smaller = instead(&FORKS, 4, &[2, 0, 0, 8, 5, 1, 0, 8, 8]);
    refuted(&forks(), &[&smaller], 12, &[PASS], OutsideZone(2));
    // A zone within that is larger than it need be: all its squares count.
    let larger = [0, 0, 0, 5, 3, 0, 0, 0, 8, 5, 2, 0, 2, 8, 8, 8];
    refuted(&forks(), &[&larger], 15, &[PASS], OutsideZone(4));
}

#[test]
fn zones_that_leave_out_rows_of_the_opponent() {
    let mut near = fork();
    near.start.stones[1] = 0b1_1000;
    refuted(&near, &[&FORK], 3, &[], OpenRow(2));
    // Two stones of a turn make a row of two.
    let pair = Stones { a_turn: 2, ..game(6, [&[0b11], &[0b11_0000]], [1, 0], 2, Min) };
    refuted(&pair, &[&FORK], 3, &[], OpenRow(3));
}

/// After a pass, Max plays on 0 and cannot be stopped, unless the free stone and a reply make a row.
#[test]
fn rows_with_the_help_of_free_stones() {
    let race = game(6, [&[0b11, 0b101], &[0b1_1000]], [0, 0], 1, Min);
    let zone = [0, 0, 0, 5, 3, 0, 0, 0, 8, 5, 1, 0, 8, 8];
    refuted(&race, &[&zone], 13, &[PASS], OutsideZone(3));
    let all = [0, 0, 0, 5, 3, 0, 0, 0, 8, 0, 8, 8, 8, 8, 8];
    refuted(&race, &[&all], 14, &[PASS], OutsideZone(3));
}

#[test]
fn other_orders_of_the_stones_of_a_turn() {
    let more = [&TRIDENT[..], &[8]].concat();
    refuted(&trident(), &[&more], 17, &[], MoreTokens);
    // All replies but the one that is excluded.
    verified(&trident(), &[&instead(&TRIDENT, 13, &[0, 8, 8, 8])]);
    refuted(&trident(), &[&instead(&TRIDENT, 13, &[0, 8, 8, 8, 8])], 17, &[], MoreTokens);
    // After the last stone of three there is no other than in another order.
    let full = game(4, [&[0b11, 0b101, 0b1001], &[]], [1, 0], 2, Min);
    verified(&full, &[&[0, 0, 0, 5, 3, 0, 0, 0, 8, 0, 8, 8, 0, 8, 0]]);
    // Only for the rest of the turn: a lemma may follow on it.
    verified(&trident(), &[&instead(&TRIDENT, 13, &[0, 1, 8, 8, 8])]);
    let lemma = instead(&TRIDENT, 8, &[1, 5, 1, 0, 8, 8, 5, 1, 0, 8]);
    verified(&trident(), &[&lemma]);
    let partial = instead(&TRIDENT, 13, &[1, 5, 1, 0, 8]);
    refuted(&trident(), &[&partial], 13, &[1], PartialLemma);
}

#[test]
fn lemmas_of_other_passes() {
    // Max on 0 and Min on 1: a lemma after the first pass, and a position after a later one.
    let lemma = [&FORKS[..13], &[1], &FORKS[13..24]].concat();
    let whole = [&lemma[..], &FORKS[24..]].concat();
    verified(&forks(), &[&whole]);
    let refers = [&lemma[..], &[2, 1]].concat();
    refuted(&forks(), &[&refers], 25, &[1, 0, PASS], NarrowLemma(0));
}

/// Max wins with any three stones on seven squares. After two passes, of Max on 0 and 1 and Min on
/// 2 there is a lemma, which uses square 3. Where it is referred to, the zone has 4 instead.
#[test]
fn lemmas_use_what_their_proofs_use() {
    let triples: Vec<u32> = (0u32..1 << 7).filter(|set| set.count_ones() == 3).collect();
    let game = game(7, [&triples, &[]], [0, 0], 1, Min);
    let start = [0, 0, 0, 5, 7, 0, 0, 0, 0, 0, 0, 0, 8];
    let after_pass = [5, 3, 0, 0, 0, 8, 5, 1, 0, 8, 1, 8, 8, 5, 1, 0, 8, 8, 8, 5, 1, 1, 2, 1];
    let numbers = [&start[..], &after_pass].concat();
    refuted(&game, &[&numbers], 35, &[PASS, 0, 1, 0, PASS], OutsideZone(0));
}

#[test]
fn axioms_after_a_pass() {
    let axioms = vec!["Max wins".into()];
    let header = Header { axioms, ..win() };
    let after_pass = verdict(&fork(), &header, &[&[0, 0, 0, 5, 1, 0, 4, 0, 8]]);
    let Verdict::Refuted(refutation) = after_pass else { panic!("it is accepted") };
    assert_eq!((refutation.within, refutation.line), (Some(6), vec![PASS]));
    assert_eq!(refutation.fault, AxiomAfterPass);
    let after_reply = verdict(&fork(), &header, &[&[0, 0, 0, 5, 1, 0, 8, 4, 0]]);
    assert_eq!(after_reply, Verdict::Verified);
}

#[test]
fn parts_that_end_after_a_pass() {
    refuted(&fork(), &[&FORK[..6]], 6, &[PASS], Cut);
    refuted(&forks(), &[&FORKS[..9]], 9, &[PASS, 0], Cut);
    refuted(&forks(), &[&FORKS[..13]], 13, &[PASS, 0, 0], Cut);
}

#[test]
fn parts_that_begin_within_zones() {
    let rest = |place: &[u32]| [place, &FORKS[14..]].concat();
    verified(&forks(), &[&FORKS[..14], &rest(&[0, 0, 1, 0, 0, 3, 0, 0, 0])]);
    let zones: [&[u32]; 4] = [&[2, 0, 0], &[0], &[3, 0, 0, 1], &[4, 0, 0, 0, 0]];
    for zone in zones {
        let place = [&[0, 0, 1, 0, 0], zone].concat();
        refuted(&forks(), &[&FORKS[..14], &rest(&place)], 0, &[0], Gap);
    }
    // What is excluded follows from the zones.
    let rest = [&[0, 0, 1, 1, 0, 2, 0, 0], &TRIDENT[13..]].concat();
    verified(&trident(), &[&TRIDENT[..13], &rest]);
    // Lines that no proof comes to: outside the zone, on an excluded square, a zone for the
    // claimant, a zone that is too large, and a line.
    let lines: [&[u32]; 5] = [
        &[0, 0, 1, 4, 0, 2, 0, 0],
        &[0, 0, 2, 1, 0, 2, 0, 0, 0, 0, 1, 0],
        &[0, 0, 2, 0, 0, 1, 0, 0, 0, 1, 0],
        &[0, 0, 1, 0, 0, 1, 384],
        &[0, 0, 385, 0, 0, 0],
    ];
    for (at, line) in lines.iter().enumerate() {
        let game = if at == 2 { forks() } else { trident() };
        let Verdict::Refuted(refutation) = verdict(&game, &win(), &[&[line, &[8][..]].concat()])
        else {
            panic!("it is accepted");
        };
        assert_eq!(refutation.fault, Gap);
    }
}

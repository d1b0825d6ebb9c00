//! Files made to hurt: none makes the checker panic, take memory without end, or accept.

use phidelta_certificate::check::{
    Certificate, CheckControl, Fault, Shortfall, Verdict, check_observed,
};
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_rules::Player::{Max, Min};
use phidelta_rules::Recurrence;
use phidelta_testing::editor::{MAGIC, file, packed_numbers, sealed};
use phidelta_testing::{Arena, At, Rule};

use crate::support::*;

fn win() -> Header {
    header(Mode::Reach, &[Claim::AtLeast(1)])
}

/// The fault of a part about the house.
#[track_caller]
fn fault(part: &[u32]) -> Fault {
    match verdict(&house(), &certificate(&win(), &[part.to_vec()])) {
        Verdict::Refuted(refutation) => refutation.fault,
        verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn nothing_or_nearly_nothing() {
    let truncated = |byte| Verdict::Incomplete(Shortfall::Truncated { byte });
    assert_eq!(verdict(&house(), b""), truncated(0));
    assert_eq!(verdict(&house(), &MAGIC[..7]), truncated(0));
    assert_eq!(verdict(&house(), MAGIC), truncated(8));
    assert!(matches!(verdict(&house(), &[0; 1000]), Verdict::Refuted(_)));
    assert!(matches!(verdict(&house(), &sealed(&[])), Verdict::Incomplete(_)));
}

#[test]
fn lengths_that_nothing_bears_out() {
    assert_eq!(fault(&[0, 0, u32::MAX]), Fault::Number);
    assert_eq!(fault(&[0, 0, u32::MAX, 1, 0, 0, 0]), Fault::Number);
    assert_eq!(fault(&[0, u32::MAX, 0, 9]), Fault::Gap);
    assert_eq!(fault(&[u32::MAX, 0, 0, 9]), Fault::Gap);
    assert_eq!(fault(&[0, 0, 1, u32::MAX, u32::MAX, 9]), Fault::Gap);
    let mut long = MAGIC.to_vec();
    long.extend([b'H', 0xff, 0xff, 0xff, 0x03]);
    long.extend([0; 32]);
    let expected = Verdict::Incomplete(Shortfall::Truncated { byte: 8 });
    assert_eq!(verdict(&house(), &long), expected);
}

#[test]
fn lemma_numbers_at_the_end_of_their_range() {
    // The first part says that so many lemmas were begun, and begins more.
    for lemmas in u32::MAX - 4..=u32::MAX {
        assert_eq!(fault(&[0, lemmas, 2, 1, 0, 0, 0, 1, 9, 1, 8, 2, 2, 0, 2, 1]), Fault::Gap);
        assert_eq!(fault(&[0, lemmas, 0, 9, 0, 2, lemmas, 2, 1]), Fault::Gap);
        assert_eq!(fault(&[0, lemmas, 2, 1, lemmas, 0, u32::MAX, 2, 1]), Fault::Gap);
    }
    assert_eq!(fault(&[0, 0, 0, 9, 0, 2, u32::MAX]), Fault::NoLemma);
}

#[test]
fn lines_of_millions_of_plies() {
    // Round and round, in a game that does not end: each position has a token of its own.
    let arena = ring(Rule::Endless(1));
    let mut part = vec![0, 0, 0];
    part.extend([8, 0].repeat(1 << 20));
    let safe = header(Mode::Safe, &[Claim::AtLeast(1)]);
    let whole = file(&safe, &[part]);
    let certificate = Certificate::open(&whole[..]).unwrap();
    let recurrence = arena.graph_recurrence();
    let control = CheckControl { memory: 1 << 30, ..CheckControl::default() };
    let checked =
        check_observed(&arena.graph, &recurrence, &At(0), certificate, control, &mut ()).unwrap();
    let Verdict::Incomplete(Shortfall::Unfinished { claim: 0, line }) = checked.verdict else {
        panic!("it stops too early");
    };
    assert_eq!(line.len(), 1 << 21);
    // With less memory the line is left in time.
    let certificate = Certificate::open(&whole[..]).unwrap();
    let control = CheckControl { memory: 1 << 20, ..CheckControl::default() };
    let checked =
        check_observed(&arena.graph, &recurrence, &At(0), certificate, control, &mut ()).unwrap();
    assert_eq!(checked.verdict, Verdict::Incomplete(Shortfall::Memory));
    assert!(checked.tally.positions == 0, "what was not accepted does not count");
}

#[test]
fn many_lemmas_and_references_in_little_memory() {
    // All the moves of a wide position lead to the same one.
    let wide = 100_000;
    let nodes = vec![turn(Min, &vec![1; wide]), turn(Max, &[2]), end(1)];
    let arena: Arena = arena(Rule::Never, nodes);
    let mut numbers = vec![0, 0, 0, 0];
    for _ in 0..wide {
        numbers.extend([1, 8]);
    }
    let whole = file(&win(), &[packed_numbers(&numbers)]);
    for (memory, enough) in [(1 << 22, true), (1 << 19, false)] {
        let certificate = Certificate::open(&whole[..]).unwrap();
        let control = CheckControl { memory, ..CheckControl::default() };
        let checked =
            check_observed(&arena.graph, &Recurrence::Never, &At(0), certificate, control, &mut ());
        let expected =
            if enough { Verdict::Verified } else { Verdict::Incomplete(Shortfall::Memory) };
        assert_eq!(checked.unwrap().verdict, expected);
    }
}

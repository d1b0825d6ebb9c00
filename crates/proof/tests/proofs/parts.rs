//! Proofs in many parts: the verdict does not depend on how a proof is cut, nor on the threads.

use std::num::NonZeroUsize;

use phidelta_certificate::check::{Certificate, CheckControl, Checked, Tally, Verdict, check};
use phidelta_certificate::{Mode, Solution, read};
use phidelta_testing::editor::File;
use phidelta_testing::{Arena, At, Graph, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::*;

fn check_on(threads: usize, arena: &Arena, bytes: &[u8]) -> Checked {
    let threads = NonZeroUsize::new(threads).unwrap();
    let certificate = Certificate::open(bytes).unwrap();
    let control = CheckControl { threads, ..CheckControl::default() };
    check(&arena.graph, &arena.graph_recurrence(), &At(0), certificate, control).unwrap()
}

/// What does not depend on how the proof is cut.
fn uncut(tally: Tally) -> Tally {
    Tally { bytes: 0, content_bytes: 0, parts: 0, ..tally }
}

/// Small games of all kinds, and some larger ones.
fn arenas() -> impl Iterator<Item = Arena> {
    let larger = (0..50).map(|seed| match seed % 2 {
        0 => Arena { graph: Graph::random(seed, 1500, false, 1), rule: Rule::Never },
        _ => Arena { graph: Graph::cyclic(seed, 800, 1), rule: Rule::Endless(0) },
    });
    (0..600).map(Arena::random).chain(larger)
}

#[test]
fn the_verdict_does_not_depend_on_parts_or_threads() {
    let (mut parts, mut most) = (0, 0);
    for arena in arenas() {
        let pairs = honest(&arena, 1 << 18).into_iter().zip(honest(&arena, 0));
        for ((header, whole), (_, cut)) in pairs {
            let alone = check_on(1, &arena, &whole);
            assert_eq!(alone.verdict, Verdict::Verified, "{header:?} in {arena:?}");
            assert!(alone.tally.parts <= 1);
            let pieces = check_on(1, &arena, &cut);
            assert_eq!(pieces.verdict, Verdict::Verified);
            for threads in [2, 5] {
                assert_eq!(check_on(threads, &arena, &cut), pieces);
            }
            parts += pieces.tally.parts;
            most = most.max(pieces.tally.parts);
            assert_eq!(uncut(pieces.tally), uncut(alone.tally));
        }
    }
    assert!(parts > 2000 && most >= 10, "{parts} parts, {most} at most");
}

#[test]
fn faults_do_not_depend_on_threads() {
    let mut random = StdRng::seed_from_u64(4);
    let mut refuted = 0;
    for seed in 0..400 {
        let arena = Arena::random(seed);
        for (_, bytes) in honest(&arena, 0) {
            let mut file = File::read(&bytes);
            if file.parts.is_empty() {
                continue;
            }
            let part = random.random_range(0..file.parts.len());
            let at = random.random_range(0..file.parts[part].len());
            file.parts[part][at] = random.random_range(0..10);
            let bytes = file.write();
            let alone = check_on(1, &arena, &bytes);
            for threads in [2, 5] {
                assert_eq!(check_on(threads, &arena, &bytes).verdict, alone.verdict);
            }
            refuted += usize::from(alone.verdict != Verdict::Verified);
        }
    }
    assert!(refuted > 500, "only {refuted} faults");
}

#[test]
fn two_proofs_in_one_file() {
    for seed in 0..120 {
        let arena = Arena::random(seed);
        for first in CLAIMS {
            for second in CLAIMS {
                let mode = arena.mode(first);
                let (Some(one), Some(two)) = (arena.proof(first), arena.proof(second)) else {
                    continue;
                };
                if arena.mode(second) != mode {
                    continue;
                }
                let header = header(mode, &[first, second]);
                let bytes = written(&header, &[one, two], 0);
                assert_eq!(checked(&arena, &bytes).verdict, Verdict::Verified);
            }
        }
    }
}

#[test]
fn what_is_read_back_is_what_was_written() {
    for seed in 0..600 {
        let arena = Arena::random(seed);
        for claim in CLAIMS {
            let Some(solution) = arena.proof(claim) else { continue };
            let mode = arena.mode(claim);
            let header = header(mode, &[claim]);
            let bytes = written(&header, &[solution], 0);
            let outline = |bytes: &[u8]| -> Vec<Solution> {
                let certificate = Certificate::open(bytes).unwrap();
                let recurrence = arena.graph_recurrence();
                let control = CheckControl::default();
                let (checked, outlines) =
                    read(&arena.graph, &recurrence, &At(0), certificate, control).unwrap();
                assert_eq!(checked.verdict, Verdict::Verified);
                outlines.into_iter().map(|outline| outline.solution).collect()
            };
            let back = outline(&bytes);
            if arena.graph.end(0).is_some() {
                assert!(back.is_empty());
                continue;
            }
            // Written again it is the same, except that what was written twice may be two positions
            // now, which makes no difference where positions are not shared.
            let again = written(&header, &back, 0);
            assert_eq!(checked(&arena, &again).verdict, Verdict::Verified);
            if mode != Mode::Path {
                assert_eq!(written(&header, &outline(&again), 0), again);
            }
        }
    }
}

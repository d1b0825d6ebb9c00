//! Memory, interruption and progress, of the writer and of the checker.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta_certificate::check::{Certificate, CheckControl, Checked, Shortfall, Verdict, check};
use phidelta_certificate::{Claim, Mode};
use phidelta_proof::{BuildError, ProofControl, prove};
use phidelta_rules::{Goal, NoGuide, Recurrence, Score};
use phidelta_search::{Options, Solver, TableSize};
use phidelta_testing::{At, Graph};

use crate::support::*;

/// A graph whose proofs have thousands of positions, and a goal that is reached there.
fn large() -> (Graph, Goal<Score>) {
    let graph = Graph::ladder(5, 6000);
    let value = Score(graph.values()[0]);
    (graph, Goal::AtLeast(value))
}

fn build(means: ProofControl<'_>) -> Result<u64, BuildError> {
    let (graph, goal) = large();
    let options = Options { table: TableSize::Entries(1 << 16), ..Options::default() };
    let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
    prove(&mut solver, &At(0), goal, true, means).map(|proof| proof.positions)
}

/// Amounts of memory, each about half as much again as the one before.
fn sizes() -> impl Iterator<Item = u64> {
    let sizes = std::iter::successors(Some(1u64), |size| Some(size + size.div_ceil(2)));
    std::iter::once(0).chain(sizes).take_while(|&size| size < 1 << 27)
}

#[test]
fn the_writer_keeps_to_its_memory() {
    let positions = build(ProofControl::default()).unwrap();
    assert!(positions > 3000, "{positions} positions are too few for this test");
    let (mut refused, mut done) = (0, false);
    for memory in sizes() {
        match build(ProofControl { memory, ..ProofControl::default() }) {
            Ok(found) => {
                assert_eq!(found, positions);
                done = true;
            }
            Err(BuildError::Memory) => {
                assert!(!done, "more memory is not enough");
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused > 5 && done, "{refused} limits were too small, {done}");
}

#[test]
fn the_writer_can_be_interrupted() {
    let flag = AtomicBool::new(true);
    let stopped = build(ProofControl { interrupt: Some(&flag), ..ProofControl::default() });
    assert!(matches!(stopped, Err(BuildError::Interrupted)), "{stopped:?}");
    // Also while it works, by whoever listens.
    let flag = AtomicBool::new(false);
    let mut heard = Vec::new();
    let mut listener = |positions| {
        heard.push(positions);
        flag.store(heard.len() == 3, Ordering::Relaxed);
    };
    let mut control = ProofControl { interrupt: Some(&flag), ..ProofControl::default() };
    control.listener = Some(&mut listener);
    let stopped = build(control);
    assert!(matches!(stopped, Err(BuildError::Interrupted)), "{stopped:?}");
    assert!(heard.len() == 3 && heard.is_sorted(), "{heard:?}");
}

/// A certificate about the large graph, in parts of a given size.
fn large_certificate(part_size: usize) -> (Graph, Vec<u8>) {
    let (graph, goal) = large();
    let Goal::AtLeast(Score(value)) = goal else { unreachable!("it is at least something") };
    let claim = Claim::AtLeast(value);
    let header = header(Mode::Reach, &[claim]);
    let solution = graph.forcing(claim).expect("the claim is true");
    let bytes = written(&header, &[solution], part_size);
    (graph, bytes)
}

fn check_large(graph: &Graph, bytes: &[u8], control: CheckControl<'_>) -> Checked {
    let certificate = Certificate::open(bytes).unwrap();
    check(graph, &Recurrence::Never, &At(0), certificate, control).unwrap()
}

#[test]
fn the_checker_keeps_to_its_memory() {
    for (part_size, threads) in [(1 << 18, 1), (100, 1), (100, 3)] {
        let (graph, bytes) = large_certificate(part_size);
        let threads = NonZeroUsize::new(threads).unwrap();
        let (mut short, mut done) = (0, false);
        for memory in sizes() {
            let control = CheckControl { memory, threads, ..CheckControl::default() };
            match check_large(&graph, &bytes, control).verdict {
                Verdict::Verified => done = true,
                Verdict::Incomplete(Shortfall::Memory) => {
                    assert!(!done, "more memory is not enough");
                    short += 1;
                }
                verdict => panic!("{verdict:?}"),
            }
        }
        assert!(short > 3 && done, "{short} limits were too small, {done}");
    }
}

#[test]
fn the_memory_of_lemmas_is_bounded_by_itself() {
    // A few lemmas take a segment for 4096 positions of four bytes.
    let bytes = certificate(&header(Mode::Reach, &[Claim::AtLeast(1)]), &[HOUSE.to_vec()]);
    for (memory, enough) in [(2 * 4096 * 4 - 1, false), (2 * 4096 * 4, true)] {
        let expected =
            if enough { Verdict::Verified } else { Verdict::Incomplete(Shortfall::Memory) };
        let control = CheckControl { memory, ..CheckControl::default() };
        assert_eq!(check_large(&house().graph, &bytes, control).verdict, expected);
    }
}

#[test]
fn the_checker_can_be_interrupted() {
    let interrupted = Verdict::Incomplete(Shortfall::Interrupted);
    for (part_size, threads) in [(1 << 18, 1), (100, 1), (100, 3)] {
        let (graph, bytes) = large_certificate(part_size);
        let threads = NonZeroUsize::new(threads).unwrap();
        let flag = AtomicBool::new(true);
        let control = CheckControl { interrupt: Some(&flag), threads, ..CheckControl::default() };
        assert_eq!(check_large(&graph, &bytes, control).verdict, interrupted);
        // Also while it works, by whoever listens. (Other threads may be done before they hear it.)
        if threads.get() > 1 {
            continue;
        }
        flag.store(false, Ordering::Relaxed);
        let mut heard = Vec::new();
        let mut listener = |byte: u64, positions: u64| {
            heard.push((byte, positions));
            flag.store(true, Ordering::Relaxed);
        };
        let interrupt: Option<&dyn phidelta_rules::Interrupt> = Some(&flag);
        let control = CheckControl {
            interrupt,
            threads,
            listener: Some(&mut listener),
            ..CheckControl::default()
        };
        let checked = check_large(&graph, &bytes, control);
        if part_size == 100 {
            assert_eq!(checked.verdict, interrupted);
            assert!(heard[0].0 > 0 && heard[0].1 > 0, "{heard:?}");
        } else {
            assert_eq!(checked.verdict, Verdict::Verified);
            let length = bytes.len() as u64 - 37;
            assert_eq!(heard, [(length, checked.tally.positions)]);
        }
    }
}

#[test]
fn rules_that_panic_end_the_check() {
    // Node 7 leads to a node that is not there.
    let mut game = house().graph;
    game.nodes[7].children[0] = 99;
    let bytes = certificate(&header(Mode::Reach, &[Claim::AtLeast(1)]), &[HOUSE.to_vec()]);
    for threads in [1, 2] {
        let control = CheckControl {
            threads: NonZeroUsize::new(threads).unwrap(),
            ..CheckControl::default()
        };
        let check = std::panic::AssertUnwindSafe(|| check_large(&game, &bytes, control));
        let panic = std::panic::catch_unwind(check).unwrap_err();
        let message = panic.downcast_ref::<String>().expect("it says why");
        assert!(message.contains("index is 99"), "{message}");
    }
}

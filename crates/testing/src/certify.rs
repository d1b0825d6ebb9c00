//! Certificates made and checked on the spot.

use std::num::NonZeroUsize;

use phidelta_certificate::check::{
    Certificate, CheckControl, Checked, OpenError, Tally, Verdict, check,
};
use phidelta_certificate::{Header, Mode};
use phidelta_proof::{BuildError, ProofControl, prove, write};
use phidelta_rules::{Game, Goal, Guide, Recurrence, recurrence};
use phidelta_search::Solver;

/// Proves what a solver has found (`goal` can be reached from `root`, or, if `reached` is false,
/// it cannot), writes the certificate, has it checked, on one thread and on two, and gives its
/// bytes.
///
/// # Panics
/// If the certificate cannot be written, or is anything but VERIFIED.
pub fn certified<G, A>(
    solver: &mut Solver<'_, G, A>,
    root: &G::State,
    goal: Goal<G::Value>,
    reached: bool,
) -> Vec<u8>
where
    G: Game + Sync,
    G::State: Send + Sync,
    A: Guide<G>,
{
    let game = solver.game();
    let proof = match prove(solver, root, goal, reached, ProofControl::default()) {
        Ok(proof) => proof,
        Err(BuildError::Wrong(opposite)) => panic!(
            "the search says that {goal:?} can{} be reached, but it is proved that the value is {}",
            if reached { "" } else { "not" },
            opposite.claim,
        ),
        Err(error) => panic!("there is no proof of an answer to {goal:?}: {error}"),
    };
    let mut header = Header::new("test", String::new(), String::new(), vec![proof.claim]);
    header.mode = Mode::fitting(game, &header.claims);
    let mut file = Vec::new();
    let written = write(&mut file, &header, &[proof.solution]).expect("memory can be written to");
    let Checked { verdict, tally } = check_in_memory(game, &recurrence(game), root, &file);
    assert_eq!(verdict, Verdict::Verified, "the certificate of {} is refused", proof.claim);
    let Tally { positions, lemmas, references, bytes, content_bytes, .. } = tally;
    assert_eq!(
        (positions, lemmas, references, bytes, content_bytes),
        (
            written.positions,
            written.lemmas,
            written.references,
            written.bytes,
            written.content_bytes
        ),
        "the checker has not seen what the writer wrote"
    );
    file
}

/// Checks a certificate on one thread and on two, which must come to the same result.
///
/// # Panics
/// If they do not.
pub fn check_in_memory<G>(
    game: &G,
    recurrence: &Recurrence<G>,
    root: &G::State,
    file: &[u8],
) -> Checked
where
    G: Game + Sync,
    G::State: Send + Sync,
{
    let checked = |threads| {
        let certificate = match Certificate::open(file) {
            Ok(certificate) => certificate,
            Err(OpenError::Verdict(verdict)) => {
                return Checked { verdict, tally: Tally::default() };
            }
            Err(OpenError::Io(error)) => panic!("memory cannot be read: {error}"),
        };
        let threads = NonZeroUsize::new(threads).expect("there is a thread");
        let control = CheckControl { threads, ..CheckControl::default() };
        check(game, recurrence, root, certificate, control).expect("memory can be read")
    };
    let (alone, together) = (checked(1), checked(2));
    assert_eq!(alone.verdict, together.verdict, "one thread and two disagree");
    if alone.verdict == Verdict::Verified {
        assert_eq!(alone.tally, together.tally, "one thread and two have not seen the same");
    }
    alone
}

//! Certificates of answers: what the search has found is proved, and checked if that is wanted,
//! before it is given as an answer.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use phidelta_certificate::check::{self, CheckControl, Shortfall, Verdict};
use phidelta_certificate::{Claim, Header, Justification, Link, Mode, PASS, Solution};
use phidelta_proof::{BuildError, Proof, ProofControl, prove_object, write};
use phidelta_rules::erased::{AnyState, AnyValue, Erased, GameObject, Repetition};
use phidelta_rules::{Goal, Interrupt};
use phidelta_search::SolverObject;
use serde::Serialize;

use crate::answer::seconds;
use crate::context::{Context, Until};
use crate::event::Event;
use crate::game::Engine;
use crate::proof::replay;
use crate::settings::{Proving, Settings};
use crate::{error, whole_file, words};

/// What became of the certificate of an answer.
#[derive(Clone, Debug)]
pub enum ProofOutcome {
    /// None was asked for.
    NotAsked,
    /// There is nothing to prove, for this reason.
    Nothing(&'static str),
    /// It is complete.
    Made(Certificate),
    /// It could not be made, or not be checked, for this reason. Nothing is known to speak against
    /// the answer.
    Failed(String),
    /// The answer is wrong, or may be. It must not be given.
    Denied(Denial),
}

/// A certificate, ready to be written to a file.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What the file holds.
    pub bytes: Vec<u8>,
    /// What there is to say about it.
    pub figures: Certified,
    /// A line of play in which each side makes the moves of its proof, where it has one, and the
    /// moves that take the largest proofs to answer, where it has none.
    pub line: Vec<String>,
}

/// What there is to say about a certificate. Serialised, it is the `certificate` of a result.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Certified {
    /// Where it is, if it was written to a file.
    pub file: Option<String>,
    /// Positions of the proof.
    pub nodes: u64,
    /// Positions of the proof in which the first move known to be right is played.
    pub positions_at_first: u64,
    /// Positions as they are written down: where that is shorter than to refer to what was written
    /// before, some are written again.
    pub positions_written: u64,
    /// How long the file is.
    pub bytes: u64,
    /// Positions that are used more than once.
    pub lemmas: u64,
    /// How often they are.
    pub references: u64,
    /// Positions that were searched again, because the table had forgotten what is right there.
    pub searched_again: u64,
    /// Positions that were searched with keys of their own, because the table was wrong.
    pub corrected: u64,
    /// How long it took to prove and to write.
    pub seconds: f64,
    /// `verified`, if it was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<&'static str>,
    /// How long that took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_seconds: Option<f64>,
}

/// Why an answer must not be given, and a certificate that shows it, if there is one.
#[derive(Clone, Debug)]
pub struct Denial {
    /// What is the matter.
    pub sentence: String,
    /// What the certificate is good for.
    pub remedy: &'static str,
    /// A certificate that shows it.
    pub evidence: Option<Vec<u8>>,
}

/// Proves what a solver has found about `state`: each goal with whether it can be reached.
pub fn certify(
    name: &'static str,
    engine: &dyn Engine,
    state: &AnyState,
    solver: &mut dyn SolverObject,
    found: &[(Goal<AnyValue>, bool)],
    settings: &Settings,
    context: &mut Context<'_>,
) -> ProofOutcome {
    let game = engine.game();
    let started = Instant::now();
    let mut figures = Certified::default();
    let (mut claims, mut solutions) = (Vec::new(), Vec::new());
    for &(goal, reached) in found {
        let kept: u64 = solutions.iter().map(|solution: &Solution| solution.bytes() as u64).sum();
        let before = figures.nodes;
        let proof_control = ProofControl {
            memory: settings.proof_memory().saturating_sub(kept),
            interrupt: Some(context.interrupt),
            listener: Some(&mut |positions| {
                (context.listener)(&Event::Proving(before + positions))
            }),
        };
        match prove_object(solver, state, goal, reached, proof_control) {
            Ok(Proof { claim, solution, positions, positions_at_first, effort }) => {
                claims.push(claim);
                solutions.push(solution);
                figures.nodes += positions;
                figures.positions_at_first += positions_at_first;
                figures.searched_again += effort.searched_again;
                figures.corrected += effort.corrected;
            }
            Err(BuildError::Wrong(proof)) => {
                return contradicted(name, game, state, goal, reached, *proof, context.interrupt);
            }
            Err(error @ BuildError::Refuted(_)) => {
                let (sentence, remedy) = (error.to_string(), "");
                return ProofOutcome::Denied(Denial { sentence, remedy, evidence: None });
            }
            Err(error) => return ProofOutcome::Failed(advice(&error)),
        }
    }
    let header = header(name, game, state, claims);
    figures.seconds = seconds(started.elapsed());
    write_down(engine, state, &header, solutions, figures, settings, context)
}

/// Writes solutions down, and checks what is written if that is wanted. The figures have the time
/// that it took to find them.
pub fn write_down(
    engine: &dyn Engine,
    state: &AnyState,
    header: &Header,
    solutions: Vec<Solution>,
    mut figures: Certified,
    settings: &Settings,
    context: &mut Context<'_>,
) -> ProofOutcome {
    let started = Instant::now();
    (context.listener)(&Event::Writing);
    let mut buffer = Buffer { bytes: Vec::new(), interrupt: context.interrupt };
    let written = match write(&mut buffer, header, &solutions) {
        Ok(written) => written,
        Err(error) => return ProofOutcome::Failed(error.to_string()),
    };
    let (line, _) = replay(engine.game(), state, &main_line(&solutions));
    drop(solutions);
    figures.positions_written = written.positions;
    figures.bytes = written.bytes;
    figures.lemmas = written.lemmas;
    figures.references = written.references;
    figures.seconds += seconds(started.elapsed());
    let certificate = Certificate { bytes: buffer.bytes, figures, line };
    match settings.proof {
        Proving::Checked => self_check(engine, state, certificate, settings, context),
        _ => ProofOutcome::Made(certificate),
    }
}

/// The line of play that keeps to all solutions: a player who is the claimant of one plays its
/// moves, which the others answer.
fn main_line(solutions: &[Solution]) -> Vec<u32> {
    let sizes = solutions.first().map_or_else(Vec::new, sizes);
    let size = |link: &Link| link.place().map_or(0, |place| sizes[place]);
    let mut links: Vec<Link> = solutions.iter().map(Solution::root).collect();
    let mut line = Vec::new();
    // Where play may go round for ever, once is enough.
    let mut seen = HashSet::new();
    while let Some(places) = links.iter().map(|link| link.place()).collect::<Option<Vec<_>>>()
        && !places.is_empty()
        && seen.insert(places.clone())
    {
        let acts = || solutions.iter().zip(&places).map(|(solution, &at)| solution.act(at));
        if acts().any(|act| matches!(act, Justification::Repeats(_) | Justification::Axiom(_))) {
            break;
        }
        let chosen = acts().find_map(|act| match act {
            Justification::Choose(mv) => Some(mv),
            _ => None,
        });
        let Some(mv) = chosen.or_else(|| {
            let replies = solutions[0].replies(places[0]).filter(|&(mv, _)| mv != PASS);
            // The first of those that are equal.
            let rank = |&(mv, link): &(u32, Link)| (size(&link), Reverse(mv));
            replies.max_by_key(rank).map(|(mv, _)| mv)
        }) else {
            break;
        };
        let next = |(solution, &at): (&Solution, &usize)| match solution.act(at) {
            Justification::Choose(_) => solution.links(at).first().copied(),
            _ => solution.replies(at).find(|(reply, _)| *reply == mv).map(|(_, link)| link),
        };
        let Some(after) = solutions.iter().zip(&places).map(next).collect() else { break };
        links = after;
        line.push(mv);
    }
    line
}

/// The size of the proof of each position, as a tree. Each comes after those that it rests on, or,
/// where it may rest on itself, before them: these do not count then.
fn sizes(solution: &Solution) -> Vec<u64> {
    let mut sizes: Vec<u64> = Vec::with_capacity(solution.len());
    for place in 0..solution.len() {
        let below = solution.links(place).iter().filter_map(|link| link.place());
        sizes.push(
            below.fold(1, |sum: u64, below| {
                sum.saturating_add(sizes.get(below).copied().unwrap_or(0))
            }),
        );
    }
    sizes
}

/// What a certificate of these claims about a position says about itself.
pub fn header(
    name: &'static str,
    game: &dyn GameObject,
    state: &AnyState,
    claims: Vec<Claim>,
) -> Header {
    let mode = match game.repetition() {
        Repetition::Never => Mode::Reach,
        _ => Mode::fitting(&Erased::<true>::new(game.rules()), &claims),
    };
    let header = Header::new(name, game.parameters(), game.write_position(state), claims);
    Header { mode, ..header }
}

/// What can be done about it.
pub fn advice(error: &BuildError) -> String {
    match error {
        BuildError::Memory => {
            "the proof needs more memory than its half; give more --memory".into()
        }
        error => error.to_string(),
    }
}

/// The search says one thing, and the other is proved.
fn contradicted(
    name: &'static str,
    game: &dyn GameObject,
    state: &AnyState,
    goal: Goal<AnyValue>,
    reached: bool,
    proof: Proof,
    interrupt: &dyn Interrupt,
) -> ProofOutcome {
    let said = Claim::of(goal, reached, &game.values());
    let said = said.map_or_else(|| "what cannot be".into(), |claim| words::claim(game, claim));
    let true_claim = words::claim(game, proof.claim);
    let mut buffer = Buffer { bytes: Vec::new(), interrupt };
    let header = header(name, game, state, vec![proof.claim]);
    let written = write(&mut buffer, &header, &[proof.solution]);
    ProofOutcome::Denied(Denial {
        sentence: format!(
            "the search has found that {said}, but the opposite is proved: {true_claim}"
        ),
        remedy: "verifies the proof",
        evidence: written.is_ok().then_some(buffer.bytes),
    })
}

/// Checks a certificate as anyone would: from its bytes, with the rules alone.
fn self_check(
    engine: &dyn Engine,
    state: &AnyState,
    certificate: Certificate,
    settings: &Settings,
    context: &mut Context<'_>,
) -> ProofOutcome {
    let started = Instant::now();
    (context.listener)(&Event::Checking(0));
    let control = CheckControl {
        memory: settings.proof_memory(),
        interrupt: Some(context.interrupt),
        listener: Some(&mut |_, positions| (context.listener)(&Event::Checking(positions))),
        ..CheckControl::default()
    };
    let refused = match verdict(engine, state, &certificate.bytes, control) {
        Ok(Verdict::Verified) => {
            let mut certificate = certificate;
            certificate.figures.verdict = Some("verified");
            certificate.figures.check_seconds = Some(seconds(started.elapsed()));
            return ProofOutcome::Made(certificate);
        }
        Ok(Verdict::Incomplete(
            reason @ (Shortfall::Memory | Shortfall::Time | Shortfall::Interrupted),
        )) => {
            return ProofOutcome::Failed(reason.to_string());
        }
        Ok(Verdict::Incomplete(reason)) => reason.to_string(),
        Ok(Verdict::Refuted(refutation)) => refutation.fault.to_string(),
        Err(reason) => reason,
    };
    ProofOutcome::Denied(Denial {
        sentence: format!("the certificate of the answer was refused: {refused}"),
        remedy: "tells more",
        evidence: Some(certificate.bytes),
    })
}

/// The verdict on a certificate, or why it cannot be read back as one about `state`.
fn verdict(
    engine: &dyn Engine,
    state: &AnyState,
    bytes: &[u8],
    control: CheckControl<'_>,
) -> Result<Verdict, String> {
    let stream: Box<dyn io::Read + '_> = Box::new(bytes);
    let certificate = match check::Certificate::open(stream) {
        Ok(certificate) => certificate,
        Err(check::OpenError::Verdict(verdict)) => return Ok(verdict),
        Err(check::OpenError::Io(error)) => return Err(error.to_string()),
    };
    let header = certificate.header();
    let again = engine
        .reopen(&header.parameters)
        .map_err(|error| format!("its parameters cannot be read: {error}"))?;
    let root = again
        .game()
        .read_position(&header.position)
        .map_err(|error| format!("its position cannot be read: {error}"))?;
    if root != *state {
        return Err("it is about another position".into());
    }
    let checked = again.check(&root, certificate, control);
    checked.map(|checked| checked.verdict).map_err(|error| error.to_string())
}

impl ProofOutcome {
    /// The same, with the reason told if it is that the time was over.
    #[must_use]
    pub fn within(self, until: &Until<'_>) -> Self {
        match self {
            ProofOutcome::Failed(_) if until.is_over() => ProofOutcome::Failed(
                "the time was over before the proof was complete; give more --time".into(),
            ),
            outcome => outcome,
        }
    }

    /// Takes in what became of the certificate of another part of the same answer. What speaks
    /// against one part speaks against the answer.
    pub fn join(&mut self, other: ProofOutcome) {
        match (&mut *self, other) {
            (ProofOutcome::Denied(_) | ProofOutcome::Failed(_), _)
            | (ProofOutcome::Made(_), ProofOutcome::NotAsked | ProofOutcome::Nothing(_)) => {}
            (ProofOutcome::Made(all), ProofOutcome::Made(part)) => all.figures.add(part.figures),
            (this, other) => *this = other,
        }
    }
}

impl Certified {
    /// Adds the figures of another certificate.
    fn add(&mut self, other: Certified) {
        self.nodes += other.nodes;
        self.positions_at_first += other.positions_at_first;
        self.positions_written += other.positions_written;
        self.bytes += other.bytes;
        self.lemmas += other.lemmas;
        self.references += other.references;
        self.searched_again += other.searched_again;
        self.corrected += other.corrected;
        self.seconds += other.seconds;
        if let (Some(seconds), Some(more)) = (&mut self.check_seconds, other.check_seconds) {
            *seconds += more;
        }
    }
}

impl Denial {
    /// Writes the evidence to a new file: beside the certificate that was asked for, or else into the current
    /// directory. Gives the file's name; `None` if there is no evidence.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_evidence(
        &self,
        game: &str,
        certificate: Option<&Path>,
    ) -> error::Result<Option<PathBuf>> {
        let path = match certificate {
            Some(path) => {
                let mut name = path.as_os_str().to_owned();
                name.push(".evidence");
                PathBuf::from(name)
            }
            None => format!("phidelta-evidence-{game}.proof").into(),
        };
        self.evidence.as_ref().map(|bytes| whole_file::write_new(&path, bytes)).transpose()
    }
}

/// Memory that is written to until somebody interrupts.
struct Buffer<'a> {
    bytes: Vec<u8>,
    interrupt: &'a dyn Interrupt,
}

impl Write for Buffer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.is_requested() {
            return Err(io::Error::other(BuildError::Interrupted.to_string()));
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use phidelta_mnk::Mnk;
    use phidelta_rules::Catalogued;

    use super::*;
    use crate::answer::Solved;
    use crate::game::{Checker, Situation, Solvable, Typed};
    use crate::options::Goal;
    use crate::settings::plain;

    fn checked_settings() -> Settings {
        Settings { proof: Proving::Checked, ..plain(Goal::Value) }
    }

    fn solved(game: &Typed<Mnk>) -> Solved {
        let never = AtomicBool::new(false);
        let mut context = Context { interrupt: &never, listener: &mut |_| {}, follow_up: None };
        game.solve("", &checked_settings(), &mut context).unwrap()
    }

    /// A certificate of who wins tic-tac-toe, in two proofs.
    fn certificate(game: &Typed<Mnk>) -> Certificate {
        match solved(game).proof {
            ProofOutcome::Made(certificate) => certificate,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_refused_is_kept_as_evidence() {
        let game = Typed::new(Mnk::with_parameters("").unwrap());
        let object = Checker::game(&game);
        let root = object.initial();
        let good = certificate(&game);
        assert_eq!(good.figures.verdict, Some("verified"));
        let check = |state: &_, bytes: Vec<u8>| {
            let certificate =
                Certificate { bytes, figures: Certified::default(), line: Vec::new() };
            let never = AtomicBool::new(false);
            let mut context = Context { interrupt: &never, listener: &mut |_| {}, follow_up: None };
            self_check(&game, state, certificate, &checked_settings(), &mut context)
        };
        assert!(matches!(check(&root, good.bytes.clone()), ProofOutcome::Made(_)));
        let mut damaged = good.bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        let other = object.after(&root, 0);
        let short = good.bytes[..good.bytes.len() - 1].to_vec();
        for (state, bytes, told) in [
            (&root, damaged, "the hash does not fit: the file is damaged"),
            (&root, short, "the file ends early"),
            (&root, b"text".to_vec(), "this is not a certificate"),
            (&other, good.bytes, "it is about another position"),
        ] {
            let ProofOutcome::Denied(denial) = check(state, bytes.clone()) else {
                panic!("accepted: {told}");
            };
            let expected = format!("the certificate of the answer was refused: {told}");
            assert!(denial.sentence.starts_with(&expected), "{}", denial.sentence);
            assert_eq!(denial.evidence, Some(bytes));
        }
    }

    /// Both players keep to their proofs, and the line ends with the game.
    #[test]
    fn the_line_keeps_the_value() {
        let game = Typed::new(Mnk::with_parameters("").unwrap());
        let answer = solved(&game).answer;
        assert_eq!(answer.line.len(), 9, "a draw fills the board");
        let played = format!("start moves {}", answer.line.join(" "));
        let view = game.view(&played).unwrap();
        assert!(matches!(view.situation, Situation::Over { result } if result == "a draw"));
    }
}

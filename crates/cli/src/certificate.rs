//! Certificates of answers: what the search has found is proved, and checked if that is wanted,
//! before it is given as an answer.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anstyle::Style;
use anyhow::Result;
use phidelta_certificate::check::{self, CheckControl, Shortfall, Verdict};
use phidelta_certificate::{Claim, Header, Justification, Link, Mode, PASS, Solution};
use phidelta_proof::{BuildError, Proof, ProofControl, prove, write};
use phidelta_rules::{Goal, Guide, recurrence};
use phidelta_search::Solver;
use serde::Serialize;

use crate::answer::seconds;
use crate::inspection::replay;
use crate::interrupt;
use crate::moment::Moment;
use crate::output::{BAD, on_one_line};
use crate::rules::{Playable, Typed};
use crate::settings::{Proving, Settings};
use crate::whole_file;

/// What became of the certificate of an answer.
#[derive(Debug)]
pub enum Certification {
    /// None was asked for.
    Unasked,
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
#[derive(Debug)]
pub struct Certificate {
    pub bytes: Vec<u8>,
    pub figures: Certified,
    /// A line of play in which each side makes the moves of its proof, where it has one, and the
    /// moves that take the largest proofs to answer, where it has none.
    pub line: Vec<String>,
}

/// What there is to say about a certificate. Serialised, it is the `certificate` of a result.
#[derive(Debug, Default, Serialize)]
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
    pub bytes: u64,
    pub lemmas: u64,
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
#[derive(Debug)]
pub struct Denial {
    /// What is the matter.
    pub sentence: String,
    /// What the certificate is good for.
    pub remedy: &'static str,
    pub evidence: Option<Vec<u8>>,
}

/// Proves what a solver has found about `state`: each goal with whether it can be reached.
pub fn certify<G: Playable, A: Guide<G>>(
    game: &Typed<G>,
    state: &G::State,
    solver: &mut Solver<'_, G, A>,
    found: &[(Goal<G::Value>, bool)],
    settings: &Settings,
    watch: &mut (dyn FnMut(&Moment) + Send),
) -> Certification {
    let started = Instant::now();
    let mut figures = Certified::default();
    let (mut claims, mut solutions) = (Vec::new(), Vec::new());
    for &(goal, reached) in found {
        let kept: u64 = solutions.iter().map(|solution: &Solution| solution.bytes() as u64).sum();
        let before = figures.nodes;
        let means = ProofControl {
            memory: settings.proof_memory().saturating_sub(kept),
            interrupt: Some(interrupt::flag()),
            listener: Some(&mut |positions| watch(&Moment::Proving(before + positions))),
        };
        match prove(solver, state, goal, reached, means) {
            Ok(Proof { claim, solution, positions, positions_at_first, effort }) => {
                claims.push(claim);
                solutions.push(solution);
                figures.nodes += positions;
                figures.positions_at_first += positions_at_first;
                figures.searched_again += effort.searched_again;
                figures.corrected += effort.corrected;
            }
            Err(BuildError::Wrong(proof)) => {
                return contradicted(game, state, goal, reached, *proof);
            }
            Err(error @ BuildError::Refuted(_)) => {
                let (sentence, remedy) = (error.to_string(), "");
                return Certification::Denied(Denial { sentence, remedy, evidence: None });
            }
            Err(error) => return Certification::Failed(advice(&error)),
        }
    }
    let header = header(game, state, claims);
    figures.seconds = seconds(started.elapsed());
    write_down(game, state, &header, solutions, figures, settings, watch)
}

/// Writes solutions down, and checks what is written if that is wanted. The figures have the time
/// that it took to find them.
pub fn write_down<G: Playable>(
    game: &Typed<G>,
    state: &G::State,
    header: &Header,
    solutions: Vec<Solution>,
    mut figures: Certified,
    settings: &Settings,
    watch: &mut (dyn FnMut(&Moment) + Send),
) -> Certification {
    let started = Instant::now();
    watch(&Moment::Writing);
    let mut paper = Paper(Vec::new());
    let written = match write(&mut paper, header, &solutions) {
        Ok(written) => written,
        Err(error) => return Certification::Failed(error.to_string()),
    };
    let (line, _) = replay(game, state, &main_line(&solutions));
    drop(solutions);
    figures.positions_written = written.positions;
    figures.bytes = written.bytes;
    figures.lemmas = written.lemmas;
    figures.references = written.references;
    figures.seconds += seconds(started.elapsed());
    let certificate = Certificate { bytes: paper.0, figures, line };
    match settings.proof {
        Proving::Checked => self_check::<G>(state, certificate, settings, watch),
        _ => Certification::Made(certificate),
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

pub fn header<G: Playable>(game: &Typed<G>, state: &G::State, claims: Vec<Claim>) -> Header {
    let mode = Mode::fitting(&game.0, &claims);
    let header = Header::new(G::NAME, game.0.parameters(), game.0.write_position(state), claims);
    Header { mode, ..header }
}

pub fn advice(error: &BuildError) -> String {
    match error {
        BuildError::Memory => {
            "the proof needs more memory than its half; give more --memory".into()
        }
        error => error.to_string(),
    }
}

/// The search says one thing, and the other is proved.
fn contradicted<G: Playable>(
    game: &Typed<G>,
    state: &G::State,
    goal: Goal<G::Value>,
    reached: bool,
    proof: Proof,
) -> Certification {
    let said = Claim::of(goal, reached, &game.0.values());
    let said = said.map_or_else(|| "what cannot be".into(), |claim| game.claim(claim));
    let true_claim = game.claim(proof.claim);
    let mut paper = Paper(Vec::new());
    let header = header(game, state, vec![proof.claim]);
    let written = write(&mut paper, &header, &[proof.solution]);
    Certification::Denied(Denial {
        sentence: format!(
            "the search has found that {said}, but the opposite is proved: {true_claim}"
        ),
        remedy: "verifies the proof",
        evidence: written.is_ok().then_some(paper.0),
    })
}

/// Checks a certificate as anyone would: from its bytes, with the rules alone.
fn self_check<G: Playable>(
    state: &G::State,
    certificate: Certificate,
    settings: &Settings,
    watch: &mut (dyn FnMut(&Moment) + Send),
) -> Certification {
    let started = Instant::now();
    watch(&Moment::Checking(0));
    let control = CheckControl {
        memory: settings.proof_memory(),
        interrupt: Some(interrupt::flag()),
        listener: Some(&mut |_, positions| watch(&Moment::Checking(positions))),
        ..CheckControl::default()
    };
    let refused = match verdict::<G>(state, &certificate.bytes, control) {
        Ok(Verdict::Verified) => {
            let mut certificate = certificate;
            certificate.figures.verdict = Some("verified");
            certificate.figures.check_seconds = Some(seconds(started.elapsed()));
            return Certification::Made(certificate);
        }
        Ok(Verdict::Incomplete(reason @ (Shortfall::Memory | Shortfall::Interrupted))) => {
            return Certification::Failed(reason.to_string());
        }
        Ok(Verdict::Incomplete(reason)) => reason.to_string(),
        Ok(Verdict::Refuted(refutation)) => refutation.fault.to_string(),
        Err(reason) => reason,
    };
    Certification::Denied(Denial {
        sentence: format!("the certificate of the answer was refused: {refused}"),
        remedy: "tells more",
        evidence: Some(certificate.bytes),
    })
}

/// The verdict on a certificate, or why it cannot be read back as one about `state`.
fn verdict<G: Playable>(
    state: &G::State,
    bytes: &[u8],
    control: CheckControl<'_>,
) -> Result<Verdict, String> {
    let certificate = match check::Certificate::open(bytes) {
        Ok(certificate) => certificate,
        Err(check::OpenError::Verdict(verdict)) => return Ok(verdict),
        Err(check::OpenError::Io(error)) => return Err(error.to_string()),
    };
    let header = certificate.header();
    let game = G::with_parameters(&header.parameters)
        .map_err(|error| format!("its parameters cannot be read: {error}"))?;
    let root = game
        .read_position(&header.position)
        .map_err(|error| format!("its position cannot be read: {error}"))?;
    if root != *state {
        return Err("it is about another position".into());
    }
    let checked = check::check(&game, &recurrence(&game), &root, certificate, control);
    checked.map(|checked| checked.verdict).map_err(|error| error.to_string())
}

impl Certification {
    /// Takes in what became of the certificate of another part of the same answer. What speaks
    /// against one part speaks against the answer.
    pub fn join(&mut self, other: Certification) {
        match (&mut *self, other) {
            (Certification::Denied(_) | Certification::Failed(_), _)
            | (Certification::Made(_), Certification::Unasked | Certification::Nothing(_)) => {}
            (Certification::Made(all), Certification::Made(part)) => all.figures.add(part.figures),
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
    /// Writes the evidence to a new file: beside the certificate that was asked for, or else into
    /// the current directory. Tells all loudly on standard error. Gives the sentences, and the
    /// file's name if it could be written.
    pub fn raise(&self, game: &str, certificate: Option<&Path>) -> (String, Option<PathBuf>) {
        let path = match certificate {
            Some(path) => {
                let mut name = path.as_os_str().to_owned();
                name.push(".evidence");
                PathBuf::from(name)
            }
            None => format!("phidelta-evidence-{game}.proof").into(),
        };
        let written = self.evidence.as_ref().map(|bytes| whole_file::write_new(&path, bytes));
        let (place, file) = match written {
            None => ("There is no certificate to show it".to_string(), None),
            Some(Ok(path)) => {
                let name = path.display();
                let place =
                    format!("The evidence is in {name}: `phidelta check {name}` {}", self.remedy);
                (place, Some(path))
            }
            Some(Err(error)) => (format!("The evidence could not be written: {error:#}"), None),
        };
        let head = "THE ANSWER IS NOT TO BE TRUSTED, and is not given";
        let cause = "Two positions of the same key may be the cause, or a fault of this program: \
                     please report it";
        let mut stderr = anstream::stderr().lock();
        for (text, style) in
            [(head, BAD), (&self.sentence, BAD), (&place, Style::new()), (cause, Style::new())]
        {
            // If not even that can be written, the exit status has to do.
            let _ = writeln!(stderr, "{style}phidelta: {}{style:#}", on_one_line(text));
        }
        (self.sentence.clone(), file)
    }
}

/// Memory that is written to until somebody interrupts.
struct Paper(Vec<u8>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if interrupt::is_requested() {
            return Err(io::Error::other(BuildError::Interrupted.to_string()));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use phidelta_games::mnk::Mnk;
    use phidelta_rules::{Catalogued, Game};

    use super::*;
    use crate::choices;
    use crate::rules::{Rules, Situation};
    use crate::settings::plain;

    fn checked_settings() -> Settings {
        Settings { proof: Proving::Checked, ..plain(choices::Goal::Value) }
    }

    /// A certificate of who wins tic-tac-toe, in two proofs.
    fn certificate(game: &Typed<Mnk>) -> Certificate {
        let (_, certification) = game.solve("", &checked_settings(), &mut |_| {}).unwrap();
        match certification {
            Certification::Made(certificate) => certificate,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_refused_is_kept_as_evidence() {
        let game = Typed(Mnk::with_parameters("").unwrap());
        let root = game.0.initial();
        let good = certificate(&game);
        assert_eq!(good.figures.verdict, Some("verified"));
        let check = |state: &_, bytes: Vec<u8>| {
            let certificate =
                Certificate { bytes, figures: Certified::default(), line: Vec::new() };
            self_check::<Mnk>(state, certificate, &checked_settings(), &mut |_| {})
        };
        assert!(matches!(check(&root, good.bytes.clone()), Certification::Made(_)));
        let mut damaged = good.bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        let mut other = root;
        game.0.play(&mut other, phidelta_rules::legal_moves(&game.0, &root)[0]);
        let short = good.bytes[..good.bytes.len() - 1].to_vec();
        for (state, bytes, told) in [
            (&root, damaged, "the hash does not fit: the file is damaged"),
            (&root, short, "the file ends early"),
            (&root, b"text".to_vec(), "this is not a certificate"),
            (&other, good.bytes, "it is about another position"),
        ] {
            let Certification::Denied(denial) = check(state, bytes.clone()) else {
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
        let game = Typed(Mnk::with_parameters("").unwrap());
        let (answer, _) = game.solve("", &checked_settings(), &mut |_| {}).unwrap();
        assert_eq!(answer.line.len(), 9, "a draw fills the board");
        let played = format!("start moves {}", answer.line.join(" "));
        let view = game.view(&played).unwrap();
        assert!(matches!(view.situation, Situation::Over { result } if result == "a draw"));
    }
}

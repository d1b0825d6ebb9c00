//! Certificates as users have them: checked, told in words, and opened for reading.
//!
//! [`check`] tells whether a file is a proof of what it claims. [`Proof`] is one that has been checked: its
//! positions can be walked through, down and up, each with its moves and the sizes of their proofs.

mod inspection;
mod report;
mod tree;
mod walk;

use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::time::Instant;

use phidelta_certificate::check::{Certificate, CheckControl, OpenError, Shortfall};
use phidelta_certificate::{Header, Outline, Solution};
use phidelta_rules::Interrupt;
use phidelta_rules::erased::AnyState;

use crate::catalogue::Catalogue;
use crate::game::Solvable;
use inspection::{Inspection, place, subject};
pub use inspection::{PASSED, Place, Subject, replay};
pub use report::{About, CheckReport, Claimed, Figures, VerdictWord};
pub use tree::{Child, Kind, Node, ProofView, Tree};
pub use walk::{ProofDescription, ProofMove, ProofPosition};

/// Bytes that a long header takes for each of its own, at most: its texts, and the game that is made of them. (Of
/// all games, graphs alone have long parameters.)
const HEADER_TAKES: u64 = 16;
/// A header of so many bytes is not counted.
const SHORT_HEADER: u64 = 1 << 16;

/// Checks a certificate, whose axioms are to be among the accepted ones.
///
/// # Errors
/// If the file cannot be read.
pub fn check(
    catalogue: &Catalogue,
    stream: Box<dyn Read>,
    accepted: &[String],
    mut control: CheckControl<'_>,
) -> io::Result<CheckReport> {
    let started = Instant::now();
    let mut report = CheckReport::new();
    let (interrupt, deadline) = (control.interrupt, control.deadline);
    // Who waited for a stream in vain was called away.
    let reason = |error: io::Error| match error.kind() {
        ErrorKind::TimedOut if interrupt.is_some_and(Interrupt::is_requested) => {
            Ok(Shortfall::Interrupted)
        }
        ErrorKind::TimedOut if deadline.is_some_and(|end| Instant::now() >= end) => {
            Ok(Shortfall::Time)
        }
        _ => Err(error),
    };
    let opened = open(catalogue, stream, accepted, &mut control.memory, &mut report);
    let opened = match opened {
        Ok(Some(opened)) => opened,
        Ok(None) => return Ok(report),
        Err(error) => {
            report.fall_short(reason(error)?.to_string());
            return Ok(report);
        }
    };
    let Opened { game, header, root, certificate } = opened;
    let checker = game.engine().expect("it was asked for before");
    let checked = match checker.check(&root, certificate, control) {
        Ok(checked) => checked,
        Err(error) => {
            report.fall_short(reason(error)?.to_string());
            return Ok(report);
        }
    };
    let place = place(checker.game(), &root, &checked.verdict);
    report.conclude(Inspection { checked, place }, &header.axioms, accepted, started.elapsed());
    Ok(report)
}

/// A certificate whose game and position are known.
struct Opened {
    game: Arc<dyn Solvable>,
    header: Header,
    root: AnyState,
    certificate: Certificate<Box<dyn Read>>,
}

/// Reads what a certificate is about, which takes its share of the memory. `None` if that settles the matter: the report
/// has the verdict then.
fn open(
    catalogue: &Catalogue,
    stream: Box<dyn Read>,
    accepted: &[String],
    memory: &mut u64,
    report: &mut CheckReport,
) -> io::Result<Option<Opened>> {
    let room = SHORT_HEADER.max(*memory / HEADER_TAKES);
    let certificate = match Certificate::open_within(stream, room) {
        Ok(certificate) => certificate,
        Err(OpenError::Io(error)) => return Err(error),
        Err(OpenError::Verdict(verdict)) => {
            report.judge(&verdict, &[], accepted);
            return Ok(None);
        }
    };
    if certificate.bytes() > SHORT_HEADER {
        *memory = memory.saturating_sub(HEADER_TAKES * certificate.bytes());
    }
    let header = certificate.header().clone();
    report.about = Some(About::new(&header));
    let unknown = format!("this program does not know the game `{}`", header.game);
    let game = match catalogue.exactly(&header.game, &header.parameters) {
        None => {
            report.fall_short(unknown);
            return Ok(None);
        }
        Some(Err(error)) => {
            report.fall_short(format!("the game's parameters cannot be read: {error}"));
            return Ok(None);
        }
        Some(Ok(game)) => game,
    };
    let Some(checker) = game.engine() else {
        report.fall_short(unknown);
        return Ok(None);
    };
    match subject(checker.game(), &header) {
        Ok((subject, root)) => {
            report.tell_subject(subject);
            Ok(Some(Opened { game, header, root, certificate }))
        }
        Err(error) => {
            report.fall_short(format!("the position cannot be read: {error}"));
            Ok(None)
        }
    }
}

/// A certificate that has been checked, opened for reading. The graph of its proof is in memory, but for the
/// positions: these are replayed where someone looks.
#[derive(Clone)]
pub struct Proof(Arc<Content>);

struct Content {
    game: Arc<dyn Solvable>,
    header: Header,
    root: AnyState,
    report: CheckReport,
    outlines: Vec<Outline>,
    memory: u64,
}

/// What came of opening a certificate.
pub enum Opening {
    /// It is a proof.
    Proved(Proof),
    /// It is a proof, but too large to be read in the memory that there is.
    TooLarge(CheckReport),
    /// It is none, or could not be checked.
    NotProved(CheckReport),
}

impl Proof {
    /// Checks a certificate, and opens it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(
        catalogue: &Catalogue,
        stream: Box<dyn Read>,
        accepted: &[String],
        mut control: CheckControl<'_>,
    ) -> io::Result<Opening> {
        let started = Instant::now();
        let mut report = CheckReport::new();
        let opened = self::open(catalogue, stream, accepted, &mut control.memory, &mut report)?;
        let Some(opened) = opened else { return Ok(Opening::NotProved(report)) };
        let Opened { game, header, root, certificate } = opened;
        let checker = game.engine().expect("it was asked for before");
        let memory = control.memory / 2;
        let (checked, mut outlines) = checker.read(&root, certificate, control)?;
        let place = place(checker.game(), &root, &checked.verdict);
        if checked.tally.parts == 0 {
            // There is no proof of a finished game.
            let over = || Outline { solution: Solution::default(), sizes: Vec::new() };
            outlines.resize_with(header.claims.len(), over);
        }
        report.conclude(Inspection { checked, place }, &header.axioms, accepted, started.elapsed());
        if !report.is_verified() {
            return Ok(Opening::NotProved(report));
        }
        if outlines.len() < header.claims.len() {
            return Ok(Opening::TooLarge(report));
        }
        Ok(Opening::Proved(Proof(Arc::new(Content {
            game,
            header,
            root,
            report,
            outlines,
            memory,
        }))))
    }

    /// What the check came to.
    pub fn report(&self) -> &CheckReport {
        &self.0.report
    }

    /// What the certificate says about itself.
    pub fn header(&self) -> &Header {
        &self.0.header
    }

    /// How many claims there are: one, or two for a value.
    pub fn claims(&self) -> usize {
        self.0.outlines.len()
    }

    /// The position that is claimed about, in the proof of a claim.
    ///
    /// # Panics
    /// If there is no such claim.
    pub fn root(&self, claim: usize) -> ProofPosition {
        assert!(claim < self.claims(), "there is no claim {claim}");
        ProofPosition::new(self.clone(), claim)
    }

    /// The proofs of all claims: their main lines, and their trees down to `depth`.
    pub fn views(&self, depth: u32) -> Vec<ProofView> {
        let Content { header, root, outlines, memory, .. } = &*self.0;
        let game = self.game();
        let view = |outline| tree::view(game, outline, &header.axioms, root, depth, *memory);
        outlines.iter().map(view).collect()
    }

    fn game(&self) -> &dyn phidelta_rules::erased::GameObject {
        self.0.game.engine().expect("it was asked for before").game()
    }
}

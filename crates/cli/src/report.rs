//! What a check of a certificate came to, for people and for programs.

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use phidelta_certificate::check::{Certificate, OpenError, Refutation, Shortfall, Tally, Verdict};
use phidelta_certificate::{Claim, Header};
use serde::Serialize;

use crate::answer::{rate, seconds};
use crate::human::{MOST_LINES, shortened};
use crate::input::Source;
use crate::inspection::{Inspection, Place, Subject};
use crate::output::{BAD, GOOD, OPEN, PLAIN, Page, on_one_line};
use crate::rules::Proofs;
use crate::{interrupt, registry, size};

/// What a check came to. Serialised, it is the object of `--json`: programs rely on its fields.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "check")]
pub struct Report {
    pub verdict: Word,
    /// The accepted axioms that the proof rests on.
    pub modulo: Vec<String>,
    /// What the certificate says about itself, if it could be read.
    #[serde(flatten)]
    pub about: Option<About>,
    /// Why it is not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Where in the file the block begins that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    byte: Option<u64>,
    /// Where in the block's decompressed contents.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<u64>,
    /// The moves to the position that is wrong, or first without a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(flatten)]
    pub figures: Figures,
    #[serde(skip)]
    pub subject: Option<Subject>,
    #[serde(skip)]
    place: Option<Place>,
}

/// The verdict in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    Verified,
    Refuted,
    Incomplete,
}

/// What a certificate says about itself.
#[derive(Debug, Serialize)]
pub struct About {
    pub game: String,
    pub parameters: String,
    pub position: String,
    pub claims: Vec<Claimed>,
    pub mode: &'static str,
    pub made_by: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub axioms: Vec<String>,
}

/// A claim of a certificate.
#[derive(Clone, Debug, Serialize)]
pub struct Claimed {
    #[serde(flatten)]
    pub claim: Claim,
    /// If the game and the position are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// What the checker saw.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    pub positions: u64,
    pub ends: u64,
    pub lemmas: u64,
    pub references: u64,
    pub repetitions: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub zones: u64,
    pub deepest: usize,
    pub parts: u64,
    pub bytes: u64,
    pub content_bytes: u64,
    pub seconds: f64,
    pub positions_per_second: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Reads what the certificate is about, has it inspected, and makes up the report.
///
/// # Errors
/// If the file cannot be read.
pub fn examine(
    source: Source,
    accepted: &[String],
    inspect: impl FnOnce(&dyn Proofs, Certificate<Box<dyn io::Read>>) -> io::Result<Inspection>,
) -> io::Result<Report> {
    let started = Instant::now();
    let mut report = Report::new();
    let certificate = match Certificate::open(source.stream) {
        Ok(certificate) => certificate,
        Err(OpenError::Io(error)) => return Err(error),
        Err(OpenError::Verdict(verdict)) => {
            report.judge(&verdict, &[], accepted);
            return Ok(report);
        }
    };
    let header = certificate.header();
    let axioms = header.axioms.clone();
    report.about = Some(About::new(header));
    let unknown = format!("this program does not know the game `{}`", header.game);
    let game = match registry::open(&header.game, &header.parameters) {
        None => {
            report.fall_short(unknown);
            return Ok(report);
        }
        Some(Err(error)) => {
            report.fall_short(format!("the game's parameters cannot be read: {error}"));
            return Ok(report);
        }
        Some(Ok(game)) => game,
    };
    let Some(proofs) = game.proofs() else {
        report.fall_short(unknown);
        return Ok(report);
    };
    match proofs.subject(header) {
        Ok(subject) => report.tell_subject(subject),
        Err(error) => {
            report.fall_short(format!("the position cannot be read: {error}"));
            return Ok(report);
        }
    }
    interrupt::listen().map_err(io::Error::other)?;
    let Inspection { checked, place } = inspect(proofs, certificate)?;
    report.figures = Figures::new(&checked.tally, started.elapsed());
    let used: Vec<String> = axioms
        .into_iter()
        .zip(&checked.tally.axioms)
        .filter(|(_, uses)| **uses > 0)
        .map(|(axiom, _)| axiom)
        .collect();
    report.line = place.as_ref().map(|place| place.line.clone());
    report.place = place;
    report.judge(&checked.verdict, &used, accepted);
    Ok(report)
}

impl Report {
    /// Writes it for people.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, quiet: bool, page: &mut Page) -> io::Result<()> {
        if quiet {
            return self.write_verdict(page);
        }
        if self.about.is_some() {
            self.write_subject(page)?;
            page.gap()?;
        }
        self.write_verdict(page)?;
        // What is not a certificate has no places.
        if self.about.is_some() && (self.verdict == Word::Refuted || self.place.is_some()) {
            page.gap()?;
            self.write_place(page)?;
        }
        if self.figures.bytes > 0 {
            page.gap()?;
            self.figures.write(self.verdict, page)?;
        }
        Ok(())
    }

    fn new() -> Self {
        Report {
            verdict: Word::Incomplete,
            modulo: Vec::new(),
            about: None,
            reason: None,
            byte: None,
            within: None,
            line: None,
            figures: Figures::default(),
            subject: None,
            place: None,
        }
    }

    fn fall_short(&mut self, reason: String) {
        self.verdict = Word::Incomplete;
        self.reason = Some(on_one_line(&reason));
    }

    fn tell_subject(&mut self, subject: Subject) {
        let claims = self.about.iter_mut().flat_map(|about| &mut about.claims);
        for (claimed, (_, words)) in claims.zip(&subject.claims) {
            claimed.words = Some(words.clone());
        }
        self.subject = Some(subject);
    }

    /// Takes over the verdict. Axioms that a proof uses must be among the accepted ones.
    fn judge(&mut self, verdict: &Verdict, used: &[String], accepted: &[String]) {
        match verdict {
            Verdict::Verified => match used.iter().find(|axiom| !accepted.contains(axiom)) {
                None => {
                    self.verdict = Word::Verified;
                    self.modulo = used.to_vec();
                }
                Some(axiom) => self.fall_short(format!(
                    "the proof rests on an axiom: {axiom}; if you accept it, say --modulo and \
                     its text"
                )),
            },
            Verdict::Refuted(Refutation { byte, within, fault, .. }) => {
                self.verdict = Word::Refuted;
                self.reason = Some(on_one_line(&fault.to_string()));
                (self.byte, self.within) = (Some(*byte), *within);
            }
            Verdict::Incomplete(shortfall) => {
                if let Shortfall::Truncated { byte } = shortfall {
                    self.byte = Some(*byte);
                }
                self.fall_short(shortfall.to_string());
            }
        }
    }

    /// The exit status that tells the verdict.
    pub fn status(&self) -> ExitCode {
        if self.verdict == Word::Verified { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// The verdict as people read it.
    pub fn sentence(&self) -> String {
        match self.verdict {
            Word::Verified if self.modulo.is_empty() => "VERIFIED".into(),
            Word::Verified => {
                let axioms: Vec<String> =
                    self.modulo.iter().map(|axiom| on_one_line(axiom)).collect();
                format!("VERIFIED modulo {}", axioms.join(", and "))
            }
            word => {
                let reason = self.reason.as_deref().unwrap_or_default();
                format!(
                    "{}: {reason}.",
                    if word == Word::Refuted { "REFUTED" } else { "INCOMPLETE" }
                )
            }
        }
    }

    /// Writes what the certificate is about: the board, and what is claimed.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_subject(&self, page: &mut Page) -> io::Result<()> {
        if let Some(subject) = &self.subject {
            page.verbatim(&subject.board)?;
            if let Some(mover) = subject.mover {
                page.paragraph(&format!("{mover} to move"), PLAIN)?;
            }
            page.gap()?;
            if let Some(about) = &self.about {
                page.field("Game", &about.name())?;
            }
            return page.field("Claim", &subject.claimed);
        }
        let Some(about) = &self.about else { return Ok(()) };
        for (label, text) in
            [("Game", &about.game), ("Options", &about.parameters), ("Position", &about.position)]
        {
            page.field(label, &on_one_line(text))?;
        }
        Ok(())
    }

    /// Writes the verdict, and where in the proof it is about.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_verdict(&self, page: &mut Page) -> io::Result<()> {
        let style = match self.verdict {
            Word::Verified => GOOD,
            Word::Refuted => BAD,
            Word::Incomplete => OPEN,
        };
        page.paragraph(&self.sentence(), style)
    }

    fn write_place(&self, page: &mut Page) -> io::Result<()> {
        if let Some(byte) = self.byte.filter(|_| self.verdict == Word::Refuted) {
            let block = format!("the block at byte {}", size::grouped(byte));
            let place = match self.within {
                Some(within) => {
                    format!("{block} of the file, byte {} of its contents", size::grouped(within))
                }
                None => format!("{block} of the file"),
            };
            page.field("Where", &place)?;
        }
        let Some(place) = &self.place else { return Ok(()) };
        if let Some(subject) = &self.subject
            && subject.claims.len() > 1
            && let Some((_, words)) = subject.claims.get(place.claim as usize)
        {
            page.field("Claim", words)?;
        }
        if place.line.is_empty() {
            return page.field("Line", "none: it is the position above");
        }
        page.field("Line", &shortened(&place.line, page.field_width(), MOST_LINES))?;
        page.gap()?;
        page.verbatim(&place.board)?;
        match place.mover {
            Some(mover) => page.paragraph(&format!("{mover} to move"), PLAIN),
            None => page.paragraph("the game is over", PLAIN),
        }
    }
}

impl About {
    /// The game with its parameters; long ones by their hash.
    fn name(&self) -> String {
        const LONG: usize = 60;
        let About { game, parameters, .. } = self;
        if parameters.is_empty() {
            return game.clone();
        }
        if parameters.len() <= LONG {
            return format!("{game}:{}", on_one_line(parameters));
        }
        let hash = blake3::hash(parameters.as_bytes()).to_hex();
        let bytes = size::grouped(parameters.len() as u64);
        format!("{game}, {bytes} bytes of parameters, BLAKE3 {}", &hash[..16])
    }

    fn new(header: &Header) -> Self {
        About {
            game: header.game.clone(),
            parameters: header.parameters.clone(),
            position: header.position.clone(),
            claims: header.claims.iter().map(|&claim| Claimed { claim, words: None }).collect(),
            mode: header.mode.name(),
            made_by: header.made_by.clone(),
            axioms: header.axioms.clone(),
        }
    }
}

impl Figures {
    fn new(tally: &Tally, elapsed: Duration) -> Self {
        let seconds = seconds(elapsed);
        Figures {
            positions: tally.positions,
            ends: tally.ends,
            lemmas: tally.lemmas,
            references: tally.references,
            repetitions: tally.repetitions,
            zones: tally.zones,
            deepest: tally.deepest,
            parts: tally.parts,
            bytes: tally.bytes,
            content_bytes: tally.content_bytes,
            seconds,
            positions_per_second: rate(tally.positions, seconds),
        }
    }

    /// The size of the proof, with how many of its positions are different, if that is known.
    pub fn proof(&self, distinct: Option<u64>) -> String {
        let grouped = size::grouped;
        let distinct = distinct.map(|distinct| format!(" ({} different)", grouped(distinct)));
        let zones = (self.zones > 0).then(|| format!(", {} zones", grouped(self.zones)));
        format!(
            "{} positions{}, {} ends{}, {} lemmas, {} references, {} deep",
            grouped(self.positions),
            distinct.unwrap_or_default(),
            grouped(self.ends),
            zones.unwrap_or_default(),
            grouped(self.lemmas),
            grouped(self.references),
            grouped(self.deepest as u64),
        )
    }

    /// The size of the file.
    pub fn file(&self) -> String {
        let each = self.bytes as f64 / self.positions.max(1) as f64;
        format!("{} bytes, {each:.2} a position", size::grouped(self.bytes))
    }

    /// Writes the sizes of the proof, or of what was seen of it, and how long the check took.
    fn write(&self, verdict: Word, page: &mut Page) -> io::Result<()> {
        if verdict == Word::Verified {
            page.field("Proof", &self.proof(None))?;
            page.field("File", &self.file())?;
        } else {
            let bytes = size::grouped(self.bytes);
            page.field("Seen", &format!("{bytes} bytes: {}", self.proof(None)))?;
        }
        let time = size::duration(Duration::from_secs_f64(self.seconds));
        let rate = size::grouped(self.positions_per_second);
        page.field("Time", &format!("{time}, {rate} positions/s"))
    }
}

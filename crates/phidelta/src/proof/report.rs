//! What a check of a certificate came to.

use std::time::Duration;

use phidelta_certificate::check::{Refutation, Shortfall, Tally, Verdict};
use phidelta_certificate::{Claim, Header};
use serde::Serialize;

use super::inspection::{Inspection, Place, Subject};
use crate::answer::{rate, seconds};
use crate::words::on_one_line;

/// What a check came to. Serialised, it is the object of `--json`: programs rely on its fields.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "check")]
pub struct CheckReport {
    /// The verdict.
    pub verdict: VerdictWord,
    /// The accepted axioms that the proof rests on.
    pub modulo: Vec<String>,
    /// What the certificate says about itself, if it could be read.
    #[serde(flatten)]
    pub about: Option<About>,
    /// Why it is not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where in the file the block begins that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<u64>,
    /// Where in the block's decompressed contents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u64>,
    /// The moves to the position that is wrong, or first without a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// What was seen.
    #[serde(flatten)]
    pub figures: Figures,
    /// What it is about, if game and position are known.
    #[serde(skip)]
    pub subject: Option<Subject>,
    /// The position that is wrong, or first without a proof.
    #[serde(skip)]
    pub place: Option<Place>,
}

/// The verdict in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictWord {
    /// It is a proof.
    Verified,
    /// It is none.
    Refuted,
    /// That was not found out.
    Incomplete,
}

/// What a certificate says about itself.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The name of the game.
    pub game: String,
    /// Its parameters, in full.
    pub parameters: String,
    /// In the game's notation.
    pub position: String,
    /// What is claimed.
    pub claims: Vec<Claimed>,
    /// `reach`, `safe`, `path` or `zone`.
    pub mode: &'static str,
    /// What wrote it.
    pub made_by: String,
    /// What it takes for granted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub axioms: Vec<String>,
}

/// A claim of a certificate.
#[derive(Clone, Debug, Serialize)]
pub struct Claimed {
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
    /// If the game and the position are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// What the checker saw.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Figures {
    /// Positions of the proof, as it is written.
    pub positions: u64,
    /// Ends of games.
    pub ends: u64,
    /// Positions that are used more than once.
    pub lemmas: u64,
    /// How often they are.
    pub references: u64,
    /// Games that end by repetition.
    pub repetitions: u64,
    /// Positions in which replies were left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub zones: u64,
    /// The longest line.
    pub deepest: usize,
    /// Parts of the file.
    pub parts: u64,
    /// Its length.
    pub bytes: u64,
    /// Its length before compression.
    pub content_bytes: u64,
    /// How long the check took.
    pub seconds: f64,
    /// How fast it was.
    pub positions_per_second: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl CheckReport {
    pub(super) fn new() -> Self {
        CheckReport {
            verdict: VerdictWord::Incomplete,
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

    pub(super) fn fall_short(&mut self, reason: String) {
        self.verdict = VerdictWord::Incomplete;
        self.reason = Some(on_one_line(&reason));
    }

    pub(super) fn tell_subject(&mut self, subject: Subject) {
        let claims = self.about.iter_mut().flat_map(|about| &mut about.claims);
        for (claimed, (_, words)) in claims.zip(&subject.claims) {
            claimed.words = Some(words.clone());
        }
        self.subject = Some(subject);
    }

    /// Takes over what a check came to, of a certificate with these axioms, of which some are accepted.
    pub(super) fn conclude(
        &mut self,
        inspection: Inspection,
        axioms: &[String],
        accepted: &[String],
        elapsed: Duration,
    ) {
        let Inspection { checked, place } = inspection;
        self.figures = Figures::new(&checked.tally, elapsed);
        let used: Vec<String> = axioms
            .iter()
            .zip(&checked.tally.axioms)
            .filter(|(_, uses)| **uses > 0)
            .map(|(axiom, _)| axiom.clone())
            .collect();
        self.line = place.as_ref().map(|place| place.line.clone());
        self.place = place;
        self.judge(&checked.verdict, &used, accepted);
    }

    /// Whether the certificate is a proof.
    pub fn is_verified(&self) -> bool {
        self.verdict == VerdictWord::Verified
    }

    /// Takes over the verdict. Axioms that a proof uses must be among the accepted ones.
    pub(super) fn judge(&mut self, verdict: &Verdict, used: &[String], accepted: &[String]) {
        match verdict {
            Verdict::Verified => match used.iter().find(|axiom| !accepted.contains(axiom)) {
                None => {
                    self.verdict = VerdictWord::Verified;
                    self.modulo = used.to_vec();
                }
                Some(axiom) => self.fall_short(format!(
                    "the proof rests on an axiom: {axiom}; if you accept it, say --modulo and \
                     its text"
                )),
            },
            Verdict::Refuted(Refutation { byte, within, fault, .. }) => {
                self.verdict = VerdictWord::Refuted;
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

    /// The verdict as people read it.
    pub fn sentence(&self) -> String {
        match self.verdict {
            VerdictWord::Verified if self.modulo.is_empty() => "VERIFIED".into(),
            VerdictWord::Verified => {
                let axioms: Vec<String> =
                    self.modulo.iter().map(|axiom| on_one_line(axiom)).collect();
                format!("VERIFIED modulo {}", axioms.join(", and "))
            }
            word => {
                let reason = self.reason.as_deref().unwrap_or_default();
                format!(
                    "{}: {reason}.",
                    if word == VerdictWord::Refuted { "REFUTED" } else { "INCOMPLETE" }
                )
            }
        }
    }
}

impl About {
    /// The game with its parameters; long ones by their hash.
    pub fn name(&self) -> String {
        const LONG: usize = 60;
        let About { game, parameters, .. } = self;
        if parameters.is_empty() {
            return game.clone();
        }
        if parameters.len() <= LONG {
            return format!("{game}:{}", on_one_line(parameters));
        }
        let hash = blake3::hash(parameters.as_bytes()).to_hex();
        let bytes = crate::amounts::grouped(parameters.len() as u64);
        format!("{game}, {bytes} bytes of parameters, BLAKE3 {}", &hash[..16])
    }

    pub(super) fn new(header: &Header) -> Self {
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
    pub(super) fn new(tally: &Tally, elapsed: Duration) -> Self {
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
}

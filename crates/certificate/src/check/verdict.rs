//! What a checker says in the end, and why.

use std::fmt::{self, Display};

use thiserror::Error;

use crate::block::{BlockFault, Kind};

/// The checker's last word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every claim is proved (if the axioms that were used hold: see [`Tally::axioms`]).
    Verified,
    /// Something is wrong in the file.
    Refuted(Refutation),
    /// Nothing is wrong as far as was seen, but that was not a whole proof.
    Incomplete(Shortfall),
}

/// What is wrong in a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The byte of the file at which the block begins that is wrong.
    pub byte: u64,
    /// The byte of the part's content, if it could be read.
    pub within: Option<u64>,
    /// The claim that was being proved.
    pub claim: Option<u32>,
    /// The moves from the root to the position in question, by their places among the legal ones;
    /// [`PASS`](crate::PASS) for a pass.
    pub line: Vec<u32>,
    /// What is wrong there.
    pub fault: Fault,
}

/// Why a check did not come to an end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Shortfall {
    /// The file ends early.
    #[error("the file ends early, at byte {byte}")]
    Truncated {
        /// Where the block begins that is cut off.
        byte: u64,
    },
    /// The file is whole, but the proof in it stops before it is complete.
    #[error("the file ends where a proof should follow")]
    Unfinished {
        /// The claim that is not proved.
        claim: u32,
        /// The first position without a proof: the moves that lead there.
        line: Vec<u32>,
    },
    /// The check needs more memory than it was allowed.
    #[error("the check needs more memory than it may use; give it more with --memory")]
    Memory,
    /// The check needs more time than it was allowed.
    #[error("the time was up before the check was; give it more with --time")]
    Time,
    /// The check was told to stop.
    #[error("the check was interrupted")]
    Interrupted,
    /// The format is of another version.
    #[error("the certificate has version {0} of the format, but this program knows version 1")]
    Version(u64),
}

/// What can be wrong in a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The outer form is broken.
    #[error(transparent)]
    Block(BlockFault),
    /// A block where another one should be.
    #[error("here is {0}, where it should not be")]
    Order(Kind),
    /// Bytes after the end.
    #[error("more bytes follow after the end of the certificate")]
    Trailing,
    /// The header is not what it should be.
    #[error("the header is wrong: {0}")]
    Header(String),
    /// The rules do not allow for the mode.
    #[error("a proof in this mode means nothing in this game: {0}")]
    Mode(&'static str),
    /// The part is not well compressed.
    #[error("this part of the proof cannot be decompressed")]
    Compression,
    /// A number is cut off, too large, or not in its shortest form.
    #[error("there is no number here, or one that is not written as it should be")]
    Number,
    /// A part without a token.
    #[error("this part proves nothing")]
    Empty,
    /// A part that does not begin where the one before ended.
    #[error("this part does not begin where the proof has come to")]
    Gap,
    /// More tokens than the proof needs.
    #[error("more tokens follow after the end of the proof")]
    MoreTokens,
    /// A token without a meaning.
    #[error("token {0} has no meaning")]
    Token(u32),
    /// The game ends otherwise than claimed.
    #[error("the game ends here, and the claim is not met")]
    NotMet,
    /// A move for the opponent.
    #[error("a move is chosen where the opponent is to move")]
    OpponentsTurn,
    /// Replies of the claimant.
    #[error("replies are announced where the claimant is to move")]
    ClaimantsTurn,
    /// A move that is not legal.
    #[error("move {mv} is chosen, but there are {moves} moves")]
    NoMove {
        /// Its place.
        mv: u32,
        /// The number of legal moves.
        moves: usize,
    },
    /// A lemma that has no proof of its own.
    #[error("a lemma begins here, but no proof of its own follows")]
    BareLemma,
    /// A reference to nothing.
    #[error("the reference is to a lemma that was not yet begun")]
    NoLemma,
    /// A reference to a lemma whose proof is not complete.
    #[error("the reference is to lemma {0}, whose proof is not complete")]
    OpenLemma(u32),
    /// A reference to a lemma about another position.
    #[error("the reference is to lemma {0}, which is about another position")]
    OtherPosition(u32),
    /// A lemma, or a reference, that may not hold after another line.
    #[error("a lemma or a reference, but the last move can be undone")]
    Reversible,
    /// The position came back, and nobody says so.
    #[error("the position has occurred {0} plies before, which ends the game")]
    Repeated(u32),
    /// The position is said to have come back, but has not.
    #[error("the position has not occurred so many plies before")]
    NotRepeated,
    /// An axiom that was not declared.
    #[error("there is no axiom {0}")]
    NoAxiom(u32),
    /// A zone without a move.
    #[error("the zone has no move")]
    EmptyZone,
    /// A zone with a move that there is not.
    #[error("the zone has move {mv}, but there are {moves} moves")]
    ZoneBeyond {
        /// Its place.
        mv: u32,
        /// The number of legal moves.
        moves: usize,
    },
    /// Outside the zone, the opponent can complete a row.
    #[error("the zone leaves out move {0}, with which the opponent may complete a row")]
    OpenRow(u32),
    /// The proof after a pass uses a square outside the zone.
    #[error("the zone leaves out move {0}, whose square the proof after a pass uses")]
    OutsideZone(u32),
    /// A lemma in whose proof some moves are left out.
    #[error(
        "a lemma begins here, but moves that are dealt with elsewhere are left out of its proof"
    )]
    PartialLemma,
    /// A reference, after a pass, to a lemma that is not known to hold there.
    #[error("the reference is to lemma {0}, which was not proved for as many free stones")]
    NarrowLemma(u32),
    /// An axiom does not say which squares it uses.
    #[error("an axiom is used after a pass")]
    AxiomAfterPass,
    /// A part that ends where it must not.
    #[error("this part ends within a proof after a pass")]
    Cut,
}

impl Display for BlockFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlockFault::Magic => f.write_str("this is not a certificate"),
            BlockFault::Truncated => f.write_str("the file ends early"),
            BlockFault::Kind(kind) => write!(f, "there is no block of kind {kind:#04x}"),
            BlockFault::Length(length) => write!(f, "a block cannot have {length} bytes"),
            BlockFault::Hash => f.write_str("the hash does not fit: the file is damaged"),
        }
    }
}

impl std::error::Error for BlockFault {}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Header => "a header",
            Kind::Part => "a part of the proof",
            Kind::End => "the end",
        })
    }
}

/// What a checker saw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Positions with a proof of their own.
    pub positions: u64,
    /// Positions in which the game is over.
    pub ends: u64,
    /// References to lemmas.
    pub references: u64,
    /// Lemmas.
    pub lemmas: u64,
    /// Ends by repetition.
    pub repetitions: u64,
    /// Positions in which the replies of a zone are answered.
    pub zones: u64,
    /// The length of the longest line.
    pub deepest: usize,
    /// How often each axiom was used.
    pub axioms: Vec<u64>,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of the proof before compression.
    pub content_bytes: u64,
    /// Parts of the proof.
    pub parts: u64,
}

impl Tally {
    /// Adds what was seen elsewhere.
    pub(super) fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.ends += other.ends;
        self.references += other.references;
        self.lemmas += other.lemmas;
        self.repetitions += other.repetitions;
        self.zones += other.zones;
        self.deepest = self.deepest.max(other.deepest);
        for (uses, more) in self.axioms.iter_mut().zip(&other.axioms) {
            *uses += more;
        }
        self.content_bytes += other.content_bytes;
        self.parts += other.parts;
    }
}

//! The answer to a question about a position: the facts that every kind of output shows.
//!
//! Serialised, it is the result object of `--json`. Programs rely on its fields: add to them, do
//! not rename them.

use std::sync::Arc;
use std::time::Duration;

use phidelta_search::{Counters, INFINITY, Method, Numbers, ProofStatus, Stopped, TableStatistics};
use serde::{Serialize, Serializer};

use crate::checkpoint::{Resumed, Saved};
use crate::details::{self, Details};
use crate::options::Goal;
use crate::settings::Settings;
use crate::solve::certify::{Certified, ProofOutcome};

/// A result object.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "result")]
pub struct Answer {
    /// The line of the batch, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_line: Option<usize>,
    /// The name of the game.
    pub game: &'static str,
    /// Its parameters, as the user would write them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parameters: String,
    /// In the game's notation, however it was given.
    pub position: String,
    /// What was asked.
    pub goal: Goal,
    /// What was decided.
    pub result: Decision,
    /// What it would be if rules of thumb could be trusted: nothing is proved, so the result is not known. Written
    /// as `true`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "is_there")]
    pub estimate: Option<Decision>,
    /// Why the result is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// The game is over in this position: there may be nothing to prove.
    #[serde(skip_serializing_if = "is_false")]
    pub over: bool,
    /// `win`, `draw` or `loss` for the side to move, as far as the result implies it; in games of
    /// scores, if the value was asked for, the score, as the first player counts it; in Go, what
    /// becomes of the stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Bounds of a value that was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// The other bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<String>,
    /// Who wins, by name, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// A move that keeps what was proved. There is none if it was disproved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_move: Option<String>,
    /// The side that is right plays moves that keep it right, the other one those that were
    /// hardest to refute.
    pub line: Vec<String>,
    /// How many moves the line has, if it shows what was decided. It need not be the shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// How was searched.
    pub search: Settings,
    /// What that took.
    #[serde(flatten)]
    pub effort: Effort,
    /// How many threads searched.
    pub threads: u32,
    /// The root's numbers, if there was one question.
    #[serde(flatten)]
    pub numbers: Option<RootNumbers>,
    /// The questions behind a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Asked>,
    /// What every legal move is worth, if that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveValue>,
    /// What the game itself has to tell.
    #[serde(flatten, serialize_with = "details::write")]
    pub details: Option<Arc<dyn Details>>,
    /// The certificate, if the answer was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
    /// What was done before the search was taken up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<Resumed>,
    /// Whether the answer rests on what the saved search says, and was not proved anew.
    #[serde(skip_serializing_if = "is_false")]
    pub as_saved: bool,
    /// Where the search is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Saved>,
    /// What would most likely help, if the answer was not found: see [`Answer::advice`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// What people need to understand it.
    #[serde(skip)]
    pub scene: Scene,
}

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It is so.
    Proved,
    /// It is not so.
    Disproved,
    /// That was not found out.
    Unknown,
}

/// Why a search stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The time was over.
    Time,
    /// So many positions had been visited.
    Nodes,
    /// The memory was full.
    Memory,
    /// It was told to.
    Interrupt,
    /// All moves that were to be tried were tried.
    Breadth,
}

/// What a legal move is worth to the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// `win`, `draw`, `loss`, a score, or `unknown`.
    pub result: String,
    /// How many plies the line has that shows it, with this move; it need not be the shortest.
    pub length: Option<usize>,
}

impl MoveValue {
    /// What is told where a value is not known.
    pub const UNKNOWN: &'static str = "unknown";
}

/// One of several questions.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// In words.
    pub question: String,
    /// Its answer.
    pub result: Decision,
}

/// What people need to understand an answer, besides the answer.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The drawn board.
    pub board: String,
    /// Whose turn it is, if the game goes on or ends for want of a move.
    pub mover: Option<&'static str>,
    /// The other player.
    pub opponent: &'static str,
    /// The player for whom larger scores are better.
    pub counts_for: &'static str,
    /// Whether games can be drawn.
    pub has_draws: bool,
    /// Whether games end with scores.
    pub has_scores: bool,
}

/// What the search did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Effort {
    /// Positions visited, or created.
    pub nodes: u64,
    /// Which nodes those are, if not all were visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<&'static str>,
    /// Visits in which moves were generated.
    pub expansions: u64,
    /// Visits to positions visited before.
    pub seesaw: u64,
    /// The longest line.
    pub deepest: usize,
    /// How often numbers were computed from those of children, where the tree is in memory.
    #[serde(skip_serializing_if = "is_zero")]
    pub updates: u64,
    /// How many of the nodes searches for continuous threats have visited, and how many searches
    /// there were.
    #[serde(skip_serializing_if = "is_zero")]
    pub threat_nodes: u64,
    /// How many searches for threats there were.
    #[serde(skip_serializing_if = "is_zero")]
    pub threat_searches: u64,
    /// How many moves were played, where that is what searches are compared by.
    #[serde(skip_serializing_if = "is_zero")]
    pub plays: u64,
    /// Moves were dropped: the answer may be wrong.
    #[serde(skip_serializing_if = "is_false")]
    pub unsound: bool,
    /// How many.
    #[serde(skip_serializing_if = "is_zero")]
    pub pruned: u64,
    /// How long it took.
    pub seconds: f64,
    /// How fast it was.
    pub nodes_per_second: u64,
    /// How the table was used.
    pub table: TableUse,
}

/// How the table was used.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TableUse {
    /// How many there are.
    pub entries: u64,
    /// How many are in use.
    pub used: u64,
    /// How large it is.
    pub bytes: u64,
    /// Look-ups that found the position.
    pub hits: u64,
    /// Look-ups that did not.
    pub misses: u64,
    /// Positions that gave way to others.
    pub replaced: u64,
}

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RootNumbers {
    /// The proof number.
    #[serde(serialize_with = "number_or_inf")]
    pub pn: u32,
    /// The disproof number.
    #[serde(serialize_with = "number_or_inf")]
    pub dn: u32,
}

/// An answer, and what became of its proof.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// Its proof.
    pub proof: ProofOutcome,
}

impl Answer {
    /// An answer that knows nothing but the position.
    pub fn unknown(
        game: &'static str,
        position: String,
        settings: &Settings,
        scene: Scene,
    ) -> Self {
        Answer {
            input_line: None,
            game,
            parameters: String::new(),
            position,
            goal: settings.goal,
            result: Decision::Unknown,
            estimate: None,
            stopped: None,
            over: false,
            value: None,
            at_least: None,
            at_most: None,
            winner: None,
            best_move: None,
            line: Vec::new(),
            length: None,
            search: settings.clone(),
            effort: Effort::default(),
            threads: settings.threads.into(),
            numbers: None,
            questions: Vec::new(),
            moves: Vec::new(),
            details: None,
            certificate: None,
            resumed: None,
            as_saved: false,
            checkpoint: None,
            advice: None,
            scene,
        }
    }

    /// What was decided, or else what it would be if rules of thumb could be trusted.
    pub fn decision(&self) -> Decision {
        self.estimate.unwrap_or(self.result)
    }

    /// The same answer as one that is not proved.
    #[must_use]
    pub fn into_estimate(self) -> Self {
        match self.result {
            Decision::Unknown => self,
            result => Answer { result: Decision::Unknown, estimate: Some(result), ..self },
        }
    }

    /// How it is played, as an SGF file, if there is such a file.
    pub fn record(&self) -> Option<&str> {
        self.details.as_ref()?.sgf()
    }
}

impl Decision {
    /// The word that tells it.
    pub fn word(self) -> &'static str {
        match self {
            Decision::Proved => "proved",
            Decision::Disproved => "disproved",
            Decision::Unknown => "unknown",
        }
    }
}

impl StopReason {
    /// The word that tells it.
    pub fn word(self) -> &'static str {
        match self {
            StopReason::Time => "time",
            StopReason::Nodes => "nodes",
            StopReason::Memory => "memory",
            StopReason::Interrupt => "interrupt",
            StopReason::Breadth => "breadth",
        }
    }
}

impl From<ProofStatus> for Decision {
    fn from(verdict: ProofStatus) -> Self {
        match verdict {
            ProofStatus::Proved => Decision::Proved,
            ProofStatus::Disproved => Decision::Disproved,
            ProofStatus::Unknown(_) => Decision::Unknown,
        }
    }
}

impl From<Stopped> for StopReason {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Time => StopReason::Time,
            Stopped::Nodes => StopReason::Nodes,
            Stopped::Memory => StopReason::Memory,
            Stopped::Interrupt => StopReason::Interrupt,
        }
    }
}

impl From<Numbers> for RootNumbers {
    fn from(numbers: Numbers) -> Self {
        RootNumbers { pn: numbers.proof, dn: numbers.disproof }
    }
}

impl Effort {
    /// The figures of a search.
    pub fn new(
        method: Method,
        counters: &Counters,
        table: &TableStatistics,
        elapsed: Duration,
    ) -> Self {
        let seconds = seconds(elapsed);
        Effort {
            nodes: counters.nodes,
            counted: Some(method.counted()).filter(|&counted| counted != "visited"),
            expansions: counters.expansions,
            seesaw: counters.seesaw,
            deepest: counters.deepest,
            updates: counters.updates,
            threat_nodes: 0,
            threat_searches: 0,
            plays: 0,
            unsound: counters.pruned > 0,
            pruned: counters.pruned,
            seconds,
            nodes_per_second: rate(counters.nodes, seconds),
            table: TableUse {
                entries: table.entries,
                used: table.used,
                bytes: table.bytes,
                hits: table.hits,
                misses: table.misses,
                replaced: table.replaced,
            },
        }
    }
}

impl Effort {
    /// Adds what another search did, whose table is the one that is told of.
    pub fn add(&mut self, other: Effort) {
        let seconds = self.seconds + other.seconds;
        let nodes = self.nodes + other.nodes;
        *self = Effort {
            nodes,
            expansions: self.expansions + other.expansions,
            seesaw: self.seesaw + other.seesaw,
            deepest: self.deepest.max(other.deepest),
            updates: self.updates + other.updates,
            threat_nodes: self.threat_nodes + other.threat_nodes,
            threat_searches: self.threat_searches + other.threat_searches,
            plays: self.plays + other.plays,
            unsound: self.unsound || other.unsound,
            pruned: self.pruned + other.pruned,
            seconds,
            nodes_per_second: rate(nodes, seconds),
            ..other
        };
    }
}

/// A time in seconds, to the microsecond.
pub fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// So many in a second.
pub fn rate(count: u64, seconds: f64) -> u64 {
    if seconds > 0.0 { (count as f64 / seconds).round() as u64 } else { 0 }
}

/// A proof number for people.
pub fn number(number: u32) -> String {
    if number == INFINITY { "inf".into() } else { crate::amounts::grouped(number.into()) }
}

fn number_or_inf<S: Serializer>(number: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    if *number == INFINITY {
        serializer.serialize_str("inf")
    } else {
        serializer.serialize_u32(*number)
    }
}

#[allow(clippy::ref_option, reason = "serde asks for a reference")]
fn is_there<S: Serializer>(decision: &Option<Decision>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(decision.is_some())
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

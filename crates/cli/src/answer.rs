//! The answer to a question about a position: the facts that every kind of output shows.
//!
//! Serialised, it is the result object of `--json`. Programs rely on its fields: add to them, do
//! not rename them.

use std::time::Duration;

use phidelta_search::{Counters, INFINITY, Method, Numbers, ProofStatus, Stopped, TableStatistics};
use serde::{Serialize, Serializer};

use crate::certificate::Certified;
use crate::checkpoint::{Kept, Resumed};
use crate::choices::Goal;
use crate::go::Life;
use crate::settings::Settings;
use crate::threats::Victory;

/// A result object.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "result")]
pub struct Answer {
    /// The line of the batch, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_line: Option<usize>,
    pub game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parameters: String,
    /// In the game's notation, however it was given.
    pub position: String,
    pub goal: Goal,
    pub result: Decision,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// A move that keeps what was proved. There is none if it was disproved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_move: Option<String>,
    /// The side that is right plays moves that keep it right, the other one those that were
    /// hardest to refute.
    pub line: Vec<String>,
    pub search: Settings,
    #[serde(flatten)]
    pub effort: Effort,
    pub threads: u32,
    /// The root's numbers, if there was one question.
    #[serde(flatten)]
    pub numbers: Option<RootNumbers>,
    /// The questions behind a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Asked>,
    /// How a win by continuous threats is played.
    #[serde(flatten)]
    pub victory: Option<Victory>,
    /// What becomes of stones of Go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub life: Option<Life>,
    /// The certificate, if the answer was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
    /// What was done before the search was taken up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<Resumed>,
    /// Where the search is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Kept>,
    #[serde(skip)]
    pub scene: Scene,
}

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    Proved,
    Disproved,
    Unknown,
}

/// Why a search stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    Time,
    Nodes,
    Memory,
    Interrupt,
    /// All moves that were to be tried were tried.
    Breadth,
}

/// One of several questions.
#[derive(Debug, Serialize)]
pub struct Asked {
    pub question: String,
    pub result: Decision,
}

/// What people need to understand an answer, besides the answer.
#[derive(Debug, Default)]
pub struct Scene {
    /// The drawn board.
    pub board: String,
    /// Whose turn it is, if the game goes on or ends for want of a move.
    pub mover: Option<&'static str>,
    pub opponent: &'static str,
    /// The player for whom larger scores are better.
    pub counts_for: &'static str,
    pub has_draws: bool,
    pub has_scores: bool,
}

/// What the search did.
#[derive(Debug, Default, Serialize)]
pub struct Effort {
    pub nodes: u64,
    /// Which nodes those are, if not all were visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<&'static str>,
    pub expansions: u64,
    pub seesaw: u64,
    pub deepest: usize,
    /// How often numbers were computed from those of children, where the tree is in memory.
    #[serde(skip_serializing_if = "is_zero")]
    pub updates: u64,
    /// How many of the nodes searches for continuous threats have visited, and how many searches
    /// there were.
    #[serde(skip_serializing_if = "is_zero")]
    pub threat_nodes: u64,
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
    pub seconds: f64,
    pub nodes_per_second: u64,
    pub table: TableUse,
}

/// How the table was used.
#[derive(Debug, Default, Serialize)]
pub struct TableUse {
    pub entries: u64,
    pub used: u64,
    pub bytes: u64,
    pub hits: u64,
    pub misses: u64,
    pub replaced: u64,
}

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RootNumbers {
    #[serde(serialize_with = "number_or_inf")]
    pub pn: u32,
    #[serde(serialize_with = "number_or_inf")]
    pub dn: u32,
}

impl Answer {
    /// How it is played, as an SGF file, if there is such a file.
    pub fn record(&self) -> Option<&str> {
        let victory = self.victory.as_ref().map(|victory| &*victory.sgf);
        victory.or(self.life.as_ref().map(|life| &*life.sgf))
    }
}

impl Decision {
    /// The exit status that tells it.
    pub fn status(self) -> u8 {
        match self {
            Decision::Proved => 10,
            Decision::Disproved => 20,
            Decision::Unknown => 0,
        }
    }

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
    if number == INFINITY { "inf".into() } else { crate::size::grouped(number.into()) }
}

fn number_or_inf<S: Serializer>(number: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    if *number == INFINITY {
        serializer.serialize_str("inf")
    } else {
        serializer.serialize_u32(*number)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

//! Runs of a setting: what they took, and what they found.

use anyhow::{Result, anyhow};
use phidelta::{Answer, AnyGame, Context, Decision, Settings, Situation, StopReason};
use phidelta_search::Limits;
use serde::{Serialize, Serializer};

use super::climb::{Number, Point};
use super::decimal::Decimal;

/// The result where some positions are proved and others disproved.
const MIXED: &str = "decided";

/// A position to tune for.
#[derive(Debug)]
pub struct Problem {
    /// What to call it in a message: the file and the line that it is from, if any.
    pub place: String,
    pub position: String,
    /// What the first setting that was decided found.
    found: Option<Found>,
}

/// An answer, as far as settings must agree about it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Found {
    result: Decision,
    value: Option<String>,
}

/// What running a setting came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trial {
    #[serde(skip)]
    pub(super) point: Point,
    #[serde(serialize_with = "as_map")]
    /// The values of the varied options.
    pub values: Vec<(&'static str, Decimal)>,
    /// What the run took.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// The figures of a run, over all positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcome {
    /// If it was stopped at a number of nodes, that number.
    pub nodes: u64,
    /// Unless the run was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seesaw: Option<u64>,
    /// All of its time.
    pub seconds: f64,
    /// As of an answer, or `decided` where some positions are proved and others disproved.
    pub result: &'static str,
    /// Why it was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
}

impl Outcome {
    /// The node number, infinite unless all positions were decided.
    pub(super) fn number(&self) -> Number {
        self.seesaw.map(|_| self.nodes)
    }

    /// Whether all positions were decided.
    pub fn is_decided(&self) -> bool {
        self.seesaw.is_some()
    }
}

impl Problem {
    /// A position of the game, in which there is something to ask.
    ///
    /// # Errors
    /// If it is none, or the game is over.
    pub fn new(place: String, position: String, game: &AnyGame) -> Result<Self> {
        let view = game.rules().view(&position).map_err(|error| in_place(&place, error.into()))?;
        if let Situation::Over { .. } = view.situation {
            let error = anyhow!("position: the game is over, so there is nothing to search");
            return Err(in_place(&place, error));
        }
        Ok(Problem { place, position, found: None })
    }

    /// Compares an answer with the one before.
    fn agree(&mut self, answer: &Answer) -> Result<()> {
        let found = Found { result: answer.result, value: answer.value.clone() };
        if *self.found.get_or_insert_with(|| found.clone()) == found {
            return Ok(());
        }
        let error = anyhow!(
            "settings disagree about {}, so one of them is wrong; `phidelta solve --self-check` tells which",
            answer.position
        );
        Err(in_place(&self.place, error))
    }
}

fn in_place(place: &str, error: anyhow::Error) -> anyhow::Error {
    if place.is_empty() { error } else { error.context(place.to_string()) }
}

/// Solves the problems one by one, and stops when they have taken more nodes than `bound`, or when
/// one is not solved.
///
/// # Errors
/// If memory is short, or answers contradict earlier ones.
pub fn run(
    game: &AnyGame,
    problems: &mut [Problem],
    settings: &Settings,
    bound: Number,
    context: &mut Context<'_>,
) -> Result<Outcome> {
    let mut sum = Outcome { nodes: 0, seesaw: None, seconds: 0.0, result: MIXED, stopped: None };
    let (mut seesaw, mut result) = (0, None);
    for problem in problems {
        let left = bound.map(|bound| bound - sum.nodes);
        // To see that a run takes more than what is left, it must take one node more.
        let most = left.map(|left| left.saturating_add(1));
        let nodes = settings.limits.nodes.into_iter().chain(most).min();
        let settings = Settings { limits: Limits { nodes, ..settings.limits }, ..settings.clone() };
        let answer = phidelta::solve(game, &problem.position, &settings, context)?.answer;
        let effort = &answer.effort;
        sum.seconds += effort.seconds;
        if left.is_some_and(|left| effort.nodes > left) {
            sum.nodes = bound.unwrap_or(sum.nodes);
            return Ok(sum.undecided(Some(StopReason::Nodes)));
        }
        if answer.result == Decision::Unknown || effort.unsound {
            // Searches look at their limits now and then; what was asked for is the limit.
            let limit = nodes.filter(|_| answer.stopped == Some(StopReason::Nodes));
            sum.nodes += limit.unwrap_or(effort.nodes);
            return Ok(sum.undecided(answer.stopped));
        }
        problem.agree(&answer)?;
        sum.nodes += effort.nodes;
        seesaw += effort.seesaw;
        let word = answer.result.word();
        result = Some(if result.is_none_or(|before| before == word) { word } else { MIXED });
    }
    Ok(Outcome { seesaw: Some(seesaw), result: result.unwrap_or(MIXED), ..sum })
}

impl Outcome {
    fn undecided(self, stopped: Option<StopReason>) -> Self {
        Outcome { result: Decision::Unknown.word(), stopped, ..self }
    }
}

fn as_map<S: Serializer>(
    values: &[(&'static str, Decimal)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().copied())
}

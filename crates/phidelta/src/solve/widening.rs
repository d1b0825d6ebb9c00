//! Searches by generalized threats in games that know some.

use std::time::Instant;

use phidelta_rules::erased::{AnyState, AnyValue};
use phidelta_rules::{Goal, Player};
use phidelta_search::widening::{Finding, Plan, Widening};

use crate::answer::{Effort, StopReason, rate, seconds};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::game::{Engine, ThreatContext};
use crate::settings::Settings;

/// Bytes of an entry of the tables of such a search, about.
const ENTRY_BYTES: u64 = 64;
/// How many entries there are unless more are wanted. Tables are small: what fills them is dear.
const MOST_ENTRIES: u64 = 1 << 20;
/// How many there can be.
const LIMIT: u64 = 1 << 28;

/// The search that the settings ask for.
pub fn widening(plan: Plan, settings: &Settings) -> Widening {
    let entries = settings.entries_of(ENTRY_BYTES, MOST_ENTRIES).clamp(1, LIMIT) as usize;
    Widening { entries, ..Widening::new(plan) }
}

/// Asks goals one after the other, each harder for Max than the one before, until one is out of reach or
/// not decided, and tells what was found and the line of play that shows it.
///
/// # Errors
/// If the game knows no threats for these goals.
pub(super) fn ask(
    name: &str,
    engine: &dyn Engine,
    state: &AnyState,
    turn: Player,
    (goals, plan): (&[Goal<AnyValue>], Plan),
    settings: &Settings,
    context: &mut Context<'_>,
) -> Result<Found> {
    let mut found = Found::default();
    let started = Instant::now();
    let game = engine.game();
    for &goal in goals {
        let side = if turn == goal.prover() { Player::Max } else { Player::Min };
        let before = found.effort.nodes;
        let mut listener = |visited| {
            let (nodes, elapsed) = (before + visited, started.elapsed());
            let board = game.draw(state);
            (context.listener)(&Event::SearchingThreats { nodes, elapsed, board });
        };
        let mut limits = settings.limits;
        limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(before));
        let threats = ThreatContext { interrupt: context.interrupt, listener: &mut listener };
        let widening = widening(plan, settings);
        let finding = engine.search_threats(state, goal, side, &widening, limits, threats);
        let Some(finding) = finding else {
            let search = settings.name;
            let message = format!("{name} knows no threats for {search}; choose --search df-pn");
            return Err(Error::option("search", message));
        };
        found.effort.add(effort(&finding));
        let Some(winner) = finding.fate.winner() else {
            found.stopped = Some(finding.stopped.map_or(StopReason::Breadth, Into::into));
            break;
        };
        let reached = winner == Player::Max;
        found.answers.push((goal, reached));
        found.line = finding.line;
        if !reached {
            break;
        }
    }
    Ok(found)
}

/// What searches by threats found.
#[derive(Default)]
pub(super) struct Found {
    /// The goals that were decided, and whether they are reached.
    pub answers: Vec<(Goal<AnyValue>, bool)>,
    pub line: Vec<u32>,
    pub effort: Effort,
    /// Why the next goal was not decided, if it was not.
    pub stopped: Option<StopReason>,
}

/// What a search did.
pub fn effort<M>(finding: &Finding<M>) -> Effort {
    let (nodes, seconds) = (finding.nodes, seconds(finding.elapsed));
    let nodes_per_second = rate(nodes, seconds);
    Effort { nodes, plays: finding.plays, seconds, nodes_per_second, ..Effort::default() }
}

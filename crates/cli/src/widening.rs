//! Searches by generalized threats in games that know some.

use std::time::Instant;

use anyhow::{Result, anyhow};
use phidelta_rules::{Game, Goal, Player};
use phidelta_search::widening::{Finding, Plan, Widening, search};
use phidelta_search::{Control, Progress};

use crate::answer::{Effort, StopReason, rate, seconds};
use crate::interrupt;
use crate::moment::Moment;
use crate::rules::{Playable, Typed};
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
pub fn ask<G: Playable>(
    game: &Typed<G>,
    state: &G::State,
    turn: Player,
    goals: &[Goal<G::Value>],
    plan: Plan,
    settings: &Settings,
    watch: &mut (dyn FnMut(&Moment) + Send),
) -> Result<Found<G>> {
    let mut found =
        Found { answers: Vec::new(), line: Vec::new(), effort: Effort::default(), stopped: None };
    let started = Instant::now();
    for &goal in goals {
        let mut position = game.0.threats(state, goal).ok_or_else(|| {
            let (game, name) = (G::NAME, settings.name);
            anyhow!("search: {game} knows no threats for {name}; choose --search df-pn")
        })?;
        let side = if turn == goal.prover() { Player::Max } else { Player::Min };
        let before = found.effort.nodes;
        let mut listener = |progress: &Progress<'_, G::Move>| {
            let (nodes, elapsed) = (before + progress.nodes, started.elapsed());
            let board = game.0.draw(state);
            watch(&Moment::Threatening { nodes, elapsed, board });
        };
        let mut limits = settings.limits;
        limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(before));
        let control =
            Control::new(limits).interrupted_by(interrupt::flag()).listened_by(&mut listener);
        let finding = search(position.as_mut(), side, &widening(plan, settings), control);
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
pub struct Found<G: Game> {
    /// The goals that were decided, and whether they are reached.
    pub answers: Vec<(Goal<G::Value>, bool)>,
    pub line: Vec<G::Move>,
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

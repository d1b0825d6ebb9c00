//! Which positions of a game are problems: those that a search proves with the right number of nodes.

use std::ops::RangeInclusive;

use anyhow::Result;
use phidelta::Signal;
use phidelta_loa::{Loa, State};
use phidelta_rules::{Catalogued, Goal, Outcome, Player};
use phidelta_search::{Control, Init, Limits, Options, ProofStatus, Solver, TableSize};

use super::record::Record;

/// How many entries the table has whose nodes are told.
pub const ENTRIES: u64 = 1 << 20;

/// A position that is won for the side to move.
pub struct Problem {
    pub state: State,
    /// How many nodes it takes to prove that.
    pub nodes: u64,
    /// After how many plies the game was over that it is from.
    pub plies: usize,
}

/// The problems of a game that take so many nodes, the last one first. None if the work was stopped.
///
/// # Errors
/// If memory is short.
pub fn problems(
    game: &Loa,
    record: &Record,
    nodes: RangeInclusive<u64>,
    signal: &Signal,
) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for (plies, &state) in record.backwards() {
        let Some(taken) = proof(game, &state, *nodes.end(), signal)? else { break };
        if nodes.contains(&taken) {
            problems.push(Problem { state, nodes: taken, plies });
        }
    }
    Ok(problems)
}

/// How many nodes it takes to prove that the side to move wins, if that takes no more than `most`. The search has the
/// game's guide: those that are compared on these problems have none, and shall not be chosen by themselves.
fn proof(game: &Loa, state: &State, most: u64, signal: &Signal) -> Result<Option<u64>> {
    let options =
        Options { init: Init::Guide, table: TableSize::Entries(ENTRIES), ..Options::default() };
    let guide = game.guide();
    let mut solver = Solver::depth_first(game, &guide, &options).map_err(phidelta::Error::from)?;
    let goal = match state.turn() {
        Player::Max => Goal::AtLeast(Outcome::MaxWins),
        Player::Min => Goal::AtMost(Outcome::MinWins),
    };
    let question = solver.question(goal);
    let limits = Limits { nodes: Some(most), ..Limits::default() };
    let mut control = Control::new(limits).interrupted_by(signal);
    let found = solver.ask(state, &question, &mut control);
    // Searches look at their limits now and then only.
    let nodes = found.counters.nodes;
    Ok((found.verdict == ProofStatus::Proved && nodes <= most).then_some(nodes))
}

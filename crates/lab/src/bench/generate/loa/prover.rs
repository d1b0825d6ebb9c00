//! Which positions of a game are problems: those that a search proves with the right number of nodes.

use std::ops::RangeInclusive;

use anyhow::{Context, Result};
use phidelta::{Engine, Error, Signal};
use phidelta_loa::{Loa, State};
use phidelta_rules::erased::AnyValue;
use phidelta_rules::{Catalogued, Goal, Notation, Outcome, Player};
use phidelta_search::{Control, Init, Limits, Options, ProofStatus, TableSize};

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
    let compiled = phidelta_loa::ENTRY.game(&game.parameters())?;
    let engine = compiled.rules().engine().context("the game has no engine")?;
    let mut problems = Vec::new();
    for (plies, &state) in record.backwards() {
        let Some(taken) =
            proof(engine, &game.write_position(&state), state.turn(), *nodes.end(), signal)?
        else {
            break;
        };
        if nodes.contains(&taken) {
            problems.push(Problem { state, nodes: taken, plies });
        }
    }
    Ok(problems)
}

/// How many nodes it takes to prove that the side to move wins, if that takes no more than `most`. The search has the
/// game's guide: those that are compared on these problems have none, and shall not be chosen by themselves.
fn proof(
    engine: &dyn Engine,
    position: &str,
    turn: Player,
    most: u64,
    signal: &Signal,
) -> Result<Option<u64>> {
    let options =
        Options { init: Init::Guide, table: TableSize::Entries(ENTRIES), ..Options::default() };
    let state = engine.game().read(position)?;
    let goal = match turn {
        Player::Max => Goal::AtLeast(AnyValue::of(Outcome::MaxWins)),
        Player::Min => Goal::AtMost(AnyValue::of(Outcome::MinWins)),
    };
    let limits = Limits { nodes: Some(most), ..Limits::default() };
    let mut taken = None;
    let solved = engine.with_solver(&options, None, &mut |solver| {
        let question = solver.question(goal);
        let mut control = Control::new(limits).interrupted_by(signal);
        let found = solver.ask(&state, &question, &mut control);
        // Searches look at their limits now and then only.
        let nodes = found.counters.nodes;
        taken = (found.verdict == ProofStatus::Proved && nodes <= most).then_some(nodes);
    });
    solved.map_err(Error::from)?;
    Ok(taken)
}

//! What searches say about positions: first the solver that found the answer, and where it is
//! wrong, one whose keys are not shared.

use phidelta_rules::{Game, Status};
use phidelta_search::{
    Backup, Control, Limits, Method, Options, PathStep, ProofStatus, Query, SearchResult, Solver,
    Stopped, TableSize, Widths,
};

use super::{BuildError, ProofControl};
use crate::ProofSource;
use crate::exact::{Exact, ExactGuide};

/// How far a table is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// What it says is tried.
    Table,
    /// The position was searched again; if that was wrong, the table is.
    Again,
    /// Only keys that are not shared.
    Exact,
}

/// The searches.
pub(super) struct Answers<'e, 'a, G: Game> {
    pub solver: &'e mut dyn ProofSource<'a, G>,
    pub question: Query<G::Value>,
    /// Whether the goal of the question is claimed to be reached, or not to be.
    pub reached: bool,
    pub exact: &'e Exact<'a, G>,
    pub exact_guide: &'e ExactGuide<'a, G>,
    pub exact_solver: Option<ExactSolver<'e, 'a, G>>,
    pub effort: Effort,
}

/// A solver whose keys are not shared.
pub(super) struct ExactSolver<'e, 'a, G: Game> {
    solver: Solver<'e, Exact<'a, G>, ExactGuide<'a, G>>,
    question: Query<G::Value>,
}

/// What was searched for a proof that the table did not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Positions that were searched again, because the table had forgotten what is right there.
    pub searched_again: u64,
    /// Positions that were searched with keys of their own, because the table was wrong.
    pub corrected: u64,
    /// Nodes that those searches visited.
    pub nodes: u64,
}

/// What a search says of what is to be proved.
enum Answer<M> {
    /// It holds; if the claimant is to move, by this move.
    Holds(Option<M>),
    /// It does not.
    Fails,
    /// The search was not long enough.
    Unknown,
}

/// How many nodes a search with keys of its own visits before memory is looked at again.
const SLICE: u64 = 1 << 18;
/// How many nodes a search again visits before keys of its own get a try.
const PATIENCE: u64 = 1 << 16;

impl<G: Game> Answers<'_, '_, G> {
    /// The work below a position after a move, if it is known to be right.
    #[inline]
    pub fn recall(&self, trust: Trust, key: u64, state: &G::State, mv: G::Move) -> Option<u64> {
        let (reached, work) = if trust == Trust::Exact {
            let exact = self.exact_solver.as_ref()?;
            exact.solver.recall(self.exact.key_after(state, mv), &exact.question)?
        } else {
            self.solver.recall(key, &self.question)?
        };
        (reached == self.reached).then_some(work)
    }

    /// The height of the proof of a position after a move, if it is known to be right.
    pub fn height(&self, trust: Trust, key: u64, state: &G::State, mv: G::Move) -> Option<u16> {
        let (reached, height) = if trust == Trust::Exact {
            let exact = self.exact_solver.as_ref()?;
            exact.solver.recall_height(self.exact.key_after(state, mv), &exact.question)?
        } else {
            self.solver.recall_height(key, &self.question)?
        };
        (reached == self.reached).then_some(height)
    }

    /// The height of the proof of a position, if it is known to be right.
    pub fn own_height(&self, trust: Trust, state: &G::State) -> Option<u16> {
        let (reached, height) = if trust == Trust::Exact {
            let exact = self.exact_solver.as_ref()?;
            exact.solver.recall_height(self.exact.key(state), &exact.question)?
        } else {
            self.solver.recall_height(self.solver.game().key(state), &self.question)?
        };
        (reached == self.reached).then_some(height)
    }

    /// Finds moves of the claimant's to positions whose proofs have less height than that of the
    /// present one, with keys that are not shared: there is one, though the table need not have
    /// noted it, if another move was seen to be right before. The places of the moves, with the
    /// heights; none if the claim does not hold.
    pub fn lower(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        proof_control: &ProofControl<'_>,
    ) -> Result<Vec<(u64, u32)>, BuildError> {
        self.effort.corrected += 1;
        loop {
            match self.search_exactly(&[], state, SLICE, proof_control)? {
                Answer::Holds(_) => break,
                Answer::Fails => return Ok(Vec::new()),
                Answer::Unknown => {}
            }
        }
        let game = self.solver.game();
        let mut found = Vec::new();
        // Whether a move needs no more looking at.
        let mut settled = vec![false; moves.len()];
        let mut budget = 256;
        loop {
            for (at, &mv) in moves.iter().enumerate() {
                let mut child = state.clone();
                game.play(&mut child, mv);
                settled[at] |= matches!(game.status(&child), Status::Over(_));
                if settled[at] {
                    continue;
                }
                match self.search_exactly(&[], &child, budget, proof_control)? {
                    Answer::Holds(_) => {
                        let height = self.own_height(Trust::Exact, &child);
                        found.push((height.map_or(u64::MAX, u64::from), at as u32));
                        settled[at] = true;
                    }
                    Answer::Fails => settled[at] = true,
                    Answer::Unknown => {}
                }
            }
            // Heights that are too large to be written down leave it to chance.
            let here = self.own_height(Trust::Exact, state).map_or(u64::MAX, u64::from);
            // And if the table has forgotten the one that is lower, there is nothing more to find.
            let all = settled.iter().all(|&settled| settled);
            if all || found.iter().any(|&(height, _)| height < here || here == u64::MAX) {
                return Ok(found);
            }
            budget = budget.saturating_mul(4);
        }
    }

    /// The work below a position to which a step leads, if it is known to be right after the line.
    pub fn recall_after(&self, trust: Trust, key: u64, step: PathStep) -> Option<u64> {
        if trust == Trust::Exact {
            return None; // Its lines have codes of their own.
        }
        let (reached, work) = self.solver.recall_after(key, step, &self.question)?;
        (reached == self.reached).then_some(work)
    }

    /// Searches a position of the claimant's, none of whose moves is known to be right, and gives
    /// the place of a right one. `None` if the claim does not hold. Trust may be lost.
    pub fn decide(
        &mut self,
        line: &[G::State],
        state: &G::State,
        trust: &mut Trust,
        moves: &[G::Move],
        proof_control: &ProofControl<'_>,
    ) -> Result<Option<u32>, BuildError> {
        let place = |best: Option<G::Move>| moves.iter().position(|&mv| Some(mv) == best);
        if *trust == Trust::Table {
            *trust = Trust::Again;
            self.effort.searched_again += 1;
            if let Some(at) = place(self.search_again(line, state, proof_control)?) {
                return Ok(Some(at as u32));
            }
        }
        if *trust == Trust::Again {
            *trust = Trust::Exact;
            self.effort.corrected += 1;
        }
        loop {
            match self.search_exactly(line, state, SLICE, proof_control)? {
                Answer::Holds(best) => {
                    let at = place(best).ok_or(BuildError::Rules)?;
                    return Ok(Some(at as u32));
                }
                Answer::Fails => return Ok(None),
                Answer::Unknown => {}
            }
        }
    }

    /// Searches with the solver's own table. A right move, if that finds one.
    ///
    /// Positions that share a key can mislead such a search for ever, and so can a table that
    /// forgets too much. So that this ends, keys of its own get a try now and then.
    fn search_again(
        &mut self,
        line: &[G::State],
        state: &G::State,
        proof_control: &ProofControl<'_>,
    ) -> Result<Option<G::Move>, BuildError> {
        let mut nodes = PATIENCE;
        loop {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let control = &mut control(limits, proof_control);
            let found = self.solver.ask_after(line, state, &self.question, control);
            match self.judge(&found)? {
                Answer::Holds(best) => return Ok(best),
                Answer::Fails => return Ok(None),
                Answer::Unknown => {}
            }
            if self.exact.bytes() <= proof_control.memory / 4
                && !matches!(
                    self.search_exactly(line, state, nodes / 4, proof_control)?,
                    Answer::Unknown
                )
            {
                return Ok(None);
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    /// What a search has found, as an answer.
    fn judge(&mut self, found: &SearchResult<G::Move>) -> Result<Answer<G::Move>, BuildError> {
        self.effort.nodes += found.counters.nodes;
        match found.verdict {
            ProofStatus::Proved if self.reached => Ok(Answer::Holds(found.best)),
            ProofStatus::Disproved if !self.reached => Ok(Answer::Holds(found.best)),
            ProofStatus::Proved | ProofStatus::Disproved => Ok(Answer::Fails),
            ProofStatus::Unknown(Stopped::Nodes) => Ok(Answer::Unknown),
            ProofStatus::Unknown(Stopped::Memory) => Err(BuildError::Memory),
            ProofStatus::Unknown(_) => Err(BuildError::Interrupted),
        }
    }

    /// Searches with keys that are not shared, so many nodes at most.
    fn search_exactly(
        &mut self,
        line: &[G::State],
        state: &G::State,
        nodes: u64,
        proof_control: &ProofControl<'_>,
    ) -> Result<Answer<G::Move>, BuildError> {
        if self.exact.bytes() > proof_control.memory {
            return Err(BuildError::Memory);
        }
        let exact = match &mut self.exact_solver {
            Some(exact) => exact,
            none => {
                // Tables this large compare whole keys.
                let table = TableSize::Bytes((proof_control.memory / 4).clamp(16 << 20, 64 << 20));
                let options = self.solver.options().clone();
                let (method, widths) = (Method::DfPn, Widths::default());
                let backup = match options.backup {
                    Backup::Sets => Backup::Sum, // They are for trees.
                    backup => backup,
                };
                let options = Options { method, table, widths, backup, ..options };
                let mut solver = Solver::new(self.exact, self.exact_guide, &options)
                    .map_err(|_| BuildError::Memory)?;
                let question = solver.question(self.question.goal);
                none.insert(ExactSolver { solver, question })
            }
        };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = &mut control(limits, proof_control);
        let found = exact.solver.ask_after(line, state, &exact.question, control);
        self.judge(&found)
    }
}

fn control<'a, M>(limits: Limits, proof_control: &ProofControl<'a>) -> Control<'a, M> {
    let control = Control::new(limits);
    match proof_control.interrupt {
        Some(flag) => control.interrupted_by(flag),
        None => control,
    }
}

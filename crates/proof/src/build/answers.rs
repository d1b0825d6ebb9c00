//! What searches say about positions: first the solver that found the answer, and where it is
//! wrong, one whose keys are not shared.

use phidelta_rules::{Game, Guide};
use phidelta_search::{
    Control, Findings, Limits, Options, Question, Solver, Stopped, TableSize, Verdict, Widths,
};

use super::{BuildError, Means};
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
pub(super) struct Answers<'e, 's, 'a, G: Game, A: Guide<G>> {
    pub solver: &'e mut Solver<'s, G, A>,
    pub question: Question<G::Value>,
    /// Whether the goal of the question is claimed to be reached, or not to be.
    pub reached: bool,
    pub exact: &'e Exact<'a, G>,
    pub exact_guide: &'e ExactGuide<'a, A>,
    pub exact_solver: Option<ExactSolver<'e, 'a, G, A>>,
    pub effort: Effort,
}

/// A solver whose keys are not shared.
pub(super) struct ExactSolver<'e, 'a, G: Game, A: Guide<G>> {
    solver: Solver<'e, Exact<'a, G>, ExactGuide<'a, A>>,
    question: Question<G::Value>,
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

/// How many nodes a search with keys of its own visits before memory is looked at again.
const SLICE: u64 = 1 << 18;

impl<G: Game, A: Guide<G>> Answers<'_, '_, '_, G, A> {
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

    /// Searches a position of the claimant's, none of whose moves is known to be right, and gives
    /// the place of a right one. `None` if the claim does not hold. Trust may be lost.
    pub fn decide(
        &mut self,
        state: &G::State,
        trust: &mut Trust,
        moves: &[G::Move],
        means: &Means<'_>,
    ) -> Result<Option<u32>, BuildError> {
        let place = |best: Option<G::Move>| moves.iter().position(|&mv| Some(mv) == best);
        if *trust == Trust::Table {
            *trust = Trust::Again;
            self.effort.searched_again += 1;
            let mut control = control(Limits::default(), means);
            let found = self.solver.ask(state, &self.question, &mut control);
            if self.agrees(&found)?
                && let Some(at) = place(found.best)
            {
                return Ok(Some(at as u32));
            }
        }
        if *trust == Trust::Again {
            *trust = Trust::Exact;
            self.effort.corrected += 1;
        }
        let found = self.search_exactly(state, means)?;
        if !self.agrees(&found)? {
            return Ok(None);
        }
        let at = place(found.best).ok_or(BuildError::Rules)?;
        Ok(Some(at as u32))
    }

    /// Whether a search has found what is to be proved.
    fn agrees(&mut self, found: &Findings<G::Move>) -> Result<bool, BuildError> {
        self.effort.nodes += found.counters.nodes;
        match found.verdict {
            Verdict::Proved => Ok(self.reached),
            Verdict::Disproved => Ok(!self.reached),
            Verdict::Unknown(Stopped::Memory) => Err(BuildError::Memory),
            Verdict::Unknown(_) => Err(BuildError::Interrupted),
        }
    }

    /// Searches with keys that are not shared.
    fn search_exactly(
        &mut self,
        state: &G::State,
        means: &Means<'_>,
    ) -> Result<Findings<G::Move>, BuildError> {
        let exact = match &mut self.exact_solver {
            Some(exact) => exact,
            none => {
                // Tables this large compare whole keys.
                let table = TableSize::Bytes(64 << 20);
                let options = self.solver.options().clone();
                let options = Options { table, widths: Widths::default(), ..options };
                let mut solver = Solver::new(self.exact, self.exact_guide, &options)
                    .map_err(|_| BuildError::Memory)?;
                let question = solver.question(self.question.goal);
                none.insert(ExactSolver { solver, question })
            }
        };
        loop {
            let limits = Limits { nodes: Some(SLICE), ..Limits::default() };
            let found = exact.solver.ask(state, &exact.question, &mut control(limits, means));
            if found.verdict != Verdict::Unknown(Stopped::Nodes) {
                return Ok(found);
            }
            self.effort.nodes += found.counters.nodes;
            if self.exact.bytes() > means.memory {
                return Err(BuildError::Memory);
            }
        }
    }
}

fn control<'a, M>(limits: Limits, means: &Means<'a>) -> Control<'a, M> {
    let control = Control::new(limits);
    match means.interrupt {
        Some(flag) => control.interrupted_by(flag),
        None => control,
    }
}

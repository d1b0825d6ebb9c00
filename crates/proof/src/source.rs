//! What a proof is made of: what a solver knows, whatever its types.
//!
//! Building a proof is compiled for a game alone, and not for each kind of solver of it. For callers without
//! the game's types it is compiled here, once for all games: see [`prove_object`].

use phidelta_rules::erased::{AnyState, AnyValue, Erased, ErasedGuide, RulesObject};
use phidelta_rules::{Game, Goal, Guide};
use phidelta_search::{
    Control, Options, PathStep, Query, SearchResult, Solver, SolverObject, Variants,
};

use crate::{BuildError, Proof, ProofControl, prove};

/// A solver, as far as proofs need it.
pub trait ProofSource<'a, G: Game> {
    /// The game.
    fn game(&self) -> &'a G;
    /// The advice.
    fn guide(&self) -> &'a dyn Guide<G>;
    /// The options.
    fn options(&self) -> &Options;
    /// See [`Solver::question`].
    fn question(&mut self, goal: Goal<G::Value>) -> Query<G::Value>;
    /// See [`Solver::recall`].
    fn recall(&self, key: u64, question: &Query<G::Value>) -> Option<(bool, u64)>;
    /// See [`Solver::recall_height`].
    fn recall_height(&self, key: u64, question: &Query<G::Value>) -> Option<(bool, u16)>;
    /// See [`Solver::recall_after`].
    fn recall_after(
        &self,
        key: u64,
        step: PathStep,
        question: &Query<G::Value>,
    ) -> Option<(bool, u64)>;
    /// See [`Solver::ask_after`].
    fn ask_after(
        &mut self,
        history: &[G::State],
        state: &G::State,
        question: &Query<G::Value>,
        control: &mut Control<'_, G::Move>,
    ) -> SearchResult<G::Move>;
}

impl<'a, G: Game, A: Guide<G>, V: Variants> ProofSource<'a, G> for Solver<'a, G, A, V> {
    fn game(&self) -> &'a G {
        Solver::game(self)
    }

    fn guide(&self) -> &'a dyn Guide<G> {
        let guide: &'a A = Solver::guide(self);
        guide
    }

    fn options(&self) -> &Options {
        Solver::options(self)
    }

    fn question(&mut self, goal: Goal<G::Value>) -> Query<G::Value> {
        Solver::question(self, goal)
    }

    fn recall(&self, key: u64, question: &Query<G::Value>) -> Option<(bool, u64)> {
        Solver::recall(self, key, question)
    }

    fn recall_height(&self, key: u64, question: &Query<G::Value>) -> Option<(bool, u16)> {
        Solver::recall_height(self, key, question)
    }

    fn recall_after(
        &self,
        key: u64,
        step: PathStep,
        question: &Query<G::Value>,
    ) -> Option<(bool, u64)> {
        Solver::recall_after(self, key, step, question)
    }

    fn ask_after(
        &mut self,
        history: &[G::State],
        state: &G::State,
        question: &Query<G::Value>,
        control: &mut Control<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        Solver::ask_after(self, history, state, question, control)
    }
}

/// A solver without types, and its game.
struct ErasedSource<'a, const CYCLIC: bool> {
    game: &'a Erased<'a, CYCLIC>,
    solver: &'a mut dyn SolverObject,
}

impl<'a, const CYCLIC: bool> ProofSource<'a, Erased<'a, CYCLIC>> for ErasedSource<'a, CYCLIC> {
    fn game(&self) -> &'a Erased<'a, CYCLIC> {
        self.game
    }

    fn guide(&self) -> &'a dyn Guide<Erased<'a, CYCLIC>> {
        &ErasedGuide
    }

    fn options(&self) -> &Options {
        self.solver.options()
    }

    fn question(&mut self, goal: Goal<AnyValue>) -> Query<AnyValue> {
        self.solver.question(goal)
    }

    fn recall(&self, key: u64, question: &Query<AnyValue>) -> Option<(bool, u64)> {
        self.solver.recall(key, question)
    }

    fn recall_height(&self, key: u64, question: &Query<AnyValue>) -> Option<(bool, u16)> {
        self.solver.recall_height(key, question)
    }

    fn recall_after(
        &self,
        key: u64,
        step: PathStep,
        question: &Query<AnyValue>,
    ) -> Option<(bool, u64)> {
        self.solver.recall_after(key, step, question)
    }

    fn ask_after(
        &mut self,
        history: &[AnyState],
        state: &AnyState,
        question: &Query<AnyValue>,
        control: &mut Control<'_, u32>,
    ) -> SearchResult<u32> {
        self.solver.ask_after(history, state, question, control)
    }
}

/// Proves what a solver without types has found: see [`prove`]. The solution is the same.
///
/// # Errors
/// If the solver is wrong, or the work was interrupted, or memory is short.
pub fn prove_object(
    solver: &mut dyn SolverObject,
    root: &AnyState,
    goal: Goal<AnyValue>,
    reached: bool,
    proof_control: ProofControl<'_>,
) -> Result<Proof, BuildError> {
    fn with<const CYCLIC: bool>(
        (rules, solver): (&dyn RulesObject, &mut dyn SolverObject),
        root: &AnyState,
        goal: Goal<AnyValue>,
        reached: bool,
        proof_control: ProofControl<'_>,
    ) -> Result<Proof, BuildError> {
        let game = Erased::<CYCLIC>::new(rules);
        prove(&mut ErasedSource { game: &game, solver }, root, goal, reached, proof_control)
    }
    let parts = solver.split();
    let with = if parts.0.repeats() { with::<true> } else { with::<false> };
    with(parts, root, goal, reached, proof_control)
}

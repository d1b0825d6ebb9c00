//! Solvers for callers that do not have the game's types.
//!
//! A caller that is compiled once for all games uses a solver through [`SolverObject`]. Behind it is either a
//! solver with the game's types, which is fast, and contains df-pn and PDS alone, since it is compiled for each
//! game ([`with_typed_solver`]); or one of an [`Erased`] game, which has all variants, and is compiled here, once
//! ([`with_erased_solver`]). With the same options both do the same, node by node, and their checkpoints are the
//! same files.

use std::borrow::Borrow;
use std::fs::File;

use phidelta_rules::erased::{AnyState, AnyValue, Erased, ErasedGuide, Object, RulesObject};
use phidelta_rules::{Game, Goal, Guide, Value};

use crate::{
    Checkpoint, CheckpointError, Control, DepthFirst, Options, Parallel, PathStep, Progress, Query,
    Report, SearchResult, Solver, SolverError, ValueReport, Variants,
};

/// A solver of any game. Moves are places among the legal ones.
///
/// All functions panic if a state is of another game's type, or the value of a goal none of the game's.
pub trait SolverObject {
    /// The rules of the game.
    fn rules(&self) -> &dyn RulesObject;

    /// The rules of the game, for as long as the solver is used, and the solver.
    fn split(&mut self) -> (&dyn RulesObject, &mut dyn SolverObject);

    /// The options.
    fn options(&self) -> &Options;

    /// Can `goal` be reached from `state`? See [`Solver::prove`].
    fn prove(
        &mut self,
        state: &AnyState,
        goal: Goal<AnyValue>,
        control: Control<'_, u32>,
    ) -> Report<u32>;

    /// What is the value of `state`? See [`Solver::value`].
    fn value(&mut self, state: &AnyState, control: Control<'_, u32>) -> ValueReport<u32, AnyValue>;

    /// Takes up a checkpoint of a search of this position. See [`Solver::resume`].
    ///
    /// # Errors
    /// Why that cannot be done. The solver then knows nothing.
    fn resume(
        &mut self,
        state: &AnyState,
        checkpoint: Checkpoint<File>,
    ) -> Result<(), CheckpointError>;

    /// A goal as a question to the solver's table. See [`Solver::question`].
    fn question(&mut self, goal: Goal<AnyValue>) -> Query<AnyValue>;

    /// Searches for the answer to a question, and nothing more. See [`Solver::ask`].
    fn ask(
        &mut self,
        state: &AnyState,
        question: &Query<AnyValue>,
        control: &mut Control<'_, u32>,
    ) -> SearchResult<u32>;

    /// Searches depth first a position that comes after others. See [`Solver::ask_after`].
    fn ask_after(
        &mut self,
        history: &[AnyState],
        state: &AnyState,
        question: &Query<AnyValue>,
        control: &mut Control<'_, u32>,
    ) -> SearchResult<u32>;

    /// What the table remembers about a key. See [`Solver::recall`].
    fn recall(&self, key: u64, question: &Query<AnyValue>) -> Option<(bool, u64)>;

    /// The height of the proof. See [`Solver::recall_height`].
    fn recall_height(&self, key: u64, question: &Query<AnyValue>) -> Option<(bool, u16)>;

    /// What the table remembers after a line of play. See [`Solver::recall_after`].
    fn recall_after(
        &self,
        key: u64,
        step: PathStep,
        question: &Query<AnyValue>,
    ) -> Option<(bool, u64)>;
}

/// The solver of a game without types: there is nothing to translate.
impl<'g, const CYCLIC: bool> SolverObject for Solver<'_, Erased<'g, CYCLIC>, ErasedGuide> {
    fn rules(&self) -> &dyn RulesObject {
        self.game.object()
    }

    fn split(&mut self) -> (&dyn RulesObject, &mut dyn SolverObject) {
        let rules: &'g dyn RulesObject = self.game.object();
        (rules, self)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn prove(
        &mut self,
        state: &AnyState,
        goal: Goal<AnyValue>,
        control: Control<'_, u32>,
    ) -> Report<u32> {
        Solver::prove(self, state, goal, control)
    }

    fn value(&mut self, state: &AnyState, control: Control<'_, u32>) -> ValueReport<u32, AnyValue> {
        Solver::value(self, state, control)
    }

    fn resume(
        &mut self,
        state: &AnyState,
        checkpoint: Checkpoint<File>,
    ) -> Result<(), CheckpointError> {
        Solver::resume(self, state, checkpoint)
    }

    fn question(&mut self, goal: Goal<AnyValue>) -> Query<AnyValue> {
        Solver::question(self, goal)
    }

    fn ask(
        &mut self,
        state: &AnyState,
        question: &Query<AnyValue>,
        control: &mut Control<'_, u32>,
    ) -> SearchResult<u32> {
        Solver::ask(self, state, question, control)
    }

    fn ask_after(
        &mut self,
        history: &[AnyState],
        state: &AnyState,
        question: &Query<AnyValue>,
        control: &mut Control<'_, u32>,
    ) -> SearchResult<u32> {
        Solver::ask_after(self, history, state, question, control)
    }

    fn recall(&self, key: u64, question: &Query<AnyValue>) -> Option<(bool, u64)> {
        Solver::recall(self, key, question)
    }

    fn recall_height(&self, key: u64, question: &Query<AnyValue>) -> Option<(bool, u16)> {
        Solver::recall_height(self, key, question)
    }

    fn recall_after(
        &self,
        key: u64,
        step: PathStep,
        question: &Query<AnyValue>,
    ) -> Option<(bool, u64)> {
        Solver::recall_after(self, key, step, question)
    }
}

/// A solver with the game's types, and the object of the same game.
pub struct TypedSolver<'a, G: Game, A, P, B, V = DepthFirst> {
    solver: Solver<'a, G, A, V>,
    object: &'a Object<G, A, P, B>,
}

impl<'a, G, A, P, B, V> TypedSolver<'a, G, A, P, B, V>
where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync>,
    A: Guide<G>,
    P: Borrow<G>,
    B: Borrow<A>,
    V: Variants,
{
    /// A solver of the object's game, with the variants that its type says.
    ///
    /// # Errors
    /// If the options make no sense, or ask for variants that it does not have, or there is no memory for the
    /// table.
    pub fn new(object: &'a Object<G, A, P, B>, options: &Options) -> Result<Self, SolverError> {
        let solver = Solver::with_variants(object.game(), object.guide(), options)?;
        Ok(TypedSolver { solver, object })
    }

    /// Searches with so many threads. See [`Solver::with_threads`].
    ///
    /// # Errors
    /// If the search is none for several threads.
    pub fn with_threads(mut self, threads: usize, parallel: Parallel) -> Result<Self, SolverError>
    where
        G: Sync,
        A: Sync,
    {
        self.solver = self.solver.with_threads(threads, parallel)?;
        Ok(self)
    }

    fn goal(&self, goal: Goal<AnyValue>) -> Goal<G::Value> {
        self.object.typed_goal(goal).expect("the goal is about a value of the game")
    }

    /// What is found about a position, with moves as places.
    fn places(&self, state: &AnyState, found: SearchResult<G::Move>) -> SearchResult<u32> {
        let SearchResult { verdict, root, counters, best } = found;
        let best = best.and_then(|best| self.object.place_of(state, best));
        SearchResult { verdict, root, counters, best }
    }
}

/// Does something with a control of the game's own moves.
fn translated<G, A, P, B, T>(
    object: &Object<G, A, P, B>,
    state: &AnyState,
    control: &mut Control<'_, u32>,
    work: impl FnOnce(&mut Control<'_, G::Move>) -> T,
) -> T
where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync>,
    A: Guide<G>,
    P: Borrow<G>,
    B: Borrow<A>,
{
    let mut tell = |progress: &Progress<'_, G::Move>,
                    listener: &mut dyn FnMut(&Progress<'_, u32>)| {
        listener(&progress.with_line(&object.places(state, progress.line)));
    };
    control.translated(&mut tell, work)
}

fn any_goal<V: Value>(goal: Goal<V>) -> Goal<AnyValue> {
    match goal {
        Goal::AtLeast(value) => Goal::AtLeast(AnyValue::of(value)),
        Goal::AtMost(value) => Goal::AtMost(AnyValue::of(value)),
    }
}

impl<G, A, P, B, V> SolverObject for TypedSolver<'_, G, A, P, B, V>
where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync>,
    A: Guide<G>,
    P: Borrow<G> + Send + Sync,
    B: Borrow<A> + Send + Sync,
    V: Variants,
{
    fn rules(&self) -> &dyn RulesObject {
        self.object
    }

    fn split(&mut self) -> (&dyn RulesObject, &mut dyn SolverObject) {
        (self.object, self)
    }

    fn options(&self) -> &Options {
        &self.solver.options
    }

    fn prove(
        &mut self,
        state: &AnyState,
        goal: Goal<AnyValue>,
        mut control: Control<'_, u32>,
    ) -> Report<u32> {
        let (object, goal) = (self.object, self.goal(goal));
        let Report { verdict, root, line, counters, table, elapsed } =
            translated(object, state, &mut control, |control| {
                self.solver.prove_with(object.typed(state), goal, control)
            });
        let line = object.places(state, &line);
        Report { verdict, root, line, counters, table, elapsed }
    }

    fn value(
        &mut self,
        state: &AnyState,
        mut control: Control<'_, u32>,
    ) -> ValueReport<u32, AnyValue> {
        let object = self.object;
        let found = translated(object, state, &mut control, |control| {
            self.solver.value_with(object.typed(state), control)
        });
        let questions = found.questions.into_iter();
        ValueReport {
            at_least: AnyValue::of(found.at_least),
            at_most: AnyValue::of(found.at_most),
            stopped: found.stopped,
            line: object.places(state, &found.line),
            questions: questions.map(|(goal, verdict)| (any_goal(goal), verdict)).collect(),
            counters: found.counters,
            table: found.table,
            elapsed: found.elapsed,
        }
    }

    fn resume(
        &mut self,
        state: &AnyState,
        checkpoint: Checkpoint<File>,
    ) -> Result<(), CheckpointError> {
        self.solver.resume(self.object.typed(state), checkpoint)
    }

    fn question(&mut self, goal: Goal<AnyValue>) -> Query<AnyValue> {
        let typed = self.goal(goal);
        self.solver.question(typed).translated(goal)
    }

    fn ask(
        &mut self,
        state: &AnyState,
        question: &Query<AnyValue>,
        control: &mut Control<'_, u32>,
    ) -> SearchResult<u32> {
        let object = self.object;
        let question = question.translated(self.goal(question.goal));
        let found = translated(object, state, control, |control| {
            self.solver.ask(object.typed(state), &question, control)
        });
        self.places(state, found)
    }

    fn ask_after(
        &mut self,
        history: &[AnyState],
        state: &AnyState,
        question: &Query<AnyValue>,
        control: &mut Control<'_, u32>,
    ) -> SearchResult<u32> {
        let object = self.object;
        let question = question.translated(self.goal(question.goal));
        let history: Vec<G::State> =
            history.iter().map(|state| object.typed(state).clone()).collect();
        let found = translated(object, state, control, |control| {
            self.solver.ask_after(&history, object.typed(state), &question, control)
        });
        self.places(state, found)
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
}

/// Does something with a solver of a game without types, which has all variants, and searches with several
/// threads if that is asked for.
///
/// # Errors
/// If the options make no sense, or there is no memory for the table.
pub fn with_erased_solver(
    rules: &dyn RulesObject,
    options: &Options,
    threads: Option<(usize, Parallel)>,
    body: &mut dyn FnMut(&mut dyn SolverObject),
) -> Result<(), SolverError> {
    fn with<const CYCLIC: bool>(
        rules: &dyn RulesObject,
        options: &Options,
        threads: Option<(usize, Parallel)>,
        body: &mut dyn FnMut(&mut dyn SolverObject),
    ) -> Result<(), SolverError> {
        let game = Erased::<CYCLIC>::new(rules);
        let mut solver = Solver::new(&game, &ErasedGuide, options)?;
        if let Some((threads, parallel)) = threads {
            solver = solver.with_threads(threads, parallel)?;
        }
        body(&mut solver);
        Ok(())
    }
    let with = if rules.repeats() { with::<true> } else { with::<false> };
    with(rules, options, threads, body)
}

/// Does something with a solver that has the game's types, and df-pn and PDS alone.
///
/// # Errors
/// If the options make no sense, or [need all variants](Options::needs_all_variants), or there is no memory for
/// the table.
pub fn with_typed_solver<G, A, P, B>(
    object: &Object<G, A, P, B>,
    options: &Options,
    threads: Option<(usize, Parallel)>,
    body: &mut dyn FnMut(&mut dyn SolverObject),
) -> Result<(), SolverError>
where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync> + Sync,
    A: Guide<G> + Sync,
    P: Borrow<G> + Send + Sync,
    B: Borrow<A> + Send + Sync,
{
    let mut solver: TypedSolver<'_, G, A, P, B, DepthFirst> = TypedSolver::new(object, options)?;
    if let Some((threads, parallel)) = threads {
        solver = solver.with_threads(threads, parallel)?;
    }
    body(&mut solver);
    Ok(())
}

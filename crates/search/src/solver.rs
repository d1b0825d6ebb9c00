//! The solver: a game, a guide, options and a table, and the questions asked of them.

use std::time::Duration;

use phidelta_rules::{Game, Goal, GraphKind, Guide, Recurrence, recurrence};

use crate::checkpoint::Past;
use crate::fixed_point::FixedPoint;
use crate::problem::Problem;
use crate::team::Task;
use crate::tree::{Forest, Shares, TreeSearch};
use crate::{
    AllVariants, Backup, Control, Counters, Cycles, DepthFirst, Ledger, Method, Numbers, Options,
    OptionsError, Parallel, PathStep, ProofStatus, Query, Search, SolverError, Table,
    TableStatistics, Variants, line, memory, sets, team,
};

/// Answers questions about positions of one game. Its table is kept from question to question:
/// what was learnt about one position or goal serves the next.
pub struct Solver<'a, G: Game, A, V = AllVariants> {
    pub(crate) game: &'a G,
    pub(crate) guide: &'a A,
    pub(crate) options: Options,
    pub(crate) table: Table,
    pub(crate) forest: Forest<G::State, G::Move>,
    pub(crate) ledger: Ledger<G::Value>,
    /// What was done before a checkpoint was taken up.
    pub(crate) past: Past<G::State, G::Value>,
    /// Those who search, if they are several.
    team: Option<Team<'a, G, A, V>>,
    /// How full the last graph was, in searches with sets of leaves.
    graph: Option<TableStatistics>,
}

/// Several threads. That the game and the guide can be shared by them is known where they are asked for,
/// and not where they are used; so how to use them is kept, too.
struct Team<'a, G: Game, A, V> {
    threads: usize,
    parallel: Parallel,
    ask: AskTogether<'a, G, A, V>,
}

type AskTogether<'a, G, A, V> = fn(
    &mut Solver<'a, G, A, V>,
    (usize, Parallel),
    &<G as Game>::State,
    &Query<<G as Game>::Value>,
    &mut Control<'_, <G as Game>::Move>,
) -> SearchResult<<G as Game>::Move>;

/// The answer to a yes/no question, and how it was found.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The answer.
    pub verdict: ProofStatus,
    /// The root's numbers at the end.
    pub root: Numbers,
    /// A line of play in which the side that is right plays moves that keep it right, and the
    /// other one those that took most work to refute. It may end before the game does.
    pub line: Vec<M>,
    /// What the search did.
    pub counters: Counters,
    /// How full the table is.
    pub table: TableStatistics,
    /// How long it took.
    pub elapsed: Duration,
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub struct SearchResult<M> {
    /// The answer.
    pub verdict: ProofStatus,
    /// The root's numbers at the end.
    pub root: Numbers,
    /// What the search did.
    pub counters: Counters,
    /// A move that decides the root, if the player to move there is right.
    pub best: Option<M>,
}

impl<'a, G: Game, A: Guide<G>> Solver<'a, G, A> {
    /// A solver with an empty table.
    ///
    /// # Errors
    /// If the options make no sense, or there is no memory for the table.
    pub fn new(game: &'a G, guide: &'a A, options: &Options) -> Result<Self, SolverError> {
        Self::with_variants(game, guide, options)
    }
}

impl<'a, G: Game, A: Guide<G>> Solver<'a, G, A, DepthFirst> {
    /// A solver with an empty table, and with df-pn and PDS alone, which takes much less time to compile.
    ///
    /// # Errors
    /// If the options make no sense, or [need all variants](Options::needs_all_variants), or there is no memory
    /// for the table.
    pub fn depth_first(game: &'a G, guide: &'a A, options: &Options) -> Result<Self, SolverError> {
        Self::with_variants(game, guide, options)
    }
}

impl<'a, G: Game, A: Guide<G>, V: Variants> Solver<'a, G, A, V> {
    /// A solver with an empty table, and with the variants that its type says.
    ///
    /// # Errors
    /// If the options make no sense, or ask for variants that it does not have, or there is no memory for the
    /// table.
    pub fn with_variants(
        game: &'a G,
        guide: &'a A,
        options: &Options,
    ) -> Result<Self, SolverError> {
        options.check()?;
        if !V::ALL && options.needs_all_variants() {
            return Err(OptionsError::Variants.into());
        }
        let repeats = !matches!(recurrence(game), Recurrence::Never);
        if repeats && options.backup == Backup::Sets {
            return Err(OptionsError::CyclicSets.into());
        }
        let table = Table::new(&Options { table: Shares::of(options).table, ..options.clone() })?;
        let forest = if V::ALL { Forest::new(options)? } else { Forest::empty() };
        let (options, ledger) = (options.clone(), Ledger::for_game::<G>());
        let past = Past::default();
        Ok(Solver { game, guide, options, table, forest, ledger, past, team: None, graph: None })
    }

    /// Searches with so many threads, which share the table: what is asked by [`prove`](Solver::prove),
    /// [`value`](Solver::value) and [`ask`](Solver::ask). The answer is the same as without; how many
    /// nodes it takes is not.
    ///
    /// # Errors
    /// If the search is none for several threads.
    pub fn with_threads(mut self, threads: usize, parallel: Parallel) -> Result<Self, OptionsError>
    where
        G: Game<State: Send + Sync, Move: Send> + Sync,
        A: Sync,
    {
        let is_for_many =
            matches!(self.options.method, Method::DfPn | Method::Pds | Method::PnDfPn);
        if !is_for_many {
            return if threads > 1 { Err(OptionsError::Threads) } else { Ok(self) };
        }
        let threads = threads.max(1);
        self.team = Some(Team { threads, parallel, ask: Self::ask_together });
        Ok(self)
    }

    /// Searches for the answer to a question with so many threads.
    fn ask_together(
        &mut self,
        (threads, parallel): (usize, Parallel),
        state: &G::State,
        question: &Query<G::Value>,
        control: &mut Control<'_, G::Move>,
    ) -> SearchResult<G::Move>
    where
        G: Game<State: Send + Sync, Move: Send> + Sync,
        A: Sync,
    {
        let Solver { game, guide, options, table, forest, .. } = self;
        let (game, guide) = (*game, *guide);
        if V::ALL && options.method.grows_a_tree() {
            let problem = Problem::new(game, guide, options, question);
            let mut search = TreeSearch::new(problem, forest, table, state);
            let verdict = search.run_together(threads, control);
            return search.findings(verdict);
        }
        let task = Task { game, guide, options, question, table, threads };
        team::search::<G, A, V>(&task, parallel, state, control)
    }

    /// Can `goal` be reached from `state`?
    pub fn prove(
        &mut self,
        state: &G::State,
        goal: Goal<G::Value>,
        mut control: Control<'_, G::Move>,
    ) -> Report<G::Move> {
        self.prove_with(state, goal, &mut control)
    }

    pub(crate) fn prove_with(
        &mut self,
        state: &G::State,
        goal: Goal<G::Value>,
        control: &mut Control<'_, G::Move>,
    ) -> Report<G::Move> {
        let question = self.question(goal);
        let SearchResult { verdict, root, counters, best } = self.ask(state, &question, control);
        let elapsed = self.past.and_time(control.elapsed());
        let counters = self.past.and(&counters);
        let table = self.statistics(&counters);
        let line = match verdict {
            ProofStatus::Proved => {
                self.line(state, [Some(&question), None], best, &counters, control)
            }
            ProofStatus::Disproved => {
                self.line(state, [None, Some(&question)], best, &counters, control)
            }
            ProofStatus::Unknown(_) => Vec::new(),
        };
        Report { verdict, root, line, counters, table, elapsed }
    }

    /// A goal as a question to this solver's table. It is good until 256 other goals were asked, or
    /// 32 if positions of the game come back.
    pub fn question(&mut self, goal: Goal<G::Value>) -> Query<G::Value> {
        self.ledger.ask(goal).unwrap_or_else(|| {
            self.table.clear();
            self.ledger = Ledger::for_game::<G>();
            self.ledger.ask(goal).expect("an empty ledger has room")
        })
    }

    /// Searches for the answer to a question, and nothing more.
    pub fn ask(
        &mut self,
        state: &G::State,
        question: &Query<G::Value>,
        control: &mut Control<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        let infinity = self.options.widths.infinity;
        if let Some(found) = self.past.found(state, question.goal, infinity) {
            return found;
        }
        if V::ALL && self.options.backup == Backup::Sets {
            let problem = Problem::new(self.game, self.guide, &self.options, question);
            let (room, _) = sets::shares(&self.options);
            let (found, graph) = sets::search(&problem, room, &self.table, state, control);
            self.graph = Some(graph);
            return found;
        }
        self.announce(state, question, control);
        let team = self.team.as_ref().map(|team| (team.ask, team.threads, team.parallel));
        let found = self.with_fixed_point(state, question, control, |solver, control| match team {
            Some((ask, threads, parallel)) => {
                ask(solver, (threads, parallel), state, question, control)
            }
            None => solver.begin(state, question).run(control),
        });
        self.conclude(&found, control);
        found
    }

    /// Searches for the answer to a question in some way, and beside that, where endless play has a value, for a
    /// [fixed point](crate::fixed_point): whichever is found first.
    fn with_fixed_point(
        &mut self,
        state: &G::State,
        question: &Query<G::Value>,
        control: &mut Control<'_, G::Move>,
        search: impl FnOnce(&mut Self, &mut Control<'_, G::Move>) -> SearchResult<G::Move>,
    ) -> SearchResult<G::Move> {
        let infinity = self.options.widths.infinity;
        let wants_one = self.options.fixed_point && self.options.cycles != Cycles::Plain;
        let fixed_point = FixedPoint::new(self.game, question, &self.options, state);
        let Some(mut fixed_point) = fixed_point.filter(|_| wants_one) else {
            return search(self, control);
        };
        let mut found = control.with_aside(&mut fixed_point, |control| search(self, control));
        let looks = fixed_point.looks();
        found.counters.fixed_point += looks;
        found.counters.nodes += looks;
        found.counters.expansions += looks;
        if matches!(found.verdict, ProofStatus::Unknown(_))
            && let Some((proved, best, replaced)) = fixed_point.conclude(&self.table)
        {
            found.verdict = if proved { ProofStatus::Proved } else { ProofStatus::Disproved };
            found.root = Numbers::solved(proved, infinity);
            found.best = best;
            found.counters.replaced += replaced;
        }
        found
    }

    /// Searches depth first, with what the table remembers, whatever the method: for parts of an
    /// answer that were forgotten.
    pub fn ask_again(
        &mut self,
        state: &G::State,
        question: &Query<G::Value>,
        control: &mut Control<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        self.ask_after(&[], state, question, control)
    }

    /// As [`ask_again`](Solver::ask_again), of a position that comes after others, the earliest
    /// first: who comes back to one of them has what a repetition is worth. Where that is what
    /// endless play is worth, a position from which the only way to win leads through one of them
    /// is therefore not won after this line, though it is won by itself.
    pub fn ask_after(
        &mut self,
        history: &[G::State],
        state: &G::State,
        question: &Query<G::Value>,
        control: &mut Control<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        if !history.is_empty() {
            return self.begin_depth_first(history, state, question).run(control);
        }
        self.with_fixed_point(state, question, control, |solver, control| {
            solver.begin_depth_first(&[], state, question).run(control)
        })
    }

    /// A search for the answer to a question that can be stopped and go on. (Searches with sets of
    /// leaves cannot: it is depth first then.)
    pub fn begin<'s>(
        &'s mut self,
        state: &G::State,
        question: &'s Query<G::Value>,
    ) -> RunningSearch<'s, G, A, V> {
        let grows_a_tree =
            self.options.method.grows_a_tree() && self.options.backup != Backup::Sets;
        if V::ALL && grows_a_tree {
            let Solver { game, guide, options, table, forest, .. } = self;
            let problem = Problem::new(*game, *guide, options, question);
            let search = TreeSearch::new(problem, forest, table, state);
            return RunningSearch(Kind::Tree(Box::new(search)));
        }
        self.begin_depth_first(&[], state, question)
    }

    fn begin_depth_first<'s>(
        &'s mut self,
        history: &[G::State],
        state: &G::State,
        question: &'s Query<G::Value>,
    ) -> RunningSearch<'s, G, A, V> {
        let Solver { game, guide, options, table, forest, .. } = self;
        let problem = Problem::new(*game, *guide, options, question);
        let mut search = Search::at_depth(0, problem, table, history, state);
        if V::ALL {
            search = search.with_second_level(forest.second_below_depth_first());
        }
        RunningSearch(Kind::DepthFirst(search))
    }

    /// How full the memory is, after searches that did this.
    pub(crate) fn statistics(&self, counters: &Counters) -> TableStatistics {
        let mut kept = self.graph;
        if V::ALL {
            kept = self.forest.statistics(counters).or(kept);
        }
        kept.unwrap_or_else(|| counters.table(&self.table))
    }

    /// What the table remembers about the position with this key: whether the question's goal is
    /// reached from there, after whatever line, and the work below it. `None` if the question is not
    /// known to be answered.
    #[inline(always)]
    pub fn recall<W>(&self, key: u64, question: &Query<W>) -> Option<(bool, u64)> {
        let infinity = memory::infinity::<G>(self.options.widths.infinity);
        let known = memory::read::<G, _>(self.table.probe(key)?, question, infinity)?;
        Some((known.numbers.verdict(infinity)?, known.work))
    }

    /// As [`recall`](Solver::recall), with the height of the proof instead of the work, where
    /// positions repeat: the longest line in it. `None` if that is not known, or too long to be.
    pub fn recall_height<W>(&self, key: u64, question: &Query<W>) -> Option<(bool, u16)> {
        let infinity = memory::infinity::<G>(self.options.widths.infinity);
        let known = memory::read::<G, _>(self.table.probe(key)?, question, infinity)?;
        let reached = known.numbers.verdict(infinity)?;
        (G::Graph::REPEATS && known.distance < memory::FAR).then_some((reached, known.distance))
    }

    /// What the table remembers about the position with this key to which a step leads: whether the
    /// question's goal is reached from there, after that line of play, and the work below it.
    pub fn recall_after<W>(
        &self,
        key: u64,
        step: PathStep,
        question: &Query<W>,
    ) -> Option<(bool, u64)> {
        let code = step.code;
        let entry = self.table.probe(memory::key_after_line(key, code))?;
        let result = memory::read_after_line(entry, question, code)?;
        Some((result.proved, result.work))
    }

    /// The game.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The advice.
    pub fn guide(&self) -> &'a A {
        self.guide
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// A line that keeps the answers to a proved and to a disproved question (see [`line`]), and
    /// begins with the best move, if that is known.
    pub(crate) fn line(
        &mut self,
        state: &G::State,
        answered: [Option<&Query<G::Value>>; 2],
        best: Option<G::Move>,
        spent: &Counters,
        control: &Control<'_, G::Move>,
    ) -> Vec<G::Move> {
        // What the table forgot is searched again, with a part of the work that the answer took.
        let budget = (spent.nodes / 4).max(10_000);
        let control = control.quietly(budget);
        line::follow(self, state, answered, best, control)
    }
}

/// A question that is being searched, whatever the method.
pub struct RunningSearch<'s, G: Game, A, V = AllVariants>(Kind<'s, G, A, V>);

#[expect(clippy::large_enum_variant, reason = "most of them are the large one")]
enum Kind<'s, G: Game, A, V> {
    DepthFirst(Search<'s, G, A, V>),
    /// An object, of which nothing is compiled where there is none.
    Tree(Box<dyn Run<G::Move> + 's>),
}

/// A search that can be run, stopped, and run on.
trait Run<M> {
    fn run(&mut self, control: &mut Control<'_, M>) -> SearchResult<M>;
}

impl<G: Game, A: Guide<G>> Run<G::Move> for TreeSearch<'_, G, A> {
    fn run(&mut self, control: &mut Control<'_, G::Move>) -> SearchResult<G::Move> {
        let verdict = TreeSearch::run(self, control);
        self.findings(verdict)
    }
}

impl<G: Game, A: Guide<G>, V: Variants> RunningSearch<'_, G, A, V> {
    /// Searches until the question is answered or `control` says stop. Calling it again goes on
    /// where it stopped, as if it had not stopped; but a df-pn search at a leaf
    /// ([`Method::PnDfPn`](crate::Method::PnDfPn)) that is stopped after a thousand nodes or some milliseconds is
    /// begun anew.
    pub fn run(&mut self, control: &mut Control<'_, G::Move>) -> SearchResult<G::Move> {
        match &mut self.0 {
            Kind::DepthFirst(search) => {
                let verdict = search.run(control);
                search.findings(verdict)
            }
            Kind::Tree(search) => search.run(control),
        }
    }
}

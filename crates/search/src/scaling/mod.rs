//! How a search would go on many processors: a simulation of many workers.
//!
//! The searches are real, and so are the game, the table and the tree: only the workers and the clock are
//! virtual. One thread runs all of them in turn, a few nodes at a time, in the order of the virtual clock,
//! on which each node, each message and each step of a master costs a fixed time. So the same simulation
//! gives the same digits, on any machine, and tells how many nodes so many workers search in vain, and how
//! long they wait for each other.
//!
//! What it leaves out: caches and memory that workers compete for, and the time that a worker takes to mark
//! where it is. What a worker stores within a slice, the others see from the slice's beginning on.
//!
//! A way to share the work is a [`Scheme`], and has a file here that drives the same steps as the threads of
//! the program do.

mod clock;
mod costs;
mod from_root;
mod table_jobs;
mod tree_jobs;

use phidelta_rules::{Game, Goal, Guide, Status};

use crate::problem::Problem;
use crate::{
    Control, Counters, Ledger, Limits, Numbers, Options, ProofStatus, Search, SolverError,
};
pub use costs::Costs;
use costs::Spent;

/// How workers share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Each searches from the root, with one table and virtual numbers, as the threads of
    /// [`Solver::with_threads`](crate::Solver::with_threads) do (Kaneko 2010).
    Virtual,
    /// They take jobs of so many nodes at least, one at a time, and share one table (Pawlewicz & Hayward
    /// 2013).
    Jobs(u64),
    /// They serve the leaves of a tree, which a master keeps (Čížek, Balko & Schmid 2025).
    Tree(TreeJobs),
}

/// How workers serve a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeJobs {
    /// How many nodes a job has.
    pub nodes: u64,
    /// How many workers do a job together, with virtual numbers: 1 or more.
    pub crew: usize,
    /// Who shares a table.
    pub tables: Tables,
    /// Whether crews with tables of their own tell each other what they have solved, and how much work they
    /// spent on it at least.
    pub told_from: Option<u64>,
}

/// Who shares a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tables {
    /// All workers.
    Shared,
    /// Those who do a job together; the memory is divided among them.
    Own,
}

/// The workers, and what takes them how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// How many workers there are: 1 or more.
    pub workers: usize,
    /// How many nodes a worker visits before the others have their turn: 1 or more.
    pub slice: u64,
    /// What takes how long.
    pub costs: Costs,
}

/// Workers that are to search positions of a game.
pub struct Simulation<'a, G, A> {
    /// The game.
    pub game: &'a G,
    /// Advice.
    pub guide: &'a A,
    /// How each of them searches, and the memory of all of them together.
    pub options: &'a Options,
    /// How they share the work.
    pub scheme: Scheme,
    /// What they are.
    pub machine: Machine,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulated {
    /// The answer.
    pub verdict: ProofStatus,
    /// What all searches did together.
    pub counters: Counters,
    /// How many jobs were begun.
    pub jobs: u64,
    /// The time on the virtual clock, in nanoseconds.
    pub time: u64,
    /// How long the workers searched, together.
    pub busy: u64,
    /// How long the master was busy.
    pub master: u64,
}

impl Simulated {
    /// The part of the time of so many workers in which they did not search.
    pub fn idle_share(&self, workers: usize) -> f64 {
        let all = self.time as f64 * workers as f64;
        if all > 0.0 { (1.0 - self.busy as f64 / all).max(0.0) } else { 0.0 }
    }
}

impl<G: Game, A: Guide<G>> Simulation<'_, G, A> {
    /// Asks whether `goal` can be reached from `state`. The limits of `control` are those of all searches
    /// together; nobody is listened to.
    ///
    /// # Errors
    /// If the options make no sense, or there is no memory.
    ///
    /// # Panics
    /// If there are no workers, or slices, jobs or crews of nothing, or a node takes no time.
    pub fn run(
        &self,
        state: &G::State,
        goal: Goal<G::Value>,
        control: &Control<'_, G::Move>,
    ) -> Result<Simulated, SolverError> {
        self.watched(state, goal, control).map(|(simulated, _)| simulated)
    }

    /// As [`run`](Simulation::run), and how long the master really took.
    fn watched(
        &self,
        state: &G::State,
        goal: Goal<G::Value>,
        control: &Control<'_, G::Move>,
    ) -> Result<(Simulated, Spent), SolverError> {
        self.options.check()?;
        let Machine { workers, slice, costs } = self.machine;
        assert!(workers > 0 && slice > 0 && costs.node > 0, "somebody does something");
        let question = Ledger::for_game::<G>().ask(goal).expect("an empty ledger has room");
        let turn = match self.game.status(state) {
            Status::Turn(turn) => turn,
            Status::Over(value) => {
                let problem = Problem::new(self.game, self.guide, self.options, &question);
                let verdict = verdict(problem.settled(value), problem.infinity);
                return Ok((Simulated::at_once(verdict), Spent::default()));
            }
        };
        Ok(match self.scheme {
            Scheme::Virtual => (from_root::run(self, &question, state, control)?, Spent::default()),
            Scheme::Jobs(nodes) => {
                (table_jobs::run(self, nodes, &question, state, control)?, Spent::default())
            }
            Scheme::Tree(jobs) => tree_jobs::run(self, jobs, &question, (state, turn), control)?,
        })
    }
}

impl Simulated {
    /// Nothing was done, and this is known.
    fn at_once(verdict: ProofStatus) -> Self {
        let counters = Counters::default();
        Simulated { verdict, counters, jobs: 0, time: 0, busy: 0, master: 0 }
    }
}

/// The answer that numbers of a solved position give.
fn verdict(numbers: Numbers, infinity: u32) -> ProofStatus {
    if numbers.verdict(infinity) == Some(true) {
        ProofStatus::Proved
    } else {
        ProofStatus::Disproved
    }
}

/// Lets a search go on for so many nodes.
fn go_on<G: Game, A: Guide<G>>(search: &mut Search<'_, G, A>, nodes: u64) -> (ProofStatus, u64) {
    let before = search.counters().nodes;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let verdict = search.run(&mut Control::new(limits));
    (verdict, search.counters().nodes - before)
}

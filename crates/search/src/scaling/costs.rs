//! What takes how long, on the virtual clock; and how long it takes here.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use phidelta_rules::{Game, Goal, Guide};

use super::{Machine, Scheme, Simulation, Tables, TreeJobs};
use crate::{Control, SolverError};

/// What takes how long, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// A visit to a node.
    pub node: u64,
    /// Choosing a leaf.
    pub select: u64,
    /// Making what was found at a leaf a part of the tree.
    pub apply: u64,
    /// The way of a message between a worker and the master.
    pub latency: u64,
    /// Taking a result of others into a table.
    pub take_in: u64,
}

/// How long a master really took.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    pub select: Duration,
    pub selected: u64,
    pub apply: Duration,
    pub applied: u64,
}

impl Costs {
    /// Everything is at once, but for visits.
    pub const VISITS: Costs = Costs { node: 1, select: 0, apply: 0, latency: 0, take_in: 0 };
}

impl<G: Game, A: Guide<G>> Simulation<'_, G, A> {
    /// How long that takes on this machine, when one worker serves a tree by jobs of so many nodes, and
    /// messages are those between two threads.
    ///
    /// # Errors
    /// If the options make no sense, or there is no memory.
    pub fn measure(
        &self,
        state: &G::State,
        goal: Goal<G::Value>,
        nodes: u64,
        control: &Control<'_, G::Move>,
    ) -> Result<Costs, SolverError> {
        let jobs = TreeJobs { nodes, crew: 1, tables: Tables::Shared, told_from: None };
        let machine = Machine { workers: 1, slice: nodes, costs: Costs::VISITS };
        let one = Simulation { scheme: Scheme::Tree(jobs), machine, ..*self };
        let started = Instant::now();
        let (done, spent) = one.watched(state, goal, control)?;
        let searching = started.elapsed().saturating_sub(spent.select + spent.apply);
        let each = |time: Duration, count: u64| time.as_nanos() as u64 / count.max(1);
        Ok(Costs {
            node: each(searching, done.counters.nodes),
            select: each(spent.select, spent.selected),
            apply: each(spent.apply, spent.applied),
            latency: message(),
            take_in: 0,
        })
    }
}

/// How long a message takes from one thread to another that waits for it, about.
fn message() -> u64 {
    const ROUNDS: u32 = 2000;
    let (there, receives_there) = mpsc::channel::<()>();
    let (back, receives_back) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || while receives_there.recv().is_ok() && back.send(()).is_ok() {});
        let started = Instant::now();
        for _ in 0..ROUNDS {
            if there.send(()).is_err() || receives_back.recv().is_err() {
                break;
            }
        }
        drop(there);
        (started.elapsed() / (2 * ROUNDS)).as_nanos() as u64
    })
}

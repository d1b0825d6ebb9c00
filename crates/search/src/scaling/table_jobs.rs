//! Workers that take jobs, with one table, one at a time.
//!
//! What is done under the lock, to take a job and to hand it in, costs what it takes to choose a leaf and to
//! apply it; the nodes on the way down to a job are visited under the lock, too.

use std::collections::VecDeque;

use phidelta_rules::{Game, Guide};

use super::clock::Clock;
use super::{Costs, Machine, Simulated, Simulation, go_on};
use crate::engine::Job;
use crate::problem::Problem;
use crate::team::{Claims, PATIENCE, nodes_of_job};
use crate::{Control, ProofStatus, Query, Search, Stopped, Table, TableError};

/// A worker.
struct Jobber<'s, G: Game, A> {
    search: Search<'s, G, A>,
    state: State,
    /// How many calls were heard that some job is of no use any more.
    heard: u64,
}

/// What a worker is about to do.
enum State {
    Take,
    Do(Job),
    HandIn(Job),
}

/// Where jobs are given out and handed in, one at a time.
struct Desk {
    claims: Claims,
    costs: Costs,
    /// Entries of the table.
    entries: u64,
    free_at: u64,
    busy: u64,
    calls: u64,
    /// Nodes of jobs that were handed in.
    nodes: u64,
    jobs: u64,
}

impl Desk {
    /// Somebody is there for so long, from this time on or as soon as possible.
    fn occupy(&mut self, now: u64, time: u64) {
        self.free_at = self.free_at.max(now) + time;
        self.busy += time;
    }
}

/// Takes jobs of so many nodes, at least, until one of the workers has the answer.
pub(super) fn run<G: Game, A: Guide<G>>(
    simulation: &Simulation<'_, G, A>,
    least_nodes: u64,
    question: &Query<G::Value>,
    state: &G::State,
    control: &Control<'_, G::Move>,
) -> Result<Simulated, TableError> {
    let Simulation { game, guide, options, machine: Machine { workers, slice, costs }, .. } =
        *simulation;
    assert!(least_nodes > 0, "a job has nodes");
    let table = Table::new(options)?;
    let mut jobbers: Vec<_> = (0..workers)
        .map(|_| {
            let problem = Problem::new(game, guide, options, question);
            let search = Search::at_depth(0, problem, &table, &[], state).untimed();
            Jobber { search, state: State::Take, heard: 0 }
        })
        .collect();
    let claims = Claims::new(table.entries());
    let entries = table.entries();
    let mut desk =
        Desk { claims, costs, entries, free_at: 0, busy: 0, calls: 0, nodes: 0, jobs: 0 };
    let mut clock = Clock::new();
    (0..workers).for_each(|worker| clock.set(0, worker));
    let mut done = Simulated::at_once(ProofStatus::Unknown(Stopped::Nodes));
    // Making a search is a visit to the root.
    let mut nodes = workers as u64;
    // Those who find no job, and those who wait while the first one goes on alone.
    let (mut jobless, mut waits, mut waiting) = (VecDeque::new(), false, Vec::new());
    done.verdict = loop {
        let (now, worker) = match clock.next() {
            Some(event) => event,
            // What keeps all from a job is only seen by looking again.
            None => (desk.free_at, jobless.pop_front().expect("somebody is there")),
        };
        if waits && worker != 0 {
            waiting.push(worker);
            continue;
        }
        let jobber = &mut jobbers[worker];
        if let Some(verdict) = jobber.search.answered() {
            break verdict;
        }
        let before = jobber.search.counters().nodes;
        let goes_alone = waits && matches!(jobber.state, State::Take);
        let next = if goes_alone {
            let (_, visited) = go_on(&mut jobber.search, slice);
            Some(now + visited * costs.node)
        } else {
            jobber.go_on(&mut desk, now, slice, least_nodes)
        };
        nodes += jobber.search.counters().nodes - before;
        done.time = next.unwrap_or(desk.free_at);
        if worker == 0 {
            let is_alone = jobber.search.idle_visits() > PATIENCE;
            if waits && !is_alone {
                if goes_alone {
                    jobber.search.come_back();
                }
                waiting.drain(..).for_each(|worker| clock.set(done.time, worker));
            }
            waits = is_alone;
        }
        if let Some(verdict) = jobber.search.answered() {
            break verdict;
        }
        if let Some(reason) = control.stop_at(nodes, 0) {
            break ProofStatus::Unknown(reason);
        }
        match next {
            Some(time) => {
                // Something was handed in: there may be jobs again.
                if matches!(jobber.state, State::Take) {
                    jobless.drain(..).for_each(|worker| clock.set(time, worker));
                }
                clock.set(time, worker);
            }
            None => jobless.push_back(worker),
        }
    };
    jobbers.iter().for_each(|jobber| done.counters.add(&jobber.search.counters()));
    done.busy = done.counters.nodes * costs.node;
    (done.jobs, done.master) = (desk.jobs, desk.busy);
    Ok(done)
}

impl<G: Game, A: Guide<G>> Jobber<'_, G, A> {
    /// Does what is next. Gives the time when that is done, or nothing if there is no job.
    fn go_on(&mut self, desk: &mut Desk, now: u64, slice: u64, least_nodes: u64) -> Option<u64> {
        let before = self.search.counters().nodes;
        let costs = desk.costs;
        match std::mem::replace(&mut self.state, State::Take) {
            State::Take => {
                let nodes = nodes_of_job(least_nodes, desk.nodes, desk.entries);
                self.heard = desk.calls;
                let job = self.search.take_job(&mut desk.claims, nodes);
                let visited = self.search.counters().nodes - before;
                desk.occupy(now, costs.select + visited * costs.node);
                self.state = State::Do(job?);
                desk.jobs += 1;
                Some(desk.free_at)
            }
            State::Do(job) => {
                let mut is_done = self.search.do_job(&job, slice);
                let calls = std::mem::replace(&mut self.heard, desk.calls);
                is_done |= calls != desk.calls && self.search.is_job_in_vain(&job);
                let visited = self.search.counters().nodes - before;
                self.state = if is_done { State::HandIn(job) } else { State::Do(job) };
                Some(now + visited * costs.node)
            }
            State::HandIn(job) => {
                self.search.end_job(&job);
                desk.calls += u64::from(self.search.hand_in(&job, &mut desk.claims));
                desk.nodes += self.search.counters().nodes - job.begun();
                desk.occupy(now, costs.apply);
                Some(desk.free_at)
            }
        }
    }
}

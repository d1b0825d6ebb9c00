//! Threads take jobs, one at a time, and do them at the same time (Pawlewicz & Hayward 2013): see
//! [`engine::jobs`](crate::engine).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use phidelta_rules::{Game, Guide};

use super::{Advance, Claims, PATIENCE, PAUSE, Part, SLICE, Task, work_together};
use crate::engine::Job;
use crate::problem::Problem;
use crate::{Control, Counters, Findings, Limits, Search, Stopped, Verdict, Worker};

/// A job has at least this share of all nodes so far: where the table has forgotten what jobs have found, they
/// become larger and larger, until they find it before it is forgotten.
const SHARE: u64 = 1024;

/// Where jobs are given out and handed in.
struct Desk {
    claims: Mutex<Claims>,
    /// Rings when a job is handed in.
    bell: Condvar,
    /// How often someone has made the jobs of others useless.
    calls: AtomicU64,
    /// Nodes of the jobs that were handed in.
    nodes: AtomicU64,
    least_nodes: u64,
}

/// Answers a question about a position, with jobs of so many nodes at least.
pub(super) fn search<G, A>(
    task: &Task<'_, G, A>,
    least_nodes: u64,
    state: &G::State,
    control: &mut Control<'_, G::Move>,
) -> Findings<G::Move>
where
    G: Game<State: Sync, Move: Send> + Sync,
    A: Guide<G> + Sync,
{
    let Task { game, guide, options, question, table, threads } = *task;
    let desk = Desk {
        claims: Mutex::new(Claims::new()),
        bell: Condvar::new(),
        calls: AtomicU64::new(0),
        nodes: AtomicU64::new(0),
        least_nodes,
    };
    work_together(table, threads, control, || {
        let problem = Problem::new(game, guide, options, question);
        let search = Search::at_depth(0, problem, table, &[], state);
        Jobber { search, desk: &desk, job: None, heard: 0, is_alone: false }
    })
}

/// A worker that takes jobs.
struct Jobber<'a, G: Game, A> {
    search: Search<'a, G, A>,
    desk: &'a Desk,
    job: Option<Job>,
    /// How many calls it has heard.
    heard: u64,
    /// Whether it goes on without jobs, while the others wait.
    is_alone: bool,
}

impl Desk {
    fn claims(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Game, A: Guide<G>> Jobber<'_, G, A> {
    /// Takes a job, if there is one.
    fn take(&mut self) -> Advance {
        let all = self.desk.nodes.load(Ordering::Relaxed);
        let nodes = self.desk.least_nodes.max(all / SHARE);
        self.heard = self.desk.calls.load(Ordering::Acquire);
        self.job = self.search.take_job(&mut self.desk.claims(), nodes);
        match (&self.job, self.search.answered()) {
            (_, Some(verdict)) => Advance::Ended(verdict),
            (Some(_), None) => Advance::Going,
            (None, None) => Advance::Waiting,
        }
    }

    /// Ends its job.
    fn hand_in(&mut self, job: &Job) {
        let before = job.begun();
        self.search.end_job(job);
        if self.search.hand_in(job, &mut self.desk.claims()) {
            self.desk.calls.fetch_add(1, Ordering::Release);
        }
        let nodes = self.search.counters().nodes - before;
        self.desk.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.desk.bell.notify_all();
    }

    /// Whether someone has made its job useless.
    fn is_called_back(&mut self, job: &Job) -> bool {
        let calls = self.desk.calls.load(Ordering::Acquire);
        calls != std::mem::replace(&mut self.heard, calls) && self.search.is_job_in_vain(job)
    }
}

impl<G: Game, A: Guide<G>> Part<G::Move> for Jobber<'_, G, A> {
    fn advance(&mut self) -> Advance {
        if let Some(verdict) = self.search.answered() {
            return Advance::Ended(verdict);
        }
        if self.is_alone && self.job.is_none() {
            let limits = Limits { nodes: Some(SLICE), ..Limits::default() };
            return match self.search.run(&mut Control::new(limits)) {
                Verdict::Unknown(Stopped::Nodes) => Advance::Going,
                verdict => Advance::Ended(verdict),
            };
        }
        let Some(job) = self.job.take() else { return self.take() };
        if self.search.do_job(&job, SLICE) || self.is_called_back(&job) {
            self.hand_in(&job);
            return match self.search.answered() {
                Some(verdict) => Advance::Ended(verdict),
                None => self.take(),
            };
        }
        self.job = Some(job);
        Advance::Going
    }

    fn wait(&mut self) {
        // Whoever rings before it listens is not heard: it does not wait for long.
        let claims = self.desk.claims();
        drop(self.desk.bell.wait_timeout(claims, PAUSE));
    }

    fn goes_alone(&mut self) -> bool {
        let is_alone = self.search.idle_visits() > PATIENCE;
        if self.is_alone && !is_alone {
            self.search.come_back();
        }
        self.is_alone = is_alone;
        is_alone
    }

    fn counters(&self) -> Counters {
        self.search.counters()
    }

    fn depth(&self) -> usize {
        self.search.depth()
    }

    fn stack_bytes(&self) -> u64 {
        self.search.stack_bytes()
    }

    fn findings(&self, verdict: Verdict) -> Findings<G::Move> {
        self.search.findings(verdict)
    }

    fn report(&self, control: &mut Control<'_, G::Move>, workers: &[Worker]) {
        self.search.report(control, workers);
    }
}

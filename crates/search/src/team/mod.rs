//! Several threads that answer one question with one table.
//!
//! Each runs a depth-first search of its own, in slices of a few hundred nodes. Between slices it holds
//! nothing of the table, so that one thread can have it alone to make room; and looks whether the question
//! is answered, or the search is to end. The first thread listens to the outside for all.
//!
//! Where positions come back, and what is known of them after one line differs from what is known after
//! another, threads may undo what others have done, again and again. When the first thread has seen nothing
//! new for long, the others wait until it has: alone it comes to an end.

mod crowd;

pub(crate) use crowd::Crowd;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;
use std::time::Duration;

use phidelta_rules::{Game, Guide};

use crate::problem::Problem;
use crate::{
    Control, Counters, Doing, Findings, Limits, Options, Question, Search, Stopped, Table, Verdict,
    Worker,
};

/// How many nodes a thread visits before it looks around.
const SLICE: u64 = 256;
/// After how many visits to nothing new the first thread goes on alone.
const PATIENCE: u64 = 20_000;
/// How often those who wait look whether it goes on.
const PAUSE: Duration = Duration::from_millis(1);

/// What the threads have in common, besides the table.
struct Team<'t, M> {
    table: &'t Table,
    crowd: Crowd,
    /// Held to read while the table is used, and to write to make room in it.
    gate: RwLock<()>,
    seats: Vec<Seat>,
    /// Entries that gave way while room was made.
    collected: AtomicU64,
    is_over: AtomicBool,
    /// Whether the first thread goes on alone.
    waits: AtomicBool,
    /// What came of it, as soon as someone knows.
    outcome: Mutex<Option<Findings<M>>>,
}

/// What a thread does, for all to see.
#[derive(Default)]
struct Seat {
    /// What it has done.
    counters: Mutex<Counters>,
    nodes: AtomicU64,
    depth: AtomicUsize,
    stack_bytes: AtomicU64,
}

/// What several threads are to search: a game, its guide, options, a question, and the table.
pub(crate) struct Task<'t, G: Game, A> {
    pub game: &'t G,
    pub guide: &'t A,
    pub options: &'t Options,
    pub question: &'t Question<G::Value>,
    pub table: &'t Table,
    pub threads: usize,
}

/// A way to search with several threads.
pub(crate) type Together<G, A> = fn(
    &Task<'_, G, A>,
    &<G as Game>::State,
    &mut Control<'_, <G as Game>::Move>,
) -> Findings<<G as Game>::Move>;

/// Answers a question about a position with several threads.
pub(crate) fn search<G, A>(
    task: &Task<'_, G, A>,
    state: &G::State,
    control: &mut Control<'_, G::Move>,
) -> Findings<G::Move>
where
    G: Game<State: Sync, Move: Send> + Sync,
    A: Guide<G> + Sync,
{
    let Task { game, guide, options, question, table, threads } = *task;
    let team = Team {
        table,
        crowd: Crowd::new(),
        gate: RwLock::new(()),
        seats: (0..threads).map(|_| Seat::default()).collect(),
        collected: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        waits: AtomicBool::new(false),
        outcome: Mutex::new(None),
    };
    let begin = || {
        let problem = Problem::new(game, guide, options, question);
        Search::at_depth(0, problem, table, &[], state).among(&team.crowd)
    };
    table.share(true);
    let counters = thread::scope(|scope| {
        let mut seats = team.seats.iter();
        let first = seats.next().expect("there is at least one thread");
        // If the system has no more threads, those that there are do it.
        let others: Vec<_> = seats
            .map_while(|seat| {
                let work = || team.work(seat, begin(), |_| team.wait());
                thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut own = team.work(first, begin(), |search| {
            let is_alone = search.idle_visits() > PATIENCE;
            search.go_alone(is_alone);
            team.waits.store(is_alone, Ordering::Relaxed);
            let stopped = control.stop(team.nodes(), team.stack_bytes());
            if stopped.is_none() {
                let _in_use = team.gate.read().unwrap_or_else(PoisonError::into_inner);
                control.save(table, || team.counters());
            }
            if stopped.is_none() && control.report_due() {
                search.report(control, &team.workers(control.nodes_before()));
            }
            stopped
        });
        for other in others {
            match other.join() {
                Ok(counters) => own.add(&counters),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        own
    });
    table.share(false);
    let outcome = team.outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut findings = outcome.expect("the threads end when there is an outcome");
    findings.counters = counters;
    findings.counters.replaced += team.collected.into_inner();
    findings
}

impl<M: Copy> Team<'_, M> {
    /// Searches until the question is answered or the search is to end, by the word of `ask`.
    fn work<G: Game<Move = M>, A: Guide<G>>(
        &self,
        seat: &Seat,
        mut search: Search<'_, G, A>,
        mut ask: impl FnMut(&mut Search<'_, G, A>) -> Option<Stopped>,
    ) -> Counters {
        // Whoever ends, by a panic too, ends it for all.
        let _end = Ending(&self.is_over);
        let limits = Limits { nodes: Some(SLICE), ..Limits::default() };
        while !self.is_over.load(Ordering::Relaxed) {
            let verdict = {
                let _in_use = self.gate.read().unwrap_or_else(PoisonError::into_inner);
                search.run(&mut Control::new(limits))
            };
            *seat.counters.lock().unwrap_or_else(PoisonError::into_inner) = search.counters();
            seat.nodes.store(search.counters().nodes, Ordering::Relaxed);
            seat.depth.store(search.depth(), Ordering::Relaxed);
            seat.stack_bytes.store(search.stack_bytes(), Ordering::Relaxed);
            let stopped = match verdict {
                Verdict::Proved | Verdict::Disproved => {
                    self.end(search.findings(verdict));
                    break;
                }
                Verdict::Unknown(Stopped::Nodes) => ask(&mut search),
                Verdict::Unknown(reason) => Some(reason),
            };
            if let Some(reason) = stopped {
                self.end(search.findings(Verdict::Unknown(reason)));
                break;
            }
            self.table.prepare_growth();
            if self.table.wants_room() {
                let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
                self.collected.fetch_add(self.table.make_room(), Ordering::Relaxed);
            }
        }
        search.counters()
    }

    /// What was done, about.
    fn counters(&self) -> Counters {
        let mut all = Counters::default();
        for seat in &self.seats {
            all.add(&seat.counters.lock().unwrap_or_else(PoisonError::into_inner));
        }
        all
    }

    /// How many nodes were visited, about.
    fn nodes(&self) -> u64 {
        self.seats.iter().map(|seat| seat.nodes.load(Ordering::Relaxed)).sum()
    }

    /// How many bytes their lines of play take.
    fn stack_bytes(&self) -> u64 {
        self.seats.iter().map(|seat| seat.stack_bytes.load(Ordering::Relaxed)).sum()
    }

    /// What the threads do, if so many nodes were visited by earlier questions.
    fn workers(&self, nodes_before: u64) -> Vec<Worker> {
        let count = self.seats.len() as u64;
        let waits = self.waits.load(Ordering::Relaxed);
        let worker = |(index, seat): (usize, &Seat)| {
            let before = nodes_before / count + u64::from((index as u64) < nodes_before % count);
            let is_searching = index == 0 || !waits;
            Worker {
                nodes: before + seat.nodes.load(Ordering::Relaxed),
                depth: seat.depth.load(Ordering::Relaxed),
                doing: if is_searching { Doing::Searching } else { Doing::Waiting },
            }
        };
        self.seats.iter().enumerate().map(worker).collect()
    }

    /// Waits while the first thread goes on alone.
    fn wait(&self) -> Option<Stopped> {
        while self.waits.load(Ordering::Relaxed) && !self.is_over.load(Ordering::Relaxed) {
            thread::sleep(PAUSE);
        }
        None
    }

    /// The first outcome counts, but an answer counts more than none.
    fn end(&self, findings: Findings<M>) {
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        let is_answer = !matches!(findings.verdict, Verdict::Unknown(_));
        if outcome.is_none() || is_answer {
            *outcome = Some(findings);
        }
    }
}

/// Ends the search of all threads when one of them is through.
struct Ending<'t>(&'t AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

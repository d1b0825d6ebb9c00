//! Several threads that answer one question with one table.
//!
//! Each runs a depth-first search of its own, in slices of a few hundred nodes. Between slices it holds
//! nothing of the table, so that one thread can have it alone to make room; and looks whether the question
//! is answered, or the search is to end, or all are to wait. The first thread listens to the outside for all.
//!
//! Where positions come back, and what is known of them after one line differs from what is known after
//! another, threads may undo what others have done, again and again. When the first thread has seen nothing
//! new for long, the others wait until it has: alone it comes to an end.

mod claims;
mod from_root;
mod jobs;
#[cfg(all(test, shuttle))]
mod model;
mod notes;
mod outbox;
mod presence;

pub(crate) use claims::{Claims, View, Views};
pub(crate) use jobs::nodes_of_job;
pub(crate) use notes::Note;
pub(crate) use outbox::Outbox;
pub(crate) use presence::Presence;

use std::time::{Duration, Instant};

use phidelta_rules::{Game, Guide, Interrupt};

use crate::control::{Snapshot, Usage};
use crate::pulse::BEAT;
use crate::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Mutex, PoisonError, RwLock, pause, spawn, thread};
use crate::{
    Control, Counters, Doing, Limits, Options, Parallel, Progress, ProofStatus, Query,
    SearchResult, Stopped, Table, Variants, Worker,
};

/// How many nodes a thread visits before it looks around.
pub(crate) const SLICE: u64 = if cfg!(shuttle) { 3 } else { 256 };
/// After how many visits to nothing new the first thread goes on alone.
pub(crate) const PATIENCE: u64 = if cfg!(shuttle) { 100 } else { 20_000 };
/// What a thread may spend before it looks around, if it has so many nodes of its slice left.
pub(crate) fn slice(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), time: cfg!(not(shuttle)).then_some(BEAT), ..Limits::default() }
}

/// How often those who wait look whether it goes on.
const PAUSE: Duration = Duration::from_millis(1);

/// A question for several threads: a game, its guide, options, and the table.
pub(crate) struct Task<'t, G: Game, A> {
    pub game: &'t G,
    pub guide: &'t A,
    pub options: &'t Options,
    pub question: &'t Query<G::Value>,
    pub table: &'t Table,
    pub threads: usize,
}

/// Answers a question about a position, depth first, in this way.
pub(crate) fn search<G, A, V>(
    task: &Task<'_, G, A>,
    parallel: Parallel,
    state: &G::State,
    control: &mut Control<'_, G::Move>,
) -> SearchResult<G::Move>
where
    G: Game<State: Sync, Move: Send> + Sync,
    A: Guide<G> + Sync,
    V: Variants,
{
    match parallel {
        // Who is alone minds nobody.
        _ if task.threads == 1 => from_root::search::<G, A, V>(task, None, state, control),
        Parallel::Virtual => {
            from_root::search::<G, A, V>(task, Some(&Presence::new()), state, control)
        }
        Parallel::Jobs(nodes) => jobs::search::<G, A, V>(task, nodes, state, control),
    }
}

/// A thread's part of the search. It knows the game; those who share the work do not, and are compiled once.
pub(crate) trait Part {
    /// Searches for a while.
    fn advance(&mut self) -> Advance;
    /// Waits a little for the others, of which it needs something.
    fn wait(&mut self) {
        pause(PAUSE);
    }
    /// Whether it has seen nothing new for long. Where a tree grows with every job, that cannot be.
    fn is_stuck(&self) -> bool {
        false
    }
    /// Is told whether it goes on alone.
    fn go_alone(&mut self, _is_alone: bool) {}
    /// What it did so far.
    fn counters(&self) -> Counters;
    /// The length of its line of play.
    fn depth(&self) -> usize;
    /// How many bytes that takes.
    fn stack_bytes(&self) -> u64;
    /// Puts down what was found, with this verdict.
    fn conclude(&self, verdict: ProofStatus);
    /// Puts down how far the search is.
    fn show(&self);
    /// Goes on with a checkpoint, or begins one if it is time. The threads have done so much.
    fn save(&self, control: &mut Control<'_, ()>, table: &Table, counters: &dyn Fn() -> Counters) {
        control.save(table, counters);
    }
}

/// Makes a part for each thread.
pub(crate) type Begin<'t> = dyn Fn() -> Box<dyn Part + 't> + Sync + 't;

/// Where the parts put down what they have to say about moves.
pub(crate) struct Board<M> {
    /// What came of the search, as soon as someone knows.
    outcome: Mutex<Option<SearchResult<M>>>,
    /// How far it is.
    stand: Mutex<Option<Snapshot<M>>>,
}

impl<M: Copy> Board<M> {
    pub fn new() -> Self {
        Board { outcome: Mutex::new(None), stand: Mutex::new(None) }
    }

    /// The first outcome counts, but an answer counts more than none.
    pub fn conclude(&self, findings: SearchResult<M>) {
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        let is_answer = !matches!(findings.verdict, ProofStatus::Unknown(_));
        if outcome.is_none() || is_answer {
            *outcome = Some(findings);
        }
    }

    pub fn show(&self, stand: Snapshot<M>) {
        *self.stand.lock().unwrap_or_else(PoisonError::into_inner) = Some(stand);
    }

    /// Completes what a listener hears with what was put down.
    fn tell(&self, progress: &Progress<'_, ()>, listener: &mut dyn FnMut(&Progress<'_, M>)) {
        let stand = self.stand.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Snapshot { root, depth, line, table_used, table_entries }) = &*stand else {
            return;
        };
        listener(&Progress {
            root: *root,
            depth: *depth,
            table_used: *table_used,
            table_entries: *table_entries,
            ..progress.with_line(line)
        });
    }
}

/// How a part of the search stands.
pub(crate) enum Advance {
    /// It goes on.
    Going,
    /// It goes on, and looks around in the middle of a slice since that takes long.
    Slowly,
    /// It can do nothing until others have done something.
    Waiting,
    /// The question is answered, or the search cannot go on.
    Ended(ProofStatus),
}

/// What the threads have in common, besides the table.
struct Team<'t> {
    table: &'t Table,
    interrupt: Option<&'t dyn Interrupt>,
    /// Held to read while the table is used, and to write to make room in it.
    gate: RwLock<()>,
    seats: Vec<Seat>,
    /// Entries that gave way while room was made.
    collected: AtomicU64,
    is_over: AtomicBool,
    /// Whether the first thread goes on alone.
    waits: AtomicBool,
    /// When the time is over: all look at the clock, since it may be long until the first thread has its turn.
    deadline: Option<Instant>,
    /// How long the search was made to wait before.
    waited_before: Duration,
}

/// What a thread does, for all to see.
#[derive(Default)]
struct Seat {
    /// What it has done.
    counters: Mutex<Counters>,
    nodes: AtomicU64,
    after_lines: AtomicU64,
    depth: AtomicUsize,
    stack_bytes: AtomicU64,
    waits: AtomicBool,
}

/// Searches with so many threads, each of which has a part, and puts down on a board what it finds.
pub(crate) fn work_together<M: Copy>(
    table: &Table,
    threads: usize,
    control: &mut Control<'_, M>,
    board: &Board<M>,
    begin: &Begin<'_>,
) -> SearchResult<M> {
    let mut tell = |progress: &Progress<'_, ()>, listener: &mut dyn FnMut(&Progress<'_, M>)| {
        board.tell(progress, listener);
    };
    let counters =
        control.translated(&mut tell, |control| Team::search(table, threads, control, begin));
    let mut outcome = board.outcome.lock().unwrap_or_else(PoisonError::into_inner);
    let findings = outcome.take().expect("the threads end when there is an outcome");
    SearchResult { counters, ..findings }
}

impl Team<'_> {
    /// Searches with so many threads. What they did.
    fn search(
        table: &Table,
        threads: usize,
        control: &mut Control<'_, ()>,
        begin: &Begin<'_>,
    ) -> Counters {
        let team = Team {
            table,
            interrupt: control.interrupt,
            gate: RwLock::new(()),
            seats: (0..threads).map(|_| Seat::default()).collect(),
            collected: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            waits: AtomicBool::new(false),
            deadline: control.time_left().and_then(|left| Instant::now().checked_add(left)),
            waited_before: control.interrupt.map(Interrupt::waited).unwrap_or_default(),
        };
        table.share(true);
        let mut counters = thread::scope(|scope| {
            let mut seats = team.seats.iter();
            let first = seats.next().expect("there is at least one thread");
            // If the system has no more threads, those that there are do it.
            let others: Vec<_> = seats
                .map_while(|seat| {
                    spawn(scope, || team.work(seat, begin, &mut |part| team.wait(part)))
                })
                .collect();
            let mut own = team.work(first, begin, &mut |part| team.listen(part, control));
            for other in others {
                match other.join() {
                    Ok(counters) => own.add(&counters),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            own
        });
        table.share(false);
        counters.replaced += team.collected.into_inner();
        counters
    }

    /// Searches until the question is answered or the search is to end, by the word of `ask`.
    fn work(
        &self,
        seat: &Seat,
        begin: &Begin<'_>,
        ask: &mut dyn FnMut(&mut dyn Part) -> Option<Stopped>,
    ) -> Counters {
        // Whoever ends, by a panic too, ends it for all.
        let _end = Ending(&self.is_over);
        if self.is_over.load(Ordering::Relaxed) {
            return Counters::default();
        }
        let mut part = {
            let _in_use = self.gate.read().unwrap_or_else(PoisonError::into_inner);
            begin()
        };
        while !self.is_over.load(Ordering::Relaxed) {
            let advance = {
                let _in_use = self.gate.read().unwrap_or_else(PoisonError::into_inner);
                part.advance()
            };
            *seat.counters.lock().unwrap_or_else(PoisonError::into_inner) = part.counters();
            seat.nodes.store(part.counters().nodes, Ordering::Relaxed);
            seat.after_lines.store(part.counters().after_lines, Ordering::Relaxed);
            seat.depth.store(part.depth(), Ordering::Relaxed);
            seat.stack_bytes.store(part.stack_bytes(), Ordering::Relaxed);
            seat.waits.store(matches!(advance, Advance::Waiting), Ordering::Relaxed);
            let verdict = match advance {
                Advance::Ended(verdict) => Some(verdict),
                Advance::Going | Advance::Slowly | Advance::Waiting => {
                    ask(&mut *part).map(ProofStatus::Unknown)
                }
            };
            if let Some(verdict) = verdict {
                part.conclude(verdict);
                // Before the part is dropped: that wakes those who wait, who must not wait again.
                self.is_over.store(true, Ordering::Relaxed);
                break;
            }
            match advance {
                // When room is made must not depend on the clock.
                Advance::Slowly => continue,
                Advance::Waiting => part.wait(),
                Advance::Going | Advance::Ended(_) => {}
            }
            self.table.prepare_growth();
            if self.table.wants_room() {
                let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
                self.collected.fetch_add(self.table.make_room(), Ordering::Relaxed);
            }
        }
        part.counters()
    }

    /// What the first thread does between slices: it listens to the outside, and tells it how far the search is.
    fn listen(&self, part: &mut dyn Part, control: &mut Control<'_, ()>) -> Option<Stopped> {
        let is_alone = part.is_stuck();
        part.go_alone(is_alone);
        self.waits.store(is_alone, Ordering::Relaxed);
        let stopped = {
            let _in_use = self.gate.read().unwrap_or_else(PoisonError::into_inner);
            control.stop(self.usage(), self.table)
        };
        if stopped.is_none() {
            let _in_use = self.gate.read().unwrap_or_else(PoisonError::into_inner);
            part.save(control, self.table, &|| self.counters());
        }
        if stopped.is_none() && control.report_due() {
            part.show();
            control.tell_workers(&self.workers(control.nodes_before()));
        }
        stopped
    }

    /// What the others do: they wait while all are to wait, or while the first thread goes on alone. Who has seen
    /// nothing new for long lets others go first.
    fn wait(&self, part: &mut dyn Part) -> Option<Stopped> {
        if self.interrupt.is_some_and(Interrupt::is_requested) {
            return Some(Stopped::Interrupt);
        }
        if self.is_late() {
            return Some(Stopped::Time);
        }
        if part.is_stuck() {
            thread::yield_now();
        }
        while self.waits.load(Ordering::Relaxed) && !self.is_over.load(Ordering::Relaxed) {
            pause(PAUSE);
        }
        None
    }

    fn is_late(&self) -> bool {
        let Some(deadline) = self.deadline else { return false };
        let waited = self.interrupt.map(Interrupt::waited).unwrap_or_default();
        Instant::now() >= deadline + waited.saturating_sub(self.waited_before)
    }

    /// What was done, about.
    fn counters(&self) -> Counters {
        let mut all = Counters::default();
        for seat in &self.seats {
            all.add(&seat.counters.lock().unwrap_or_else(PoisonError::into_inner));
        }
        all
    }

    /// What was spent, about.
    fn usage(&self) -> Usage {
        let sum = |count: fn(&Seat) -> &AtomicU64| {
            self.seats.iter().map(|seat| count(seat).load(Ordering::Relaxed)).sum()
        };
        Usage {
            nodes: sum(|seat| &seat.nodes),
            after_lines: sum(|seat| &seat.after_lines),
            stack_bytes: sum(|seat| &seat.stack_bytes),
            by_clock: false,
        }
    }

    /// What the threads do, if so many nodes were visited by earlier questions.
    fn workers(&self, nodes_before: u64) -> Vec<Worker> {
        let count = self.seats.len() as u64;
        let waits = self.waits.load(Ordering::Relaxed);
        let worker = |(index, seat): (usize, &Seat)| {
            let before = nodes_before / count + u64::from((index as u64) < nodes_before % count);
            let is_waiting = waits && index > 0 || seat.waits.load(Ordering::Relaxed);
            Worker {
                nodes: before + seat.nodes.load(Ordering::Relaxed),
                depth: seat.depth.load(Ordering::Relaxed),
                doing: if is_waiting { Doing::Waiting } else { Doing::Searching },
            }
        };
        self.seats.iter().enumerate().map(worker).collect()
    }
}

/// Ends the search of all threads when one of them is through.
struct Ending<'t>(&'t AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

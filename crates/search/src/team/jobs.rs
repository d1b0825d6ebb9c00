//! Threads take jobs, one at a time, and do them at the same time (Pawlewicz & Hayward 2013): see
//! [`engine::jobs`](crate::engine).

use phidelta_rules::{Game, Guide};

use super::{Advance, Board, Claims, PATIENCE, PAUSE, Part, SLICE, Task, slice, work_together};
use crate::engine::Job;
use crate::problem::Problem;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use crate::{Control, Counters, ProofStatus, Search, SearchResult, Stopped, Variants};

/// A job has at least one part in so many of all nodes so far: where the table has forgotten what jobs have found,
/// they become larger and larger, until they find it before it is forgotten.
const SHARE: u64 = 1024;
/// In a small table there are fewer parts, one for so many entries: what is above the jobs, which grows with the
/// number of parts, is to leave room for what the jobs find.
const ENTRIES_FOR_EACH: u64 = 64;
/// But no fewer than these: the jobs that others have when the answer is found are done in vain.
const LEAST_SHARE: u64 = 32;

/// How many nodes a job has, if it is to have at least so many, all so far had so many together, and the table
/// has so many entries.
pub(crate) fn nodes_of_job(least: u64, all: u64, entries: u64) -> u64 {
    let share = (entries / ENTRIES_FOR_EACH).clamp(LEAST_SHARE, SHARE);
    least.max(all / share)
}

/// Where jobs are given out and handed in.
struct Desk {
    book: Mutex<Book>,
    /// Rings when a job is handed in, and when a worker leaves for good.
    bell: Condvar,
    /// How often someone has made the jobs of others useless.
    calls: AtomicU64,
    /// Nodes of the jobs that were handed in.
    nodes: AtomicU64,
    least_nodes: u64,
    /// Entries of the table.
    entries: u64,
}

/// What only one worker at a time reads and writes.
struct Book {
    claims: Claims,
    /// How often the bell has rung.
    rings: u64,
    /// Whether a worker has left for good, since the search is over.
    is_closed: bool,
}

/// Answers a question about a position, with jobs of so many nodes at least.
pub(super) fn search<G, A, V>(
    task: &Task<'_, G, A>,
    least_nodes: u64,
    state: &G::State,
    control: &mut Control<'_, G::Move>,
) -> SearchResult<G::Move>
where
    G: Game<State: Sync, Move: Send> + Sync,
    A: Guide<G> + Sync,
    V: Variants,
{
    let Task { game, guide, options, question, table, threads } = *task;
    let desk = Desk::new(least_nodes, table.entries());
    let board = Board::new();
    work_together(table, threads, control, &board, &|| {
        let problem = Problem::new(game, guide, options, question);
        let search: Search<'_, G, A, V> = Search::at_depth(0, problem, table, &[], state);
        Box::new(Jobber::new(search, &desk, &board))
    })
}

/// A worker that takes jobs.
struct Jobber<'a, G: Game, A, V> {
    search: Search<'a, G, A, V>,
    desk: &'a Desk,
    board: &'a Board<G::Move>,
    job: Option<Job>,
    /// How many calls it has heard.
    heard: u64,
    /// How often the bell had rung when there was no job to take.
    rings: u64,
    /// Whether it goes on without jobs, while the others wait.
    is_alone: bool,
}

impl Desk {
    fn new(least_nodes: u64, entries: u64) -> Self {
        let claims = Claims::new(entries);
        Desk {
            book: Mutex::new(Book { claims, rings: 0, is_closed: false }),
            bell: Condvar::new(),
            calls: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            least_nodes,
            entries,
        }
    }

    fn open(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self, mut book: MutexGuard<'_, Book>) {
        book.rings += 1;
        self.bell.notify_all();
    }
}

impl<'a, G: Game, A: Guide<G>, V: Variants> Jobber<'a, G, A, V> {
    fn new(search: Search<'a, G, A, V>, desk: &'a Desk, board: &'a Board<G::Move>) -> Self {
        Jobber { search, desk, board, job: None, heard: 0, rings: 0, is_alone: false }
    }

    /// Takes a job, if there is one.
    fn take(&mut self) -> Advance {
        let all = self.desk.nodes.load(Ordering::Relaxed);
        let nodes = nodes_of_job(self.desk.least_nodes, all, self.desk.entries);
        self.heard = self.desk.calls.load(Ordering::Acquire);
        let mut book = self.desk.open();
        self.job = self.search.take_job(&mut book.claims, nodes);
        self.rings = book.rings;
        drop(book);
        match (&self.job, self.search.answered()) {
            (_, Some(verdict)) => Advance::Ended(verdict),
            (Some(_), None) => Advance::Going,
            (None, None) if self.search.is_starting() => Advance::Going,
            (None, None) => Advance::Waiting,
        }
    }

    /// Ends its job.
    fn hand_in(&mut self, job: &Job) {
        let before = job.begun();
        self.search.end_job(job);
        let mut book = self.desk.open();
        if self.search.hand_in(job, &mut book.claims) {
            self.desk.calls.fetch_add(1, Ordering::Release);
        }
        self.desk.ring(book);
        let nodes = self.search.counters().nodes - before;
        self.desk.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Whether someone has made its job useless.
    fn is_called_back(&mut self, job: &Job) -> bool {
        let calls = self.desk.calls.load(Ordering::Acquire);
        calls != std::mem::replace(&mut self.heard, calls) && self.search.is_job_in_vain(job)
    }
}

impl<G: Game, A, V> Drop for Jobber<'_, G, A, V> {
    fn drop(&mut self) {
        let mut book = self.desk.open();
        book.is_closed = true;
        self.desk.ring(book);
    }
}

impl<G: Game, A: Guide<G>, V: Variants> Part for Jobber<'_, G, A, V> {
    fn advance(&mut self) -> Advance {
        if let Some(verdict) = self.search.answered() {
            return Advance::Ended(verdict);
        }
        if self.is_alone && self.job.is_none() {
            return match self.search.run(&mut Control::new(slice(SLICE))) {
                ProofStatus::Unknown(Stopped::Nodes | Stopped::Time) => Advance::Going,
                verdict => Advance::Ended(verdict),
            };
        }
        let Some(job) = self.job.take() else { return self.take() };
        if self.search.do_job(&job, SLICE) || self.is_called_back(&job) {
            self.hand_in(&job);
            return match self.search.answered() {
                Some(verdict) => Advance::Ended(verdict),
                None if self.is_alone => Advance::Going,
                None => self.take(),
            };
        }
        self.job = Some(job);
        Advance::Going
    }

    fn wait(&mut self) {
        let book = self.desk.open();
        if book.rings == self.rings && !book.is_closed {
            // Not for long: the first thread must listen to the outside meanwhile.
            drop(self.desk.bell.wait_timeout(book, PAUSE));
        }
    }

    fn is_stuck(&self) -> bool {
        self.search.idle_visits() > PATIENCE
    }

    fn go_alone(&mut self, is_alone: bool) {
        if self.is_alone && !is_alone {
            self.search.come_back();
        }
        self.is_alone = is_alone;
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

    fn conclude(&self, verdict: ProofStatus) {
        self.board.conclude(self.search.findings(verdict));
    }

    fn show(&self) {
        self.board.show(self.search.stand());
    }
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use phidelta_rules::{Goal, NoGuide, Score};
    use phidelta_testing::{At, Graph};

    use super::*;
    use crate::{Ledger, Options, Table};

    /// A worker that is to go on alone hands in the job that it has, and takes no other.
    #[test]
    fn who_goes_on_alone_takes_no_job() {
        let graph = Graph::full_tree(1, 10, 3);
        let options = Options::default();
        let question = Ledger::default().ask(Goal::AtLeast(Score(1))).unwrap();
        let table = Table::new(&options).unwrap();
        let desk = Desk::new(20, table.entries());
        let problem = Problem::new(&graph, &NoGuide, &options, &question);
        let search: Search<'_, _, _> = Search::at_depth(0, problem, &table, &[], &At(0));
        let board = Board::new();
        let mut worker = Jobber::new(search, &desk, &board);
        assert!(matches!(worker.advance(), Advance::Going) && worker.job.is_some());
        worker.is_alone = true;
        while worker.job.is_some() {
            assert!(matches!(worker.advance(), Advance::Going));
        }
        let mut advance = Advance::Going;
        while let Advance::Going = advance {
            advance = worker.advance();
            assert!(worker.job.is_none());
        }
        assert!(matches!(advance, Advance::Ended(ProofStatus::Proved | ProofStatus::Disproved)));
    }
}

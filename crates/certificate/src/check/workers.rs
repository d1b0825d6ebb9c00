//! Who walks through the parts: this thread, or several others.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder};

use phidelta_rules::Game;
use zstd::zstd_safe;

use super::account::{Account, Loan};
use super::part::{End, Subject, Walked};
use super::walk::walk;
use super::{Audience, Shortfall, Tally};
use crate::block::PART_LIMIT;

/// A part to be walked through.
#[derive(Clone)]
pub(super) struct Job {
    /// The number of the part.
    pub number: u64,
    /// Where its block begins in the file, and where the next one does.
    pub byte: u64,
    pub end: u64,
    /// How many bytes of content the parts before it have.
    pub before: u64,
    /// As it is in the file: compressed.
    pub payload: Arc<[u8]>,
}

/// A part that was walked through.
pub(super) struct Done<S> {
    pub number: u64,
    pub byte: u64,
    pub end: u64,
    pub before: u64,
    pub content: Vec<u8>,
    /// Holds the memory of all this.
    pub loan: Loan,
    /// `None` if it cannot be decompressed.
    pub walked: Option<Walked<S>>,
}

impl<S> Done<S> {
    pub fn is_out_of_memory(&self) -> bool {
        let end = self.walked.as_ref().map(|walked| &walked.end);
        end == Some(&End::Short(Shortfall::Memory))
    }
}

/// Takes jobs, and gives them back done, in any order.
pub(super) trait Workers<S> {
    fn submit(&mut self, job: Job);

    /// Waits for a job to be done. There must be one.
    fn receive(&mut self) -> Done<S>;
}

/// Does the work here and now.
pub(super) struct Inline<'a, 'o, G: Game> {
    subject: Subject<'a, G>,
    account: Arc<Account>,
    audience: Audience<'o>,
    jobs: VecDeque<Job>,
}

impl<'a, 'o, G: Game> Inline<'a, 'o, G> {
    pub fn new(subject: Subject<'a, G>, account: Arc<Account>, audience: Audience<'o>) -> Self {
        Inline { subject, account, audience, jobs: VecDeque::new() }
    }
}

impl<G: Game> Workers<G::State> for Inline<'_, '_, G> {
    fn submit(&mut self, job: Job) {
        self.jobs.push_back(job);
    }

    fn receive(&mut self) -> Done<G::State> {
        let job = self.jobs.pop_front().expect("a job was submitted");
        work(self.subject, job, Loan::of(&self.account), &mut self.audience)
    }
}

/// Several threads, which end when this is dropped. They know nothing of the game: what they are given to do
/// puts the parts that are done on a [`Shelf`].
pub(super) struct Threads {
    /// How many there are.
    pub count: usize,
    jobs: SyncSender<Job>,
    /// The numbers of the parts that are done.
    done: Receiver<thread::Result<u64>>,
}

/// Does something with so many threads that do jobs in this way, or with as many as can be had. If there
/// is none to be had, it is done with `None`. Each is begun by the builder for its number.
pub(super) fn with_threads(
    threads: usize,
    builder: &dyn Fn(usize) -> Builder,
    work: &(dyn Fn(Job) + Sync),
    body: &mut dyn FnMut(Option<&Threads>),
) {
    thread::scope(|scope| {
        let (jobs, queue) = sync_channel(2 * threads);
        let queue = Arc::new(Mutex::new(queue));
        let (sender, done) = channel();
        let mut started = 0;
        while started < threads {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            let worker = move || serve(work, &queue, &sender);
            if builder(started).spawn_scoped(scope, worker).is_err() {
                break;
            }
            started += 1;
        }
        drop(sender);
        body((started > 0).then_some(&Threads { count: started, jobs, done }));
    });
}

/// Works until there are no more jobs, or nobody wants them done.
fn serve(work: &dyn Fn(Job), queue: &Mutex<Receiver<Job>>, sender: &Sender<thread::Result<u64>>) {
    loop {
        // The lock is held while waiting: one worker waits for a job, the others for the lock.
        let job = queue.lock().expect("no worker panics while it waits").recv();
        let Ok(job) = job else { return };
        let number = job.number;
        // Rules that panic must not leave the others waiting for this part.
        let done = catch_unwind(AssertUnwindSafe(|| work(job)));
        if sender.send(done.map(|()| number)).is_err() {
            return;
        }
    }
}

/// Where threads put parts that are done.
pub(super) struct Shelf<S>(Mutex<Vec<Done<S>>>);

impl<S> Default for Shelf<S> {
    fn default() -> Self {
        Shelf(Mutex::new(Vec::new()))
    }
}

impl<S> Shelf<S> {
    pub fn put(&self, done: Done<S>) {
        self.0.lock().expect("no worker panics while it puts").push(done);
    }

    fn take(&self, number: u64) -> Option<Done<S>> {
        let mut shelf = self.0.lock().expect("no worker panics while it puts");
        let at = shelf.iter().position(|done| done.number == number)?;
        Some(shelf.swap_remove(at))
    }
}

/// Has several threads do the work.
pub(super) struct Together<'t, S> {
    pub threads: &'t Threads,
    pub shelf: &'t Shelf<S>,
}

impl<S> Workers<S> for Together<'_, S> {
    fn submit(&mut self, job: Job) {
        self.threads.jobs.send(job).expect("workers stay as long as they may get jobs");
    }

    fn receive(&mut self) -> Done<S> {
        let done = self.threads.done.recv().expect("workers stay as long as they may get jobs");
        let number = done.unwrap_or_else(|panic| resume_unwind(panic));
        self.shelf.take(number).expect("it was put there before")
    }
}

/// Walks through a part. The loan is for the memory of this.
pub(super) fn work<G: Game>(
    subject: Subject<'_, G>,
    job: Job,
    loan: Loan,
    audience: &mut Audience<'_>,
) -> Done<G::State> {
    let Job { number, byte, end, before, payload } = job;
    let mut done = Done { number, byte, end, before, content: Vec::new(), loan, walked: None };
    let Some(size) = content_size(&payload) else { return done };
    if let Err(shortfall) = done.loan.hold((payload.len() + size) as u64) {
        let (end, lemmas, uses) = (End::Short(shortfall), Vec::new(), Vec::new());
        done.walked = Some(Walked { claim: 0, end, lemmas, uses, tally: Tally::default() });
        return done;
    }
    let Some(content) = decompress(&payload, size) else { return done };
    let (walked, loan) = walk(subject, &content, before, None, done.loan, audience);
    Done { number, byte, end, before, content, loan, walked: Some(walked) }
}

/// The size of the content of a part, which must be one zstd frame and nothing else, in a single segment,
/// without a dictionary and without a checksum.
pub(super) fn content_size(payload: &[u8]) -> Option<usize> {
    let descriptor = payload.get(4)?;
    if descriptor & 0b11_1111 != 0b10_0000 {
        return None;
    }
    let size = zstd_safe::get_frame_content_size(payload).ok()??;
    let whole = zstd_safe::find_frame_compressed_size(payload) == Ok(payload.len());
    (size <= PART_LIMIT.into() && whole).then_some(size as usize)
}

fn decompress(payload: &[u8], size: usize) -> Option<Vec<u8>> {
    let content = zstd::bulk::decompress(payload, size).ok()?;
    (content.len() == size).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_threads_as_can_be_had_do_the_work() {
        /// No address space has room for it.
        const TOO_MUCH: usize = 1 << 46;
        for had in [0, 1, 3] {
            let builder = |number| match number {
                number if number < had => Builder::new(),
                _ => Builder::new().stack_size(TOO_MUCH),
            };
            let done = Mutex::new(Vec::new());
            let work = |job: Job| done.lock().unwrap().push(job.number);
            with_threads(5, &builder, &work, &mut |threads| {
                assert_eq!(threads.map(|threads| threads.count), (had > 0).then_some(had));
                let Some(threads) = threads else { return };
                for number in 0..4 {
                    let payload: Arc<[u8]> = Arc::new([]);
                    threads.jobs.send(Job { number, byte: 0, end: 0, before: 0, payload }).unwrap();
                }
                for _ in 0..4 {
                    threads.done.recv().unwrap().unwrap();
                }
            });
            let mut done = done.into_inner().unwrap();
            done.sort_unstable();
            assert_eq!(done, if had > 0 { vec![0, 1, 2, 3] } else { vec![] });
        }
    }
}

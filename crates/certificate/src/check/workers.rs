//! Who walks through the parts: this thread, or several others.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

use phidelta_rules::Game;
use zstd::zstd_safe;

use super::Observer;
use super::part::{Subject, Walked};
use super::walk::walk;
use crate::block::PART_LIMIT;

/// A part to be walked through.
pub(super) struct Job {
    /// The number of the part.
    pub number: u64,
    /// Where its block begins in the file, and where the next one does.
    pub byte: u64,
    pub end: u64,
    /// As it is in the file: compressed.
    pub payload: Vec<u8>,
}

/// A part that was walked through.
pub(super) struct Done<S> {
    pub number: u64,
    pub byte: u64,
    pub end: u64,
    pub content: Vec<u8>,
    /// `None` if it cannot be decompressed.
    pub walked: Option<Walked<S>>,
}

/// Takes jobs, and gives them back done, in any order.
pub(super) trait Workers<S> {
    fn submit(&mut self, job: Job);

    /// Waits for a job to be done. There must be one.
    fn receive(&mut self) -> Done<S>;
}

/// Does the work here and now.
pub(super) struct Inline<'a, G: Game, O> {
    subject: Subject<'a, G>,
    observer: &'a mut O,
    jobs: VecDeque<Job>,
}

impl<'a, G: Game, O: Observer> Inline<'a, G, O> {
    pub fn new(subject: Subject<'a, G>, observer: &'a mut O) -> Self {
        Inline { subject, observer, jobs: VecDeque::new() }
    }
}

impl<G: Game, O: Observer> Workers<G::State> for Inline<'_, G, O> {
    fn submit(&mut self, job: Job) {
        self.jobs.push_back(job);
    }

    fn receive(&mut self) -> Done<G::State> {
        let job = self.jobs.pop_front().expect("a job was submitted");
        work(self.subject, job, self.observer)
    }
}

/// Several threads, which end when this is dropped.
pub(super) struct Threads<S> {
    jobs: SyncSender<Job>,
    done: Receiver<thread::Result<Done<S>>>,
}

impl<S: Send + Sync> Threads<S> {
    pub fn new<'scope, 'a: 'scope, G>(
        scope: &'scope Scope<'scope, '_>,
        threads: usize,
        subject: Subject<'a, G>,
    ) -> Self
    where
        G: Game<State = S> + Sync,
        S: 'scope,
    {
        let (jobs, queue) = sync_channel(2 * threads);
        let queue = Arc::new(Mutex::new(queue));
        let (sender, done) = channel();
        for _ in 0..threads {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            scope.spawn(move || serve(subject, &queue, &sender));
        }
        Threads { jobs, done }
    }
}

/// Works until there are no more jobs, or nobody wants them done.
fn serve<G: Game>(
    subject: Subject<'_, G>,
    queue: &Mutex<Receiver<Job>>,
    sender: &Sender<thread::Result<Done<G::State>>>,
) {
    loop {
        // The lock is held while waiting: one worker waits for a job, the others for the lock.
        let job = queue.lock().expect("no worker panics while it waits").recv();
        let Ok(job) = job else { return };
        // Rules that panic must not leave the others waiting for this part.
        let done = catch_unwind(AssertUnwindSafe(|| work(subject, job, &mut ())));
        if sender.send(done).is_err() {
            return;
        }
    }
}

impl<S> Workers<S> for Threads<S> {
    fn submit(&mut self, job: Job) {
        self.jobs.send(job).expect("workers stay as long as they may get jobs");
    }

    fn receive(&mut self) -> Done<S> {
        let done = self.done.recv().expect("workers stay as long as they may get jobs");
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

fn work<G: Game>(
    subject: Subject<'_, G>,
    job: Job,
    observer: &mut impl Observer,
) -> Done<G::State> {
    let Job { number, byte, end, payload } = job;
    let content = decompress(&payload);
    let walked = content.as_ref().map(|content| walk(subject, content, None, observer));
    Done { number, byte, end, content: content.unwrap_or_default(), walked }
}

/// The content of a part: one zstd frame and nothing else, in a single segment, without a
/// dictionary and without a checksum.
fn decompress(payload: &[u8]) -> Option<Vec<u8>> {
    let descriptor = payload.get(4)?;
    if descriptor & 0b11_1111 != 0b10_0000 {
        return None;
    }
    let size = zstd_safe::get_frame_content_size(payload).ok()??;
    let whole = zstd_safe::find_frame_compressed_size(payload) == Ok(payload.len());
    if size > PART_LIMIT.into() || !whole {
        return None;
    }
    let content = zstd::bulk::decompress(payload, size as usize).ok()?;
    (content.len() as u64 == size).then_some(content)
}

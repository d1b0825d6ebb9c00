//! Who walks through the parts: this thread, or several others.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use phidelta_rules::Game;
use zstd::zstd_safe;

use super::Audience;
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
pub(super) struct Inline<'a, 'o, G: Game> {
    subject: Subject<'a, G>,
    audience: Audience<'o>,
    jobs: VecDeque<Job>,
}

impl<'a, 'o, G: Game> Inline<'a, 'o, G> {
    pub fn new(subject: Subject<'a, G>, audience: Audience<'o>) -> Self {
        Inline { subject, audience, jobs: VecDeque::new() }
    }
}

impl<G: Game> Workers<G::State> for Inline<'_, '_, G> {
    fn submit(&mut self, job: Job) {
        self.jobs.push_back(job);
    }

    fn receive(&mut self) -> Done<G::State> {
        let job = self.jobs.pop_front().expect("a job was submitted");
        work(self.subject, job, &mut self.audience)
    }
}

/// Several threads, which end when this is dropped. They know nothing of the game: what they are given to do
/// puts the parts that are done on a [`Shelf`].
pub(super) struct Threads {
    jobs: SyncSender<Job>,
    /// The numbers of the parts that are done.
    done: Receiver<thread::Result<u64>>,
}

/// Does something with so many threads that do jobs in this way.
pub(super) fn with_threads(
    threads: usize,
    work: &(dyn Fn(Job) + Sync),
    body: &mut dyn FnMut(&Threads),
) {
    thread::scope(|scope| {
        let (jobs, queue) = sync_channel(2 * threads);
        let queue = Arc::new(Mutex::new(queue));
        let (sender, done) = channel();
        for _ in 0..threads {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            scope.spawn(move || serve(work, &queue, &sender));
        }
        drop(sender);
        body(&Threads { jobs, done });
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

/// Walks through a part.
pub(super) fn work<G: Game>(
    subject: Subject<'_, G>,
    job: Job,
    audience: &mut Audience<'_>,
) -> Done<G::State> {
    let Job { number, byte, end, payload } = job;
    let content = decompress(&payload);
    let walked = content.as_ref().map(|content| walk(subject, content, None, audience));
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

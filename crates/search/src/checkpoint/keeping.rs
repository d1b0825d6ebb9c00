//! Checkpoints of a running search, one after another, in one file.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::LEAST_WORK;
use super::head::{Asked, Head};
use super::writer::{Piece, Writer};
use crate::table::PIECE;
use crate::{Counters, Table};

/// Of the time, the search spends one part in so many on copying.
const SHARE: u32 = 8;

/// Writes checkpoints of a search to a file, again and again. Each takes the place of the one before when it
/// is complete and on the disk.
///
/// The search goes on meanwhile: now and then it copies a piece of the table for a thread that compresses and
/// writes it. (A tree is copied at one go.) A search that is stopped writes a last one to its end; one that
/// finds an answer does not.
pub struct Checkpoints {
    place: PathBuf,
    every: Duration,
    label: String,
    started: Instant,
    /// `None` is never.
    due: Option<Instant>,
    /// What is being searched, and what was found before.
    head: Option<Head>,
    /// The questions answered so far.
    pub(super) answered: Vec<Asked>,
    /// What that took.
    spent: Counters,
    under_way: Option<Copying>,
    written: Written,
    /// Set to have one begun at once.
    request: Option<Arc<AtomicBool>>,
    /// Hears at once of one that cannot be written.
    on_fault: Option<FaultListener>,
}

/// Who hears why a checkpoint was not written.
type FaultListener = Box<dyn FnMut(&io::Error) + Send>;

/// What became of checkpoints.
#[derive(Debug, Default)]
pub struct Written {
    /// How many were written.
    pub written: u64,
    /// How many bytes the last one has.
    pub bytes: u64,
    /// Why the last one was not written, if it was not.
    pub fault: Option<io::Error>,
}

/// A checkpoint that is being written.
struct Copying {
    writer: Writer,
    next: Next,
    begun: Instant,
    /// What copying has taken so far.
    took: Duration,
    /// What the writer had no room for.
    waiting: Option<Piece>,
    /// Whether nothing of the table was copied yet.
    is_fresh: bool,
}

/// What is to be copied next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A piece of the table that begins with this key.
    From(u64),
    End,
    Nothing,
}

impl Checkpoints {
    /// Writes to a file at this place, so often. Whoever takes it up is told the label.
    pub fn new(place: PathBuf, every: Duration, label: String) -> Self {
        let started = Instant::now();
        Checkpoints {
            place,
            every,
            label,
            started,
            due: started.checked_add(every),
            head: None,
            answered: Vec::new(),
            spent: Counters::default(),
            under_way: None,
            written: Written::default(),
            request: None,
            on_fault: None,
        }
    }

    /// Begins one whenever the flag is set, too, and clears it.
    #[must_use]
    pub fn on_request(mut self, flag: Arc<AtomicBool>) -> Self {
        self.request = Some(flag);
        self
    }

    /// Tells `listener` at once of a checkpoint that cannot be written. The search goes on, and tries again
    /// when the next one is due.
    #[must_use]
    pub fn on_fault(mut self, listener: impl FnMut(&io::Error) + Send + 'static) -> Self {
        self.on_fault = Some(Box::new(listener));
        self
    }

    fn note(&mut self, fault: io::Error) {
        if let Some(listener) = &mut self.on_fault {
            listener(&fault);
        }
        self.written.fault = Some(fault);
    }

    /// Ends it. One that is under way is abandoned.
    pub fn finish(mut self) -> Written {
        self.end();
        std::mem::take(&mut self.written)
    }

    /// A question is asked. The head has what was done before this run.
    pub(super) fn ask(&mut self, head: Head) {
        self.head = Some(Head { label: self.label.clone(), ..head });
    }

    /// The question is answered, after so much work.
    pub(super) fn answer(&mut self, proved: bool, counters: &Counters) {
        if let Some(head) = &self.head {
            let asked = head.asked[usize::from(head.current)];
            self.answered.push(Asked { answer: Some(proved), ..asked });
        }
        self.spent.add(counters);
    }

    /// Whether it is time to begin one.
    pub(crate) fn is_due(&self) -> bool {
        let is_requested =
            || self.request.as_ref().is_some_and(|request| request.load(Ordering::Relaxed));
        self.under_way.is_none()
            && self.head.is_some()
            && (self.due.is_some_and(|due| Instant::now() >= due) || is_requested())
    }

    /// Begins one, after so much work on the present question. One that is under way is abandoned.
    pub(crate) fn begin(&mut self, table: &Table, counters: &Counters) {
        self.end();
        if let Some(request) = &self.request {
            request.store(false, Ordering::Relaxed);
        }
        let Some(head) = &self.head else { return };
        let now = Instant::now();
        self.due = now.checked_add(self.every);
        let mut head = head.clone();
        head.sealed_buckets = table.sealed_buckets().unwrap_or(0);
        head.elapsed += now - self.started;
        head.counters.add(&self.spent);
        head.counters.add(counters);
        match Writer::begin(self.place.clone(), head.encode()) {
            Ok(writer) => {
                let (next, took) = (Next::From(0), Duration::ZERO);
                let copying =
                    Copying { writer, next, begun: now, took, waiting: None, is_fresh: true };
                self.under_way = Some(copying);
            }
            Err(error) => self.note(error),
        }
    }

    /// Gives a stretch of a tree. Whether more of it is wanted.
    pub(crate) fn give_tree(&mut self, bytes: Vec<u8>) -> bool {
        self.under_way.as_ref().is_some_and(|copying| copying.writer.give(Piece::Tree(bytes)))
    }

    /// Copies some more of the table, if one is under way. Nobody may make room in the table meanwhile.
    pub(crate) fn copy_some(&mut self, table: &Table) {
        let Some(copying) = &mut self.under_way else { return };
        copying.is_fresh = false;
        if copying.writer.is_done() {
            self.end();
            return;
        }
        while copying.next != Next::Nothing && copying.took * SHARE <= copying.begun.elapsed() {
            let started = Instant::now();
            let piece = copying.next_piece(table);
            let is_end = matches!(piece, Piece::End);
            match copying.writer.offer(piece) {
                Ok(()) if is_end => copying.next = Next::Nothing,
                Ok(()) => {}
                Err(piece) => {
                    copying.waiting = Some(piece);
                    return;
                }
            }
            copying.took += started.elapsed();
        }
    }

    /// Writes one to its end, after so much work on the present question: one that was just begun, or a new
    /// one.
    pub(super) fn conclude(&mut self, table: &Table, counters: &Counters) {
        if !self.under_way.as_ref().is_some_and(|copying| copying.is_fresh) {
            self.begin(table, counters);
        }
        if let Some(copying) = &mut self.under_way {
            loop {
                let piece = copying.next_piece(table);
                let is_end = matches!(piece, Piece::End);
                if !copying.writer.give(piece) || is_end {
                    break;
                }
            }
        }
        self.end();
    }

    /// Waits for the thread that writes, and takes note of what came of it.
    fn end(&mut self) {
        let Some(copying) = self.under_way.take() else { return };
        match copying.writer.end() {
            Ok(Some(bytes)) => {
                let written = self.written.written + 1;
                self.written = Written { written, bytes, fault: None };
            }
            Ok(None) => {}
            Err(error) => self.note(error),
        }
    }
}

impl Copying {
    /// What the writer is to get next.
    fn next_piece(&mut self, table: &Table) -> Piece {
        if let Some(piece) = self.waiting.take() {
            return piece;
        }
        let Next::From(key) = self.next else { return Piece::End };
        let mut entries = Vec::with_capacity(PIECE);
        let after = table.copy_piece(key, LEAST_WORK, &mut entries);
        self.next = after.map_or(Next::End, Next::From);
        Piece::Entries(entries)
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.end();
    }
}

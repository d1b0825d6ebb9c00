//! What surrounds a question while it is being answered: who may stop it, and who hears of it.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use phidelta_rules::Interrupt;
use phidelta_search::Limits;

use crate::answer::{MoveValue, Solved};
use crate::error::Result;
use crate::event::Event;
use crate::settings::Proving;

/// What surrounds a question while it is being answered.
pub struct Context<'a> {
    /// What stops the work, or makes it wait.
    pub interrupt: &'a dyn Interrupt,
    /// Hears of the progress.
    pub listener: &'a mut (dyn FnMut(&Event) + Send),
    /// Asks more, while the solver is still there.
    pub follow_up: Option<&'a mut (dyn FollowUp + Send)>,
}

/// Stops work when somebody asks for it, and when a time is over. Waiting does not count.
pub struct Until<'a> {
    interrupt: &'a dyn Interrupt,
    time: Option<Duration>,
    since: Instant,
    waited_before: Duration,
}

impl<'a> Until<'a> {
    /// From now on for so long.
    pub fn new(interrupt: &'a dyn Interrupt, time: Option<Duration>) -> Self {
        let (since, waited_before) = (Instant::now(), interrupt.waited());
        Until { interrupt, time, since, waited_before }
    }

    /// How much of the time is left, if there is an end to it.
    pub fn left(&self) -> Option<Duration> {
        let waited = self.interrupt.waited().saturating_sub(self.waited_before);
        let spent = self.since.elapsed().saturating_sub(waited);
        self.time.map(|time| time.saturating_sub(spent))
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.left() == Some(Duration::ZERO)
    }
}

impl Interrupt for Until<'_> {
    fn is_requested(&self) -> bool {
        self.interrupt.is_requested() || self.is_over()
    }

    fn waited(&self) -> Duration {
        self.interrupt.waited()
    }
}

/// Who asks more once there is an answer.
pub trait FollowUp {
    /// Hears the answer, and may ask the solver that found it.
    fn follow_up(&mut self, solved: &Solved, solver: &mut dyn Solving);
}

/// A solver that has answered a question, with all that it has learnt.
pub trait Solving {
    /// Goes on with the question, within these limits.
    ///
    /// # Errors
    /// If memory is short.
    fn go_on(&mut self, limits: Limits) -> Result<Solved>;

    /// What every legal move is worth to the side to move, within these limits in all.
    ///
    /// # Errors
    /// If the question is one of a kind that has no such values.
    fn value_moves(&mut self, limits: Limits) -> Result<Vec<MoveValue>>;

    /// Proves the answer.
    ///
    /// # Errors
    /// If memory is short.
    fn certify(&mut self, proving: Proving) -> Result<Solved>;
}

const RUN: u8 = 0;
const PAUSE: u8 = 1;
const STOP: u8 = 2;

/// Stops work, or makes it wait, from any thread.
#[derive(Debug, Default)]
pub struct Signal {
    wish: AtomicU8,
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    since: Option<Instant>,
    before: Duration,
}

impl Signal {
    /// Nothing is wished for.
    pub const fn new() -> Self {
        Signal {
            wish: AtomicU8::new(RUN),
            waiting: Mutex::new(Waiting { since: None, before: Duration::ZERO }),
            changed: Condvar::new(),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the work wait. It does not when it has been stopped.
    pub fn pause(&self) {
        let mut waiting = self.waiting();
        if self.wish.compare_exchange(RUN, PAUSE, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            waiting.since = Some(Instant::now());
        }
    }

    /// Lets the work go on, if it waits.
    pub fn go_on(&self) {
        let mut waiting = self.waiting();
        if self.wish.compare_exchange(PAUSE, RUN, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            waiting.end();
            self.changed.notify_all();
        }
    }

    /// Stops the work, also if it waits. Whether it was told so before.
    pub fn stop(&self) -> bool {
        let mut waiting = self.waiting();
        let before = self.wish.swap(STOP, Ordering::AcqRel);
        waiting.end();
        self.changed.notify_all();
        before == STOP
    }

    /// Forgets that the work was stopped, for the next piece of work.
    pub fn clear(&self) {
        let mut waiting = self.waiting();
        self.wish.store(RUN, Ordering::Release);
        waiting.end();
        self.changed.notify_all();
    }

    /// Whether the work is to stop.
    pub fn is_stopped(&self) -> bool {
        self.wish.load(Ordering::Acquire) == STOP
    }

    /// Whether the work waits.
    pub fn is_paused(&self) -> bool {
        self.wish.load(Ordering::Acquire) == PAUSE
    }
}

impl Waiting {
    fn end(&mut self) {
        if let Some(since) = self.since.take() {
            self.before += since.elapsed();
        }
    }
}

impl Interrupt for Signal {
    fn is_requested(&self) -> bool {
        match self.wish.load(Ordering::Relaxed) {
            RUN => false,
            STOP => true,
            _ => {
                let mut waiting = self.waiting();
                while self.is_paused() {
                    waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
                }
                self.is_stopped()
            }
        }
    }

    fn waited(&self) -> Duration {
        let waiting = self.waiting();
        waiting.before + waiting.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

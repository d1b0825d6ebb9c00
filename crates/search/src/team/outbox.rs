//! What workers with tables of their own tell others: positions that they have solved.
//!
//! Čížek, Balko & Schmid (2025) have workers share the nimbers that they compute, and keep everything else to
//! themselves. In games that have no nimbers, what can be shared is what is solved, after whatever line. Only that
//! on which some work was spent: to be told something, and to look it up, takes time, too.

use crate::sync::{Mutex, PoisonError};
use crate::table::Entry;

/// Results that are to be told, in the order in which they were found.
pub(crate) struct Outbox {
    least_work: u64,
    results: Mutex<Vec<(u64, Entry)>>,
}

impl Outbox {
    /// For results on which so much work was spent at least.
    pub fn new(least_work: u64) -> Self {
        Outbox { least_work, results: Mutex::new(Vec::new()) }
    }

    /// Whether a result of so much work is to be told.
    #[inline]
    pub fn wants(&self, work: u64) -> bool {
        work >= self.least_work
    }

    /// Adds the entry of a position with this key.
    pub fn add(&self, key: u64, entry: Entry) {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).push((key, entry));
    }

    /// Takes all that is there.
    pub fn empty(&self) -> Vec<(u64, Entry)> {
        std::mem::take(&mut *self.results.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

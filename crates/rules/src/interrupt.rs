//! How long work is stopped, or made to wait, from elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Asked now and then by a search, a proof or a check, from any of its threads.
pub trait Interrupt: Sync {
    /// Whether the work is to stop. It may take its time to answer: the work waits meanwhile.
    fn is_requested(&self) -> bool;

    /// How long the work was made to wait so far. It does not count towards limits of time.
    fn waited(&self) -> Duration {
        Duration::ZERO
    }
}

/// A flag that is set to stop the work.
impl Interrupt for AtomicBool {
    fn is_requested(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

//! How many entries are in use, counted by several threads at once.
//!
//! A number that two processors change by turns is slow, and so is what lies beside it in memory. Each
//! thread of a shared table therefore has a number of its own, far from the others.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// How many numbers there are. Threads beyond share them.
const STRIPES: usize = 32;

/// What has two cache lines of its own, as processors fetch them in pairs.
#[derive(Default)]
#[repr(align(128))]
struct Apart(AtomicU64);

/// A count of entries in use.
#[derive(Default)]
pub(super) struct Count {
    /// What one thread alone has counted.
    whole: Apart,
    /// What each of several threads has added, less what it has taken away.
    stripes: [Apart; STRIPES],
}

thread_local! {
    static STRIPE: usize = {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed) % STRIPES
    };
}

impl Count {
    /// The count, if several threads may be changing it or not.
    #[inline]
    pub fn get(&self, is_shared: bool) -> u64 {
        let whole = self.whole.0.load(Ordering::Relaxed);
        if is_shared { self.stripes.iter().fold(whole, Self::plus) } else { whole }
    }

    fn plus(sum: u64, stripe: &Apart) -> u64 {
        sum.wrapping_add(stripe.0.load(Ordering::Relaxed))
    }

    /// Adds to the count, or with [`u64::wrapping_neg`] takes away from it.
    #[inline]
    pub fn add(&self, more: u64, is_shared: bool) {
        if is_shared {
            let own = STRIPE.with(|&stripe| &self.stripes[stripe].0);
            own.fetch_add(more, Ordering::Relaxed);
        } else {
            // Nobody else counts.
            let whole = &self.whole.0;
            whole.store(whole.load(Ordering::Relaxed).wrapping_add(more), Ordering::Relaxed);
        }
    }

    /// Puts everything into one number, while nobody else counts.
    pub fn set(&self, count: u64) {
        self.whole.0.store(count, Ordering::Relaxed);
        for stripe in &self.stripes {
            stripe.0.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn threads_count_together() {
        let count = Count::default();
        count.add(5, false);
        thread::scope(|scope| {
            for _ in 0..2 * STRIPES {
                scope.spawn(|| {
                    count.add(10, true);
                    count.add(3u64.wrapping_neg(), true);
                });
            }
        });
        let expected = 5 + 7 * 2 * STRIPES as u64;
        assert_eq!(count.get(true), expected);
        count.set(count.get(true));
        assert_eq!(count.get(false), expected);
    }
}

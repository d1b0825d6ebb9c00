//! Where the threads of a team are, and what they tell each other.
//!
//! Positions are known by their keys, of which many share a place: then a thread seems to be where another
//! one is, or there seems to be news. That costs time, never an answer.

use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// How many places there are: many more than positions on the lines of all threads.
const PLACES: usize = 1 << 17;

/// What is known about the positions of a place.
#[derive(Default)]
struct Place {
    /// How many threads are there or below.
    threads: AtomicU32,
    /// How often something was found out about a child.
    news: AtomicU32,
}

/// Where the threads of a team are.
pub(crate) struct Crowd {
    places: Box<[Place]>,
    /// How often someone was called back.
    calls: AtomicU64,
}

impl Crowd {
    pub fn new() -> Self {
        Crowd { places: (0..PLACES).map(|_| Place::default()).collect(), calls: AtomicU64::new(0) }
    }

    #[inline]
    fn place(&self, key: u64) -> &Place {
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PLACES.ilog2());
        &self.places[spread as usize]
    }

    /// A thread comes to a position. How often there was news of its children.
    #[inline]
    pub fn join(&self, key: u64) -> u32 {
        let place = self.place(key);
        place.threads.fetch_add(1, Ordering::Relaxed);
        place.news.load(Ordering::Acquire)
    }

    /// A thread goes back from a position. How many others are there.
    #[inline]
    pub fn part(&self, key: u64) -> u32 {
        self.place(key).threads.fetch_sub(1, Ordering::Relaxed) - 1
    }

    /// How many threads are at a position or below.
    #[inline]
    pub fn threads(&self, key: u64) -> u32 {
        self.place(key).threads.load(Ordering::Relaxed)
    }

    /// Something was found out about a child of a position, and is in the table. How often that had been so
    /// before.
    #[inline]
    pub fn tell(&self, key: u64) -> u32 {
        self.place(key).news.fetch_add(1, Ordering::AcqRel)
    }

    /// How often something was found out about a child of a position.
    #[inline]
    pub fn news(&self, key: u64) -> u32 {
        self.place(key).news.load(Ordering::Acquire)
    }

    /// Calls back those below a position that is solved now, and known to be in the table.
    pub fn call_back(&self) {
        self.calls.fetch_add(1, Ordering::Release);
    }

    /// How often someone was called back.
    #[inline]
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_come_and_go() {
        let crowd = Crowd::new();
        assert_eq!((crowd.join(7), crowd.threads(7)), (0, 1));
        assert_eq!(crowd.tell(7), 0);
        assert_eq!((crowd.join(7), crowd.threads(7)), (1, 2));
        assert_eq!((crowd.part(7), crowd.part(7)), (1, 0));
        assert_eq!(crowd.threads(8), 0);
        crowd.call_back();
        assert_eq!(crowd.calls(), 1);
    }
}

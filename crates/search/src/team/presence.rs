//! Where the threads of a team are, and what they tell each other.
//!
//! Positions are known by their keys, of which many share a place. There they are told apart by a part of the
//! key: a thread that seems to be below a position, but is above it, would keep those away who are there. If a
//! place is full, who comes is not counted; and news of one position is news of all there. That costs time,
//! never an answer.

use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// How many places there are: many more than positions on the lines of all threads.
const PLACES: usize = 1 << 16;
/// How many positions are told apart in a place.
const SEATS: usize = 4;

/// What is known about the positions of a place.
#[derive(Default)]
struct Place {
    /// Positions where threads are, or below.
    seats: [Seat; SEATS],
    /// How often something was found out about a child.
    news: AtomicU32,
}

/// A position in the upper half, and in the lower one how many threads are there or below.
#[derive(Default)]
struct Seat(AtomicU64);

impl Seat {
    /// How many threads are at this position or below.
    #[inline]
    fn threads(&self, position: u32) -> u32 {
        let seen = self.0.load(Ordering::Relaxed);
        if (seen >> 32) as u32 == position { seen as u32 } else { 0 }
    }

    /// Changes how many threads are there. `None` if that is not possible.
    #[inline]
    fn change(&self, change: impl Fn(u32, u32) -> Option<(u32, u32)>) -> Option<u32> {
        let change = |seen: u64| {
            let (position, threads) = change((seen >> 32) as u32, seen as u32)?;
            Some(u64::from(position) << 32 | u64::from(threads))
        };
        let before = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change).ok()?;
        Some(before as u32)
    }
}

/// Where the threads of a team are.
pub(crate) struct Presence {
    places: Box<[Place]>,
    /// How often someone was called back.
    calls: AtomicU64,
}

impl Presence {
    pub fn new() -> Self {
        Presence {
            places: (0..PLACES).map(|_| Place::default()).collect(),
            calls: AtomicU64::new(0),
        }
    }

    #[inline]
    fn place(&self, key: u64) -> &Place {
        &self.places[(spread(key) >> (64 - PLACES.ilog2())) as usize]
    }

    /// A thread comes to a position. How often there was news of its children.
    #[inline]
    pub fn join(&self, key: u64) -> u32 {
        let (place, this) = (self.place(key), position(key));
        let with_others = |at, threads| (at == this && threads > 0).then_some((at, threads + 1));
        let as_first = |_, threads| (threads == 0).then_some((this, 1));
        let joins = |seat: &Seat| seat.threads(this) > 0 && seat.change(with_others).is_some();
        if !place.seats.iter().any(joins) {
            // Where there is no seat left, it is not counted.
            let _ = place.seats.iter().find_map(|seat| seat.change(as_first));
        }
        place.news.load(Ordering::Acquire)
    }

    /// A thread goes back from a position. How many others are there.
    #[inline]
    pub fn part(&self, key: u64) -> u32 {
        let (place, this) = (self.place(key), position(key));
        let one_less = |at, threads| (at == this && threads > 0).then(|| (at, threads - 1));
        let parts = |seat: &Seat| (seat.threads(this) > 0).then(|| seat.change(one_less)).flatten();
        place.seats.iter().find_map(parts).map_or(0, |before| before - 1)
    }

    /// How many threads are at a position or below.
    #[inline]
    pub fn threads(&self, key: u64) -> u32 {
        let this = position(key);
        self.place(key).seats.iter().map(|seat| seat.threads(this)).sum()
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

/// A key whose upper bits choose a place, and whose lower ones a position there.
#[inline]
fn spread(key: u64) -> u64 {
    let product = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 32)
}

#[inline]
fn position(key: u64) -> u32 {
    spread(key) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_a_place_are_told_apart_as_long_as_there_are_seats() {
        let presence = Presence::new();
        let place = |key: u64| spread(key) >> (64 - PLACES.ilog2());
        let alike: Vec<u64> = (0..).filter(|&key| place(key) == place(7)).take(SEATS + 1).collect();
        let (last, seated) = alike.split_last().unwrap();
        for _ in 0..2 {
            seated.iter().for_each(|&key| _ = presence.join(key));
        }
        assert!(seated.iter().all(|&key| presence.threads(key) == 2));
        presence.join(*last);
        assert_eq!((presence.threads(*last), presence.part(*last)), (0, 0));
        assert_eq!((presence.part(seated[0]), presence.part(seated[0])), (1, 0));
        presence.join(*last);
        assert_eq!(presence.threads(*last), 1);
        assert!(seated[1..].iter().all(|&key| presence.threads(key) == 2));
    }

    #[test]
    fn threads_come_and_go() {
        let presence = Presence::new();
        assert_eq!((presence.join(7), presence.threads(7)), (0, 1));
        assert_eq!(presence.tell(7), 0);
        assert_eq!((presence.join(7), presence.threads(7)), (1, 2));
        assert_eq!((presence.part(7), presence.part(7)), (1, 0));
        assert_eq!(presence.threads(8), 0);
        presence.call_back();
        assert_eq!(presence.calls(), 1);
    }
}

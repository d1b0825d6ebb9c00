//! What workers have taken on, beside the table: by keys of positions, the numbers that a position counts
//! by while workers are below it, the child that was searched last, and what is known of children of positions
//! above jobs ([`Notes`]).
//!
//! Keys share places in the second list, and may be shared by positions in the first two: that costs time, never
//! an answer. What is noted is believed as the table is.

use phidelta_rules::zobrist::scramble;
use std::collections::HashMap;

use super::notes::{Note, Notes};
use crate::Numbers;

/// How many positions are known whose last child is: many more than are searched at a time.
const LATEST: usize = 1 << 14;

/// There is room for as many notes as the table has entries, within these bounds: a line has some hundred, and
/// large tables hardly forget what is above jobs.
const LEAST_NOTES: u64 = 1 << 11;
const MOST_NOTES: u64 = 1 << 16;

/// How those who look for a job take what others are at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// As solved in the way that its numbers say is the likelier.
    Likely,
    /// As solved in the way that makes other children of its parent matter. There is always more to do
    /// then, if anything is free.
    Failing,
}

/// What a position counts by, in each [`View`].
pub(crate) type Views = [Numbers; 2];

/// The positions that are taken, and those above them.
pub(crate) struct Claims {
    taken: HashMap<u64, Claim>,
    /// A position, and its child that was searched last.
    latest: Box<[(u64, u64)]>,
    notes: Notes,
}

/// A position that is taken, or has such positions below it.
struct Claim {
    /// How many workers are there.
    workers: u32,
    /// What it counts by meanwhile.
    views: Views,
}

impl Claims {
    /// For workers that share a table of so many entries.
    pub fn new(entries: u64) -> Self {
        let room = entries.clamp(LEAST_NOTES, MOST_NOTES) as usize;
        let notes = Notes::new(room);
        Claims { taken: HashMap::new(), latest: vec![(0, 0); LATEST].into(), notes }
    }

    /// What was noted of a position.
    #[inline]
    pub fn note(&self, key: u64) -> Option<Note> {
        self.notes.get(key)
    }

    /// Notes what is known of a position.
    pub fn take_note(&mut self, key: u64, note: Note) {
        self.notes.put(key, note);
    }

    /// What a position counts by, if a worker is there or below.
    #[inline]
    pub fn numbers(&self, key: u64, view: View) -> Option<Numbers> {
        self.taken.get(&key).map(|claim| claim.views[view as usize])
    }

    /// One worker more is at a position or below it, which counts by these numbers from now on.
    pub fn claim(&mut self, key: u64, views: Views) {
        let claim = self.taken.entry(key).or_insert(Claim { workers: 0, views });
        *claim = Claim { workers: claim.workers + 1, views };
    }

    /// One worker less is at a position or below it, which counts by these numbers if there are others.
    /// Whether there are.
    pub fn release(&mut self, key: u64, views: Views) -> bool {
        match self.taken.get_mut(&key) {
            Some(claim) if claim.workers > 1 => {
                *claim = Claim { workers: claim.workers - 1, views };
                true
            }
            _ => {
                self.taken.remove(&key);
                false
            }
        }
    }

    /// The key of the child of a position that was searched last, if that is known.
    pub fn latest(&self, key: u64) -> Option<u64> {
        let (known, child) = self.latest[Self::place(key)];
        (known == key).then_some(child)
    }

    /// A child of a position is searched.
    pub fn search(&mut self, key: u64, child: u64) {
        self.latest[Self::place(key)] = (key, child);
    }

    fn place(key: u64) -> usize {
        scramble(key) as usize % LATEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_counts_until_the_last_worker_is_back() {
        let mut claims = Claims::new(4);
        let views = |proof| [proof, proof + 1].map(|proof| Numbers { proof, disproof: 1 });
        claims.claim(7, views(2));
        claims.claim(7, views(3));
        assert_eq!(claims.numbers(7, View::Likely), Some(views(3)[0]));
        assert!(claims.release(7, views(4)));
        assert_eq!(claims.numbers(7, View::Failing), Some(views(4)[1]));
        assert!(!claims.release(7, views(5)));
        assert_eq!(claims.numbers(7, View::Likely), None);
        claims.search(7, 70);
        assert_eq!((claims.latest(7), claims.latest(8)), (Some(70), None));
    }
}

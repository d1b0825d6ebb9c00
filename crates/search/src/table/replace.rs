//! Where a position's entry goes, and which other one it displaces.

use super::Table;
use super::entry::{Entry, Slot, Snapshot};
use crate::Replacement;

/// What storing an entry did to the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stored {
    /// It took a free place.
    New,
    /// The position was there already.
    Updated,
    /// It displaced another position.
    Replaced,
}

impl Table {
    /// Stores what is known of a position, unless an older entry of the same position is one that
    /// `keeps` its place against the new one.
    #[inline]
    pub(crate) fn store(
        &self,
        key: u64,
        entry: Entry,
        keeps: impl Fn(&Entry, &Entry) -> bool,
    ) -> Stored {
        let key = self.spread(key);
        let new = Snapshot::new(Snapshot::check_of(key), entry);
        let keep = |old: Snapshot| keeps(&old.entry(), &entry);
        let bucket = self.bucket(key);
        let stored = match self.replacement {
            Replacement::TwoBig => two_big(bucket, new, keep),
            Replacement::SmallTree => small_tree(bucket, &[], new, keep),
            Replacement::SmallTreeGc => small_tree(bucket, self.next_bucket(key), new, keep),
        };
        if stored == Stored::New {
            self.count_used(1);
        }
        stored
    }

    /// Whether garbage should be collected before more is stored.
    #[inline]
    pub(crate) fn wants_collection(&self) -> bool {
        self.replacement == Replacement::SmallTreeGc && self.used() * 4 > self.entries() * 3
    }

    /// Frees the entries of the smallest subtrees, so many that at least half of the table is
    /// free. Gives how many were freed.
    pub(crate) fn collect(&self) -> u64 {
        let mut sizes = [0u64; 256];
        for slot in self.slots() {
            sizes[usize::from(slot.load().work())] += 1;
        }
        let wanted = self.entries() / 2;
        let (mut free, mut limit) = (sizes[0], 0);
        while free < wanted && limit < 255 {
            limit += 1;
            free += sizes[limit];
        }
        let mut freed = 0;
        for slot in self.slots() {
            let snapshot = slot.load();
            if !snapshot.is_empty() && usize::from(snapshot.work()) <= limit {
                slot.store(Snapshot::EMPTY);
                freed += 1;
            }
        }
        self.count_freed(freed);
        freed
    }
}

/// The larger subtree has the first place; what it pushes out, or what is smaller, the second.
fn two_big(bucket: &[Slot], new: Snapshot, keep: impl Fn(Snapshot) -> bool) -> Stored {
    let [first, second] = [bucket[0].load(), bucket[1].load()];
    if first.holds(new.check()) {
        if !keep(first) {
            bucket[0].store(new);
        }
        return Stored::Updated;
    }
    let held = second.holds(new.check());
    if held && keep(second) {
        return Stored::Updated;
    }
    if first.is_empty() {
        bucket[0].store(new);
        return Stored::New;
    }
    if new.work() >= first.work() {
        bucket[1].store(first);
        bucket[0].store(new);
    } else {
        bucket[1].store(new);
    }
    match (held, second.is_empty()) {
        (true, _) => Stored::Updated,
        (false, true) => Stored::New,
        (false, false) => Stored::Replaced,
    }
}

/// The position's own place, a free one, or that of the smallest subtree, in one bucket or two.
#[inline]
fn small_tree(
    bucket: &[Slot],
    spill: &[Slot],
    new: Snapshot,
    keep: impl Fn(Snapshot) -> bool,
) -> Stored {
    let mut smallest = &bucket[0];
    let mut least = u8::MAX;
    for slot in bucket.iter().chain(spill) {
        let old = slot.load();
        if old.holds(new.check()) {
            if !keep(old) {
                slot.store(new);
            }
            return Stored::Updated;
        }
        if old.work() < least {
            (smallest, least) = (slot, old.work());
        }
    }
    smallest.store(new);
    if least == 0 { Stored::New } else { Stored::Replaced }
}

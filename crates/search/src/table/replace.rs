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
        let spill = match self.replacement {
            Replacement::SmallTreeGc => self.next_bucket(key),
            Replacement::TwoBig | Replacement::SmallTree => &[],
        };
        let attempt = || match self.replacement {
            Replacement::TwoBig => self.two_big(bucket, new, keep),
            Replacement::SmallTree | Replacement::SmallTreeGc => {
                self.small_tree(bucket, spill, new, keep)
            }
        };
        let Some(stored) = (0..ATTEMPTS).find_map(|_| attempt()) else { return Stored::Updated };
        if stored == Stored::New {
            self.count_used(1);
        }
        if stored != Stored::Updated && self.is_shared() {
            self.drop_twins(bucket.iter().chain(spill), new.check(), keeps);
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

/// How often a thread that comes too late looks again, before it gives up: what it has to store is not
/// needed for an answer.
const ATTEMPTS: usize = 8;

impl Table {
    /// Puts an entry in the place of what was read there. Whether that could be done.
    #[inline]
    fn write(&self, slot: &Slot, read: Snapshot, new: Snapshot) -> bool {
        if self.is_shared() {
            return slot.replace(read, new);
        }
        slot.store(new);
        true
    }

    /// The larger subtree has the first place; what it pushes out, or what is smaller, the second.
    fn two_big(
        &self,
        bucket: &[Slot],
        new: Snapshot,
        keep: impl Fn(Snapshot) -> bool,
    ) -> Option<Stored> {
        let [first, second] = [bucket[0].load(), bucket[1].load()];
        let wrote = |at: usize, read, new| self.write(&bucket[at], read, new).then_some(());
        if first.holds(new.check()) {
            if !keep(first) {
                wrote(0, first, new)?;
            }
            return Some(Stored::Updated);
        }
        let held = second.holds(new.check());
        if held && keep(second) {
            return Some(Stored::Updated);
        }
        if first.is_empty() {
            wrote(0, first, new)?;
            return Some(Stored::New);
        }
        if new.work() >= first.work() {
            wrote(1, second, first)?;
            wrote(0, first, new)?;
        } else {
            wrote(1, second, new)?;
        }
        Some(match (held, second.is_empty()) {
            (true, _) => Stored::Updated,
            (false, true) => Stored::New,
            (false, false) => Stored::Replaced,
        })
    }

    /// The position's own place, a free one, or that of the smallest subtree, in one bucket or two.
    #[inline]
    fn small_tree(
        &self,
        bucket: &[Slot],
        spill: &[Slot],
        new: Snapshot,
        keep: impl Fn(Snapshot) -> bool,
    ) -> Option<Stored> {
        let mut smallest = (&bucket[0], Snapshot::EMPTY);
        let mut least = u8::MAX;
        for slot in bucket.iter().chain(spill) {
            let old = slot.load();
            if old.holds(new.check()) {
                let stands = keep(old) || self.write(slot, old, new);
                return stands.then_some(Stored::Updated);
            }
            if old.work() < least {
                (smallest, least) = ((slot, old), old.work());
            }
        }
        let (slot, old) = smallest;
        if !self.write(slot, old, new) {
            return None;
        }
        Some(if least == 0 { Stored::New } else { Stored::Replaced })
    }

    /// Two threads may have stored the same position at the same time, in two places. The one that `keeps`
    /// its place against the other stays, or else the first.
    fn drop_twins<'s>(
        &self,
        slots: impl Iterator<Item = &'s Slot>,
        check: u64,
        keeps: impl Fn(&Entry, &Entry) -> bool,
    ) {
        let mut stays: Option<(&Slot, Snapshot)> = None;
        for slot in slots {
            let twin = slot.load();
            if !twin.holds(check) {
                continue;
            }
            let Some((first, held)) = stays else {
                stays = Some((slot, twin));
                continue;
            };
            let later_is_better = keeps(&twin.entry(), &held.entry());
            let (loser, lost) = if later_is_better { (first, held) } else { (slot, twin) };
            if loser.replace(lost, Snapshot::EMPTY) {
                self.count_freed(1);
            }
            if later_is_better {
                stays = Some((slot, twin));
            }
        }
    }
}

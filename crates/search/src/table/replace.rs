//! Where a position's entry goes, and which other one it displaces.

#[cfg(loom)]
use loom::hint::spin_loop;
#[cfg(not(loom))]
use std::hint::spin_loop;

use super::Table;
use super::entry::{Entry, Slot, Snapshot};
use super::filter::bit;
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
        self.store_spread(self.spread(key), entry, keeps)
    }

    /// The same of a position with this spread key.
    #[inline]
    pub(super) fn store_spread(
        &self,
        key: u64,
        entry: Entry,
        keeps: impl Fn(&Entry, &Entry) -> bool,
    ) -> Stored {
        let spill = match self.replacement {
            Replacement::SmallTreeGc => self.next_bucket(key),
            Replacement::TwoBig | Replacement::SmallTree => &[],
        };
        let places = Places { bucket: self.bucket(key), spill, is_shared: self.is_shared() };
        let is_two_big = self.replacement == Replacement::TwoBig;
        let check = Snapshot::check_of(key);
        let (stored, freed) = places.store(check, entry, is_two_big, keeps);
        if stored == Stored::New {
            self.count_used(1);
        }
        if let Some(filter) = &self.filter {
            let place = self.place(key);
            match stored {
                Stored::New => filter.add(place, bit(check), self.is_shared()),
                Stored::Replaced => filter.renew(place, || places.bits(), self.is_shared()),
                // Whoever renewed the bits while this was being written did not see it.
                Stored::Updated if self.is_shared() => filter.add(place, bit(check), true),
                Stored::Updated => {}
            }
        }
        if freed > 0 {
            self.count_freed(freed);
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

/// The places where a position may be.
struct Places<'t> {
    bucket: &'t [Slot],
    /// Those of a neighbour, which has room for what finds none here.
    spill: &'t [Slot],
    /// Whether other threads store entries at the same time.
    is_shared: bool,
}

impl Places<'_> {
    /// Stores an entry under the bits of a key that an entry holds. What that did, and how many entries were
    /// twins of others and went.
    #[inline]
    fn store(
        &self,
        check: u64,
        entry: Entry,
        is_two_big: bool,
        keeps: impl Fn(&Entry, &Entry) -> bool,
    ) -> (Stored, u64) {
        let new = Snapshot::new(check, entry);
        let keep = |old: Snapshot| keeps(&old.entry(), &entry);
        let attempt =
            || if is_two_big { self.two_big(new, keep) } else { self.small_tree(new, keep) };
        let stored = (0..ATTEMPTS).find_map(|_| {
            attempt().or_else(|| {
                spin_loop();
                None
            })
        });
        let freed = match stored {
            Some(Stored::New | Stored::Replaced) if self.is_shared => self.drop_twins(check, keeps),
            _ => 0,
        };
        (stored.unwrap_or(Stored::Updated), freed)
    }

    /// Puts an entry in the place of what was read there. Whether that could be done.
    #[inline]
    fn write(&self, slot: &Slot, read: Snapshot, new: Snapshot) -> bool {
        if self.is_shared {
            return slot.replace(read, new);
        }
        slot.store(new);
        true
    }

    /// The larger subtree has the first place; what it pushes out, or what is smaller, the second.
    fn two_big(&self, new: Snapshot, keep: impl Fn(Snapshot) -> bool) -> Option<Stored> {
        let bucket = self.bucket;
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

    /// The position's own place, a free one, or that of the smallest subtree.
    #[inline]
    fn small_tree(&self, new: Snapshot, keep: impl Fn(Snapshot) -> bool) -> Option<Stored> {
        let mut smallest = (&self.bucket[0], Snapshot::EMPTY);
        let mut least = u8::MAX;
        for slot in self.all() {
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

    /// The bits of all that is there in the filter.
    #[inline]
    fn bits(&self) -> u16 {
        let held = self.bucket.iter().map(Slot::load).filter(|held| !held.is_empty());
        held.fold(0, |bits, held| bits | bit(held.check()))
    }

    #[inline]
    fn all(&self) -> impl Iterator<Item = &Slot> {
        self.bucket.iter().chain(self.spill)
    }

    /// Two threads may have stored the same position at the same time, in two places. The one that `keeps`
    /// its place against the other stays, or else the first. How many went.
    fn drop_twins(&self, check: u64, keeps: impl Fn(&Entry, &Entry) -> bool) -> u64 {
        let mut freed = 0;
        let mut stays: Option<(&Slot, Snapshot)> = None;
        for slot in self.all() {
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
            freed += u64::from(loser.replace(lost, Snapshot::EMPTY));
            if later_is_better {
                stays = Some((slot, twin));
            }
        }
        freed
    }
}

/// All orders in which threads can come together, by the model checker `loom`:
///
///     RUSTFLAGS="--cfg loom" cargo test --release -p phidelta-search --lib model
#[cfg(all(test, loom))]
mod model {
    use std::sync::Arc;

    use loom::thread;

    use super::*;
    use crate::{INFINITY, Numbers};

    fn is_solved(entry: &Entry) -> bool {
        entry.numbers.verdict(INFINITY).is_some()
    }

    fn keeps(old: &Entry, new: &Entry) -> bool {
        is_solved(old) && !is_solved(new)
    }

    fn store(slots: &[Slot], check: u64, entry: Entry, is_two_big: bool) -> Stored {
        let places = Places { bucket: slots, spill: &[], is_shared: true };
        places.store(check, entry, is_two_big, keeps).0
    }

    fn find(slots: &[Slot], check: u64) -> Vec<Entry> {
        slots.iter().map(Slot::load).filter(|s| s.holds(check)).map(Snapshot::entry).collect()
    }

    /// Threads store these entries of two positions, while one reads. What is read was stored, as a whole,
    /// and a proof that was stored is there in the end.
    fn together(stores: [&'static [(u64, Entry)]; 2], is_two_big: bool) {
        let mut builder = loom::model::Builder::new();
        // More changes of threads than this at places where none is forced take hours to try.
        builder.preemption_bound = Some(3);
        builder.check(move || {
            // Room for both positions, and for twins of them.
            let count = if is_two_big { 2 } else { 4 };
            let slots: Arc<[Slot]> = (0..count).map(|_| Slot::empty()).collect();
            let writers = stores.map(|entries| {
                let slots = Arc::clone(&slots);
                thread::spawn(move || {
                    for &(check, entry) in entries {
                        store(&slots, check, entry, is_two_big);
                    }
                })
            });
            let stored = |check| {
                let all = stores.into_iter().flatten();
                move |entry: &Entry| all.clone().any(|(key, e)| *key == check && e == entry)
            };
            for check in [7, 8] {
                assert!(find(&slots, check).iter().all(stored(check)), "no other entry is read");
            }
            for writer in writers {
                writer.join().unwrap();
            }
            for check in [7, 8] {
                let found = find(&slots, check);
                assert!(found.iter().all(stored(check)));
                let all = || stores.into_iter().flatten().filter(move |(key, _)| *key == check);
                let proved = all().any(|(_, entry)| is_solved(entry));
                assert!(!proved || found.iter().any(is_solved), "a proof is lost: {found:?}");
                assert!(all().next().is_none() || !found.is_empty());
            }
        });
    }

    const PROOF: Entry =
        Entry { numbers: Numbers { proof: 0, disproof: INFINITY }, tag: 0, work: 3 };

    #[test]
    fn model_of_a_proof_and_numbers_of_one_position() {
        for is_two_big in [false, true] {
            together([&[(7, PROOF)], &[(7, NUMBERS), (7, LATER)]], is_two_big);
        }
    }

    #[test]
    fn model_of_two_positions() {
        together([&[(7, PROOF), (8, NUMBERS)], &[(8, LATER), (7, NUMBERS)]], false);
    }

    const NUMBERS: Entry = Entry { numbers: Numbers { proof: 5, disproof: 6 }, tag: 0, work: 2 };
    const LATER: Entry = Entry { numbers: Numbers { proof: 9, disproof: 4 }, tag: 0, work: 5 };

    #[test]
    fn model_of_new_places() {
        together([&[(7, NUMBERS)], &[(7, PROOF), (8, LATER)]], false);
    }
}

//! One entry of the table: 16 bytes, two words, that can be neither torn nor mistaken.
//!
//! The first word holds both numbers, so that no mixture of an old and a new entry can combine a
//! proof number of one with a disproof number of the other. The second holds 48 bits of the key, 8
//! bits of the question's number and 8 bits of the subtree's size, xored with a hash of the first
//! word: if another thread changes one word between our two reads, the key no longer matches, and
//! the entry counts as absent. (Hyatt & Mann's lockless table, 2002, with a mixed instead of a
//! plain word, since plain xor lets many torn reads pass when data words are alike.) For one
//! thread, relaxed loads and stores are ordinary ones.
//!
//! Threads that write claim a slot by putting a mark in place of the second word, if that is still what
//! they have read, so that nobody overwrites what another one has just stored: a proof, say, by the
//! numbers of a time before it. Nobody waits: who comes too late looks again. Readers take a slot that is
//! being written for an empty one.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Numbers;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub numbers: Numbers,
    /// Which question of the ledger they answer.
    pub tag: u8,
    /// The work spent below, as a code of [`super::work`]; never 0.
    pub work: u8,
}

/// A place for an entry. All zero is empty.
#[repr(C)]
pub(super) struct Slot {
    numbers: AtomicU64,
    guard: AtomicU64,
}

/// A slot as read: the guard already freed from the hash of the numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot {
    numbers: u64,
    meta: u64,
}

/// How many bits of the key an entry holds. The others choose its bucket.
pub(super) const CHECK_BITS: u32 = 48;
const CHECK_SHIFT: u32 = 64 - CHECK_BITS;
const CHECK_MASK: u64 = (1 << CHECK_BITS) - 1;

/// The second word of a slot that is being written. A real one that happens to be the same is never found.
const CLAIMED: u64 = 0x7fb5_d329_728e_a185;

#[inline]
fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 32)
}

impl Slot {
    #[cfg(test)]
    pub fn empty() -> Slot {
        Slot { numbers: AtomicU64::new(0), guard: AtomicU64::new(0) }
    }

    #[inline]
    pub fn load(&self) -> Snapshot {
        let numbers = self.numbers.load(Ordering::Relaxed);
        let guard = self.guard.load(Ordering::Relaxed);
        if guard == CLAIMED {
            return Snapshot::EMPTY;
        }
        Snapshot { numbers, meta: guard ^ mix(numbers) }
    }

    #[inline]
    pub fn store(&self, snapshot: Snapshot) {
        self.numbers.store(snapshot.numbers, Ordering::Relaxed);
        self.guard.store(snapshot.guard(), Ordering::Relaxed);
    }

    /// Stores what is new if the slot still holds what was read. Whether it did.
    #[inline]
    pub fn replace(&self, read: Snapshot, new: Snapshot) -> bool {
        let guard = read.guard();
        let claim =
            self.guard.compare_exchange(guard, CLAIMED, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_err() {
            return false;
        }
        // Two entries may have the same second word.
        let is_same = self.numbers.load(Ordering::Relaxed) == read.numbers;
        if is_same {
            self.numbers.store(new.numbers, Ordering::Relaxed);
        }
        self.guard.store(if is_same { new.guard() } else { guard }, Ordering::Release);
        is_same
    }
}

impl Snapshot {
    pub const EMPTY: Snapshot = Snapshot { numbers: 0, meta: 0 };

    #[inline]
    pub fn new(check: u64, entry: Entry) -> Snapshot {
        debug_assert!(entry.work > 0);
        let Numbers { proof, disproof } = entry.numbers;
        Snapshot {
            numbers: u64::from(proof) << 32 | u64::from(disproof),
            meta: check << CHECK_SHIFT | u64::from(entry.tag) << 8 | u64::from(entry.work),
        }
    }

    #[inline]
    fn guard(self) -> u64 {
        self.meta ^ mix(self.numbers)
    }

    /// The bits of a spread key that an entry holds.
    #[inline]
    pub fn check_of(key: u64) -> u64 {
        key & CHECK_MASK
    }

    #[inline]
    pub fn check(self) -> u64 {
        self.meta >> CHECK_SHIFT
    }

    #[inline]
    pub fn work(self) -> u8 {
        self.meta as u8
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.work() == 0
    }

    #[inline]
    pub fn holds(self, check: u64) -> bool {
        self.check() == check && !self.is_empty()
    }

    #[inline]
    pub fn entry(self) -> Entry {
        Entry {
            numbers: Numbers { proof: (self.numbers >> 32) as u32, disproof: self.numbers as u32 },
            tag: (self.meta >> 8) as u8,
            work: self.work(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(proof: u32, disproof: u32, tag: u8, work: u8) -> Entry {
        Entry { numbers: Numbers { proof, disproof }, tag, work }
    }

    #[test]
    fn what_is_stored_is_read() {
        let place = Slot::empty();
        assert!(place.load().is_empty());
        for (check, stored) in [
            (0, entry(0, 0, 0, 1)),
            (CHECK_MASK, entry(u32::MAX, 0, 255, 255)),
            (0x1234_5678_9abc, entry(0, u32::MAX, 7, 3)),
        ] {
            place.store(Snapshot::new(check, stored));
            let read = place.load();
            assert!(read.holds(check) && !read.holds(check ^ 1));
            assert_eq!(read.entry(), stored);
        }
        place.store(Snapshot::EMPTY);
        assert!(place.load().is_empty());
    }

    #[test]
    fn only_what_was_read_is_replaced() {
        let place = Slot::empty();
        let [first, second, third] = [1, 2, 3].map(|n| Snapshot::new(42, entry(n, 1, 0, 1)));
        assert!(place.replace(Snapshot::EMPTY, first));
        assert!(!place.replace(Snapshot::EMPTY, second));
        assert!(!place.replace(second, third));
        assert!(place.load() == first);
        assert!(place.replace(first, second) && place.load() == second);
        // Who is being written to is left alone, and looks empty.
        place.guard.store(CLAIMED, Ordering::Relaxed);
        assert!(place.load() == Snapshot::EMPTY);
        assert!(!place.replace(Snapshot::EMPTY, third) && !place.replace(second, third));
    }

    /// One word of the old entry with one of the new never passes for the position, be its
    /// numbers ever so alike.
    #[test]
    fn torn_reads_are_refused() {
        let mut refused = 0;
        for a in 0..300u32 {
            for b in 0..300u32 {
                if a == b {
                    continue;
                }
                let (old, new, torn) = (Slot::empty(), Slot::empty(), Slot::empty());
                old.store(Snapshot::new(42, entry(a, 1, 0, 1)));
                new.store(Snapshot::new(42, entry(b, 1, 0, 1)));
                torn.numbers.store(new.numbers.load(Ordering::Relaxed), Ordering::Relaxed);
                torn.guard.store(old.guard.load(Ordering::Relaxed), Ordering::Relaxed);
                assert!(!torn.load().holds(42), "{a} {b}");
                refused += 1;
            }
        }
        assert_eq!(refused, 300 * 299);
    }
}

//! Copies of the table, made piece by piece while it is in use, and put into another one.
//!
//! The order of places is the order of keys, whatever the size of the table; so a copy that has come to
//! some key can go on from there after the table has grown. Entries that change meanwhile are copied as
//! they were or as they are: each is true by itself.

use super::entry::{CHECK_BITS, Entry, Snapshot};
use super::{FIRST_BUCKETS, Stored, Table, TableError, work};
use crate::{Options, TableSize};

/// How many places are looked at for a piece.
pub(crate) const PIECE: usize = 1 << 14;

/// An entry with its key, as the table spreads it.
pub(crate) type Copied = (u64, Entry);

impl Table {
    /// Copies the entries of at least so much work from the next piece, which begins at this spread key.
    /// Gives the key at which the piece after it begins, if there is one. Nobody may make room meanwhile.
    pub(crate) fn copy_piece(
        &self,
        from: u64,
        least_work: u64,
        out: &mut Vec<Copied>,
    ) -> Option<u64> {
        let buckets = self.buckets();
        // Whole pairs of buckets: an entry may be in either of two.
        let first = self.place(from) & !1;
        let end = (first + PIECE / self.ways).min(buckets);
        let slots = &self.slots()[first * self.ways..end * self.ways];
        let is_shared = self.is_shared();
        for (at, slot) in slots.iter().enumerate() {
            let held = slot.load();
            if work::decode(held.work()) < least_work.max(1) {
                continue;
            }
            // Whoever looks up a key does not find what another thread was writing while it was read; here no key
            // is known. So the slot must be whole, and hold just this, when nobody else can write to it.
            if !is_shared || slot.replace(held, held) {
                out.push((self.key_of(held, first + at / self.ways), held.entry()));
            }
        }
        (end < buckets).then(|| self.first_key(end))
    }

    /// How many buckets a table must have to take in a copy of this one, if not any number will do: the
    /// entries of a small table do not hold their whole keys.
    pub(crate) fn sealed_buckets(&self) -> Option<u64> {
        let buckets = self.buckets();
        (buckets < FIRST_BUCKETS).then_some(buckets as u64)
    }

    /// An empty table of so many buckets for a copy of one of which [`sealed_buckets`](Table::sealed_buckets)
    /// told them. `None` if there is no such table.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub(crate) fn of_sealed_buckets(
        options: &Options,
        buckets: u64,
    ) -> Result<Option<Table>, TableError> {
        if !(1..FIRST_BUCKETS as u64).contains(&buckets) {
            return Ok(None);
        }
        let wanted = buckets * Table::ways_of(options);
        // Of what is asked for, a part may be for something else.
        for entries in [wanted, wanted * 3 / 2, wanted * 3 / 2 + 1] {
            let options = Options { table: TableSize::Entries(entries), ..options.clone() };
            let table = Table::new(&options)?;
            if table.sealed_buckets() == Some(buckets) {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }

    /// Takes in an entry of a copy, as if it had just been found. Gives how many entries gave way.
    pub(crate) fn take_in(
        &self,
        (spread, entry): Copied,
        keeps: &dyn Fn(&Entry, &Entry) -> bool,
    ) -> u64 {
        let made = if self.wants_room() { self.make_room() } else { 0 };
        made + u64::from(self.store_spread(spread, entry, keeps) == Stored::Replaced)
    }

    /// Makes room for the next entries of a copy, which come in the order of their keys, after so many others: as
    /// much as all will need if there are as many in the rest. A table that grows when it is half full would be
    /// crowded at its beginning before that.
    pub(crate) fn expect(&self, before: u64, next: &[Copied]) {
        let Some(&(last, _)) = next.last() else { return };
        let so_far = u128::from(before) + next.len() as u128;
        let expected = (so_far << 64) / (u128::from(last) + 1);
        while self.buckets() < self.most_buckets && expected * 2 > u128::from(self.entries()) {
            self.grow();
        }
    }

    /// The smallest spread key whose place is this bucket.
    fn first_key(&self, place: usize) -> u64 {
        ((place as u128) << 64).div_ceil(self.buckets() as u128) as u64
    }

    /// A key of what is held in a bucket: the place and the bits that it holds make up the whole of it. In a
    /// small table there are several, which are found in the same place.
    fn key_of(&self, held: Snapshot, place: usize) -> u64 {
        let from = |place: usize| {
            let first = self.first_key(place);
            let key = first >> CHECK_BITS << CHECK_BITS | held.check();
            if key < first { key.wrapping_add(1 << CHECK_BITS) } else { key }
        };
        let key = from(place);
        // It may have spilled from its neighbour.
        if self.place(key) == place { key } else { from(place & !1) }
    }
}

#[cfg(test)]
mod tests {
    use phidelta_rules::zobrist::scramble;

    use super::*;
    use crate::{Numbers, Options, Replacement, TableSize};

    const ALL: [Replacement; 3] =
        [Replacement::TwoBig, Replacement::SmallTree, Replacement::SmallTreeGc];

    fn table(size: TableSize, replacement: Replacement) -> Table {
        Table::new(&Options { table: size, replacement, ..Options::default() }).unwrap()
    }

    fn entry(number: u32, work: u8) -> Entry {
        Entry { numbers: Numbers { proof: number, disproof: 1 }, tag: 3, work }
    }

    fn never(_: &Entry, _: &Entry) -> bool {
        false
    }

    /// Copies a table, storing `more` entries between the pieces.
    fn copy(table: &Table, mut more: impl FnMut(&Table)) -> Vec<Copied> {
        let (mut copied, mut next) = (Vec::new(), Some(0));
        while let Some(from) = next {
            next = table.copy_piece(from, 1, &mut copied);
            more(table);
        }
        copied
    }

    /// Entries that other threads write meanwhile are copied whole or not at all.
    #[cfg(not(any(loom, shuttle)))]
    #[test]
    fn nothing_is_copied_by_half() {
        use std::sync::atomic::{AtomicBool, Ordering};
        /// Ends the threads, also if the test fails.
        struct Over<'a>(&'a AtomicBool);
        impl Drop for Over<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let table = table(TableSize::Entries(2000), Replacement::SmallTree);
        table.share(true);
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for thread in 0..2u64 {
                let (table, is_over) = (&table, &is_over);
                scope.spawn(move || {
                    let mut number = 0;
                    while !is_over.load(Ordering::Relaxed) {
                        number += 1;
                        // Few positions, so that they are written again and again.
                        let key = scramble(number % 50 + 1000 * thread);
                        table.put(key, entry(number as u32 % 1000 + 1, 200), never);
                    }
                });
            }
            let _over = Over(&is_over);
            for _ in 0..20_000 {
                for (_, copied) in copy(&table, |_| {}) {
                    let is_whole = copied.tag == 3
                        && copied.work == 200
                        && copied.numbers.disproof == 1
                        && (1..=1000).contains(&copied.numbers.proof);
                    assert!(is_whole, "{copied:?}");
                }
            }
        });
    }

    /// Whatever a table holds is found in another one, of any size that is large enough.
    #[test]
    fn copies_are_found_in_tables_of_other_sizes() {
        const MIB: u64 = 1 << 20;
        for replacement in ALL {
            for (size, others) in [
                (TableSize::Bytes(20 * MIB), &[TableSize::Bytes(64 * MIB)][..]),
                (TableSize::Entries(900_001), &[TableSize::Bytes(64 * MIB)]),
                (TableSize::Entries(300_000), &[TableSize::Entries(300_000)]),
                (TableSize::Entries(1000), &[TableSize::Entries(1000)]),
                (TableSize::Entries(4), &[TableSize::Entries(4)]),
            ] {
                let first = table(size, replacement);
                for n in 0..200_000u64 {
                    first.put(scramble(n), entry(n as u32, 9), never);
                }
                let copied = copy(&first, |_| {});
                assert_eq!(copied.len() as u64, first.used(), "{size:?}, {replacement:?}");
                for &other in others {
                    let second = table(other, replacement);
                    let mut taken = 0;
                    for piece in copied.chunks(1000) {
                        second.expect(taken, piece);
                        for &one in piece {
                            second.take_in(one, &never);
                        }
                        taken += piece.len() as u64;
                    }
                    let is_lost = |n: &u64| {
                        let key = scramble(*n);
                        first.probe(key).is_some() && second.probe(key) != first.probe(key)
                    };
                    let lost = (0..200_000).filter(is_lost).count();
                    assert!(lost <= 5_000, "{lost}: {size:?} to {other:?}, {replacement:?}");
                }
            }
        }
    }

    /// What was there at the beginning is in the copy, though the table grows while that is made.
    #[test]
    fn copies_go_on_when_the_table_grows() {
        for replacement in ALL {
            let table = table(TableSize::Bytes(200 << 20), replacement);
            let (mut n, size) = (0, table.entries());
            while table.used() < size / 2 - 8000 {
                table.put(scramble(n), entry(n as u32, 9), never);
                n += 1;
            }
            let held: Vec<u64> = (0..n).filter(|&n| table.probe(scramble(n)).is_some()).collect();
            let copied = copy(&table, |table| {
                for _ in 0..2000 {
                    table.put(scramble(n), entry(n as u32, 9), never);
                    n += 1;
                }
            });
            assert!(table.entries() > size, "it has grown");
            let mut seen = vec![false; n as usize];
            for &(key, held) in &copied {
                assert_eq!(key, table.spread(scramble(held.numbers.proof.into())));
                seen[held.numbers.proof as usize] = true;
            }
            let missed = held.iter().filter(|&&n| !seen[n as usize]).count();
            // Some have given way to others meanwhile.
            assert!(missed < held.len() / 20, "{missed} of {}, {replacement:?}", held.len());
        }
    }

    #[test]
    fn little_work_is_left_out() {
        let table = table(TableSize::Entries(1000), Replacement::SmallTree);
        for (key, amount) in [(1, 1), (2, 7), (3, 8), (4, 1000)] {
            table.put(key, entry(key as u32, work::encode(amount, 0)), never);
        }
        let mut copied = Vec::new();
        assert_eq!(table.copy_piece(0, 8, &mut copied), None);
        let mut left: Vec<u32> = copied.iter().map(|(_, entry)| entry.numbers.proof).collect();
        left.sort_unstable();
        assert_eq!(left, [3, 4]);
    }
}

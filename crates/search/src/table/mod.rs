//! The transposition table: what a depth-first search remembers.
//!
//! Positions are known by a 64-bit key, of which the place tells one part and the entry holds 48
//! bits. Two positions may share a key; whoever needs certainty checks a certificate.
//!
//! A table of a given number of entries has them from the start. A table of a given number of
//! bytes only reserves them: it begins with a few MiB and grows fourfold, in place, whenever it is
//! half full, so that small problems touch little memory and a large table costs nothing until it
//! is used.

mod copy;
mod count;
mod entry;
mod filter;
mod parents;
mod replace;
mod trial;
pub(crate) mod work;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use memmap2::MmapMut;
use thiserror::Error;

pub(crate) use copy::{Copied, PIECE};
use count::Count;
pub(crate) use entry::Entry;
use entry::{CHECK_BITS, Slot, Snapshot};
use filter::Filter;
pub(crate) use parents::{Known, Parents};
pub(crate) use replace::Stored;
pub use trial::TableTrial;

use crate::{Backup, Options, Replacement, TableSize, Widths};

/// The size of an entry, without its part of the filter.
pub const ENTRY_BYTES: u64 = size_of::<Slot>() as u64;

/// A growing table starts with so many buckets: enough that a bucket's number and the bits in an
/// entry make up the whole key, which is what makes growing possible; twice as many, so that
/// neighbours differ only in a bit that the entry holds.
const FIRST_BUCKETS: usize = 2 << (64 - CHECK_BITS);
const GROWTH: usize = 4;
/// How much memory is touched at a time, and in what steps.
const TOUCHED_AT_ONCE: usize = 2 << 20;
const PAGE: usize = 4 << 10;
/// Smaller tables do not gain by huge pages, and touch more memory with them.
const HUGE_PAGES_FROM: usize = 32 << 20;

/// The memory cannot be had.
#[derive(Debug, Error)]
#[error("cannot reserve {} for the table", amount(*bytes))]
pub struct TableError {
    pub(crate) bytes: u64,
    pub(crate) source: std::io::Error,
}

/// A number of bytes in the largest unit of which it has one.
fn amount(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = bytes.max(1).ilog2() / 10;
    let number = bytes as f64 / (1u64 << (10 * power)) as f64;
    format!("{} {}", (10.0 * number).round() / 10.0, UNITS[power as usize])
}

/// A table. Threads may share it, once it is told so. To grow, and to collect
/// garbage, nobody else may use it: threads come together for that.
pub struct Table {
    memory: MmapMut,
    buckets: AtomicUsize,
    most_buckets: usize,
    /// Entries in a bucket: 2 or 4.
    ways: usize,
    replacement: Replacement,
    /// All ones but in tests of colliding keys.
    key_mask: u64,
    /// Which positions are not there. Tables that collect garbage have none: their entries may be in either of two
    /// buckets.
    filter: Option<Filter>,
    used: Count,
    /// Whether several threads store entries.
    is_shared: AtomicBool,
    /// How many bytes were touched, so that they are there when the table grows.
    touched: AtomicUsize,
    /// From where positions were reached, if the search wants to know.
    pub(crate) parents: Option<Parents>,
}

/// How full a table is and what happened in it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct TableStatistics {
    /// Entries it has now.
    pub entries: u64,
    /// Entries in use.
    pub used: u64,
    /// Bytes it has now.
    pub bytes: u64,
    /// Look-ups that found the position.
    pub hits: u64,
    /// Look-ups that did not.
    pub misses: u64,
    /// Entries that gave way to another position, or were collected.
    pub replaced: u64,
}

impl Table {
    /// An empty table as the options ask for it.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(options: &Options) -> Result<Table, TableError> {
        let ways = Self::ways_of(options) as usize;
        let has_filter = options.replacement != Replacement::SmallTreeGc;
        let room = bucket_bytes(ways, has_filter);
        let (entries, grows) = match options.table {
            TableSize::Entries(entries) => (entries, false),
            TableSize::Bytes(bytes) => (bytes / room * ways as u64, true),
        };
        let wants_parents = options.backup == Backup::Snda;
        // A third of the room, which is one place for every two entries.
        let places = if wants_parents { entries / 3 } else { 0 };
        let entries = entries - places;
        let most_buckets = usize::try_from(entries).unwrap_or(usize::MAX / 64) / ways;
        let most_buckets = most_buckets.max(1);
        let grows = grows && most_buckets > FIRST_BUCKETS;
        let buckets = if grows { FIRST_BUCKETS } else { most_buckets };
        let bytes = most_buckets.saturating_mul(ways * size_of::<Slot>());
        let memory = MmapMut::map_anon(bytes).map_err(|source| TableError {
            bytes: (most_buckets as u64).saturating_mul(room),
            source,
        })?;
        let filter = if has_filter { Some(Filter::new(most_buckets)?) } else { None };
        let parents = if wants_parents { Some(Parents::new(places)?) } else { None };
        let Widths { key_bits, .. } = options.widths;
        let table = Table {
            memory,
            buckets: AtomicUsize::new(buckets),
            most_buckets,
            ways,
            replacement: options.replacement,
            key_mask: if key_bits >= 64 { u64::MAX } else { (1 << key_bits) - 1 },
            filter,
            used: Count::default(),
            is_shared: AtomicBool::new(false),
            touched: AtomicUsize::new(0),
            parents,
        };
        table.advise_huge_pages();
        table.fit_parents();
        Ok(table)
    }

    /// Entries in a bucket.
    fn ways_of(options: &Options) -> u64 {
        if options.replacement == Replacement::TwoBig { 2 } else { 4 }
    }

    /// Says whether several threads will store entries from now on. They come together to make room.
    pub(crate) fn share(&self, is_shared: bool) {
        self.used.set(self.used());
        self.is_shared.store(is_shared, Ordering::Relaxed);
    }

    #[inline]
    fn is_shared(&self) -> bool {
        self.is_shared.load(Ordering::Relaxed)
    }

    #[inline]
    fn buckets(&self) -> usize {
        self.buckets.load(Ordering::Relaxed)
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        (self.buckets() * self.ways) as u64
    }

    /// How many are in use.
    pub fn used(&self) -> u64 {
        self.used.get(self.is_shared())
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let parents = self.parents.as_ref().map_or(0, Parents::bytes);
        self.buckets() as u64 * bucket_bytes(self.ways, self.filter.is_some()) + parents
    }

    /// How many bytes more it may take.
    pub(crate) fn bytes_to_come(&self) -> u64 {
        let bucket_bytes = bucket_bytes(self.ways, self.filter.is_some());
        (self.most_buckets - self.buckets()) as u64 * bucket_bytes
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        for slot in self.slots() {
            if !slot.load().is_empty() {
                slot.store(Snapshot::EMPTY);
            }
        }
        self.used.set(0);
        if let Some(filter) = &self.filter {
            filter.clear(self.buckets());
        }
        if let Some(parents) = &self.parents {
            parents.clear();
        }
    }

    /// Parents are known in proportion to entries, so that a small problem touches little memory.
    fn fit_parents(&self) {
        let wanted = self.entries() / 2;
        if let Some(parents) = &self.parents {
            parents.use_places(wanted);
        }
    }

    fn slots(&self) -> &[Slot] {
        let count = self.buckets() * self.ways;
        debug_assert!(count * size_of::<Slot>() <= self.memory.len());
        // SAFETY: the mapping is page aligned, lives as long as `self`, and is large enough for
        // `most_buckets >= buckets` buckets. A slot is two atomic words, for which any bits,
        // including the initial zeros, are valid, and which shared references may write.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast::<Slot>(), count) }
    }

    /// Makes bad keys (small numbers, say, or large multiples) good enough to choose a bucket by
    /// their upper bits and to be told apart by their lower ones. Different keys stay different.
    #[inline]
    fn spread(&self, key: u64) -> u64 {
        let product = (key & self.key_mask).wrapping_mul(0xd129_0d3d_b2f4_a3b5);
        product ^ (product >> 32)
    }

    #[inline]
    fn place(&self, spread: u64) -> usize {
        ((u128::from(spread) * self.buckets() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, spread: u64) -> &[Slot] {
        self.bucket_at(self.place(spread))
    }

    #[inline]
    fn bucket_at(&self, place: usize) -> &[Slot] {
        let first = place * self.ways;
        &self.slots()[first..first + self.ways]
    }

    /// The bucket into which garbage-collected tables spill, or nothing at the table's end.
    #[inline]
    fn next_bucket(&self, spread: u64) -> &[Slot] {
        let next = self.place(spread) ^ 1;
        if next < self.buckets() { &self.slots()[next * self.ways..][..self.ways] } else { &[] }
    }

    /// Brings a position's bucket into the cache, for a look-up soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(self.spread(key)).as_ptr());
    }

    /// Brings into the cache what tells whether a position may be known, for a look-up soon: enough where it is
    /// likely to be new.
    #[inline]
    pub(crate) fn prefetch_filter(&self, key: u64) {
        let place = self.place(self.spread(key));
        match &self.filter {
            Some(filter) => filter.prefetch(place),
            None => prefetch(self.bucket_at(place).as_ptr()),
        }
    }

    /// If a position may be known, brings its bucket into the cache.
    #[inline]
    pub(crate) fn prefetch_known(&self, key: u64) {
        let spread = self.spread(key);
        let place = self.place(spread);
        if self.may_hold(place, Snapshot::check_of(spread)) {
            prefetch(self.bucket_at(place).as_ptr());
        }
    }

    /// Whether a position may be known that has this place and this check.
    #[inline]
    fn may_hold(&self, place: usize, check: u64) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.may_hold(place, filter::bit(check)))
    }

    /// What is known of a position. It is compiled once, and not for each game.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.find(key)
    }

    #[inline(always)]
    fn find(&self, key: u64) -> Option<Entry> {
        let spread = self.spread(key);
        let (place, check) = (self.place(spread), Snapshot::check_of(spread));
        if !self.may_hold(place, check) {
            return None;
        }
        // Only collection leaves gaps: elsewhere nothing is behind a free place.
        let gaps = self.replacement == Replacement::SmallTreeGc;
        let find = |bucket: &[Slot]| {
            for slot in bucket {
                let old = slot.load();
                if old.is_empty() {
                    if gaps {
                        continue;
                    }
                    return None;
                }
                if old.check() == check {
                    return Some(old.entry());
                }
            }
            None
        };
        let found = find(self.bucket_at(place));
        if gaps && found.is_none() {
            return find(self.next_bucket(spread));
        }
        found
    }

    /// Stores an entry, after making room if that is due and nobody else uses the table. Gives how many
    /// entries gave way.
    #[inline]
    pub(crate) fn put(
        &self,
        key: u64,
        entry: Entry,
        keeps: impl Fn(&Entry, &Entry) -> bool,
    ) -> u64 {
        let made = if !self.is_shared() && self.wants_room() { self.make_room() } else { 0 };
        made + u64::from(self.store(key, entry, keeps) == Stored::Replaced)
    }

    /// Whether it is time to grow or to collect garbage.
    #[inline]
    pub(crate) fn wants_room(&self) -> bool {
        self.wants_growth() || self.wants_collection()
    }

    /// Grows, or else collects garbage, if it is time. Nobody else may use the table meanwhile. Gives how
    /// many entries gave way.
    pub(crate) fn make_room(&self) -> u64 {
        if self.wants_growth() {
            self.grow();
        } else if self.wants_collection() {
            return self.collect();
        }
        0
    }

    #[inline]
    fn count_used(&self, more: u64) {
        self.used.add(more, self.is_shared());
    }

    fn count_freed(&self, fewer: u64) {
        self.used.add(fewer.wrapping_neg(), self.is_shared());
    }

    /// Whether the table is half full and may grow.
    #[inline]
    pub(crate) fn wants_growth(&self) -> bool {
        self.buckets() < self.most_buckets && self.used() * 2 > self.entries()
    }

    /// Grows the table in place, as far as its limit allows, keeping every entry that finds room.
    pub(crate) fn grow(&self) {
        let old_buckets = self.buckets();
        debug_assert!(old_buckets.is_power_of_two() && old_buckets >= FIRST_BUCKETS);
        let key_bits_in_place = old_buckets.ilog2();
        self.buckets.store(self.next_buckets(), Ordering::Relaxed);
        self.advise_huge_pages();
        self.fit_parents();
        self.used.set(0);
        if let Some(filter) = &self.filter {
            filter.clear(old_buckets);
        }
        // Places keep the order of keys, so from the end no entry is overwritten unread.
        for place in (0..old_buckets).rev() {
            let first = place * self.ways;
            let mut moving = [Snapshot::EMPTY; 4];
            for (way, held) in moving[..self.ways].iter_mut().enumerate() {
                let slot = &self.slots()[first + way];
                *held = slot.load();
                slot.store(Snapshot::EMPTY);
            }
            for held in moving.into_iter().filter(|held| !held.is_empty()) {
                let home = self.home_of(held, place, key_bits_in_place);
                let bucket = &self.slots()[home * self.ways..][..self.ways];
                if let Some(free) = bucket.iter().find(|slot| slot.load().is_empty()) {
                    free.store(held);
                    self.count_used(1);
                    if let Some(filter) = &self.filter {
                        filter.add(home, filter::bit(held.check()), false);
                    }
                }
            }
        }
    }

    /// How many buckets there are after growing.
    fn next_buckets(&self) -> usize {
        let buckets = (self.buckets() * GROWTH).min(self.most_buckets);
        // Better one larger step now than a small one later.
        if self.most_buckets / 2 < buckets { self.most_buckets } else { buckets }
    }

    /// If the table will grow soon, touches a part of the memory that it will have then: the system clears
    /// what is touched for the first time, and threads can have that done at the same time.
    pub(crate) fn prepare_growth(&self) {
        let is_soon = self.buckets() < self.most_buckets && self.used() * 3 > self.entries();
        let end = if is_soon { self.next_buckets() * self.ways * size_of::<Slot>() } else { 0 };
        if self.touched.load(Ordering::Relaxed) >= end {
            return;
        }
        let first = self.touched.fetch_add(TOUCHED_AT_ONCE, Ordering::Relaxed);
        advise_huge_pages(&self.memory, end);
        for at in (first..end.min(first + TOUCHED_AT_ONCE)).step_by(PAGE) {
            // SAFETY: the word is a part of the mapping, which is aligned to pages, lives as long as `self`
            // and is used as atomic words alone; and its value stays the same.
            let word = unsafe { &*self.memory.as_ptr().add(at).cast::<AtomicU64>() };
            word.fetch_or(0, Ordering::Relaxed);
        }
    }

    /// The bucket of an entry after growing: the bucket it was in and the bits that it holds
    /// make up its whole key, even if it had spilled into its neighbour.
    fn home_of(&self, held: Snapshot, place: usize, key_bits_in_place: u32) -> usize {
        let above_check = (place as u64) >> (key_bits_in_place - (64 - CHECK_BITS));
        self.place(above_check << CHECK_BITS | held.check())
    }

    /// A look-up costs a third less in huge pages.
    fn advise_huge_pages(&self) {
        advise_huge_pages(&self.memory, (self.entries() * ENTRY_BYTES) as usize);
        if let Some(filter) = &self.filter {
            filter.advise_huge_pages(self.buckets());
        }
    }
}

/// What a bucket of so many entries takes, with its part of the filter if there is one.
fn bucket_bytes(ways: usize, has_filter: bool) -> u64 {
    ways as u64 * ENTRY_BYTES + if has_filter { filter::BYTES as u64 } else { 0 }
}

/// Brings what is at an address into the cache.
#[inline]
fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching has no effect but on the cache, whatever the address.
        unsafe { _mm_prefetch(address.cast(), _MM_HINT_T0) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Asks for huge pages for the first so many bytes, where the system gives them.
pub(crate) fn advise_huge_pages(memory: &MmapMut, bytes: usize) {
    if bytes >= HUGE_PAGES_FROM {
        ask_for_huge_pages(memory, bytes);
    }
}

fn ask_for_huge_pages(memory: &MmapMut, bytes: usize) {
    #[cfg(target_os = "linux")]
    {
        // Advice may be refused: the memory works without.
        let _ = memory.advise_range(memmap2::Advice::HugePage, 0, bytes);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (memory, bytes);
}

#[cfg(test)]
mod tests {
    use phidelta_rules::zobrist::scramble;

    use super::*;
    use crate::{INFINITY, Numbers};

    const ALL: [Replacement; 3] =
        [Replacement::TwoBig, Replacement::SmallTree, Replacement::SmallTreeGc];

    fn table(size: TableSize, replacement: Replacement) -> Table {
        Table::new(&Options { table: size, replacement, ..Options::default() }).unwrap()
    }

    /// A position that is held is never missed, whatever gave way, and few that are not are looked for.
    #[test]
    fn the_filter_misses_nothing_and_spares_most_look_ups() {
        for replacement in [Replacement::TwoBig, Replacement::SmallTree] {
            for size in [TableSize::Entries(1 << 12), TableSize::Bytes(1 << 24)] {
                let table = table(size, replacement);
                for number in 0..3 * table.entries().max(1 << 19) {
                    let entry = entry(number as u32 | 1, 1 + (number % 100) as u8);
                    table.put(scramble(number), entry, solved);
                }
                let mut out = Vec::new();
                let mut from = Some(0);
                while let Some(key) = from {
                    from = table.copy_piece(key, 1, &mut out);
                }
                assert_eq!(out.len() as u64, table.used());
                for (spread, _) in out {
                    assert!(table.may_hold(table.place(spread), Snapshot::check_of(spread)));
                }
                let is_new = |number: &u64| {
                    let spread = table.spread(scramble(number | 1 << 40));
                    table.may_hold(table.place(spread), Snapshot::check_of(spread))
                };
                let looked_for = (0..10_000).filter(is_new).count();
                assert!(looked_for < 2500, "{looked_for} of 10,000, {replacement:?}");
            }
        }
    }

    /// A thread that renews a bucket's bits while another updates an entry there, which looks empty meanwhile, does not
    /// hide it for good.
    #[test]
    fn what_is_updated_while_bits_are_renewed_is_found_afterwards() {
        let table = table(TableSize::Entries(4), Replacement::SmallTree);
        table.share(true);
        table.put(scramble(1), entry(1, 1), solved);
        table.filter.as_ref().unwrap().renew(0, || 0, true);
        assert_eq!(table.probe(scramble(1)), None);
        table.put(scramble(1), entry(2, 1), solved);
        assert_eq!(table.probe(scramble(1)), Some(entry(2, 1)));
    }

    /// Nor is it where threads store in the same buckets at once, once they have done so.
    #[cfg(not(any(loom, shuttle)))]
    #[test]
    fn the_filter_misses_nothing_that_several_threads_have_stored() {
        for round in 0..40 {
            let replacement = [Replacement::TwoBig, Replacement::SmallTree][round % 2];
            let table = table(TableSize::Entries(4), replacement);
            table.share(true);
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    let table = &table;
                    scope.spawn(move || {
                        for number in 0..20_000u64 {
                            let key = scramble(number * (thread + 1) % 7);
                            table.put(
                                key,
                                entry(number as u32 | 1, 1 + (number % 100) as u8),
                                solved,
                            );
                        }
                    });
                }
            });
            for (index, held) in table.slots().iter().map(Slot::load).enumerate() {
                let is_found = table.may_hold(index / table.ways, held.check());
                assert!(held.is_empty() || is_found, "round {round}");
            }
        }
    }

    fn solved(old: &Entry, new: &Entry) -> bool {
        let is_solved = |entry: &Entry| entry.numbers.verdict(INFINITY).is_some();
        old.tag == new.tag && is_solved(old) && !is_solved(new)
    }

    fn entry(number: u32, work: u8) -> Entry {
        Entry { numbers: Numbers { proof: number, disproof: 1 }, tag: 3, work }
    }

    #[test]
    fn sizes_are_as_asked_for_in_whole_buckets() {
        for (asked, four_ways, two_ways) in [(4, 4, 4), (5, 4, 4), (6, 4, 6), (37, 36, 36)] {
            let size = TableSize::Entries(asked);
            assert_eq!(table(size, Replacement::SmallTree).entries(), four_ways);
            assert_eq!(table(size, Replacement::TwoBig).entries(), two_ways);
        }
        assert_eq!(table(TableSize::Bytes(1000), Replacement::SmallTree).bytes(), 990);
    }

    #[test]
    fn what_cannot_be_had_is_told_in_words() {
        let size = TableSize::Bytes(3 << 59);
        let fault = Table::new(&Options { table: size, ..Options::default() }).err().unwrap();
        assert_eq!(fault.to_string(), "cannot reserve 1.5 EiB for the table");
        assert_eq!(amount(3 << 29), "1.5 GiB");
        assert_eq!(amount(u64::MAX), "16 EiB");
        assert_eq!(amount(0), "0 bytes");
    }

    /// A growing table keeps what it holds, up to an odd final size, where a few places of two
    /// old buckets meet in one; every entry it has is found again.
    #[test]
    fn growing_keeps_what_is_held() {
        for replacement in ALL {
            let limit = 45_000_000;
            let mut table = table(TableSize::Bytes(limit), replacement);
            let first = table.bytes();
            assert!(first < limit / 4, "it starts small");
            let mut kept = 0;
            for n in 0..1_000_000u64 {
                // Touching what will be needed changes nothing.
                if n % 64 == 0 {
                    table.prepare_growth();
                }
                if table.wants_growth() {
                    let used = table.used();
                    table.grow();
                    assert!(table.used() >= used - used / 10, "{replacement:?}");
                }
                kept +=
                    u64::from(table.store(scramble(n), entry(n as u32, 9), solved) == Stored::New);
            }
            assert!(table.bytes() > limit / 2 && table.bytes() <= limit);
            assert!(table.used() <= kept);
            let found = (0..1_000_000u64)
                .filter(|&n| table.probe(scramble(n)).is_some_and(|e| e.numbers.proof == n as u32))
                .count() as u64;
            assert_eq!(found, table.used(), "{replacement:?}");
            table.clear();
            assert_eq!((table.used(), table.probe(scramble(7))), (0, None));
        }
    }

    #[test]
    fn a_proof_is_not_displaced_by_numbers_of_the_same_position() {
        for replacement in ALL {
            let table = table(TableSize::Entries(4), replacement);
            let proof = Entry { numbers: Numbers::solved(true, INFINITY), tag: 3, work: 1 };
            table.store(5, proof, solved);
            assert_eq!(table.store(5, entry(2, 200), solved), Stored::Updated);
            assert_eq!(table.probe(5), Some(proof));
            // Of another question: the newer one counts.
            let other = Entry { tag: 4, ..entry(2, 1) };
            table.store(5, other, solved);
            assert_eq!(table.probe(5), Some(other));
        }
    }

    /// Keys that differ only in their upper bits are told apart, in the smallest table too.
    #[test]
    fn keys_need_not_be_good() {
        for shift in [0, 16, 32, 48, 56] {
            let table = table(TableSize::Entries(1024), Replacement::SmallTree);
            for key in 1..=255u64 {
                assert_eq!(table.probe(key << shift), None, "key {key} << {shift}");
                table.store(key << shift, entry(1, 1), solved);
            }
            assert!(table.used() > 200, "{} of 255 found a place", table.used());
        }
    }

    #[test]
    fn small_tree_replaces_the_smallest() {
        let table = table(TableSize::Entries(4), Replacement::SmallTree);
        for (key, work) in [(1, 30), (2, 10), (3, 20), (4, 40)] {
            assert_eq!(table.store(key, entry(1, work), solved), Stored::New);
        }
        assert_eq!(table.store(5, entry(1, 5), solved), Stored::Replaced);
        assert_eq!(table.probe(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key).is_some()));
    }

    #[test]
    fn two_big_keeps_the_larger_and_the_newer() {
        let table = table(TableSize::Entries(2), Replacement::TwoBig);
        table.store(1, entry(1, 50), solved);
        table.store(2, entry(1, 10), solved);
        table.store(3, entry(1, 20), solved);
        assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [true, false, true]);
        table.store(4, entry(1, 60), solved);
        assert_eq!([1, 3, 4].map(|key| table.probe(key).is_some()), [true, false, true]);
        // What outgrows the larger one takes its place.
        table.store(1, entry(1, 70), solved);
        table.store(5, entry(1, 5), solved);
        assert_eq!([1, 4, 5].map(|key| table.probe(key).is_some()), [true, false, true]);
    }

    #[test]
    fn collection_frees_the_small_half() {
        let table = table(TableSize::Entries(4096), Replacement::SmallTreeGc);
        let mut n = 0;
        while !table.wants_collection() {
            table.store(scramble(n), entry(1, 1 + (n % 200) as u8), solved);
            n += 1;
        }
        let before = table.used();
        let freed = table.collect();
        assert_eq!(table.used(), before - freed);
        assert!(table.used() <= 2048 && table.used() > 1500, "{}", table.used());
        let largest_kept = (0..n).filter(|&n| n % 200 == 199);
        assert!(largest_kept.filter(|&n| table.probe(scramble(n)).is_none()).count() < 3);
    }
}

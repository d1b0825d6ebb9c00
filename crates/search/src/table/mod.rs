//! The transposition table: what a depth-first search remembers.
//!
//! Positions are known by a 64-bit key, of which the place tells one part and the entry holds 48
//! bits. Two positions may share a key; whoever needs certainty checks a certificate.
//!
//! A table of a given number of entries has them from the start. A table of a given number of
//! bytes only reserves them: it begins with 8 MiB and grows fourfold, in place, whenever it is
//! half full, so that small problems touch little memory and a large table costs nothing until it
//! is used.

mod entry;
mod replace;
pub(crate) mod work;

use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;
use thiserror::Error;

pub(crate) use entry::Entry;
use entry::{CHECK_BITS, Slot, Snapshot};
pub(crate) use replace::Stored;

use crate::{Options, Replacement, TableSize, Widths};

/// The size of an entry.
pub const ENTRY_BYTES: u64 = size_of::<Slot>() as u64;

/// A growing table starts with so many buckets: enough that a bucket's number and the bits in an
/// entry make up the whole key, which is what makes growing possible; twice as many, so that
/// neighbours differ only in a bit that the entry holds.
const FIRST_BUCKETS: usize = 2 << (64 - CHECK_BITS);
const GROWTH: usize = 4;
/// Smaller tables do not gain by huge pages, and touch more memory with them.
const HUGE_PAGES_FROM: usize = 32 << 20;

/// The memory cannot be had.
#[derive(Debug, Error)]
#[error("cannot reserve {bytes} bytes for the table ({cause}); ask for less")]
pub struct TableError {
    bytes: u64,
    cause: std::io::Error,
}

/// A table. Reading and writing entries takes `&self`: threads may share it.
pub struct Table {
    memory: MmapMut,
    buckets: usize,
    most_buckets: usize,
    /// Entries in a bucket: 2 or 4.
    ways: usize,
    replacement: Replacement,
    /// All ones but in tests of colliding keys.
    key_mask: u64,
    used: AtomicU64,
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
        let ways = if options.replacement == Replacement::TwoBig { 2 } else { 4 };
        let (entries, grows) = match options.table {
            TableSize::Entries(entries) => (entries, false),
            TableSize::Bytes(bytes) => (bytes / ENTRY_BYTES, true),
        };
        let most_buckets = usize::try_from(entries).unwrap_or(usize::MAX / 64) / ways;
        let most_buckets = most_buckets.max(1);
        let grows = grows && most_buckets > FIRST_BUCKETS;
        let buckets = if grows { FIRST_BUCKETS } else { most_buckets };
        let bytes = most_buckets.saturating_mul(ways * size_of::<Slot>());
        let memory =
            MmapMut::map_anon(bytes).map_err(|cause| TableError { bytes: bytes as u64, cause })?;
        let Widths { key_bits, .. } = options.widths;
        let table = Table {
            memory,
            buckets,
            most_buckets,
            ways,
            replacement: options.replacement,
            key_mask: if key_bits >= 64 { u64::MAX } else { (1 << key_bits) - 1 },
            used: AtomicU64::new(0),
        };
        table.advise_huge_pages();
        Ok(table)
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        (self.buckets * self.ways) as u64
    }

    /// How many are in use.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// How many bytes the entries take.
    pub fn bytes(&self) -> u64 {
        self.entries() * ENTRY_BYTES
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        for slot in self.slots() {
            if !slot.load().is_empty() {
                slot.store(Snapshot::EMPTY);
            }
        }
        *self.used.get_mut() = 0;
    }

    fn slots(&self) -> &[Slot] {
        let count = self.buckets * self.ways;
        debug_assert!(count * size_of::<Slot>() <= self.memory.len());
        // SAFETY: the mapping is page aligned, lives as long as `self`, and is large enough for
        // `most_buckets >= buckets` buckets. A slot is two atomic words, for which any bits,
        // including the initial zeros, are valid, and which shared references may write.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast::<Slot>(), count) }
    }

    /// Makes bad keys (small numbers, say) good enough to choose a bucket by their upper bits.
    #[inline]
    fn spread(&self, key: u64) -> u64 {
        (key & self.key_mask).wrapping_mul(0xd129_0d3d_b2f4_a3b5)
    }

    #[inline]
    fn place(&self, spread: u64) -> usize {
        ((u128::from(spread) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, spread: u64) -> &[Slot] {
        let first = self.place(spread) * self.ways;
        &self.slots()[first..first + self.ways]
    }

    /// The bucket into which garbage-collected tables spill, or nothing at the table's end.
    #[inline]
    fn next_bucket(&self, spread: u64) -> &[Slot] {
        let next = self.place(spread) ^ 1;
        if next < self.buckets { &self.slots()[next * self.ways..][..self.ways] } else { &[] }
    }

    /// Brings a position's bucket into the cache, for a look-up soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.bucket(self.spread(key));
            // SAFETY: prefetching has no effect but on the cache, and the address is valid.
            unsafe { _mm_prefetch(bucket.as_ptr().cast(), _MM_HINT_T0) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let spread = self.spread(key);
        let check = Snapshot::check_of(spread);
        let find = |bucket: &[Slot]| {
            bucket.iter().map(Slot::load).find(|old| old.holds(check)).map(Snapshot::entry)
        };
        let found = find(self.bucket(spread));
        if found.is_none() && self.replacement == Replacement::SmallTreeGc {
            return find(self.next_bucket(spread));
        }
        found
    }

    #[inline]
    fn count_used(&self, more: u64) {
        self.used.fetch_add(more, Ordering::Relaxed);
    }

    fn count_freed(&self, fewer: u64) {
        self.used.fetch_sub(fewer, Ordering::Relaxed);
    }

    /// Whether the table is half full and may grow.
    #[inline]
    pub(crate) fn wants_growth(&self) -> bool {
        self.buckets < self.most_buckets && self.used() * 2 > self.entries()
    }

    /// Grows the table in place, as far as its limit allows, keeping every entry that finds room.
    pub(crate) fn grow(&mut self) {
        let old_buckets = self.buckets;
        debug_assert!(old_buckets.is_power_of_two() && old_buckets >= FIRST_BUCKETS);
        let key_bits_in_place = old_buckets.ilog2();
        self.buckets = (old_buckets * GROWTH).min(self.most_buckets);
        // Better one larger step now than a small one later.
        if self.most_buckets / 2 < self.buckets {
            self.buckets = self.most_buckets;
        }
        self.advise_huge_pages();
        *self.used.get_mut() = 0;
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
                }
            }
        }
    }

    /// The bucket of an entry after growing: the bucket it was in and the bits that it holds
    /// make up its whole key, even if it had spilled into its neighbour.
    fn home_of(&self, held: Snapshot, place: usize, key_bits_in_place: u32) -> usize {
        let above_check = (place as u64) >> (key_bits_in_place - (64 - CHECK_BITS));
        self.place(above_check << CHECK_BITS | held.check())
    }

    /// Asks for huge pages, where the system gives them: a look-up then costs a third less.
    fn advise_huge_pages(&self) {
        #[cfg(target_os = "linux")]
        {
            let bytes = self.bytes() as usize;
            if bytes >= HUGE_PAGES_FROM {
                // Advice may be refused: the table works without.
                let _ = self.memory.advise_range(memmap2::Advice::HugePage, 0, bytes);
            }
        }
    }
}

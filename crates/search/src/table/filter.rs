//! Which positions a table cannot know: a few bits for each bucket, small enough to stay in the cache.
//!
//! Nearly all positions that a search asks about for the first time are not in the table, and to find that out costs
//! an access to memory each time. So each bucket has 16 bits here, one of which is set for each position in it (a
//! Bloom filter of one hash function for each bucket: Bloom 1970; Putze, Sanders & Singler 2007). If the bit of a
//! position is not set, the bucket need not be looked at.
//!
//! While one thread uses the table, a bit that is not set is always right. Where several do, a position may be missed
//! for a moment, as in the table itself.

use std::sync::atomic::{AtomicU16, Ordering};

use memmap2::MmapMut;

use super::TableError;

/// What a bucket takes here.
pub(super) const BYTES: usize = size_of::<AtomicU16>();

const HUGE_PAGE: usize = 2 << 20;

/// The bits of all buckets.
pub(super) struct Filter(MmapMut);

impl Filter {
    /// For so many buckets at most. What is not used takes no memory.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(buckets: usize) -> Result<Filter, TableError> {
        let bytes = buckets.saturating_mul(BYTES);
        MmapMut::map_anon(bytes)
            .map(Filter)
            .map_err(|source| TableError { bytes: bytes as u64, source })
    }

    #[inline]
    fn words(&self) -> &[AtomicU16] {
        // SAFETY: the mapping is page aligned, lives as long as `self`, and is used as atomic words alone, for which
        // any bits, including the initial zeros, are valid.
        unsafe {
            std::slice::from_raw_parts(self.0.as_ptr().cast::<AtomicU16>(), self.0.len() / BYTES)
        }
    }

    /// Whether a bucket may hold something with this bit.
    #[inline]
    pub fn may_hold(&self, bucket: usize, bit: u16) -> bool {
        self.words()[bucket].load(Ordering::Relaxed) & bit != 0
    }

    /// Brings the bits of a bucket into the cache.
    #[inline]
    pub fn prefetch(&self, bucket: usize) {
        super::prefetch(self.words()[bucket..].as_ptr());
    }

    /// Something with these bits was stored in a bucket.
    #[inline]
    pub fn add(&self, bucket: usize, bits: u16, is_shared: bool) {
        let word = &self.words()[bucket];
        if is_shared {
            word.fetch_or(bits, Ordering::Release);
        } else {
            word.store(word.load(Ordering::Relaxed) | bits, Ordering::Relaxed);
        }
    }

    /// Something in a bucket gave way: its bits are those that `bits` finds there.
    #[inline]
    pub fn renew(&self, bucket: usize, bits: impl Fn() -> u16, is_shared: bool) {
        let word = &self.words()[bucket];
        if is_shared {
            // What another thread has stored meanwhile, and set its bit, is seen after the exchange.
            word.swap(bits(), Ordering::AcqRel);
            word.fetch_or(bits(), Ordering::Release);
        } else {
            word.store(bits(), Ordering::Relaxed);
        }
    }

    /// The first so many buckets are empty.
    pub fn clear(&self, buckets: usize) {
        for word in &self.words()[..buckets] {
            if word.load(Ordering::Relaxed) != 0 {
                word.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Asks for huge pages for the first so many buckets, if that is one at least: all of it is used all the time.
    pub fn advise_huge_pages(&self, buckets: usize) {
        let bytes = buckets * BYTES;
        if bytes >= HUGE_PAGE {
            super::ask_for_huge_pages(&self.0, bytes);
        }
    }
}

/// The bit of a position with this check.
#[inline]
pub(super) fn bit(check: u64) -> u16 {
    1 << (check & 15)
}

//! From where positions were reached: one parent each, for the source node detection algorithm
//! (Kishimoto 2010).
//!
//! The paper keeps the pointer in the entry of the table. Here it has a place of its own, so that
//! other searches do not pay for it. There is one place for a position, chosen by its key, and the
//! latest position takes it: what is lost costs accuracy of numbers, never an answer.

use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;

use crate::TableError;

/// What is known of how a position was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// The key of the position that it was last reached from.
    pub parent: u64,
    /// Whether it shares descendants with other positions that are reached from there.
    pub shared: bool,
}

/// Positions by their keys, each with a parent.
pub(crate) struct Parents {
    memory: MmapMut,
    /// How many places are in use, as the table grows.
    places: AtomicU64,
}

/// The position, spread, with the mark in the last bit; and its parent's key. The first is xored with the
/// second: if another thread writes while we read, the position is not found.
type Place = [AtomicU64; 2];

const PLACE_BYTES: usize = size_of::<Place>();
const MARK: u64 = 1;

impl Parents {
    /// Room for so many positions, one at least.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(places: u64) -> Result<Self, TableError> {
        let bytes = usize::try_from(places.max(1)).unwrap_or(usize::MAX);
        let bytes = bytes.saturating_mul(PLACE_BYTES);
        let memory = MmapMut::map_anon(bytes)
            .map_err(|source| TableError { bytes: bytes as u64, source })?;
        Ok(Parents { memory, places: AtomicU64::new(1) })
    }

    /// Uses so many places, as far as there are. Others are found by other places then: what is
    /// known is lost.
    pub fn use_places(&self, places: u64) {
        let places = places.clamp(1, (self.memory.len() / PLACE_BYTES) as u64);
        self.places.store(places, Ordering::Relaxed);
    }

    #[inline]
    fn places(&self) -> u64 {
        self.places.load(Ordering::Relaxed)
    }

    /// How many bytes are in use.
    pub fn bytes(&self) -> u64 {
        self.places() * PLACE_BYTES as u64
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.all().iter().flatten().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let spread = spread(key);
        let [held, parent] = self.place(spread).each_ref().map(|word| word.load(Ordering::Relaxed));
        let held = held ^ parent;
        (held & !MARK == spread & !MARK).then_some(Known { parent, shared: held & MARK != 0 })
    }

    /// The position with this key was reached from `parent`. The mark stays as long as the parent
    /// does.
    #[inline]
    pub fn reached(&self, key: u64, parent: u64) {
        let known = self.get(key);
        let shared = known.is_some_and(|known| known.parent == parent && known.shared);
        self.put(key, Known { parent, shared });
    }

    /// Puts down what is known of a position.
    #[inline]
    pub fn put(&self, key: u64, Known { parent, shared }: Known) {
        let spread = spread(key);
        let held = spread & !MARK | if shared { MARK } else { 0 };
        let [first, second] = self.place(spread);
        first.store(held ^ parent, Ordering::Relaxed);
        second.store(parent, Ordering::Relaxed);
    }

    /// The place of a position.
    #[inline]
    fn place(&self, spread: u64) -> &Place {
        let all = self.all();
        &all[((u128::from(spread) * all.len() as u128) >> 64) as usize]
    }

    #[inline]
    fn all(&self) -> &[Place] {
        let count = self.places() as usize;
        debug_assert!(count * PLACE_BYTES <= self.memory.len());
        // SAFETY: the mapping is page aligned, lives as long as `self`, and is large enough for as many
        // places as are ever in use. A place is two atomic words, for which any bits are valid, and
        // which shared references may write.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast::<Place>(), count) }
    }
}

/// Makes bad keys good: different ones stay different, and none is the spread of an empty place.
#[inline]
fn spread(key: u64) -> u64 {
    let product = (key ^ 0x94d0_49bb_1331_11eb).wrapping_mul(0xd129_0d3d_b2f4_a3b5);
    product ^ (product >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backup, Options, Table, TableSize};

    /// The room for parents is a part of the table's, and grows with it.
    #[test]
    fn parents_and_entries_share_the_room() {
        let room = 100_000_000;
        // A number of entries does not count the filter.
        for (table, room) in
            [(TableSize::Bytes(room), room), (TableSize::Entries(room / 16), room / 32 * 33)]
        {
            let options = Options { backup: Backup::Snda, table, ..Options::default() };
            let table = Table::new(&options).unwrap();
            let places = |table: &Table| table.parents.as_ref().unwrap().places();
            let before = places(&table);
            assert_eq!(before, table.entries() / 2);
            let grows = table.bytes() < room / 2;
            if grows {
                table.grow();
                assert!(places(&table) > before);
            }
            while grows && table.bytes() < room / 2 {
                table.grow();
            }
            assert!((room * 9 / 10..=room).contains(&table.bytes()), "{}", table.bytes());
        }
        let table = TableSize::Entries(4);
        let options = Options { backup: Backup::Snda, table, ..Options::default() };
        assert_eq!(Table::new(&options).unwrap().entries(), 4);
    }

    #[test]
    fn parents_are_found_and_marks_go_with_them() {
        let parents = Parents::new(1000).unwrap();
        parents.use_places(1000);
        assert!((0..100).all(|key| parents.get(key).is_none()));
        let known = |parent, shared| Some(Known { parent, shared });
        parents.reached(5, 3);
        assert_eq!(parents.get(5), known(3, false));
        parents.put(5, Known { parent: 3, shared: true });
        parents.reached(5, 3);
        assert_eq!(parents.get(5), known(3, true));
        parents.reached(5, 4);
        assert_eq!(parents.get(5), known(4, false));
        parents.clear();
        assert_eq!(parents.get(5), None);
    }

    #[test]
    fn the_latest_position_takes_a_place() {
        let parents = Parents::new(0).unwrap();
        assert_eq!(parents.bytes(), 16);
        parents.reached(5, 3);
        parents.reached(6, 3);
        assert_eq!((parents.get(5), parents.get(6).map(|known| known.parent)), (None, Some(3)));
    }
}

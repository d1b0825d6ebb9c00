//! The table as benchmarks see it, which have no access to entries: a number of look-ups at a time.

use phidelta_rules::zobrist::scramble;

use super::{Entry, Table, TableError};
use crate::{INFINITY, Numbers, Options, TableSize};

/// A table that is half full of positions with made-up keys.
pub struct TableTrial {
    table: Table,
    positions: u64,
}

impl TableTrial {
    /// A table of so many entries.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(entries: u64) -> Result<Self, TableError> {
        let options = Options { table: TableSize::Entries(entries), ..Options::default() };
        let trial = TableTrial { table: Table::new(&options)?, positions: entries / 2 };
        trial.store_all(0);
        Ok(trial)
    }

    /// Looks up all positions that were stored. How many were found.
    pub fn look_up_old(&self) -> usize {
        self.look_up_all(0)
    }

    /// Looks up as many positions that were not stored. How many were found.
    pub fn look_up_new(&self) -> usize {
        self.look_up_all(self.positions)
    }

    /// Stores the positions again, with the same numbers.
    pub fn store_old(&self) {
        self.store_all(0);
    }

    /// Stores as many positions that are new. Some displace others.
    pub fn store_new(&self) {
        self.store_all(self.positions);
    }

    fn look_up_all(&self, first: u64) -> usize {
        let positions = first..first + self.positions;
        positions.filter(|&position| self.table.find(scramble(position)).is_some()).count()
    }

    fn store_all(&self, first: u64) {
        for position in first..first + self.positions {
            let numbers = Numbers { proof: position as u32 | 1, disproof: 1 };
            let entry = Entry { numbers, tag: 0, work: 1 + (position % 100) as u8 };
            self.table.put(scramble(position), entry, |old, new| {
                let is_solved = |entry: &Entry| entry.numbers.verdict(INFINITY).is_some();
                is_solved(old) && !is_solved(new)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_finds_what_it_stored_and_little_else() {
        let trial = TableTrial::new(1 << 12).unwrap();
        let (old, new) = (trial.look_up_old(), trial.look_up_new());
        assert!(old > (1 << 11) * 9 / 10, "{old} found");
        assert_eq!(new, 0);
        trial.store_old();
        trial.store_new();
        assert!(trial.look_up_new() > (1 << 11) * 8 / 10);
    }
}

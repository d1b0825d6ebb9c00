//! How the memory is divided.

use phidelta_search::ENTRY_BYTES;
use serde::Serialize;

use super::Proving;

pub const MIB: u64 = 1 << 20;

/// The size of what a search remembers, and of what its proof takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Room {
    /// Bytes of the table and of the stack of positions together; with a proof, they get half.
    Memory(u64),
    /// Entries of the table.
    Entries(u64),
}

impl Room {
    /// The share of the search, if its answer is to be proved or not.
    pub fn of_search(self, proof: Proving) -> Room {
        match self {
            Room::Memory(bytes) if proof != Proving::No => Room::Memory(bytes / 2),
            room => room,
        }
    }

    /// The share of the stack: a sixteenth, but 64 MiB at least, as far as that leaves the table half. A
    /// search whose tree is in memory keeps no more than the line of play on it: a MiB is enough.
    pub fn stack_bytes(self, is_tree: bool) -> u64 {
        let least = if is_tree { MIB } else { 64 * MIB };
        match self {
            Room::Memory(bytes) => (bytes / 16).max(least).min(bytes / 2),
            Room::Entries(entries) => (entries.saturating_mul(ENTRY_BYTES) / 16).max(64 * MIB),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_leaves_room_for_the_table() {
        for is_tree in [false, true] {
            assert_eq!(Room::Memory(4096 * MIB).stack_bytes(is_tree), 256 * MIB);
            assert_eq!(Room::Memory(MIB).stack_bytes(is_tree), MIB / 2);
            assert_eq!(Room::Entries(4).stack_bytes(is_tree), 64 * MIB);
        }
        assert_eq!(Room::Memory(512 * MIB).stack_bytes(false), 64 * MIB);
        assert_eq!(Room::Memory(64 * MIB).stack_bytes(false), 32 * MIB);
        assert_eq!(Room::Memory(512 * MIB).stack_bytes(true), 32 * MIB);
        assert_eq!(Room::Memory(64 * MIB).stack_bytes(true), 4 * MIB);
        assert_eq!(Room::Memory(8 * MIB).stack_bytes(true), MIB);
    }

    #[test]
    fn a_proof_gets_half_of_the_memory() {
        let room = Room::Memory(4096 * MIB);
        assert_eq!(room.of_search(Proving::No), room);
        assert_eq!(room.of_search(Proving::Certified), Room::Memory(2048 * MIB));
        assert_eq!(room.of_search(Proving::Checked), Room::Memory(2048 * MIB));
        assert_eq!(Room::Entries(4).of_search(Proving::Checked), Room::Entries(4));
    }
}

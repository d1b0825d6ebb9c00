//! The settings of a search with all defaults filled in: what the options, the game and the
//! machine together come to.

use anyhow::{Result, bail};
use phidelta_search::{Deep, ENTRY_BYTES, Limits, Options, Step, TableSize, Widths};
use serde::Serialize;

use crate::args::Solve;
use crate::choices::{Backup, Goal, Init, Method, Replace};
use crate::registry::Selected;
use crate::size;

const MIB: u64 = 1 << 20;

/// What to ask, and how to search. Serialised, it is the `search` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settings {
    #[serde(skip)]
    pub goal: Goal,
    #[serde(skip)]
    pub limits: Limits,
    pub name: Method,
    #[serde(flatten)]
    pub step: Threshold,
    pub init: Init,
    /// Plies; a guide does its own looking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_ahead: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deep: Option<[u32; 2]>,
    pub backup: Backup,
    pub replace: Replace,
    #[serde(flatten)]
    pub room: Room,
    #[serde(skip)]
    pub proof: Proving,
    /// How many bits of positions' keys the table uses: fewer than 64 in tests, where different
    /// positions are to be mistaken for each other.
    #[serde(skip)]
    pub key_bits: u32,
}

/// What is done about an answer before it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proving {
    /// It is believed.
    No,
    /// It is proved.
    Certified,
    /// It is proved, and the proof is checked.
    Checked,
}

/// The increment of thresholds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Threshold {
    Epsilon(f64),
    Delta(u32),
}

/// The size of what a search remembers, and of what its proof takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Room {
    /// Bytes of the table and of the stack of positions together; with a proof, they get half.
    Memory(u64),
    /// Entries of the table.
    Entries(u64),
}

impl Settings {
    /// The settings that these options mean for this game, on this machine.
    ///
    /// # Errors
    /// If the game lacks what an option asks for.
    pub fn new(options: &Solve, game: &Selected) -> Result<Self> {
        if let Some(reason) = game.rules.endless() {
            bail!("game: {reason}; a search needs lines of play that end");
        }
        let has_guide = game.rules.has_guide();
        let init = match options.init {
            Some(Init::Guide) if !has_guide => {
                let name = game.name;
                bail!("init: {name} has no guide; choose --init unit or --init mobility");
            }
            Some(init) => init,
            None if has_guide && options.deep.is_none() => Init::Guide,
            None => Init::Unit,
        };
        // Pawlewicz and Lew's values.
        let usual_epsilon = match options.search {
            Method::DfPn => 0.25,
            Method::Pds => 0.0625,
        };
        let room = match options.entries {
            Some(entries) => Room::Entries(entries),
            None => Room::Memory(options.memory.unwrap_or_else(size::default_memory)),
        };
        let proof = match (options.self_check, &options.certify) {
            (true, _) => Proving::Checked,
            (false, Some(_)) => Proving::Certified,
            (false, None) => Proving::No,
        };
        Ok(Settings {
            goal: options.goal.unwrap_or_else(|| game.rules.usual_goal()),
            limits: Limits {
                time: options.time,
                nodes: options.nodes,
                stack_bytes: Some(room.of_search(proof).stack_bytes()),
            },
            name: options.search,
            step: match options.delta {
                Some(delta) => Threshold::Delta(delta),
                None => Threshold::Epsilon(options.epsilon.unwrap_or(usual_epsilon)),
            },
            init,
            look_ahead: (init != Init::Guide).then_some(options.look_ahead),
            deep: options.deep,
            backup: options.backup,
            replace: options.replace,
            room,
            proof,
            key_bits: options.key_bits,
        })
    }

    /// Bytes for a proof of the answer.
    pub fn proof_memory(&self) -> u64 {
        match self.room {
            Room::Memory(bytes) => bytes / 2,
            Room::Entries(_) => size::default_memory(),
        }
    }

    /// The same as options of the engine.
    pub fn options(&self) -> Options {
        Options {
            method: self.name.into(),
            step: match self.step {
                Threshold::Epsilon(epsilon) => Step::times(epsilon),
                Threshold::Delta(delta) => Step::Plus(delta),
            },
            init: self.init.into(),
            look_ahead: self.look_ahead == Some(1),
            deep: self.deep.map(|[e, d]| Deep { e, d }),
            backup: self.backup.into(),
            replacement: self.replace.into(),
            table: match self.room.of_search(self.proof) {
                room @ Room::Memory(bytes) => TableSize::Bytes(bytes - room.stack_bytes()),
                Room::Entries(entries) => TableSize::Entries(entries),
            },
            widths: Widths { key_bits: self.key_bits, ..Widths::default() },
        }
    }
}

impl Room {
    /// The share of the search, if its answer is to be proved or not.
    fn of_search(self, proof: Proving) -> Room {
        match self {
            Room::Memory(bytes) if proof != Proving::No => Room::Memory(bytes / 2),
            room => room,
        }
    }

    /// The share of the stack: a sixteenth, but 64 MiB at least, as far as that leaves the table
    /// half.
    fn stack_bytes(self) -> u64 {
        match self {
            Room::Memory(bytes) => (bytes / 16).max(64 * MIB).min(bytes / 2),
            Room::Entries(entries) => (entries.saturating_mul(ENTRY_BYTES) / 16).max(64 * MIB),
        }
    }
}

/// For tests: the settings of a small search.
#[cfg(test)]
pub fn plain(goal: Goal) -> Settings {
    Settings {
        goal,
        limits: Limits::default(),
        name: Method::DfPn,
        step: Threshold::Epsilon(0.25),
        init: Init::Unit,
        look_ahead: None,
        deep: None,
        backup: Backup::Sum,
        replace: Replace::SmallTree,
        room: Room::Entries(1000),
        proof: Proving::No,
        key_bits: 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_leaves_room_for_the_table() {
        assert_eq!(Room::Memory(4096 * MIB).stack_bytes(), 256 * MIB);
        assert_eq!(Room::Memory(512 * MIB).stack_bytes(), 64 * MIB);
        assert_eq!(Room::Memory(MIB).stack_bytes(), MIB / 2);
        assert_eq!(Room::Entries(4).stack_bytes(), 64 * MIB);
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

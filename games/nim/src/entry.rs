//! Nim in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::Nim;

/// The entry of Nim in a catalogue.
pub static ENTRY: Entry = Entry::of::<Nim>();

//! Breakthrough in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::Breakthrough;

/// The entry of Breakthrough in a catalogue.
pub static ENTRY: Entry = Entry::of::<Breakthrough>();

//! Domineering in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::Domineering;

/// The entry of Domineering in a catalogue.
pub static ENTRY: Entry = Entry::of::<Domineering>();

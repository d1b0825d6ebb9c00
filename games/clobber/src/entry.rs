//! Clobber in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::Clobber;

/// The entry of Clobber in a catalogue.
pub static ENTRY: Entry = Entry::of::<Clobber>();

//! Lines of Action in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::Loa;

/// The entry of Lines of Action in a catalogue.
pub static ENTRY: Entry = Entry::of::<Loa>();

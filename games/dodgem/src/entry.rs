//! Dodgem in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::Dodgem;

/// The entry of Dodgem in a catalogue.
pub static ENTRY: Entry = Entry::of::<Dodgem>();

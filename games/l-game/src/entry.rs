//! The L-game in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::LGame;

/// The entry of the L-game in a catalogue.
pub static ENTRY: Entry = Entry::of::<LGame>();

//! Connect Four in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::ConnectFour;

/// The entry of Connect Four in a catalogue.
pub static ENTRY: Entry = Entry::of::<ConnectFour>();

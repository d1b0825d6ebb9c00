//! Atari Go in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::AtariGo;

/// The entry of Atari Go in a catalogue, which knows threats: searches by them are compiled, too.
pub static ENTRY: Entry = Entry::with_threat_searches::<AtariGo>();

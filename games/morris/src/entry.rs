//! Three Men's Morris in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::Morris;

/// The entry of Three Men's Morris in a catalogue.
pub static ENTRY: Entry = Entry::of::<Morris>();

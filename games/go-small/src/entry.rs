//! Go on small boards in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::GoSmall;

/// The entry of Go on small boards in a catalogue.
pub static ENTRY: Entry = Entry::of::<GoSmall>();

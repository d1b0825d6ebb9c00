//! AND/OR graphs in a catalogue. The engine is compiled for them here, and nowhere else.

use phidelta::Entry;

use crate::AndOrGraph;

/// The entry of AND/OR graphs in a catalogue.
pub static ENTRY: Entry = Entry::of::<AndOrGraph>();

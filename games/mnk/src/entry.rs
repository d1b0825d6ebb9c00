//! The m,n,k-games in a catalogue. The engine is compiled for them here, and nowhere else.

use phidelta::Entry;

use crate::Mnk;

/// The entry of the m,n,k-games in a catalogue.
pub static ENTRY: Entry = Entry::of::<Mnk>();

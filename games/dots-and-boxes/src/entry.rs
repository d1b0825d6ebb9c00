//! Dots and Boxes in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::DotsAndBoxes;

/// The entry of Dots and Boxes in a catalogue.
pub static ENTRY: Entry = Entry::of::<DotsAndBoxes>();

//! Ultimate Tic-Tac-Toe in a catalogue. The engine is compiled for the game here, and nowhere else.

use phidelta::Entry;

use crate::Uttt;

/// The entry of Ultimate Tic-Tac-Toe in a catalogue.
pub static ENTRY: Entry = Entry::of::<Uttt>();

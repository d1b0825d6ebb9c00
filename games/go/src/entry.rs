//! Go in a catalogue, of which the life of stones is asked for, and the game of proofs of that. The engine is
//! compiled for it here, and nowhere else.

use std::sync::Arc;

use phidelta::{Engine, Entry, Typed};

use crate::go_life::GoLife;
use crate::questions::{self, LifeAndDeath};

/// Life and death on a real board.
const GO: Entry = Entry {
    name: questions::NAME,
    summary: questions::SUMMARY,
    parameters: questions::PARAMETERS,
    manual: questions::MANUAL,
    parameters_are_a_file: false,
    instance: None,
    options: questions::OPTIONS,
    open: |parameters| Ok(Arc::new(LifeAndDeath::open(parameters)?)),
};

/// The entries in a catalogue: `go` and `go-life`.
pub static ENTRIES: &[Entry] = &[GO, Entry::with_threat_searches::<GoLife>()];

/// What searches positions of this game, for callers that have its types but shall not compile the engine for it.
pub fn life_engine(game: GoLife) -> Box<dyn Engine> {
    Box::new(Typed::new(game).with_threat_searches())
}

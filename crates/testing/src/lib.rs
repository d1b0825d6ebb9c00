//! What the tests of several crates share: random AND/OR graphs as games, the oracle that knows
//! what is true there, options of every kind for a search, certificates made and checked on the
//! spot or taken apart, tiny games of placing stones, terminals, and what the fuzz targets do.
//!
//! For the tests of a game there are the [`laws`] that every game obeys, random [`play`], and the
//! [`values`] of positions; for small games in which positions come back, those of all positions
//! ([`retrograde`]).
//!
//! Nothing but tests may depend on this crate.

#![forbid(unsafe_code)]

mod arena;
mod attack;
mod certify;
pub mod editor;
pub mod fuzz;
mod graph;
pub mod laws;
mod options;
pub mod play;
#[cfg(unix)]
pub mod pty;
pub mod retrograde;
pub mod stones;
pub mod values;

pub use arena::{Arena, Rule};
pub use attack::Searched;
pub use certify::{certified, check_in_memory};
pub use graph::{At, Graph, Node};
pub use options::{each_option, each_table_option, random_options, random_table_options};

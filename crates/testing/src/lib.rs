//! What the tests of several crates share: random AND/OR graphs as games, the oracle that knows
//! their values, options of every kind for a search, and certificates made and checked on the spot.
//!
//! Nothing but tests may depend on this crate.

mod certify;
mod graph;
mod options;

pub use certify::{certified, check_in_memory};
pub use graph::{At, Graph, Node};
pub use options::{each_option, random_options};

//! Certificates: what a search has found, written down so that anyone can check it.
//!
//! [`prove`] turns a solver's answer into a [`Solution`], [`write()`] writes solutions to a file, and
//! [`check`] verifies such a file with the rules alone. The format is described in
//! `docs/certificate.md`.
//!
//! This crate must not know any particular game. Its module [`check`] must not know the search,
//! nor anything that the other modules do: it shares with them the form of the file and the rules.

mod block;
mod build;
pub mod check;
mod claim;
mod exact;
mod header;
mod outline;
mod solution;
mod token;
mod write;

pub use block::{BlockFault, BlockWriter, Kind};
pub use build::{Attack, BuildError, Effort, Means, Proof, prove, prove_in_zones};
pub use claim::Claim;
pub use header::{Header, Mode};
pub use outline::{Outline, read};
pub use solution::{Act, Full, Link, Solution};
pub use token::PASS;
pub use write::{Written, write, write_in_parts};

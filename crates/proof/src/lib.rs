//! Proofs of what a search has found, and their certificates.
//!
//! [`prove`] turns a solver's answer into a [`Solution`](phidelta_certificate::Solution), as does [`prove_object`]
//! where the game's types are not known; [`write()`] writes solutions to a certificate. Checking one is the business of `phidelta-certificate`, which knows nothing of
//! this crate.
//!
//! This crate must not know any particular game.

#![forbid(unsafe_code)]

mod build;
mod exact;
mod source;
mod write;

pub use build::{Attack, BuildError, Effort, Proof, ProofControl, prove, prove_in_zones};
pub use source::{ProofSource, prove_object};
pub use write::{Written, write, write_in_parts};

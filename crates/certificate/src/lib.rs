//! Certificates: what was proved about a position, in a file that anyone can check.
//!
//! [`check`] verifies such a file with the rules of its game alone; [`read`](read()) also gives the proof as a
//! graph, for showing what is in it. The format is described in `docs/certificate.md`. What finds and writes
//! proofs is the crate `phidelta-proof`.
//!
//! This crate knows the rules' traits and the form of the file. It must not know any particular game, any
//! search, nor how proofs are found: who checks need not compile a search. The module [`check`] uses nothing
//! of this crate but the form of the file.

#![forbid(unsafe_code)]

pub mod block;
pub mod check;
mod claim;
mod header;
mod read;
mod solution;
pub mod token;

pub use claim::Claim;
pub use header::{Header, Mode};
pub use read::{Outline, read};
pub use solution::{Justification, Link, Solution, TooLarge};
pub use token::PASS;

//! Experiments with searches: [`mod@bench`] measures them, with what papers have published beside it, and writes reports;
//! [`tune`] looks for good values of numeric options.
//!
//! A front end hands in what an experiment needs of its surroundings, as a [`Lab`], and shows what comes back. There
//! is no command line here, no terminal and no exit status.

#![forbid(unsafe_code)]

pub mod bench;
mod console;
pub mod tune;

use std::path::PathBuf;

use phidelta::{Catalogue, Signal};

pub use console::{Console, Part, Silent};

/// What experiments need of their surroundings.
pub struct Lab<'a> {
    /// The games. Experiments ask for them by name.
    pub catalogue: &'a Catalogue,
    /// What stops the work. Experiments keep what was measured until then.
    pub signal: &'a Signal,
    /// Shows how far the work is.
    pub console: &'a mut dyn Console,
    /// The executable file of this program, which `bench peers` runs beside others.
    pub program: Option<PathBuf>,
}

//! `phidelta bench generate`: problems for experiments, from games that the program plays with itself.

mod loa;

use anyhow::Result;

use crate::args::{Generate, Generated};

#[cfg(test)]
pub use loa::{Likeness, game};

/// Makes problems.
///
/// # Errors
/// If a file or the machine is not up to it, or the options contradict each other.
pub fn run(options: &Generate) -> Result<()> {
    match &options.game {
        Generated::Loa(options) => loa::run(options),
    }
}

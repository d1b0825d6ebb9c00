//! `phidelta bench generate`: problems for experiments, from games that the program plays with itself.

mod loa;

use anyhow::Result;

use super::BenchReport;
use super::options::GenerateLoa;
use crate::Lab;

#[cfg(test)]
pub use loa::{Likeness, game};

/// Makes problems.
///
/// # Errors
/// If a file or the machine is not up to it, or the options contradict each other.
pub fn run(options: &GenerateLoa, lab: &mut Lab<'_>) -> Result<BenchReport> {
    loa::run(options, lab)
}

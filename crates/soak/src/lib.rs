//! A soak: the program is killed at random moments, the system is made to fail under it, and it is given
//! hostile inputs; whatever happens, no answer may be wrong, nothing saved may be lost, and nothing may panic.
//!
//! `cargo xtask soak` runs it for an hour or so; a small part of it, with a fixed seed, is among the tests of
//! the program. It knows the program by its command line, and the library by what anybody may call.

#![forbid(unsafe_code)]

mod faults;
mod grammar;
mod inputs;
mod kills;
mod run;

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::path::PathBuf;
use std::thread;

use anyhow::Result;

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub program: PathBuf,
    /// What random choices come of.
    pub seed: u64,
    /// How often the program is killed.
    pub kills: u32,
    /// How often the system fails under it.
    pub faults: u32,
    /// How many inputs it is given.
    pub inputs: u32,
}

/// What was tried, and what was found.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// How often each thing came about.
    pub counts: BTreeMap<&'static str, u64>,
    /// What should not have happened, each in a sentence that tells how to have it again.
    pub findings: Vec<String>,
}

impl Summary {
    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn find(&mut self, sentence: String) {
        self.findings.push(sentence);
    }

    fn add(&mut self, other: Summary) {
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.findings.extend(other.findings);
    }

    /// How often something came about.
    pub fn times(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in &self.counts {
            writeln!(f, "{count:>9}  {what}")?;
        }
        for finding in &self.findings {
            writeln!(f, "FOUND  {finding}")?;
        }
        write!(f, "{} findings", self.findings.len())
    }
}

/// Tries all that the plan says: inputs beside kills and faults.
///
/// # Errors
/// If the program cannot be run, or files cannot be made.
pub fn soak(plan: &Plan) -> Result<Summary> {
    let mut summary = Summary::default();
    let (others, inputs) = thread::scope(|scope| {
        let inputs = scope.spawn(|| inputs::try_all(plan));
        let others = kills::try_all(plan).and_then(|mut summary| {
            summary.add(faults::try_all(plan)?);
            Ok(summary)
        });
        (others, inputs.join())
    });
    summary.add(others?);
    summary.add(inputs.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
    Ok(summary)
}

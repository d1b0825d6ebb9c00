//! `phidelta bench`: experiments, whose results are tables, plots and files for other programs.
//!
//! An experiment is a list of cells, each with its parameters, that are measured one by one. A [`notebook`]
//! keeps what was measured, so that an experiment can be stopped and go on. To add one, add its options to
//! [`Experiment`] and its line to [`run`]; the list of experiments is made of their help texts.

mod generate;
mod machine;
mod notebook;
mod plot;
mod round;
mod scaling;
mod sets;
mod table;
mod threads;

pub use scaling::{ProblemName, SchemeName};
pub use threads::Way;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;

use crate::args::{Bench, BenchOptions, CommandLine, Experiment};
use crate::output::{PLAIN, Page};

/// Runs an experiment, or lists them.
///
/// # Errors
/// If a directory or the machine is not up to it.
pub fn run(options: &Bench) -> Result<ExitCode> {
    match &options.experiment {
        None => list()?,
        Some(Experiment::Scaling(options)) => scaling::run(options)?,
        Some(Experiment::Threads(options)) => threads::run(options)?,
        Some(Experiment::Generate(options)) => generate::run(options)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// How much of an experiment was measured.
struct Done {
    done: usize,
    all: usize,
    what: &'static str,
}

/// Tells what came of an experiment, and whether it was interrupted.
fn tell(options: &BenchOptions, directory: &Path, tables: &str, done: &Done) -> Result<()> {
    if !options.quiet {
        let mut page = Page::new();
        page.verbatim(tables)?;
        page.field("Results", &directory.display().to_string())?;
    }
    let Done { done, all, what } = done;
    if done < all {
        crate::complain(&format!(
            "bench: interrupted after {done} of {all} {what}; the same command goes on"
        ));
    }
    Ok(())
}

fn list() -> Result<()> {
    let program = CommandLine::command();
    let bench = program.find_subcommand("bench").expect("it is a command");
    let names = || bench.get_subcommands().map(clap::Command::get_name);
    let width = names().map(str::len).max().unwrap_or(0);
    let mut page = Page::new();
    for experiment in bench.get_subcommands() {
        let summary = experiment.get_about().map(ToString::to_string).unwrap_or_default();
        page.item(experiment.get_name(), width, &summary, PLAIN)?;
    }
    Ok(())
}

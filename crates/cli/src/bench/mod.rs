//! `phidelta bench`: experiments, whose results are tables, plots and files for other programs.
//!
//! An experiment is a list of cells, each with its parameters, that are measured one by one. A [`notebook`]
//! keeps what was measured, so that an experiment can be stopped and go on. To add one, add its options to
//! [`Experiment`] and its line to [`run`]; the list of experiments is made of their help texts.

mod crossed;
mod deep;
mod exhibit;
mod generate;
mod graphs;
mod life;
mod machine;
mod matrix;
mod memory;
mod notebook;
mod peers;
mod plot;
mod report;
mod round;
mod scaling;
mod sets;
mod study;
mod table;
mod threads;
mod thresholds;
mod trial;

pub use life::Knowledge;
pub use matrix::{Vary, read_vary};
pub use scaling::{ProblemName, SchemeName};
pub use threads::Way;

use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;

use crate::args::{Bench, CommandLine, Experiment};
use crate::output::{PLAIN, Page};
use graphs::{Cycles, Dag};
use life::Life;
use peers::Race;
use study::conduct;
use thresholds::Positions;

/// Runs an experiment, or lists them.
///
/// # Errors
/// If a directory or the machine is not up to it.
pub fn run(options: &Bench) -> Result<ExitCode> {
    match &options.experiment {
        None => list()?,
        Some(Experiment::AtariGoTable(options)) => conduct(options, &options.common)?,
        Some(Experiment::LoaEasy(options)) => conduct(&Positions::easy(options), &options.common)?,
        Some(Experiment::LoaHard(options)) => conduct(&Positions::hard(options), &options.common)?,
        Some(Experiment::Dag(options)) => conduct(&Dag(options), &options.common)?,
        Some(Experiment::Cycles(options)) => conduct(&Cycles(options), &options.common)?,
        Some(Experiment::Matrix(options)) => conduct(options, &options.common)?,
        Some(Experiment::GoLife(options)) => conduct(&Life::new(options)?, &options.common)?,
        Some(Experiment::Connect6(options)) => conduct(options, &options.common)?,
        Some(Experiment::Memory(options)) => conduct(options, &options.common)?,
        Some(Experiment::Peers(options)) => conduct(&Race::new(options)?, &options.common)?,
        Some(Experiment::Report(options)) => report::run(options)?,
        Some(Experiment::Scaling(options)) => scaling::run(options)?,
        Some(Experiment::Threads(options)) => threads::run(options)?,
        Some(Experiment::Generate(options)) => generate::run(options)?,
    }
    Ok(ExitCode::SUCCESS)
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

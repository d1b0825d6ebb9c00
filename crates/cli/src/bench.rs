//! `phidelta bench`: experiments, whose results are tables, plots and files for other programs.

use std::process::ExitCode;

use anyhow::Result;
use phidelta_lab::bench::{self, BenchReport, EXPERIMENTS};

use crate::args::Bench;
use crate::console::Terminal;
use crate::interrupt;
use crate::output::{PLAIN, Page};

/// Runs an experiment, or lists them.
///
/// # Errors
/// If a directory or the machine is not up to it.
pub fn run(options: &Bench) -> Result<ExitCode> {
    match &options.experiment {
        None => list()?,
        Some(experiment) => {
            interrupt::listen()?;
            let (asked, quiet) = (experiment.asked()?, experiment.is_quiet());
            let report = Terminal::new(quiet, false).with_lab(|lab| bench::run(lab, &asked))?;
            write(&report, quiet)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write(report: &BenchReport, quiet: bool) -> Result<()> {
    if !quiet {
        let mut page = Page::new();
        let text = report.text();
        if !text.is_empty() {
            page.verbatim(text.trim_end_matches('\n'))?;
        }
        for (label, file) in &report.files {
            page.field(label, &file.display().to_string())?;
        }
    }
    if let Some(sentence) = &report.interrupted {
        crate::complain(sentence);
    }
    Ok(())
}

fn list() -> Result<()> {
    let width = EXPERIMENTS.iter().map(|experiment| experiment.name.len()).max().unwrap_or(0);
    let mut page = Page::new();
    for experiment in EXPERIMENTS {
        page.item(experiment.name, width, experiment.help, PLAIN)?;
    }
    Ok(())
}

//! `phidelta check`: whether a certificate proves what it claims, by the rules alone.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use anyhow::{Result, anyhow};
use phidelta_certificate::check::CheckControl;

use crate::args::Check;
use crate::output::{Page, is_closed_pipe};
use crate::progress::CheckMonitor;
use crate::report::examine;
use crate::solve::write_json;
use crate::{input, interrupt, size};

/// Checks the file and tells the verdict.
///
/// # Errors
/// If the file cannot be read.
pub fn run(options: &Check) -> Result<ExitCode> {
    let threads = match options.threads {
        Some(threads) => NonZeroUsize::new(threads.into()),
        None => thread::available_parallelism().ok(),
    };
    let memory = options.memory.unwrap_or_else(size::default_memory);
    let source = input::open(&options.file)?;
    let mut monitor = CheckMonitor::new(source.length, options.quiet);
    let mut listener = |bytes, positions| monitor.show(bytes, positions);
    let control = CheckControl {
        threads: threads.unwrap_or(NonZeroUsize::MIN),
        memory,
        interrupt: Some(interrupt::flag()),
        listener: Some(&mut listener),
    };
    let report =
        examine(source, &options.modulo, |game, certificate| game.check(certificate, control));
    drop(monitor);
    let report = report.map_err(|error| unreadable(&options.file, &error))?;
    let written = if options.json {
        write_json(&report)
    } else {
        report.write(options.quiet, &mut Page::new()).map_err(Into::into)
    };
    match written {
        Err(error) if !is_closed_pipe(&error) => Err(error),
        _ => Ok(report.status()),
    }
}

/// What is wrong with a file that is to be read.
pub fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: {}", input::display_name(path), input::sentence(error))
}

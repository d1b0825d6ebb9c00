//! `phidelta check`: whether a certificate proves what it claims, by the rules alone.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use anyhow::{Result, anyhow};
use phidelta::certificate::check::CheckControl;
use phidelta::{amounts, proof, text};

use crate::args::Check;
use crate::output::{Page, is_closed_pipe};
use crate::progress::CheckMonitor;
use crate::solve::write_json;
use crate::{catalogue, check_page, interrupt};

/// Checks the file and tells the verdict.
///
/// # Errors
/// If the file cannot be read.
pub fn run(options: &Check) -> Result<ExitCode> {
    let started = Instant::now();
    let threads = match options.threads {
        Some(threads) => NonZeroUsize::new(threads.into()),
        None => thread::available_parallelism().ok(),
    };
    let memory = options.memory.unwrap_or_else(amounts::default_memory);
    // A time that no clock will see is none.
    let deadline = options.time.and_then(|time| started.checked_add(time));
    let is_over =
        move || interrupt::is_requested() || deadline.is_some_and(|end| Instant::now() >= end);
    let source = text::open_patiently(&options.file, is_over)?;
    let mut monitor = CheckMonitor::new(source.length, options.quiet);
    let mut listener = |bytes, positions| monitor.show(bytes, positions);
    let control = CheckControl {
        threads: threads.unwrap_or(NonZeroUsize::MIN),
        memory,
        interrupt: Some(interrupt::signal()),
        deadline,
        listener: Some(&mut listener),
    };
    interrupt::listen()?;
    let report = proof::check(catalogue(), source.stream, &options.modulo, control);
    drop(monitor);
    let report = report.map_err(|error| unreadable(&options.file, &error))?;
    let written = if options.json {
        write_json(&report)
    } else {
        check_page::write(&report, options.quiet, &mut Page::new()).map_err(Into::into)
    };
    match written {
        Err(error) if !is_closed_pipe(&error) => Err(error),
        _ => Ok(check_page::status(&report)),
    }
}

/// What is wrong with a file that is to be read.
pub fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: {}", text::display_name(path), text::sentence(error))
}

//! The terminal as experiments see it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use phidelta_lab::{Console, Lab, Part};

use crate::progress::{LINE_EVERY, QUIET_FOR, bar};
use crate::status_line::{StatusLine, join};
use crate::{catalogue, interrupt};

/// Shows how far an experiment is on a line of standard error, and writes lines and objects to standard output.
pub struct Terminal {
    line: Option<StatusLine>,
    started: Instant,
    next: Duration,
    /// Whether objects are written.
    json: bool,
}

impl Terminal {
    /// With a line unless it is to be quiet, and with objects if there are to be any.
    pub fn new(quiet: bool, json: bool) -> Self {
        let line = if quiet { None } else { StatusLine::new() };
        Terminal { line, started: Instant::now(), next: QUIET_FOR, json }
    }

    /// Has an experiment done with all that it needs.
    pub fn with_lab<T>(mut self, experiment: impl FnOnce(&mut Lab<'_>) -> T) -> T {
        experiment(&mut Lab {
            catalogue: catalogue(),
            signal: interrupt::signal(),
            console: &mut self,
            program: std::env::current_exe().ok(),
        })
    }

    fn write(&self, text: &str) -> io::Result<()> {
        let write = || {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            stdout.flush()
        };
        match &self.line {
            Some(line) => line.aside(write),
            None => write(),
        }
    }
}

impl Console for Terminal {
    fn progress(&mut self, parts: &[Part]) {
        let Some(line) = &self.line else { return };
        let elapsed = self.started.elapsed();
        if elapsed < self.next {
            return;
        }
        self.next = elapsed + LINE_EVERY;
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Bar(done) => bar(*done),
        };
        let parts: Vec<String> = parts.iter().map(text).collect();
        line.show(join(&parts, StatusLine::width()));
    }

    fn lines(&mut self, text: &str) -> io::Result<()> {
        self.write(text)
    }

    fn object(&mut self, json: &str) -> io::Result<()> {
        if self.json { self.write(&format!("{json}\n")) } else { Ok(()) }
    }
}

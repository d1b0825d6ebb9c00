//! `phidelta solve`: one question about one position.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;

use crate::answer::Answer;
use crate::args::Solve;
use crate::human::{self, Detail};
use crate::output::{self, Page};
use crate::progress::Monitor;
use crate::settings::Settings;
use crate::{batch, interrupt, position, registry};

/// Answers the question, or those of a batch.
///
/// # Errors
/// If the game, the position, a file or the machine is not up to it.
pub fn run(options: &Solve) -> Result<ExitCode> {
    let (_, game) = registry::select(&options.subject.game)?;
    let settings = Settings::new(options, &game)?;
    if let Some(path) = &options.batch {
        return batch::run(path, &game, &settings, options);
    }
    let position = position::read(&options.subject.position)?;
    interrupt::listen()?;
    let mut monitor = Monitor::new(options.json, options.quiet);
    let answer = game.rules.solve(&position, &settings, &mut |tick| monitor.show(tick));
    drop(monitor);
    let answer = Answer { parameters: game.parameters, ..answer? };
    match write(&answer, options) {
        // The status tells the answer even to those who do not read it all.
        Err(error) if !output::is_closed_pipe(&error) => Err(error),
        _ => Ok(answer.result.status().into()),
    }
}

fn write(answer: &Answer, options: &Solve) -> Result<()> {
    if options.json {
        return write_json(answer);
    }
    let detail = match (options.quiet, options.verbose) {
        (true, _) => Detail::AnswerOnly,
        (_, true) => Detail::All,
        _ => Detail::Usual,
    };
    Ok(human::write(answer, detail, &mut Page::new())?)
}

/// Writes an object on a line of its own.
///
/// # Errors
/// If it cannot be written.
pub fn write_json(object: &impl serde::Serialize) -> Result<()> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, object)?;
    writeln!(stdout)?;
    stdout.flush()?;
    Ok(())
}

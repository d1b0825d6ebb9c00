//! `phidelta tune`: good values of numeric options, found by trying.

use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind;
use phidelta::{Error, text};
use phidelta_lab::tune::{self, Block, TuneOptions, TunePosition};

use crate::args::{self, Tune};
use crate::console::Terminal;
use crate::output::{self, GOOD, OPEN, Page};
use crate::solve::write_json;
use crate::{batch, interrupt, position};

/// Looks for the best setting, and tells what was tried.
///
/// # Errors
/// If the options, the game, a position, a file or the machine is not up to it.
pub fn run(options: &Tune) -> Result<ExitCode> {
    let asked = asked(options)?;
    interrupt::listen()?;
    let console = Terminal::new(options.quiet, options.json);
    let report = console.with_lab(|lab| tune::run(lab, &asked)).map_err(usage)?;
    let written =
        if options.json { write_json(&report) } else { write(&report.blocks(options.quiet)) };
    match (written, report.csv_fault) {
        (Err(error), _) if !output::is_closed_pipe(&error) => Err(error),
        (_, Some(fault)) => Err(fault.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn asked(options: &Tune) -> Result<TuneOptions> {
    let question = &options.question;
    let (positions, position_words) = match &options.batch {
        None => {
            let text = position::read(&question.position)?;
            (vec![TunePosition { place: String::new(), text }], question.position.clone())
        }
        Some(path) => {
            let name = text::display_name(path);
            let lines = batch::read(path)?.into_iter();
            let place = |(line, text)| TunePosition { place: format!("{name}: line {line}"), text };
            (lines.map(place).collect(), vec!["--batch".into(), path.display().to_string()])
        }
    };
    Ok(TuneOptions {
        game: question.game.clone(),
        goal: question.goal,
        positions,
        position_words,
        vary: options.vary.clone(),
        by: options.by,
        from: options.from.clone(),
        options: options.search.0.clone(),
        csv: options.csv.clone(),
    })
}

/// What is wrong with what is varied is wrong usage.
fn usage(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref() {
        Some(Error::Option { name, message }) if name == "vary" || name == "from" => {
            let message = format!("{name}: {message}");
            args::usage_error("tune", ErrorKind::ValueValidation, &message).into()
        }
        _ => error,
    }
}

fn write(blocks: &[Block]) -> Result<()> {
    let mut page = Page::new();
    for block in blocks {
        match block {
            Block::Lines(text) => page.verbatim(text)?,
            Block::Gap => page.gap()?,
            Block::Good(text) => page.paragraph(text, GOOD)?,
            Block::Open(text) => page.paragraph(text, OPEN)?,
            Block::Field(label, text) => page.field(label, text)?,
        }
    }
    Ok(())
}

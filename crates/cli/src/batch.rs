//! `phidelta solve --batch`: many positions, one a line, and one result a line.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use serde::Serialize;

use crate::answer::Answer;
use crate::args::Solve;
use crate::progress::BatchMonitor;
use crate::registry::Selected;
use crate::settings::Settings;
use crate::solve::write_json;
use crate::{input, interrupt};

/// What stands for the result of a line that is not a position.
#[derive(Serialize)]
#[serde(tag = "type", rename = "error")]
struct Fault<'a> {
    input_line: usize,
    game: &'static str,
    parameters: &'a str,
    position: &'a str,
    error: String,
}

/// Solves the positions in the file one by one. A fault in a line is told, and the rest goes on.
///
/// # Errors
/// If the file cannot be read, or results cannot be written.
pub fn run(path: &Path, game: &Selected, settings: &Settings, options: &Solve) -> Result<ExitCode> {
    let text = input::read_text(path, input::BATCH_LIMIT).map_err(|e| e.context("batch"))?;
    let positions: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    if positions.is_empty() {
        let name = input::display_name(path);
        bail!("batch: {name} has no positions; it should hold one a line");
    }
    interrupt::listen()?;
    let mut monitor = BatchMonitor::new(positions.len(), options.quiet);
    let mut faults = 0;
    for (done, &(number, position)) in positions.iter().enumerate() {
        let answer = game.rules.solve(position, settings, &mut |tick| monitor.show(tick));
        let answer = answer.map(|answer| Answer {
            input_line: Some(number),
            parameters: game.parameters.clone(),
            ..answer
        });
        monitor.write(|| match answer {
            Ok(answer) if options.json => write_json(&answer),
            Ok(answer) => Ok(write_row(&answer)?),
            Err(error) => {
                faults += 1;
                let error = format!("{error:#}");
                crate::complain(&format!("{}: line {number}: {error}", input::display_name(path)));
                write_fault(game, number, position, error, options.json)
            }
        })?;
        if interrupt::is_requested() {
            drop(monitor);
            let (done, all) = (done + 1, positions.len());
            crate::complain(&format!("batch: interrupted after {done} of {all} positions"));
            break;
        }
    }
    Ok(if faults > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn write_row(answer: &Answer) -> io::Result<()> {
    let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
    let mut stdout = io::stdout().lock();
    writeln!(
        stdout,
        "{}\t{}\t{}\t{}\t{:.3}\t{}",
        answer.result.word(),
        or_dash(&answer.value),
        or_dash(&answer.best_move),
        answer.effort.nodes,
        answer.effort.seconds,
        answer.position,
    )?;
    stdout.flush()
}

fn write_fault(
    game: &Selected,
    input_line: usize,
    position: &str,
    error: String,
    json: bool,
) -> Result<()> {
    if json {
        let (game, parameters) = (game.name, &game.parameters);
        return write_json(&Fault { input_line, game, parameters, position, error });
    }
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "error\t-\t-\t0\t0.000\t{position}")?;
    Ok(stdout.flush()?)
}

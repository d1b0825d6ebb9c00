//! `phidelta solve --batch`: many positions, one a line, and one result a line.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use phidelta::json::ErrorObject;
use phidelta::words::visible;
use phidelta::{
    Answer, AnyGame, Context, ProofOutcome, Question, Room, Solved, amounts, solve, text,
};
use serde::Serialize;

use crate::args::{Showing, Solve};
use crate::progress::BatchMonitor;
use crate::solve::write_json;
use crate::{denial, interrupt, position};

/// What stands for the result where there is none: the line is not a position, or the answer is
/// not to be trusted.
#[derive(Serialize)]
#[serde(tag = "type", rename = "error")]
pub struct Fault<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    input_line: Option<usize>,
    game: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    parameters: &'a str,
    position: &'a str,
    #[serde(flatten)]
    error: Told,
    /// The file that shows what is wrong with an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<PathBuf>,
}

/// What is wrong.
#[derive(Serialize)]
struct Told {
    #[serde(rename = "where", skip_serializing_if = "String::is_empty")]
    place: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl<'a> Fault<'a> {
    /// A fault about a position of a game.
    pub fn new(
        game: &'a AnyGame,
        input_line: Option<usize>,
        position: &'a str,
        error: &str,
        evidence: Option<PathBuf>,
    ) -> Self {
        let (game, parameters) = (game.name(), game.parameters());
        let ErrorObject { place, message, hint } = ErrorObject::of_sentence(error);
        let error = Told { place, message, hint };
        Fault { input_line, game, parameters, position, error, evidence }
    }
}

/// The positions in a file, with the numbers of their lines.
///
/// # Errors
/// If it cannot be read, or has none.
pub fn read(path: &Path) -> Result<Vec<(usize, String)>> {
    let text = text::read(path, text::BATCH_LIMIT).map_err(|error| error.within("batch"))?;
    let positions = positions(path, &text)?;
    Ok(positions.map(|(number, line)| (number, line.to_string())).collect())
}

/// The positions in a text, with the numbers of their lines. It is the only thing that is kept: a list of them
/// could take many times as much.
fn positions<'a>(
    path: &Path,
    text: &'a str,
) -> Result<impl Iterator<Item = (usize, &'a str)> + Clone> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let positions = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    if positions.clone().next().is_none() {
        let name = text::display_name(path);
        bail!("batch: {name} has no positions; it should hold one a line");
    }
    Ok(positions)
}

/// The text of a batch, and the question with the memory that it leaves.
fn read_within(path: &Path, room: Room, question: &Question) -> Result<(String, Question)> {
    /// So much is not counted.
    const SHORT: u64 = 1 << 20;
    let memory = match room {
        Room::Memory(bytes) => bytes,
        Room::Entries(_) => amounts::default_memory(),
    };
    let reason = "half of the memory; give more --memory, or fewer positions at a time";
    let text = text::read_within(path, (memory / 2).max(SHORT), reason);
    let text = text.map_err(|error| error.within("batch"))?;
    let taken = text.len() as u64;
    let question = match room {
        Room::Memory(bytes) if taken > SHORT => question.clone().memory(bytes - taken),
        _ => question.clone(),
    };
    Ok((text, question))
}

/// Solves the positions in the file one by one. A fault in a line is told, and the rest goes on.
///
/// # Errors
/// If the file cannot be read, or results cannot be written.
pub fn run(path: &Path, game: &AnyGame, question: &Question, options: &Solve) -> Result<ExitCode> {
    // What is wrong whatever the position need not be told for each of them.
    let room = question.settings(game, "")?.room;
    let (text, question) = read_within(path, room, question)?;
    let positions = positions(path, &text)?;
    let count = positions.clone().count();
    interrupt::listen()?;
    let is_silent = match options.progress {
        Showing::Auto => options.quiet,
        how => how == Showing::None,
    };
    let mut monitor = BatchMonitor::new(count, is_silent);
    let mut faults = 0;
    for (done, (number, position)) in positions.enumerate() {
        let words: Vec<String> = position.split_whitespace().map(String::from).collect();
        let solved = match words.first() {
            // Only files: a batch may itself be standard input.
            Some(word) if word.starts_with('@') => position::read(&words),
            _ => Ok(position.to_string()),
        };
        let solved = solved.and_then(|position| {
            let mut listener = |event: &_| monitor.show(event);
            let mut context = Context {
                interrupt: interrupt::signal(),
                listener: &mut listener,
                follow_up: None,
            };
            let settings = question.settings(game, &position)?;
            Ok(solve(game, &position, &settings, &mut context)?)
        });
        monitor.write(|| {
            let mut evidence = None;
            let answer = solved.and_then(|Solved { answer, proof }| {
                let certificate = match proof {
                    ProofOutcome::Made(certificate) => Some(certificate.figures),
                    ProofOutcome::NotAsked | ProofOutcome::Nothing(_) => None,
                    ProofOutcome::Failed(reason) => bail!("self-check: {reason}"),
                    ProofOutcome::Denied(denial) => {
                        evidence = denial::raise(&denial, game.name(), None);
                        return Err(anyhow!(denial.sentence));
                    }
                };
                Ok(Answer { input_line: Some(number), certificate, ..answer })
            });
            match answer {
                Ok(answer) if options.json => write_json(&answer),
                Ok(answer) => Ok(write_row(&answer)?),
                Err(error) => {
                    faults += 1;
                    let error = format!("{error:#}");
                    let file = text::display_name(path);
                    crate::complain(&format!("{file}: line {number}: {error}"));
                    let fault = Fault::new(game, Some(number), position, &error, evidence);
                    if options.json { write_json(&fault) } else { Ok(write_fault_row(&fault)?) }
                }
            }
        })?;
        if interrupt::is_requested() {
            drop(monitor);
            let (done, all) = (done + 1, count);
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
        if answer.estimate.is_some() { "estimate" } else { answer.result.word() },
        visible(&or_dash(&answer.value)),
        visible(&or_dash(&answer.best_move)),
        answer.effort.nodes,
        answer.effort.seconds,
        visible(&answer.position),
    )?;
    stdout.flush()
}

fn write_fault_row(fault: &Fault<'_>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "error\t-\t-\t0\t0.000\t{}", visible(fault.position))?;
    stdout.flush()
}

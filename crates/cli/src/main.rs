//! The program `phidelta`: proves who wins two-player games.
//!
//! It knows all games and what users type and see. How to search it leaves to `phidelta-search`,
//! what the rules are to `phidelta-games`.

mod answer;
mod args;
mod backup;
mod batch;
mod bench;
mod certificate;
mod check;
mod checkpoint;
mod choices;
mod export;
mod games;
mod go;
mod human;
mod input;
mod inquiry;
mod inspection;
mod interrupt;
mod live;
mod method;
mod moment;
mod names;
mod outline;
mod output;
mod pages;
mod position;
mod progress;
mod registry;
mod report;
mod rules;
mod settings;
mod shell;
mod show;
mod show_certificate;
mod size;
mod solve;
mod status_line;
mod threats;
mod tune;
mod whole_file;
mod widening;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Result;

use args::{Command, CommandLine};

fn main() -> ExitCode {
    let done = CommandLine::read().map_err(Into::into).and_then(|line| run(line.command));
    let done = done.or_else(|error| tell(&error.downcast::<clap::Error>()?));
    match done {
        Ok(status) => status,
        Err(error) => match output::write_error_kind(&error) {
            Some(ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
            Some(kind) => {
                let sentence = input::sentence(&kind.into());
                complain(&format!("the output cannot be written: {sentence}"));
                ExitCode::FAILURE
            }
            None => {
                complain(&format!("{error:#}"));
                ExitCode::FAILURE
            }
        },
    }
}

fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Solve(options) => solve::run(&options),
        Command::Tune(options) => tune::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Games { game } => games::run(game.as_deref()),
        Command::Show(options) => show::run(&options),
        Command::Completions { shell } => pages::complete(shell),
        Command::Man { directory } => pages::write_manual(&directory),
    }
}

/// Shows what the parser has to say: help, the version, or a fault.
fn tell(message: &clap::Error) -> Result<ExitCode> {
    match message.print() {
        Err(error) if !message.use_stderr() => return Err(error.into()),
        // If a fault cannot be told, the exit status has to do.
        _ => {}
    }
    Ok(u8::try_from(message.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Tells a fault on standard error, in a sentence.
fn complain(sentence: &str) {
    // If not even that can be written, the exit status has to do.
    let _ = writeln!(io::stderr(), "phidelta: {}", output::on_one_line(sentence));
}

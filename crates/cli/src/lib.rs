//! The command line of phidelta: arguments, words, progress, the live view, exit statuses.
//!
//! It translates between a terminal and the library `phidelta`, and nothing else. The games come from whoever
//! calls [`main`]: a program with games of its own has all commands for them.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     phidelta_cli::main(phidelta::Catalogue::new())
//! }
//! ```

#![forbid(unsafe_code)]

mod args;
mod batch;
mod bench;
mod check;
mod check_page;
mod complete;
mod console;
mod denial;
mod export;
mod games;
mod human;
mod interrupt;
mod live;
mod output;
mod pages;
mod position;
mod progress;
mod saved;
mod show;
mod show_certificate;
mod solve;
mod status_line;
mod tune;

use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use anyhow::Result;
use phidelta::json::ErrorObject;
use phidelta::words::on_one_line;
use phidelta::{Catalogue, text};

use args::{Command, CommandLine};

/// The games of this program: arguments, completion scripts and manual pages list them.
static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();

/// The games of this program.
fn catalogue() -> &'static Catalogue {
    CATALOGUE.get_or_init(Catalogue::new)
}

/// Does what the command line says, for these games. The first call decides which they are.
pub fn main(catalogue: Catalogue) -> ExitCode {
    CATALOGUE.get_or_init(|| catalogue);
    interrupt::survive_large_files();
    let is_for_programs = std::env::args_os().any(|argument| argument == "--json");
    let done = CommandLine::read().map_err(Into::into).and_then(|line| run(line.command));
    let done = done.or_else(|error| tell(&error.downcast::<clap::Error>()?, is_for_programs));
    match done {
        Ok(status) => status,
        Err(error) => match output::write_error_kind(&error) {
            Some(ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
            Some(kind) => {
                let sentence = text::sentence(&kind.into());
                complain(&format!("the output cannot be written: {sentence}"));
                ExitCode::FAILURE
            }
            None => {
                let sentence = format!("{error:#}");
                complain(&sentence);
                if is_for_programs && !error.is::<Told>() {
                    tell_programs(&sentence);
                }
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
        Command::Games { game, json } => games::run(game.as_deref(), json),
        Command::Show(options) => show::run(&options),
        Command::Completions { shell } => pages::write_completions(shell),
        Command::CompleteWord { words } => complete::run(&words),
        Command::Man { directory } => pages::write_manual(&directory),
    }
}

/// Writes a fault as an object.
fn tell_programs(sentence: &str) {
    // If it cannot be written, the exit status has to do.
    let _ = solve::write_json(&ErrorObject::of_sentence(sentence));
}

/// A fault of which programs have been told.
#[derive(Debug)]
struct Told(String);

impl Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Told {}

/// Shows what the parser has to say: help, the version, or a fault.
fn tell(message: &clap::Error, is_for_programs: bool) -> Result<ExitCode> {
    if is_for_programs && message.use_stderr() {
        let text = message.render().to_string();
        let sentence = text.lines().next().unwrap_or_default();
        tell_programs(&format!("usage: {}", sentence.trim_start_matches("error: ")));
    }
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
    let _ = writeln!(io::stderr(), "phidelta: {}", on_one_line(sentence));
}

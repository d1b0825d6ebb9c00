//! The program `phidelta`: proves who wins two-player games.
//!
//! It knows all games and what users type and see. How to search it leaves to `phidelta-search`,
//! what the rules are to `phidelta-games`.

mod answer;
mod args;
mod batch;
mod choices;
mod games;
mod human;
mod input;
mod inquiry;
mod interrupt;
mod output;
mod pages;
mod position;
mod progress;
mod registry;
mod rules;
mod settings;
mod show;
mod size;
mod solve;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Command, CommandLine};

fn main() -> ExitCode {
    let done = match CommandLine::read().command {
        Command::Solve(options) => solve::run(&options),
        Command::Games { game } => games::run(game.as_deref()),
        Command::Show(subject) => show::run(&subject),
        Command::Completions { shell } => pages::complete(shell),
        Command::Man { directory } => pages::write_manual(&directory),
    };
    match done {
        Ok(status) => status,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Tells a fault on standard error, in a sentence.
fn complain(sentence: &str) {
    // If not even that can be written, the exit status has to do.
    let _ = writeln!(io::stderr(), "phidelta: {sentence}");
}

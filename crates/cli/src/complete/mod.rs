//! Completion: what can stand at the cursor of an unfinished command line.
//!
//! The scripts of bash, zsh and fish (`phidelta completions SHELL`) know nothing of the commands: they call the hidden
//! command `complete-word` with the words up to the cursor, so games, named positions, legal moves and the values of
//! options come from the tables of the program itself.

mod candidates;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Arg, ArgAction, Command, ValueHint};

use crate::args;
use candidates::{games, goals, positions, varied};

/// The script of bash.
pub const BASH: &str = include_str!("phidelta.bash");
/// The script of fish.
pub const FISH: &str = include_str!("phidelta.fish");
/// The script of zsh.
pub const ZSH: &str = include_str!("phidelta.zsh");

/// What can stand at the cursor. Written as lines: a word and its help with a tab between them; or a tab, `files` or
/// `directories`, a tab and a prefix, where the shell completes the name of a file behind the prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Candidate {
    Word { text: String, help: String },
    Files { prefix: String },
    Directories { prefix: String },
}

impl Candidate {
    fn word(text: impl Into<String>, help: impl Into<String>) -> Self {
        Candidate::Word { text: text.into(), help: help.into() }
    }
}

/// Writes what can stand in the place of the last word.
///
/// # Errors
/// If it cannot be written.
pub fn run(words: &[String]) -> Result<ExitCode> {
    let mut text = String::new();
    for candidate in candidates(words) {
        let line = match candidate {
            Candidate::Word { text, help } => {
                format!("{text}\t{}", help.lines().next().unwrap_or_default())
            }
            Candidate::Files { prefix } => format!("\tfiles\t{prefix}"),
            Candidate::Directories { prefix } => format!("\tdirectories\t{prefix}"),
        };
        text += &line;
        text += "\n";
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What can stand in the place of the last of the words behind the program's name.
fn candidates(words: &[String]) -> Vec<Candidate> {
    let Some((word, before)) = words.split_last() else { return Vec::new() };
    let mut program = args::command();
    program.build();
    let line = Line::read(&program, before);
    let mut found = line.at(word);
    found.retain(|candidate| match candidate {
        Candidate::Word { text, .. } => text.starts_with(word.as_str()),
        _ => true,
    });
    found
}

/// The words before the cursor.
struct Line<'a> {
    /// The command that they lead to.
    command: &'a Command,
    /// Whether a word may still be the name of a command.
    is_open: bool,
    /// The words that are no options.
    plain: Vec<&'a str>,
    /// The options that were given.
    given: Vec<&'a Arg>,
    /// The option whose value comes next.
    pending: Option<&'a Arg>,
    /// Whether `--` was given, after which there are no options.
    is_escaped: bool,
}

impl<'a> Line<'a> {
    fn read(program: &'a Command, words: &'a [String]) -> Self {
        let mut line = Line {
            command: program,
            is_open: true,
            plain: Vec::new(),
            given: Vec::new(),
            pending: None,
            is_escaped: false,
        };
        for word in words {
            line.add(word);
        }
        line
    }

    fn add(&mut self, word: &'a str) {
        if self.pending.take().is_some() {
            return;
        }
        if word == "--" {
            self.is_escaped = true;
        } else if !self.is_escaped && word.len() > 1 && word.starts_with('-') {
            let name = word.split('=').next().unwrap_or(word);
            if let Some(option) = self.option(name) {
                self.given.push(option);
                let wants_value = takes_value(option) && !option.is_require_equals_set();
                self.pending = Some(option).filter(|_| wants_value && !word.contains('='));
            }
        } else if let Some(command) = self.command.find_subcommand(word).filter(|_| self.is_open) {
            self.command = command;
            self.plain.clear();
        } else {
            self.is_open = false;
            self.plain.push(word);
        }
    }

    fn option(&self, name: &str) -> Option<&'a Arg> {
        self.command.get_opts().chain(self.flags()).find(|arg| match name.strip_prefix("--") {
            Some(long) => arg.get_long() == Some(long),
            None => arg.get_short().is_some_and(|short| name.ends_with(short)),
        })
    }

    fn flags(&self) -> impl Iterator<Item = &'a Arg> + use<'a> {
        self.command
            .get_arguments()
            .filter(|arg| !arg.is_positional() && !arg.get_action().takes_values())
    }

    fn at(&self, word: &str) -> Vec<Candidate> {
        if let Some(option) = self.pending {
            return self.values(option, "", word);
        }
        if !self.is_escaped && word.starts_with('-') {
            if let Some((name, value)) = word.split_once('=') {
                let values = |arg| self.values(arg, &format!("{name}="), value);
                return self.option(name).map(values).unwrap_or_default();
            }
            return self.options();
        }
        let mut found = if self.is_open { self.commands() } else { Vec::new() };
        found.extend(self.positional(word));
        found
    }

    fn commands(&self) -> Vec<Candidate> {
        let shown = self.command.get_subcommands().filter(|command| !command.is_hide_set());
        let help = |command: &Command| command.get_about().map(ToString::to_string);
        shown.map(|it| Candidate::word(it.get_name(), help(it).unwrap_or_default())).collect()
    }

    fn options(&self) -> Vec<Candidate> {
        let is_again = |arg: &&Arg| {
            matches!(arg.get_action(), ArgAction::Append)
                || !self.given.iter().any(|given| given.get_id() == arg.get_id())
        };
        let shown = self.command.get_opts().chain(self.flags());
        shown
            .filter(|arg| !arg.is_hide_set())
            .filter(is_again)
            .filter_map(|arg| {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                Some(Candidate::word(format!("--{}", arg.get_long()?), help))
            })
            .collect()
    }

    /// The words in the place of an argument that is no option.
    fn positional(&self, word: &str) -> Vec<Candidate> {
        let mut arguments: Vec<&Arg> = self.command.get_positionals().collect();
        arguments.sort_by_key(|argument| argument.get_index());
        let is_over = self.plain.len() >= arguments.len();
        let argument = arguments.get(self.plain.len()).or(arguments.last());
        let Some(argument) = argument else { return Vec::new() };
        let proof = self.given.iter().any(|arg| arg.get_id() == "certificate");
        match argument.get_id().as_str() {
            "game" if proof => vec![Candidate::word("moves", "a position of the proof")],
            "game" if is_over => Vec::new(),
            "game" => games(word),
            "position" if proof => Vec::new(),
            "position" => positions(&self.plain, word),
            _ if is_over => Vec::new(),
            _ => self.values(argument, "", word),
        }
    }

    /// The values of an argument, behind a prefix.
    fn values(&self, argument: &Arg, prefix: &str, word: &str) -> Vec<Candidate> {
        match argument.get_id().as_str() {
            "vary" => return varied(self.command.get_name() == "tune", prefix, word),
            "goal" => return goals(self.plain.first(), prefix),
            _ => {}
        }
        let names = argument.get_possible_values();
        if !names.is_empty() {
            // Of several values, the last is completed.
            let done = argument.get_value_delimiter().and_then(|mark| word.rfind(mark));
            let done = &word[..done.map_or(0, |at| at + 1)];
            let help = |help: &clap::builder::StyledStr| help.to_string();
            let shown = names.iter().filter(|name| !name.is_hide_set());
            return shown
                .map(|name| {
                    let text = format!("{prefix}{done}{}", without_number(name.get_name()));
                    Candidate::word(text, name.get_help().map(help).unwrap_or_default())
                })
                .collect();
        }
        match argument.get_value_hint() {
            ValueHint::FilePath | ValueHint::AnyPath => {
                vec![Candidate::Files { prefix: prefix.into() }]
            }
            ValueHint::DirPath => vec![Candidate::Directories { prefix: prefix.into() }],
            _ => Vec::new(),
        }
    }
}

/// Some names have a letter for a number: `best:K`, and `gts(N)`, where it may be left out.
fn without_number(name: &str) -> &str {
    match name.split_once('(') {
        Some((name, _)) => name,
        None if name.contains(':') => name.trim_end_matches(char::is_uppercase),
        None => name,
    }
}

fn takes_value(argument: &Arg) -> bool {
    argument.get_action().takes_values()
}

#[cfg(test)]
mod tests;

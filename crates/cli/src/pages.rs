//! `phidelta completions` and `phidelta man`: what the command line says of itself to shells and
//! to `man`.

use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap_complete::Shell;
use clap_mangen::Man;

use phidelta::{text, whole_file};

use crate::{args, complete};

/// Writes the completion script of a shell to standard output.
///
/// # Errors
/// If it cannot be written.
pub fn write_completions(shell: Shell) -> Result<ExitCode> {
    let script = match shell {
        Shell::Bash => complete::BASH.into(),
        Shell::Fish => complete::FISH.into(),
        Shell::Zsh => complete::ZSH.into(),
        // These know commands, options and the names of games, but cannot ask for positions.
        _ => {
            let mut script = Vec::new();
            let mut program = args::command();
            clap_complete::generate(shell, &mut program, "phidelta", &mut script);
            script
        }
    };
    let mut stdout = io::stdout().lock();
    stdout.write_all(&script)?;
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a man page for the program and one for each command.
///
/// # Errors
/// If the directory cannot be made or written to.
pub fn write_manual(directory: &Path) -> Result<ExitCode> {
    let fault = |error: &io::Error| anyhow::anyhow!(text::sentence(error));
    fs::create_dir_all(directory)
        .map_err(|error| fault(&error))
        .with_context(|| format!("cannot make {}", directory.display()))?;
    let mut program = args::command();
    program.build();
    let commands = program
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .flat_map(|command| iter::once(command.clone()).chain(command.get_subcommands().cloned()));
    let mut stdout = io::stdout().lock();
    for command in iter::once(program.clone()).chain(commands) {
        let page = Man::new(command).source(concat!("phidelta ", env!("CARGO_PKG_VERSION")));
        let path = directory.join(page.get_filename());
        let mut rendered = Vec::new();
        page.render(&mut rendered)?;
        whole_file::replace(&path, &rendered)
            .map_err(|error| fault(&error))
            .with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(stdout, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

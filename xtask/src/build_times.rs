//! `cargo xtask build-times`: what it takes to build, from nothing and after an edit.
//!
//! It works on a clone of the last commit in a directory of its own, so that neither the sources nor what was
//! built before is touched. What counts is the time of all processors together, which hardly depends on what else
//! the machine does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use nix::sys::resource::{UsageWho, getrusage};

use crate::{cargo_path, root};

/// A row of the table.
struct Row {
    what: &'static str,
    /// What it took before each game had a crate of its own, in seconds of processor time.
    before: &'static str,
    wanted: &'static str,
    processor: f64,
    clock: f64,
}

/// Builds, edits and builds again; with `ci`, also runs all that must hold before a change goes in.
///
/// # Errors
/// If something does not build.
pub fn run(ci: bool) -> Result<()> {
    let folder = root().join("target/build-times");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("the last clone cannot be removed")?;
    }
    fs::create_dir_all(&folder)?;
    let clone = folder.join("clone");
    let mut command = Command::new("git");
    measured(command.args(["clone", "--quiet"]).arg(root()).arg(&clone))?;
    let mut rows = Vec::new();
    let build = |arguments: &[&str]| {
        let mut command = Command::new(cargo_path());
        command.arg("build").args(arguments).current_dir(&clone);
        command.env("CARGO_TARGET_DIR", folder.join("target"));
        measured(&mut command)
    };
    let mut row = |what, before, wanted, (processor, clock)| {
        let row = Row { what, before, wanted, processor, clock };
        eprintln!("{}: {:.0} s of processor time", row.what, row.processor);
        rows.push(row);
    };
    row("first `cargo build --release`", "362", "250", build(&["--release"])?);
    build(&[])?;
    edit(&clone.join("crates/cli/src/human.rs"), "cli_edited")?;
    row("edit a word in `cli`, build the program", "344", "25", build(&[])?);
    edit(&clone.join("games/mnk/src/lib.rs"), "rules_edited")?;
    row("edit one game's rules, the same", "374", "60", build(&[])?);
    let mut clean = Command::new(cargo_path());
    clean.args(["clean", "--package", "phidelta-mnk"]).current_dir(&clone);
    measured(clean.env("CARGO_TARGET_DIR", folder.join("target")))?;
    row("one more game of mnk's size, with the program", "38", "15", build(&[])?);
    if ci {
        let mut restore = Command::new("git");
        measured(restore.args(["checkout", "--quiet", "."]).current_dir(&clone))?;
        fs::remove_dir_all(folder.join("target"))?;
        let mut command = Command::new("bash");
        command.arg(".ci/run").current_dir(&clone);
        let took = measured(command.env("CARGO_TARGET_DIR", folder.join("target")))?;
        row("`.ci/run`, cold", "2400", "1320", took);
    }
    println!("| on {} cores | before, CPU s | wanted | now | on the clock |", cores());
    println!("|---|---|---|---|---|");
    for Row { what, before, wanted, processor, clock } in rows {
        println!("| {what} | {before} | ≤ {wanted} | {processor:.0} | {clock:.0} s |");
    }
    Ok(())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// Adds a function to a file: something that changes what is compiled.
fn edit(path: &PathBuf, name: &str) -> Result<()> {
    let mut text = fs::read_to_string(path).with_context(|| display(path))?;
    let test = text.find("\n#[cfg(test)]").unwrap_or(text.len());
    text.insert_str(
        test,
        &format!("\n/// Edited.\npub fn {name}(n: u32) -> u32 {{\n    n * 3\n}}\n"),
    );
    fs::write(path, text).with_context(|| display(path))
}

fn display(path: &Path) -> String {
    path.display().to_string()
}

/// Runs a command. The processor time of it and all that it started, and the time on the clock, in seconds.
fn measured(command: &mut Command) -> Result<(f64, f64)> {
    let (before, started) = (children()?, Instant::now());
    let shown = format!("{command:?}");
    if !command.status().with_context(|| format!("cannot run {shown}"))?.success() {
        bail!("{shown} failed");
    }
    Ok((children()? - before, started.elapsed().as_secs_f64()))
}

/// The processor time of all that was started and has ended.
fn children() -> Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

//! Repository chores. `cargo xtask test` runs every test; `.ci/run` calls it after its own checks. Those of
//! threads take longer, and are run when something about threads was changed.

mod bench_compare;
mod book;
mod build_times;
mod limits;
mod own_game;
mod python;
mod soak;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
Usage: cargo xtask <chore>

Chores:
  test    run all tests, documentation tests and examples, those of the second checker, and a program of its own
  models  try the orders in which threads may run: of the table with loom, of searches with shuttle
  races   run searches by several threads under ThreadSanitizer (needs a nightly toolchain with rust-src)
  bench-compare [--allow PERCENT | --save]
          count the instructions of the hot paths, and fail if one has 3 percent more, or PERCENT, than the
          stored baseline; with --save, store them as the baseline (needs valgrind)
  book    build the handbook as a site, in target/handbook (installs mdBook there if there is none)
  limits  run every search of every game with a limit of time and of memory, and print who exceeds them
  soak [--seed N] [--kills N] [--faults N] [--inputs N]
          kill the program at random moments, make the system fail under it, and give it hostile inputs: 1,000 kills, 400
          faults and 100,000 inputs, which takes up to an hour, unless told otherwise; prints a summary, and fails if
          anything was found (injects faults by strace where there is one)
  build-times [--ci]
          print what it takes to build, from nothing and after an edit; with --ci, to run .ci/run, too
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["models"] => ["loom", "shuttle"].into_iter().try_for_each(model),
        ["races"] => races(),
        ["bench-compare", ref options @ ..] => bench_compare::run(options),
        ["book"] => book::run_all(),
        ["limits"] => limits::run(),
        ["soak", ref options @ ..] => soak::run_all(options),
        ["build-times"] => build_times::run(false),
        ["build-times", "--ci"] => build_times::run(true),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<()> {
    let python = python::interpreter()?;
    run(Command::new(&python).args(["-m", "unittest", "discover", "tools"]))?;
    // Tests that run the second checker take the same interpreter.
    cargo(&["test", "--workspace"], &python)?;
    // They were built with the tests, into the directory beside this program.
    let this = env::current_exe().context("this program does not know where it is")?;
    let folder = this.parent().context("this program is in a directory")?.join("examples");
    for example in examples()? {
        run(&mut Command::new(folder.join(example)))?;
    }
    own_game::run_all()
}

/// Runs the models for a checker, in a build of its own.
fn model(checker: &str) -> Result<()> {
    let mut command = Command::new(cargo_path());
    command.args(["test", "--release", "--package", "phidelta-search", "--lib", "model"]);
    command.args(["--target-dir", &format!("target/{checker}")]);
    run(command.env("RUSTFLAGS", format!("--cfg {checker}")))
}

/// Runs searches by several threads under ThreadSanitizer, which needs a standard library of its own.
fn races() -> Result<()> {
    // The chosen toolchain must not be that of this program.
    let mut command = Command::new("cargo");
    command.args(["+nightly", "test", "-Zbuild-std", "--target", "x86_64-unknown-linux-gnu"]);
    command.args(["--package", "phidelta-search", "--test", "engine", "--lib", "teams"]);
    command.args(["--target-dir", "target/races"]).env_remove("RUSTUP_TOOLCHAIN");
    run(command.env("RUSTFLAGS", "-Zsanitizer=thread"))
}

/// The examples of all crates: what a newcomer runs first must run.
fn examples() -> Result<Vec<String>> {
    let mut examples = Vec::new();
    for folder in
        entries(&root().join("crates"))?.into_iter().chain(entries(&root().join("games"))?)
    {
        for file in entries(&folder.join("examples")).unwrap_or_default() {
            if file.extension().is_some_and(|extension| extension == "rs")
                && let Some(name) = file.file_stem().and_then(|name| name.to_str())
            {
                examples.push(name.to_string());
            }
        }
    }
    Ok(examples)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = folder.read_dir().with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = read.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the repository").into()
}

fn cargo(arguments: &[&str], python: &Path) -> Result<()> {
    run(Command::new(cargo_path()).args(arguments).env("PYTHON", python))
}

fn cargo_path() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs a command in the root of the repository.
fn run(command: &mut Command) -> Result<()> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let shown = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    eprintln!("> {shown}");
    let status = command.current_dir(root()).status();
    if !status.with_context(|| format!("cannot run {shown}"))?.success() {
        bail!("{shown} failed");
    }
    Ok(())
}

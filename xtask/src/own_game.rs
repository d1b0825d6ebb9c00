//! Builds `examples/own-game`, a program outside the workspace with a game of its own, and has it do what the program
//! does for the games it is made with.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{cargo_path, root, run};

/// Commands, and the status that each is to end with.
const COMMANDS: [(&str, i32); 9] = [
    ("games hexapawn", 0),
    ("show hexapawn start moves a1a2", 0),
    ("solve hexapawn --goal value --certify hexapawn.proof", 10),
    ("check hexapawn.proof", 0),
    ("show --certificate hexapawn.proof", 0),
    ("solve hexapawn:4x5 --json --threads 2 --self-check", 20),
    ("solve hexapawn:5x6 --nodes 2000 --checkpoint hexapawn.search", 0),
    ("solve --resume hexapawn.search --nodes 2000", 0),
    ("bench matrix hexapawn:4x4 --vary search=df-pn/pn --out results --quiet", 0),
];

/// Builds it, and runs the commands.
///
/// # Errors
/// If something does not build, or ends otherwise than it should.
pub fn run_all() -> Result<()> {
    let folder = root().join("examples/own-game");
    // The same versions as here.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let target = target_folder()?;
    let mut build = Command::new(cargo_path());
    build.args(["build", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    // It is to build and to work, not to be fast.
    build.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "false");
    run(build.arg("--target-dir").arg(&target))?;
    let work = target.join("own-game");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    for (words, status) in COMMANDS {
        let program = target.join("debug/own-game");
        let output = Command::new(&program).args(words.split(' ')).current_dir(&work).output();
        let output = output.with_context(|| format!("cannot run {}", program.display()))?;
        if output.status.code() != Some(status) {
            let told = String::from_utf8_lossy(&output.stderr);
            bail!(
                "own-game {words}: status {:?} instead of {status}: {told}",
                output.status.code()
            );
        }
        eprintln!("> own-game {words}: as it should be");
    }
    Ok(())
}

/// Where this program was built.
fn target_folder() -> Result<std::path::PathBuf> {
    let this = std::env::current_exe().context("this program does not know where it is")?;
    let folder = this.parent().and_then(Path::parent).context("this program is in a directory")?;
    Ok(folder.into())
}

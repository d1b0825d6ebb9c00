//! `cargo xtask soak`: builds the program and the soak of `crates/soak`, and runs one on the other.

use std::process::Command;

use anyhow::Result;

use crate::{cargo_path, root, run};

/// Runs a soak with these options.
///
/// # Errors
/// If something does not build, or the soak has found anything.
pub fn run_all(options: &[&str]) -> Result<()> {
    let mut build = Command::new(cargo_path());
    build.args(["build", "--release", "--package", "phidelta-cli", "--package", "phidelta-soak"]);
    run(&mut build)?;
    let folder = root().join("target/release");
    run(Command::new(folder.join("phidelta-soak")).arg(folder.join("phidelta")).args(options))
}

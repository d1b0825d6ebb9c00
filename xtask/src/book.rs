//! `cargo xtask book`: the handbook as a site, by mdBook, which is installed into the target directory if the
//! machine has none.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{cargo_path, root, run};

/// The version that is installed.
const VERSION: &str = "0.5.4";

/// Builds the site.
///
/// # Errors
/// If mdBook cannot be installed, or a page is wrong.
pub fn run_all() -> Result<()> {
    let program = match is_there("mdbook") {
        true => PathBuf::from("mdbook"),
        false => install()?,
    };
    run(Command::new(program).args(["build", "docs/handbook"]))?;
    println!("The handbook begins at {}", root().join("target/handbook/index.html").display());
    Ok(())
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn install() -> Result<PathBuf> {
    let folder = root().join("target/tools");
    let program = folder.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let mut command = Command::new(cargo_path());
        command.args(["install", "mdbook", "--locked", "--version", VERSION, "--root"]);
        run(command.arg(&folder))?;
    }
    Ok(program)
}

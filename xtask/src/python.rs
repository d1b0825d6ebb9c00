//! Finds Python for the second checker: the machine's, or one that cargo builds.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

/// What `tools/` needs.
const CHECK_VERSION: &str = "import sys; sys.exit(sys.version_info < (3, 9))";

/// The interpreter that cargo builds where there is none.
const CRATE: &str = "rustpython";
const CRATE_VERSION: &str = "=0.6.0";
const CRATE_FEATURES: &str = "freeze-stdlib,host_env,importlib,stdio";

/// A Python of version 3.9 or later: what `$PYTHON` names, or `python3`, or `python`; or else one
/// that is built, which takes some minutes, and kept in `folder`.
pub fn interpreter(folder: &Path) -> Result<PathBuf> {
    let named = std::env::var_os("PYTHON").map(PathBuf::from);
    let usual = ["python3", "python"].map(PathBuf::from);
    if let Some(found) = named.into_iter().chain(usual).find(|program| works(program)) {
        return Ok(found);
    }
    let built = folder.join("bin").join(CRATE);
    if !works(&built) {
        eprintln!("xtask: no Python 3.9 or later was found; building {CRATE} instead");
        let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["install", CRATE, "--version", CRATE_VERSION, "--locked"])
            .args(["--no-default-features", "--features", CRATE_FEATURES])
            .arg("--root")
            .arg(folder)
            .status()?;
        if !status.success() || !works(&built) {
            bail!("{CRATE} could not be built; install Python 3.9 or later for the second checker");
        }
    }
    Ok(built)
}

fn works(program: &Path) -> bool {
    let mut command = Command::new(program);
    command.args(["-c", CHECK_VERSION]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

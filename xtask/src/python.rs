//! Finds Python, in which the second checker is written.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// What `tools/` needs.
const CHECK_VERSION: &str = "import sys; sys.exit(sys.version_info < (3, 9))";

/// A Python of version 3.9 or later: what `$PYTHON` names, or `python3`, or `python`.
///
/// # Errors
/// If there is none.
pub fn interpreter() -> Result<PathBuf> {
    let named = std::env::var_os("PYTHON").map(PathBuf::from);
    let usual = ["python3", "python"].map(PathBuf::from);
    let found = named.into_iter().chain(usual).find(|program| works(program));
    found.context(
        "the second checker needs Python 3.9 or later, and none was found; install it, or name it \
         in the variable PYTHON",
    )
}

fn works(program: &Path) -> bool {
    let mut command = Command::new(program);
    command.args(["-c", CHECK_VERSION]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

//! What an experiment was run on, and by which version.

use std::fs;
use std::thread;

use serde::{Deserialize, Serialize};

use crate::size;

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The machine that measures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The name of its processor, if it tells.
    pub cpu: String,
    /// How many of them we may use.
    pub cores: usize,
    /// Bytes of memory; 0 if it does not tell.
    pub memory: u64,
}

impl Machine {
    /// The one that we run on.
    pub fn here() -> Self {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        Machine {
            cpu: name.map_or("unknown", |(_, name)| name.trim()).into(),
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory: size::machine_memory().unwrap_or(0),
        }
    }
}

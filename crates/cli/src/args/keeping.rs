//! The options that keep a long search.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};

use phidelta::amounts;
use phidelta::checkpoint::SavingWish;

/// Where a search is saved, and resumed.
#[derive(Args, Clone, Debug)]
pub struct KeepingOptions {
    /// Save the search in a file regularly, and when it is stopped
    ///
    /// The search continues meanwhile. The file is replaced when a new one is complete, so that --resume works
    /// whatever happens to this process. A limit and Ctrl-C write it, too, and so does a signal to terminate, as
    /// far as a second is enough; an answer does not. A file that is there already is not replaced, unless
    /// it is the one of --resume.
    #[arg(long, value_name = "FILE", help_heading = "Checkpoints", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["batch", "prune"])]
    pub checkpoint: Option<PathBuf>,

    /// How often, as 30s or 1h, at least 100ms [default: 5m]
    #[arg(long, value_name = "TIME", help_heading = "Checkpoints", value_parser = interval)]
    #[arg(requires = "checkpoint", allow_hyphen_values = true)]
    pub every: Option<Duration>,

    /// Resume a saved search
    ///
    /// Game, position, goal and options are in the file. --threads, --memory and others that do not change what
    /// was saved may be changed; --time and --nodes are for this run, and nodes and seconds of the result
    /// count all runs. To keep saving, give --checkpoint again: it may be the same file.
    #[arg(long, value_name = "FILE", help_heading = "Checkpoints", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["batch", "prune"])]
    pub resume: Option<PathBuf>,

    /// Replace a file that is not the one of --resume, and lose what is in it
    #[arg(long, help_heading = "Checkpoints", requires = "checkpoint")]
    pub overwrite: bool,
}

impl KeepingOptions {
    /// What they wish for.
    pub fn wish(&self) -> SavingWish {
        let KeepingOptions { checkpoint, every, resume, overwrite } = self.clone();
        SavingWish { checkpoint, every, resume, overwrite }
    }
}

fn interval(text: &str) -> Result<Duration, String> {
    match amounts::parse_duration(text)? {
        time if time >= Duration::from_millis(100) => Ok(time),
        _ => Err("it must be at least 100ms".into()),
    }
}

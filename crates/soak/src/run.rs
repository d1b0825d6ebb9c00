//! Runs of the program, each with an end.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::Value;

/// How a run ended.
pub struct Ended {
    pub status: ExitStatus,
    /// Whether it had to be killed.
    pub was_killed: bool,
    pub stdout: String,
    pub stderr: String,
}

/// Who runs longer than this hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a command to its end, or kills it after so long.
pub fn run(command: &mut Command, longest: Duration) -> Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("the program cannot be run")?;
    // Both must be read while it runs.
    let stdout = child.stdout.take().context("its output was asked for")?;
    let stderr = child.stderr.take().context("its errors were asked for")?;
    let (stdout, stderr) = (thread::spawn(|| read(stdout)), thread::spawn(|| read(stderr)));
    let (status, was_killed) = wait(&mut child, longest)?;
    let stdout = stdout.join().unwrap_or_default();
    let stderr = stderr.join().unwrap_or_default();
    Ok(Ended { status, was_killed, stdout, stderr })
}

fn read(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = pipe.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wait(child: &mut Child, longest: Duration) -> Result<(ExitStatus, bool)> {
    let started = Instant::now();
    while started.elapsed() < longest {
        if let Some(status) = child.try_wait()? {
            return Ok((status, false));
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    Ok((child.wait()?, true))
}

impl Ended {
    /// The result that it told in JSON.
    pub fn result(&self) -> Option<Value> {
        let last: Value = serde_json::from_str(self.stdout.lines().last()?).ok()?;
        (last["type"] == "result").then_some(last)
    }

    /// What it told of what was wrong, in short.
    pub fn complaint(&self) -> String {
        let complaint: String = self.stderr.chars().take(300).collect();
        complaint.replace('\n', " | ")
    }

    /// Whether it ended as it may: with a status that is told of, and without a panic.
    pub fn is_well(&self) -> bool {
        let is_known = matches!(self.status.code(), Some(0 | 1 | 2 | 10 | 20));
        !self.was_killed && is_known && !self.stderr.contains("panicked at")
    }
}

/// A search: a question, and how it is answered.
#[derive(Clone, Debug)]
pub struct Search {
    pub words: Vec<String>,
    /// The game alone, which decides the answer.
    pub game: String,
}

/// Searches that can be saved.
const SEARCHES: [&str; 7] = ["df-pn", "pds", "pds-pn", "pn", "pn2", "deep-pn", "pn-df-pn"];

/// Games by how hard they are to solve: some seconds each, or too hard.
const GAMES: [&str; 24] = [
    "atari-go:5x5",
    "breakthrough:3x7",
    "breakthrough:8x8",
    "clobber:4x4",
    "clobber:5x6",
    "connect:9x9x5x1x1",
    "connect-four:5x5",
    "connect-four:6x4",
    "connect-four",
    "dodgem:3",
    "dodgem:4",
    "domineering:5x5",
    "domineering:8x8",
    "dots-and-boxes:2x3",
    "go-small:2x3",
    "go-small:3x3",
    "l-game",
    "loa:5",
    "loa:6",
    "mnk:4x4x4",
    "mnk:6x6x5",
    "morris",
    "nim:5,6,7,8",
    "uttt",
];

impl Search {
    /// One of those that can be saved.
    pub fn random(random: &mut StdRng) -> Self {
        let game = GAMES[random.random_range(0..GAMES.len())].to_string();
        let search = SEARCHES[random.random_range(0..SEARCHES.len())];
        let threads = if matches!(search, "df-pn" | "pds" | "pn-df-pn") {
            random.random_range(1..=3)
        } else {
            1
        };
        let memory = ["3M", "16M", "64M"][random.random_range(0..3)];
        let words = [&*game, "--search", search, "--memory", memory, "--threads"];
        let mut words: Vec<String> = words.map(String::from).into();
        words.push(threads.to_string());
        Search { words, game }
    }

    /// How it is typed.
    pub fn told(&self) -> String {
        self.words.join(" ")
    }
}

/// `phidelta solve` with these words.
pub fn solve(program: &Path, words: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(program);
    command.arg("solve").args(words).args(["--json", "--progress", "none"]);
    command
}

//! `cargo xtask limits`: does every search of every game keep to its limits?
//!
//! Each search that a game allows is run on a hard position, by one thread and by two, with `--time 1s --memory 64M`.
//! What took more than 1.2 s, or more than 128 MiB, is printed. It takes some minutes, and tells something only on a
//! machine that has nothing else to do: it is run by hand.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{cargo_path, root};

const LONGEST: Duration = Duration::from_millis(1200);
const MOST_KIB: u64 = 128 << 10;
/// Who runs longer than this is stopped.
const PATIENCE: Duration = Duration::from_secs(30);

/// What `--search` knows. A game refuses what it does not have.
const SEARCHES: [&str; 14] = [
    "auto",
    "df-pn",
    "pds",
    "pds-pn",
    "pn",
    "pn2",
    "deep-pn",
    "pn-df-pn",
    "vcdt",
    "vcf",
    "vct",
    "rz-df-pn",
    "alpha-beta",
    "gts(2)",
];

/// Questions that are harder than those about the usual start of a game, or whose nodes are dearer.
const HARD: [(&str, &[&str]); 12] = [
    ("nim", &["nim:255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255"]),
    ("mnk", &["mnk:8x8x6"]),
    ("atari-go", &["atari-go:8x8"]),
    ("clobber", &["clobber:7x7"]),
    ("go", &["go", "9/9/9/2www4/2wbw4/3b5/9/9/9 b target=D5"]),
    ("go-small", &["go-small:5x5"]),
    ("dots-and-boxes", &["dots-and-boxes:5x5"]),
    ("dodgem", &["dodgem:5"]),
    ("connect-four", &["connect-four:8x8"]),
    ("breakthrough", &["breakthrough:8x8"]),
    ("connect6", &["connect6", "midgame-1"]),
    ("connect", &["connect", "midgame-1"]),
];

/// How a run ended.
struct Run {
    status: ExitStatus,
    time: Duration,
    /// The most memory that was in use.
    kib: u64,
    was_stopped: bool,
}

/// Runs all searches.
///
/// # Errors
/// If a run fails, or does not keep to its limits.
pub fn run() -> Result<()> {
    let mut build = Command::new(cargo_path());
    build.current_dir(root()).args(["build", "--release", "--package", "phidelta-cli"]);
    if !build.status()?.success() {
        bail!("the program does not build");
    }
    let program = root().join("target/release/phidelta");
    let games = Command::new(&program).args(["games", "--json"]).output()?;
    let games = String::from_utf8(games.stdout)?;
    let (mut runs, mut excesses) = (0, 0);
    let (mut longest, mut most) = (Duration::ZERO, 0);
    for game in games.lines() {
        let game: Value = serde_json::from_str(game)?;
        let name = game["name"].as_str().context("a game has a name")?;
        let question = HARD.iter().find(|(hard, _)| *hard == name).map(|&(_, question)| question);
        let question = question.map_or_else(|| vec![name], <[&str]>::to_vec);
        for search in SEARCHES {
            for threads in ["1", "2"] {
                let Run { status, time, kib, was_stopped } =
                    solve(&program, &question, search, threads)?;
                let what = format!("{} --search {search} --threads {threads}", question.join(" "));
                match status.code() {
                    // The game, or the search, has no such thing.
                    Some(1 | 2) => continue,
                    Some(0 | 10 | 20) => {}
                    _ if was_stopped => {}
                    _ => bail!("phidelta solve {what} ended with {status}"),
                }
                runs += 1;
                (longest, most) = (longest.max(time), most.max(kib));
                if time > LONGEST || kib > MOST_KIB {
                    excesses += 1;
                    let stopped = if was_stopped { ", and was stopped" } else { "" };
                    let (seconds, mib) = (time.as_secs_f64(), kib >> 10);
                    println!("{what}: {seconds:.2} s, {mib} MiB{stopped}");
                }
            }
        }
    }
    let (seconds, mib) = (longest.as_secs_f64(), most >> 10);
    println!("{runs} runs; the longest {seconds:.2} s, the largest {mib} MiB");
    if excesses > 0 {
        bail!("{excesses} runs did not keep to their limits");
    }
    Ok(())
}

fn solve(program: &Path, question: &[&str], search: &str, threads: &str) -> Result<Run> {
    let mut command = Command::new(program);
    command.arg("solve").args(question).args(["--search", search, "--threads", threads]);
    command.args(["--time", "1s", "--memory", "64M", "--quiet"]);
    let started = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let (mut kib, mut was_stopped) = (0, false);
    let status = loop {
        kib = peak(&child).unwrap_or(0).max(kib);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > PATIENCE && !was_stopped {
            child.kill()?;
            was_stopped = true;
        }
        sleep(Duration::from_millis(2));
    };
    Ok(Run { status, time: started.elapsed(), kib, was_stopped })
}

/// The most memory that a process has had so far, in KiB, as Linux tells it.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

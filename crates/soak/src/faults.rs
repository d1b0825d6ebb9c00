//! The system fails: files may not grow, disks are full, calls return errors, threads cannot be had.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::run::{PATIENCE, Search, run, solve};
use crate::{Plan, Summary};

/// Calls of the system that are made to fail, and how.
const CALLS: [(&str, &str); 9] = [
    ("write", "ENOSPC"),
    ("write", "EIO"),
    ("fsync", "EIO"),
    ("rename", "EACCES"),
    ("flock", "EOPNOTSUPP"),
    ("fchmod", "EPERM"),
    ("clone3", "EAGAIN"),
    ("unlink", "EBUSY"),
    ("getdents64", "EIO"),
];

/// Makes the system fail.
pub fn try_all(plan: &Plan) -> Result<Summary> {
    let mut summary = Summary::default();
    if !cfg!(unix) {
        return Ok(summary);
    }
    let mut random = StdRng::seed_from_u64(plan.seed ^ 0xfa17);
    let can_inject = can_inject();
    for _ in 0..plan.faults {
        if can_inject && random.random() {
            injected(plan, &mut random, &mut summary)?;
        } else {
            limited(plan, &mut random, &mut summary)?;
        }
    }
    Ok(summary)
}

/// Whether calls of the system can be made to fail here.
fn can_inject() -> bool {
    let trial = Command::new("strace")
        .args([
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            "trace=fsync",
            "-e",
            "inject=fsync:error=EIO",
            "true",
        ])
        .output();
    trial.is_ok_and(|output| output.status.success())
}

/// A search with a checkpoint already there, and one to be written.
fn saved(plan: &Plan, search: &Search, file: &str) -> Result<bool> {
    let mut words: Vec<&str> = search.words.iter().map(String::as_str).collect();
    words.extend(["--nodes", "20000", "--checkpoint", file]);
    run(&mut solve(&plan.program, &words), PATIENCE)?;
    Ok(Path::new(file).exists())
}

/// Files may not grow beyond some size.
fn limited(plan: &Plan, random: &mut StdRng, summary: &mut Summary) -> Result<()> {
    let size = random.random_range(0..200);
    let script = format!("ulimit -f {size}; exec \"$@\"");
    let wrap = |inner: Command| {
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh"]).arg(inner.get_program()).args(inner.get_args());
        command
    };
    let what = format!("files of at most {size} blocks");
    under(plan, &what, "files that may not grow", &wrap, random, summary)
}

/// A call of the system fails, from some time on.
fn injected(plan: &Plan, random: &mut StdRng, summary: &mut Summary) -> Result<()> {
    let (call, error) = CALLS[random.random_range(0..CALLS.len())];
    let from = random.random_range(1..30);
    let wrap = |inner: Command| {
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e"]);
        command.arg(format!("inject={call}:error={error}:when={from}+"));
        command.arg(inner.get_program()).args(inner.get_args());
        command
    };
    let what = format!("{call} with {error} from the {from}th time on");
    under(plan, &what, "calls of the system that failed", &wrap, random, summary)
}

/// Saves and certifies a search while the system fails.
fn under(
    plan: &Plan,
    what: &str,
    kind: &'static str,
    wrap: &dyn Fn(Command) -> Command,
    random: &mut StdRng,
    summary: &mut Summary,
) -> Result<()> {
    let folder = tempfile::tempdir().context("a directory cannot be made")?;
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (file, proof) = (place("a search"), place("a proof"));
    let search = Search::random(random);
    let is_saved = saved(plan, &search, &file)?;
    let mut words: Vec<&str> = if is_saved {
        vec!["--resume", &file]
    } else {
        search.words.iter().map(String::as_str).collect()
    };
    words.extend(["--checkpoint", &file, "--every", "100ms", "--time", "500ms"]);
    if random.random() {
        words.extend(["--certify", &proof]);
    }
    let ended = run(&mut wrap(solve(&plan.program, &words)), PATIENCE)?;
    summary.count(kind);
    let told = search.told();
    if !ended.is_well() {
        summary.find(format!("{told}, {what}: ended with {}: {}", ended.status, ended.complaint()));
    }
    // The old file, or a new one, but no half.
    if is_saved {
        let words = ["--resume", &file, "--nodes", "1"];
        let again = run(&mut solve(&plan.program, &words), PATIENCE)?;
        if again.result().is_none() {
            summary.find(format!("{told}, {what}: what was saved is lost: {}", again.complaint()));
        }
    }
    if fs::exists(&proof)? {
        let mut check = Command::new(&plan.program);
        check.args(["check", &proof, "--quiet"]);
        let checked = run(&mut check, PATIENCE)?;
        summary.count("certificates checked");
        if !checked.stdout.starts_with("VERIFIED") {
            summary.find(format!("{told}, {what}: half of a certificate: {}", checked.stdout));
        }
    }
    Ok(())
}

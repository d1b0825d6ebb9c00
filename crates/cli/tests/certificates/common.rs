//! What the tests share: the program, run in a folder of its own, and certificates made by hand.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use phidelta::certificate::{Claim, Header, Justification, Link, Solution};
use phidelta::proofs::write;
use serde_json::Value;
use tempfile::TempDir;

pub fn phidelta(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

pub fn object(output: &Output) -> Value {
    let last = stdout(output).lines().last().unwrap_or_else(|| panic!("{}", stderr(output)));
    serde_json::from_str(last).unwrap()
}

pub fn files(folder: &TempDir) -> Vec<String> {
    let entries = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

pub fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Writes a certificate of who wins 4x4x3.
pub fn certified(folder: &TempDir) -> Vec<u8> {
    let output = phidelta(folder.path(), &["solve", "mnk:4x4x3", "--certify", "a.proof"]);
    assert_eq!(output.status.code(), Some(10));
    fs::read(folder.path().join("a.proof")).unwrap()
}

/// Has these bytes checked.
pub fn check(folder: &TempDir, bytes: &[u8], more: &[&str]) -> (Option<i32>, Value) {
    fs::write(folder.path().join("b.proof"), bytes).unwrap();
    let arguments = [&["check", "b.proof", "--json"], more].concat();
    let output = phidelta(folder.path(), &arguments);
    assert_eq!(stderr(&output), "");
    (output.status.code(), object(&output))
}

/// A certificate about tic-tac-toe that is made by hand.
pub fn made(header: impl FnOnce(&mut Header), acts: &[(Justification, &[Link])]) -> Vec<u8> {
    let mut solution = Solution::default();
    for (act, links) in acts {
        solution.add(*act, links.iter().copied()).unwrap();
    }
    solution.set_root(Link::to(0));
    let position = "xx1/oo1/3 x".into();
    let mut said = Header::new("mnk", "3x3x3".into(), position, vec![Claim::AtLeast(1)]);
    header(&mut said);
    let mut bytes = Vec::new();
    write(&mut bytes, &said, &[solution]).unwrap();
    bytes
}

/// The third square of the first row wins; moves run from a1.
pub const WINS: &[(Justification, &[Link])] = &[(Justification::Choose(4), &[Link::OVER])];

/// Waits until the program listens to Ctrl-C, and sends it.
#[cfg(target_os = "linux")]
pub fn interrupt(process: u32) {
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0
    };
    while !listens() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &process.to_string()]).status().unwrap();
    assert!(kill.success());
}

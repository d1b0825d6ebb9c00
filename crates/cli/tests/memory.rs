//! The memory that the program takes: what `--memory` says and 64 MiB, whatever the search.
#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use phidelta::certificate::{Claim, Header};
use phidelta_testing::editor;

const SLACK: u64 = 64 << 20;

/// The largest resident size that a run has had, and its status.
fn peak(arguments: &str) -> (u64, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    command.args(arguments.split(' ')).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(kibibytes.unwrap_or(0) << 10);
        if let Some(ended) = child.try_wait().unwrap() {
            return (peak, ended.code());
        }
        sleep(Duration::from_millis(3));
    }
}

fn keeps_to_its_memory(question: &str, mebibytes: u64) {
    let arguments = format!("solve {question} --memory {mebibytes}M --quiet");
    let (peak, status) = peak(&arguments);
    // A proof that does not fit is no answer, and told by a sentence.
    let may_fail = question.contains("--self-check");
    let is_well = matches!(status, Some(0 | 10 | 20)) || may_fail && status == Some(1);
    assert!(is_well, "{arguments}: {status:?}");
    let most = (mebibytes << 20) + SLACK;
    assert!(peak > 0 && peak <= most, "{arguments} took {} of {} MiB", peak >> 20, most >> 20);
}

#[test]
fn searches_keep_to_their_memory() {
    for (search, mebibytes) in [
        ("--search df-pn", 32),
        ("--search df-pn", 96),
        ("--search df-pn --threads 3", 64),
        ("--search df-pn --replace gc", 64),
        ("--search df-pn --backup snda", 64),
        ("--search pds-pn", 64),
        ("--search pn", 32),
        ("--search pn", 128),
        ("--search pn2 --second 20000", 64),
        ("--search deep-pn", 64),
        ("--search pn-df-pn", 32),
        ("--search pn-df-pn", 128),
        ("--search pn --backup sets", 64),
    ] {
        keeps_to_its_memory(&format!("connect-four {search} --time 1s"), mebibytes);
    }
}

/// Where positions come back, lines of play are long.
#[test]
fn cyclic_games_keep_to_their_memory() {
    for (question, mebibytes) in
        [("loa:6", 32), ("loa:6 --threads 2", 64), ("loa:6 --search pn", 32), ("go-small:3x4", 64)]
    {
        keeps_to_its_memory(&format!("{question} --time 1s"), mebibytes);
    }
}

#[test]
fn certificates_keep_to_their_memory() {
    for (question, mebibytes) in
        [("connect-four:6x4", 32), ("connect-four:6x4", 64), ("mnk:5x5x4 --goal draw", 64)]
    {
        keeps_to_its_memory(&format!("{question} --time 3s --self-check"), mebibytes);
    }
}

#[test]
fn checkpoints_keep_to_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let file = file.display();
    for search in ["--search df-pn", "--search df-pn --threads 2", "--search pn"] {
        let question = format!(
            "connect-four {search} --checkpoint {file} --overwrite --every 200ms --time 1s"
        );
        keeps_to_its_memory(&question, 64);
        keeps_to_its_memory(&format!("--resume {file} --time 1s"), 128);
    }
}

/// Sees that a check of these contents comes to the verdict and takes no more memory than it may.
fn check_keeps_to(
    file: &Path,
    header: &Header,
    contents: &[Vec<u8>],
    mebibytes: u64,
    threads: u16,
) -> Option<i32> {
    fs::write(file, editor::file(header, contents)).unwrap();
    let file = file.display();
    let arguments = format!("check {file} --memory {mebibytes}M --threads {threads} --quiet");
    let (peak, status) = peak(&arguments);
    let most = (mebibytes << 20) + SLACK;
    assert!(peak > 0 && peak <= most, "{arguments} took {} of {} MiB", peak >> 20, most >> 20);
    status
}

/// Each part says that it begins after millions of moves.
#[test]
fn hostile_certificates_take_no_more_memory_than_checks_may() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("zeros.proof");
    let claims = vec![Claim::AtLeast(1)];
    let header = Header::new("nim", "1,3,5,7".into(), "1,3,5,7 f".into(), claims.clone());
    let steps: u32 = (1 << 22) - 1;
    let mut place = vec![0, 0, 0xff, 0xff, 0xff, 0x01];
    place.extend(vec![0; 2 * steps as usize]);
    place.push(8);
    let contents = [vec![vec![0, 0, 0, 8]], vec![place; 24]].concat();
    for (mebibytes, threads) in [(1, 1), (1, 8), (32, 8)] {
        let status = check_keeps_to(&file, &header, &contents, mebibytes, threads);
        assert_eq!(status, Some(1), "{mebibytes} MiB, {threads} threads");
    }
    // A graph in the header counts, too.
    let mut graph = String::from("{\"root\": \"g\", \"nodes\": {\"g\": {\"value\": 1}");
    for node in 0..600_000 {
        write!(graph, ",\"{node:x}\":{{\"value\":1}}").unwrap();
    }
    graph += "}}";
    let header = Header::new("graph", graph, "g".into(), claims);
    assert_eq!(check_keeps_to(&file, &header, &[], 16, 1), Some(1));
    assert_eq!(check_keeps_to(&file, &header, &[], 512, 1), Some(0));
}

#[test]
fn batches_count_as_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions");
    fs::write(&file, "0,0,0,0 f\n".repeat(500_000)).unwrap();
    let (peak, status) = peak(&format!("solve nim --batch {} --memory 8M --quiet", file.display()));
    assert_eq!(status, Some(1), "it is larger than half of the memory");
    assert!(peak <= SLACK, "{} MiB", peak >> 20);
}

/// A tree is not left half of what it is given.
#[test]
fn trees_use_the_memory_that_they_are_given() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    command.args("solve connect-four --search pn --memory 32M --json --quiet".split(' '));
    let output = command.output().unwrap();
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["stopped"], "memory");
    let bytes = result["table"]["bytes"].as_u64().unwrap();
    assert!(bytes > 24 << 20, "{bytes} of 32 MiB");
}

//! Searches that are saved and taken up, through the program: after signals, after kills at any moment, and
//! what is refused.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use phidelta::search::Checkpoint;
use serde_json::Value;
use tempfile::TempDir;

/// A question that takes longer than any test waits.
const HARD: &str = "mnk:6x6x5";

fn phidelta(arguments: &str, file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    let words = arguments.split(' ').map(|word| match word {
        "FILE" => file.to_str().unwrap(),
        word => word,
    });
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &str, file: &Path) -> Output {
    phidelta(arguments, file).output().unwrap()
}

/// The object that tells the result.
fn result(output: &Output) -> Value {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    let faults = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(text.lines().last().unwrap_or_else(|| panic!("{faults}"))).unwrap()
}

/// The one sentence that tells what is wrong.
fn fault(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a search");
    (folder, file)
}

fn open(file: &Path) -> Checkpoint<File> {
    Checkpoint::open(File::open(file).unwrap()).unwrap()
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
}

#[test]
fn a_limit_saves_the_search_and_another_run_goes_on() {
    for (search, others) in [
        ("--search df-pn", &["--threads 2", "--memory 200M", "--epsilon 0.5"][..]),
        ("--search pn --memory 64M", &["--memory 200M", "--memory 40M"]),
        ("--search pn-df-pn --memory 64M", &["--memory 200M --replace two-big", "--delta 3"]),
    ] {
        let (folder, file) = place();
        let first = run(
            &format!("solve connect-four:5x4 {search} --nodes 30000 --checkpoint FILE --json"),
            &file,
        );
        let stopped = result(&first);
        assert_eq!(stopped["stopped"], "nodes", "{stopped}");
        assert_eq!(stopped["checkpoint"]["written"], 1);
        assert_eq!(stopped["checkpoint"]["bytes"], fs::metadata(&file).unwrap().len());
        for other in others {
            let resumed = run(&format!("solve --resume FILE {other} --self-check --json"), &file);
            let answer = result(&resumed);
            assert_eq!(answer["result"], "disproved", "{search} {other}: {answer}");
            assert_eq!(answer["certificate"]["verdict"], "verified");
            assert_eq!(answer["resumed"]["nodes"], stopped["nodes"]);
            assert!(answer["nodes"].as_u64() > stopped["nodes"].as_u64());
            assert_eq!(resumed.status.code(), Some(20));
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
    }
}

/// The series of questions behind a value goes on, too; and people are told the command.
#[test]
fn a_value_is_found_in_parts() {
    let (_folder, file) = place();
    let mut arguments = "solve dots-and-boxes:2x2 --checkpoint FILE".to_string();
    for runs in 1.. {
        assert!(runs < 50, "it gets no further");
        let output = run(&format!("{arguments} --nodes {}", 300 * runs), &file);
        let text = String::from_utf8(output.stdout).unwrap();
        if output.status.code() == Some(10) {
            assert!(runs > 2 && text.contains("The value is") || text.contains("the value is"));
            assert!(text.contains("Resumed"), "{text}");
            break;
        }
        let name = file.display();
        let told = format!("phidelta solve --resume '{name}' --checkpoint '{name}'");
        let unwrapped = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(unwrapped.contains(&told), "{text}");
        arguments = "solve --resume FILE --checkpoint FILE".into();
    }
}

#[test]
fn signals_save_the_search() {
    for name in ["INT", "TERM"] {
        for threads in [1, 2] {
            let (_folder, file) = place();
            let arguments =
                format!("solve {HARD} --threads {threads} --checkpoint FILE --every 1h --json");
            let child = phidelta(&arguments, &file).spawn().unwrap();
            sleep(Duration::from_millis(700));
            signal(&child, name);
            let output = child.wait_with_output().unwrap();
            let stopped = result(&output);
            assert_eq!(stopped["stopped"], "interrupt", "{stopped}");
            assert_eq!(stopped["checkpoint"]["written"], 1);
            assert_eq!(open(&file).counters().nodes, stopped["nodes"].as_u64().unwrap());
        }
    }
}

/// Random numbers that are the same each time.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// A search is killed at a random moment, so long after it began at most, and what it has saved is looked at.
/// `None` if it had ended before; otherwise, whether it got further.
fn kill(arguments: &str, file: &Path, most: Duration) -> Option<bool> {
    /// To start the program, and to write the file, on a machine that has other things to do.
    const SLACK: Duration = Duration::from_millis(4000);
    let before = file.exists().then(|| open(file));
    let (nodes_before, time_before) =
        before.map_or((0, Duration::ZERO), |held| (held.counters().nodes, held.elapsed()));
    let mut child = phidelta(arguments, file).spawn().unwrap();
    let started = Instant::now();
    while started.elapsed() < most && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    let is_killed = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    let lived = started.elapsed();
    let output = child.wait_with_output().unwrap();
    if !is_killed {
        assert_eq!(result(&output)["result"], "disproved");
        return None;
    }
    if !file.exists() {
        assert!(lived <= EVERY + SLACK, "nothing is kept after {lived:?}");
        return Some(false);
    }
    let held = open(file);
    assert!(held.counters().nodes >= nodes_before);
    let kept = held.elapsed() - time_before;
    assert!(lived <= kept + EVERY + SLACK, "of {lived:?}, {kept:?} are kept");
    Some(kept > Duration::ZERO)
}

const EVERY: Duration = Duration::from_millis(100);

/// More than fifty times, a search is killed at a random moment and taken up again. The file can be taken up each
/// time, what it counts never gets less, no more is lost than an interval can do, and the answers are right.
#[test]
fn kills_at_any_moment_lose_an_interval_at_most() {
    const KILLS: u32 = 13;
    let (mut state, mut gains) = (8, 0);
    for question in [
        "connect-four:7x4",
        "connect-four:7x4 --threads 2",
        "connect-four:7x4 --search pn-df-pn --threads 2 --memory 64M",
        "connect-four:6x4 --search pn",
    ] {
        let (mut folder, mut file) = place();
        let mut kills = 0;
        while kills < KILLS {
            let asked = if file.exists() { "--resume FILE" } else { question };
            let arguments =
                format!("solve {asked} --checkpoint FILE --every 100ms --json --progress none");
            let longest = if kills == KILLS / 2 { 2500 } else { 400 };
            let life = Duration::from_millis(100 + random(&mut state) % longest);
            match kill(&arguments, &file, life) {
                Some(got_further) => {
                    kills += 1;
                    gains += u32::from(got_further);
                }
                // It is answered: once more.
                None => (folder, file) = place(),
            }
        }
        assert!(file.exists(), "nothing was saved of {question}");
        let answer = result(&run("solve --resume FILE --memory 1G --self-check --json", &file));
        assert_eq!(answer["result"], "disproved", "{question}: {answer}");
        assert_eq!(answer["certificate"]["verdict"], "verified");
        drop(folder);
    }
    assert!(gains >= KILLS / 2, "{gains} of {} runs got further", 4 * KILLS);
}

#[test]
fn what_cannot_be_taken_up_is_refused() {
    let (folder, file) = place();
    run("solve connect-four:5x4 --nodes 20000 --checkpoint FILE --quiet", &file);
    let bytes = fs::read(&file).unwrap();
    let other = folder.path().join("other");
    for (contents, told) in [
        (&bytes[..bytes.len() / 2], "it is damaged, or a part of it is missing"),
        (b"nothing of the kind", "it is not a checkpoint"),
        (b"", "it is not a checkpoint"),
    ] {
        fs::write(&other, contents).unwrap();
        let output = run("solve --resume FILE", &other);
        assert_eq!(output.status.code(), Some(1));
        assert!(fault(&output).contains(told));
    }
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(&other, damaged).unwrap();
    assert!(fault(&run("solve --resume FILE", &other)).contains("it is damaged"));
    for (arguments, told) in [
        ("solve mnk --resume FILE", "is about connect-four:5x4, not about mnk:3x3x3"),
        ("solve connect-four:5x5 --resume FILE", "is about connect-four:5x4"),
        ("solve connect-four:5x4 start moves 1 --resume FILE", "is about the position"),
        ("solve --resume FILE --goal draw", "has the goal win; leave out --goal draw"),
        ("solve --resume FILE --search pn", "is a search by df-pn; leave out --search pn"),
        ("solve --resume FILE --init unit", "was written with --init guide"),
        ("solve --resume FILE --backup weak", "was written with --backup sum"),
        ("solve --resume FILE --deep 2,3", "was written with --"),
        ("solve --resume FILE --zones", "no threats are known"),
        ("solve --resume /nowhere/at/all", "there is no such file"),
        ("solve connect-four --checkpoint /nowhere/at/all", "there is no directory"),
        ("solve connect-four --checkpoint /dev/null", "it is not a file that can be replaced"),
        ("solve connect6 --search vcdt --checkpoint FILE.2", "can be saved; choose df-pn"),
        ("solve mnk --search pn --backup sets --checkpoint FILE.2", "can be saved"),
        ("solve go l-group --exact --checkpoint FILE.2", "can be saved"),
    ] {
        let output = run(arguments, &file);
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        let told_so = fault(&output);
        assert!(told_so.contains(told), "{arguments}: {told_so}");
    }
    for arguments in [
        "solve --resume FILE --batch x",
        "solve mnk --checkpoint FILE --batch x",
        "solve mnk --search pn --prune --checkpoint FILE",
        "solve mnk --every 1m",
        "solve mnk --checkpoint FILE --every 1ms",
        "solve",
    ] {
        assert_eq!(run(arguments, &file).status.code(), Some(2), "{arguments}");
    }
    assert_eq!(fs::read(&file).unwrap(), bytes, "it is as it was");
}

/// What was given may be given again.
#[test]
fn the_same_question_is_not_another_one() {
    let (_folder, file) = place();
    run("solve connect-four:5x4 --nodes 20000 --checkpoint FILE --quiet", &file);
    let again = "solve connect-four:5x4 start --goal win --search df-pn --init guide --resume FILE";
    assert_eq!(run(again, &file).status.code(), Some(20));
}

/// Files of version 0.1.0, written when each search was compiled for its game.
#[test]
fn checkpoints_of_an_earlier_version_are_taken_up() {
    for name in ["loa-df-pn", "loa-pn-df-pn", "uttt-pn2", "uttt-pds-pn"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.search"));
        let output = run("solve --resume FILE --nodes 500 --json", &file);
        let result = result(&output);
        let nodes = result["resumed"]["nodes"].as_u64();
        assert!(nodes.is_some_and(|nodes| (30_000..30_100).contains(&nodes)), "{name}: {result}");
        assert_eq!(result["result"], "unknown", "{name}: {result}");
    }
}

/// A file as the program wrote it when the rules of its game were of another version, by which parameters were
/// written without one.
fn of_older_rules(bytes: &[u8], parameters: &str) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    // Behind 20 bytes, the version and the length of the head, the head begins with the label and its length.
    let (head, label) = (number(24), number(28));
    let (text, rest) = bytes[32..bytes.len() - 32].split_at(label);
    let mut told: Value = serde_json::from_slice(text).unwrap();
    assert_eq!(told["game"], format!("go-life:{parameters}:rules=2"));
    told["game"] = format!("go-life:{parameters}").into();
    told["rules"] = blake3::hash(parameters.as_bytes()).to_hex().to_string().into();
    let text = told.to_string();
    let mut changed = bytes[..24].to_vec();
    changed.extend(((head - label + text.len()) as u32).to_le_bytes());
    changed.extend((text.len() as u32).to_le_bytes());
    changed.extend(text.as_bytes());
    changed.extend(rest);
    let hash = blake3::hash(&changed);
    changed.extend(hash.as_bytes());
    changed
}

/// What was found by other rules is not taken up, whether the game is given or not.
#[test]
fn searches_by_older_rules_are_not_taken_up() {
    let parameters = "6/6/wwwww1/+bbbw1/+++bw1/++++w1:b:targets=D2";
    let (_folder, file) = place();
    run(&format!("solve go-life:{parameters} --nodes 500 --checkpoint FILE --quiet"), &file);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, of_older_rules(&bytes, parameters)).unwrap();
    for game in [String::new(), format!("go-life:{parameters} ")] {
        let told = fault(&run(&format!("solve {game}--resume FILE"), &file));
        assert!(told.contains("rules=2 is not what it was when"), "{told}");
        assert!(told.contains("start a new search, without --resume"), "{told}");
    }
    fs::write(&file, bytes).unwrap();
    assert_eq!(run("solve --resume FILE", &file).status.code(), Some(20));
}

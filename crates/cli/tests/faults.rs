//! What goes wrong around a search: files in the way, disks that are full, signals, clocks.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

fn command(arguments: &str, file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    let words = arguments.split(' ').map(|word| match word {
        "FILE" => file.to_str().unwrap(),
        word => word,
    });
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &str, file: &Path) -> Output {
    command(arguments, file).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn objects(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    (folder, file)
}

/// The status of a process that must end within a time; it is killed otherwise.
fn ends_within(mut child: Child, most: Duration) -> Option<i32> {
    let started = Instant::now();
    while started.elapsed() < most {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("it does not end within {most:?}");
}

/// A search of a second or so, saved after so many nodes.
const QUESTION: &str = "connect-four:5x4";

fn saved(file: &Path) {
    let output = run(&format!("solve {QUESTION} --nodes 20000 --checkpoint FILE --quiet"), file);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_file_that_is_not_resumed_is_not_lost() {
    let (folder, file) = place();
    saved(&file);
    let week = fs::read(&file).unwrap();
    let other = folder.path().join("other");
    fs::copy(&file, &other).unwrap();
    let resumes_other = format!("solve --resume {} --checkpoint FILE --quiet", other.display());
    for arguments in [&format!("solve {QUESTION} --checkpoint FILE --quiet"), &resumes_other] {
        let output = run(arguments, &file);
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        let told = text(&output.stderr);
        assert!(told.contains("would be lost") && told.contains("--overwrite"), "{told}");
        assert_eq!(fs::read(&file).unwrap(), week);
    }
    let again = run("solve --resume FILE --checkpoint FILE --nodes 1000 --quiet", &file);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    fs::write(&file, "a letter").unwrap();
    let allowed = format!("solve {QUESTION} --nodes 20000 --checkpoint FILE --overwrite --quiet");
    assert_eq!(run(&allowed, &file).status.code(), Some(0));
    assert!(fs::read(&file).unwrap().starts_with(b"phidelta checkpoint"));
}

/// A file that grows beyond what is allowed is as a disk that is full.
#[test]
fn a_search_that_cannot_be_saved_is_told_at_once_and_keeps_its_answer() {
    let (folder, file) = place();
    let question = "solve connect-four:6x4 --checkpoint";
    let program = env!("CARGO_BIN_EXE_phidelta");
    let script =
        format!("ulimit -f 4; exec {program} {question} '{}' --every 100ms --json", file.display());
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(20), "{}", text(&output.stderr));
    let told = text(&output.stderr);
    assert!(told.contains("was not saved: file too large; the search goes on"), "{told}");
    let objects = objects(&output);
    let warning = objects.iter().position(|object| object["type"] == "warning").unwrap();
    assert_eq!(objects[warning]["where"], "checkpoint");
    assert!(warning + 1 < objects.len(), "it is told before the end");
    let result = objects.last().unwrap();
    assert_eq!(result["result"], "disproved");
    assert!(result["checkpoint"]["fault"].is_string(), "{result}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn modes_and_links_stay_and_pipes_do_not_make_it_wait() {
    let (folder, file) = place();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("search", &link).unwrap();
    saved(&link);
    assert!(link.is_symlink() && file.is_file(), "the link was replaced");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    run("solve --resume FILE --checkpoint FILE --nodes 1000 --quiet", &link);
    assert!(link.is_symlink());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for arguments in ["solve --resume FILE", "solve nim --checkpoint FILE"] {
        let child = command(arguments, &pipe).spawn().unwrap();
        assert_eq!(ends_within(child, Duration::from_secs(20)), Some(1), "{arguments}");
    }
    let long = folder.path().join("s".repeat(300));
    let output = run("solve nim --checkpoint FILE", &long);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("name too long"), "{}", text(&output.stderr));
}

#[test]
fn an_answer_of_a_file_is_one_as_saved_until_it_is_proved() {
    let (_folder, file) = place();
    saved(&file);
    let told =
        |arguments: &str| text(&run(&format!("solve --resume FILE {arguments}"), &file).stdout);
    let answer = told("--quiet");
    assert!(answer.contains("(as saved; --self-check proves it)"), "{answer}");
    assert!(told("--json").contains("\"as_saved\":true"));
    let proved = told("--quiet --self-check");
    assert!(proved.contains("(disproved)"), "{proved}");
    assert!(!told("--json --self-check").contains("as_saved"));
}

#[test]
fn small_tables_are_resumed_with_any_memory() {
    let (_folder, file) = place();
    let small = format!("solve {QUESTION} --memory 2M --nodes 20000 --checkpoint FILE --quiet");
    assert_eq!(run(&small, &file).status.code(), Some(0));
    for more in ["", " --memory 16M --self-check", " --memory 64M"] {
        let output = run(&format!("solve --resume FILE --quiet{more}"), &file);
        assert_eq!(output.status.code(), Some(20), "{more}: {}", text(&output.stderr));
    }
}

#[test]
fn intervals_of_any_length_are_intervals() {
    let (_folder, file) = place();
    for every in ["5000000000000000h", "2000000000000h"] {
        let output = run(&format!("solve nim --checkpoint FILE --every {every} --quiet"), &file);
        assert_eq!(output.status.code(), Some(20), "{every}: {}", text(&output.stderr));
    }
}

/// A process that waits for its input does not hear that it should stop.
#[test]
fn a_signal_to_terminate_ends_whatever_goes_on() {
    let (_folder, file) = place();
    for (arguments, stdin) in [("check -", Stdio::piped()), ("solve mnk:8x8x6", Stdio::null())] {
        let child = command(arguments, &file).stdin(stdin).spawn().unwrap();
        sleep(Duration::from_millis(400));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
        ends_within(child, Duration::from_secs(5));
    }
}

/// The limit of a check, and of what follows a search.
#[test]
fn checks_and_proofs_stand_under_the_clock() {
    let (_folder, file) = place();
    let made = run("solve connect-four:6x4 --certify FILE --quiet", &file);
    assert_eq!(made.status.code(), Some(20), "{}", text(&made.stderr));
    let output = run("check FILE --time 1ms --quiet", &file);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stdout);
    assert!(told.starts_with("INCOMPLETE") && told.contains("--time"), "{told}");
    assert_eq!(run("check FILE --time 1h --quiet", &file).status.code(), Some(0));
    // Nothing comes, and nobody waits for it longer than was said.
    let mut child =
        command("check - --time 100ms --quiet", &file).stdin(Stdio::piped()).spawn().unwrap();
    let silent = child.stdin.take();
    assert_eq!(ends_within(child, Duration::from_secs(20)), Some(1));
    drop(silent);
}

/// A graph that is one long cycle: play never ends, and the line that shows it goes all the way round.
#[test]
fn long_cycles_are_followed_in_a_time_that_grows_with_their_length() {
    let (_folder, file) = place();
    let length = 200_000;
    let mut graph = String::from("{\"root\": \"n0\", \"nodes\": {");
    for node in 0..length {
        let (turn, next) = (["or", "and"][node % 2], (node + 1) % length);
        let comma = if node > 0 { "," } else { "" };
        write!(graph, "{comma}\"n{node}\":{{\"turn\":\"{turn}\",\"children\":[\"n{next}\"]}}")
            .unwrap();
    }
    graph += "}}";
    fs::write(&file, graph).unwrap();
    let question = format!("solve graph:{} --goal value --quiet", file.display());
    let started = Instant::now();
    let child = command(&question, &file).spawn().unwrap();
    assert_eq!(ends_within(child, Duration::from_secs(60)), Some(10));
    // The whole line, and no more than the time allows.
    assert!(started.elapsed() < Duration::from_secs(12), "{:?}", started.elapsed());
}

/// Of a thousand threads on one processor, each waits long for its turn: all must hear the clock.
#[cfg(target_os = "linux")]
#[test]
fn many_threads_end_in_time() {
    let program = env!("CARGO_BIN_EXE_phidelta");
    let question = "solve connect-four --search pn-df-pn --threads 1024 --time 300ms --quiet";
    let mut command = Command::new("taskset");
    command.args(["-c", "0", program]).args(question.split(' '));
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // It takes five seconds of the processor's if only one of them hears it.
    assert_eq!(ends_within(child, Duration::from_millis(4500)), Some(0));
}

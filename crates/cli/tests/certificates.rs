//! Certificates from the command line: written, checked, refused; and what happens when the search
//! is wrong.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

fn phidelta(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn object(output: &Output) -> Value {
    let last = stdout(output).lines().last().unwrap_or_else(|| panic!("{}", stderr(output)));
    serde_json::from_str(last).unwrap()
}

fn files(folder: &TempDir) -> Vec<String> {
    let entries = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Writes a certificate of who wins 4x4x3.
fn certified(folder: &TempDir) -> Vec<u8> {
    let output = phidelta(folder.path(), &["solve", "mnk:4x4x3", "--certify", "a.proof"]);
    assert_eq!(output.status.code(), Some(10));
    fs::read(folder.path().join("a.proof")).unwrap()
}

/// Has these bytes checked.
fn check(folder: &TempDir, bytes: &[u8], more: &[&str]) -> (Option<i32>, Value) {
    fs::write(folder.path().join("b.proof"), bytes).unwrap();
    let arguments = [&["check", "b.proof", "--json"], more].concat();
    let output = phidelta(folder.path(), &arguments);
    assert_eq!(stderr(&output), "");
    (output.status.code(), object(&output))
}

#[test]
fn every_kind_of_claim_is_written_and_verified() {
    let folder = folder();
    let graph = r#"{"root": "r", "nodes": {"r": {"turn": "or", "children": ["a", "b"]},
        "a": {"turn": "and", "children": ["x", "y"]}, "b": {"turn": "and", "children": ["y", "z"]},
        "x": {"value": 5}, "y": {"value": 3}, "z": {"value": -2}}}"#;
    fs::write(folder.path().join("g.json"), graph).unwrap();
    // The question, its status, and what is claimed.
    for (arguments, status, claims, words) in [
        (&["mnk:4x4x3"][..], 10, r#"[{"at_least":1}]"#, "x wins"),
        (&["mnk"], 20, r#"[{"at_most":0}]"#, "o at least draws"),
        (&["mnk", "--goal", "draw"], 10, r#"[{"at_least":0}]"#, "x at least draws"),
        (&["mnk", "start moves b2 b1", "--goal", "value"], 10, r#"[{"at_least":1}]"#, "x wins"),
        (&["mnk", "xx1/oo1/3 o"], 10, r#"[{"at_most":-1}]"#, "o wins"),
        (&["mnk", "x2/1x1/1oo x", "--goal", "draw"], 10, r#"[{"at_least":0}]"#, "x at least draws"),
        (&["mnk", "--goal", "value"], 10, r#"[{"at_least":0},{"at_most":0}]"#, "x at least draws"),
        (&["nim"], 20, r#"[{"at_most":-1}]"#, "second wins"),
        (&["domineering:2x2"], 10, r#"[{"at_least":1}]"#, "vertical wins"),
        (&["connect-four:4x4"], 20, r#"[{"at_most":0}]"#, "o at least draws"),
        (
            &["dots-and-boxes:2x2"],
            10,
            r#"[{"at_least":2},{"at_most":2}]"#,
            "the value is at least +2, counted for first",
        ),
        (
            &["graph:g.json"],
            10,
            r#"[{"at_least":3},{"at_most":3}]"#,
            "the value is at least +3, counted for or",
        ),
        (&["graph:g.json", "--goal", "win"], 10, r#"[{"at_least":3}]"#, "counted for or"),
        // Games that are over, or whose player to move has no move.
        (&["mnk", "xxx/oo1/3 o", "--goal", "value"], 10, r#"[{"at_least":1}]"#, "x wins"),
        (&["mnk", "xox/xxo/oxo x"], 20, r#"[{"at_most":0}]"#, "o at least draws"),
    ] {
        let arguments =
            [&["solve"], arguments, &["--certify", "a.proof", "--self-check", "--json"]].concat();
        let solved = phidelta(folder.path(), &arguments);
        assert_eq!(solved.status.code(), Some(status), "{arguments:?} {}", stderr(&solved));
        let solved = object(&solved);
        let certificate = &solved["certificate"];
        assert_eq!(certificate["file"], "a.proof", "{arguments:?}");
        assert_eq!(certificate["verdict"], "verified");
        let length = fs::metadata(folder.path().join("a.proof")).unwrap().len();
        assert_eq!(certificate["bytes"], length);

        let checked = phidelta(folder.path(), &["check", "a.proof", "--json"]);
        assert_eq!(checked.status.code(), Some(0), "{arguments:?}");
        let mut checked = object(&checked);
        assert_eq!(checked["type"], "check");
        assert_eq!(checked["verdict"], "verified");
        for field in ["game", "position"] {
            assert_eq!(checked[field], solved[field]);
        }
        for field in ["lemmas", "references", "bytes"] {
            assert_eq!(checked[field], certificate[field], "{field} of {arguments:?}");
        }
        assert_eq!(checked["positions"], certificate["positions_written"], "{arguments:?}");
        let first = checked["claims"][0]["words"].as_str().unwrap().to_string();
        assert!(first.contains(words), "{first}");
        for claim in checked["claims"].as_array_mut().unwrap() {
            claim.as_object_mut().unwrap().remove("words");
        }
        assert_eq!(checked["claims"].to_string(), claims, "{arguments:?}");
    }
    assert_eq!(files(&folder), ["a.proof", "g.json"], "nothing else is left");
}

/// The same proof whatever the table has kept.
#[test]
fn small_tables_are_enough() {
    let folder = folder();
    for entries in ["4", "16", "64", "1000"] {
        let output = phidelta(
            folder.path(),
            &["solve", "mnk:4x4x3", "--json", "--entries", entries, "--self-check"],
        );
        assert_eq!(output.status.code(), Some(10));
        let result = object(&output);
        assert_eq!(result["certificate"]["verdict"], "verified");
        assert!(result["certificate"]["file"].is_null());
        assert_eq!(result["certificate"]["corrected"], 0);
        let forgotten = result["certificate"]["searched_again"].as_u64() > Some(0);
        assert_eq!(forgotten, entries != "1000", "{entries}");
    }
}

#[test]
fn without_an_answer_nothing_is_written() {
    let folder = folder();
    fs::write(folder.path().join("a.proof"), "old").unwrap();
    for (arguments, reason) in [
        (&["mnk:5x5x4", "--nodes", "10"][..], "the answer is not known"),
        (&["mnk:5x5x4", "--nodes", "10", "--goal", "value"], "the answer is not known"),
        (&["mnk", "xxx/oo1/3 o"], "the game is over"),
        (&["graph:one.json"], "no game from here can end otherwise"),
    ] {
        fs::write(folder.path().join("one.json"), r#"{"root": "r", "nodes": {"r": {"value": 1}}}"#)
            .unwrap();
        let plain = phidelta(folder.path(), &[&["solve"], arguments].concat());
        let arguments = [&["solve"], arguments, &["--certify", "a.proof"]].concat();
        let output = phidelta(folder.path(), &arguments);
        assert_eq!(output.status.code(), plain.status.code(), "{arguments:?}");
        assert_eq!(
            stderr(&output),
            format!("phidelta: certify: nothing was written, as {reason}\n")
        );
        assert_eq!(fs::read_to_string(folder.path().join("a.proof")).unwrap(), "old");
    }
    assert_eq!(files(&folder), ["a.proof", "one.json"]);
}

/// What would be in vain is not begun: these searches would take ages.
#[test]
fn a_target_that_cannot_be_written_is_told_at_once() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").unwrap();
    for (target, reason) in [
        ("none/a.proof", "none/a.proof: there is no directory none; make it first"),
        (".", "that is the name of a directory; give the name of a file"),
        ("./", "that is the name of a directory; give the name of a file"),
        ("file/a.proof", "file/a.proof: a part of its name is a file, not a directory"),
        ("-", "standard output is for the answer; give the name of a file"),
    ] {
        let output = phidelta(folder.path(), &["solve", "mnk:8x8x5", "--certify", target]);
        assert_eq!(output.status.code(), Some(1), "{target}");
        let message = stderr(&output);
        assert!(message.starts_with("phidelta: certify: "), "{message}");
        assert!(message.ends_with(&format!("{reason}\n")), "{message}");
        assert_eq!(message.lines().count(), 1);
    }
    assert_eq!(files(&folder), ["file"]);
}

/// With a full device the answer is told, and that its certificate is not there.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_does_not_cost_the_answer() {
    let folder = folder();
    let output = phidelta(folder.path(), &["solve", "mnk:4x4x3", "-q", "--certify", "/dev/full"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "x wins (proved).\n");
    let expected = "phidelta: certify: /dev/full: there is no space left on the device\n";
    assert_eq!(stderr(&output), expected);
}

#[test]
fn proofs_that_need_more_memory_are_given_up() {
    let folder = folder();
    let arguments = ["solve", "connect-four:5x4", "--memory", "1M", "-q"];
    for (option, undone) in
        [(&["--certify", "a.proof"][..], "written"), (&["--self-check"], "checked")]
    {
        let output = phidelta(folder.path(), &[&arguments, option].concat());
        assert_eq!(output.status.code(), Some(1));
        assert!(stdout(&output).ends_with("(disproved).\n"), "{}", stdout(&output));
        let expected = format!(
            "phidelta: certify: nothing was {undone}: the proof needs more memory than its half; \
             give more --memory\n"
        );
        assert_eq!(stderr(&output), expected);
    }
    assert_eq!(files(&folder), Vec::<String>::new());
}

/// Searches whose keys are shared by many positions, and the wrong answers that they give.
const WRONG: [(&[&str], &str, &str); 4] = [
    (&["mnk", "--key-bits", "10"], "x wins", "o at least draws"),
    (&["mnk:4x4x3", "--key-bits", "4"], "o at least draws", "x wins"),
    (&["breakthrough:3x4", "--key-bits", "12"], "white wins", "black wins"),
    (
        &["dots-and-boxes:2x2", "--key-bits", "8"],
        "the value is at least +4, counted for first",
        "the value is at most +2, counted for first",
    ),
];

#[test]
fn wrong_answers_are_not_given() {
    for (question, wrong, right) in WRONG {
        let folder = folder();
        let name = question[0].split(':').next().unwrap();
        let beside = ["--certify", "a.proof"];
        for (options, evidence) in [
            (&["--self-check"][..], format!("phidelta-evidence-{name}.proof")),
            (&["--self-check"], format!("phidelta-evidence-{name}-2.proof")),
            (&beside, "a.proof.evidence".into()),
            (&beside, "a.proof-2.evidence".into()),
            (&["--self-check", "--certify", "a.proof"], "a.proof-3.evidence".into()),
        ] {
            let arguments = [&["solve"], question, options].concat();
            let output = phidelta(folder.path(), &arguments);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}");
            assert_eq!(stdout(&output), "", "{arguments:?}");
            let lines: Vec<&str> = stderr(&output).lines().collect();
            assert_eq!(
                lines[..3],
                [
                    "phidelta: THE ANSWER IS NOT TO BE TRUSTED, and is not given",
                    &format!(
                        "phidelta: the search has found that {wrong}, but the opposite is proved: \
                         {right}"
                    ),
                    &format!(
                        "phidelta: The evidence is in {evidence}: `phidelta check {evidence}` \
                         verifies the proof"
                    ),
                ]
            );
            let checked = object(&phidelta(folder.path(), &["check", &evidence, "--json"]));
            assert_eq!(checked["verdict"], "verified");
            assert_eq!(checked["claims"][0]["words"], right);
        }
        assert!(!files(&folder).contains(&"a.proof".into()));
        assert_eq!(files(&folder).len(), 5);
    }
}

#[test]
fn programs_hear_of_wrong_answers_too() {
    let folder = folder();
    let arguments = ["solve", "mnk", "--key-bits", "10", "--self-check", "--json"];
    let output = phidelta(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1));
    let fault = object(&output);
    assert_eq!(fault["type"], "error");
    assert_eq!(fault["position"], "3/3/3 x");
    assert_eq!(fault["evidence"], "phidelta-evidence-mnk.proof");
    assert!(fault["error"].as_str().unwrap().contains("the opposite is proved"));
}

/// A search may be wrong about many positions, and right in the end.
#[test]
fn answers_from_a_table_that_is_wrong_are_proved_all_the_same() {
    let folder = folder();
    for (game, bits, result) in [
        ("mnk:4x4x3", "1", "proved"),
        ("mnk:4x4x3", "8", "proved"),
        ("mnk", "12", "disproved"),
        ("clobber:3x4", "12", "disproved"),
        ("domineering:4x4", "5", "proved"),
        ("connect-four:4x4", "7", "disproved"),
        ("dots-and-boxes:2x2", "7", "proved"),
    ] {
        let arguments = ["solve", game, "--key-bits", bits, "--self-check", "--json"];
        let answer = object(&phidelta(folder.path(), &arguments));
        assert_eq!(answer["result"], result, "{game} {bits}");
        assert_eq!(answer["certificate"]["verdict"], "verified");
        assert!(answer["certificate"]["corrected"].as_u64() > Some(0), "{game} {bits}");
        // The moves shown are those of the proof: the best one keeps what is proved.
        let Some(best) = answer["best_move"].as_str() else { continue };
        let position = format!("start moves {best}");
        let after = ["solve", game, "--json", "--goal", "value", &position];
        let after = object(&phidelta(folder.path(), &after));
        let kept = if answer["value"] == "win" { &Value::from("loss") } else { &answer["value"] };
        assert_eq!(&after["value"], kept, "{game} {bits} {best}");
    }
    assert_eq!(files(&folder), Vec::<String>::new());
}

#[test]
fn a_batch_checks_each_answer() {
    let folder = folder();
    fs::write(folder.path().join("positions"), "start\nxx1/oo1/3 x\nxxx/oo1/3 o\n").unwrap();
    let arguments = ["solve", "mnk", "--batch", "positions", "--self-check", "--json"];
    let output = phidelta(folder.path(), &arguments);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    let results: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(results[0]["certificate"]["verdict"], "verified");
    assert_eq!(results[1]["certificate"]["verdict"], "verified");
    assert_eq!(results[2]["certificate"], Value::Null, "a finished game has nothing to prove");
    // A wrong answer does not stop the others.
    let wrong = [&arguments[..], &["--key-bits", "10"]].concat();
    let output = phidelta(folder.path(), &wrong);
    assert_eq!(output.status.code(), Some(1));
    let results: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(results.len(), 3);
    assert_eq!(results[0]["type"], "error");
    assert_eq!(results[0]["evidence"], "phidelta-evidence-mnk.proof");
    assert_eq!(results[1]["certificate"]["verdict"], "verified");
    let rows = phidelta(folder.path(), &[&wrong[..5], &wrong[6..]].concat());
    assert!(stdout(&rows).starts_with("error\t-\t-\t0\t0.000\tstart\nproved\twin\tc3\t"));
    assert!(stderr(&rows).contains("positions: line 1: the search has found that x wins, but"));
    assert_eq!(
        files(&folder),
        ["phidelta-evidence-mnk-2.proof", "phidelta-evidence-mnk.proof", "positions"]
    );
}

#[test]
fn damaged_files_are_refused() {
    let folder = folder();
    let good = certified(&folder);
    assert_eq!(check(&folder, &good, &[]).0, Some(0));
    // Every byte counts.
    for at in (0..good.len()).step_by(good.len() / 50) {
        let mut bad = good.clone();
        bad[at] ^= 0x20;
        let (status, report) = check(&folder, &bad, &[]);
        assert_eq!(status, Some(1), "byte {at}");
        assert_ne!(report["verdict"], "verified", "byte {at}");
        assert!(report["reason"].is_string());
    }
    for length in [0, 7, 8, 100, good.len() / 2, good.len() - 1] {
        let (status, report) = check(&folder, &good[..length], &[]);
        assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("incomplete")));
        assert!(report["byte"].as_u64().unwrap() <= length as u64);
    }
    let longer = [&good[..], b"\n"].concat();
    let (status, report) = check(&folder, &longer, &[]);
    assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("refuted")));
    assert_eq!(report["byte"], good.len());
}

#[test]
fn a_check_does_not_depend_on_threads_and_keeps_to_its_memory() {
    let folder = folder();
    let output = phidelta(
        folder.path(),
        &["solve", "connect-four:5x5", "--goal", "value", "--certify", "a.proof", "-q"],
    );
    assert_eq!(output.status.code(), Some(10));
    let good = fs::read(folder.path().join("a.proof")).unwrap();
    let without_times = |mut report: Value| {
        for field in ["seconds", "positions_per_second"] {
            report.as_object_mut().unwrap().remove(field);
        }
        report
    };
    let (status, one) = check(&folder, &good, &["--threads", "1"]);
    assert_eq!(status, Some(0));
    assert!(one["parts"].as_u64() > Some(1), "{one}");
    let (_, several) = check(&folder, &good, &["--threads", "5"]);
    assert_eq!(without_times(one), without_times(several));
    let (status, report) = check(&folder, &good, &["--memory", "1M", "--threads", "1"]);
    assert_eq!(status, Some(1));
    assert_eq!(report["verdict"], "incomplete");
    assert!(report["reason"].as_str().unwrap().contains("--memory"));
}

#[test]
fn standard_input_is_a_file_too() {
    let folder = folder();
    certified(&folder);
    let file = fs::File::open(folder.path().join("a.proof")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    let output = command.args(["check", "-", "-q"]).stdin(file).output().unwrap();
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), "VERIFIED\n"));
}

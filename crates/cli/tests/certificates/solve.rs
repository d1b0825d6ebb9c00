//! `phidelta solve --certify` and `--self-check`: what is written, and when.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::common::*;

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
        ("-", "standard output: it is for the answer; give the name of a file"),
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
    for (option, undone, told) in [
        (&["--certify", "a.proof"][..], "certify: nothing was written", true),
        (&["--self-check"], "self-check: the answer was not checked, and is not given", false),
    ] {
        let output = phidelta(folder.path(), &[&arguments, option].concat());
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stdout(&output).ends_with("(disproved).\n"), told, "{}", stdout(&output));
        assert_eq!(stdout(&output).is_empty(), !told);
        let expected = format!(
            "phidelta: {undone}: the proof needs more memory than its half; give more --memory\n"
        );
        assert_eq!(stderr(&output), expected);
    }
    assert_eq!(files(&folder), Vec::<String>::new());
}

/// The search is over at once, as its keys are no good; its proof would take ages.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_a_proof_and_keeps_what_was_not_to_be_checked() {
    use std::io::{BufRead, BufReader};
    let folder = folder();
    fs::write(folder.path().join("a.proof"), "old").unwrap();
    let unchecked = "self-check: the answer was not checked, and is not given";
    for (options, kind, told) in [
        (&["--certify", "a.proof"][..], "result", "certify: nothing was written"),
        (&["--self-check"], "error", unchecked),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_phidelta"))
            .args(["solve", "connect-four", "--key-bits", "8", "--json", "--memory", "1G"])
            .args(options)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let is_proving =
            |line: &str| line.starts_with(r#"{"type":"proving","schema":1,"positions":"#);
        assert!(lines.any(|line| is_proving(&line.unwrap())));
        interrupt(child.id());
        let last: Value = serde_json::from_str(&lines.last().unwrap().unwrap()).unwrap();
        assert_eq!(last["type"], kind);
        assert_eq!(last["certificate"], Value::Null);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stderr(&output), format!("phidelta: {told}: the proof was interrupted\n"));
        assert_eq!(files(&folder), ["a.proof"]);
        assert_eq!(fs::read_to_string(folder.path().join("a.proof")).unwrap(), "old");
    }
}

/// A game that is one of a family is told by the name that the user gave it, and its certificate by
/// the family's.
#[test]
fn certificates_name_the_family() {
    let folder = folder();
    let position = "B:C3,D3,E3,F3 W:A1,A2,A4,H8 b";
    let output = phidelta(
        folder.path(),
        &["solve", "connect6:8", position, "--certify", "six.proof", "--json"],
    );
    let solved = object(&output);
    assert_eq!(solved["game"], "connect6");
    assert_eq!(solved["parameters"], "8");
    assert_eq!(solved["best_move"], "A3B3");
    assert_eq!(solved["line"], serde_json::json!(["A3B3"]));
    let checked = object(&phidelta(folder.path(), &["check", "six.proof", "--json"]));
    assert_eq!(checked["verdict"], "verified");
    assert_eq!(checked["game"], "connect");
    assert_eq!(checked["parameters"], "8x8x6x2x1");
    let shown = phidelta(folder.path(), &["show", "--certificate", "six.proof"]);
    assert!(stdout(&shown).contains("Line       A3B3\n"), "{}", stdout(&shown));
}

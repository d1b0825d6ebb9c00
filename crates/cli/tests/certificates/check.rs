//! `phidelta check`: good files, damaged ones, and some that were made to be refused.

use std::fs;
use std::process::{Command, Stdio};

use phidelta::certificate::{Claim, Header, Justification, Link, Mode};
use serde_json::Value;

use super::common::*;

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

/// Playing a1 leaves o to move, and nothing is said about that.
const WAITS: &[(Justification, &[Link])] = &[(Justification::Choose(0), &[Link::OVER])];

#[test]
fn refutations_tell_where_and_why() {
    let folder = folder();
    assert_eq!(check(&folder, &made(|_| {}, WINS), &[]).0, Some(0));
    let (status, report) = check(&folder, &made(|_| {}, WAITS), &[]);
    assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("incomplete")));
    assert_eq!(report["reason"], "the file ends where a proof should follow");
    assert_eq!(report["line"].to_string(), r#"["a1"]"#);

    let [next, over] = [[Link::to(1)], [Link::OVER]];
    let replies = [Link::to(2), Link::to(3), Link::OVER, Link::to(2)];
    // After a1, x answers b1 and c1 with c3; but c2 wins for o.
    let overlooks: [(Justification, &[Link]); 4] = [
        (Justification::Choose(0), &next),
        (Justification::All, &replies),
        (Justification::Choose(2), &over),
        (Justification::Choose(2), &over),
    ];
    let chooses: [(Justification, &[Link]); 2] =
        [(Justification::Choose(0), &next), (Justification::Choose(1), &over)];
    for (bytes, line, reason) in [
        (
            made(|_| {}, &overlooks),
            r#"["a1","c2"]"#,
            "the game ends here, and the claim is not met",
        ),
        (made(|_| {}, &chooses), r#"["a1"]"#, "a move is chosen where the opponent is to move"),
        (
            made(|_| {}, &[(Justification::All, &over)]),
            "[]",
            "replies are announced where the claimant is to move",
        ),
        (
            made(|_| {}, &[(Justification::Choose(7), &over)]),
            "[]",
            "move 7 is chosen, but there are 5 moves",
        ),
        (
            made(|_| {}, &[(Justification::Repeats(1), &[])]),
            "[]",
            "the position has not occurred so many plies before",
        ),
        (made(|_| {}, &[(Justification::Axiom(0), &[])]), "[]", "there is no axiom 0"),
    ] {
        let (status, report) = check(&folder, &bytes, &[]);
        assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("refuted")), "{report}");
        assert_eq!(report["line"].to_string(), line);
        assert_eq!(report["reason"], reason);
        assert!(report["byte"].is_u64() && report["within"].is_u64());
    }
    // For people, with the board where it went wrong.
    fs::write(folder.path().join("b.proof"), made(|_| {}, &overlooks)).unwrap();
    let output = phidelta(folder.path(), &["check", "b.proof"]);
    let byte = check(&folder, &made(|_| {}, &overlooks), &[]).1["byte"].to_string();
    let expected = "\
3  x x .
2  o o .
1  . . .
   a b c
x to move

Game       mnk:3x3x3
Claim      x wins

REFUTED: the game ends here, and the claim is not met.

Where      the block at byte BYTE of the file, byte 6 of its contents
Line       a1 c2

3  x x .
2  o o o
1  x . .
   a b c
the game is over
";
    let expected = expected.replace("BYTE", &byte);
    assert!(stdout(&output).starts_with(&expected), "{}", stdout(&output));
}

#[test]
fn axioms_must_be_accepted() {
    let folder = folder();
    let axioms = || vec!["the moon is made of cheese".into(), "not used".into()];
    let bytes = made(|header| header.axioms = axioms(), &[(Justification::Axiom(0), &[])]);
    let (status, report) = check(&folder, &bytes, &[]);
    assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("incomplete")));
    let reason = report["reason"].as_str().unwrap();
    assert!(reason.contains("the moon is made of cheese; if you accept it, say --modulo"));
    assert_eq!(check(&folder, &bytes, &["--modulo", "not used"]).0, Some(1));
    let (status, report) = check(&folder, &bytes, &["--modulo", "the moon is made of cheese"]);
    assert_eq!((status, &report["verdict"]), (Some(0), &Value::from("verified")));
    assert_eq!(report["modulo"].to_string(), r#"["the moon is made of cheese"]"#);
    let arguments = ["check", "b.proof", "-q", "--modulo", "the moon is made of cheese"];
    let output = phidelta(folder.path(), &arguments);
    assert_eq!(stdout(&output), "VERIFIED modulo the moon is made of cheese\n");
    // Declared is not used.
    let bytes = made(|header| header.axioms = axioms(), WINS);
    assert_eq!(check(&folder, &bytes, &[]).0, Some(0));
}

#[test]
fn what_this_program_does_not_know_is_left_open() {
    let folder = folder();
    let header = |change: fn(&mut Header)| made(change, WINS);
    for (bytes, verdict, reason) in [
        (header(|h| h.game = "chess".into()), "incomplete", "does not know the game `chess`"),
        (header(|h| h.game = "MNK".into()), "incomplete", "does not know the game `MNK`"),
        (header(|h| h.parameters = "3".into()), "incomplete", "parameters cannot be read: `3`"),
        (header(|h| h.position = "start".into()), "incomplete", "the position cannot be read"),
        (header(|h| h.position = String::new()), "incomplete", "the position cannot be read"),
        (
            header(|h| h.position = "3/3/3 x moves a1".into()),
            "incomplete",
            "the position cannot be read",
        ),
        (
            header(|h| h.position = ".../.../... x".into()),
            "incomplete",
            "it is not in its usual form, which is `3/3/3 x`",
        ),
        (header(|h| h.version = 2), "incomplete", "has version 2 of the format"),
        (header(|h| h.mode = Mode::Safe), "refuted", "its games do not go on for ever"),
        (header(|h| h.mode = Mode::Path), "refuted", "its games do not end by repetition"),
        (header(|h| h.format = "other".into()), "refuted", "it names another format"),
        (header(|h| h.position = "3/3/3 x".into()), "incomplete", "where a proof should follow"),
        (header(|h| h.claims = vec![Claim::AtLeast(2)]), "refuted", "the claim is not met"),
    ] {
        let (status, report) = check(&folder, &bytes, &[]);
        assert_eq!((status, &report["verdict"]), (Some(1), &Value::from(verdict)), "{report}");
        assert!(report["reason"].as_str().unwrap().contains(reason), "{report}");
    }
    let missing = phidelta(folder.path(), &["check", "none.proof"]);
    assert_eq!(stderr(&missing), "phidelta: none.proof: there is no such file\n");
    assert_eq!(missing.status.code(), Some(1));
    let directory = phidelta(folder.path(), &["check", "."]);
    assert_eq!(stderr(&directory), "phidelta: .: it is a directory, not a file\n");
}

/// Terminals obey some characters; files must not speak to them.
#[test]
fn texts_from_files_are_harmless() {
    let folder = folder();
    let evil = "\x1b]0;evil\x07\n\r\u{9b}31m";
    let header = |change: &dyn Fn(&mut Header), acts| made(|header| change(header), acts);
    let game = |header: &mut Header| header.game = evil.into();
    let parameters = |header: &mut Header| header.parameters = evil.into();
    let position = |header: &mut Header| header.position = evil.into();
    let maker = |header: &mut Header| header.made_by = evil.into();
    let axioms = |header: &mut Header| header.axioms = vec![evil.into()];
    for bytes in [
        header(&game, WINS),
        header(&parameters, WINS),
        header(&position, WINS),
        header(&maker, WINS),
        header(&axioms, WINS),
        header(&axioms, &[(Justification::Axiom(0), &[])]),
    ] {
        fs::write(folder.path().join("b.proof"), bytes).unwrap();
        for arguments in [
            &["check", "b.proof"][..],
            &["check", "b.proof", "--modulo", evil],
            &["check", "b.proof", "--json", "--modulo", evil],
            &["show", "--certificate", "b.proof"],
            &["show", "--certificate", "b.proof", "--modulo", evil],
            &["show", "--certificate", "b.proof", "--modulo", evil, "--export", "dot"],
            &["show", "--certificate", "b.proof", "--modulo", evil, "--export", "json"],
        ] {
            let output = phidelta(folder.path(), arguments);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}");
            // JSON is for programs, and escapes what it must.
            let json = arguments.contains(&"--json") || arguments.contains(&"json");
            for text in [stdout(&output), stderr(&output)] {
                let is_bad = |c: char| if json { c.is_ascii_control() } else { c.is_control() };
                let bad = text.find(|c: char| is_bad(c) && c != '\n');
                assert_eq!(bad, None, "{arguments:?}: {text:?}");
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_a_check() {
    use std::io::Write;
    let folder = folder();
    let good = certified(&folder);
    let mut child = Command::new(env!("CARGO_BIN_EXE_phidelta"))
        .args(["check", "-", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // The header, and not all of the proof.
    let (begin, end) = good.split_at(good.len() / 2);
    input.write_all(begin).unwrap();
    interrupt(child.id());
    std::thread::sleep(std::time::Duration::from_millis(100));
    // It does not wait for the rest.
    let _ = input.write_all(end);
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(stdout(&output), "INCOMPLETE: the check was interrupted.\n");
    assert_eq!(output.status.code(), Some(1));
}

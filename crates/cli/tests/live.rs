//! The live view on a terminal: it shows the search, and leaves the terminal as it was.
#![cfg(unix)]

use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use phidelta_testing::pty::{ENTER, LEAVE, Terminal};

/// No search of this test solves it.
const HARD: [&str; 4] = ["mnk:8x8x5", "--memory", "256M", "--progress=tui"];

fn solve(terminal: &Terminal, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_phidelta"))
        .arg("solve")
        .args(HARD)
        .args(arguments)
        .stdin(terminal.side())
        .stdout(Stdio::piped())
        .stderr(terminal.side())
        .spawn()
        .unwrap()
}

/// Waits until the program ends, and sees that the terminal is as it was.
fn ended(child: Child, terminal: &Terminal) -> Output {
    let output = child.wait_with_output().unwrap();
    let seen = terminal.wait_for(LEAVE);
    assert!(seen.find(ENTER) < seen.find(LEAVE), "{seen:?}");
    assert_eq!(seen.matches(ENTER).count(), 1, "{seen:?}");
    assert!(!seen[seen.rfind(LEAVE).unwrap()..].contains("nodes"), "{seen:?}");
    assert!(terminal.is_as_it_was());
    output
}

#[test]
fn the_answer_follows_on_the_old_screen() {
    let terminal = Terminal::open(100, 30);
    let child = solve(&terminal, &["--time", "1500ms"]);
    terminal.wait_for("board");
    // A screen may come in several pieces.
    let seen = terminal.wait_for("thread");
    assert!(seen.contains("mnk:8x8x5"), "{seen:?}");
    assert!(!terminal.is_as_it_was(), "keys are not shown");
    let output = ended(child, &terminal);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Nodes  ") && text.contains("x to move"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn q_stops_the_search_and_sizes_may_change() {
    let mut terminal = Terminal::open(80, 24);
    let child = solve(&terminal, &["--json"]);
    terminal.wait_for("board");
    for (columns, rows) in [(1, 1), (20, 5), (200, 60)] {
        terminal.resize(columns, rows);
        thread::sleep(Duration::from_millis(250));
    }
    terminal.press("xq");
    let output = ended(child, &terminal);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(r#"{"type":"result""#) && text.lines().count() == 1, "{text}");
    assert!(text.contains(r#""stopped":"interrupt""#), "{text}");
}

#[test]
fn ctrl_c_stops_and_a_second_one_kills() {
    for (keys, status) in [("\u{3}", 0), ("\u{3}\u{3}", 130)] {
        let mut terminal = Terminal::open(80, 24);
        let child = solve(&terminal, &[]);
        terminal.wait_for("board");
        terminal.press(keys);
        assert_eq!(ended(child, &terminal).status.code(), Some(status), "{keys:?}");
    }
}

#[test]
fn a_signal_stops_too() {
    let terminal = Terminal::open(80, 24);
    let child = solve(&terminal, &[]);
    terminal.wait_for("board");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(ended(child, &terminal).status.code(), Some(0));
}

#[test]
fn what_is_soon_over_has_no_view() {
    let terminal = Terminal::open(80, 24);
    let output = Command::new(env!("CARGO_BIN_EXE_phidelta"))
        .args(["solve", "nim", "--progress", "tui"])
        .stdin(terminal.side())
        .stderr(terminal.side())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(20));
    assert!(terminal.is_as_it_was());
}

//! The view on screens of all sizes.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use phidelta::search::Numbers;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::live::model::Heading;
use phidelta::{Event, SearchProgress, WorkerProgress};

const BOARD: &str = "\
6  . . . . . .
5  . . . X . .
4  . O O X . .
3  . . X O . .
2  . . . . . .
1  . . . . . .
   a b c d e f
black to move
";

fn tick(at: u32, threads: u64) -> SearchProgress {
    let nodes = u64::from(at) * 75_000;
    let worker = |thread| WorkerProgress {
        nodes: nodes / threads + thread,
        depth: 12 + thread as usize,
        doing: if thread % 4 == 3 { "waiting" } else { "searching" }.into(),
    };
    SearchProgress {
        numbers: Numbers { proof: 1 + at * at, disproof: 60 - at / 2 },
        nodes,
        elapsed: Duration::from_millis(100) * at,
        depth: 12,
        line: ["d5", "b4"].map(String::from).into(),
        board: BOARD.into(),
        table_used: 1000 * u64::from(at),
        table_entries: 524_288,
        workers: (0..threads).map(worker).collect(),
    }
}

/// A search of ten seconds.
fn model(threads: u64) -> Model {
    let mut model = Model::new(Heading {
        game: "atari-go:6x6".into(),
        position: "crosscut".into(),
        goal: "win".into(),
    });
    for at in 1..=100 {
        model.hear(&Event::Searching(tick(at, threads)), Duration::from_millis(100) * at);
    }
    model
}

fn drawn(model: &Model, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, model)).unwrap();
    let cells = terminal.backend().buffer().content();
    let rows = cells.chunks(usize::from(width));
    let text = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
    text.map(|row| row.trim_end().to_string() + "\n").collect()
}

/// Compares with a file, or writes it if the variable that snapshots of commands have says so.
fn assert_snapshot(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/live/draw").join(name);
    if env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
        fs::write(&file, found).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{name} should be\n{expected}\nbut is\n{found}");
}

#[test]
fn the_view_has_its_panes() {
    assert_snapshot("100x30.txt", &drawn(&model(2), 100, 30));
    assert_snapshot("80x24.txt", &drawn(&model(1), 80, 24));
}

#[test]
fn every_size_is_drawn() {
    let (few, many) = (model(1), model(64));
    let empty = Model::new(few.heading.clone());
    for width in [1, 2, 3, 10, 20, 45, 57, 58, 80, 300] {
        for height in [1, 2, 3, 4, 5, 6, 8, 9, 12, 14, 15, 24, 90] {
            for model in [&few, &many, &empty] {
                let text = drawn(model, width, height);
                assert!(width < 20 || text.contains("atari-go:6x6"), "{text}");
            }
        }
    }
    let text = drawn(&few, 20, 5);
    assert!(text.contains("pn 10,001 dn 10\n") && text.contains("Line  d5 b4"), "{text}");
}

#[test]
fn what_is_too_long_is_cut() {
    let mut model = model(64);
    model.line = (0..64).map(|place| format!("move{place}")).collect();
    model.heading.position = "x".repeat(400);
    model.board = format!("{}\n", "#".repeat(78)).repeat(60);
    let text = drawn(&model, 80, 24);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(text.lines().count(), 24);
    assert!(text.contains("move0 move1") && !text.contains("move63"), "{text}");
    assert!(text.contains("####") && text.contains(" 64 threads ") && text.contains(" more"));
    let numbers = text.lines().nth(1).unwrap();
    assert_eq!(numbers, "pn 10,001 dn 10  7,500,000 nodes  10.0 s  750,000/s  depth 12");
}

#[test]
fn a_solved_root_and_huge_numbers_have_a_place() {
    let mut model = model(1);
    for (proof, disproof) in [(0, INFINITY), (INFINITY, 0), (INFINITY - 1, INFINITY - 1)] {
        let numbers = Numbers { proof, disproof };
        model.hear(
            &Event::Searching(SearchProgress { numbers, ..tick(100, 1) }),
            Duration::from_secs(20),
        );
        let text = drawn(&model, 80, 40);
        assert!(text.contains("10G") == (proof == disproof), "{text}");
    }
}

#[test]
fn a_search_that_is_not_saved_is_told() {
    let mut model = model(1);
    let (file, reason) = ("a.search".into(), "there is no space left on the device".into());
    model.hear(&Event::NotSaved { file, reason }, Duration::from_secs(3));
    let text = drawn(&model, 80, 24);
    assert!(
        text.contains("a.search was not saved: there is no space left on the device"),
        "{text}"
    );
}

#[test]
fn the_stages_are_told() {
    let mut model = model(1);
    let mut told = |event: &Event, second| {
        model.hear(event, Duration::from_secs(second));
        drawn(&model, 80, 24)
    };
    let threats = |nodes| Event::SearchingThreats {
        nodes,
        elapsed: Duration::from_secs(2),
        board: "root\n".into(),
    };
    // As long as the search itself tells something, threats keep silent.
    assert!(told(&threats(5), 10).contains("7,500,000 nodes"));
    let text = told(&threats(6000), 12);
    assert!(text.contains("6,000 nodes  12.0 s  3,000/s") && text.contains("root"), "{text}");
    assert!(told(&Event::Proving(1234), 13).contains("proving: 1,234 positions"));
    assert!(told(&Event::Writing, 14).contains("writing the certificate"));
    assert!(told(&Event::Checking(99), 15).contains("checking: 99 positions"));
    assert!(drawn(&model, 80, 24).contains("q or Ctrl-C stops the search"));
    model.is_stopping = true;
    assert!(drawn(&model, 80, 24).contains("stopping  Ctrl-C ends it at once"));
}

#[test]
fn powers_are_short() {
    assert_eq!(
        [0, 1, 2, 3, 5, 6, 9, 10, 12].map(power),
        ["1", "10", "100", "1k", "100k", "1M", "1G", "10G", "1e12"]
    );
}

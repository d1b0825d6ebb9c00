//! The second checker, in Python, on the files of these tests: it must come to the same verdicts. One
//! process answers all questions; `second.py` teaches it the games of these tests.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use phidelta_certificate::check::Verdict;
use phidelta_rules::Player;
use phidelta_testing::stones::{Laid, Row, Stones};
use phidelta_testing::{Arena, Node, Rule};
use serde_json::{Value, json};

/// Larger files are for one checker alone: the other one takes its time.
const MOST_BYTES: usize = 100_000;

struct Second {
    _child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

static SECOND: LazyLock<Mutex<Second>> = LazyLock::new(|| {
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut child = Command::new(&python)
        .args([here.join("tests/proofs/second.py"), here.join("../../tools")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| {
            panic!("{python:?} cannot be run ({error}); `cargo xtask test` says what is missing")
        });
    let questions = child.stdin.take().expect("it is piped");
    let answers = BufReader::new(child.stdout.take().expect("it is piped"));
    Mutex::new(Second { _child: child, questions, answers })
});

/// What the second checker says of a file about a game.
fn opinion(game: Value, file: &[u8]) -> String {
    let mut question = game;
    let mut digits = String::new();
    for byte in file {
        write!(digits, "{byte:02x}").expect("memory can be written to");
    }
    question["file"] = digits.into();
    let mut second = SECOND.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(second.questions, "{question}").expect("the second checker listens");
    let mut answer = String::new();
    second.answers.read_line(&mut answer).expect("it answers");
    answer
}

/// Sees that the second checker agrees with this verdict.
#[track_caller]
fn agree(game: Value, file: &[u8], ours: &Verdict) {
    if file.len() > MOST_BYTES {
        return;
    }
    let theirs = opinion(game, file);
    let agree = match ours {
        Verdict::Verified => theirs.starts_with("VERIFIED"),
        Verdict::Refuted(ours) => theirs.starts_with(&format!("REFUTED: byte {}: ", ours.byte)),
        Verdict::Incomplete(_) => theirs.starts_with("INCOMPLETE: "),
    };
    assert!(agree, "{ours:?}, but the second checker says: {theirs}");
}

/// The same of a file about an arena.
#[track_caller]
pub fn agree_on_arena(arena: &Arena, file: &[u8], ours: &Verdict) {
    let (rule, bound) = match arena.rule {
        Rule::Never => ("never", 0),
        Rule::Endless(value) => ("endless", value),
        Rule::MoverLoses => ("mover-loses", 0),
        Rule::ByCycle => ("by-cycle", 0),
        Rule::ThirdTime => ("third-time", 0),
        Rule::Pairs => ("pairs", 0),
    };
    let node = |node: &Node| json!({"turn": node.turn as u8, "children": node.children, "value": node.value});
    let nodes: Vec<Value> = arena.graph.nodes.iter().map(node).collect();
    agree(json!({"arena": {"nodes": nodes, "rule": rule, "bound": bound}}), file, ours);
}

/// The same of a file about a game of placing stones.
#[track_caller]
pub fn agree_on_stones(game: &Stones, file: &[u8], ours: &Verdict) {
    let squares = |set: u32| (0..32).filter(|square| set >> square & 1 == 1).collect::<Vec<u32>>();
    let row = |row: &Row| json!([squares(row.squares), squares(row.flanks)]);
    let rows = game.rows.each_ref().map(|rows| rows.iter().map(row).collect::<Vec<_>>());
    let Laid { stones, turn, left, won } = game.start;
    let won = won.map(|player: Player| player as u8);
    let start = json!([stones.map(squares), turn as u8, left, won]);
    let stones =
        json!({"squares": game.squares, "rows": rows, "a_turn": game.a_turn, "start": start});
    agree(json!({"stones": stones}), file, ours);
}

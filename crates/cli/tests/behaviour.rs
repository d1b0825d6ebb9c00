//! What snapshots cannot show: fields and their types, streams, signals, closed pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const CERTIFICATE: &str = "tests/cmd/check.in/draw.proof";

fn phidelta(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn output(arguments: &[&str]) -> Output {
    phidelta(arguments).output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn last_object(text: &str) -> Value {
    serde_json::from_str(text.lines().last().expect("there is a result")).unwrap()
}

#[test]
fn threads_are_told_and_refused() {
    let output_of = |arguments: &str| output(&arguments.split(' ').collect::<Vec<_>>());
    let told = output_of("solve uttt --nodes 20000 --threads 2 --json");
    let result = last_object(stdout(&told));
    assert_eq!((&result["threads"], &result["result"]), (&2.into(), &"unknown".into()));
    // A thread goes on while the one that looks at limits has no processor.
    assert!((20_000..100_000).contains(&result["nodes"].as_u64().unwrap()), "{result}");
    assert_eq!(
        (&result["search"]["parallel"], &result["search"]["job"]),
        (&"jobs".into(), &2000.into())
    );
    for (options, place) in [
        ("--threads 2 --search pn", "threads: "),
        ("--threads 2 --search pds-pn", "threads: "),
        ("--parallel jobs", "parallel: "),
        ("--threads 2 --parallel jobs --search pn-df-pn", "parallel: "),
        ("--threads 2 --parallel virtual --job 10", "job: "),
        ("--job 10", "job: "),
    ] {
        let refused = output_of(&format!("solve uttt {options} --nodes 10"));
        let fault = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{fault}");
        assert!(fault.contains(place) && fault.lines().count() == 1, "{fault}");
    }
}

#[test]
fn results_have_their_fields() {
    let output = output(&["solve", "mnk:4x4x3", "--json"]);
    assert_eq!(output.status.code(), Some(10));
    let result = last_object(stdout(&output));
    for (field, value) in [
        ("type", "result"),
        ("game", "mnk"),
        ("parameters", "4x4x3"),
        ("position", "4/4/4/4 x"),
        ("goal", "win"),
        ("result", "proved"),
        ("value", "win"),
        ("winner", "x"),
        ("dn", "inf"),
    ] {
        assert_eq!(result[field], value, "{field}");
    }
    assert_eq!(result["pn"], 0);
    assert_eq!(result["threads"], 1);
    assert_eq!(result["search"]["name"], "df-pn");
    assert_eq!(result["search"]["epsilon"], 0.25);
    assert_eq!(result["line"][0], result["best_move"]);
    for field in ["nodes", "expansions", "seesaw", "deepest", "nodes_per_second"] {
        assert!(result[field].is_u64(), "{field}");
    }
    assert!(result["seconds"].is_f64());
    for field in ["entries", "used", "bytes", "hits", "misses", "replaced"] {
        assert!(result["table"][field].is_u64(), "table.{field}");
    }
}

#[test]
fn the_same_question_takes_the_same_nodes() {
    let nodes = || last_object(stdout(&output(&["solve", "mnk:4x4x3", "--json"])))["nodes"].clone();
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_batch_solves_each_position_as_if_alone() {
    let positions = ["4/4/4/4 x", "4/1x2/4/4 o", "4/4/4/4 x"];
    let mut child = phidelta(&["solve", "mnk:4x4x3", "--json", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(positions.join("\n").as_bytes()).unwrap();
    let batch = child.wait_with_output().unwrap();
    assert_eq!(batch.status.code(), Some(0));
    let lines: Vec<&str> = stdout(&batch).lines().collect();
    assert_eq!(lines.len(), positions.len());
    for (line, position) in lines.iter().zip(positions) {
        let alone = output(&["solve", "mnk:4x4x3", "--json", position]);
        let (together, alone) = (last_object(line), last_object(stdout(&alone)));
        assert_eq!(together["position"], position);
        for field in ["result", "nodes", "line", "pn", "dn"] {
            assert_eq!(together[field], alone[field], "{field} of {position}");
        }
    }
}

#[test]
fn the_status_tells_the_answer() {
    for (arguments, status) in [
        (&["solve", "mnk:4x4x3"][..], 10),
        (&["solve", "mnk"], 20),
        (&["solve", "mnk", "--goal", "value"], 10),
        (&["solve", "mnk:5x5x4", "--nodes", "10"], 0),
        (&["solve", "mnk:5x5x4", "--nodes", "10", "--goal", "value"], 0),
        (&["solve", "mnk", "nonsense"], 1),
        (&["solve", "nonsense"], 1),
        (&["solve", "mnk", "--nonsense"], 2),
        (&["games"], 0),
        (&[], 2),
    ] {
        assert_eq!(output(arguments).status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn results_and_messages_keep_to_their_streams() {
    let good = output(&["solve", "mnk"]);
    assert!(good.stderr.is_empty());
    assert!(!good.stdout.contains(&0x1b), "no colours in a pipe");
    let bad = output(&["solve", "mnk", "nonsense"]);
    assert!(bad.stdout.is_empty());
    let message = String::from_utf8(bad.stderr).unwrap();
    assert!(message.starts_with("phidelta: position: ") && message.lines().count() == 1);
}

#[test]
fn the_time_limit_holds() {
    let start = Instant::now();
    let output = output(&["solve", "mnk:8x8x5", "--time", "200ms", "--json"]);
    assert!(start.elapsed() < Duration::from_secs(20), "a slow machine may be late, not that late");
    assert_eq!(output.status.code(), Some(0));
    let result = last_object(stdout(&output));
    assert_eq!(result["result"], "unknown");
    assert_eq!(result["stopped"], "time");
    assert!(result["seconds"].as_f64().unwrap() >= 0.2);
    assert!(result["pn"].is_u64() && result["dn"].is_u64());
}

#[test]
fn a_closed_pipe_is_no_fault() {
    for (arguments, status) in [
        (&["games"][..], 0),
        (&["games", "mnk"], 0),
        (&["show", "mnk"], 0),
        (&["completions", "bash"], 0),
        (&["solve", "mnk"], 20),
        (&["solve", "mnk", "--json"], 20),
        (&["tune", "mnk"], 0),
        (&["tune", "mnk", "--json"], 0),
        (&["check", CERTIFICATE], 0),
        (&["check", CERTIFICATE, "--json"], 0),
        (&["show", "--certificate", CERTIFICATE], 0),
        (&["show", "--certificate", CERTIFICATE, "--export", "dot"], 0),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = phidelta(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
}

/// A device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().to_str().unwrap();
    let positions = folder.path().join("positions");
    std::fs::write(&positions, "1,3,5,7 f\n").unwrap();
    for arguments in [
        &["--help"][..],
        &["games"],
        &["games", "nim"],
        &["show", "nim"],
        &["solve", "nim"],
        &["solve", "nim", "--json"],
        &["solve", "nim", "--batch", positions.to_str().unwrap()],
        &["check", CERTIFICATE],
        &["check", CERTIFICATE, "--json"],
        &["show", "--certificate", CERTIFICATE],
        &["show", "--certificate", CERTIFICATE, "--export", "json"],
        &["tune", "mnk"],
        &["tune", "mnk", "--json"],
        &["completions", "bash"],
        &["man", directory],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = phidelta(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        let expected =
            "phidelta: the output cannot be written: there is no space left on the device\n";
        assert_eq!(message, expected, "{arguments:?}");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}

fn names_of_games() -> Vec<String> {
    let list = output(&["games"]);
    let names = stdout(&list).lines().map(|line| line.split(' ').next().unwrap().to_string());
    names.collect()
}

#[test]
fn manuals_fit_the_page() {
    for game in names_of_games() {
        let manual = output(&["games", &game]);
        for line in stdout(&manual).lines().filter(|line| line.chars().count() > 78) {
            // Positions cannot be broken.
            assert_eq!(line.split_whitespace().count(), 1, "{game}: {line}");
        }
    }
}

/// Whatever is written in place of a position or of parameters, there is a picture or a sentence.
#[test]
fn nonsense_is_answered_in_a_sentence() {
    let nonsense = [
        "",
        " ",
        ".",
        "-",
        "/",
        "//////",
        "x",
        "0",
        "-0",
        "9",
        "99999999999999999999",
        "1,2",
        ",",
        ":",
        "::::",
        ";",
        ";;;",
        "moves",
        "moves moves",
        "start moves",
        "start start",
        "start moves -",
        "9/9/9/9/9/9/9/9/9 x",
        "xxxxxxxx",
        "ｘ",
        "🂡 b",
        "a\u{301}/é w",
        "\u{202e}/\u{7}\n\t",
        "x x x x x x x",
        "{}",
        "[]",
        "null",
        "@",
        "1x1",
        "8x8",
        "0x0",
        "64x1",
        "1x64",
        "1x1x1",
        "8x8x64",
        "3x-3",
    ];
    for game in names_of_games() {
        for text in nonsense {
            for arguments in
                [["show", &game, "--", text], ["show", &format!("{game}:{text}"), "--", ""]]
            {
                let output = output(&arguments);
                let message = String::from_utf8(output.stderr).unwrap();
                match output.status.code() {
                    Some(0) => assert!(message.is_empty() && !output.stdout.is_empty()),
                    Some(1) => {
                        let is_sentence = message.starts_with("phidelta: ")
                            && message.lines().count() == 1
                            && output.stdout.is_empty();
                        assert!(is_sentence, "{arguments:?}: {message}");
                    }
                    status => panic!("{arguments:?}: {status:?} {message}"),
                }
            }
        }
    }
}

#[test]
fn man_pages_and_completions_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("new").join("man1");
    let output_of_man = output(&["man", directory.to_str().unwrap()]);
    assert_eq!(output_of_man.status.code(), Some(0));
    let mut expected: Vec<_> =
        stdout(&output_of_man).lines().map(std::path::PathBuf::from).collect();
    let mut found: Vec<_> =
        directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "what was written is what was said, and nothing else");
    for command in ["solve", "check", "games", "show", "completions", "man"] {
        let page = directory.join(format!("phidelta-{command}.1"));
        assert!(std::fs::read_to_string(page).unwrap().contains("phidelta"), "{command}");
    }
    assert!(!directory.join("phidelta-complete-word.1").exists(), "it is hidden");
    for shell in ["elvish", "powershell"] {
        let script = output(&["completions", shell]);
        assert!(stdout(&script).contains("epsilon"), "{shell}");
    }
    for shell in ["bash", "fish", "zsh"] {
        let script = output(&["completions", shell]);
        assert!(stdout(&script).contains("complete-word --"), "{shell} asks the program");
    }
    // A file where the directory should be.
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let fault = output(&["man", file.to_str().unwrap()]);
    assert_eq!(fault.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_what_is_known() {
    let mut child = phidelta(&["solve", "mnk:8x8x5", "--json", "--memory", "256M"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    let progress: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(progress["type"], "progress");
    for field in ["nodes", "nodes_per_second", "pn", "dn", "depth"] {
        assert!(progress[field].is_u64(), "{field}");
    }
    assert!(progress["table"]["used"].is_u64() && progress["line"].is_array());
    assert_eq!(progress["threads"][0]["doing"], "searching");

    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let result = last_object(&rest);
    assert_eq!(result["result"], "unknown");
    assert_eq!(result["stopped"], "interrupt");
    assert!(result["nodes"].as_u64() >= progress["nodes"].as_u64());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_batch() {
    let mut child = phidelta(&["solve", "mnk:8x8x5", "--batch", "-", "--memory", "256M"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let positions = "xxxx4/oooo4/8/8/8/8/8/8 x\nstart\nstart\n";
    child.stdin.take().unwrap().write_all(positions.as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    assert!(first.starts_with("proved\twin\te8\t"), "{first}");

    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    // The signal may come before the second position is begun.
    assert!(rest.is_empty() || rest.starts_with("unknown\t-\t-\t"), "{rest}");
    let done = 1 + rest.lines().count();
    assert!(done < 3);
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(message, format!("phidelta: batch: interrupted after {done} of 3 positions\n"));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

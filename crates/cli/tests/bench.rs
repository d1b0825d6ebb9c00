//! `phidelta bench`: its list, its files, and that it goes on where it was stopped.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_phidelta");

/// A small experiment: a thing of a second.
const SMALL: [&str; 8] = [
    "bench",
    "scaling",
    "--problems",
    "crosscut",
    "--workers",
    "1,4",
    "--schemes",
    "virtual,jobs,tree,crews",
];

fn phidelta(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn scaling(directory: &Path, more: &[&str]) -> String {
    let out = ["--out", directory.to_str().unwrap()];
    let output = phidelta(&[&SMALL[..], &out, more].concat());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

fn read(directory: &Path, name: &str) -> String {
    fs::read_to_string(directory.join(name)).unwrap()
}

#[test]
fn scaling_writes_tables_and_a_plot_with_the_same_digits_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("a/b"), folder.path().join("c"));
    let told = scaling(&first, &[]);
    assert!(told.contains("virtual: ") && told.contains("crews: "), "{told}");
    let json: Value = serde_json::from_str(&read(&first, "results.json")).unwrap();
    assert_eq!(json["experiment"], "scaling");
    assert!(json["machine"]["cores"].as_u64().unwrap() > 0);
    assert_eq!(json["options"]["job"], 1000);
    let cells = json["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 8);
    for cell in cells {
        assert_eq!(cell["result"], "proved");
        assert!(cell["speed_up"].as_f64().unwrap() > 0.3, "{cell}");
    }
    // One worker does what `solve` does.
    let solved = phidelta(&["solve", "atari-go", "crosscut", "--json", "--memory", "1G"]);
    let text = String::from_utf8(solved.stdout).unwrap();
    let solved: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(cells[0]["nodes"], solved["nodes"]);
    assert_eq!(cells[0]["speed_up"], 1.0);
    assert!(read(&first, "scaling.svg").contains("Kaneko 2010"));
    assert_eq!(read(&first, "results.csv").lines().count(), 9);
    scaling(&second, &["--quiet"]);
    for name in ["results.csv", "results.json", "scaling.svg", "cells.jsonl"] {
        assert_eq!(read(&first, name), read(&second, name), "{name}");
    }
}

#[test]
fn what_was_measured_is_not_measured_again() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path();
    let told = scaling(directory, &[]);
    let log = read(directory, "cells.jsonl");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 8);
    // Stopped after five, in the midst of a line; and one of them told otherwise.
    let changed = lines[4].replace("\"master_ns\":", "\"master_ns\":1");
    assert_ne!(changed, lines[4]);
    fs::write(
        directory.join("cells.jsonl"),
        [&lines[..4], &[&changed, "{\"vers"]].concat().join("\n"),
    )
    .unwrap();
    assert_eq!(scaling(directory, &[]), told);
    let after = read(directory, "cells.jsonl");
    assert_eq!(after.lines().nth(4), Some(changed.as_str()));
    assert_eq!(after.lines().skip(6).collect::<Vec<_>>(), lines[5..]);
    // Other options are other measurements.
    scaling(directory, &["--job", "500", "--quiet"]);
    assert_eq!(read(directory, "cells.jsonl").lines().count(), 9 + 6);
    scaling(directory, &["--again", "--quiet"]);
    assert_eq!(read(directory, "cells.jsonl").lines().count(), 9 + 6 + 8);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path();
    let mut child = Command::new(PROGRAM)
        .args(["bench", "scaling", "--problems", "domineering,clobber", "--workers", "1,2"])
        .args(["--schemes", "virtual", "--quiet", "--out"])
        .arg(directory)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = directory.join("cells.jsonl");
    // When the first simulation is done, the next one takes a while.
    while fs::read_to_string(&log).is_ok_and(|text| text.is_empty()) || !log.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut told = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut told).unwrap();
    assert!(told.contains("bench: interrupted after "), "{told}");
    let done = read(directory, "cells.jsonl").lines().count();
    assert_eq!(read(directory, "results.csv").lines().count(), done + 1);
}

#[test]
fn what_is_wrong_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for out in [file.clone(), file.join("below")] {
        let output = phidelta(&[&SMALL[..], &["--out", out.to_str().unwrap()]].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(told.starts_with("phidelta: bench: cannot make the directory "), "{told}");
        assert!(told.ends_with("a file is in its place; choose another with --out\n"), "{told}");
        assert_eq!(told.lines().count(), 1);
    }
}

#[test]
fn threads_are_timed_beside_one() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().to_str().unwrap();
    let arguments = ["bench", "threads", "--problems", "uttt-4", "--ways", "jobs"];
    let output = phidelta(&[&arguments[..], &["--threads", "2", "--out", directory]].concat());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("jobs × 2") && told.contains("geometric mean"), "{told}");
    let json: Value = serde_json::from_str(&read(folder.path(), "results.json")).unwrap();
    let cells = json["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 2);
    assert_eq!((&cells[0]["way"], &cells[1]["way"]), (&"alone".into(), &"jobs".into()));
    assert!(cells.iter().all(|cell| cell["result"] == "disproved"));
    assert!(cells[1]["speed_up"].as_f64().unwrap() > 0.0);
    assert_eq!(json["options"]["threads"], 2);
    let refused = phidelta(&["bench", "threads", "--problems", "chess", "--out", directory]);
    let fault = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(fault.contains("problems: ") && fault.contains("loa-1"), "{fault}");
}

/// Experiments that take a second or so with these limits.
const EXPERIMENTS: [(&str, &[&str]); 8] = [
    ("atari-go-table", &["--sizes", "6,10", "--nodes", "3000"]),
    ("loa-easy", &["--nodes", "500"]),
    ("loa-hard", &["--nodes", "500"]),
    ("connect6", &["--nodes", "300"]),
    ("go-life", &["--seconds", "0.05", "--long-seconds", "0.1", "--searches", "alpha-beta,gw:3"]),
    ("memory", &["--nodes", "2000"]),
    ("dag", &["--nodes", "3000"]),
    ("cycles", &["--nodes", "2000"]),
];

/// Runs an experiment with its limits, and gives its results.
fn experiment(directory: &Path, name: &str, limits: &[&str]) -> Value {
    let out = directory.join(name);
    let options = ["bench", name, "--quick", "--out", out.to_str().unwrap()];
    let output = phidelta(&[&options[..], limits].concat());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
    assert_eq!(output.status.code(), Some(0), "{name}");
    serde_json::from_str(&read(&out, "results.json")).unwrap()
}

#[test]
fn experiments_come_to_a_report() {
    let folder = tempfile::tempdir().unwrap();
    for (name, limits) in EXPERIMENTS {
        let results = experiment(folder.path(), name, limits);
        assert_eq!(results["experiment"], name);
        assert!(!results["cells"].as_array().unwrap().is_empty(), "{name}");
        assert!(!results["exhibits"].as_array().unwrap().is_empty(), "{name}");
    }
    let markdown = folder.path().join("results.md");
    let directory = folder.path().to_str().unwrap();
    let output =
        phidelta(&["bench", "report", directory, "--markdown", markdown.to_str().unwrap()]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let html = read(folder.path(), "report.html");
    let markdown = read(folder.path(), "results.md");
    for (name, _) in EXPERIMENTS {
        assert!(html.contains(&format!("<section id=\"{name}\">")), "{name}");
        assert!(markdown.contains(&format!("`phidelta bench {name}`")), "{name}");
    }
    // These are not the data that the pages tell of.
    let own = "A run with options or problems of somebody's own";
    assert_eq!(markdown.matches(own).count(), EXPERIMENTS.len());
    assert!(!html.contains("Agreement") && !markdown.contains("Agreement"));
    // Nothing comes from elsewhere.
    assert!(
        html.matches("<svg").count() >= 6 && !html.contains("src=\"") && !html.contains("@import")
    );
    assert!(folder.path().join("results/atari-go-table.svg").is_file());
}

#[test]
fn nodes_are_the_same_to_the_digit() {
    let folder = tempfile::tempdir().unwrap();
    for (name, limits) in [EXPERIMENTS[0], EXPERIMENTS[6], EXPERIMENTS[7]] {
        let [one, two] = ["one", "two"].map(|run| {
            let results = experiment(&folder.path().join(run), name, limits);
            let cells = results["cells"].as_array().unwrap().clone();
            let figures = |cell: &Value| {
                ["problem", "way", "result", "nodes", "seesaw"].map(|field| cell[field].clone())
            };
            cells.iter().map(figures).collect::<Vec<_>>()
        });
        assert_eq!(one, two, "{name}");
    }
}

#[test]
fn any_options_are_crossed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let vary = ["--vary", "search=df-pn/pn", "--vary", "init=unit/mobility"];
    let output = phidelta(&[&["bench", "matrix", "mnk:3x3x3", "--out", out][..], &vary].concat());
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("search pn, init mobility") && told.contains("disproved"), "{told}");
    let results: Value = serde_json::from_str(&read(folder.path(), "results.json")).unwrap();
    assert_eq!(results["cells"].as_array().unwrap().len(), 4);
    let solved = phidelta(&["solve", "mnk:3x3x3", "--init", "mobility", "--json", "--quiet"]);
    let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
    assert_eq!(results["cells"][1]["nodes"], solved["nodes"]);
}

#[test]
fn an_option_is_compared_with_another() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let settings =
        ["--setting", "epsilon=0.25", "--setting", "search=pds delta=1", "--setting", "default"];
    let output =
        phidelta(&[&["bench", "matrix", "mnk:3x3x3", "--out", out][..], &settings].concat());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("search pds, delta 1") && told.contains("as usual"), "{told}");
    assert!(read(folder.path(), "matrix.svg").contains("search pds, delta 1"));
    let twice = phidelta(&["bench", "matrix", "mnk:3x3x3", "--setting", "epsilon=1 epsilon=2"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&twice.stderr).contains("it has epsilon twice"));
}

#[test]
fn other_programs_take_turns_with_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("peers.toml");
    let text = format!(
        "[\"mnk:3x3x3\"]\npositions = [\"start\"]\n\
         [\"mnk:3x3x3\".peers]\nmissing = \"no-such-program-7 {{position}}\"\n\
         [\"mnk:3x3x3\".peers.twin]\ncommand = \"{PROGRAM} solve mnk:3x3x3 {{position}} --json\"\n\
         proved = '\"result\":\"proved\"'\ndisproved = '\"result\":\"disproved\"'\nnodes = '\"nodes\":(\\d+)'\n"
    );
    fs::write(&file, text).unwrap();
    let out = folder.path().join("out");
    let bench =
        ["bench", "peers", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--runs", "2"];
    let output = phidelta(&bench);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let results: Value = serde_json::from_str(&read(&out, "results.json")).unwrap();
    let cells = results["cells"].as_array().unwrap();
    let programs: Vec<&str> = cells.iter().map(|cell| cell["program"].as_str().unwrap()).collect();
    assert_eq!(programs, ["phidelta", "missing", "twin", "phidelta", "missing", "twin"]);
    assert_eq!(cells[1]["result"], "not installed");
    assert_eq!(
        (&cells[0]["result"], &cells[0]["nodes"]),
        (&cells[2]["result"], &cells[2]["nodes"])
    );
    fs::write(&file, "[\"mnk:3x3x3\"]\nposition = []\n").unwrap();
    let output = phidelta(&bench);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("peers.toml"));
}

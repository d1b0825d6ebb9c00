//! `phidelta tune`, compared with runs of `phidelta solve`.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_phidelta");

fn phidelta(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The settings that were tried, and the result.
fn tune(arguments: &[&str]) -> (Vec<Value>, Value) {
    let output = phidelta(&[&["tune"], arguments, &["--json", "--memory", "64M"]].concat());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let mut objects = objects(&output);
    let result = objects.pop().unwrap();
    assert_eq!(result["type"], "result");
    assert!(objects.iter().all(|object| object["type"] == "setting"));
    assert_eq!(result["tried"], objects.len());
    (objects, result)
}

/// Nodes and seesaw number.
fn solve(arguments: &[&str]) -> (u64, u64) {
    let output = phidelta(&[&["solve"], arguments, &["--json", "--memory", "64M"]].concat());
    let result = objects(&output).pop().unwrap();
    (result["nodes"].as_u64().unwrap(), result["seesaw"].as_u64().unwrap())
}

fn solve_deep(subject: &[&str], setting: &Value) -> (u64, u64) {
    let deep = format!("{},{}", setting["values"]["e"], setting["values"]["d"]);
    solve(&[subject, &["--deep", &deep]].concat())
}

/// Compares the settings of a climb, in the order in which they were tried, with what `alone` tells
/// of each. Gives the best node number.
fn check_climb(settings: &[Value], alone: impl Fn(&Value) -> (u64, u64)) -> u64 {
    let (mut best, mut stopped) = (u64::MAX, 0);
    for setting in settings {
        let (nodes, seesaw) = alone(setting);
        if setting["result"] == "unknown" {
            assert_eq!(setting["nodes"], best);
            assert!(nodes > best && setting.get("seesaw").is_none());
            stopped += 1;
        } else {
            assert_eq!(figures(setting), (nodes, seesaw));
            assert!(nodes <= best);
            best = nodes;
        }
    }
    assert!(stopped > 0);
    best
}

fn figures(object: &Value) -> (u64, u64) {
    (object["nodes"].as_u64().unwrap(), object["seesaw"].as_u64().unwrap())
}

#[test]
fn a_grid_is_what_solving_with_each_setting_gives() {
    let subject = ["connect-four:4x4", "--init", "unit", "--delta", "1"];
    let vary = ["--by", "grid", "--vary", "e=1..3", "--vary", "d=1..4"];
    let (settings, result) = tune(&[&subject[..], &vary].concat());
    assert_eq!(settings.len(), 12);
    for setting in &settings {
        assert_eq!(figures(setting), solve_deep(&subject, setting));
    }
    let least = settings.iter().map(|setting| figures(setting).0).min().unwrap();
    assert_eq!(result["nodes"], least);
    let plain = solve(&subject);
    assert_eq!(figures(&result["plain"]), plain);
    let saved = 1.0 - least as f64 / plain.0 as f64;
    assert!((result["reduction"]["nodes"].as_f64().unwrap() - saved).abs() < 1e-9);
    // Deep df-pn with E = 1 or D = 1 is df-pn.
    assert_eq!(figures(&settings[0]), plain);
}

#[test]
fn a_climb_stops_what_takes_more_than_the_best_so_far() {
    let subject = ["connect-four:4x4", "--init", "unit", "--delta", "1"];
    let (settings, result) = tune(&subject);
    assert_eq!(settings[0]["values"], serde_json::json!({"e": 2, "d": 2}));
    let best = check_climb(&settings, |setting| solve_deep(&subject, setting));
    assert_eq!(result["nodes"], best);
}

#[test]
fn a_batch_is_tuned_by_the_sum() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some positions.txt");
    let positions = ["4/4/4/4 x", "4/1x2/4/4 o", "xo2/4/4/4 x"];
    fs::write(&file, positions.join("\n")).unwrap();
    let path = file.to_str().unwrap();
    let alone = |setting: &Value| {
        let epsilon = setting["values"]["epsilon"].to_string();
        let alone = positions.map(|p| solve(&["mnk:4x4x3", p, "--epsilon", &epsilon]));
        alone.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    let subject = ["mnk:4x4x3", "--batch", path, "--vary", "epsilon=0.25..4:0.25"];
    let (settings, result) = tune(&[&subject[..], &["--by", "grid"]].concat());
    assert_eq!(settings.len(), 16);
    assert_eq!(result["positions"], 3);
    assert!(result.get("position").is_none());
    for setting in &settings {
        assert_eq!(figures(setting), alone(setting));
    }
    let (settings, result) = tune(&subject);
    assert_eq!(result["nodes"], check_climb(&settings, alone));
}

#[cfg(unix)]
#[test]
fn the_command_that_is_told_does_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("it's here.txt");
    fs::write(&file, "4/4/4/4 x\n4/1x2/4/4 o\n").unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        &["mnk:4x4x3", "4/1x2/4/4", "o", "--goal", "draw", "--backup", "weak"][..],
        &["mnk:4x4x3", "--batch", file, "--vary", "epsilon=0.5..1", "--delta", "2"],
        &["dots-and-boxes:2x2", "--/|2/2/3/2", "f", "+0", "--look-ahead=0"],
        &["mnk:3x3x3", "--search", "pn2", "--vary", "second=10..50:10"],
        &["mnk:3x3x3", "--vary", "best"],
    ] {
        let (_, result) = tune(arguments);
        let command = result["command"].as_str().unwrap();
        assert!(command.starts_with("phidelta solve "), "{command}");
        let script = format!("phidelta() {{ {PROGRAM} \"$@\"; }}; {command} --json");
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        let answers = objects(&output);
        let sum: u64 = answers.iter().map(|answer| answer["nodes"].as_u64().unwrap()).sum();
        assert_eq!(result["nodes"], sum, "{command}");
    }
}

#[test]
fn the_csv_has_what_was_tried() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("curve.csv");
    let limit = ["--nodes", "600", "--csv", file.to_str().unwrap()];
    let subject = ["connect-four:4x3", "--by", "grid", "--vary", "epsilon=0..2:0.5"];
    let (settings, _) = tune(&[&subject[..], &limit].concat());
    let text = fs::read_to_string(&file).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("epsilon,nodes,seesaw,seconds,result"));
    let mut results = HashMap::new();
    for (line, setting) in lines.by_ref().zip(&settings) {
        let cells: Vec<&str> = line.split(',').collect();
        let [epsilon, nodes, seesaw, seconds, result] = cells[..] else { panic!("{line}") };
        assert_eq!(epsilon, setting["values"]["epsilon"].to_string());
        assert_eq!(nodes, setting["nodes"].to_string());
        assert_eq!(seesaw, setting.get("seesaw").map_or(String::new(), ToString::to_string));
        assert!(seconds.parse::<f64>().is_ok());
        assert_eq!(result, setting["result"]);
        if result == "unknown" {
            assert_eq!(nodes, "600");
        }
        *results.entry(result.to_string()).or_insert(0) += 1;
    }
    assert_eq!(results.values().sum::<i32>(), 5);
    assert_eq!(lines.next(), None);
    assert_eq!(results.len(), 2, "some are stopped, some are not: {results:?}");
}

#[test]
fn settings_that_disagree_are_not_believed() {
    let wrong = (1..12).any(|bits| {
        let bits = bits.to_string();
        let arguments = ["tune", "mnk:4x4x3", "--key-bits", &bits, "--by", "grid"];
        let output = phidelta(&[&arguments[..], &["--nodes", "20000"]].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        let disagree = message.starts_with("phidelta: settings disagree about 4/4/4/4 x, ");
        assert_eq!(output.status.code(), Some(i32::from(disagree)), "{message}");
        disagree
    });
    assert!(wrong, "with few bits, some answers are wrong");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_and_tells_the_best_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tried.csv");
    let mut child = Command::new(PROGRAM)
        .args(["tune", "mnk:4x4x3", "--by", "grid", "--vary", "epsilon=0..60000:0.001"])
        .args(["--json", "--memory", "64M", "--csv"])
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let result: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!(result["stopped"], "interrupt");
    assert!(result["nodes"].is_u64() && result["command"].is_string());
    let rows = fs::read_to_string(&file).unwrap().lines().count();
    assert_eq!(result["tried"], rows - 1);
}

//! `phidelta bench generate`: the same bytes each time, nodes to the digit, and the sets that come with it.

use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use phidelta_lab::bench::sets;

const PROGRAM: &str = env!("CARGO_BIN_EXE_phidelta");

/// How the nodes of positions are counted.
const COUNTING: [&str; 2] = ["--entries", "1048576"];

fn phidelta(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The arguments of a set of four positions that are soon proved, unless these say otherwise.
fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["bench", "generate", "loa"];
    for (name, value) in
        [("--seed", "3"), ("--count", "4"), ("--least-nodes", "30"), ("--most-nodes", "300")]
    {
        if !more.contains(&name) {
            arguments.extend([name, value]);
        }
    }
    [&arguments, more].concat()
}

/// Such a set, and what was said besides.
fn generate(more: &[&str]) -> (String, String) {
    let output = phidelta(&arguments(more));
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

/// The columns of all positions of a set.
fn rows(set: &str) -> Vec<Vec<&str>> {
    let lines = set.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect()).collect()
}

/// Solves the positions of these rows, and compares what comes of it.
fn check_nodes(folder: &Path, rows: &[Vec<&str>]) {
    let path = folder.join("positions.txt");
    let positions: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    fs::write(&path, positions.join("\n")).unwrap();
    let batch = ["solve", "loa", "--batch", path.to_str().unwrap()];
    let output = phidelta(&[&batch[..], &COUNTING].concat());
    let solved = String::from_utf8(output.stdout).unwrap();
    let solved: Vec<Vec<&str>> = solved.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(solved.len(), rows.len());
    for (solved, row) in solved.iter().zip(rows) {
        assert_eq!([solved[0], solved[1], solved[3], solved[5]], ["proved", "win", row[2], row[0]]);
    }
}

#[test]
fn the_same_options_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set.tsv");
    let (printed, said) = generate(&[]);
    assert_eq!(said, "");
    let written = generate(&["--out", path.to_str().unwrap()]);
    assert_eq!(written, (String::new(), String::new()));
    assert_eq!(fs::read_to_string(&path).unwrap(), printed);
    let found = rows(&printed);
    assert_eq!(found.len(), 4);
    for row in &found {
        let nodes: u64 = row[2].parse().unwrap();
        assert!((30..=300).contains(&nodes), "{nodes}");
    }
    check_nodes(folder.path(), &found);
    assert_ne!(rows(&generate(&["--seed", "4"]).0), found);
}

#[test]
fn positions_of_another_set_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.tsv");
    let (first, _) = generate(&[]);
    fs::write(&path, &first).unwrap();
    let (second, said) = generate(&["--without", path.to_str().unwrap()]);
    assert_eq!(said, "");
    assert!(second.contains(" --without first.tsv\n"), "{second}");
    let (first, second) = (rows(&first), rows(&second));
    assert_eq!(second.len(), 4);
    assert!(second.iter().all(|row| !first.iter().any(|other| other[0] == row[0])));
}

/// A few of each set; all were solved, certified and checked when the sets were made.
#[test]
fn nodes_of_the_sets_are_right_to_the_digit() {
    let folder = tempfile::tempdir().unwrap();
    check_nodes(folder.path(), &rows(sets::easy())[..3]);
    check_nodes(folder.path(), &rows(sets::hard())[..1]);
}

#[test]
fn faults_are_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.tsv");
    fs::write(&bad, "# a set\n8/8/8/8/8/8/8/8 x\twin\n").unwrap();
    let bad = bad.to_str().unwrap();
    for (options, told) in [
        (&["--least-nodes", "5000"][..], "least-nodes: 5000 is more than --most-nodes, 300; "),
        (&["--out", folder.path().to_str().unwrap()], "it is a directory, not a file"),
        (&["--without", "nowhere.tsv"], "without: nowhere.tsv: there is no such file"),
        (&["--without", bad], "bad.tsv: line 2: black has no piece"),
        (&["--count", "0"], "0 is not in 1..=1000000"),
        (&["--most-nodes", "0"], "0 is not in 1..=1000000000"),
    ] {
        let (printed, said) = generate(options);
        assert_eq!(printed, "");
        assert!(said.contains(told), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_what_was_found() {
    let mut command = Command::new(PROGRAM);
    command.args(arguments(&["--count", "1000000"])).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut set = String::new();
    while rows(&set).is_empty() {
        assert_ne!(output.read_line(&mut set).unwrap(), 0);
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    output.read_to_string(&mut set).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    let found = rows(&set);
    assert!(found.iter().all(|row| row.len() == 5), "{set}");
    let told = format!("interrupted after {} of 1000000 positions\n", found.len());
    assert!(set.ends_with(&format!("# {told}")), "{set}");
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), format!("phidelta: generate: {told}"));
    // It is the first one in any case.
    assert_eq!(rows(&generate(&["--count", "1"]).0), found[..1]);
}

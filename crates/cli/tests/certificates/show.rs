//! `phidelta show --certificate`, and what it exports.

use std::fs;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use super::common::*;

fn show(folder: &TempDir, more: &[&str]) -> Output {
    phidelta(folder.path(), &[&["show", "--certificate", "a.proof"], more].concat())
}

#[test]
fn proofs_are_exported_down_to_a_depth() {
    let folder = folder();
    let solve = ["solve", "mnk", "--goal", "value", "--certify", "a.proof", "-q"];
    assert_eq!(phidelta(folder.path(), &solve).status.code(), Some(10));
    for (depth, levels) in [("0", 1), ("1", 2), ("3", 4), ("50", 10)] {
        let output = show(&folder, &["--export", "json", "--depth", depth]);
        assert_eq!(output.status.code(), Some(0));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["type"], "proof");
        assert_eq!(document["claims"][0]["at_least"], 0);
        assert_eq!(document["claims"][1]["at_most"], 0);
        let mut deepest = 0;
        for claim in document["claims"].as_array().unwrap() {
            let root = &claim["proof"];
            assert_eq!((&root["position"], &root["to_move"]), (&"3/3/3 x".into(), &"x".into()));
            // Every position is as large as what is below it, as far as that is shown.
            let mut stack = vec![(root, 1)];
            while let Some((node, level)) = stack.pop() {
                deepest = deepest.max(level);
                let children = node["children"].as_array().map_or(&[][..], |list| &list[..]);
                let size = |node: &Value| node["positions"].as_u64().unwrap();
                match node["act"].as_str().unwrap() {
                    "over" => assert_eq!((size(node), children.len()), (0, 0)),
                    _ if node["omitted"].is_string() => assert!(children.is_empty()),
                    act => {
                        assert_eq!(size(node), 1 + children.iter().map(size).sum::<u64>());
                        let board = node["position"].as_str().unwrap().split(' ').next().unwrap();
                        let empty = 9 - board.matches(['x', 'o']).count();
                        assert_eq!(children.len(), if act == "all" { empty } else { 1 });
                    }
                }
                stack.extend(children.iter().map(|child| (child, level + 1)));
            }
        }
        assert_eq!(deepest, levels, "depth {depth}");
    }
    let dot = show(&folder, &["--export", "dot", "--depth", "2"]);
    assert_eq!(dot.status.code(), Some(0));
    let text = stdout(&dot);
    assert!(text.starts_with("digraph proof {\n") && text.ends_with("}\n"));
    // The claims have a root, one move or nine, and eight replies to each or one.
    for (claim, nodes, edges) in [(0, 1 + 1 + 8, 1 + 8), (1, 1 + 9 + 9, 9 + 9)] {
        let lines = || text.lines().filter(|line| line.starts_with(&format!("  p{claim}_")));
        let more = |line: &&str| line.contains("_more");
        assert_eq!(lines().filter(|line| line.contains("[label=\"3  ")).count(), nodes);
        let arrows = lines().filter(|line| line.contains(" -> ") && !more(line)).count();
        assert_eq!(arrows, edges);
    }
}

#[test]
fn only_proofs_are_exported() {
    let folder = folder();
    let mut bytes = certified(&folder);
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(folder.path().join("a.proof"), bytes).unwrap();
    for format in ["dot", "json"] {
        let output = show(&folder, &["--export", format]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
        let expected = "phidelta: a.proof: REFUTED: the hash does not fit: the file is damaged\n";
        assert_eq!(stderr(&output), expected);
    }
    let shown = show(&folder, &[]);
    assert_eq!(shown.status.code(), Some(1));
    assert!(stdout(&shown).contains("REFUTED: the hash does not fit"));
    assert!(!stdout(&shown).contains("Made by"));
}

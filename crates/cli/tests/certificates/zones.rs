//! Certificates with zones: what is told of them.

use phidelta::certificate::{Claim, Header, Justification, Link, Mode, Solution};
use phidelta::proofs::write;
use serde_json::Value;

use super::common::*;

/// Black has A1 and wins with two in a row, by B1, or A2 if White takes B1. The zone has the move at
/// this place: it should have B1, which is move 0.
fn corner(zone: usize) -> Vec<u8> {
    let mut solution = Solution::default();
    solution.add_zone([zone].into_iter().collect(), [Link::to(1), Link::to(2)]).unwrap();
    solution.add(Justification::Choose(0), [Link::OVER]).unwrap();
    solution.add(Justification::Choose(1), [Link::OVER]).unwrap();
    solution.set_root(Link::to(0));
    let parameters = "3x2x2x1x1".into();
    let header = Header::new("connect", parameters, "B:A1 w".into(), vec![Claim::AtLeast(1)]);
    let mut bytes = Vec::new();
    write(&mut bytes, &Header { mode: Mode::Zone, ..header }, &[solution]).unwrap();
    bytes
}

#[test]
fn zones_are_counted_and_passes_are_shown() {
    let folder = folder();
    let (status, report) = check(&folder, &corner(0), &[]);
    assert_eq!((status, &report["zones"], &report["mode"]), (Some(0), &1.into(), &"zone".into()));
    let shown = phidelta(folder.path(), &["show", "--certificate", "b.proof"]);
    let text = stdout(&shown);
    assert!(text.contains("3 positions (3 different), 2 ends, 1 zones, 0 lemmas"), "{text}");
    assert!(text.contains("B1 A2"), "{text}");
    let export =
        |format| phidelta(folder.path(), &["show", "--certificate", "b.proof", "--export", format]);
    let document: Value = serde_json::from_slice(&export("json").stdout).unwrap();
    let root = &document["claims"][0]["proof"];
    assert_eq!(root["act"], "zone");
    let moves = |node: &Value| {
        let children = node["children"].as_array().unwrap().iter();
        children.map(|child| child["move"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(moves(root), ["pass", "B1"]);
    assert_eq!(moves(&root["children"][0]), ["B1"]);
    assert_eq!(moves(&root["children"][1]), ["A2"]);
    let dot = export("dot");
    assert!(stdout(&dot).contains("[label=\"pass\"]"));
}

#[test]
fn what_is_wrong_after_a_pass_is_told_with_the_pass() {
    let folder = folder();
    let (status, report) = check(&folder, &corner(1), &[]);
    assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("refuted")));
    let reason = "the zone leaves out move 0, whose square the proof after a pass uses";
    assert_eq!(report["reason"], reason);
    assert_eq!(report["line"].to_string(), r#"["pass"]"#);
}

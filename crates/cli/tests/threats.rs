//! Searches by threats through the program: every option, limits, and what is told.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_phidelta");

fn phidelta(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The result of a question about a position of Connect6, and the exit status.
fn solve(position: &str, options: &str) -> (Value, Option<i32>) {
    let mut arguments = vec!["solve", "connect6", position, "--json"];
    arguments.extend(options.split_whitespace());
    let output = phidelta(&arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap_or_else(|| {
        panic!("{options}: {}", String::from_utf8_lossy(&output.stderr));
    });
    (serde_json::from_str(last).unwrap(), output.status.code())
}

/// Whatever the search, its win is proved and checked.
#[test]
fn every_search_works_with_zones() {
    for options in [
        "--search rz-df-pn",
        "--search rz-df-pn --deep 3,4",
        "--search rz-df-pn --delta 1",
        "--search rz-df-pn --delta auto",
        "--search rz-df-pn --epsilon 2",
        "--search rz-df-pn --init mobility",
        "--search rz-df-pn --backup weak",
        "--search rz-df-pn --backup snda",
        "--search rz-df-pn --backup best:2",
        "--search rz-df-pn --entries 8 --replace two-big",
        "--search rz-df-pn --top 8 --threat-nodes 2000 --threat-depth 9",
        "--zones",
        "--search pds --zones",
        "--search pds-pn --zones",
        "--search pn --zones",
        "--search pn --zones --backup sets",
        "--search pn2 --zones",
        "--search deep-pn --zones",
        "--search pn-df-pn --zones",
        "--search pn-df-pn --zones --threads 2",
        "--search rz-df-pn --threads 3",
        "--zones --threads 2 --parallel virtual",
    ] {
        let options = format!("{options} --self-check");
        let (result, status) = solve("reply-2", &options);
        assert_eq!((&result["result"], status), (&"proved".into(), Some(10)), "{options}");
        assert_eq!(result["certificate"]["verdict"], "verified", "{options}");
        let (all, threats) = (&result["nodes"], &result["threat_nodes"]);
        assert!(all.as_u64() > threats.as_u64() && threats.as_u64() > Some(0), "{options}");
    }
}

/// A win by continuous threats comes with its tree and its zone.
#[test]
fn a_victory_has_a_tree_and_a_zone() {
    let position = "B:J10,K11,M11,L12,K13 W:G7,P8,J12,L13,M13,J14 b";
    let (result, status) = solve(position, "--search vcdt");
    assert_eq!(status, Some(10));
    let best = result["best_move"].as_str().unwrap();
    assert_eq!(result["attack"]["stones"], best);
    assert_eq!(result["line"][0], best);
    let zone: Vec<&str> =
        result["zone"].as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect();
    assert!(zone.iter().any(|square| best.starts_with(square)));
    // Every defence is one of the tree, and the line follows it.
    let mut attack = &result["attack"];
    for pair in result["line"].as_array().unwrap()[1..].chunks(2) {
        let defences = attack["defences"].as_array().unwrap();
        let known = defences.iter().find(|defence| defence["stones"] == pair[0]).unwrap();
        attack = &known["attack"];
        assert_eq!(attack["stones"], pair[1]);
    }
    assert!(attack.get("defences").is_none());
}

/// Limits hold for threat searches too, and an answer that is not found is not given.
#[test]
fn limits_are_kept() {
    for options in ["--search rz-df-pn", "--search vcdt --threat-depth 40", "--search pn --zones"] {
        let (result, status) =
            solve("B:J9,J10,K10 W:H8,L8,L10,J11 b", &format!("{options} --nodes 30000"));
        if result["stopped"] == "breadth" {
            assert!(options.contains("vcdt"));
            continue;
        }
        assert_eq!((&result["result"], status), (&"unknown".into(), Some(0)), "{options}");
        assert_eq!(result["stopped"], "nodes", "{options}");
        assert!(result["nodes"].as_u64().unwrap() < 45_000, "{options}: {}", result["nodes"]);
    }
    let (result, _) = solve("wasted", "--search rz-df-pn --time 200ms");
    assert_eq!(result["stopped"], "time");
    assert!(result["seconds"].as_f64().unwrap() < 2.0);
    let (result, status) = solve("wasted", "--search rz-df-pn --top 1 --threat-nodes 50");
    assert_eq!((&result["stopped"], status), (&"breadth".into(), Some(0)));
}

/// The same question takes the same nodes, and a climb finds what single runs find.
#[test]
fn counts_are_reproducible_and_can_be_tuned() {
    let options = "--search rz-df-pn --delta 1 --threat-nodes 1000";
    let nodes = || solve("reply-2", options).0["nodes"].as_u64().unwrap();
    let plain = nodes();
    assert_eq!(plain, nodes());
    let mut arguments = vec!["tune", "connect6", "reply-2", "--json"];
    arguments.extend(options.split_whitespace());
    arguments.extend(["--vary", "e=2..4", "--vary", "d=2..5"]);
    let output = phidelta(&arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    let result: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(result["plain"]["nodes"].as_u64(), Some(plain));
    let deep = format!("{options} --deep {},{}", result["values"]["e"], result["values"]["d"]);
    assert_eq!(result["nodes"], solve("reply-2", &deep).0["nodes"]);
    assert!(result["command"].as_str().unwrap().starts_with("phidelta solve connect6 reply-2"));
}

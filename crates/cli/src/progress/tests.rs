//! What is told.

use super::*;
use phidelta::search::Numbers;

fn tick() -> SearchProgress {
    SearchProgress {
        numbers: Numbers { proof: 1234, disproof: 5 },
        nodes: 3_000_000,
        elapsed: Duration::from_secs(3),
        depth: 12,
        line: ["a1", "b2", "c3"].map(String::from).into(),
        table_used: 1,
        table_entries: 4,
        board: String::new(),
        workers: Vec::new(),
    }
}

#[test]
fn narrow_terminals_see_less_but_nothing_cut() {
    let whole = "pn 1,234 dn 5  3,000,000 nodes  3.0 s  1,000,000/s  depth 12  table 25%  a1 b2";
    assert_eq!(message(&tick(), 120), format!("{whole} c3"));
    assert_eq!(message(&tick(), whole.len()), whole);
    assert_eq!(message(&tick(), 40), "pn 1,234 dn 5  3,000,000 nodes  3.0 s");
    assert_eq!(message(&tick(), 20), "pn 1,234 dn 5");
}

#[test]
fn a_batch_tells_how_far_it_is() {
    let at = |done, width| batch_message(done, 4, Duration::from_secs(30), None, width);
    assert_eq!(at(0, 80), "0/4  30.0 s  [                    ]");
    assert_eq!(at(3, 80), "3/4  30.0 s, 10.0 s left  [===============     ]");
    assert_eq!(at(3, 40), "3/4  30.0 s, 10.0 s left");
    assert_eq!(at(3, 10), "3/4");
    let end = |event| batch_message(4, 4, Duration::ZERO, Some(&event), 80);
    let searching = end(Event::Searching(tick()));
    assert!(searching.ends_with("[====================]  now 3,000,000 nodes"), "{searching}");
    let proving = end(Event::Proving(1024));
    assert!(proving.ends_with("]  now proving: 1,024 positions"), "{proving}");
}

#[test]
fn a_check_tells_how_far_it_is() {
    let at = |bytes, length, width| {
        check_message(bytes, length, 3_000_000, Duration::from_secs(3), width)
    };
    assert_eq!(
        at(750, Some(1000), 80),
        "[===============     ]  3,000,000 positions  1.0 s left  1,000,000/s  75%"
    );
    assert_eq!(at(750, Some(1000), 30), "[===============     ]");
    assert_eq!(at(1 << 20, None, 80), "3,000,000 positions  1,000,000/s  1 MiB");
    // A file that grows.
    assert!(at(2000, Some(1000), 80).starts_with("[====================]"));
}

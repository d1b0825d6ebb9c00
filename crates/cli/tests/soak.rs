//! A small part of the soak, with a fixed seed: `cargo xtask soak` is the whole.
#![cfg(unix)]

use phidelta_soak::{Plan, soak};

#[test]
fn kills_faults_and_hostile_inputs_do_no_harm() {
    let program = env!("CARGO_BIN_EXE_phidelta").into();
    let plan = Plan { program, seed: 25, kills: 4, faults: 3, inputs: 1500 };
    let summary = soak(&plan).unwrap();
    assert!(summary.findings.is_empty(), "{summary}");
    assert!(summary.times("positions") > 50 && summary.times("checkpoints") > 50, "{summary}");
    assert!(summary.times("searches killed") + summary.times("searches that were quicker") == 4);
}

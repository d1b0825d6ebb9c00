//! What happens when the search is wrong: keys of a few bits make the rare common.

use std::fs;

use serde_json::Value;

use super::common::*;

/// Searches whose keys are shared by many positions, and the wrong answers that they give.
const WRONG: [(&[&str], &str, &str); 4] = [
    (&["mnk", "--key-bits", "10"], "x wins", "o at least draws"),
    (&["mnk:4x4x3", "--key-bits", "4"], "o at least draws", "x wins"),
    (&["breakthrough:3x4", "--key-bits", "12"], "white wins", "black wins"),
    (
        &["dots-and-boxes:2x2", "--key-bits", "8"],
        "the value is at least +4, counted for first",
        "the value is at most +2, counted for first",
    ),
];

#[test]
fn wrong_answers_are_not_given() {
    for (question, wrong, right) in WRONG {
        let folder = folder();
        let name = question[0].split(':').next().unwrap();
        let beside = ["--certify", "a.proof"];
        for (options, evidence) in [
            (&["--self-check"][..], format!("phidelta-evidence-{name}.proof")),
            (&["--self-check"], format!("phidelta-evidence-{name}-2.proof")),
            (&beside, "a.proof.evidence".into()),
            (&beside, "a.proof-2.evidence".into()),
            (&["--self-check", "--certify", "a.proof"], "a.proof-3.evidence".into()),
        ] {
            let arguments = [&["solve"], question, options].concat();
            let output = phidelta(folder.path(), &arguments);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}");
            assert_eq!(stdout(&output), "", "{arguments:?}");
            let lines: Vec<&str> = stderr(&output).lines().collect();
            assert_eq!(
                lines[..3],
                [
                    "phidelta: THE ANSWER IS NOT TO BE TRUSTED, and is not given",
                    &format!(
                        "phidelta: the search has found that {wrong}, but the opposite is proved: \
                         {right}"
                    ),
                    &format!(
                        "phidelta: The evidence is in {evidence}: `phidelta check {evidence}` \
                         verifies the proof"
                    ),
                ]
            );
            let checked = object(&phidelta(folder.path(), &["check", &evidence, "--json"]));
            assert_eq!(checked["verdict"], "verified");
            assert_eq!(checked["claims"][0]["words"], right);
        }
        assert!(!files(&folder).contains(&"a.proof".into()));
        assert_eq!(files(&folder).len(), 5);
    }
}

#[test]
fn programs_hear_of_wrong_answers_too() {
    let folder = folder();
    let arguments = ["solve", "mnk", "--key-bits", "10", "--self-check", "--json"];
    let output = phidelta(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1));
    let fault = object(&output);
    assert_eq!(fault["type"], "error");
    assert_eq!(fault["position"], "3/3/3 x");
    assert_eq!(fault["evidence"], "phidelta-evidence-mnk.proof");
    assert!(fault["message"].as_str().unwrap().contains("the opposite is proved"));
}

/// A search may be wrong about many positions, and right in the end.
#[test]
fn answers_from_a_table_that_is_wrong_are_proved_all_the_same() {
    let folder = folder();
    for (game, bits, result) in [
        ("mnk:4x4x3", "1", "proved"),
        ("mnk:4x4x3", "8", "proved"),
        ("mnk", "12", "disproved"),
        ("clobber:3x4", "12", "disproved"),
        ("domineering:4x4", "5", "proved"),
        ("connect-four:4x4", "7", "disproved"),
        ("dots-and-boxes:1x3", "7", "proved"),
    ] {
        let arguments = ["solve", game, "--key-bits", bits, "--self-check", "--json"];
        let answer = object(&phidelta(folder.path(), &arguments));
        assert_eq!(answer["result"], result, "{game} {bits}");
        assert_eq!(answer["certificate"]["verdict"], "verified");
        assert!(answer["certificate"]["corrected"].as_u64() > Some(0), "{game} {bits}");
        // The moves shown are those of the proof: the best one keeps what is proved.
        let Some(best) = answer["best_move"].as_str() else { continue };
        let position = format!("start moves {best}");
        let after = ["solve", game, "--json", "--goal", "value", &position];
        let after = object(&phidelta(folder.path(), &after));
        let kept = if answer["value"] == "win" { &Value::from("loss") } else { &answer["value"] };
        assert_eq!(&after["value"], kept, "{game} {bits} {best}");
    }
    assert_eq!(files(&folder), Vec::<String>::new());
}

#[test]
fn a_batch_checks_each_answer() {
    let folder = folder();
    fs::write(folder.path().join("positions"), "start\nxx1/oo1/3 x\nxxx/oo1/3 o\n").unwrap();
    let arguments = ["solve", "mnk", "--batch", "positions", "--self-check", "--json"];
    let output = phidelta(folder.path(), &arguments);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    let results: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(results[0]["certificate"]["verdict"], "verified");
    assert_eq!(results[1]["certificate"]["verdict"], "verified");
    assert_eq!(results[2]["certificate"], Value::Null, "a finished game has nothing to prove");
    // A wrong answer does not stop the others.
    let wrong = [&arguments[..], &["--key-bits", "10"]].concat();
    let output = phidelta(folder.path(), &wrong);
    assert_eq!(output.status.code(), Some(1));
    let results: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(results.len(), 3);
    assert_eq!(results[0]["type"], "error");
    assert_eq!(results[0]["evidence"], "phidelta-evidence-mnk.proof");
    assert_eq!(results[1]["certificate"]["verdict"], "verified");
    let rows = phidelta(folder.path(), &[&wrong[..5], &wrong[6..]].concat());
    assert!(stdout(&rows).starts_with("error\t-\t-\t0\t0.000\tstart\nproved\twin\tc3\t"));
    assert!(stderr(&rows).contains("positions: line 1: the search has found that x wins, but"));
    assert_eq!(
        files(&folder),
        ["phidelta-evidence-mnk-2.proof", "phidelta-evidence-mnk.proof", "positions"]
    );
}

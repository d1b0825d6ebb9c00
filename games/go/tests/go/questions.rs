//! Questions about life and death through a catalogue: what is asked, what answers rest on, and what is told.

use phidelta::{AnyGame, Catalogue, Decision, Question, Result, Solved};
use phidelta_go::ENTRIES;
use serde_json::Value;

const PROBLEM: &str = "(;FF[4]GM[1]SZ[5]AB[ad][bd][cd][dd][de]AW[ac][bc][cc][dc][ec][ed][ee]";

fn game(name: &str) -> AnyGame {
    ENTRIES.iter().cloned().fold(Catalogue::new(), Catalogue::with).game(name).unwrap()
}

fn ask(position: &str, words: &str) -> Result<Solved> {
    let game = game("go");
    Question::from_words(&format!("{words} --memory 16M"), &game)?.ask(&game.position(position)?)
}

fn result(position: &str, words: &str) -> Value {
    serde_json::to_value(ask(position, words).unwrap().answer).unwrap()
}

/// Rules about eyes answer at once, and say that they do.
#[test]
fn eye_rules_answer_questions() {
    let answer = ask("straight-three", "--search abgw:0").unwrap().answer;
    assert_eq!(answer.value.as_deref(), Some("alive/dead"));
    assert_eq!((answer.result, answer.estimate), (Decision::Unknown, Some(Decision::Proved)));
    assert_eq!(
        answer.sentence(),
        "The black group of A2 is alive if Black plays first, and dead if White plays first (an \
         estimate by the eye rules of Cazenave 2004, not proved)."
    );
    let result = serde_json::to_value(&answer).unwrap();
    assert_eq!(result["life"]["rests_on"], "eye-rules");
    assert_eq!(result["life"]["targets"], serde_json::json!(["A2"]));
    assert!(result["life"].get("region").is_none());
}

/// A proof has a region, and a status tells both sides.
#[test]
fn proofs_have_a_region() {
    let answer = ask("straight-three", "--exact --all-moves").unwrap().answer;
    assert_eq!((answer.result, answer.value.as_deref()), (Decision::Proved, Some("alive/dead")));
    assert!(answer.sentence().ends_with("and dead if White plays first (proved)."));
    let details = answer.details.as_ref().unwrap();
    let sections = details.sections().unwrap();
    let heads: Vec<&str> = sections.iter().map(|section| &*section.heading).collect();
    assert_eq!(heads, ["Black first: alive, by B1", "White first: dead, by B1"]);
    let labels: Vec<&str> = sections[0].fields.iter().map(|field| field.label).collect();
    assert_eq!(&labels[labels.len() - 4..], ["Right", "Wrong", "", ""]);
    for field in &sections[0].fields {
        let is_wrong = matches!(field.label, "Wrong" | "");
        assert_eq!(field.is_minor, is_wrong, "{field:?}");
        assert_eq!(field.list.is_empty(), field.label == "Right", "{field:?}");
    }
    let [region] = &details.fields()[..] else { panic!("there is a region") };
    assert_eq!((region.label, &*region.text), ("Region", "3 points, enclosed:"));
    assert_eq!(region.list, ["A1", "B1", "C1"]);
    let record = answer.record().unwrap();
    assert!(record.contains(r"Right\: alive") && record.contains(r"Wrong\: dead"), "{record}");
    // A record tells all moves, too.
    let game = game("go");
    let question = Question::from_words("--exact", &game).unwrap().record(true);
    let answer = question.ask(&game.position("straight-three").unwrap()).unwrap().answer;
    assert_eq!(answer.record(), Some(record));
}

/// Life is proved by all searches that prove something, those by threats among them.
#[test]
fn all_searches_prove() {
    for words in [
        "--search pds",
        "--search pn",
        "--search abgw:1",
        "--search df-pn --threads 2",
        "--search df-pn --init unit",
    ] {
        let result = result("straight-three", &format!("--exact {words}"));
        assert_eq!(result["value"], "alive/dead", "{words}");
    }
}

/// What depends on a ko is told with the threats that are needed.
#[test]
fn kos_are_counted() {
    let words = "--exact --goal live";
    let status = result("corner-ko", "--exact");
    assert_eq!(status["value"], "ko/dead");
    let ko = &status["life"]["first"][0]["ko"];
    assert_eq!(ko, &serde_json::json!({"needs": "black", "threats": 1}));
    assert_eq!(result("corner-ko", words)["result"], "disproved");
    assert_eq!(result("corner-ko", &format!("{words} --ko-threats 1"))["result"], "proved");
    let words = format!("{words} --ko-threats defender=1,attacker=1");
    assert_eq!(result("corner-ko", &words)["result"], "disproved");
}

/// Targets and the region may be marked, and whose turn it is may be left open.
#[test]
fn files_say_what_is_meant() {
    let marked = format!("{PROBLEM}TR[ad]SQ[ae:ce])");
    let told = result(&marked, "--exact");
    assert_eq!(told["position"], "5/5/wwwww/bbbbw/3bw b target=A2");
    assert_eq!(told["life"]["region"]["kind"], "marked");
    assert_eq!(told["value"], "alive/dead");
    for (goal, mover) in [("live", "black"), ("kill", "white")] {
        let told = result(&marked, &format!("--exact --goal {goal}"));
        assert_eq!(told["life"]["first"][0]["mover"], mover);
        assert_eq!(told["result"], "proved");
    }
    let played = format!("{PROBLEM};B[be];W[aa])");
    assert_eq!(result(&played, "--exact --at-move 1 --target A2")["value"], "alive");
}

/// A wall keeps a group in that gets out of its region without one.
#[test]
fn walls_keep_groups_in() {
    let position = "7/7/7/wwww3/bbbb3/3bw2/3bw2 b target=A3";
    for (option, walled, value) in [("", false, "alive"), ("--wall", true, "alive/ko")] {
        let result = result(position, &format!("--exact=A1-C2,E3 {option}"));
        assert_eq!(
            (&result["value"], &result["life"]["region"]["walled"]),
            (&value.into(), &walled.into())
        );
    }
}

/// What makes no sense is refused, with what to do about it.
#[test]
fn what_does_not_fit_is_refused() {
    for (position, words, told) in [
        ("straight-three", "--search gw --wall", "wall: only a proof has a region"),
        ("straight-three", "--goal win", "goal: stones of go do not win"),
        ("straight-three", "--target B1", "target: there is no stone on B1"),
        ("straight-three", "--exact=Z9", "exact: `Z9` is not a square of this board"),
        ("straight-three", "--exact --ko-threats 1", "ko-threats: a status tells how many"),
        ("straight-three", "--search gw --certify", "certify: rules about eyes prove nothing"),
        (
            "straight-three",
            "--search gw --self-check",
            "self-check: rules about eyes prove nothing",
        ),
        ("straight-three", "--exact --certify", "certify: a status is the answer to many"),
        ("straight-three", "--at-move end", "position: only SGF files have moves to count"),
        ("straight-tree", "", "position: there is no position `straight-tree`; did you mean"),
        ("start", "", "target: say whose life you ask for"),
    ] {
        let error = ask(position, words).unwrap_err().to_string();
        assert!(error.starts_with(told), "{error}");
    }
}

/// Proofs of a status are checked, each of them.
#[test]
fn a_status_can_be_checked() {
    let solved = ask("straight-three", "--exact --self-check").unwrap();
    let phidelta::ProofOutcome::Made(certificate) = solved.proof else {
        panic!("{:?}", solved.proof)
    };
    assert_eq!(certificate.figures.verdict, Some("verified"));
}

/// The game of proofs is a game as others are, and can be searched by its threats.
#[test]
fn go_life_knows_threats() {
    let game = game("go-life");
    let position = game.position("").unwrap();
    for words in ["--goal value", "--goal value --search abgw:1"] {
        let question = Question::from_words(&format!("{words} --memory 16M"), &game).unwrap();
        let answer = question.ask(&position).unwrap().answer;
        assert_eq!(answer.result, Decision::Proved, "{words}: {}", answer.sentence());
    }
}

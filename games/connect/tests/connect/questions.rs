//! Questions about games of the family through a catalogue: searches by threats, what they tell, and when they
//! stop.

use phidelta::options::Method;
use phidelta::{
    AnyGame, Catalogue, Decision, MoveValue, ProofOutcome, Question, Result, Solved, StopReason,
};
use phidelta_connect::ENTRIES;
use serde_json::Value;

fn game(name: &str) -> AnyGame {
    ENTRIES.iter().cloned().fold(Catalogue::new(), Catalogue::with).game(name).unwrap()
}

fn ask(name: &str, position: &str, words: &str) -> Result<Solved> {
    let game = game(name);
    Question::from_words(&format!("{words} --memory 64M"), &game)?.ask(&game.position(position)?)
}

fn result(name: &str, position: &str, words: &str) -> Value {
    serde_json::to_value(ask(name, position, words).unwrap().answer).unwrap()
}

/// A win by continuous threats comes with its tree and its zone.
#[test]
fn a_win_by_threats_has_a_tree_and_a_zone() {
    let position = "B:J10,K11,M11,L12,K13 W:G7,P8,J12,L13,M13,J14 b";
    let solved = ask("connect6", position, "--search vcdt").unwrap();
    let fields = solved.answer.details.as_ref().unwrap().fields();
    let [zone] = &fields[..] else { panic!("{fields:?}") };
    assert_eq!(zone.label, "Zone");
    assert_eq!(zone.text, format!("{} squares:", zone.list.len()));
    assert!(zone.is_minor);
    assert!(solved.answer.record().unwrap().starts_with("(;"));
    let result = serde_json::to_value(&solved.answer).unwrap();
    assert_eq!((&result["result"], &result["game"]), (&"proved".into(), &"connect6".into()));
    assert_eq!(result["zone"], serde_json::to_value(&zone.list).unwrap());
    let best = result["best_move"].as_str().unwrap();
    assert_eq!((&result["attack"]["stones"], &result["line"][0]), (&best.into(), &best.into()));
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

/// Whatever the search, its win is proved and checked.
#[test]
fn wins_are_proved_in_zones() {
    for words in [
        "--search rz-df-pn",
        "--search rz-df-pn --deep 3,4",
        "--search pds --zones",
        "--search pn --zones --backup sets",
        "--search pn-df-pn --zones --threads 2",
        "--search rz-df-pn --threads 2",
        "--zones --threads 2 --parallel virtual",
    ] {
        let solved = ask("connect6", "reply-2", &format!("{words} --self-check")).unwrap();
        assert_eq!(solved.answer.result, Decision::Proved, "{words}");
        let ProofOutcome::Made(certificate) = solved.proof else { panic!("{:?}", solved.proof) };
        assert_eq!(certificate.figures.verdict, Some("verified"), "{words}");
        let effort = &solved.answer.effort;
        assert!(effort.nodes > effort.threat_nodes && effort.threat_nodes > 0, "{words}");
    }
}

/// Limits hold for threat searches, too, and an answer that is not found is not given.
#[test]
fn limits_are_kept() {
    let stopped = |position: &str, words: &str| {
        let answer = ask("connect6", position, words).unwrap().answer;
        assert_eq!(answer.result, Decision::Unknown, "{words}");
        answer.stopped
    };
    let position = "B:J9,J10,K10 W:H8,L8,L10,J11 b";
    for search in ["rz-df-pn", "pn --zones"] {
        let words = format!("--search {search} --nodes 30000");
        assert_eq!(stopped(position, &words), Some(StopReason::Nodes), "{words}");
    }
    assert_eq!(stopped("wasted", "--search rz-df-pn --time 200ms"), Some(StopReason::Time));
    let words = "--search rz-df-pn --top 1 --threat-nodes 50";
    assert_eq!(stopped("wasted", words), Some(StopReason::Breadth));
}

/// Threats are told of while they are searched for, and a search for them can be stopped.
#[test]
fn searches_for_threats_can_be_watched_and_stopped() {
    let game = game("connect6");
    let position = game.position("wasted").unwrap();
    let question = Question::from_words("--search rz-df-pn --memory 64M", &game).unwrap();
    let (sender, heard) = std::sync::mpsc::channel();
    // Nobody listens any more once the first word was heard.
    let tell = move |_: &_| sender.send(()).unwrap_or_default();
    let session = question.start_with(&position, tell).unwrap();
    heard.recv().unwrap();
    session.stop();
    let answer = session.wait().unwrap().answer;
    assert_eq!(answer.stopped, Some(StopReason::Interrupt));
}

/// Every stone after which threats decide the game is told; the others are not known.
#[test]
fn moves_are_valued_by_threats() {
    // Black has an open three and the move; White threatens nothing.
    let answer = ask("gomoku", "B:H8,I8,J8 W:A1,C2,O15 b", "--all-moves").unwrap().answer;
    assert_eq!((answer.result, answer.search.auto), (Decision::Proved, true));
    let value = |name: &str| {
        let found = answer.moves.iter().find(|value| value.name == name).unwrap();
        (&*found.result, found.length)
    };
    assert_eq!(answer.moves.len(), 15 * 15 - 6);
    assert_eq!(value("A15"), ("unknown", None));
    // White has an open four after this, if Black plays elsewhere.
    let answer = ask("gomoku", "B:H8,A15 W:A1,C3,D3,E3,F3 b", "--search vcf --all-moves");
    let answer = answer.unwrap().answer;
    let losing = answer.moves.iter().filter(|value| value.result == "loss").count();
    assert_eq!(losing, answer.moves.len(), "an open four cannot be stopped");
}

/// Limits hold for the moves, also after a proof, which has none.
#[test]
fn limits_hold_while_moves_are_valued() {
    let words = "--search rz-df-pn --all-moves --certify --nodes 60";
    let answer = ask("gomoku", "B:H8,I8,J8,K8 W:A1,C3,D3,E3,F3 b", words).unwrap().answer;
    assert_eq!(answer.result, Decision::Proved);
    let is_open = |value: &&MoveValue| value.result == MoveValue::UNKNOWN;
    let open = answer.moves.iter().filter(is_open).count();
    assert!(open > 50, "{open} of {} are not known", answer.moves.len());
}

/// Where no search is chosen, large boards are searched by threats, and small ones as all games are.
#[test]
fn the_search_fits_the_board() {
    for (name, words, search) in [
        ("connect6", "--nodes 100", Method::RzDfPn),
        ("connect6", "--goal draw --nodes 1", Method::DfPn),
        ("gomoku", "--search df-pn --nodes 1", Method::DfPn),
        ("connect:4x4x4x1x1", "--nodes 100", Method::DfPn),
        ("connect:5x5x5x4x4", "--nodes 100", Method::DfPn),
        ("gomoku", "--search auto --nodes 100", Method::RzDfPn),
    ] {
        let answer = ask(name, "", words).unwrap().answer;
        assert_eq!(answer.search.name, search, "{name} {words}");
    }
}

/// What the searches cannot do is told, with what to do about it.
#[test]
fn what_does_not_fit_is_refused() {
    for (name, words, told) in [
        ("gomoku", "--search vcf --goal draw", "goal: threats are there to win"),
        ("gomoku", "--search vcdt", "search: turns of gomoku have one stone"),
        ("connect6", "--search vct", "search: turns of connect6 have 2 stones"),
        ("connect:5x5x5x4x4", "--zones", "search: no threats are known in connect"),
    ] {
        let error = ask(name, "", words).unwrap_err().to_string();
        assert!(error.starts_with(told), "{error}");
    }
}

/// Without threats, the family is searched as all games are.
#[test]
fn other_searches_are_as_in_all_games() {
    let result = result("connect:3x3x3x1x1", "", "--goal value");
    assert_eq!((&result["value"], &result["game"]), (&"draw".into(), &"connect".into()));
    assert!(result.get("zone").is_none());
}

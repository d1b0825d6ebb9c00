//! Sessions: searches that are watched and steered from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use phidelta::checkpoint::SavedQuestion;
use phidelta::proof::{Kind, Opening, Proof};
use phidelta::search::Limits;
use phidelta::{
    AnyPosition, Catalogue, Decision, Entry, Event, Goal, ProofOutcome, Proving, Question, Session,
    SessionState, StopReason,
};
use phidelta_mnk::Mnk;

fn catalogue() -> Catalogue {
    Catalogue::new().with(Entry::of::<Mnk>())
}

fn position(text: &str) -> AnyPosition {
    let (game, position) = text.split_once(' ').unwrap_or((text, ""));
    catalogue().game(game).unwrap().position(position).unwrap()
}

/// One that takes longer than any test.
fn endless(question: Question) -> (Session, Arc<AtomicU64>) {
    let heard = Arc::new(AtomicU64::new(0));
    let nodes = Arc::clone(&heard);
    let listener = move |event: &Event| {
        if let Event::Searching(progress) = event {
            nodes.store(progress.nodes, Ordering::Relaxed);
        }
    };
    (question.start_with(&position("mnk:8x8x5"), listener).unwrap(), heard)
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        sleep(Duration::from_millis(10));
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A server keeps sessions in its state.
#[test]
fn what_a_server_keeps_can_go_from_thread_to_thread() {
    fn goes<T: Send + Sync + 'static>() {}
    goes::<Session>();
    goes::<AnyPosition>();
    goes::<Question>();
    goes::<phidelta::Answer>();
    goes::<phidelta::Proof>();
    goes::<phidelta::proof::ProofPosition>();
    goes::<Catalogue>();
}

#[test]
fn a_session_is_paused_continued_and_stopped() {
    for threads in [1, 2] {
        let (session, heard) = endless(Question::new().threads(threads));
        wait_until("nothing was heard", || heard.load(Ordering::Relaxed) > 0);
        assert_eq!(session.state(), SessionState::Running);
        session.pause();
        assert_eq!(session.state(), SessionState::Paused);
        // What was under way comes to its end.
        sleep(Duration::from_millis(300));
        let before = heard.load(Ordering::Relaxed);
        sleep(Duration::from_millis(300));
        assert_eq!(heard.load(Ordering::Relaxed), before, "it goes on with {threads} threads");
        session.go_on();
        wait_until("it does not go on", || heard.load(Ordering::Relaxed) > before);
        session.pause();
        session.stop();
        let answer = session.wait().unwrap().answer;
        assert_eq!(
            (answer.result, answer.stopped),
            (Decision::Unknown, Some(StopReason::Interrupt))
        );
        assert_eq!(session.state(), SessionState::Answered);
    }
}

/// Time in which a search waits is not its own.
#[test]
fn waiting_does_not_count_towards_the_time() {
    let (session, heard) = endless(Question::new().time(Duration::from_millis(1500)));
    wait_until("nothing was heard", || heard.load(Ordering::Relaxed) > 0);
    session.pause();
    sleep(Duration::from_millis(2000));
    assert_eq!(session.state(), SessionState::Paused);
    session.go_on();
    let answer = session.wait().unwrap().answer;
    assert_eq!(answer.stopped, Some(StopReason::Time));
    assert!(answer.effort.seconds < 3.0, "{}", answer.effort.seconds);
}

#[test]
fn dropping_a_session_stops_it() {
    let (session, _) = endless(Question::new());
    let started = Instant::now();
    drop(session);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_session_goes_on_where_a_limit_stopped_it() {
    let session =
        Question::new().goal(Goal::Value).nodes(50).start(&position("mnk:4x4x3")).unwrap();
    let answer = session.wait().unwrap().answer;
    assert_eq!(answer.stopped, Some(StopReason::Nodes));
    let answer = session.continue_with(Limits::default()).unwrap().answer;
    assert_eq!((answer.result, answer.value.as_deref()), (Decision::Proved, Some("win")));
    assert_eq!(session.answer().unwrap().unwrap().answer.result, Decision::Proved);
}

/// Each move of tic-tac-toe, against what is known of it.
#[test]
fn every_move_has_its_value() {
    let asked = |text: &str| {
        let session = Question::new().start(&position(text)).unwrap();
        session.wait().unwrap();
        let values = session.value_moves(Limits::default()).unwrap();
        values
            .into_iter()
            .map(|value| format!("{}={}", value.name, value.result))
            .collect::<Vec<_>>()
    };
    assert_eq!(asked("mnk").len(), 9);
    assert!(asked("mnk").iter().all(|value| value.ends_with("=draw")));
    // After a corner, only the centre draws.
    let replies = asked("mnk start moves a1");
    let drawn: Vec<&String> = replies.iter().filter(|value| value.ends_with("draw")).collect();
    assert_eq!(drawn, ["b2=draw"]);
    assert_eq!(replies.iter().filter(|value| value.ends_with("loss")).count(), 7);
    let position = position("mnk start moves a1");
    let answer = Question::new().all_moves().ask(&position).unwrap().answer;
    assert_eq!(answer.moves.len(), 8);
    // What is not found within the limits is not known.
    let session = Question::new().nodes(1).start(&position).unwrap();
    session.wait().unwrap();
    let values = session.value_moves(nodes(1)).unwrap();
    assert!(values.iter().any(|value| value.result == "unknown"));
}

#[test]
fn an_answer_is_certified_afterwards() {
    let session = Question::new().goal(Goal::Value).start(&position("mnk:3x3x3")).unwrap();
    assert!(matches!(session.wait().unwrap().proof, ProofOutcome::NotAsked));
    let solved = session.certify(Proving::Checked).unwrap();
    assert!(matches!(solved.proof, ProofOutcome::Made(_)), "{:?}", solved.proof);
    assert_eq!(solved.answer.value.as_deref(), Some("draw"));
}

#[test]
fn a_session_is_saved_and_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let question = Question::new().option("memory", "64M");
    let (session, _) = endless(question.clone().checkpoint(&file));
    wait_until("it is not saved", || {
        session.save().unwrap();
        sleep(Duration::from_millis(50));
        file.exists()
    });
    drop(session);
    let saved = SavedQuestion::read(&file).unwrap();
    let game = saved.game(&catalogue(), None).unwrap();
    let position = game.position(&saved.position(None, &game).unwrap()).unwrap();
    let answer = question.nodes(10).resume(&file).ask(&position).unwrap().answer;
    assert!(answer.resumed.unwrap().nodes > 0);
    // A session without a file says so.
    let (session, _) = endless(Question::new());
    assert_eq!(session.save().unwrap_err().place(), "checkpoint");
}

#[test]
fn questions_are_read_from_json() {
    let position = position("mnk:4x4x3");
    let question =
        serde_json::json!({"goal": "value", "search": "pn", "memory": "16M", "self-check": true});
    let solved = Question::from_json(&question, position.game()).unwrap().ask(&position).unwrap();
    assert_eq!(solved.answer.search.name.to_string(), "pn");
    assert!(matches!(solved.proof, ProofOutcome::Made(_)), "{:?}", solved.proof);
    for (wrong, place) in [
        (serde_json::json!({"goal": "lose"}), "goal"),
        (serde_json::json!({"epsilon": "much"}), "epsilon"),
        (serde_json::json!({"target": "D4"}), "target"),
        (serde_json::json!([1]), "question"),
    ] {
        let error = Question::from_json(&wrong, position.game()).unwrap_err();
        assert_eq!(error.place(), place, "{error}");
    }
}

/// Down by every move and up again, to the end of a line; all that is said agrees with what was asked.
#[test]
fn a_proof_is_walked_through() {
    let position = position("mnk:3x3x3");
    let question = Question::new().goal(Goal::Value).proving(Proving::Certified);
    let ProofOutcome::Made(certificate) = question.ask(&position).unwrap().proof else {
        panic!("there is no certificate")
    };
    let open = |bytes: Vec<u8>| {
        let stream = Box::new(std::io::Cursor::new(bytes));
        Proof::open(&catalogue(), stream, &[], Default::default()).unwrap()
    };
    let Opening::Proved(proof) = open(certificate.bytes.clone()) else { panic!("it is refused") };
    assert_eq!(proof.claims(), 2);
    assert_eq!(proof.root(0).claim(), "x at least draws");
    assert_eq!(proof.root(1).claim(), "o at least draws");
    for claim in 0..2 {
        let mut place = proof.root(claim);
        assert_eq!(place.node().position, position.text());
        let mut played = position.clone();
        // The claimant has one move, the opponent all of them; sizes add up.
        while let Some(largest) = place.moves().into_iter().max_by_key(|mv| mv.size) {
            let (moves, node) = (place.moves(), place.node());
            let is_claimants = matches!(node.kind, Kind::Choose);
            assert_eq!(moves.len(), if is_claimants { 1 } else { played.moves().len() });
            assert_eq!(node.size, 1 + moves.iter().map(|mv| mv.size).sum::<u64>());
            assert_eq!(node.to_move, played.turn());
            assert!(place.down(&largest.name) && place.up() && place.down(&largest.name));
            assert!(!place.down("z9"));
            played = played.play(&largest.name).unwrap();
            assert_eq!(place.node().position, played.text());
        }
        assert_eq!(played.result().is_some(), matches!(place.kind(), Kind::Over(_)));
        assert!(played.result().is_some() && place.line().len() >= 5);
    }
    let mut spoiled = certificate.bytes;
    *spoiled.last_mut().unwrap() ^= 1;
    assert!(matches!(open(spoiled), Opening::NotProved(report) if !report.is_verified()));
}

//! Answers in words and values, and what is proved of them.

use std::sync::atomic::AtomicBool;

use phidelta::{
    Answer, AnyGame, Catalogue, Context, Decision, Entry, Goal, ProofOutcome, Proving, Question,
    Result, Solvable, StopReason, Typed, solve,
};

use crate::pile::Pile;

fn game(pile: i32) -> AnyGame {
    Catalogue::new().with(Entry::of::<Pile>()).game(&format!("pile:{pile}")).unwrap()
}

fn ask(pile: i32, position: &str, goal: Goal) -> Result<Answer> {
    let position = game(pile).position(position)?;
    Ok(Question::new().goal(goal).ask(&position)?.answer)
}

/// What became of the proof of an answer that was to be checked.
fn checked(game: &AnyGame, position: &str, goal: Goal) -> ProofOutcome {
    let question = Question::new().goal(goal).proving(Proving::Checked);
    let settings = question.settings(game, position).unwrap();
    let never = AtomicBool::new(false);
    let mut context = Context { interrupt: &never, listener: &mut |_| {}, follow_up: None };
    solve(game, position, &settings, &mut context).unwrap().proof
}

#[test]
fn scores_are_counted_for_max() {
    assert_eq!(Typed::new(Pile(3)).usual_goal(), Goal::Value);
    let answer = ask(3, "", Goal::Value).unwrap();
    assert_eq!(answer.value.as_deref(), Some("+1"));
    assert_eq!(answer.winner, Some("ann"));
    assert_eq!(answer.line, ["2", "1"]);
    assert_eq!(answer.sentence(), "Ann wins: the value is +1, counted for ann (proved).");
    let answer = ask(3, "3 b", Goal::Value).unwrap();
    assert_eq!(answer.value.as_deref(), Some("-1"));
    assert_eq!(answer.sentence(), "Bob wins: the value is -1, counted for ann (proved).");
    let answer = ask(4, "", Goal::Value).unwrap();
    assert_eq!(answer.sentence(), "The game is a draw: the value is 0, counted for ann (proved).");
}

#[test]
fn goals_are_the_side_to_moves() {
    let answer = ask(3, "3 b", Goal::Win).unwrap();
    assert_eq!((answer.value.as_deref(), answer.winner), (Some("win"), Some("bob")));
    assert_eq!(answer.sentence(), "Bob wins (proved).");
    let answer = ask(4, "", Goal::Win).unwrap();
    assert_eq!((answer.value.as_deref(), answer.winner), (None, None));
    assert_eq!(answer.sentence(), "Ann does not win: bob can at least draw (disproved).");
    let answer = ask(4, "", Goal::Draw).unwrap();
    assert_eq!(answer.sentence(), "Ann can at least draw (proved).");
    let fault = ask(3, "", Goal::Draw).unwrap_err();
    assert_eq!(fault.to_string(), "goal: pile has no draws; choose --goal win");
}

#[test]
fn a_player_without_a_move_still_has_the_turn() {
    let answer = ask(3, "0 b", Goal::Win).unwrap();
    assert_eq!(answer.result, Decision::Disproved);
    assert_eq!((answer.value.as_deref(), answer.winner), (Some("loss"), Some("ann")));
    assert!(answer.over && answer.line.is_empty());
    assert_eq!(answer.sentence(), "The game is over: ann has won.");
    let answer = ask(3, "0 b", Goal::Value).unwrap();
    assert_eq!((answer.value.as_deref(), answer.winner), (Some("+1"), Some("ann")));
    let text = "The game is over: ann has won, with a value of +1, counted for ann.";
    assert_eq!(answer.sentence(), text);
}

#[test]
fn bounds_tell_what_is_known_of_a_value() {
    let position = game(40).position("").unwrap();
    let answer = Question::new().goal(Goal::Value).nodes(20).ask(&position).unwrap().answer;
    assert_eq!(answer.result, Decision::Unknown);
    assert_eq!(answer.stopped, Some(StopReason::Nodes));
    assert_eq!((answer.at_least.as_deref(), answer.at_most.as_deref()), (Some("-40"), Some("+40")));
    let text = answer.sentence();
    assert!(text.ends_with("The value is between -40 and +40, counted for ann."), "{text}");
}

/// The claims that a certificate of this position makes, if there is one.
fn claims(pile: i32, position: &str, goal: Goal) -> Vec<String> {
    let proof = checked(&game(pile), position, goal);
    let ProofOutcome::Made(certificate) = proof else { panic!("{proof:?}") };
    let certificate =
        phidelta::certificate::check::Certificate::open(&certificate.bytes[..]).unwrap();
    certificate.header().claims.iter().map(ToString::to_string).collect()
}

#[test]
fn values_are_proved_by_the_bounds_that_say_something() {
    use Goal::{Value, Win};
    assert_eq!(claims(3, "", Value), ["at least 1", "at most 1"]);
    assert_eq!(claims(4, "", Value), ["at least 0", "at most 0"]);
    assert_eq!(claims(3, "", Win), ["at least 1"]);
    assert_eq!(claims(3, "3 b", Win), ["at most -1"]);
    assert_eq!(claims(4, "", Win), ["at most 0"]);
    // The game is over, with one of the two largest values or the only one.
    assert_eq!(claims(1, "0 b", Value), ["at least 1"]);
    assert_eq!(claims(3, "0 b", Value), ["at least 1", "at most 1"]);
}

/// Here a position is not all that the rules know: the score is not written.
#[test]
fn a_position_that_does_not_read_back_is_not_certified() {
    let solve = |position| checked(&game(5), position, Goal::Value);
    assert!(matches!(solve("5 a"), ProofOutcome::Made(_)));
    let ProofOutcome::Denied(denial) = solve("5 a moves 2") else { panic!("it was certified") };
    assert!(denial.sentence.ends_with("refused: it is about another position"));
}

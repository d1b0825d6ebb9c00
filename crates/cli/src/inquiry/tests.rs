//! Answers about a small game that has what the usual first games lack: scores, a guide, and an
//! end for want of moves.

use phidelta_rules::{Acyclic, Guide, Look, Notation, ParameterError, PositionError, Score};
use phidelta_search::Limits;

use super::*;
use crate::answer::StopReason;
use crate::choices::Init;
use crate::human::sentence;
use crate::rules::Rules;
use crate::settings::plain;

/// Take one or two from a pile until it is gone; who takes more wins by the difference.
struct Pile(i32);

/// Knows nothing, but says so itself.
struct Shrug;

impl Guide<Pile> for Shrug {
    fn look(&self, _: &Pile, _: &State, _: Player, _: Goal<Score>) -> Look<i32> {
        Look::Effort { win: 1, lose: 1 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    left: i32,
    turn: Player,
    score: i32,
}

impl Game for Pile {
    type State = State;
    type Move = i32;
    type Value = Score;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State { left: self.0, turn: Player::Max, score: 0 }
    }

    fn status(&self, state: &State) -> Status<Score> {
        Status::Turn(state.turn)
    }

    fn moves(&self, state: &State, out: &mut impl Extend<i32>) {
        out.extend(1..=state.left.min(2));
    }

    fn stuck(&self, state: &State) -> Score {
        Score(state.score)
    }

    fn play(&self, state: &mut State, taken: i32) {
        state.left -= taken;
        state.score += if state.turn == Player::Max { taken } else { -taken };
        state.turn = !state.turn;
    }

    fn values(&self) -> Vec<Score> {
        (-self.0..=self.0).step_by(2).map(Score).collect()
    }
}

impl Notation for Pile {
    /// `LEFT a|b`, with the rest taken evenly before.
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let fault = || PositionError::Other("write LEFT and a or b".into());
        let (left, turn) = text.split_once(' ').ok_or_else(fault)?;
        let left: i32 = left.parse().map_err(|_| fault())?;
        let turn = if turn == "a" { Player::Max } else { Player::Min };
        Ok(State { left, turn, score: (self.0 - left) % 2 })
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", state.left, ["a", "b"][state.turn as usize])
    }

    fn write_move(&self, _: &State, taken: i32) -> String {
        taken.to_string()
    }

    fn draw(&self, state: &State) -> String {
        format!("{}\n", "o".repeat(state.left as usize))
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["ann", "bob"][player as usize]
    }
}

impl Catalogued for Pile {
    type Guide = Shrug;
    const NAME: &'static str = "pile";
    const SUMMARY: &'static str = "take one or two";
    const PARAMETERS: &'static str = "how many";
    const MANUAL: &'static str = "";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        Ok(Pile(text.parse().unwrap_or(3)))
    }

    fn parameters(&self) -> String {
        self.0.to_string()
    }

    fn guide(&self) -> Option<Shrug> {
        Some(Shrug)
    }
}

fn settings(goal: choices::Goal, nodes: Option<u64>) -> Settings {
    let limits = Limits { nodes, ..Limits::default() };
    Settings { limits, init: Init::Guide, ..plain(goal) }
}

fn ask(pile: i32, position: &str, goal: choices::Goal) -> Result<Answer> {
    let answered = Typed(Pile(pile)).solve(position, &settings(goal, None), &mut |_| {});
    answered.map(|(answer, _)| answer)
}

#[test]
fn scores_are_counted_for_max() {
    assert_eq!(Typed(Pile(3)).usual_goal(), choices::Goal::Value);
    let answer = ask(3, "", choices::Goal::Value).unwrap();
    assert_eq!(answer.value.as_deref(), Some("+1"));
    assert_eq!(answer.winner, Some("ann"));
    assert_eq!(answer.line, ["2", "1"]);
    assert_eq!(sentence(&answer), "Ann wins: the value is +1, counted for ann (proved).");
    let answer = ask(3, "3 b", choices::Goal::Value).unwrap();
    assert_eq!(answer.value.as_deref(), Some("-1"));
    assert_eq!(sentence(&answer), "Bob wins: the value is -1, counted for ann (proved).");
    let answer = ask(4, "", choices::Goal::Value).unwrap();
    assert_eq!(sentence(&answer), "The game is a draw: the value is 0, counted for ann (proved).");
}

#[test]
fn goals_are_the_side_to_moves() {
    let answer = ask(3, "3 b", choices::Goal::Win).unwrap();
    assert_eq!((answer.value.as_deref(), answer.winner), (Some("win"), Some("bob")));
    assert_eq!(sentence(&answer), "Bob wins (proved).");
    let answer = ask(4, "", choices::Goal::Win).unwrap();
    assert_eq!((answer.value.as_deref(), answer.winner), (None, None));
    assert_eq!(sentence(&answer), "Ann does not win: bob can at least draw (disproved).");
    let answer = ask(4, "", choices::Goal::Draw).unwrap();
    assert_eq!(sentence(&answer), "Ann can at least draw (proved).");
    let fault = ask(3, "", choices::Goal::Draw).unwrap_err();
    assert_eq!(fault.to_string(), "goal: pile has no draws; choose --goal win");
}

#[test]
fn a_player_without_a_move_still_has_the_turn() {
    let answer = ask(3, "0 b", choices::Goal::Win).unwrap();
    assert_eq!(answer.result, Decision::Disproved);
    assert_eq!((answer.value.as_deref(), answer.winner), (Some("loss"), Some("ann")));
    assert!(answer.over && answer.line.is_empty());
    assert_eq!(sentence(&answer), "The game is over: ann has won.");
    let answer = ask(3, "0 b", choices::Goal::Value).unwrap();
    assert_eq!((answer.value.as_deref(), answer.winner), (Some("+1"), Some("ann")));
    let text = "The game is over: ann has won, with a value of +1, counted for ann.";
    assert_eq!(sentence(&answer), text);
}

#[test]
fn bounds_tell_what_is_known_of_a_value() {
    let settings = settings(choices::Goal::Value, Some(20));
    let (answer, _) = Typed(Pile(40)).solve("", &settings, &mut |_| {}).unwrap();
    assert_eq!(answer.result, Decision::Unknown);
    assert_eq!(answer.stopped, Some(StopReason::Nodes));
    assert_eq!((answer.at_least.as_deref(), answer.at_most.as_deref()), (Some("-40"), Some("+40")));
    let text = sentence(&answer);
    assert!(text.ends_with("The value is between -40 and +40, counted for ann."), "{text}");
}

/// The claims that a certificate of this position makes, if there is one.
fn claims(pile: i32, position: &str, goal: choices::Goal) -> Vec<String> {
    let settings = Settings { proof: Proving::Checked, ..settings(goal, None) };
    let game = Typed(Pile(pile));
    let (_, certification) = game.solve(position, &settings, &mut |_| {}).unwrap();
    let Certification::Made(certificate) = certification else { panic!("{certification:?}") };
    let certificate =
        phidelta_certificate::check::Certificate::open(&certificate.bytes[..]).unwrap();
    certificate.header().claims.iter().map(ToString::to_string).collect()
}

#[test]
fn values_are_proved_by_the_bounds_that_say_something() {
    use choices::Goal::{Value, Win};
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
    let settings = Settings { proof: Proving::Checked, ..settings(choices::Goal::Value, None) };
    let solve = |position| Typed(Pile(5)).solve(position, &settings, &mut |_| {}).unwrap().1;
    assert!(matches!(solve("5 a"), Certification::Made(_)));
    let Certification::Denied(denial) = solve("5 a moves 2") else { panic!("it was certified") };
    assert!(denial.sentence.ends_with("refused: it is about another position"));
}

//! A small game that has what the usual first games lack: scores, a guide, and an end for want of moves.

use phidelta::prelude::*;

/// Take one or two from a pile until it is gone; who takes more wins by the difference.
pub struct Pile(pub i32);

/// Knows nothing, but says so itself.
pub struct Shrug;

impl Guide<Pile> for Shrug {
    fn look(&self, _: &Pile, _: &State, _: Player, _: Goal<Score>) -> Look<i32> {
        Look::Effort { win: 1, lose: 1 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
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

//! A goal turns a game of several outcomes into the yes/no question that a search answers.

use crate::{Player, Value};

/// What is to be proved. A draw is on one side of it or the other, never a special case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal<V> {
    /// Max can reach this value or a larger one, whatever Min does.
    AtLeast(V),
    /// Min can reach this value or a smaller one, whatever Max does.
    AtMost(V),
}

impl<V: Value> Goal<V> {
    /// The player who tries to reach the goal; the other one tries to prevent it.
    #[inline]
    pub fn prover(self) -> Player {
        match self {
            Goal::AtLeast(_) => Player::Max,
            Goal::AtMost(_) => Player::Min,
        }
    }

    /// Whether a game that ended with `value` reached the goal.
    #[inline]
    pub fn met(self, value: V) -> bool {
        match self {
            Goal::AtLeast(bound) => value >= bound,
            Goal::AtMost(bound) => value <= bound,
        }
    }

    /// `player` wins. `None` if no value in `values` is a win for that player.
    pub fn win(player: Player, values: &[V]) -> Option<Self> {
        Self::weakest(player, values, |winner| winner == Some(player))
    }

    /// `player` at least draws. `None` if no value in `values` is a draw.
    pub fn draw(player: Player, values: &[V]) -> Option<Self> {
        values.iter().find(|value| value.winner().is_none())?;
        Self::weakest(player, values, |winner| winner != Some(!player))
    }

    fn weakest(
        player: Player,
        values: &[V],
        accepts: impl Fn(Option<Player>) -> bool,
    ) -> Option<Self> {
        let accepted = values.iter().copied().filter(|v| accepts(v.winner()));
        match player {
            Player::Max => accepted.min().map(Goal::AtLeast),
            Player::Min => accepted.max().map(Goal::AtMost),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Score};

    #[test]
    fn win_is_the_weakest_winning_bound() {
        let scores = [-3, -1, 1, 3].map(Score);
        assert_eq!(Goal::win(Player::Max, &scores), Some(Goal::AtLeast(Score(1))));
        assert_eq!(Goal::win(Player::Min, &scores), Some(Goal::AtMost(Score(-1))));
        assert_eq!(Goal::draw(Player::Max, &scores), None);
        assert_eq!(Goal::win(Player::Max, &[Score(-1), Score(0)]), None);
    }

    #[test]
    fn draw_accepts_wins_too() {
        let goal = Goal::draw(Player::Min, &Outcome::ALL).unwrap();
        assert_eq!(goal, Goal::AtMost(Outcome::Draw));
        assert!(goal.met(Outcome::MinWins) && goal.met(Outcome::Draw));
        assert!(!goal.met(Outcome::MaxWins));
        assert_eq!(goal.prover(), Player::Min);
    }
}

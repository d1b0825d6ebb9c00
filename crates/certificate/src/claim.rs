//! What a certificate claims: a bound on the value of a position.

use std::fmt::{self, Display};

use phidelta_rules::{Goal, Player, Value};
use serde::{Deserialize, Serialize};

/// A bound on the value of a position, in the numbers of [`Value::number`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// Max can reach this value or a larger one.
    AtLeast(i32),
    /// Min can reach this value or a smaller one.
    AtMost(i32),
}

impl Claim {
    /// The player who can reach the bound, whatever the other one does.
    #[inline]
    pub fn claimant(self) -> Player {
        match self {
            Claim::AtLeast(_) => Player::Max,
            Claim::AtMost(_) => Player::Min,
        }
    }

    /// Whether a game that ended with `value` is within the bound.
    #[inline]
    pub fn met<V: Value>(self, value: V) -> bool {
        match self {
            Claim::AtLeast(bound) => value.number() >= bound,
            Claim::AtMost(bound) => value.number() <= bound,
        }
    }

    /// What the answer to a question comes to: `goal` can be reached, or (`reached` is false) it
    /// cannot, in a game with these values (in ascending order). `None` if no value is left.
    pub fn of<V: Value>(goal: Goal<V>, reached: bool, values: &[V]) -> Option<Claim> {
        match (goal, reached) {
            (Goal::AtLeast(bound), true) => Some(Claim::AtLeast(bound.number())),
            (Goal::AtMost(bound), true) => Some(Claim::AtMost(bound.number())),
            (Goal::AtLeast(bound), false) => {
                let below = values.iter().rev().find(|&&value| value < bound)?;
                Some(Claim::AtMost(below.number()))
            }
            (Goal::AtMost(bound), false) => {
                let above = values.iter().find(|&&value| value > bound)?;
                Some(Claim::AtLeast(above.number()))
            }
        }
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::AtLeast(bound) => write!(f, "at least {bound}"),
            Claim::AtMost(bound) => write!(f, "at most {bound}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use phidelta_rules::Outcome::{self, *};

    #[test]
    fn a_disproof_claims_the_next_value() {
        let win = Goal::AtLeast(MaxWins);
        assert_eq!(Claim::of(win, true, &Outcome::ALL), Some(Claim::AtLeast(1)));
        assert_eq!(Claim::of(win, false, &Outcome::ALL), Some(Claim::AtMost(0)));
        assert_eq!(Claim::of(win, false, &Outcome::DECISIVE), Some(Claim::AtMost(-1)));
        assert_eq!(Claim::of(Goal::AtMost(Draw), false, &Outcome::ALL), Some(Claim::AtLeast(1)));
        assert_eq!(Claim::of(Goal::AtLeast(MinWins), false, &Outcome::ALL), None);
    }
}

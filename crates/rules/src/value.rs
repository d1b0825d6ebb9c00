//! What a finished game is worth.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use crate::Player;

/// The value of a finished game, from nobody's point of view: larger is better for
/// [`Player::Max`]. Its `Display` is what people read ("Max wins", "+3").
pub trait Value: Copy + Ord + Hash + Debug + Display + Send + Sync {
    /// Who has won, or `None` for a draw.
    fn winner(self) -> Option<Player>;

    /// The value as a number, larger for larger values: what certificates state. Different values
    /// have different numbers.
    fn number(self) -> i32;
}

/// Win, draw or loss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// [`Player::Min`] has won.
    MinWins,
    /// Nobody has won.
    Draw,
    /// [`Player::Max`] has won.
    MaxWins,
}

impl Outcome {
    /// The two outcomes of a game that cannot be drawn.
    pub const DECISIVE: [Outcome; 2] = [Outcome::MinWins, Outcome::MaxWins];
    /// All three outcomes.
    pub const ALL: [Outcome; 3] = [Outcome::MinWins, Outcome::Draw, Outcome::MaxWins];

    /// The outcome in which `player` wins.
    #[inline]
    pub fn win(player: Player) -> Outcome {
        match player {
            Player::Max => Outcome::MaxWins,
            Player::Min => Outcome::MinWins,
        }
    }
}

impl Value for Outcome {
    #[inline]
    fn winner(self) -> Option<Player> {
        match self {
            Outcome::MaxWins => Some(Player::Max),
            Outcome::MinWins => Some(Player::Min),
            Outcome::Draw => None,
        }
    }

    /// −1, 0 or 1.
    #[inline]
    fn number(self) -> i32 {
        match self {
            Outcome::MinWins => -1,
            Outcome::Draw => 0,
            Outcome::MaxWins => 1,
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::MinWins => "Min wins",
            Outcome::Draw => "draw",
            Outcome::MaxWins => "Max wins",
        })
    }
}

/// A score: what [`Player::Max`] has more than [`Player::Min`]. Positive scores are wins for Max,
/// negative ones for Min.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub i32);

impl Value for Score {
    #[inline]
    fn winner(self) -> Option<Player> {
        match self.0 {
            1.. => Some(Player::Max),
            0 => None,
            ..0 => Some(Player::Min),
        }
    }

    #[inline]
    fn number(self) -> i32 {
        self.0
    }
}

impl Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            score => write!(f, "{score:+}"),
        }
    }
}

//! Games that searches by threats play: one side wants to reach a goal, and its moves have an order.
//!
//! The order of a position is how many moves in a row Max would need to win it. A move of order n is
//! one that may be played on the way to win a position of order n (Cazenave 2002).

use crate::Player;

/// What a position is worth to Max. Searches may leave it open, and a ko may stand between the sides:
/// then one of them has taken it back at once, as if it had a threat elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// Min wins.
    Lost,
    /// Min wins if it may take back a ko.
    LostByKo,
    /// Max has no threat of the kind that was looked for.
    NoThreat,
    /// The search did not come to an end.
    Unknown,
    /// Max wins if it may take back a ko.
    WonByKo,
    /// Max wins.
    Won,
}

impl Fate {
    /// Whether somebody has won.
    #[inline]
    pub fn is_decided(self) -> bool {
        !matches!(self, Fate::NoThreat | Fate::Unknown)
    }

    /// Who has won, with or without a ko.
    pub fn winner(self) -> Option<Player> {
        match self {
            Fate::Won | Fate::WonByKo => Some(Player::Max),
            Fate::Lost | Fate::LostByKo => Some(Player::Min),
            Fate::NoThreat | Fate::Unknown => None,
        }
    }
}

/// A position of some game, for a search by threats.
pub type ThreatPosition<'g, M> = Box<dyn ThreatGame<Move = M> + 'g>;

/// A position that a search by threats plays on, move by move and back.
///
/// Moves need not alternate: whoever calls says who moves. Where moves are chosen by knowledge that may
/// be wrong, so may be what a search finds; a game says so in its notation.
pub trait ThreatGame {
    /// A move of either side.
    type Move: Copy + Eq;

    /// What the position is worth, as far as can be seen without playing, if this player is to move.
    fn evaluate(&mut self, turn: Player) -> Option<Fate>;

    /// A move with which Max, to move, wins at once: one of order one.
    fn winning_move(&mut self) -> Option<Self::Move>;

    /// Appends the moves that are worth trying for the player to move, who loses without any.
    fn moves(&mut self, turn: Player, out: &mut Vec<Self::Move>);

    /// Appends Max's moves of this order, two or more.
    fn moves_of_order(&mut self, order: usize, out: &mut Vec<Self::Move>);

    /// A number that the order of the position is not below. 1 is always right.
    fn least_order(&mut self) -> usize {
        1
    }

    /// Plays a move that one of the functions above gave.
    fn play(&mut self, mv: Self::Move, player: Player);

    /// Leaves out a move of this player.
    fn pass(&mut self, player: Player);

    /// Takes back what was played, or passed, last.
    fn undo(&mut self);

    /// A key of the position with all that its fate rests on, but for whose turn it is.
    fn key(&self) -> u64;

    /// The number of a move, less than 512, for what is remembered about moves whatever the position.
    fn place(&self, mv: Self::Move) -> usize;

    /// The best that Max can still reach: [`Fate::WonByKo`] after it has taken back a ko.
    fn best(&self) -> Fate {
        Fate::Won
    }

    /// The worst that can happen to Max: [`Fate::LostByKo`] after Min has taken back a ko.
    fn worst(&self) -> Fate {
        Fate::Lost
    }

    /// How many moves were played so far, those that evaluations played for themselves too.
    fn plays(&self) -> u64;
}

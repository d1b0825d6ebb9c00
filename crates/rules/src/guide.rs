//! Advice to a search: heuristic knowledge that is never trusted.
//!
//! Nagai's df-pn+ (2002) starts unexpanded nodes with estimates of the work ahead instead of 1 and
//! 1; that, and the sight of an immediate win, is what a guide gives. A wrong guide makes a search
//! slow. It cannot make it wrong: numbers only steer, and a claimed win is played out before it is
//! believed. The checker of certificates never sees a guide.

use crate::{Game, Goal, Player};

/// What a guide sees at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look<M> {
    /// How much work it may be to show that the player to move succeeds (`win`) or fails
    /// (`lose`) in what they want: to reach the goal, or to prevent it. In the currency of proof
    /// numbers: 1 is the least, and an ordinary position that nobody knows anything about has 1
    /// and 1.
    Effort {
        /// The proof number of success.
        win: u32,
        /// The proof number of failure.
        lose: u32,
    },
    /// This move, which must be legal, ends the game at once with success for the player to move.
    Wins(M),
}

/// Advice about positions of one game.
pub trait Guide<G: Game> {
    /// A look at a position that has not been expanded, with `turn` to move and the question
    /// whether `goal` can be reached. It is called for every new child: it must be cheap.
    fn look(&self, game: &G, state: &G::State, turn: Player, goal: Goal<G::Value>)
    -> Look<G::Move>;
}

/// A guide, or none.
impl<G: Game, A: Guide<G>> Guide<G> for Option<A> {
    #[inline]
    fn look(
        &self,
        game: &G,
        state: &G::State,
        turn: Player,
        goal: Goal<G::Value>,
    ) -> Look<G::Move> {
        match self {
            Some(guide) => guide.look(game, state, turn, goal),
            None => NoGuide.look(game, state, turn, goal),
        }
    }
}

/// The empty guide: every position looks alike.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoGuide;

impl<G: Game> Guide<G> for NoGuide {
    #[inline]
    fn look(&self, _: &G, _: &G::State, _: Player, _: Goal<G::Value>) -> Look<G::Move> {
        Look::Effort { win: 1, lose: 1 }
    }
}

//! What the rules say about positions that come back.

use crate::Game;

/// What happens in a game when a position comes back. Searches and certificates depend on it.
pub enum Recurrence<G: Game> {
    /// No position can be reached from itself: every line of play ends.
    Never,
    /// Nothing happens: play may go on for ever, and a game that does is worth this.
    Endless(G::Value),
    /// The game ends as soon as a position comes back.
    Ends(RepetitionRule<G>),
}

/// A rule that ends the game when a position comes back.
pub struct RepetitionRule<G: Game> {
    /// The value of a game that ends so. The positions are those from the first occurrence to the
    /// second, both included.
    pub value: fn(&G, &[G::State]) -> G::Value,
    /// Whether neither the position in which a move is played, nor any before it, can come back
    /// after that move. Saying no is always safe.
    pub irreversible: fn(&G, &G::State, G::Move) -> bool,
}

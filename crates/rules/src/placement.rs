//! Games of placing stones, in whose proofs replies that do not matter may be left out.
//!
//! In Connect6 a player has 65,000 moves, and nearly all of them do nothing against what the
//! opponent threatens. If the claimant wins after the opponent has *passed*, by play that uses only
//! the squares of a *zone*, then he wins in the same way after any move outside the zone (Wu and
//! Lin's relevance zones). That is an argument about the rules, and what it needs of them is here;
//! `docs/certificate.md` has the argument itself.

use crate::{Area, Game, Player};

/// A game in which stones are put on empty squares and stay there, and a row of them wins.
///
/// # Laws
///
/// * A move puts a stone of the player to move on an empty square; nothing else changes. While the
///   game goes on, every empty square is a legal move, and moves come in the order of their squares.
/// * Players place several stones in a row, as the rules of the game say ([`Placement::left`]);
///   in which order does not matter: who wins by one order of the stones of a turn wins by each,
///   unless the turn is of one stone.
/// * The game is over when a stone completes a row (a set of squares, all with stones of its
///   player): its player has won. Otherwise when the board is full, with the value
///   [`Placement::unrewarded`].
/// * A row stays a row, and what is none stays none, when the *other* player has more stones. With
///   more stones of its own player, there may be more rows, or (where rows must not be longer than
///   so many) fewer.
/// * Two positions with the same stones, the same player to move, and as many stones left to place are
///   equal.
pub trait Placement<G: Game> {
    /// How many squares there are, [`Area::CAPACITY`] at most.
    fn squares(&self) -> usize;

    /// The square on which a move puts its stone.
    fn square(&self, mv: G::Move) -> usize;

    /// How many stones the player to move still places before it is the opponent's turn, 1 at
    /// least. (If there are not that many empty squares, the game ends before.)
    fn left(&self, state: &G::State) -> u32;

    /// The position if the player to move placed no more stones this turn. It need not be one that
    /// can be reached by play.
    fn pass(&self, state: &G::State) -> G::State;

    /// The empty squares of all sets of squares that are no row of `player` yet, but become one, or
    /// may become one together with other stones of the player, when the player puts stones on all
    /// empty ones of them, of which there are `stones` at most. More squares are harmless.
    fn within_reach(&self, state: &G::State, player: Player, stones: u32) -> Area;

    /// The value of a full board on which nobody has a row.
    fn unrewarded(&self) -> G::Value;
}

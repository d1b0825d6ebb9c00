//! What the rules say about positions that come back.
//!
//! Most games never come back to a position: their [`Game::Graph`] is [`Acyclic`], and they pay
//! nothing for those that do. A game whose positions may come back says [`WithCycles`], which does
//! not compile unless it also says, as [`Cyclic`], what happens then:
//!
//! ```compile_fail
//! # use phidelta_rules::*;
//! struct Walk;
//! impl Game for Walk {
//!     type State = u8;
//!     type Move = i8;
//!     type Value = Outcome;
//!     type Graph = WithCycles; // and no word on what a repetition means
//! #   fn initial(&self) -> u8 { 0 }
//! #   fn status(&self, _: &u8) -> Status<Outcome> { Status::Turn(Player::Max) }
//! #   fn moves(&self, _: &u8, out: &mut impl Extend<i8>) { out.extend([-1, 1]) }
//! #   fn stuck(&self, _: &u8) -> Outcome { Outcome::Draw }
//! #   fn play(&self, state: &mut u8, mv: i8) { *state = state.wrapping_add_signed(mv) }
//! #   fn values(&self) -> Vec<Outcome> { vec![Outcome::Draw] }
//! }
//! ```
//!
//! ```
//! # use phidelta_rules::*;
//! # struct Walk;
//! # impl Game for Walk {
//! #   type State = u8;
//! #   type Move = i8;
//! #   type Value = Outcome;
//! #   type Graph = WithCycles;
//! #   fn initial(&self) -> u8 { 0 }
//! #   fn status(&self, _: &u8) -> Status<Outcome> { Status::Turn(Player::Max) }
//! #   fn moves(&self, _: &u8, out: &mut impl Extend<i8>) { out.extend([-1, 1]) }
//! #   fn stuck(&self, _: &u8) -> Outcome { Outcome::Draw }
//! #   fn play(&self, state: &mut u8, mv: i8) { *state = state.wrapping_add_signed(mv) }
//! #   fn values(&self) -> Vec<Outcome> { vec![Outcome::Draw] }
//! # }
//! impl Cyclic for Walk {
//!     fn recurrence(&self) -> Recurrence<Self> {
//!         Recurrence::Endless(Outcome::Draw)
//!     }
//! }
//! ```

use crate::Game;

/// A game in which a position may come back.
pub trait Cyclic: Game {
    /// What happens then.
    fn recurrence(&self) -> Recurrence<Self>;
}

/// Whether positions of a game may come back: [`Acyclic`] or [`WithCycles`].
pub trait GraphKind<G: Game> {
    /// Whether they may. What depends on it is decided when a search is compiled.
    const REPEATS: bool;

    /// What happens then.
    fn recurrence(game: &G) -> Recurrence<G>;
}

/// No position can be reached from itself: every line of play ends.
#[derive(Clone, Copy, Debug)]
pub enum Acyclic {}

/// A position may be reached from itself: the game is [`Cyclic`].
#[derive(Clone, Copy, Debug)]
pub enum WithCycles {}

impl<G: Game> GraphKind<G> for Acyclic {
    const REPEATS: bool = false;

    fn recurrence(_: &G) -> Recurrence<G> {
        Recurrence::Never
    }
}

impl<G: Cyclic> GraphKind<G> for WithCycles {
    const REPEATS: bool = true;

    fn recurrence(game: &G) -> Recurrence<G> {
        game.recurrence()
    }
}

/// What happens in a game when a position comes back.
pub fn recurrence<G: Game>(game: &G) -> Recurrence<G> {
    G::Graph::recurrence(game)
}

/// What happens in a game when a position comes back. Searches and certificates depend on it.
pub enum Recurrence<G: Game> {
    /// No position can be reached from itself: every line of play ends.
    Never,
    /// Nothing happens, and a game that goes on for ever is worth this.
    ///
    /// A rule that ends the game with the same value whatever came back, after however many
    /// occurrences ("the third occurrence is a draw"), means the same for a position of which no
    /// history is known. Who can force a better end need never come back to a position on the way.
    /// Who cannot is not helped by coming back.
    Endless(G::Value),
    /// The game ends when a position comes back, with a value that depends on how.
    Ends(RepetitionRule<G>),
}

/// A rule that ends the game when a position comes back.
pub struct RepetitionRule<G: Game> {
    /// The game ends when a position occurs so often: 2 is the first time that it comes back.
    pub occurrences: u32,
    /// The value of a game that ends so. The positions are those from the first occurrence to the
    /// last, both included.
    pub value: fn(&G, &[G::State]) -> G::Value,
    /// Which positions count as the same. `None`: those that are equal.
    pub likeness: Option<Likeness<G>>,
    /// Whether neither the position in which a move is played, nor any before it, nor one that
    /// counts as the same, can occur after that move. Saying no is always safe.
    pub irreversible: fn(&G, &G::State, G::Move) -> bool,
}

/// Which positions count as the same for a [`RepetitionRule`], where not only equal ones do: those
/// with the same stones on the board, say, whoever is to move.
pub struct Likeness<G: Game> {
    /// Whether the second position counts as another occurrence of the first, which came before it.
    pub comes_back: fn(&G, &G::State, &G::State) -> bool,
    /// A number that is the same for positions that may count as the same.
    pub place: fn(&G, &G::State) -> u64,
}

impl<G: Game> RepetitionRule<G> {
    /// The game ends, with this value, as soon as a position is equal to an earlier one. (No move
    /// is said to be irreversible.)
    pub fn new(value: fn(&G, &[G::State]) -> G::Value) -> Self {
        RepetitionRule { occurrences: 2, value, likeness: None, irreversible: |_, _, _| false }
    }

    /// Whether `later` counts as another occurrence of `earlier`.
    #[inline]
    pub fn comes_back(&self, game: &G, earlier: &G::State, later: &G::State) -> bool {
        match &self.likeness {
            Some(likeness) => (likeness.comes_back)(game, earlier, later),
            None => earlier == later,
        }
    }

    /// A number that is the same for positions that may count as the same.
    #[inline]
    pub fn place(&self, game: &G, state: &G::State) -> u64 {
        match &self.likeness {
            Some(likeness) => (likeness.place)(game, state),
            None => game.key(state),
        }
    }
}

//! What a game is: the trusted base of phidelta.
//!
//! This crate knows positions, moves, values, goals and notation. It must not know of any search,
//! table, certificate or file: what is proved rests on these definitions and on nothing else.
//!
//! To write a game, implement [`Game`] (its rules) and, for the command line, [`Notation`] (its
//! language) and [`Catalogued`] (its entry in the list of games); [`Cyclic`] if its positions may
//! come back. [`Guide`] is advice to a search:
//! it may change how fast an answer is found, and never what the answer is.
//!
//! What boards have in common is here too: their text ([`Board`]), sets of squares ([`bits`] of a
//! word, and [`Area`] for larger boards), and chains of stones ([`Grid`]).

#![forbid(unsafe_code)]

mod area;
pub mod bits;
mod board;
pub mod erased;
mod error;
mod evaluation;
mod game;
mod goal;
mod grid;
mod guide;
mod interrupt;
mod notation;
mod placement;
mod recurrence;
mod threats;
mod value;
pub mod zobrist;

pub use area::{Area, Squares};
pub use board::{Board, Dimensions, parse_square, read_side, square_name};
pub use error::{ParameterError, PositionError};
pub use evaluation::Evaluation;
pub use game::{Game, Player, Status, legal_moves, resolve};
pub use goal::Goal;
pub use grid::Grid;
pub use guide::{
    FirstLook, FirstLookKind, FirstLookOptions, Glance, Guide, Look, Looker, NoGuide,
    confirmed_win, first_look, glance,
};
pub use interrupt::Interrupt;
pub use notation::{Catalogued, Instance, InstanceParameters, NamedPosition, Notation};
pub use placement::Placement;
pub use recurrence::{
    Acyclic, Cyclic, GraphKind, Likeness, Recurrence, RepetitionRule, WithCycles, recurrence,
};
pub use threats::{Fate, ThreatGame, ThreatPosition};
pub use value::{Outcome, Score, Value};

//! Go on boards up to 19 by 19: what is needed to tell whether stones live or die.
//!
//! There are two ways to ask: by the real rules of Go, in a region of the board ([`go_life`]), and by
//! rules of thumb about eyes, which are fast and may be wrong ([`living`]). Both answer the questions of
//! the game `go` ([`questions`]).
//!
//! A [`Position`] is what people give: stones, whose turn it is, a ko. Points are numbered row by row
//! from the lower left, and written as players do: a letter for the column, without I, and the number of
//! the row from the bottom (`D4`).

#![forbid(unsafe_code)]

pub mod block;
pub mod board;
pub mod candidates;
pub mod diagram;
mod entry;
pub mod evaluation;
pub mod eyes;
pub mod go_life;
pub mod group;
pub mod ladder;
mod lattice;
pub mod living;
mod points;
pub mod questions;
pub mod record;
pub mod regions;
mod reliance;
pub mod sgf;

use std::ops::Not;

use phidelta_rules::{Area, PositionError};

pub use board::Board;
pub use entry::{ENTRIES, life_engine};
pub use points::{point_names, read_region};
pub use reliance::Reliance;

/// The largest side of a board.
pub const LARGEST_SIDE: usize = 19;
/// The letters of the columns.
const COLUMNS: &[u8; LARGEST_SIDE] = b"ABCDEFGHJKLMNOPQRST";

/// The number of a point: its column plus `side` times its row, both from 0 at the lower left.
pub type Point = u16;

/// The colour of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Who starts in a game.
    Black,
    /// The other one.
    White,
}

impl Not for Colour {
    type Output = Colour;

    /// The other colour.
    #[inline]
    fn not(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

impl Colour {
    /// Both colours, in the order of their numbers.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
        }
    }
}

/// A position on a square board: all of its chains have liberties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The side of the board, 1 to 19.
    pub side: usize,
    /// The stones, Black's first.
    pub stones: [Area; 2],
    /// Who is to move.
    pub turn: Colour,
    /// Where that player may not take back a ko.
    pub ko: Option<Point>,
}

/// The name of a point (`D4`).
pub fn point_name(point: Point, side: usize) -> String {
    let (column, row) = (point as usize % side, point as usize / side);
    format!("{}{}", COLUMNS[column] as char, row + 1)
}

/// Reads the name of a point, in any case of letters.
///
/// # Errors
/// [`PositionError::Square`] if the board has no such point.
pub fn read_point(text: &str, side: usize) -> Result<Point, PositionError> {
    let error = || PositionError::Square {
        text: text.to_string(),
        last: point_name((side * side - 1) as Point, side),
    };
    let letter = text.bytes().next().ok_or_else(error)?.to_ascii_uppercase();
    let column = COLUMNS[..side].iter().position(|&column| column == letter).ok_or_else(error)?;
    let digits = &text[1..];
    if !digits.starts_with(|c: char| c.is_ascii_digit() && c != '0') {
        return Err(error());
    }
    match digits.parse::<usize>() {
        Ok(row @ 1..) if row <= side => Ok((column + side * (row - 1)) as Point),
        _ => Err(error()),
    }
}

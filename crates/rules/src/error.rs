//! What can be wrong with a position or with a game's parameters, and where.

use thiserror::Error;

/// Why a text is not a position of the game. The message is one sentence that names the place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The board has too few or too many rows.
    #[error("the board has {found} rows, expected {expected}")]
    Rows {
        /// How many the text has.
        found: usize,
        /// How many the game has.
        expected: usize,
    },
    /// A row is too short or too long. Rows count from 1 at the top, as written.
    #[error("row {row} has {found} squares, expected {expected}")]
    Row {
        /// Which row, from 1.
        row: usize,
        /// How many squares it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A character that means nothing here.
    #[error("{place}: `{symbol}` is not one of {expected}")]
    Symbol {
        /// Where it stands ("row 3").
        place: String,
        /// The character.
        symbol: char,
        /// What may stand there.
        expected: String,
    },
    /// A part of the text is missing.
    #[error("{part} is missing; write the position as {example}")]
    Missing {
        /// What is missing ("the side to move").
        part: &'static str,
        /// A whole position for comparison.
        example: String,
    },
    /// Text behind the end of the position.
    #[error("`{text}` follows the end of the position; remove it")]
    Trailing {
        /// The text.
        text: String,
    },
    /// Not a square of this board.
    #[error("`{text}` is not a square of this board; squares run from a1 to {last}")]
    Square {
        /// The text.
        text: String,
        /// The last square of the board.
        last: String,
    },
    /// Not a legal move. Moves count from 1.
    #[error("move {number}, `{text}`, is not legal there: {legal}")]
    Move {
        /// Which move of the list, from 1.
        number: usize,
        /// The text.
        text: String,
        /// Which moves are, in words.
        legal: String,
    },
    /// Anything else: the message says what and where.
    #[error("{0}")]
    Other(String),
}

/// Why a text is not a set of parameters for the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParameterError {
    /// The text does not have the game's form.
    #[error("`{text}` is not of the form {form}, as in {example}")]
    Form {
        /// The text.
        text: String,
        /// The form ("COLUMNSxROWS").
        form: &'static str,
        /// An example ("7x6").
        example: &'static str,
    },
    /// A number is out of range.
    #[error("{name} is {value}, but must be {range}")]
    Range {
        /// What the number is ("columns").
        name: &'static str,
        /// The number.
        value: u64,
        /// The range ("1 to 8").
        range: String,
    },
    /// Anything else: the message says what and where.
    #[error("{0}")]
    Other(String),
}

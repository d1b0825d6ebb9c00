//! Rectangular boards as text, for the many games that are played on one.
//!
//! A board is written row by row from the top, rows separated by `/`; a digit run counts empty
//! squares, as in the Forsyth-Edwards notation of chess, and `.` is one empty square. Squares are
//! named by a column letter and a row number, a1 at the lower left.

use crate::{ParameterError, Player, PositionError};

/// How many columns and rows a board has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dimensions {
    /// Columns, at most 26.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
}

impl Dimensions {
    /// Reads `AxB` as columns × rows.
    ///
    /// # Errors
    /// If the text has another form, or a side is not in `1..=longest`, or there are more than
    /// `squares` squares.
    pub fn parse(
        text: &str,
        example: &'static str,
        longest: usize,
        squares: usize,
    ) -> Result<Self, ParameterError> {
        let form =
            || ParameterError::Form { text: text.to_string(), form: "COLUMNSxROWS", example };
        let (columns, rows) = text.split_once(['x', 'X']).ok_or_else(form)?;
        let side = |name, side: &str| {
            let value: u64 = side.parse().map_err(|_| form())?;
            if (1..=longest as u64).contains(&value) {
                Ok(value as usize)
            } else {
                Err(ParameterError::Range { name, value, range: format!("1 to {longest}") })
            }
        };
        let columns = side("the number of columns", columns)?;
        let rows = side("the number of rows", rows)?;
        if columns * rows > squares {
            let value = (columns * rows) as u64;
            let range = format!("at most {squares}");
            return Err(ParameterError::Range { name: "the number of squares", value, range });
        }
        Ok(Dimensions { columns, rows })
    }

    /// How many squares there are.
    pub fn squares(self) -> usize {
        self.columns * self.rows
    }

    /// The square of a column and a row, both from 0: squares are numbered from a1 rightwards,
    /// then upwards.
    pub fn square(self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The name of a square ("c3").
    pub fn name(self, square: usize) -> String {
        square_name(square % self.columns, square / self.columns)
    }
}

/// The name of the square in this column and row, both counted from 0.
pub fn square_name(column: usize, row: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Reads the name of a square, giving its number as [`Dimensions::square`] does.
///
/// # Errors
/// [`PositionError::Square`] if the board has no such square.
pub fn parse_square(text: &str, size: Dimensions) -> Result<usize, PositionError> {
    let error = || PositionError::Square {
        text: text.to_string(),
        last: square_name(size.columns - 1, size.rows - 1),
    };
    let letter = text.chars().next().ok_or_else(error)?.to_ascii_lowercase();
    let digits = text.get(1..).ok_or_else(error)?;
    let column = (letter as usize).wrapping_sub('a' as usize);
    if !digits.starts_with(|c: char| c.is_ascii_digit() && c != '0') {
        return Err(error());
    }
    let row: usize = digits.parse().map_err(|_| error())?;
    if column < size.columns && row <= size.rows {
        Ok(size.square(column, row - 1))
    } else {
        Err(error())
    }
}

/// Reads the side to move: Max's or Min's letter, in any case.
///
/// # Errors
/// If there is no such letter, or text follows.
pub fn read_side<'a>(
    mut words: impl Iterator<Item = &'a str>,
    letters: [char; 2],
    example: &str,
) -> Result<Player, PositionError> {
    let word = words.next().ok_or_else(|| PositionError::Missing {
        part: "the side to move",
        example: example.into(),
    })?;
    if let Some(text) = words.next() {
        return Err(PositionError::Trailing { text: text.to_string() });
    }
    let mut chars = word.chars();
    let letter = chars.next().unwrap_or(' ');
    match letters.iter().position(|l| l.eq_ignore_ascii_case(&letter)) {
        Some(side) if chars.next().is_none() => Ok([Player::Max, Player::Min][side]),
        _ => Err(PositionError::Symbol {
            place: "the side to move".into(),
            symbol: letter,
            expected: format!("{} and {}", letters[0], letters[1]),
        }),
    }
}

/// A board as text: a symbol for each square, 0 for an empty one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Its size.
    pub size: Dimensions,
    /// What stands on each square, in the order of [`Dimensions::square`]: 0 for nothing, `i + 1`
    /// for the symbol number `i`.
    pub squares: Vec<u8>,
}

impl Board {
    /// An empty board.
    pub fn empty(size: Dimensions) -> Self {
        Board { size, squares: vec![0; size.squares()] }
    }

    /// A board of at most 64 squares with the pieces of each symbol on a set of squares, the bits
    /// of a word.
    pub fn with_sets<const N: usize>(size: Dimensions, sets: [u64; N]) -> Self {
        let mut board = Board::empty(size);
        for (symbol, set) in sets.into_iter().enumerate() {
            for (square, piece) in board.squares.iter_mut().enumerate() {
                if set >> square & 1 == 1 {
                    *piece = symbol as u8 + 1;
                }
            }
        }
        board
    }

    /// The squares of each symbol, as [`Board::with_sets`] takes them.
    pub fn sets<const N: usize>(&self) -> [u64; N] {
        let mut sets = [0; N];
        for (square, &piece) in self.squares.iter().enumerate() {
            if piece > 0 {
                sets[piece as usize - 1] |= 1 << square;
            }
        }
        sets
    }

    /// Reads rows separated by `/`, the top one first, with these symbols (in any case of
    /// letters), `.` and digit runs for empty squares.
    ///
    /// # Errors
    /// If the rows, their lengths or a symbol are not right.
    pub fn read(text: &str, size: Dimensions, symbols: &[char]) -> Result<Self, PositionError> {
        let mut board = Board::empty(size);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != size.rows {
            return Err(PositionError::Rows { found: rows.len(), expected: size.rows });
        }
        for (index, row) in rows.iter().enumerate() {
            let mut column = 0;
            let mut rest = row.chars().peekable();
            while let Some(symbol) = rest.next() {
                if let Some(digit) = symbol.to_digit(10) {
                    let mut run = digit as usize;
                    while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
                        run = run.saturating_mul(10).saturating_add(digit as usize);
                        rest.next();
                    }
                    column = run.saturating_add(column);
                    continue;
                }
                let piece = match symbols.iter().position(|s| s.eq_ignore_ascii_case(&symbol)) {
                    Some(at) => at as u8 + 1,
                    None if symbol == '.' => 0,
                    None => {
                        let mut expected: Vec<String> =
                            symbols.iter().map(|s| format!("`{s}`")).collect();
                        expected.push("`.`".into());
                        return Err(PositionError::Symbol {
                            place: format!("row {}", index + 1),
                            symbol,
                            expected: format!("{} and digits", expected.join(", ")),
                        });
                    }
                };
                if column < size.columns {
                    board.squares[size.square(column, size.rows - 1 - index)] = piece;
                }
                column = column.saturating_add(1);
            }
            if column != size.columns {
                let (row, found, expected) = (index + 1, column, size.columns);
                return Err(PositionError::Row { row, found, expected });
            }
        }
        Ok(board)
    }

    /// Writes the board so that [`Board::read`] reads it back.
    pub fn write(&self, symbols: &[char]) -> String {
        let mut text = String::new();
        for row in (0..self.size.rows).rev() {
            let mut empty = 0;
            for column in 0..self.size.columns {
                match self.squares[self.size.square(column, row)] {
                    0 => empty += 1,
                    piece => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(symbols[piece as usize - 1]);
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            if row > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Draws the board with its coordinates, one line a row.
    pub fn draw(&self, symbols: &[char], empty: char) -> String {
        let width = self.size.rows.to_string().len();
        let mut text = String::new();
        for row in (0..self.size.rows).rev() {
            text += &format!("{:>width$} ", row + 1);
            for column in 0..self.size.columns {
                let symbol = match self.squares[self.size.square(column, row)] {
                    0 => empty,
                    piece => symbols[piece as usize - 1],
                };
                text.push(' ');
                text.push(symbol);
            }
            text.push('\n');
        }
        text += &" ".repeat(width + 1);
        for column in 0..self.size.columns {
            text.push(' ');
            text.push((b'a' + column as u8) as char);
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Dimensions = Dimensions { columns: 12, rows: 2 };

    #[test]
    fn boards_round_trip() {
        let board = Board::read("x10o/..........xX", SIZE, &['x', 'o']).unwrap();
        assert_eq!(board.write(&['x', 'o']), "x10o/10xx");
        assert_eq!(Board::read(&board.write(&['x', 'o']), SIZE, &['x', 'o']).unwrap(), board);
        assert_eq!(Board::with_sets(SIZE, board.sets::<2>()), board);
        assert_eq!(board.squares[SIZE.square(0, 1)], 1);
        assert_eq!(board.squares[SIZE.square(11, 0)], 1);
    }

    #[test]
    fn faults_name_their_place() {
        let fault = |text| Board::read(text, SIZE, &['x', 'o']).unwrap_err().to_string();
        assert_eq!(fault("12"), "the board has 1 rows, expected 2");
        assert_eq!(fault("12/11"), "row 2 has 11 squares, expected 12");
        assert_eq!(
            fault("12/99999999999999999999999x"),
            format!("row 2 has {} squares, expected 12", usize::MAX)
        );
        assert_eq!(fault("11é/12"), "row 1: `é` is not one of `x`, `o`, `.` and digits");
    }

    #[test]
    fn squares_round_trip_and_nonsense_is_refused() {
        for square in 0..SIZE.squares() {
            assert_eq!(parse_square(&SIZE.name(square), SIZE), Ok(square));
        }
        for text in [
            "",
            "a",
            "a0",
            "a3",
            "m1",
            "é1",
            "a01",
            "a-1",
            "a+1",
            "11",
            "a1x",
            "a99999999999999999999",
        ] {
            assert!(parse_square(text, SIZE).is_err(), "{text}");
        }
    }

    #[test]
    fn dimensions_are_checked() {
        assert_eq!(Dimensions::parse("7x6", "7x6", 26, 64), Ok(Dimensions { columns: 7, rows: 6 }));
        for text in
            ["", "7", "x", "7x", "0x4", "27x1", "9x9", "-1x3", "7x6x5", "99999999999999999999x1"]
        {
            assert!(Dimensions::parse(text, "7x6", 26, 64).is_err(), "{text}");
        }
    }
}

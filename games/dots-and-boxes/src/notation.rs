//! Dots and boxes as text.

use super::{DotsAndBoxes, State};
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, NamedPosition, NoGuide, Notation, ParameterError, Player,
    PositionError, read_side, square_name,
};

const SIDES: [char; 2] = ['f', 's'];
const USUAL: Dimensions = Dimensions { columns: 3, rows: 3 };

/// One row of edges as a board, whose text has digits for runs of edges that are not drawn.
fn row_size(length: usize) -> Dimensions {
    Dimensions { columns: length, rows: 1 }
}

fn read_row(
    text: &str,
    number: usize,
    length: usize,
    symbol: char,
) -> Result<Vec<u8>, PositionError> {
    match Board::read(text, row_size(length), &[symbol]) {
        Ok(row) => Ok(row.squares),
        Err(PositionError::Row { found, .. }) => {
            Err(PositionError::Other(format!("row {number} has {found} edges, expected {length}")))
        }
        Err(PositionError::Symbol { symbol, expected, .. }) => {
            let place = format!("row {number}");
            Err(PositionError::Symbol { place, symbol, expected })
        }
        Err(other) => Err(other),
    }
}

impl DotsAndBoxes {
    /// The rows of edges from the bottom: the number of the first edge, how many there are, and
    /// the symbol of a drawn one.
    fn rows(&self) -> impl DoubleEndedIterator<Item = (usize, usize, char)> {
        let columns = self.size.columns;
        (0..=2 * self.size.rows).map(move |row| {
            let first = row / 2 * (2 * columns + 1);
            if row % 2 == 0 { (first, columns, '-') } else { (first + columns, columns + 1, '|') }
        })
    }

    fn read_edges(&self, text: &str) -> Result<u64, PositionError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 2 * self.size.rows + 1 {
            let (found, expected) = (rows.len(), 2 * self.size.rows + 1);
            return Err(PositionError::Rows { found, expected });
        }
        let mut edges = 0;
        for (at, (text, (first, length, symbol))) in rows.iter().zip(self.rows().rev()).enumerate()
        {
            for (edge, &drawn) in read_row(text, at + 1, length, symbol)?.iter().enumerate() {
                edges |= (drawn as u64) << (first + edge);
            }
        }
        Ok(edges)
    }

    /// Reads the score: what one player has more than the other, of `closed` boxes.
    fn read_score(text: &str, closed: u32) -> Result<i8, PositionError> {
        let closed = closed as i8;
        let score: i8 = text.parse().map_err(|_| {
            PositionError::Other(format!("the score: `{text}` is not a whole number such as +1"))
        })?;
        if (-closed..=closed).contains(&score) && (closed - score) % 2 == 0 {
            return Ok(score);
        }
        let possible = match (closed, closed % 2) {
            (0, _) => "0, as no box is closed".to_string(),
            (_, 0) => format!("even and from -{closed} to +{closed}, the number of closed boxes"),
            _ => format!("odd and from -{closed} to +{closed}, the number of closed boxes"),
        };
        Err(PositionError::Other(format!("the score is {score:+}, but must be {possible}")))
    }
}

impl Notation for DotsAndBoxes {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let edges = self.read_edges(words.next().unwrap_or(""))?;
        let example = || self.write_position(&self.initial());
        let turn = read_side(words.by_ref().take(1), SIDES, &example())?;
        let closed = self.closed(edges).count_ones();
        let score = match words.next() {
            Some(text) => Self::read_score(text, closed)?,
            None if closed == 0 => 0,
            None => return Err(PositionError::Missing { part: "the score", example: example() }),
        };
        match words.next() {
            Some(text) => Err(PositionError::Trailing { text: text.to_string() }),
            None => Ok(State { edges, score, turn }),
        }
    }

    fn write_position(&self, state: &State) -> String {
        let rows: Vec<String> = self
            .rows()
            .rev()
            .map(|(first, length, symbol)| {
                let mut row = Board::empty(row_size(length));
                for (edge, drawn) in row.squares.iter_mut().enumerate() {
                    *drawn = (state.edges >> (first + edge) & 1) as u8;
                }
                row.write(&[symbol])
            })
            .collect();
        format!("{} {} {:+}", rows.join("/"), SIDES[state.turn as usize], state.score)
    }

    fn write_move(&self, _: &State, edge: u8) -> String {
        let columns = self.size.columns;
        let (row, at) = (edge as usize / (2 * columns + 1), edge as usize % (2 * columns + 1));
        if at < columns {
            format!("{}-{}", square_name(at, row), square_name(at + 1, row))
        } else {
            let column = at - columns;
            format!("{}-{}", square_name(column, row), square_name(column, row + 1))
        }
    }

    fn draw(&self, state: &State) -> String {
        let gap = if self.size.columns <= 18 { 3 } else { 1 };
        let drawn = |edge: usize| state.edges >> edge & 1 == 1;
        let closed = self.closed(state.edges);
        let mut text = String::new();
        for (first, length, symbol) in self.rows().rev() {
            let row = first / (2 * self.size.columns + 1) + 1;
            let mut line = if symbol == '-' { format!("{row:>2} +") } else { "   ".to_string() };
            for edge in first..first + length {
                if symbol == '-' {
                    line += &if drawn(edge) { "-" } else { " " }.repeat(gap);
                    line.push('+');
                } else {
                    line.push(if drawn(edge) { '|' } else { ' ' });
                    // The lower edge of the box to the right; the last one has none, and the
                    // number of a vertical edge instead, which is never in `closed`.
                    let closed = closed >> (edge - self.size.columns) & 1 == 1;
                    line += &format!("{:^gap$}", if closed { "#" } else { "" });
                }
            }
            text += line.trim_end();
            text.push('\n');
        }
        text += "  ";
        for column in 0..=self.size.columns {
            text += &format!(" {:<gap$}", (b'a' + column as u8) as char);
        }
        format!("{}\n\nscore {:+}\n", text.trim_end(), state.score)
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["first", "second"][player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        if self.size != USUAL {
            return Vec::new();
        }
        vec![
            NamedPosition {
                name: "american",
                help: "3 by 3 boxes, nothing drawn: the usual start",
                position: "3/4/3/4/3/4/3 f +0",
            },
            NamedPosition {
                name: "icelandic",
                help: "3 by 3 boxes, the left and the lower border drawn",
                position: "3/|3/3/|3/3/|3/--- f +0",
            },
            NamedPosition {
                name: "swedish",
                help: "3 by 3 boxes, the whole border drawn",
                position: "---/|2|/3/|2|/3/|2|/--- f +0",
            },
        ]
    }
}

impl Catalogued for DotsAndBoxes {
    type Guide = NoGuide;

    const NAME: &'static str = "dots-and-boxes";
    const SUMMARY: &'static str = "draw edges between dots; who closes a box draws again";
    const PARAMETERS: &'static str =
        "COLUMNSxROWS of boxes, at most 64 edges (5x5 has 60); usual 3x3";
    const MANUAL: &'static str = "\
Two players, first and second, take turns to draw an edge between two dots
that are neighbours across or up. Who draws the fourth edge of a box (or of
two) scores it and must draw again, if an edge is left. The game ends when all
edges are drawn; its value is the number of boxes of first less those of
second.

A position is written row by row from the top, as it is drawn: horizontal
edges as -, then the vertical ones below them as |, and so on, with digits for
runs of edges that are not drawn (or a dot for each); then the side to move, f
or s, and the score so far, first less second. The score may be left out where
no box is closed.

    -1/||1/-1/|2/-1 s +1   on 2x2: the upper left box is closed, by first;
                           the lower left one lacks its right edge

A move is written as the two dots that it joins, the left or the lower one
first. Dots have a letter for their column and a number for their row, a1 at
the lower left:

    b1-b2                  the right edge of the lower left box

In drawings, closed boxes are marked with #. Who owns a box does not matter
for the rest of the game: only the score does.
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let size =
            if text.is_empty() { USUAL } else { Dimensions::parse(text, "3x3", 21, 21 * 21)? };
        DotsAndBoxes::new(size)
    }

    fn parameters(&self) -> String {
        format!("{}x{}", self.size.columns, self.size.rows)
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}

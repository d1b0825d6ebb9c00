//! Positions as text: on one line, as `7/7/2bw3/7/7/7/7 b ko=D4`, and drawn with their coordinates.

use phidelta_rules::{Area, Board as TextBoard, Dimensions, Player, PositionError, read_side};

use super::board::Board;
use super::{COLUMNS, Colour, LARGEST_SIDE, Point, Position, point_name, read_point};

/// The letters of the two colours.
const LETTERS: [char; 2] = ['b', 'w'];
/// How a position is written, for comparison.
const EXAMPLE: &str = "5/5/2bw1/5/5 b";

/// What is shown of a position besides its stones.
#[derive(Clone, Default, Debug)]
pub struct Marks {
    /// The stones whose life is asked for.
    pub targets: Area,
    /// The points on which may be played.
    pub region: Area,
    /// Empty points with a sign of their own.
    pub labels: Vec<(Point, char)>,
}

impl Position {
    /// An empty board.
    pub fn empty(side: usize) -> Self {
        Position { side, stones: [Area::EMPTY; 2], turn: Colour::Black, ko: None }
    }

    /// Reads rows from the top, with `b`, `w` and numbers of empty points, separated by `/`; then the
    /// side to move; then, if there is a point on which a ko may not be taken back, `ko=` and that.
    /// The number of rows is the side of the board.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_whitespace();
        let rows = words
            .next()
            .ok_or_else(|| PositionError::Missing { part: "the board", example: EXAMPLE.into() })?;
        let side = rows.split('/').count();
        if side > LARGEST_SIDE {
            let message = format!("the board has {side} rows; at most {LARGEST_SIDE} are possible");
            return Err(PositionError::Other(message));
        }
        let board = TextBoard::read(rows, Dimensions { columns: side, rows: side }, &LETTERS)?;
        let mut words = words.peekable();
        let turn = match read_side(words.next().into_iter(), LETTERS, EXAMPLE)? {
            Player::Max => Colour::Black,
            Player::Min => Colour::White,
        };
        let ko = match words.peek().and_then(|word| word.strip_prefix("ko=")) {
            Some(point) => {
                words.next();
                Some(read_point(point, side)?)
            }
            None => None,
        };
        if let Some(text) = words.next() {
            return Err(PositionError::Trailing { text: text.into() });
        }
        let mut position = Position { turn, ko, ..Position::empty(side) };
        for (point, &stone) in board.squares.iter().enumerate().filter(|(_, stone)| **stone > 0) {
            position.stones[stone as usize - 1].insert(point);
        }
        position.check()?;
        Ok(position)
    }

    /// Writes it as [`Position::read`] reads it.
    pub fn write(&self) -> String {
        let mut board = TextBoard::empty(Dimensions { columns: self.side, rows: self.side });
        for (symbol, stones) in (1..).zip(&self.stones) {
            stones.iter().for_each(|point| board.squares[point] = symbol);
        }
        let ko = self
            .ko
            .map_or_else(String::new, |point| format!(" ko={}", point_name(point, self.side)));
        format!("{} {}{ko}", board.write(&LETTERS), LETTERS[self.turn as usize])
    }

    /// Sees whether it can be a position: all chains have liberties, and a ko is one.
    ///
    /// # Errors
    /// What cannot be.
    pub fn check(&self) -> Result<(), PositionError> {
        let board = Board::new(self);
        let name = |point| point_name(point, self.side);
        let stones = (self.stones[0] | self.stones[1]).iter().map(|point| point as Point);
        if let Some(stone) = stones.into_iter().find(|&stone| board.liberties(stone) == 0) {
            let message = format!("the stones of {} have no liberty; remove them", name(stone));
            return Err(PositionError::Other(message));
        }
        match self.ko {
            Some(point) if !self.is_ko(&board, point) => {
                let message = format!(
                    "nothing can have been taken on {} by a stone that could be taken back; leave \
                     ko= out",
                    name(point)
                );
                Err(PositionError::Other(message))
            }
            _ => Ok(()),
        }
    }

    /// Whether a single stone, which now could be taken back there, can have taken one on this point.
    fn is_ko(&self, board: &Board, point: Point) -> bool {
        let around = board.neighbours(point);
        let mut in_atari = around
            .iter()
            .filter(|&&stone| board.colour_at(stone).is_some() && board.liberties(stone) == 1);
        board.is_empty(point)
            && around.iter().all(|&stone| board.colour_at(stone) == Some(!self.turn))
            && in_atari.next().is_some_and(|&stone| board.size(stone) == 1)
            && in_atari.next().is_none()
    }

    /// Draws the board with its coordinates: `X` Black, `O` White, `#` and `@` stones of theirs that
    /// are marked, `,` points of the region, `+` points that are marked on every board of that side.
    pub fn draw(&self, marks: &Marks) -> String {
        let letters = COLUMNS[..self.side].iter().map(|&letter| format!(" {}", letter as char));
        let letters = format!("   {}\n", letters.collect::<String>());
        let mut text = letters.clone();
        for row in (0..self.side).rev() {
            let number = row + 1;
            text += &format!("{number:>2} ");
            for column in 0..self.side {
                text.push(' ');
                text.push(self.sign((column + self.side * row) as Point, marks));
            }
            text += &format!("  {number}\n");
        }
        text + &letters
    }

    fn sign(&self, point: Point, marks: &Marks) -> char {
        let is_target = marks.targets.contains(point as usize);
        let label = marks.labels.iter().find(|(labelled, _)| *labelled == point);
        match (self.colour_at(point), label) {
            (Some(Colour::Black), _) if is_target => '#',
            (Some(Colour::White), _) if is_target => '@',
            (Some(Colour::Black), _) => 'X',
            (Some(Colour::White), _) => 'O',
            (None, Some((_, sign))) => *sign,
            (None, None) if marks.region.contains(point as usize) => ',',
            (None, None) if is_star(point as usize, self.side) => '+',
            (None, None) => '.',
        }
    }

    /// The colour of the stone on a point.
    pub fn colour_at(&self, point: Point) -> Option<Colour> {
        Colour::BOTH
            .into_iter()
            .find(|&colour| self.stones[colour as usize].contains(point as usize))
    }
}

/// Whether the point is one of those that boards of this side have marked.
fn is_star(point: usize, side: usize) -> bool {
    if side < 7 {
        return false;
    }
    let line = if side < 12 { 2 } else { 3 };
    let corner = |number: usize| number == line || number == side - 1 - line;
    let middle = |number: usize| side % 2 == 1 && number == side / 2;
    let (column, row) = (point % side, point / side);
    match (corner(column), corner(row)) {
        (true, true) => true,
        (false, false) => middle(column) && middle(row),
        _ => side > 14 && (middle(column) || middle(row)),
    }
}

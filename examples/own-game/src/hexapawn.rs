//! Hexapawn (Gardner 1962), on boards of 3 to 8 columns and rows: pawns move one square ahead and take diagonally
//! ahead; who reaches the last row, or leaves the opponent without a move, wins.

use phidelta::prelude::*;
use phidelta::rules::{Board, Dimensions};

/// The rules, with the size of the board.
pub struct Hexapawn {
    size: Dimensions,
}

/// White's pawns and Black's as bits, square a1 first, and whose turn it is: Max is White.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pawns: [u64; 2],
    turn: Player,
}

impl Hexapawn {
    fn row(&self, row: usize) -> u64 {
        (0..self.size.columns).map(|column| 1 << self.size.square(column, row)).sum()
    }

    /// The squares that a pawn can go to: ahead, and where it takes.
    fn targets(&self, state: &State, from: u8) -> impl Iterator<Item = u8> {
        let (column, row) = (from as usize % self.size.columns, from as usize / self.size.columns);
        let row = if state.turn == Player::Max { row + 1 } else { row - 1 };
        let [own, other] = [state.pawns[state.turn as usize], state.pawns[!state.turn as usize]];
        let (size, columns) = (self.size, column.saturating_sub(1)..=(column + 1).min(self.size.columns - 1));
        columns.map(move |to| (to, size.square(to, row))).filter_map(move |(to, square)| {
            let ahead = to == column && (own | other) >> square & 1 == 0;
            let takes = to != column && other >> square & 1 == 1;
            (ahead || takes).then_some(square as u8)
        })
    }
}

impl Game for Hexapawn {
    type State = State;
    type Move = (u8, u8);
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State { pawns: [self.row(0), self.row(self.size.rows - 1)], turn: Player::Max }
    }

    fn status(&self, state: &State) -> Status<Outcome> {
        let last = if state.turn == Player::Max { self.row(0) } else { self.row(self.size.rows - 1) };
        let arrived = state.pawns[!state.turn as usize] & last != 0;
        if arrived { Status::Over(Outcome::win(!state.turn)) } else { Status::Turn(state.turn) }
    }

    fn moves(&self, state: &State, out: &mut impl Extend<(u8, u8)>) {
        let pawns = state.pawns[state.turn as usize];
        for from in (0..64u8).filter(|&square| pawns >> square & 1 == 1) {
            out.extend(self.targets(state, from).map(|to| (from, to)));
        }
    }

    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn)
    }

    fn play(&self, state: &mut State, (from, to): (u8, u8)) {
        state.pawns[state.turn as usize] ^= 1 << from | 1 << to;
        state.pawns[!state.turn as usize] &= !(1 << to);
        state.turn = !state.turn;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }
}

const SYMBOLS: [char; 2] = ['w', 'b'];

impl Notation for Hexapawn {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.size, &SYMBOLS)?;
        let turn = phidelta::rules::read_side(words, SYMBOLS, "bbb/3/www w")?;
        Ok(State { pawns: board.sets::<2>(), turn })
    }

    fn write_position(&self, state: &State) -> String {
        let board = Board::with_sets(self.size, state.pawns).write(&SYMBOLS);
        format!("{board} {}", SYMBOLS[state.turn as usize])
    }

    fn write_move(&self, _: &State, (from, to): (u8, u8)) -> String {
        self.size.name(from.into()) + &self.size.name(to.into())
    }

    fn draw(&self, state: &State) -> String {
        Board::with_sets(self.size, state.pawns).draw(&SYMBOLS, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["white", "black"][player as usize]
    }
}

impl Catalogued for Hexapawn {
    type Guide = NoGuide;

    const NAME: &'static str = "hexapawn";
    const SUMMARY: &'static str = "pawns that want to reach the other side";
    const PARAMETERS: &'static str = "COLUMNSxROWS, 3x3 to 8x8; usual 3x3";
    const MANUAL: &'static str = "\
Pawns move one square ahead and take diagonally ahead. Who reaches the last
row, or leaves the opponent without a move, wins. White begins.

A position is written row by row from the top, with w, b, and digits for runs
of empty squares, and then the side to move:

    bbb/3/www w         the beginning
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let size = Dimensions::parse(if text.is_empty() { "3x3" } else { text }, "4x5", 8, 64)?;
        if size.rows < 3 {
            let (name, value) = ("the number of rows", size.rows as u64);
            return Err(ParameterError::Range { name, value, range: "3 to 8".into() });
        }
        Ok(Hexapawn { size })
    }

    fn parameters(&self) -> String {
        format!("{}x{}", self.size.columns, self.size.rows)
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}

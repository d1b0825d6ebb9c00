//! Domineering (Göran Andersson; Conway, Gardner 1974): one player lays dominoes upright, the
//! other lays them flat, and who cannot move loses.

#![forbid(unsafe_code)]

mod entry;

pub use entry::ENTRY;

use phidelta_rules::bits::{Bits, first};
use phidelta_rules::{
    Acyclic, Board, Catalogued, Dimensions, Game, NoGuide, Notation, Outcome, ParameterError,
    Player, PositionError, Status, read_side, zobrist,
};

const COVERED: [char; 1] = ['#'];
const SIDES: [char; 2] = ['v', 'h'];
const TURNS: [u64; 2] = zobrist::table(0xd001);

/// Domineering on a board of some size.
#[derive(Clone, Debug)]
pub struct Domineering {
    size: Dimensions,
    last_column: u64,
}

/// A position: the squares that a domino may still cover, with Vertical (Max) or Horizontal (Min)
/// to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Never an empty square without an empty neighbour: it is of no use to anyone, and positions
    /// that differ in such squares are the same position.
    free: u64,
    turn: Player,
}

impl Domineering {
    /// The game on a board of this size, of at most 64 squares and 26 columns.
    pub fn new(size: Dimensions) -> Self {
        assert!(size.squares() <= 64 && size.columns <= 26);
        let last_column = (1..=size.rows).fold(0, |set, row| set | 1 << (row * size.columns - 1));
        Domineering { size, last_column }
    }

    /// The squares that, with the one above, are in `free`.
    #[inline]
    fn upright(&self, free: u64) -> u64 {
        free & free >> self.size.columns
    }

    /// The squares that, with the one to the right, are in `free`.
    #[inline]
    fn flat(&self, free: u64) -> u64 {
        free & free >> 1 & !self.last_column
    }

    /// `free` without the squares that have no neighbour in it.
    #[inline]
    fn usable(&self, free: u64) -> u64 {
        let (upright, flat) = (self.upright(free), self.flat(free));
        upright | upright << self.size.columns | flat | flat << 1
    }

    /// The square that a domino at `square` covers besides.
    #[inline]
    fn partner(&self, player: Player, square: u8) -> usize {
        square as usize + [self.size.columns, 1][player as usize]
    }
}

impl Game for Domineering {
    type State = State;
    /// The lower, or left, one of the two squares.
    type Move = u8;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State { free: self.usable(first(self.size.squares())), turn: Player::Max }
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        Status::Turn(state.turn)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u8>) {
        out.extend(Bits(match state.turn {
            Player::Max => self.upright(state.free),
            Player::Min => self.flat(state.free),
        }));
    }

    #[inline]
    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn)
    }

    #[inline]
    fn play(&self, state: &mut State, square: u8) {
        let domino = 1 << square | 1 << self.partner(state.turn, square);
        state.free = self.usable(state.free & !domino);
        state.turn = !state.turn;
    }

    #[inline]
    fn status_after(&self, state: &State, _: u8) -> Status<Outcome> {
        Status::Turn(!state.turn)
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        zobrist::scramble(state.free ^ TURNS[state.turn as usize])
    }
}

impl Notation for Domineering {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.size, &COVERED)?;
        let example = self.write_position(&self.initial());
        let turn = read_side(words, SIDES, &example)?;
        let [covered] = board.sets();
        Ok(State { free: self.usable(first(self.size.squares()) & !covered), turn })
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", self.board(state).write(&COVERED), SIDES[state.turn as usize])
    }

    fn write_move(&self, state: &State, square: u8) -> String {
        let partner = self.partner(state.turn, square);
        format!("{}-{}", self.size.name(square as usize), self.size.name(partner))
    }

    fn draw(&self, state: &State) -> String {
        self.board(state).draw(&COVERED, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["vertical", "horizontal"][player as usize]
    }
}

impl Domineering {
    fn board(&self, state: &State) -> Board {
        Board::with_sets(self.size, [!state.free])
    }
}

impl Catalogued for Domineering {
    type Guide = NoGuide;

    const NAME: &'static str = "domineering";
    const SUMMARY: &'static str = "dominoes, upright against flat; who cannot move loses";
    const PARAMETERS: &'static str =
        "ROWSxCOLUMNS; at most 64 squares and 26 rows or columns; usual 8x8";
    const MANUAL: &'static str = "\
Two players, Vertical and Horizontal, take turns to lay a domino on two empty
neighbouring squares: Vertical upright, Horizontal flat. Vertical starts,
unless the position says otherwise. Who cannot move loses.

A move is written with both squares, a1-a2 (upright) or a1-b1 (flat).

A position is written row by row from the top, with # for covered squares and
digits for runs of empty ones (or a dot for each), and then the side to move,
v or h. Nobody can use an empty square whose neighbours are all covered: it is
shown as covered.

    4/#3/#3/4 h         on 4x4: a domino on a2-a3, Horizontal to move
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let text = if text.is_empty() { "8x8" } else { text };
        let swapped = Dimensions::parse(text, "5x4", 26, 64).map_err(|error| match error {
            ParameterError::Form { text, example, .. } => {
                ParameterError::Form { text, form: "ROWSxCOLUMNS", example }
            }
            ParameterError::Range { name: "the number of columns", value, range } => {
                ParameterError::Range { name: "the number of rows", value, range }
            }
            ParameterError::Range { name: "the number of rows", value, range } => {
                ParameterError::Range { name: "the number of columns", value, range }
            }
            other => other,
        })?;
        Ok(Domineering::new(Dimensions { columns: swapped.rows, rows: swapped.columns }))
    }

    fn parameters(&self) -> String {
        format!("{}x{}", self.size.rows, self.size.columns)
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}

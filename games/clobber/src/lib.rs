//! Clobber (Albert, Grossman & Nowakowski 2001): a stone moves onto a neighbouring enemy stone and
//! removes it; who cannot move loses.

#![forbid(unsafe_code)]

mod entry;

pub use entry::ENTRY;

use phidelta_rules::bits::Bits;
use phidelta_rules::{
    Acyclic, Board, Catalogued, Dimensions, Game, NoGuide, Notation, Outcome, ParameterError,
    Player, PositionError, Status, read_side, zobrist,
};

const SYMBOLS: [char; 2] = ['x', 'o'];
const TURNS: [u64; 2] = zobrist::table(0xcb01);

/// Clobber on a board of some size.
#[derive(Clone, Debug)]
pub struct Clobber {
    size: Dimensions,
    first_column: u64,
    last_column: u64,
}

/// A position: the stones of x (Max) and o (Min).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Never a group of neighbouring stones that has only one colour: it will never move or be
    /// clobbered, and positions that differ in such groups are the same position.
    stones: [u64; 2],
    turn: Player,
}

/// A move of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Clobber {
    /// The game on a board of this size, of at most 64 squares and 26 columns.
    pub fn new(size: Dimensions) -> Self {
        assert!(size.squares() <= 64 && size.columns <= 26);
        let first_column = (0..size.rows).fold(0, |set, row| set | 1 << size.square(0, row));
        Clobber { size, first_column, last_column: first_column << (size.columns - 1) }
    }

    /// The set moved by one square up, right, down and left, each with what it adds to a
    /// square's number. Squares above the top row may be set beyond the board.
    #[inline]
    fn shifted(&self, set: u64) -> [(u64, i32); 4] {
        let columns = self.size.columns;
        [
            (set << columns, columns as i32),
            ((set & !self.last_column) << 1, 1),
            (set >> columns, -(columns as i32)),
            ((set & !self.first_column) >> 1, -1),
        ]
    }

    #[inline]
    fn neighbours(&self, set: u64) -> u64 {
        self.shifted(set).into_iter().fold(0, |all, (moved, _)| all | moved)
    }

    /// The stones without the groups of one colour.
    #[inline]
    fn lively(&self, [x, o]: [u64; 2]) -> [u64; 2] {
        let mut lively = x & self.neighbours(o) | o & self.neighbours(x);
        loop {
            let grown = lively | self.neighbours(lively) & (x | o);
            if grown == lively {
                return [x & lively, o & lively];
            }
            lively = grown;
        }
    }
}

impl Game for Clobber {
    type State = State;
    type Move = Step;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        let mut stones = [0u64; 2];
        for square in 0..self.size.squares() {
            let (column, row) = (square % self.size.columns, square / self.size.columns);
            stones[(column + row) % 2] |= 1 << square;
        }
        State { stones: self.lively(stones), turn: Player::Max }
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        Status::Turn(state.turn)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Step>) {
        let (own, other) = (state.stones[state.turn as usize], state.stones[!state.turn as usize]);
        for (moved, way) in self.shifted(own) {
            out.extend(Bits(moved & other).map(|to| Step { from: (to as i32 - way) as u8, to }));
        }
    }

    #[inline]
    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn)
    }

    #[inline]
    fn play(&self, state: &mut State, step: Step) {
        state.stones[state.turn as usize] ^= 1 << step.from | 1 << step.to;
        state.stones[!state.turn as usize] ^= 1 << step.to;
        state.stones = self.lively(state.stones);
        state.turn = !state.turn;
    }

    #[inline]
    fn status_after(&self, state: &State, _: Step) -> Status<Outcome> {
        Status::Turn(!state.turn)
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let [x, o] = state.stones;
        let mixed = zobrist::scramble(x ^ TURNS[state.turn as usize]);
        zobrist::scramble(mixed.wrapping_add(o))
    }
}

impl Notation for Clobber {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), self.size, &SYMBOLS)?;
        let example = self.write_position(&self.initial());
        let turn = read_side(words, SYMBOLS, &example)?;
        Ok(State { stones: self.lively(board.sets()), turn })
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", self.board(state).write(&SYMBOLS), SYMBOLS[state.turn as usize])
    }

    fn write_move(&self, _: &State, step: Step) -> String {
        let [from, to] = [step.from, step.to].map(|square| self.size.name(square as usize));
        format!("{from}-{to}")
    }

    fn draw(&self, state: &State) -> String {
        self.board(state).draw(&SYMBOLS, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["x", "o"][player as usize]
    }
}

impl Clobber {
    fn board(&self, state: &State) -> Board {
        Board::with_sets(self.size, state.stones)
    }
}

impl Catalogued for Clobber {
    type Guide = NoGuide;

    const NAME: &'static str = "clobber";
    const SUMMARY: &'static str = "stones move onto enemy neighbours; who cannot move loses";
    const PARAMETERS: &'static str =
        "COLUMNSxROWS; at most 64 squares and 26 columns or rows; usual 5x6";
    const MANUAL: &'static str = "\
The stones of x and o fill the board like a checkerboard, with x on a1. In
turns, x first, a player moves one own stone onto a neighbouring square (not
diagonally) that holds an enemy stone, which is removed. Who cannot move
loses.

A move is written with both squares, a1-a2.

A position is written row by row from the top, with x, o, and digits for runs
of empty squares (or a dot for each), and then the side to move. Neighbouring
stones that are all of one colour, and touch no other stone, have no part in
the game any more: they are not shown.

    xox1/ox2/xo2 o      on 4x3: o to move can play b3-a3, b3-c3, and more
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let text = if text.is_empty() { "5x6" } else { text };
        Ok(Clobber::new(Dimensions::parse(text, "5x6", 26, 64)?))
    }

    fn parameters(&self) -> String {
        format!("{}x{}", self.size.columns, self.size.rows)
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}

//! Connect Four (Wexler & Strongin 1974): stones fall to the bottom of their column, and four in a
//! row win. Solved by Allen and by Allis in 1988: on 7x6 the first player wins.

#![forbid(unsafe_code)]

mod entry;
mod guide;
mod notation;

pub use entry::ENTRY;
pub use guide::Threats;

use phidelta_rules::bits::Bits;
use phidelta_rules::{Acyclic, Dimensions, Game, Outcome, Player, Status, zobrist};

const STONES: [[u64; 64]; 2] = [zobrist::table(0xc401), zobrist::table(0xc402)];

/// Connect Four on a board of some size.
///
/// Squares are numbered up each column, column after column: what lies above a square is its
/// number + 1.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    size: Dimensions,
    board: u64,
    /// The lowest square of each column.
    floor: u64,
    /// The squares of the rows 1, 3, 5 and so on.
    odd_rows: u64,
    directions: [Direction; 4],
}

/// One of the four directions in which a row of four may lie.
#[derive(Clone, Copy, Default, Debug)]
struct Direction {
    /// The difference of neighbours' numbers; 0 if no four fits the board.
    step: u32,
    /// The squares from which a four in this direction fits the board. They make a border
    /// between the columns needless: no four that starts here can wrap around an edge.
    starts: u64,
}

/// A position: the stones of x (Max) and o (Min).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: [u64; 2],
    turn: Player,
    won: bool,
    key: u64,
}

impl ConnectFour {
    /// The game on a board of this size, of at most 64 squares and 26 columns and rows.
    pub fn new(size: Dimensions) -> Self {
        assert!(size.squares() <= 64 && size.columns <= 26 && size.rows <= 26);
        let (columns, rows) = (size.columns as i32, size.rows as i32);
        let set = |contains: &dyn Fn(i32, i32) -> bool| {
            (0..columns * rows)
                .filter(|square| contains(square / rows, square % rows))
                .fold(0u64, |set, square| set | 1 << square)
        };
        let direction = |(right, up): (i32, i32)| {
            let starts = set(&|column, row| {
                column + 3 * right < columns && (0..rows).contains(&(row + 3 * up))
            });
            Direction { step: if starts == 0 { 0 } else { (right * rows + up) as u32 }, starts }
        };
        ConnectFour {
            size,
            board: set(&|_, _| true),
            floor: set(&|_, row| row == 0),
            odd_rows: set(&|_, row| row % 2 == 0),
            directions: [(0, 1), (1, 0), (1, 1), (1, -1)].map(direction),
        }
    }

    /// The squares on which a stone may come to rest.
    #[inline]
    fn landing(&self, state: &State) -> u64 {
        let taken = state.stones[0] | state.stones[1];
        (taken << 1 | self.floor) & !taken & self.board
    }

    #[inline]
    fn has_four(&self, stones: u64) -> bool {
        self.directions.iter().any(|&Direction { step, starts }| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) & starts != 0
        })
    }

    /// The number of a square, as above, from a column and a row.
    fn square(&self, column: usize, row: usize) -> usize {
        column * self.size.rows + row
    }
}

impl Game for ConnectFour {
    type State = State;
    /// The square on which the stone comes to rest.
    type Move = u8;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State { stones: [0; 2], turn: Player::Max, won: false, key: 0 }
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if state.won { Status::Over(Outcome::win(!state.turn)) } else { Status::Turn(state.turn) }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u8>) {
        out.extend(Bits(self.landing(state)));
    }

    fn stuck(&self, _: &State) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn play(&self, state: &mut State, square: u8) {
        state.key = self.key_after(state, square);
        let own = &mut state.stones[state.turn as usize];
        *own |= 1 << square;
        state.won = self.has_four(*own);
        state.turn = !state.turn;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    /// (The side to move follows from the stones.)
    #[inline]
    fn key_after(&self, state: &State, square: u8) -> u64 {
        state.key ^ STONES[state.turn as usize][square as usize]
    }

    #[inline]
    fn status_after(&self, state: &State, square: u8) -> Status<Outcome> {
        if self.has_four(state.stones[state.turn as usize] | 1 << square) {
            Status::Over(Outcome::win(state.turn))
        } else {
            Status::Turn(!state.turn)
        }
    }
}

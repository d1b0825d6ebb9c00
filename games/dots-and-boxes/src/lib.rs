//! Dots and boxes (Lucas 1889): draw an edge between two dots; who closes a box scores it and
//! draws again.
//!
//! Edges are numbered row by row from the bottom, a row of horizontal edges and then the vertical
//! ones above it. A box whose lower edge has number `e`, on a board of `c` columns, then has the
//! edges `e`, `e + c` (left), `e + c + 1` (right) and `e + 2c + 1` (upper), whichever box it is:
//! all closed boxes are found at once by three shifts.

#![forbid(unsafe_code)]

mod entry;
mod notation;

pub use entry::ENTRY;

use phidelta_rules::{Acyclic, Dimensions, Game, ParameterError, Player, Score, Status, zobrist};

const MOST_EDGES: usize = 64;
/// A word for each side to move and score; no board has more than 25 boxes.
const STANDINGS: [[u64; 64]; 2] = [zobrist::table(0x3c01), zobrist::table(0x3c02)];

/// Dots and boxes on a board of some size.
#[derive(Clone, Debug)]
pub struct DotsAndBoxes {
    /// Columns and rows of boxes.
    size: Dimensions,
    /// All edges.
    edges: u64,
    /// The lower edges of all boxes.
    boxes: u64,
}

/// A position: the edges that are drawn, and what the first player has more than the second.
///
/// The score belongs to it, as the value of the game is the score at its end. Who owns which box
/// does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    edges: u64,
    score: i8,
    turn: Player,
}

impl DotsAndBoxes {
    /// The game on this many columns and rows of boxes.
    ///
    /// # Errors
    /// If there is no box, or there are more than 64 edges.
    pub fn new(size: Dimensions) -> Result<Self, ParameterError> {
        let Dimensions { columns, rows } = size;
        if columns == 0 || rows == 0 {
            let range = "at least 1".to_string();
            return Err(ParameterError::Range { name: "the number of boxes", value: 0, range });
        }
        let count = columns.saturating_mul(2).saturating_add(1).saturating_mul(rows);
        let count = count.saturating_add(columns);
        if count > MOST_EDGES {
            let (value, range) = (count as u64, format!("at most {MOST_EDGES}"));
            return Err(ParameterError::Range { name: "the number of edges", value, range });
        }
        let edges = u64::MAX >> (MOST_EDGES - count);
        let row = (1 << columns) - 1;
        let boxes = (0..rows).fold(0, |boxes, at| boxes | row << (at * (2 * columns + 1)));
        Ok(DotsAndBoxes { size, edges, boxes })
    }

    /// The boxes with all four edges drawn, each as its lower edge.
    #[inline]
    fn closed(&self, edges: u64) -> u64 {
        let left = self.size.columns;
        self.boxes & edges & edges >> left & edges >> (left + 1) & edges >> (2 * left + 1)
    }

    #[inline]
    fn after(&self, state: &State, edge: u8) -> State {
        let edges = state.edges | 1 << edge;
        let gained = (self.closed(edges) & !self.closed(state.edges)).count_ones() as i8;
        match (gained, state.turn) {
            (0, turn) => State { edges, turn: !turn, ..*state },
            (_, Player::Max) => State { edges, score: state.score + gained, ..*state },
            (_, Player::Min) => State { edges, score: state.score - gained, ..*state },
        }
    }
}

impl Game for DotsAndBoxes {
    type State = State;
    type Move = u8;
    type Value = Score;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State { edges: 0, score: 0, turn: Player::Max }
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Score> {
        if state.edges == self.edges {
            Status::Over(self.stuck(state))
        } else {
            Status::Turn(state.turn)
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u8>) {
        let mut left = self.edges & !state.edges;
        out.extend(std::iter::from_fn(|| {
            let edge = left.trailing_zeros() as u8;
            let some = left != 0;
            left &= left.wrapping_sub(1);
            some.then_some(edge)
        }));
    }

    #[inline]
    fn stuck(&self, state: &State) -> Score {
        Score(state.score as i32)
    }

    #[inline]
    fn play(&self, state: &mut State, edge: u8) {
        *state = self.after(state, edge);
    }

    fn values(&self) -> Vec<Score> {
        let boxes = self.size.squares() as i32;
        (-boxes..=boxes).step_by(2).map(Score).collect()
    }

    /// A bijection of the edges for each side to move and score, so that collisions are rarer than
    /// with a random word for each edge.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let standing = STANDINGS[state.turn as usize][(state.score + 32) as usize];
        zobrist::scramble(state.edges ^ standing)
    }

    #[inline]
    fn key_after(&self, state: &State, edge: u8) -> u64 {
        self.key(&self.after(state, edge))
    }
}

//! Breakthrough (Dan Troyka 2000): pawns that only go forward, and the first to reach the far row
//! wins.

#![forbid(unsafe_code)]

mod entry;
mod guide;
mod notation;

pub use entry::ENTRY;
pub use guide::Rows;

use phidelta_rules::bits::{Bits, first};
use phidelta_rules::{Acyclic, Dimensions, Game, Outcome, Player, Status, zobrist};

const PAWNS: [[u64; 64]; 2] = [zobrist::table(0xb401), zobrist::table(0xb402)];
const TURN: u64 = zobrist::scramble(0xb403);

/// Breakthrough on a board of some size.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    size: Dimensions,
    pawn_rows: usize,
    first_column: u64,
    last_column: u64,
    /// The row that White's, and Black's, pawns want to reach.
    goals: [u64; 2],
}

/// A position: the pawns of White (Max) and Black (Min).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pawns: [u64; 2],
    turn: Player,
    key: u64,
}

/// A move of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Breakthrough {
    /// The game on a board of this size, of at least two columns and at most 64 squares, with
    /// this many full rows of pawns a side.
    pub fn new(size: Dimensions, pawn_rows: usize) -> Self {
        assert!((2..=26).contains(&size.columns) && size.squares() <= 64);
        assert!(pawn_rows > 0 && 2 * pawn_rows <= size.rows);
        let first_column = (0..size.rows).fold(0, |set, row| set | 1 << size.square(0, row));
        let first_row = (1 << size.columns) - 1;
        Breakthrough {
            size,
            pawn_rows,
            first_column,
            last_column: first_column << (size.columns - 1),
            goals: [first_row << (size.squares() - size.columns), first_row],
        }
    }

    /// How many rows of pawns a side has where the parameters do not say.
    fn usual_pawn_rows(size: Dimensions) -> usize {
        if size.rows < 4 { 1 } else { 2 }
    }

    /// How much a square's number grows by a step straight ahead.
    fn forward(&self, player: Player) -> i32 {
        match player {
            Player::Max => self.size.columns as i32,
            Player::Min => -(self.size.columns as i32),
        }
    }

    /// The squares that pawns of the player to move can go to by a step ahead and `side` to the
    /// right. No pawn stands on its last row, where the game is over, so that no step leaves the
    /// board ahead.
    #[inline]
    fn targets(&self, state: &State, side: i32) -> u64 {
        let ahead = |pawns: u64| match state.turn {
            Player::Max => pawns << self.size.columns,
            Player::Min => pawns >> self.size.columns,
        };
        let own = state.pawns[state.turn as usize];
        match side {
            0 => ahead(own) & !(state.pawns[0] | state.pawns[1]),
            1 => ahead(own & !self.last_column) << 1 & !own,
            _ => ahead(own & !self.first_column) >> 1 & !own,
        }
    }

    fn has_won(&self, state: &State, player: Player) -> bool {
        let (own, other) = (state.pawns[player as usize], state.pawns[!player as usize]);
        own & self.goals[player as usize] != 0 || other == 0
    }
}

impl Game for Breakthrough {
    type State = State;
    type Move = Step;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        let pawns = self.pawn_rows * self.size.columns;
        let white = first(pawns);
        State::new([white, white << (self.size.squares() - pawns)], Player::Max)
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if self.has_won(state, !state.turn) {
            Status::Over(Outcome::win(!state.turn))
        } else {
            Status::Turn(state.turn)
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Step>) {
        let forward = self.forward(state.turn);
        for side in [0, 1, -1] {
            out.extend(Bits(self.targets(state, side)).map(|to| {
                let from = (to as i32 - forward - side) as u8;
                Step { from, to }
            }));
        }
    }

    /// (It cannot happen: the foremost pawn always has a free square, or an enemy, before it.)
    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn)
    }

    #[inline]
    fn play(&self, state: &mut State, step: Step) {
        state.key = self.key_after(state, step);
        state.pawns[state.turn as usize] ^= 1 << step.from | 1 << step.to;
        state.pawns[!state.turn as usize] &= !(1 << step.to);
        state.turn = !state.turn;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn key_after(&self, state: &State, step: Step) -> u64 {
        let (own, other) = (state.turn as usize, !state.turn as usize);
        let (from, to) = (step.from as usize, step.to as usize);
        let captured = state.pawns[other] >> to & 1;
        state.key ^ PAWNS[own][from] ^ PAWNS[own][to] ^ (PAWNS[other][to] * captured) ^ TURN
    }

    #[inline]
    fn status_after(&self, state: &State, step: Step) -> Status<Outcome> {
        let to = 1 << step.to;
        let left = state.pawns[!state.turn as usize] & !to;
        if to & self.goals[state.turn as usize] != 0 || left == 0 {
            Status::Over(Outcome::win(state.turn))
        } else {
            Status::Turn(!state.turn)
        }
    }
}

impl State {
    fn new(pawns: [u64; 2], turn: Player) -> Self {
        let mut key = if turn == Player::Min { TURN } else { 0 };
        for (pawns, words) in pawns.into_iter().zip(&PAWNS) {
            key = Bits(pawns).fold(key, |key, square| key ^ words[square as usize]);
        }
        State { pawns, turn, key }
    }
}

//! Dodgem (Colin Vout 1972): cars that cross each other's way and want to leave the board first.
//!
//! The rules are those of Berlekamp, Conway and Guy, Winning Ways, as told in Wikipedia,
//! Dodgem: who has no legal move, since all cars are gone or are blocked, wins. (GamesCrafters of
//! Berkeley play it otherwise: who is blocked loses.) A player whose last car leaves the board has
//! won at once: the opponent still has a car, and the foremost of them has nothing before it.

#![forbid(unsafe_code)]

mod entry;
mod notation;

pub use entry::ENTRY;

use phidelta_rules::bits::Bits;
use phidelta_rules::{
    Cyclic, Dimensions, Game, Outcome, Player, Recurrence, Status, WithCycles, zobrist,
};

const CARS: [[u64; 64]; 2] = [zobrist::table(0xd0d1), zobrist::table(0xd0d2)];
const TURN: u64 = zobrist::scramble(0xd0d3);

/// Dodgem on a square board.
#[derive(Clone, Debug)]
pub struct Dodgem {
    size: Dimensions,
    first_column: u64,
    last_column: u64,
    first_row: u64,
    last_row: u64,
}

/// A position: the cars of Black (Max), which go to the right, and of White (Min), which go up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cars: [u64; 2],
    key: u64,
    turn: Player,
}

/// A move of a car to another square, or off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drive {
    from: u8,
    /// [`OFF`] if it leaves the board.
    to: u8,
}

/// What a car that leaves the board reaches.
const OFF: u8 = 64;

impl Drive {
    /// The square that the car reaches, as a set; nothing if it leaves the board.
    #[inline]
    fn target(self) -> u64 {
        if self.to == OFF { 0 } else { 1 << self.to }
    }
}

impl State {
    fn new(cars: [u64; 2], turn: Player) -> Self {
        let mut key = if turn == Player::Min { TURN } else { 0 };
        for (cars, words) in cars.into_iter().zip(&CARS) {
            key = Bits(cars).fold(key, |key, square| key ^ words[usize::from(square)]);
        }
        State { cars, key, turn }
    }

    /// The cars of the player to move after a move.
    #[inline]
    fn cars_after(&self, drive: Drive) -> u64 {
        self.cars[self.turn as usize] ^ (1 << drive.from | drive.target())
    }
}

impl Dodgem {
    /// The game on a board with sides of this length, 2 to 8.
    pub fn new(side: usize) -> Self {
        assert!((2..=8).contains(&side));
        let size = Dimensions { columns: side, rows: side };
        let first_column = (0..side).fold(0, |set, row| set | 1 << size.square(0, row));
        let first_row = (1 << side) - 1;
        Dodgem {
            size,
            first_column,
            last_column: first_column << (side - 1),
            first_row,
            last_row: first_row << (side * (side - 1)),
        }
    }

    /// The three ways of a player's cars, ahead and to both sides: how much the number of the
    /// square grows, and from where a step would leave the board.
    #[inline]
    fn ways(&self, player: Player) -> [(i8, u64); 3] {
        let up = self.size.columns as i8;
        match player {
            Player::Max => [(1, self.last_column), (up, self.last_row), (-up, self.first_row)],
            Player::Min => [(up, self.last_row), (1, self.last_column), (-1, self.first_column)],
        }
    }

    /// How many cars a player starts with.
    fn cars(&self) -> u32 {
        self.size.columns as u32 - 1
    }
}

impl Game for Dodgem {
    type State = State;
    type Move = Drive;
    type Value = Outcome;
    type Graph = WithCycles;

    fn initial(&self) -> State {
        State::new([self.first_column & !1, self.first_row & !1], Player::Max)
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if state.cars[!state.turn as usize] == 0 {
            Status::Over(Outcome::win(!state.turn))
        } else {
            Status::Turn(state.turn)
        }
    }

    /// By the square that is left; from each, ahead, and then to both sides: Black up and down,
    /// White to the right and to the left.
    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Drive>) {
        let taken = state.cars[0] | state.cars[1];
        let [ahead, sideways @ ..] = self.ways(state.turn);
        for from in Bits(state.cars[state.turn as usize]) {
            let to = |by: i8| from.wrapping_add_signed(by);
            if ahead.1 >> from & 1 == 1 {
                out.extend([Drive { from, to: OFF }]);
            } else if taken >> to(ahead.0) & 1 == 0 {
                out.extend([Drive { from, to: to(ahead.0) }]);
            }
            let open = |&(by, edge): &(i8, u64)| edge >> from & 1 == 0 && taken >> to(by) & 1 == 0;
            let steps = sideways.iter().filter(|way| open(way));
            out.extend(steps.map(|&(by, _)| Drive { from, to: to(by) }));
        }
    }

    /// Who is blocked wins: nobody may block the opponent.
    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(state.turn)
    }

    #[inline]
    fn play(&self, state: &mut State, drive: Drive) {
        state.key = self.key_after(state, drive);
        state.cars[state.turn as usize] = state.cars_after(drive);
        state.turn = !state.turn;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn key_after(&self, state: &State, drive: Drive) -> u64 {
        let words = &CARS[state.turn as usize];
        let reached = if drive.to == OFF { 0 } else { words[usize::from(drive.to)] };
        state.key ^ words[usize::from(drive.from)] ^ reached ^ TURN
    }

    #[inline]
    fn status_after(&self, state: &State, drive: Drive) -> Status<Outcome> {
        if state.cars_after(drive) == 0 {
            Status::Over(Outcome::win(state.turn))
        } else {
            Status::Turn(!state.turn)
        }
    }
}

impl Cyclic for Dodgem {
    fn recurrence(&self) -> Recurrence<Self> {
        Recurrence::Endless(Outcome::Draw)
    }
}

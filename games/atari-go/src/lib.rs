//! Atari Go: Go in which the first capture wins, the game that Yasuda Yasutoshi teaches beginners
//! with. Pawlewicz and Lew (2007) measured the 1 + ε trick on it, from a crosscut on 6 by 6.
//!
//! As the first capture ends the game, no stone is ever removed and no position comes again.

#![forbid(unsafe_code)]

mod entry;
mod guide;
mod notation;
mod threats;

pub use entry::ENTRY;
pub use guide::AtariGoGuide;
pub use threats::Hunt;

use phidelta_rules::bits::{Bits, at_most_one, lowest, without_lowest};
use phidelta_rules::{
    Acyclic, Dimensions, Game, Goal, Grid, Outcome, Player, Status, ThreatPosition, zobrist,
};

static STONES: [[u64; 64]; 2] = [zobrist::table(0xa901), zobrist::table(0xa902)];
const TURN: u64 = zobrist::scramble(0xa903);

/// Atari Go on a board of at most 64 squares.
#[derive(Clone, Debug)]
pub struct AtariGo {
    grid: Grid,
}

/// A position: the stones of Black (Max) and White (Min), and what of their liberties matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: [u64; 2],
    /// The stones of the chains with one liberty, or, at the end, with none.
    weak: [u64; 2],
    /// The stones of the chains with two liberties.
    thin: [u64; 2],
    key: u64,
    turn: Player,
    captured: bool,
}

impl AtariGo {
    /// The game on a board of this size, of 1 to 64 squares.
    pub fn new(size: Dimensions) -> Self {
        AtariGo { grid: Grid::new(size) }
    }

    /// The chain of `seed` and its liberties; or only parts of them, three liberties at least.
    #[inline]
    fn look_around(&self, seed: u64, stones: u64, empty: u64) -> (u64, u64) {
        let mut chain = seed;
        loop {
            let around = self.grid.neighbours(chain);
            let liberties = around & empty;
            let grown = chain | around & stones;
            if grown == chain || !at_most_one(without_lowest(liberties)) {
                return (chain, liberties);
            }
            chain = grown;
        }
    }

    /// The stones of all chains with exactly `count` liberties, at most 2.
    fn chains_with(&self, count: u32, stones: u64, empty: u64) -> u64 {
        let (mut rest, mut found) = (stones, 0);
        while rest != 0 {
            let (chain, liberties) = self.look_around(lowest(rest), stones, empty);
            if liberties.count_ones() == count {
                found |= chain;
            }
            rest &= !chain;
        }
        found
    }

    /// The squares where `player` captures.
    #[inline]
    fn captures(&self, state: &State, player: Player) -> u64 {
        self.grid.neighbours(state.weak[!player as usize]) & self.grid.empty(state.stones)
    }

    /// The squares where the player to move may play: where the stone touches an empty square or
    /// a chain of its own that keeps another liberty, or takes the last liberty of an enemy chain.
    #[inline]
    fn legal(&self, state: &State) -> u64 {
        let (mine, theirs) = (state.turn as usize, !state.turn as usize);
        let empty = self.grid.empty(state.stones);
        let strong = state.stones[mine] & !state.weak[mine];
        self.grid.neighbours(empty | strong | state.weak[theirs]) & empty
    }
}

impl Game for AtariGo {
    type State = State;
    type Move = u8;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State {
            stones: [0; 2],
            weak: [0; 2],
            thin: [0; 2],
            key: 0,
            turn: Player::Max,
            captured: false,
        }
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if state.captured {
            Status::Over(Outcome::win(!state.turn))
        } else {
            Status::Turn(state.turn)
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u8>) {
        out.extend(Bits(self.legal(state)));
    }

    /// Who cannot move loses.
    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn)
    }

    #[inline]
    fn play(&self, state: &mut State, square: u8) {
        let (mine, theirs) = (state.turn as usize, !state.turn as usize);
        let stone = 1 << square;
        let around = self.grid.neighbours(stone);
        state.key = self.key_after(state, square);
        state.stones[mine] |= stone;
        state.turn = !state.turn;
        state.captured = around & state.weak[theirs] != 0;

        let empty = self.grid.empty(state.stones);
        let joined = around & (state.weak[mine] | state.thin[mine]);
        if joined != 0 {
            let joined = self.grid.chain(joined, state.weak[mine] | state.thin[mine]);
            state.weak[mine] &= !joined;
            state.thin[mine] &= !joined;
        }
        let (chain, liberties) = self.look_around(stone, state.stones[mine], empty);
        if at_most_one(liberties) {
            state.weak[mine] |= chain;
        } else if at_most_one(without_lowest(liberties)) {
            state.thin[mine] |= chain;
        }

        // Every enemy chain next to the stone has lost a liberty.
        let mut touched = around & state.stones[theirs] & !state.weak[theirs];
        if touched & state.thin[theirs] != 0 {
            let thin = self.grid.chain(touched & state.thin[theirs], state.thin[theirs]);
            state.thin[theirs] &= !thin;
            state.weak[theirs] |= thin;
            touched &= !thin;
        }
        while touched != 0 {
            let (chain, liberties) = self.look_around(lowest(touched), state.stones[theirs], empty);
            if at_most_one(without_lowest(liberties)) {
                state.thin[theirs] |= chain;
            }
            touched &= !chain;
        }
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn key_after(&self, state: &State, square: u8) -> u64 {
        state.key ^ STONES[state.turn as usize][square as usize] ^ TURN
    }

    #[inline]
    fn status_after(&self, state: &State, square: u8) -> Status<Outcome> {
        match self.grid.neighbours(1 << square) & state.weak[!state.turn as usize] {
            0 => Status::Turn(!state.turn),
            _ => Status::Over(Outcome::win(state.turn)),
        }
    }

    fn threats<'g>(&'g self, state: &State, goal: Goal<Outcome>) -> Option<ThreatPosition<'g, u8>> {
        let hunter = goal.prover();
        let decisive = goal.met(Outcome::win(hunter)) && !goal.met(Outcome::win(!hunter));
        decisive.then(|| Box::new(Hunt::new(self, state, hunter)) as ThreatPosition<'g, u8>)
    }
}

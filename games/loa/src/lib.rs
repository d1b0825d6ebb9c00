//! Lines of Action (Claude Soucie, in Sid Sackson's A Gamut of Games, 1969): pieces that move as
//! far as there are pieces on their line, and want to come together. Winands et al. (2004) measured
//! PDS-PN on its endgames, and Pawlewicz and Lew (2007) the 1 + ε trick.
//!
//! The rules are those of Winands' program MIA; where others read them differently, a [`Variant`]
//! says how.

#![forbid(unsafe_code)]

mod entry;
mod groups;
mod guide;
mod lines;
mod notation;

pub use entry::ENTRY;
pub use guide::LoaGuide;

use groups::connected;
use lines::Lines;
use phidelta_rules::bits::Bits;
use phidelta_rules::{Cyclic, Game, Outcome, Player, Recurrence, Status, WithCycles, zobrist};

static PIECES: [[u64; 64]; 2] = [zobrist::table(0x10a1), zobrist::table(0x10a2)];
const TURN: u64 = zobrist::scramble(0x10a3);

/// Lines of Action on a square board.
#[derive(Clone, Debug)]
pub struct Loa {
    size: usize,
    variant: Variant,
    board: u64,
    lines: Lines,
}

/// How the game is played where people differ.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Variant {
    /// How the pieces stand at the start.
    pub start: Start,
    /// What happens to a player without a legal move.
    pub stuck: Stuck,
    /// What a move that connects the pieces of both players is worth.
    pub simultaneous: Simultaneous,
}

/// How the pieces stand at the start. The corners are always empty.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Start {
    /// Black on the lowest and the highest row, White on the first and the last column.
    #[default]
    Sides,
    /// Black and White in turn around the edge, Black on b1 and White on a2.
    ScrambledEggs,
}

/// What happens to a player without a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Stuck {
    /// The player passes.
    #[default]
    Passes,
    /// The player loses.
    Loses,
}

/// What a move that connects the pieces of both players is worth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Simultaneous {
    /// A draw.
    #[default]
    Draw,
    /// A win for the player who made it.
    MoverWins,
}

/// A position: the pieces of Black (Max) and White (Min). The square in column c and row r, both
/// from 0, has the number 8 r + c on boards of any size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pieces: [u64; 2],
    key: u64,
    turn: Player,
    /// Whether the pieces of each player hang together, which ends the game.
    connected: [bool; 2],
}

impl State {
    /// The pieces of Black and of White, as sets of squares.
    pub fn pieces(&self) -> [u64; 2] {
        self.pieces
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.turn
    }
}

/// A move of a piece, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slide {
    from: u8,
    to: u8,
}

impl Slide {
    /// The move of a player who has no other.
    pub const PASS: Slide = Slide { from: 0, to: 0 };
}

impl Loa {
    /// The game on a board with sides of this length, 4 to 8.
    pub fn new(size: usize, variant: Variant) -> Self {
        assert!((4..=8).contains(&size));
        let row = (1 << size) - 1;
        let board = (0..size).fold(0, |board, number| board | row << (8 * number));
        Loa { size, variant, board, lines: Lines::new(size) }
    }

    /// The pieces after a move of the player to move.
    #[inline]
    fn pieces_after(state: &State, slide: Slide) -> [u64; 2] {
        let piece = u64::from(slide != Slide::PASS);
        let [from, to] = [piece << slide.from, piece << slide.to];
        [Player::Max, Player::Min].map(|player| {
            let pieces = state.pieces[player as usize];
            if player == state.turn { pieces ^ (from | to) } else { pieces & !to }
        })
    }

    /// Whose pieces hang together after a move that led from `state` to `pieces`. Before it
    /// nobody's did, and pieces that were not touched still do not.
    #[inline]
    fn connected_after(state: &State, pieces: [u64; 2]) -> [bool; 2] {
        let comes_together =
            |side: usize| pieces[side] != state.pieces[side] && connected(pieces[side]);
        [comes_together(0), comes_together(1)]
    }

    /// The status where `turn` is to move, and the pieces of these players hang together.
    #[inline]
    fn verdict(&self, turn: Player, connected: [bool; 2]) -> Status<Outcome> {
        match connected {
            [false, false] => Status::Turn(turn),
            [true, false] => Status::Over(Outcome::MaxWins),
            [false, true] => Status::Over(Outcome::MinWins),
            [true, true] => Status::Over(match self.variant.simultaneous {
                Simultaneous::Draw => Outcome::Draw,
                Simultaneous::MoverWins => Outcome::win(!turn),
            }),
        }
    }

    /// The position with these pieces, of which each player must have one.
    fn position(&self, pieces: [u64; 2], turn: Player) -> State {
        let mut key = if turn == Player::Min { TURN } else { 0 };
        for (pieces, keys) in pieces.iter().zip(&PIECES) {
            key = Bits(*pieces).fold(key, |key, square| key ^ keys[square as usize]);
        }
        State { pieces, key, turn, connected: pieces.map(connected) }
    }
}

impl Game for Loa {
    type State = State;
    type Move = Slide;
    type Value = Outcome;
    type Graph = WithCycles;

    fn initial(&self) -> State {
        let last = self.size - 1;
        let mut pieces = [0; 2];
        for n in 1..last {
            // The edge counterclockwise from b1: row 1, the last column, the last row, column a.
            let squares = [(n, 0), (last, n), (last - n, last), (0, last - n)];
            for (side, (column, row)) in squares.into_iter().enumerate() {
                let player = match self.variant.start {
                    Start::Sides => side % 2,
                    Start::ScrambledEggs => (side * (last - 1) + n - 1) % 2,
                };
                pieces[player] |= 1 << (8 * row + column);
            }
        }
        self.position(pieces, Player::Max)
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        self.verdict(state.turn, state.connected)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Slide>) {
        let [own, enemies] = [state.turn, !state.turn].map(|player| state.pieces[player as usize]);
        let mut reachable = 0;
        for from in Bits(own) {
            let targets = self.lines.targets(from, own, enemies);
            reachable |= targets;
            out.extend(Bits(targets).map(|to| Slide { from, to }));
        }
        if reachable == 0 && self.variant.stuck == Stuck::Passes {
            out.extend([Slide::PASS]);
        }
    }

    /// Who cannot move loses, if the variant says so; otherwise there is always a pass.
    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn)
    }

    #[inline]
    fn play(&self, state: &mut State, slide: Slide) {
        let pieces = Self::pieces_after(state, slide);
        *state = State {
            pieces,
            key: self.key_after(state, slide),
            turn: !state.turn,
            connected: Self::connected_after(state, pieces),
        };
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn key_after(&self, state: &State, slide: Slide) -> u64 {
        if slide == Slide::PASS {
            return state.key ^ TURN;
        }
        let (own, enemy) = (state.turn as usize, !state.turn as usize);
        let (from, to) = (slide.from as usize, slide.to as usize);
        let captured = state.pieces[enemy] >> to & 1;
        state.key ^ PIECES[own][from] ^ PIECES[own][to] ^ (PIECES[enemy][to] * captured) ^ TURN
    }

    #[inline]
    fn status_after(&self, state: &State, slide: Slide) -> Status<Outcome> {
        let pieces = Self::pieces_after(state, slide);
        self.verdict(!state.turn, Self::connected_after(state, pieces))
    }
}

/// The third occurrence of a position is a draw. For a position without history this means the same
/// as that endless play is one.
impl Cyclic for Loa {
    fn recurrence(&self) -> Recurrence<Self> {
        Recurrence::Endless(Outcome::Draw)
    }
}

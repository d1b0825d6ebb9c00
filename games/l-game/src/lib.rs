//! The L-game (Edward de Bono, The Five-Day Course in Thinking, 1967): each player moves an L of
//! four squares about a board of sixteen, and may then move one of two neutral pieces; who cannot
//! move the L has lost.
//!
//! A small game in which positions come back, and which is a draw. Its 36,736 positions can all be
//! valued in another way, so that a search can be tested by every one of them.

#![forbid(unsafe_code)]

mod entry;
mod notation;
mod shapes;

pub use entry::ENTRY;

use phidelta_rules::bits::Bits;
use phidelta_rules::{Cyclic, Game, Outcome, Player, Recurrence, Status, WithCycles, zobrist};

use shapes::{SHAPES, places_outside, shape_between};

/// The L-game. It has no parameters.
#[derive(Clone, Copy, Default, Debug)]
pub struct LGame;

/// A position in one word: 16 bits each for the squares of x's L, those of o's L and those of the
/// neutral pieces, and then one for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State(u64);

/// Where the neutral pieces are in the word of a position.
const NEUTRALS: u32 = 32;
const TURN: u64 = 1 << 48;

impl State {
    fn new(ls: [u16; 2], neutrals: u16, turn: Player) -> Self {
        let turn = if turn == Player::Min { TURN } else { 0 };
        State(u64::from(ls[0]) | u64::from(ls[1]) << 16 | u64::from(neutrals) << NEUTRALS | turn)
    }

    /// The squares of a player's L.
    #[inline]
    fn l(self, player: Player) -> u16 {
        (self.0 >> (16 * player as u32)) as u16
    }

    /// The squares of the two neutral pieces.
    #[inline]
    fn neutrals(self) -> u16 {
        (self.0 >> NEUTRALS) as u16
    }

    #[inline]
    fn turn(self) -> Player {
        if self.0 & TURN == 0 { Player::Max } else { Player::Min }
    }

    #[inline]
    fn after(self, mv: Placing) -> State {
        let own = 16 * self.turn() as u32;
        let rest = self.0 & !(0xffff << own | 0xffff << NEUTRALS);
        State((rest | u64::from(mv.l) << own | u64::from(mv.neutrals) << NEUTRALS) ^ TURN)
    }

    /// All different positions have different keys: scrambling loses nothing.
    #[inline]
    fn key(self) -> u64 {
        zobrist::scramble(self.0)
    }
}

/// A move: the squares of the L, and those of the neutral pieces, after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placing {
    l: u16,
    neutrals: u16,
}

impl Game for LGame {
    type State = State;
    type Move = Placing;
    type Value = Outcome;
    type Graph = WithCycles;

    fn initial(&self) -> State {
        // b3 b2 b1 c1, c2 c3 c4 b4; a4 and d1.
        State::new(
            [0b0000_0010_0010_0110, 0b0110_0100_0100_0000],
            0b0001_0000_0000_1000,
            Player::Max,
        )
    }

    /// The game is only ever over because there is no move.
    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        Status::Turn(state.turn())
    }

    /// By the new place of the L; for each, first without a move of a neutral piece, and then with
    /// moves of the one on the lower square, and of the other, by the square they end on.
    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Placing>) {
        let (own, neutrals) = (state.l(state.turn()), state.neutrals());
        let other = state.l(!state.turn());
        let lower = neutrals & neutrals.wrapping_neg();
        for place in Bits(places_outside(other | neutrals)) {
            let l = SHAPES[place as usize];
            if l == own {
                continue;
            }
            out.extend([Placing { l, neutrals }]);
            let free = u64::from(!(l | other | neutrals));
            for kept in [neutrals ^ lower, lower] {
                out.extend(Bits(free).map(|to| Placing { l, neutrals: kept | 1 << to }));
            }
        }
    }

    fn stuck(&self, state: &State) -> Outcome {
        Outcome::win(!state.turn())
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Placing) {
        *state = state.after(mv);
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn key_after(&self, state: &State, mv: Placing) -> u64 {
        state.after(mv).key()
    }

    #[inline]
    fn status_after(&self, state: &State, _: Placing) -> Status<Outcome> {
        Status::Turn(!state.turn())
    }
}

impl Cyclic for LGame {
    fn recurrence(&self) -> Recurrence<Self> {
        Recurrence::Endless(Outcome::Draw)
    }
}

//! Nim: take any number of objects from one heap. Bouton (1901) named and solved it, for both
//! endings: who takes the last object wins (normal play) or loses (misère).
//!
//! The solution is not used here: a search has to find it, and so can be tested by it.

#![forbid(unsafe_code)]

mod entry;
mod notation;

pub use entry::ENTRY;

use phidelta_rules::{Acyclic, Game, Outcome, ParameterError, Player, Status, zobrist};

const MOST_HEAPS: usize = 16;
/// A word for each heap and size.
static SIZES: [[u64; 256]; MOST_HEAPS] = sizes();
const TURN: u64 = zobrist::scramble(0x3b01);

const fn sizes() -> [[u64; 256]; MOST_HEAPS] {
    let mut words = [[0; 256]; MOST_HEAPS];
    let mut heap = 0;
    while heap < MOST_HEAPS {
        words[heap] = zobrist::table(0x3b10 + heap as u64);
        heap += 1;
    }
    words
}

/// A game of Nim from given heaps.
#[derive(Clone, Debug)]
pub struct Nim {
    /// What each heap starts with.
    heaps: Vec<u8>,
    misere: bool,
}

/// A position: how many objects each heap has (heaps that the game does not have are empty).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    heaps: [u8; MOST_HEAPS],
    turn: Player,
    key: u64,
}

/// A move: how many objects are taken from which heap, heaps counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    heap: u8,
    count: u8,
}

impl State {
    fn new(heaps: &[u8], turn: Player) -> Self {
        let mut state = State { heaps: [0; MOST_HEAPS], turn, key: 0 };
        state.heaps[..heaps.len()].copy_from_slice(heaps);
        state.key = if turn == Player::Min { TURN } else { 0 };
        for (words, &size) in SIZES.iter().zip(&state.heaps) {
            state.key ^= words[size as usize];
        }
        state
    }

    #[inline]
    fn key_after(&self, take: Take) -> u64 {
        let size = self.heaps[take.heap as usize];
        let words = &SIZES[take.heap as usize];
        self.key ^ words[size as usize] ^ words[(size - take.count) as usize] ^ TURN
    }
}

impl Nim {
    /// The game that starts with these heaps; in `misere` play, who takes the last object loses.
    ///
    /// # Errors
    /// If there is no heap, there are more than 16, or one is empty.
    pub fn new(heaps: &[u8], misere: bool) -> Result<Self, ParameterError> {
        let range = |name, value, range: &str| {
            Err(ParameterError::Range { name, value, range: range.to_string() })
        };
        if !(1..=MOST_HEAPS).contains(&heaps.len()) {
            return range("the number of heaps", heaps.len() as u64, "1 to 16");
        }
        if heaps.contains(&0) {
            return range("a heap", 0, "1 to 255");
        }
        Ok(Nim { heaps: heaps.to_vec(), misere })
    }

    /// The value of empty heaps: the opponent took the last object.
    fn end(&self, state: &State) -> Outcome {
        Outcome::win(if self.misere { state.turn } else { !state.turn })
    }
}

impl Game for Nim {
    type State = State;
    type Move = Take;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State::new(&self.heaps, Player::Max)
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if state.heaps == [0; MOST_HEAPS] {
            Status::Over(self.end(state))
        } else {
            Status::Turn(state.turn)
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Take>) {
        for (heap, &size) in state.heaps[..self.heaps.len()].iter().enumerate() {
            out.extend((1..=size).map(|count| Take { heap: heap as u8, count }));
        }
    }

    fn stuck(&self, state: &State) -> Outcome {
        self.end(state)
    }

    #[inline]
    fn play(&self, state: &mut State, take: Take) {
        state.key = state.key_after(take);
        state.heaps[take.heap as usize] -= take.count;
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
    fn key_after(&self, state: &State, take: Take) -> u64 {
        state.key_after(take)
    }

    /// Only who takes all of the last heap ends the game.
    #[inline]
    fn status_after(&self, state: &State, take: Take) -> Status<Outcome> {
        if take.count < state.heaps[take.heap as usize] {
            return Status::Turn(!state.turn);
        }
        let mut next = *state;
        self.play(&mut next, take);
        self.status(&next)
    }
}

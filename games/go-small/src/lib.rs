//! Go on boards of at most 25 squares, with area scoring and positional superko: the rules of Tromp
//! and Taylor (1995), with suicide forbidden or, as in theirs, allowed. Boards come back, and what
//! that means depends on the line of play: the game is a test for searches that must bear that.
//!
//! Superko forbids to bring back an earlier board by a stone. Here such a move may be played, ends
//! the game, and is worth the lowest score that there is for who played it. That is the same: a
//! player can always pass instead, and no pass is worth less. So a position has no history, and
//! [`Game::moves`] yields the moves that superko forbids. A simple ko is covered, as taking back
//! brings back the board of two moves before.

#![forbid(unsafe_code)]

mod entry;
mod notation;

pub use entry::ENTRY;

use phidelta_rules::bits::{Bits, at_most_one, lowest};
use phidelta_rules::{
    Cyclic, Dimensions, Game, Grid, Likeness, Player, Recurrence, RepetitionRule, Score, Status,
    WithCycles, zobrist,
};

/// The move that puts no stone on the board. The other moves are the numbers of squares.
pub const PASS: u8 = u8::MAX;
/// The game is over after so many passes in a row.
const PASSES: u8 = 2;
/// How many squares a board has at most.
const MOST_SQUARES: usize = 25;

/// Go on a board of at most 25 squares.
#[derive(Clone, Debug)]
pub struct GoSmall {
    grid: Grid,
    suicide: bool,
}

/// A position: the stones of Black (Max) and White (Min), whose chains all have liberties, and how
/// many passes were made just before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: [u32; 2],
    turn: Player,
    passes: u8,
}

impl State {
    #[inline]
    fn stones(&self) -> [u64; 2] {
        self.stones.map(u64::from)
    }

    /// A word for the stones alone, different for different boards.
    #[inline]
    fn board(&self) -> u64 {
        let [black, white] = self.stones();
        black | white << MOST_SQUARES
    }
}

impl GoSmall {
    /// The game on a board of this size, of 1 to 25 squares. With `suicide`, a player may also take
    /// the last liberty of a chain of their own, which is removed then. (A stone alone is no such
    /// chain: its removal leaves the board as it was, which superko forbids.)
    pub fn new(size: Dimensions, suicide: bool) -> Self {
        assert!((1..=MOST_SQUARES).contains(&size.squares()));
        GoSmall { grid: Grid::new(size), suicide }
    }

    /// The stones that are in chains with a liberty.
    #[inline]
    fn with_liberties(&self, stones: u64, empty: u64) -> u64 {
        self.grid.chain(self.grid.neighbours(empty) & stones, stones)
    }

    /// Of the chains that have a stone among `seeds`, those with a single liberty.
    #[inline]
    fn in_atari(&self, mut seeds: u64, stones: u64, empty: u64) -> u64 {
        let mut found = 0;
        while seeds != 0 {
            let chain = self.grid.chain(lowest(seeds), stones);
            if at_most_one(self.grid.neighbours(chain) & empty) {
                found |= chain;
            }
            seeds &= !chain;
        }
        found
    }

    /// The squares where the player to move may put a stone: next to an empty square, to a chain of
    /// their own that keeps another liberty, or to an enemy chain whose last liberty it is.
    #[inline]
    fn legal(&self, state: &State) -> u64 {
        let stones = state.stones();
        let empty = self.grid.empty(stones);
        let tight = empty & !self.grid.neighbours(empty);
        if tight == 0 {
            return empty;
        }
        let near = self.grid.neighbours(tight);
        let [mine, theirs] = [state.turn, !state.turn].map(|player| stones[player as usize]);
        let mut helpful = self.in_atari(near & theirs, theirs, empty) | near & mine;
        if !self.suicide {
            helpful &= !self.in_atari(near & mine, mine, empty);
        }
        empty & !tight | self.grid.neighbours(helpful) & tight
    }

    #[inline]
    fn after(&self, state: &State, mv: u8) -> State {
        let turn = !state.turn;
        if mv == PASS {
            return State { turn, passes: state.passes + 1, ..*state };
        }
        let (mine, theirs) = (state.turn as usize, !state.turn as usize);
        let mut stones = state.stones();
        stones[mine] |= 1 << mv;
        if self.grid.neighbours(1 << mv) & stones[theirs] != 0 {
            stones[theirs] = self.with_liberties(stones[theirs], self.grid.empty(stones));
        }
        if self.suicide {
            stones[mine] = self.with_liberties(stones[mine], self.grid.empty(stones));
        }
        State { stones: stones.map(|stones| stones as u32), turn, passes: 0 }
    }

    /// Black's area less White's: stones, and empty squares from which only one colour is reached.
    #[inline]
    fn score(&self, state: &State) -> Score {
        let stones = state.stones();
        let empty = self.grid.empty(stones);
        let reached =
            stones.map(|stones| self.grid.chain(self.grid.neighbours(stones) & empty, empty));
        let area =
            |me: usize, you: usize| (stones[me] | reached[me] & !reached[you]).count_ones() as i32;
        Score(area(0, 1) - area(1, 0))
    }

    /// The lowest score that there is for this player.
    fn worst(&self, player: Player) -> Score {
        let squares = self.grid.size.squares() as i32;
        Score(if player == Player::Max { -squares } else { squares })
    }
}

impl Game for GoSmall {
    type State = State;
    type Move = u8;
    type Value = Score;
    type Graph = WithCycles;

    fn initial(&self) -> State {
        State { stones: [0; 2], turn: Player::Max, passes: 0 }
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Score> {
        if state.passes < PASSES {
            Status::Turn(state.turn)
        } else {
            Status::Over(self.score(state))
        }
    }

    /// Passing comes first: what it leads to ends soonest.
    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u8>) {
        out.extend(std::iter::once(PASS).chain(Bits(self.legal(state))));
    }

    /// There is always a move; what the board counts.
    fn stuck(&self, state: &State) -> Score {
        self.score(state)
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        *state = self.after(state, mv);
    }

    fn values(&self) -> Vec<Score> {
        let squares = self.grid.size.squares() as i32;
        (-squares..=squares).map(Score).collect()
    }

    /// A bijection of all there is to a position, which fits into 53 bits: no two positions of a
    /// board share a key.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let standing = state.turn as u64 | (state.passes as u64) << 1;
        zobrist::scramble(state.board() | standing << (2 * MOST_SQUARES))
    }

    #[inline]
    fn status_after(&self, state: &State, mv: u8) -> Status<Score> {
        if mv == PASS { self.status(&self.after(state, PASS)) } else { Status::Turn(!state.turn) }
    }
}

impl Cyclic for GoSmall {
    /// Positional superko: who brings back an earlier board by a stone, whoever was to move then,
    /// loses all there is to lose. After a pass the board is the same, but was not brought back.
    ///
    /// Once there are stones, any board with stones may still come, and come back (the tests see it
    /// on boards of 3 to 9 squares). Only the empty board does not come back, unless by suicide, and
    /// nothing but itself comes before it.
    fn recurrence(&self) -> Recurrence<Self> {
        Recurrence::Ends(RepetitionRule {
            occurrences: 2,
            value: |game, positions| {
                let [.., before, _] = positions else { unreachable!("a cycle has two positions") };
                game.worst(before.turn)
            },
            likeness: Some(Likeness {
                comes_back: |_, earlier, later| later.passes == 0 && earlier.stones == later.stones,
                place: |_, state| zobrist::scramble(state.board()),
            }),
            irreversible: |game, state, mv| !game.suicide && state.stones == [0; 2] && mv != PASS,
        })
    }
}

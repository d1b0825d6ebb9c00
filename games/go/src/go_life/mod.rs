//! Life and death by the real rules of Go: both sides play in a region of the board only, and the
//! question is whether the stones named as targets live.
//!
//! Outside the region nobody plays. So a chain with a liberty out there can never be captured, and all
//! others that touch the region have their liberties in it. What can change at all are the empty points
//! of the region and the stones of those other chains: a position has no more.
//!
//! The defender, whose stones the targets are, is Max, whatever his colour. He wins when a target is
//! alive whatever happens (`life`), and loses when all are captured. Two passes in a row are a draw, and
//! so is play without end: the target is not captured, as in seki, or nobody can bring about an end.
//!
//! A ko may not be taken back at once, unless by a threat: each side has a number of threats elsewhere.
//! Threat and answer leave the region as it was, so they are not played out: who has a threat left takes
//! back at once, and has one less. A pass of a player who may not take back a ko is no offer to stop, and
//! does not count as one of the two: otherwise the opponent could pass, too, and keep the ko for ever.

mod catalogue;
mod chains;
mod field;
mod guide;
mod life;
mod notation;
mod problem;
mod region;
mod surroundings;
mod threats;

pub use guide::GoLifeGuide;
pub use problem::{MOST_THREATS, Problem, UNLIMITED};
pub use region::{ComputedRegion, RegionKind, computed_region, walled};
pub use surroundings::surroundings;
pub use threats::Struggle;

use field::{AIR, Field, Numbers, Set, lowest};
use life::Life;
use phidelta_rules::{
    Cyclic, Game, Goal, Outcome, Player, Recurrence, Status, ThreatPosition, WithCycles, zobrist,
};

/// The move that puts no stone on the board. The other moves are local numbers of points.
pub const PASS: u8 = u8::MAX;
/// The game is over after so many passes in a row, of players who may play everywhere.
const PASSES: u8 = 2;
/// The version of these rules. In version 1, a pass while a ko may not be taken back counted, too.
pub const RULES: u32 = 2;
/// The place of the ko where there is none that may not be taken back.
const NO_KO: u8 = u8::MAX;

static STONES: [[u64; 128]; 2] = [zobrist::table(0x6011_fe01), zobrist::table(0x6011_fe02)];
static TARGETS: [u64; 128] = zobrist::table(0x6011_fe03);
static KO: [u64; 256] = zobrist::table(0x6011_fe04);
static THREATS: [[u64; 256]; 2] = [zobrist::table(0x6011_fe05), zobrist::table(0x6011_fe06)];
static PASSED: [u64; PASSES as usize + 1] = zobrist::table(0x6011_fe07);
const TURN: u64 = zobrist::scramble(0x6011_fe08);

/// A problem of life and death as a game.
#[derive(Clone, Debug)]
pub struct GoLife {
    problem: Problem,
    field: Field,
    initial: State,
}

/// A position of a problem: what is on the points that can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The stones of the defender and of the attacker.
    stones: [Set; 2],
    /// The targets that were not captured: one stone of each chain.
    targets: Set,
    key: u64,
    /// How many threats the defender and the attacker have left.
    threats: [u8; 2],
    /// Where the player to move cannot take back a ko without a threat.
    ko: u8,
    passes: u8,
    turn: Player,
    over: Option<Outcome>,
}

impl std::hash::Hash for State {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

impl GoLife {
    /// The game of a problem.
    pub fn from_problem(problem: Problem) -> Self {
        let field = problem.field();
        let position = problem.position();
        let number = |point| field.number(point).map_or(NO_KO, |number| number as u8);
        let state = State {
            stones: problem.colours().map(|colour| field.set(&position.stones[colour as usize])),
            targets: field.set(problem.targets()),
            key: 0,
            threats: problem.threats(),
            ko: position.ko.map_or(NO_KO, number),
            passes: 0,
            turn: problem.player(position.turn),
            over: None,
        };
        let mut game = GoLife { problem, field, initial: state };
        game.initial = game.finished(state);
        game
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    #[inline]
    fn empty(&self, state: &State) -> Set {
        self.field.all & !(state.stones[0] | state.stones[1])
    }

    /// The state with all that follows from its other parts.
    fn finished(&self, mut state: State) -> State {
        if state.threats[state.turn as usize] == UNLIMITED {
            state.ko = NO_KO;
        }
        let sum =
            |words: &[u64], set| Numbers(set).fold(0, |sum, number| sum ^ words[number as usize]);
        state.key = sum(&STONES[0], state.stones[0])
            ^ sum(&STONES[1], state.stones[1])
            ^ sum(&TARGETS, state.targets)
            ^ THREATS[0][state.threats[0] as usize]
            ^ THREATS[1][state.threats[1] as usize]
            ^ KO[state.ko as usize]
            ^ PASSED[state.passes as usize]
            ^ if state.turn == Player::Min { TURN } else { 0 };
        state.over = self.verdict(&state);
        state
    }

    /// How the game has ended, if it has.
    #[inline]
    fn verdict(&self, state: &State) -> Option<Outcome> {
        if state.targets == 0 {
            Some(Outcome::MinWins)
        } else if Life::new(&self.field, state.stones).any(state.targets) {
            Some(Outcome::MaxWins)
        } else {
            (state.passes == PASSES).then_some(Outcome::Draw)
        }
    }

    /// The points where the player to move may put a stone.
    #[inline]
    fn legal(&self, state: &State) -> Set {
        let numbers = Numbers(self.empty(state));
        numbers.filter(|&number| self.is_legal(state, number)).fold(0, |set, n| set | 1 << n)
    }

    /// Whether the player to move may put a stone on this empty point.
    #[inline]
    fn is_legal(&self, state: &State, number: u8) -> bool {
        let air = (self.empty(state) | AIR) & !(1 << number);
        let around = self.field.around[state.turn as usize][number as usize];
        let has_liberty = around & air != 0
            || self.is_supported(state, around, air)
            || self.captured(state, around, air) != 0;
        has_liberty && (number != state.ko || state.threats[state.turn as usize] > 0)
    }

    /// Whether a chain of the player to move, next to a stone that has these points around it, is next
    /// to `air`.
    #[inline]
    fn is_supported(&self, state: &State, around: Set, air: Set) -> bool {
        let side = state.turn as usize;
        let own = state.stones[side];
        Numbers(around & own).any(|seed| self.field.smothered(1 << seed, own, air, side) == 0)
    }

    /// What the player to move captures by a stone that has these points around it.
    #[inline]
    fn captured(&self, state: &State, around: Set, air: Set) -> Set {
        let side = !state.turn as usize;
        let (mut rest, mut captured) = (around & state.stones[side], 0);
        while rest != 0 {
            let chain = self.field.smothered(lowest(rest), state.stones[side], air, side);
            captured |= chain;
            rest &= !(lowest(rest) | chain);
        }
        captured
    }

    /// The state after a move, but for whether the game is over.
    #[inline]
    fn after(&self, state: &State, mv: u8) -> State {
        let mut next = *state;
        next.turn = !state.turn;
        next.key ^= TURN;
        if state.ko != NO_KO {
            next.ko = NO_KO;
            next.key ^= KO[state.ko as usize] ^ KO[NO_KO as usize];
        }
        if mv == PASS {
            next.passes = if state.ko == NO_KO { state.passes + 1 } else { 0 };
            next.key ^= PASSED[state.passes as usize] ^ PASSED[next.passes as usize];
            return next;
        }
        if state.passes != 0 {
            next.passes = 0;
            next.key ^= PASSED[state.passes as usize] ^ PASSED[0];
        }
        let (mine, theirs) = (state.turn as usize, !state.turn as usize);
        if mv == state.ko {
            next.threats[mine] -= 1;
            let words = &THREATS[mine];
            next.key ^= words[state.threats[mine] as usize] ^ words[next.threats[mine] as usize];
        }
        next.stones[mine] |= 1 << mv;
        next.key ^= STONES[mine][mv as usize];
        let around = self.field.around[mine][mv as usize];
        if around & state.stones[theirs] == 0 {
            return next;
        }
        let captured = self.captured(state, around, (self.empty(state) | AIR) & !(1 << mv));
        if captured != 0 {
            self.remove(&mut next, captured);
            let alone = around & (next.stones[mine] | self.empty(&next) | AIR) == captured;
            if alone && lowest(captured) == captured && next.threats[theirs] != UNLIMITED {
                next.ko = captured.trailing_zeros() as u8;
                next.key ^= KO[NO_KO as usize] ^ KO[next.ko as usize];
            }
        }
        next
    }

    /// The state with the other player to move, without a ko, as if nobody had passed.
    fn without_turn(&self, state: &State) -> State {
        let mut next = self.after(state, PASS);
        next.key ^= PASSED[next.passes as usize] ^ PASSED[0];
        next.passes = 0;
        next
    }

    /// Takes captured stones, which are those of the player to move, from the board.
    fn remove(&self, state: &mut State, captured: Set) {
        let side = state.turn as usize;
        state.stones[side] &= !captured;
        for number in Numbers(captured) {
            state.key ^= STONES[side][number as usize];
        }
        for number in Numbers(captured & state.targets) {
            state.key ^= TARGETS[number as usize];
        }
        if state.turn == Player::Max {
            state.targets &= !captured;
        }
    }
}

impl Game for GoLife {
    type State = State;
    type Move = u8;
    type Value = Outcome;
    type Graph = WithCycles;

    fn initial(&self) -> State {
        self.initial
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        match state.over {
            Some(outcome) => Status::Over(outcome),
            None => Status::Turn(state.turn),
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u8>) {
        out.extend(Numbers(self.legal(state)).chain(std::iter::once(PASS)));
    }

    /// There is always a move; as if both had passed.
    fn stuck(&self, _: &State) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        *state = self.after(state, mv);
        state.over = match mv {
            PASS => (state.passes == PASSES).then_some(Outcome::Draw),
            _ => self.verdict(state),
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
    fn key_after(&self, state: &State, mv: u8) -> u64 {
        self.after(state, mv).key
    }

    fn threats<'g>(&'g self, state: &State, goal: Goal<Outcome>) -> Option<ThreatPosition<'g, u8>> {
        Some(Box::new(Struggle::new(self, state, goal)))
    }
}

impl Cyclic for GoLife {
    /// Nothing happens; who goes round for ever has neither lived nor killed.
    fn recurrence(&self) -> Recurrence<Self> {
        Recurrence::Endless(Outcome::Draw)
    }
}

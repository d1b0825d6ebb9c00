//! Tiny games of placing stones: any sets of squares may be rows, other ones for each player. The
//! oracle that goes with them looks at every line of play.

use std::cell::RefCell;
use std::collections::HashMap;

use phidelta_certificate::Claim;
use phidelta_rules::{Acyclic, Area, Game, Outcome, Placement, Player, Status};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A row: these squares, all with stones of its player, and none of that player on its flanks.
#[derive(Clone, Debug)]
pub struct Row {
    /// The squares, as bits.
    pub squares: u32,
    /// Where there must be none, as bits.
    pub flanks: u32,
}

impl Row {
    fn is_in(&self, stones: u32) -> bool {
        stones & self.squares == self.squares && stones & self.flanks == 0
    }
}

/// A game of placing stones on at most 32 squares, from some position on.
#[derive(Clone, Debug)]
pub struct Stones {
    /// How many squares there are.
    pub squares: usize,
    /// The rows of Max and those of Min.
    pub rows: [Vec<Row>; 2],
    /// How many stones are placed a turn.
    pub a_turn: u32,
    /// Where it starts.
    pub start: Laid,
}

/// A position: the stones of both, as bits, and who has how many left to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// The stones of Max and those of Min.
    pub stones: [u32; 2],
    /// Who is to move.
    pub turn: Player,
    /// How many stones the player still places this turn.
    pub left: u32,
    /// Who has completed a row.
    pub won: Option<Player>,
}

fn bits(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |&square| set >> square & 1 == 1)
}

impl Stones {
    /// A random game with at most so many squares, in which it is not clear who wins.
    pub fn random(seed: u64, most: usize) -> Stones {
        let mut random = StdRng::seed_from_u64(seed);
        let squares = random.random_range(5..=most);
        let a_turn = random.random_range(1..=3);
        let has_flanks = a_turn == 1 && random.random_bool(0.4);
        let some = |random: &mut StdRng, count: u32| {
            (0..count).fold(0u32, |set, _| set | 1 << random.random_range(0..squares))
        };
        let row = |random: &mut StdRng| {
            let length = a_turn + random.random_range(1..=3);
            let squares = some(random, length) | some(random, 1);
            let flanks = if has_flanks { some(random, 2) & !squares } else { 0 };
            Row { squares, flanks }
        };
        let mut rows = |most: u32| {
            let count = random.random_range(1..=most);
            (0..count).map(|_| row(&mut random)).collect::<Vec<_>>()
        };
        // One player has more rows, so that he may win though the other moves first.
        let rows = if seed.is_multiple_of(2) { [rows(20), rows(5)] } else { [rows(5), rows(20)] };
        let start = Laid { stones: [0; 2], turn: Player::Max, left: a_turn, won: None };
        let mut game = Stones { squares, rows, a_turn, start };
        // Some stones at random; the row that they make, if any, is taken back.
        for _ in 0..random.random_range(0..=squares / 3) {
            let (square, player) = (random.random_range(0..squares), random.random_range(0..2));
            let mut stones = game.start.stones;
            stones[player] |= 1 << square;
            let has_row = game.rows[player].iter().any(|row| row.is_in(stones[player]));
            if stones[0] & stones[1] == 0 && !has_row {
                game.start.stones = stones;
            }
        }
        game.start.turn = [Player::Max, Player::Min][random.random_range(0..2)];
        game.start.left = random.random_range(1..=a_turn);
        game
    }

    /// The squares without a stone, as bits.
    pub fn empty(&self, state: &Laid) -> u32 {
        ((1u64 << self.squares) - 1) as u32 & !(state.stones[0] | state.stones[1])
    }
}

impl Game for Stones {
    type State = Laid;
    type Move = u8;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> Laid {
        self.start
    }

    fn status(&self, state: &Laid) -> Status<Outcome> {
        match state.won {
            Some(player) => Status::Over(Outcome::win(player)),
            None => Status::Turn(state.turn),
        }
    }

    fn moves(&self, state: &Laid, out: &mut impl Extend<u8>) {
        out.extend(bits(self.empty(state)).map(|square| square as u8));
    }

    fn stuck(&self, _: &Laid) -> Outcome {
        Outcome::Draw
    }

    fn play(&self, state: &mut Laid, square: u8) {
        let player = state.turn;
        let stones = &mut state.stones[player as usize];
        *stones |= 1 << square;
        let through = |row: &&Row| row.squares >> square & 1 == 1;
        if self.rows[player as usize].iter().filter(through).any(|row| row.is_in(*stones)) {
            state.won = Some(player);
        }
        state.left -= 1;
        if state.left == 0 {
            (state.turn, state.left) = (!player, self.a_turn);
        }
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    fn placement(&self) -> Option<&dyn Placement<Self>> {
        Some(self)
    }
}

impl Placement<Stones> for Stones {
    fn squares(&self) -> usize {
        self.squares
    }

    fn square(&self, mv: u8) -> usize {
        mv.into()
    }

    fn left(&self, state: &Laid) -> u32 {
        state.left
    }

    fn pass(&self, state: &Laid) -> Laid {
        Laid { turn: !state.turn, left: self.a_turn, ..*state }
    }

    fn within_reach(&self, state: &Laid, player: Player, stones: u32) -> Area {
        let (own, other) = (state.stones[player as usize], state.stones[!player as usize]);
        let mut reach = 0;
        for row in &self.rows[player as usize] {
            let lacking = row.squares & !own;
            if row.squares & other == 0 && lacking.count_ones() <= stones {
                reach |= lacking;
            }
        }
        bits(reach).collect()
    }

    fn unrewarded(&self) -> Outcome {
        Outcome::Draw
    }
}

/// Knows who wins, by looking at every line of play.
#[derive(Debug)]
pub struct Oracle<'a> {
    game: &'a Stones,
    values: RefCell<HashMap<Laid, Outcome>>,
}

impl<'a> Oracle<'a> {
    /// An oracle for a game.
    pub fn new(game: &'a Stones) -> Self {
        Oracle { game, values: RefCell::default() }
    }

    /// What a position is worth.
    pub fn value(&self, state: &Laid) -> Outcome {
        if let Some(player) = state.won {
            return Outcome::win(player);
        }
        if let Some(&value) = self.values.borrow().get(state) {
            return value;
        }
        let after = self.after(state).map(|(_, next)| self.value(&next));
        let best = if state.turn == Player::Max { after.max() } else { after.min() };
        let value = best.unwrap_or(Outcome::Draw);
        self.values.borrow_mut().insert(*state, value);
        value
    }

    /// Whether a claim holds in a position.
    pub fn holds(&self, claim: Claim, state: &Laid) -> bool {
        claim.met(self.value(state))
    }

    /// The moves, and the positions after them.
    pub fn after(&self, state: &Laid) -> impl Iterator<Item = (u8, Laid)> {
        let (game, state) = (self.game, *state);
        bits(game.empty(&state)).map(move |square| {
            let mut next = state;
            game.play(&mut next, square as u8);
            (square as u8, next)
        })
    }
}

//! Connect(m, n, k, p, q): k stones in a row on m columns and n rows, p stones a turn, q in the first.
//! Connect6 and Gomoku are of this family.
//!
//! A turn of several stones is so many moves of one player, a stone each.

#![forbid(unsafe_code)]

pub mod attacking;
mod catalogue;
mod entry;
pub mod field;
pub mod forcing;
mod notation;
mod positions;
pub mod questions;
mod record;
pub mod sgf;
pub mod shape;
mod symmetry;
pub mod threats;
pub mod vcdt;
pub mod zone;

use std::hash::{Hash, Hasher};

use phidelta_rules::{
    Acyclic, Area, Dimensions, Game, Outcome, Placement, Player, PositionError, Status, zobrist,
};

pub use catalogue::{CONNECT6, GOMOKU};
pub use entry::ENTRIES;
use shape::{Parameters, Shape};
use symmetry::{MOST, symmetries};

const STONES: [[u64; Area::CAPACITY]; 2] = [zobrist::table(0xc601), zobrist::table(0xc602)];
/// For each player, so many stones left to place in a turn.
const LEFT: [[u64; MOST_STONES + 1]; 2] = [zobrist::table(0xc603), zobrist::table(0xc604)];

const PLAYERS: [&str; 2] = ["black", "white"];

/// The most stones of a turn.
pub const MOST_STONES: usize = 9;

/// A game of the family.
#[derive(Clone, Debug)]
pub struct Connect {
    shape: Shape,
    /// Where each square goes: by itself, and by the other symmetries of the board if keys are
    /// the same for symmetric positions.
    images: Vec<Vec<u16>>,
}

/// A position: the stones of Black (Max) and White (Min), whose turn it is, and how many stones of
/// the turn are still to be placed.
#[derive(Clone, Copy, Debug)]
pub struct State {
    stones: [Area; 2],
    turn: Player,
    left: u8,
    winner: Option<Player>,
    /// The keys of the stones as each symmetry places them.
    keys: [u64; MOST],
}

impl State {
    /// The squares on which a player has stones.
    #[inline]
    pub fn stones(&self, player: Player) -> &Area {
        &self.stones[player as usize]
    }

    /// The squares with Black's stones, and with White's.
    #[inline]
    pub fn all_stones(&self) -> [Area; 2] {
        self.stones
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// How many stones the player whose turn it is still places in this turn.
    #[inline]
    pub fn left(&self) -> usize {
        self.left as usize
    }

    /// Who has a row.
    #[inline]
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        (self.turn, self.left, &self.stones) == (other.turn, other.left, &other.stones)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let side = LEFT[self.turn as usize][self.left as usize];
        hasher.write_u64(self.keys[0] ^ side);
    }
}

impl Connect {
    /// The game with these parameters, which must be in their ranges. With `symmetric`, positions
    /// that are mirrored or turned have the same key.
    pub fn new(parameters: Parameters, symmetric: bool) -> Self {
        let Parameters { columns, rows, stones, first_stones, exact, .. } = parameters;
        assert!((1..=MOST_STONES).contains(&stones) && (1..=MOST_STONES).contains(&first_stones));
        assert!(!exact || (stones, first_stones) == (1, 1));
        let mut images = symmetries(Dimensions { columns, rows });
        if !symmetric {
            images.truncate(1);
        }
        Connect { shape: Shape::new(parameters), images }
    }

    /// The board and its rows.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Whether symmetric positions have the same key.
    pub fn is_symmetric(&self) -> bool {
        self.images.len() > 1
    }

    /// The size of the board.
    pub fn size(&self) -> Dimensions {
        let Parameters { columns, rows, .. } = self.shape.parameters;
        Dimensions { columns, rows }
    }

    /// The squares without a stone.
    #[inline]
    pub fn empty(&self, state: &State) -> Area {
        Area::first(self.shape.board()) - state.stones[0] - state.stones[1]
    }

    /// The stones of the turn that begins with these on the board.
    pub fn full_turn(&self, stones: &[Area; 2], turn: Player) -> usize {
        let Parameters { stones: usual, first_stones, .. } = self.shape.parameters;
        let first = turn == Player::Max && stones.iter().all(Area::is_empty);
        if first { first_stones } else { usual }
    }

    /// The position with these stones (Black's and White's), in which `turn` still places `left`
    /// stones.
    ///
    /// # Errors
    /// If stones share a square or are not on the board, if a turn never has so many stones, or if
    /// the game was over before the last stone.
    pub fn position(
        &self,
        stones: [Area; 2],
        turn: Player,
        left: usize,
    ) -> Result<State, PositionError> {
        let other = PositionError::Other;
        let Parameters { in_a_row, stones: usual, first_stones, .. } = self.shape.parameters;
        if let Some(square) = (stones[0] & stones[1]).iter().next() {
            let name = self.square_name(square);
            return Err(other(format!("{name} has a black and a white stone; remove one")));
        }
        if !(stones[0] | stones[1]).is_subset(&Area::first(self.shape.board())) {
            return Err(other("there are stones outside the board; remove them".into()));
        }
        let most = if turn == Player::Max { usual.max(first_stones) } else { usual };
        if !(1..=most).contains(&left) {
            let name = PLAYERS[turn as usize];
            return Err(other(format!(
                "{name} cannot have {left} stones left to place; write 1 to {most}"
            )));
        }
        let has_row = |player: Player| {
            let own = &stones[player as usize];
            own.iter().any(|square| self.is_in_row(own, square))
        };
        let winner = match [Player::Max, Player::Min].map(has_row) {
            [false, false] => None,
            [true, true] => {
                return Err(other(format!(
                    "both players have {in_a_row} in a row, but the game ends with the first row; \
                     remove a stone"
                )));
            }
            [black, _] => Some(if black { Player::Max } else { Player::Min }),
        };
        if let Some(winner) = winner {
            let name = PLAYERS[winner as usize];
            let before = if stones[1].is_empty() { most } else { usual };
            if winner == turn && left >= before {
                return Err(other(format!(
                    "{name} has {in_a_row} in a row already and cannot be the side to move"
                )));
            }
            if winner != turn && left < usual {
                let loser = PLAYERS[turn as usize];
                return Err(other(format!(
                    "{name} has {in_a_row} in a row already, so {loser} cannot be in the middle of \
                     a turn"
                )));
            }
        }
        let mut state = State { winner, left: left as u8, turn, ..self.no_stones() };
        for player in [Player::Max, Player::Min] {
            stones[player as usize].iter().for_each(|square| self.add(&mut state, player, square));
        }
        Ok(state)
    }

    /// The same stones with the turn of this player, who places all stones of a usual turn.
    pub fn with_turn(&self, state: &State, turn: Player) -> State {
        State { turn, left: self.shape.parameters.stones as u8, ..*state }
    }

    /// The same position with the keys of this game, which may differ in whether they are symmetric.
    fn same_stones(&self, state: &State) -> State {
        let mut same = State { keys: [0; MOST], stones: [Area::EMPTY; 2], ..*state };
        for player in [Player::Max, Player::Min] {
            state.stones(player).iter().for_each(|square| self.add(&mut same, player, square));
        }
        same
    }

    fn no_stones(&self) -> State {
        let left = self.shape.parameters.first_stones as u8;
        let (stones, keys) = ([Area::EMPTY; 2], [0; MOST]);
        State { stones, turn: Player::Max, left, winner: None, keys }
    }

    #[inline]
    fn add(&self, state: &mut State, player: Player, square: usize) {
        state.stones[player as usize].insert(square);
        for (key, image) in state.keys.iter_mut().zip(&self.images) {
            *key ^= STONES[player as usize][image[square] as usize];
        }
    }

    /// Whether a player with these stones has a row through this square, on which one of them is,
    /// or is about to be.
    #[inline]
    fn is_in_row(&self, stones: &Area, square: usize) -> bool {
        let Parameters { columns, in_a_row, exact, .. } = self.shape.parameters;
        let at = ((square % columns) as i32, (square / columns) as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let run = 1 + self.run(stones, at, (right, up)) + self.run(stones, at, (-right, -up));
            if exact { run == in_a_row } else { run >= in_a_row }
        })
    }

    /// How many of these stones follow each other from a square on in one direction.
    #[inline]
    fn run(&self, stones: &Area, from: (i32, i32), (right, up): (i32, i32)) -> usize {
        let Parameters { columns, rows, .. } = self.shape.parameters;
        let (mut column, mut row, mut run) = (from.0 + right, from.1 + up, 0);
        while (0..columns as i32).contains(&column)
            && (0..rows as i32).contains(&row)
            && stones.contains(row as usize * columns + column as usize)
        {
            (column, row, run) = (column + right, row + up, run + 1);
        }
        run
    }

    /// Who places the next stone after the player to move has placed one, and of how many.
    #[inline]
    fn after(&self, state: &State) -> (Player, u8) {
        match state.left {
            1 => (!state.turn, self.shape.parameters.stones as u8),
            left => (state.turn, left - 1),
        }
    }

    /// The key of a position from those of its stones.
    #[inline]
    fn whole_key(&self, keys: impl Iterator<Item = u64>, turn: Player, left: u8) -> u64 {
        let least = keys.take(self.images.len()).min().unwrap_or_default();
        // The least of several keys has more zeros at its head than keys should have.
        let stones = if self.is_symmetric() { zobrist::scramble(least) } else { least };
        stones ^ LEFT[turn as usize][left as usize]
    }
}

impl Game for Connect {
    type State = State;
    type Move = u16;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        self.no_stones()
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        match state.winner {
            Some(winner) => Status::Over(Outcome::win(winner)),
            None => Status::Turn(state.turn),
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u16>) {
        out.extend(self.empty(state).iter().map(|square| square as u16));
    }

    fn stuck(&self, _: &State) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn play(&self, state: &mut State, square: u16) {
        let (player, square) = (state.turn, square as usize);
        self.add(state, player, square);
        if self.is_in_row(&state.stones[player as usize], square) {
            state.winner = Some(player);
        }
        (state.turn, state.left) = self.after(state);
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        self.whole_key(state.keys.into_iter(), state.turn, state.left)
    }

    #[inline]
    fn key_after(&self, state: &State, square: u16) -> u64 {
        let keys = &STONES[state.turn as usize];
        let moved = state.keys.iter().zip(&self.images);
        let moved = moved.map(|(key, image)| key ^ keys[image[square as usize] as usize]);
        let (turn, left) = self.after(state);
        self.whole_key(moved, turn, left)
    }

    #[inline]
    fn status_after(&self, state: &State, square: u16) -> Status<Outcome> {
        if self.is_in_row(state.stones(state.turn), square as usize) {
            return Status::Over(Outcome::win(state.turn));
        }
        Status::Turn(self.after(state).0)
    }

    fn placement(&self) -> Option<&dyn Placement<Self>> {
        Some(self)
    }
}

impl Placement<Connect> for Connect {
    fn squares(&self) -> usize {
        self.shape.board()
    }

    fn square(&self, square: u16) -> usize {
        square as usize
    }

    fn left(&self, state: &State) -> u32 {
        state.left as u32
    }

    fn pass(&self, state: &State) -> State {
        State { turn: !state.turn, left: self.shape.parameters.stones as u8, ..*state }
    }

    fn within_reach(&self, state: &State, player: Player, stones: u32) -> Area {
        let (own, theirs) = (state.stones(player), state.stones(!player));
        let mut reach = Area::EMPTY;
        let mut look_at = |squares: &Area| {
            let empty = *squares - *own;
            if empty.len() <= stones as usize && !squares.meets(theirs) {
                reach |= empty;
            }
        };
        if stones as usize >= self.shape.parameters.in_a_row {
            (0..self.shape.windows()).for_each(|window| look_at(self.shape.area(window)));
        } else {
            // Only windows with a stone of the player lack so few.
            for square in own.iter() {
                let windows = self.shape.through(square).iter();
                windows.for_each(|&window| look_at(self.shape.area(window as usize)));
            }
        }
        reach
    }

    fn unrewarded(&self) -> Outcome {
        Outcome::Draw
    }
}

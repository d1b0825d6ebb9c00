//! A board on which stones are put and taken back, with a count of stones in every window.
//!
//! A *window* is a set of k squares in a row; it is *live* for a player as long as the opponent has
//! no stone in it. Live windows are kept in sets by the number of their stones, so that those that
//! matter are found without a look at the others, and always in the same order.

use phidelta_rules::{Area, Player, zobrist};

use super::shape::Shape;

/// Words of a set of windows: boards have at most 384 squares, at each of which at most four begin.
const WORDS: usize = 24;
/// Keys of stones, for tables of threat searches.
static KEYS: [[u64; Area::CAPACITY]; 2] = [zobrist::table(0x6c01), zobrist::table(0x6c02)];

/// A set of windows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Windows([u64; WORDS]);

impl Windows {
    const EMPTY: Windows = Windows([0; WORDS]);

    #[inline]
    fn insert(&mut self, window: usize) {
        self.0[window / 64] |= 1 << (window % 64);
    }

    #[inline]
    fn remove(&mut self, window: usize) {
        self.0[window / 64] &= !(1 << (window % 64));
    }
}

/// A board with its windows.
#[derive(Clone)]
pub struct Field<'a> {
    shape: &'a Shape,
    stones: [Area; 2],
    board: Area,
    /// For each window, how many stones of each player it has.
    counts: Vec<[u8; 2]>,
    /// For each player and number of stones, the live windows with that many; from 1 on.
    live: [Vec<Windows>; 2],
    /// The windows without any stone.
    untouched: Windows,
    /// Words in use of a set of windows.
    words: usize,
    key: u64,
}

impl<'a> Field<'a> {
    /// An empty board.
    pub fn new(shape: &'a Shape) -> Self {
        let k = shape.parameters.in_a_row;
        assert!(shape.windows() <= 64 * WORDS, "there are not that many windows on any board");
        let mut untouched = Windows::EMPTY;
        (0..shape.windows()).for_each(|window| untouched.insert(window));
        Field {
            shape,
            stones: [Area::EMPTY; 2],
            board: Area::first(shape.board()),
            counts: vec![[0; 2]; shape.windows()],
            live: std::array::from_fn(|_| vec![Windows::EMPTY; k + 1]),
            untouched,
            words: shape.windows().div_ceil(64),
            key: 0,
        }
    }

    /// A board with these stones.
    pub fn with_stones(shape: &'a Shape, stones: [Area; 2]) -> Self {
        let mut field = Field::new(shape);
        field.set(stones);
        field
    }

    /// Puts and takes back stones until it is this position.
    pub fn set(&mut self, stones: [Area; 2]) {
        for player in [Player::Max, Player::Min] {
            let (from, to) = (self.stones[player as usize], stones[player as usize]);
            (from - to).iter().for_each(|square| self.take(player, square));
        }
        for player in [Player::Max, Player::Min] {
            let (from, to) = (self.stones[player as usize], stones[player as usize]);
            (to - from).iter().for_each(|square| self.put(player, square));
        }
    }

    /// The board's squares and windows.
    #[inline]
    pub fn shape(&self) -> &'a Shape {
        self.shape
    }

    /// The stones of a player.
    #[inline]
    pub fn stones(&self, player: Player) -> &Area {
        &self.stones[player as usize]
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> Area {
        self.board - self.stones[0] - self.stones[1]
    }

    /// A key of the stones.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// How many stones a player has in a window.
    #[inline]
    pub fn count(&self, window: usize, player: Player) -> usize {
        self.counts[window][player as usize].into()
    }

    /// Whether a window has none of the opponent's stones, and can become a row of the player.
    #[inline]
    pub fn is_live(&self, window: usize, player: Player) -> bool {
        self.counts[window][!player as usize] == 0
    }

    /// Puts a stone on an empty square.
    #[inline]
    pub fn put(&mut self, player: Player, square: usize) {
        debug_assert!(!self.stones[0].contains(square) && !self.stones[1].contains(square));
        self.stones[player as usize].insert(square);
        self.key ^= KEYS[player as usize][square];
        let (mine, other) = (player as usize, !player as usize);
        let [first, second] = &mut self.live;
        let (live, theirs) = if mine == 0 { (first, second) } else { (second, first) };
        for &window in self.shape.through(square) {
            let window = window as usize;
            let counts = &mut self.counts[window];
            let before = counts[mine] as usize;
            counts[mine] += 1;
            let opposing = counts[other] as usize;
            if opposing == 0 {
                let from = if before > 0 { &mut live[before] } else { &mut self.untouched };
                from.remove(window);
                live[before + 1].insert(window);
            } else if before == 0 {
                theirs[opposing].remove(window);
            }
        }
    }

    /// Takes a stone back.
    #[inline]
    pub fn take(&mut self, player: Player, square: usize) {
        debug_assert!(self.stones[player as usize].contains(square));
        self.stones[player as usize].remove(square);
        self.key ^= KEYS[player as usize][square];
        let (mine, other) = (player as usize, !player as usize);
        let [first, second] = &mut self.live;
        let (live, theirs) = if mine == 0 { (first, second) } else { (second, first) };
        for &window in self.shape.through(square) {
            let window = window as usize;
            let counts = &mut self.counts[window];
            counts[mine] -= 1;
            let after = counts[mine] as usize;
            let opposing = counts[other] as usize;
            if opposing == 0 {
                live[after + 1].remove(window);
                let to = if after > 0 { &mut live[after] } else { &mut self.untouched };
                to.insert(window);
            } else if after == 0 {
                theirs[opposing].insert(window);
            }
        }
    }

    /// Puts several stones.
    #[inline]
    pub fn put_all(&mut self, player: Player, squares: &[u16]) {
        squares.iter().for_each(|&square| self.put(player, square.into()));
    }

    /// Takes several stones back.
    #[inline]
    pub fn take_all(&mut self, player: Player, squares: &[u16]) {
        squares.iter().for_each(|&square| self.take(player, square.into()));
    }

    /// The empty squares of a window.
    #[inline]
    pub fn gaps(&self, window: usize) -> Area {
        *self.shape.area(window) - self.stones[0] - self.stones[1]
    }

    /// The player's live windows with this many stones, in ascending order.
    ///
    /// Where rows must not be longer than k, without those that stones just outside spoil.
    #[inline]
    pub fn windows(&self, player: Player, stones: usize) -> impl Iterator<Item = usize> + '_ {
        let exact = self.shape.parameters.exact;
        let all = self.all_windows(player, stones);
        all.filter(move |&window| !exact || !self.is_spoilt(window, player))
    }

    /// The live windows, spoilt ones included.
    #[inline]
    fn all_windows(&self, player: Player, stones: usize) -> impl Iterator<Item = usize> + '_ {
        let set = if stones == 0 { &self.untouched } else { &self.live[player as usize][stones] };
        let words = set.0[..self.words].iter().enumerate();
        words.flat_map(|(at, &word)| Bits(word).map(move |bit| 64 * at + bit))
    }

    /// Whether a stone of the player just outside would make a row there too long.
    fn is_spoilt(&self, window: usize, player: Player) -> bool {
        let mine = self.stones(player);
        self.shape.ends(window).into_iter().flatten().any(|end| mine.contains(end.into()))
    }

    /// The player's live windows that lack some stones, but at most so many: those that lack least
    /// first.
    #[inline]
    pub fn lacking(&self, player: Player, stones: usize) -> impl Iterator<Item = usize> + '_ {
        let k = self.shape.parameters.in_a_row;
        (1..=stones.min(k)).flat_map(move |lack| self.windows(player, k - lack))
    }

    /// The empty squares of the player's live windows that lack at most so many stones, rows that
    /// would be too long included.
    pub fn reach(&self, player: Player, stones: usize) -> Area {
        let k = self.shape.parameters.in_a_row;
        let mut area = Area::EMPTY;
        for lack in 1..=stones.min(k) {
            for window in self.all_windows(player, k - lack) {
                area |= *self.shape.area(window);
            }
        }
        area - self.stones[0] - self.stones[1]
    }
}

/// The bits of a word that are set.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| {
            let bit = self.0.trailing_zeros() as usize;
            self.0 &= self.0 - 1;
            bit
        })
    }
}

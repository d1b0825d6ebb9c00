//! A board on which stones are played and taken back: chains and their liberties are kept exact by
//! each of the two.
//!
//! The stones of a chain are a circle of links. A chain is known by one of its stones, its head, and
//! what is known of it is at the place of the head. A play rewrites one such place, that of the chain
//! which the new stone begins or joins, and keeps what was there; all else that it does can be undone
//! step by step, backwards, as nothing else has changed meanwhile. So the links and heads of captured
//! stones stay where they are until other stones come there, and those remember them.

mod moves;

use phidelta_rules::{Area, zobrist};

use moves::Frame;

use super::lattice::{Lattice, POINTS};
use super::{Colour, Point, Position};

static STONES: [[u64; POINTS]; 2] = [zobrist::table(0x60_b1ac), zobrist::table(0x60_371e)];
static KOS: [u64; POINTS] = zobrist::table(0x60_0c05);

/// What is known of a chain.
#[derive(Clone, Copy)]
struct Chain {
    liberties: Area,
    liberty_count: u16,
    size: u16,
}

impl Chain {
    const NONE: Chain = Chain { liberties: Area::EMPTY, liberty_count: 0, size: 0 };

    /// The points may be liberties already.
    #[inline]
    fn add_liberty(&mut self, point: Point) {
        self.liberty_count += u16::from(!self.liberties.contains(point as usize));
        self.liberties.insert(point as usize);
    }

    #[inline]
    fn remove_liberty(&mut self, point: Point) {
        self.liberty_count -= u16::from(self.liberties.contains(point as usize));
        self.liberties.remove(point as usize);
    }
}

/// A chain, until the next stone is played or taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChainId(Point);

/// A prohibition to take back a ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ban {
    point: Point,
    colour: Colour,
}

/// A board that remembers the way to it.
#[derive(Clone)]
pub struct Board {
    lattice: &'static Lattice,
    cells: [Option<Colour>; POINTS],
    stones: [Area; 2],
    heads: [Point; POINTS],
    next: [Point; POINTS],
    chains: [Chain; POINTS],
    ban: Option<Ban>,
    key: u64,
    frames: Vec<Frame>,
    plays: u64,
}

impl Board {
    /// The board of a position.
    pub fn new(position: &Position) -> Self {
        let mut board = Board {
            lattice: Lattice::of(position.side),
            cells: [None; POINTS],
            stones: position.stones,
            heads: [0; POINTS],
            next: [0; POINTS],
            chains: [Chain::NONE; POINTS],
            ban: position.ko.map(|point| Ban { point, colour: position.turn }),
            key: position.ko.map_or(0, |ko| KOS[ko as usize]),
            frames: Vec::new(),
            plays: 0,
        };
        for colour in Colour::BOTH {
            for point in position.stones[colour as usize].iter() {
                board.cells[point] = Some(colour);
                board.key ^= STONES[colour as usize][point];
            }
        }
        for stones in position.stones {
            let mut left = stones;
            while let Some(head) = left.iter().next() {
                board.gather(head as Point, &mut left);
            }
        }
        board
    }

    /// Makes a chain of all stones that are connected to this one, and takes them out of those left.
    fn gather(&mut self, head: Point, left: &mut Area) {
        let mut chain = Chain::NONE;
        let mut reached = vec![head];
        left.remove(head as usize);
        while let Some(point) = reached.get(chain.size as usize).copied() {
            chain.size += 1;
            self.heads[point as usize] = head;
            for &neighbour in self.lattice.neighbours(point) {
                if left.contains(neighbour as usize) {
                    left.remove(neighbour as usize);
                    reached.push(neighbour);
                } else if self.is_empty(neighbour) {
                    chain.add_liberty(neighbour);
                }
            }
        }
        for (at, &point) in reached.iter().enumerate() {
            self.next[point as usize] = reached[(at + 1) % reached.len()];
        }
        self.chains[head as usize] = chain;
    }

    /// The position, with this player to move.
    pub fn position(&self, turn: Colour) -> Position {
        let ko = self.ban.filter(|ban| ban.colour == turn).map(|ban| ban.point);
        Position { side: self.side(), stones: self.stones, turn, ko }
    }

    /// All stones of a colour.
    #[inline]
    pub fn stones_of(&self, colour: Colour) -> &Area {
        &self.stones[colour as usize]
    }

    /// All points without a stone.
    #[inline]
    pub fn empty(&self) -> Area {
        self.lattice.all - self.stones[0] - self.stones[1]
    }

    /// The side of the board.
    #[inline]
    pub fn side(&self) -> usize {
        self.lattice.side
    }

    /// All points of the board.
    #[inline]
    pub fn points(&self) -> &Area {
        &self.lattice.all
    }

    /// The colour of the stone on the point.
    #[inline]
    pub fn colour_at(&self, point: Point) -> Option<Colour> {
        self.cells[point as usize]
    }

    /// Whether there is no stone on the point.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point as usize].is_none()
    }

    /// Whether there is a stone of this colour on the point.
    #[inline]
    pub fn has(&self, point: Point, colour: Colour) -> bool {
        self.cells[point as usize] == Some(colour)
    }

    /// The points next to this one along the lines.
    #[inline]
    pub fn neighbours(&self, point: Point) -> &'static [Point] {
        self.lattice.neighbours(point)
    }

    /// The eight points around this one in a circle, from one next to it along the lines on; none beyond
    /// the edge.
    #[inline]
    pub fn ring(&self, point: Point) -> [Option<Point>; 8] {
        self.lattice.ring(point)
    }

    /// All points next to some of these along the lines.
    #[inline]
    pub fn around(&self, points: &Area) -> Area {
        self.lattice.around(points)
    }

    /// The points next to this one across the squares.
    #[inline]
    pub fn diagonals(&self, point: Point) -> &'static [Point] {
        self.lattice.diagonals(point)
    }

    /// The chain of the stone on the point.
    #[inline]
    pub fn chain(&self, stone: Point) -> ChainId {
        ChainId(self.heads[stone as usize])
    }

    #[inline]
    fn chain_of(&self, stone: Point) -> &Chain {
        &self.chains[self.heads[stone as usize] as usize]
    }

    /// One stone of its chain, the same for all stones of the chain until one is played or taken back.
    #[inline]
    pub fn head(&self, stone: Point) -> Point {
        self.heads[stone as usize]
    }

    /// The stones of the chain of this one.
    #[inline]
    pub fn stones(&self, stone: Point) -> Stones<'_> {
        Stones { board: self, first: stone, current: Some(stone) }
    }

    /// The stones of the chain of this one, as a set.
    pub fn string(&self, stone: Point) -> Area {
        self.stones(stone).map(|stone| stone as usize).collect()
    }

    /// How many stones its chain has.
    #[inline]
    pub fn size(&self, stone: Point) -> u32 {
        self.chain_of(stone).size.into()
    }

    /// How many liberties its chain has.
    #[inline]
    pub fn liberties(&self, stone: Point) -> u32 {
        self.chain_of(stone).liberty_count.into()
    }

    /// The liberties of its chain.
    #[inline]
    pub fn liberty_set(&self, stone: Point) -> &Area {
        &self.chain_of(stone).liberties
    }

    /// The head of each chain of the other colour that touches the chain of this stone.
    pub fn enemies_of(&self, stone: Point) -> Area {
        let own = self.cells[stone as usize];
        let mut enemies = Area::EMPTY;
        for point in self.stones(stone) {
            for &neighbour in self.neighbours(point) {
                let other = self.cells[neighbour as usize];
                if other.is_some() && other != own {
                    enemies.insert(self.heads[neighbour as usize] as usize);
                }
            }
        }
        enemies
    }

    /// The point on which someone may not take back a ko now.
    #[inline]
    pub fn ko(&self) -> Option<Point> {
        self.ban.map(|ban| ban.point)
    }

    /// Who may not take back the ko now.
    #[inline]
    pub fn banned(&self) -> Option<Colour> {
        self.ban.map(|ban| ban.colour)
    }

    /// A hash of the stones and the ko.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// How many plays and passes can be undone.
    #[inline]
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// How many stones were ever played, with those taken back.
    #[inline]
    pub fn plays(&self) -> u64 {
        self.plays
    }

    /// Whether a stone here is neither on another, nor suicide, nor takes back a ko too early.
    #[inline]
    pub fn is_legal(&self, point: Point, colour: Colour) -> bool {
        self.is_playable(point, colour) && !self.is_banned(point, colour)
    }

    /// Whether a stone here is legal but for the ban on a ko.
    #[inline]
    pub fn breaks_ko(&self, point: Point, colour: Colour) -> bool {
        self.is_banned(point, colour) && self.is_playable(point, colour)
    }

    #[inline]
    fn is_banned(&self, point: Point, colour: Colour) -> bool {
        self.ban == Some(Ban { point, colour })
    }

    /// Whether a stone here would have a liberty; the ko is not looked at.
    #[inline]
    fn is_playable(&self, point: Point, colour: Colour) -> bool {
        self.is_empty(point)
            && self.neighbours(point).iter().any(|&neighbour| match self.colour_at(neighbour) {
                None => true,
                Some(other) => (self.liberties(neighbour) == 1) == (other != colour),
            })
    }

    /// The next stone of a circle, until it is the first again.
    #[inline]
    fn after(&self, stone: Point, first: Point) -> Option<Point> {
        let next = self.next[stone as usize];
        (next != first).then_some(next)
    }
}

/// The stones of a chain.
#[derive(Clone)]
pub struct Stones<'b> {
    board: &'b Board,
    first: Point,
    current: Option<Point>,
}

impl Iterator for Stones<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let current = self.current?;
        self.current = self.board.after(current, self.first);
        Some(current)
    }
}

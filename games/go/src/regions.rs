//! Small parts of the board that strings of one colour enclose.

use phidelta_rules::Area;

use super::{Board, Colour, Point};

/// What encloses more points than this is not looked at.
pub const LARGEST: usize = 32;

/// Connected points without stones of a colour, as many as there are, and the strings around them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its points, empty or with stones of the opponent.
    pub points: Area,
    /// Those without a stone.
    pub empty: Area,
    /// How many points it has.
    pub size: usize,
    /// The heads of the strings around it.
    pub walls: Area,
}

impl Region {
    /// All regions, not too large, that have some of these points; none of them has a stone of this
    /// colour.
    pub fn all(board: &Board, seeds: &Area, colour: Colour) -> Vec<Region> {
        let free = *board.points() - *board.stones_of(colour);
        let mut regions = Vec::new();
        let mut left = *seeds;
        while let Some(seed) = left.iter().next() {
            let (points, size) = flood(board, seed, &free);
            left = left - points;
            if size <= LARGEST {
                regions.push(Region::of(board, points, size, colour));
            }
        }
        regions
    }

    fn of(board: &Board, points: Area, size: usize, colour: Colour) -> Self {
        let stones = board.around(&points) & *board.stones_of(colour);
        let walls = stones.iter().map(|stone| board.head(stone as Point) as usize).collect();
        Region { points, empty: points & board.empty(), size, walls }
    }

    /// Whether the opponent has stones in it.
    pub fn is_invaded(&self) -> bool {
        self.empty != self.points
    }
}

/// The points that can be reached from this one over free ones, and how many; some of them if these are more
/// than a region may have.
fn flood(board: &Board, seed: usize, free: &Area) -> (Area, usize) {
    let mut points: Area = [seed].into_iter().collect();
    loop {
        let grown = points | board.around(&points) & *free;
        let size = grown.len();
        if grown == points || size > LARGEST {
            return (grown, size);
        }
        points = grown;
    }
}

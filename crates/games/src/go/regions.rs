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
    const NONE: Region =
        Region { points: Area::EMPTY, empty: Area::EMPTY, size: 0, walls: Area::EMPTY };

    /// All regions, not too large, that have some of these points; none of them has a stone of this
    /// colour.
    pub fn all(board: &Board, seeds: &Area, colour: Colour) -> Vec<Region> {
        let mut regions = Vec::new();
        let mut left = *seeds;
        while let Some(seed) = left.iter().next() {
            let mut region = Region::NONE;
            let is_whole = region.flood(board, seed as Point, colour);
            left = left - region.points;
            if is_whole {
                regions.push(region);
            }
        }
        regions
    }

    /// Reaches all points from this one on, or as many as a region may have; whether these are all.
    fn flood(&mut self, board: &Board, seed: Point, colour: Colour) -> bool {
        let mut reached = [seed; LARGEST];
        let mut seen = 0;
        self.reach(board, seed);
        while seen < self.size {
            for &next in board.neighbours(reached[seen]) {
                if board.has(next, colour) {
                    self.walls.insert(board.head(next) as usize);
                } else if !self.points.contains(next as usize) {
                    let Some(place) = reached.get_mut(self.size) else {
                        return false;
                    };
                    *place = next;
                    self.reach(board, next);
                }
            }
            seen += 1;
        }
        true
    }

    fn reach(&mut self, board: &Board, point: Point) {
        self.size += 1;
        self.points.insert(point as usize);
        if board.is_empty(point) {
            self.empty.insert(point as usize);
        }
    }

    /// Whether the opponent has stones in it.
    pub fn is_invaded(&self) -> bool {
        self.empty != self.points
    }
}

//! The points of a problem on which stones can still come and go, with local numbers: sets of them are
//! the bits of a word.
//!
//! All that lies outside and can never change is one more bit, [`AIR`]: a liberty that nobody fills. A
//! point is next to it, for a colour, if a stone of that colour there would touch an empty point outside
//! the region, or a chain of its colour that has such a liberty.

use phidelta_rules::Area;

use crate::Point;

/// A set of local points, and perhaps [`AIR`].
pub(super) type Set = u128;

/// What is always a liberty of those who touch it.
pub(super) const AIR: Set = 1 << MOST_POINTS;
/// How many points there can be.
pub(super) const MOST_POINTS: usize = 127;

/// The points on which stones can come and go.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// The point of the board that each number stands for, in ascending order.
    pub points: Vec<Point>,
    /// All of them.
    pub all: Set,
    /// The points around each one; for stones of the defender, and for those of the attacker.
    pub around: [[Set; MOST_POINTS]; 2],
}

impl Field {
    /// The number of a point of the board, if it has one.
    pub fn number(&self, point: Point) -> Option<usize> {
        self.points.binary_search(&point).ok()
    }

    /// The numbers of those points of an area that have one.
    pub fn set(&self, area: &Area) -> Set {
        let points = self.points.iter().enumerate();
        let inside = points.filter(|(_, point)| area.contains(**point as usize));
        inside.fold(0, |set, (number, _)| set | 1 << number)
    }

    /// The points of the board that are in a set.
    pub fn area(&self, set: Set) -> Area {
        Numbers(set & self.all).map(|number| self.points[number as usize] as usize).collect()
    }

    /// What can be reached from `seeds` over `within`, and all that is around it, for a stone of this
    /// side.
    #[inline]
    pub fn flood(&self, seeds: Set, within: Set, side: usize) -> (Set, Set) {
        let (mut reached, mut rim, mut border) = (seeds, seeds, 0);
        while rim != 0 {
            let around = self.around[side][rim.trailing_zeros() as usize];
            border |= around;
            rim = rim & (rim - 1) | around & within & !reached;
            reached |= around & within;
        }
        (reached, border)
    }

    /// The chain of `seed`, if none of its stones is next to `air`; otherwise nothing.
    #[inline]
    pub fn smothered(&self, seed: Set, stones: Set, air: Set, side: usize) -> Set {
        let (mut reached, mut rim) = (seed, seed);
        while rim != 0 {
            let around = self.around[side][rim.trailing_zeros() as usize];
            if around & air != 0 {
                return 0;
            }
            rim = rim & (rim - 1) | around & stones & !reached;
            reached |= around & stones;
        }
        reached
    }
}

/// The numbers in a set, ascending.
#[derive(Clone)]
pub(super) struct Numbers(pub Set);

impl Iterator for Numbers {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let number = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(number)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

/// The lowest point of a set.
#[inline]
pub(super) fn lowest(set: Set) -> Set {
    set & set.wrapping_neg()
}

//! A set of squares of a board.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr, Sub};

const WORDS: usize = 6;

/// A set of squares, by their numbers, of a board of at most [`Area::CAPACITY`] squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Area([u64; WORDS]);

impl Area {
    /// The squares that there can be: a board of 19 × 19 has 361.
    pub const CAPACITY: usize = 64 * WORDS;
    /// No square.
    pub const EMPTY: Area = Area([0; WORDS]);

    /// The squares below this one.
    pub fn first(squares: usize) -> Area {
        let word = |at: usize| match squares.saturating_sub(64 * at) {
            64.. => u64::MAX,
            some => (1 << some) - 1,
        };
        Area(std::array::from_fn(word))
    }

    /// Whether it has no square.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Area::EMPTY
    }

    /// How many squares it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the square is in it.
    #[inline]
    pub fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    /// Whether all its squares are in the other.
    #[inline]
    pub fn is_subset(&self, of: &Area) -> bool {
        (*self - *of).is_empty()
    }

    /// Whether the two share a square.
    #[inline]
    pub fn meets(&self, other: &Area) -> bool {
        !(*self & *other).is_empty()
    }

    /// Its squares in ascending order.
    #[inline]
    pub fn iter(&self) -> Squares {
        Squares { area: *self, word: 0 }
    }

    /// The bits, 64 squares a word.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn zip(self, other: Area, combine: impl Fn(u64, u64) -> u64) -> Area {
        Area(std::array::from_fn(|at| combine(self.0[at], other.0[at])))
    }
}

impl std::fmt::Debug for Area {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl BitOr for Area {
    type Output = Area;

    #[inline]
    fn bitor(self, other: Area) -> Area {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for Area {
    #[inline]
    fn bitor_assign(&mut self, other: Area) {
        *self = *self | other;
    }
}

impl BitAnd for Area {
    type Output = Area;

    #[inline]
    fn bitand(self, other: Area) -> Area {
        self.zip(other, |a, b| a & b)
    }
}

impl Sub for Area {
    type Output = Area;

    /// The squares that are not in the other.
    #[inline]
    fn sub(self, other: Area) -> Area {
        self.zip(other, |a, b| a & !b)
    }
}

impl Not for Area {
    type Output = Area;

    /// All other squares up to the capacity, on the board or not.
    #[inline]
    fn not(self) -> Area {
        self.zip(Area::EMPTY, |a, _| !a)
    }
}

impl Shl<usize> for Area {
    type Output = Area;

    /// Each square becomes the one so many numbers higher, less than 64, or none beyond the capacity.
    #[inline]
    fn shl(self, by: usize) -> Area {
        debug_assert!(by < 64);
        Area(std::array::from_fn(|at| {
            let carried = if at == 0 { 0 } else { self.0[at - 1] >> 1 >> (63 - by) };
            self.0[at] << by | carried
        }))
    }
}

impl Shr<usize> for Area {
    type Output = Area;

    /// Each square becomes the one so many numbers lower, less than 64, or none below the first.
    #[inline]
    fn shr(self, by: usize) -> Area {
        debug_assert!(by < 64);
        Area(std::array::from_fn(|at| {
            let carried = if at + 1 == WORDS { 0 } else { self.0[at + 1] << 1 << (63 - by) };
            self.0[at] >> by | carried
        }))
    }
}

impl FromIterator<usize> for Area {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut area = Area::EMPTY;
        squares.into_iter().for_each(|square| area.insert(square));
        area
    }
}

impl IntoIterator for Area {
    type Item = usize;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// The squares of an [`Area`], in ascending order.
#[derive(Clone, Debug)]
pub struct Squares {
    area: Area,
    word: usize,
}

impl Iterator for Squares {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < WORDS {
            let bits = &mut self.area.0[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_as_sets() {
        let some: Area = [0, 63, 64, 200, 383].into_iter().collect();
        assert_eq!(some.iter().collect::<Vec<_>>(), [0, 63, 64, 200, 383]);
        assert_eq!(some.len(), 5);
        let mut other = some;
        other.remove(63);
        other.insert(65);
        assert!(!other.is_subset(&some) && some.meets(&other));
        assert_eq!((some - other).iter().collect::<Vec<_>>(), [63]);
        assert_eq!((some | other).len(), 6);
        assert_eq!((some & other).len(), 4);
        assert!((some & !some).is_empty());
        for by in [0, 1, 19, 63] {
            let moved = |up: isize| -> Area {
                let numbers = some.iter().filter_map(|square| square.checked_add_signed(up));
                numbers.filter(|&square| square < Area::CAPACITY).collect()
            };
            assert_eq!(some << by, moved(by as isize));
            assert_eq!(some >> by, moved(-(by as isize)));
        }
        for count in [0, 1, 64, 65, 361, 384] {
            assert_eq!(
                Area::first(count).iter().collect::<Vec<_>>(),
                (0..count).collect::<Vec<_>>()
            );
        }
    }
}

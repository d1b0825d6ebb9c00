//! Sets of squares as the bits of a word, for boards of at most 64 squares: square `n` is in a set
//! if bit `n` is 1. (For larger boards, there is [`Area`](crate::Area).)
//!
//! A portable build counts bits slowly. Rules that are in a hurry ask [`at_most_one`] instead, and
//! take sets apart by [`lowest`] and [`without_lowest`].

/// The numbers of the squares in a set, ascending.
///
/// ```
/// use phidelta_rules::bits::Bits;
///
/// assert_eq!(Bits(0b1001_0001).collect::<Vec<_>>(), [0, 4, 7]);
/// ```
#[derive(Clone, Debug)]
pub struct Bits(
    /// The squares that are left.
    pub u64,
);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

/// The set of the first so many squares, 1 to 64.
#[inline]
pub fn first(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

/// The set without the square of the lowest number; the empty set stays empty.
#[inline]
pub fn without_lowest(squares: u64) -> u64 {
    squares & squares.wrapping_sub(1)
}

/// Whether the set has one square or none.
#[inline]
pub fn at_most_one(squares: u64) -> bool {
    without_lowest(squares) == 0
}

/// The square of the lowest number, as a set; nothing of the empty set.
#[inline]
pub fn lowest(squares: u64) -> u64 {
    squares & squares.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_taken_apart() {
        for set in [0, 1, 1 << 63, 0b1001_0001, u64::MAX] {
            let squares: Vec<u8> = Bits(set).collect();
            assert!(squares.is_sorted());
            assert_eq!(squares.iter().fold(0, |set, &square| set | 1 << square), set);
            assert_eq!(Bits(set).size_hint(), (squares.len(), Some(squares.len())));
            assert_eq!(at_most_one(set), squares.len() <= 1);
            assert_eq!(lowest(set) | without_lowest(set), set);
            assert_eq!(Bits(lowest(set)).next(), squares.first().copied());
            assert!(Bits(without_lowest(set)).eq(squares.into_iter().skip(1)));
        }
        assert_eq!([1, 5, 64].map(first), [1, 0b1_1111, u64::MAX]);
    }
}

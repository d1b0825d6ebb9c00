//! Sets of squares as the bits of a word.

/// The numbers of the squares in a set, ascending.
#[derive(Clone)]
pub(crate) struct Squares(pub u64);

impl Iterator for Squares {
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
pub(crate) fn first(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

// A portable build counts bits slowly; rules that are in a hurry do without.

#[inline]
pub(crate) fn without_lowest(squares: u64) -> u64 {
    squares & squares.wrapping_sub(1)
}

#[inline]
pub(crate) fn at_most_one(squares: u64) -> bool {
    without_lowest(squares) == 0
}

#[inline]
pub(crate) fn lowest(squares: u64) -> u64 {
    squares & squares.wrapping_neg()
}

//! Boards on which pieces touch along the lines, as the stones of Go do.

use crate::Dimensions;
use crate::bits::first;

/// A board of at most 64 squares on which pieces touch along the lines, as the stones of Go do. Sets
/// of squares are the bits of a word, as in [`bits`](crate::bits).
#[derive(Clone, Debug)]
pub struct Grid {
    /// Its columns and rows.
    pub size: Dimensions,
    /// All squares.
    pub board: u64,
    not_first_column: u64,
    not_last_column: u64,
}

impl Grid {
    /// The board of this size, of 1 to 64 squares.
    ///
    /// # Panics
    /// If it has none or more, or as many as 64 columns.
    pub fn new(size: Dimensions) -> Self {
        assert!(size.columns < 64 && (1..=64).contains(&size.squares()));
        let column = |column| (0..size.rows).map(|row| 1 << size.square(column, row)).sum::<u64>();
        let board = first(size.squares());
        Grid {
            size,
            board,
            not_first_column: board & !column(0),
            not_last_column: board & !column(size.columns - 1),
        }
    }

    /// The squares next to these, and perhaps some beyond the board.
    #[inline]
    pub fn neighbours(&self, squares: u64) -> u64 {
        (squares & self.not_last_column) << 1
            | (squares & self.not_first_column) >> 1
            | squares << self.size.columns
            | squares >> self.size.columns
    }

    /// The squares without a stone.
    #[inline]
    pub fn empty(&self, stones: [u64; 2]) -> u64 {
        self.board & !(stones[0] | stones[1])
    }

    /// What can be reached from `seeds` over `stones`.
    #[inline]
    pub fn chain(&self, seeds: u64, stones: u64) -> u64 {
        let mut chain = seeds;
        loop {
            let grown = chain | self.neighbours(chain) & stones;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_an_edge() {
        for (columns, rows) in [(1, 1), (3, 2), (2, 5), (8, 8)] {
            let size = Dimensions { columns, rows };
            let grid = Grid::new(size);
            for pair in 0..size.squares() * size.squares() {
                let (one, other) = (pair / size.squares(), pair % size.squares());
                let across = (one % size.columns).abs_diff(other % size.columns);
                let up = (one / size.columns).abs_diff(other / size.columns);
                let touch = grid.neighbours(1 << one) >> other & 1 == 1;
                assert_eq!(touch, across + up == 1, "{one} and {other} on {size:?}");
            }
            assert_eq!(grid.chain(1, grid.board), grid.board);
            assert_eq!(grid.chain(1, 0), 1);
            assert_eq!(grid.empty([1, 0]), grid.board & !1);
        }
    }
}

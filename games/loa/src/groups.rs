//! Which pieces hang together, over eight neighbours.

const NOT_FIRST_COLUMN: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST_COLUMN: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// A set of squares with all their neighbours (on 8 by 8 squares, whatever the board's size).
#[inline]
pub(super) fn spread(set: u64) -> u64 {
    set | neighbours(set)
}

/// The pieces that hang together with `seeds`.
#[inline]
pub(super) fn group(seeds: u64, pieces: u64) -> u64 {
    let mut group = seeds;
    loop {
        let grown = spread(group) & pieces;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// The squares next to one of a set.
#[inline]
fn neighbours(set: u64) -> u64 {
    let beside = set << 1 & NOT_FIRST_COLUMN | set >> 1 & NOT_LAST_COLUMN;
    let wide = set | beside;
    beside | wide << 8 | wide >> 8
}

/// Whether all pieces hang together. One piece does; `pieces` must not be empty.
///
/// Most often some piece is all alone, which is seen at once. (Counting squares of four, the quads
/// by which Winands tells that pieces are apart, takes longer where bits are counted slowly.)
#[inline]
pub(super) fn connected(pieces: u64) -> bool {
    if pieces & !neighbours(pieces) != 0 {
        return pieces.is_power_of_two();
    }
    group(pieces & pieces.wrapping_neg(), pieces) == pieces
}

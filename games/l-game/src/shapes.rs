//! The places where an L can lie on the board, worked out when the crate is compiled.
//!
//! Squares are numbered from a1 rightwards, then upwards, and a set of them is the bits of a word.

/// The board is a square with sides of this length.
pub(crate) const SIDE: usize = 4;
const SQUARES: usize = SIDE * SIDE;
/// In how many places an L can lie.
pub(crate) const PLACES: usize = 48;
/// The set of all places.
const ALL: u64 = (1 << PLACES) - 1;

/// The squares of each place, in ascending order of these words.
pub(crate) static SHAPES: [u16; PLACES] = shapes();
/// The places that lie on any square of a set: the first table is asked with the lower eight
/// squares of the set, the second with the upper eight.
static COVERED: [[u64; 256]; 2] = covered(&SHAPES);

/// The places that have no square in a set.
#[inline]
pub(crate) fn places_outside(squares: u16) -> u64 {
    let [low, high] = squares.to_le_bytes();
    ALL & !(COVERED[0][low as usize] | COVERED[1][high as usize])
}

/// The squares of an L with the tip of its long arm on one square and its foot, the end of the
/// short arm, on another: these are a knight's move apart.
pub(crate) const fn shape_between(tip: usize, foot: usize) -> Option<u16> {
    let (column, row) = ((tip % SIDE) as isize, (tip / SIDE) as isize);
    let right = (foot % SIDE) as isize - column;
    let up = (foot / SIDE) as isize - row;
    // The long arm goes the two steps of the knight's move, the foot lies beside its end.
    let (middle, corner) = if right.abs() == 1 && up.abs() == 2 {
        ((column, row + up / 2), (column, row + up))
    } else if right.abs() == 2 && up.abs() == 1 {
        ((column + right / 2, row), (column + right, row))
    } else {
        return None;
    };
    let middle = middle.1 as usize * SIDE + middle.0 as usize;
    let corner = corner.1 as usize * SIDE + corner.0 as usize;
    Some(1 << tip | 1 << middle | 1 << corner | 1 << foot)
}

const fn shapes() -> [u16; PLACES] {
    let mut shapes = [0; PLACES];
    let mut count = 0;
    let mut pair = 0;
    while pair < SQUARES * SQUARES {
        if let Some(shape) = shape_between(pair / SQUARES, pair % SQUARES) {
            // Sorted as they come.
            let mut at = count;
            while at > 0 && shapes[at - 1] > shape {
                shapes[at] = shapes[at - 1];
                at -= 1;
            }
            shapes[at] = shape;
            count += 1;
        }
        pair += 1;
    }
    assert!(count == PLACES);
    shapes
}

const fn covered(shapes: &[u16; PLACES]) -> [[u64; 256]; 2] {
    let mut covered = [[0; 256]; 2];
    let mut squares = 0;
    while squares < 256 {
        let mut place = 0;
        while place < PLACES {
            let shape = shapes[place];
            if shape & squares != 0 {
                covered[0][squares as usize] |= 1 << place;
            }
            if shape >> 8 & squares != 0 {
                covered[1][squares as usize] |= 1 << place;
            }
            place += 1;
        }
        squares += 1;
    }
    covered
}

//! The lines of the board, and how pieces move along them.
//!
//! All moves of a piece are found at once, as a set of squares and without a branch: which of its
//! eight directions are open is as good as random, and wrong guesses of a processor are dear.
//! (Going through the lines instead of the pieces takes half as long again.)

/// How much the number of a square grows by a step to the right, up to the left, up, and up to the
/// right.
const STEPS: [u32; 4] = [1, 7, 8, 9];
/// The same steps in columns and rows.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// How many bits a byte has. (A portable build counts the bits of words slowly.)
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        counts[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    counts
};

/// The squares that can be seen from a square, without the square itself.
#[derive(Clone, Copy, Default, Debug)]
struct View {
    /// In the directions of [`STEPS`], where numbers grow.
    ahead: [u64; 4],
    /// In the opposite directions.
    behind: [u64; 4],
}

/// The lines of a board, as they are seen from each square.
#[derive(Clone, Debug)]
pub(super) struct Lines(Box<[View; 64]>);

impl Lines {
    /// The lines of a board with sides of this length, at most 8.
    pub fn new(size: usize) -> Self {
        let size = size as i32;
        let ray = |column: i32, row: i32, (right, up): (i32, i32)| {
            (1..size)
                .map(|steps| (column + steps * right, row + steps * up))
                .filter(|(column, row)| (0..size).contains(column) && (0..size).contains(row))
                .fold(0, |ray, (column, row)| ray | 1 << (8 * row + column))
        };
        let mut views = Box::new([View::default(); 64]);
        for row in 0..size {
            for column in 0..size {
                views[(8 * row + column) as usize] = View {
                    ahead: DIRECTIONS.map(|step| ray(column, row, step)),
                    behind: DIRECTIONS.map(|(right, up)| ray(column, row, (-right, -up))),
                };
            }
        }
        Lines(views)
    }

    /// The squares to which the piece of `own` on this square can move: as far as there are pieces
    /// on the line, over its own kind, but not over `enemies`.
    #[inline]
    pub fn targets(&self, square: u8, own: u64, enemies: u64) -> u64 {
        let View { ahead, behind } = &self.0[square as usize];
        let square = u32::from(square);
        let pieces = own | enemies;
        let diagonal = |axis: usize| 1 + count_in_columns(pieces & (ahead[axis] | behind[axis]));
        let distances =
            [count_row(pieces, square), diagonal(1), count_column(pieces, square), diagonal(3)];
        let mut targets = 0;
        for axis in 0..4 {
            // Where the board ends before, the number is that of no square of the ray.
            let way = distances[axis] * STEPS[axis];
            let up = ahead[axis] & 1 << (square.wrapping_add(way) & 63);
            let down = behind[axis] & 1 << (square.wrapping_sub(way) & 63);
            let before_up = ahead[axis] & up.wrapping_sub(1);
            let before_down = behind[axis] & (down << 1).wrapping_neg();
            targets |= up & all_if(before_up & enemies == 0);
            targets |= down & all_if(before_down & enemies == 0);
        }
        targets & !own
    }
}

/// All squares if something is so, and otherwise none.
#[inline]
fn all_if(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

/// How many squares are in a set that has at most one in each column.
#[inline]
fn count_in_columns(set: u64) -> u32 {
    // The highest byte of the product has the bits of all rows.
    u32::from(COUNTS[(set.wrapping_mul(FIRST_COLUMN) >> 56) as usize])
}

/// How many squares of a set are in the row of this square.
#[inline]
fn count_row(set: u64, square: u32) -> u32 {
    u32::from(COUNTS[(set >> (square & 56) & 0xff) as usize])
}

/// How many squares of a set are in the column of this square.
#[inline]
fn count_column(set: u64, square: u32) -> u32 {
    // The highest byte of the product is the sum of all rows.
    ((set >> (square & 7) & FIRST_COLUMN).wrapping_mul(FIRST_COLUMN) >> 56) as u32
}

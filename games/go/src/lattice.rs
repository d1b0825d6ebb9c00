//! The points of a square board and which of them touch. There is one table a side, made when it is
//! first asked for.

use std::sync::OnceLock;

use super::{LARGEST_SIDE, Point};
use phidelta_rules::Area;

/// The points of the largest board.
pub(super) const POINTS: usize = LARGEST_SIDE * LARGEST_SIDE;

/// At most four points around another.
#[derive(Clone, Copy)]
struct Around {
    points: [Point; 4],
    count: u8,
}

impl Around {
    const NONE: Around = Around { points: [0; 4], count: 0 };

    /// The points at these distances from one, of those on the board.
    fn of(steps: [(isize, isize); 4], point: usize, side: usize) -> Self {
        let mut around = Around::NONE;
        for (columns, rows) in steps {
            let column = (point % side).checked_add_signed(columns);
            let row = (point / side).checked_add_signed(rows);
            if let (Some(column), Some(row)) = (column, row)
                && column < side
                && row < side
            {
                around.points[around.count as usize] = (column + side * row) as Point;
                around.count += 1;
            }
        }
        around
    }

    #[inline]
    fn as_slice(&self) -> &[Point] {
        &self.points[..self.count as usize]
    }
}

/// The points of a board.
pub(super) struct Lattice {
    pub side: usize,
    /// All points.
    pub all: Area,
    /// All but those of the first, and of the last column.
    not_first: Area,
    not_last: Area,
    neighbours: [Around; POINTS],
    diagonals: [Around; POINTS],
}

impl Lattice {
    /// The points of the board of this side, 1 to 19.
    pub fn of(side: usize) -> &'static Lattice {
        static LATTICES: [OnceLock<Box<Lattice>>; LARGEST_SIDE] =
            [const { OnceLock::new() }; LARGEST_SIDE];
        LATTICES[side - 1].get_or_init(|| Box::new(Lattice::new(side)))
    }

    fn new(side: usize) -> Self {
        let table = |steps| {
            std::array::from_fn(|point| match point < side * side {
                true => Around::of(steps, point, side),
                false => Around::NONE,
            })
        };
        let but = |column| (0..side * side).filter(|point| point % side != column).collect();
        Lattice {
            side,
            all: Area::first(side * side),
            not_first: but(0),
            not_last: but(side - 1),
            neighbours: table([(0, -1), (-1, 0), (1, 0), (0, 1)]),
            diagonals: table([(-1, -1), (1, -1), (-1, 1), (1, 1)]),
        }
    }

    /// The points next to this one along the lines.
    #[inline]
    pub fn neighbours(&self, point: Point) -> &[Point] {
        self.neighbours[point as usize].as_slice()
    }

    /// The eight points around this one in a circle, from one next to it along the lines on; none beyond
    /// the edge.
    #[inline]
    pub fn ring(&self, point: Point) -> [Option<Point>; 8] {
        const STEPS: [(i16, i16); 8] =
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let side = self.side as i16;
        let (column, row) = (point as i16 % side, point as i16 / side);
        STEPS.map(|(columns, rows)| {
            let (column, row) = (column + columns, row + rows);
            let on_board = (0..side).contains(&column) && (0..side).contains(&row);
            on_board.then_some((column + side * row) as Point)
        })
    }

    /// All points next to some of these along the lines.
    #[inline]
    pub fn around(&self, points: &Area) -> Area {
        let sideways = (*points & self.not_last) << 1 | (*points & self.not_first) >> 1;
        (sideways | *points << self.side | *points >> self.side) & self.all
    }

    /// The points next to this one across the squares.
    #[inline]
    pub fn diagonals(&self, point: Point) -> &[Point] {
        self.diagonals[point as usize].as_slice()
    }
}

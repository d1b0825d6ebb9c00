//! The boards of the family Connect(m, n, k, p, q), and all rows on them.

use phidelta_rules::Area;

/// The parameters of a game of the family, in the letters of Wu and Huang (2005).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parameters {
    /// m: columns.
    pub columns: usize,
    /// n: rows of the board.
    pub rows: usize,
    /// k: how many stones in a row win.
    pub in_a_row: usize,
    /// p: stones of a turn.
    pub stones: usize,
    /// q: stones of the first turn.
    pub first_stones: usize,
    /// Whether longer rows do not win; only where a turn has one stone.
    pub exact: bool,
}

/// A board with all sets of k squares in a row.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The parameters.
    pub parameters: Parameters,
    /// The windows: sets of k squares in a row, `in_a_row` squares each, one after the other.
    squares: Vec<u16>,
    /// The windows as sets.
    areas: Vec<Area>,
    /// For each square, its windows in ascending order, from the place in `through` that `first`
    /// tells up to the next one's.
    through: Vec<u16>,
    first: Vec<u32>,
    /// For each window, which of the four directions it has.
    directions: Vec<u8>,
    /// For each window, the squares just before and after it on its line, if they are on the board.
    ends: Vec<[Option<u16>; 2]>,
}

impl Shape {
    /// The board with these parameters, which must be in their ranges.
    pub fn new(parameters: Parameters) -> Self {
        let Parameters { columns, rows, in_a_row, .. } = parameters;
        assert!(columns * rows <= Area::CAPACITY && in_a_row > 0);
        let at = |column: i32, row: i32| {
            let inside = (0..columns as i32).contains(&column) && (0..rows as i32).contains(&row);
            inside.then(|| (row as usize * columns + column as usize) as u16)
        };
        let (mut squares, mut areas) = (Vec::new(), Vec::<Area>::new());
        let (mut ends, mut directions_of) = (Vec::new(), Vec::new());
        // A row of one stone is the same in all directions.
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let directions = if in_a_row == 1 { &directions[..1] } else { &directions };
        for (direction, &(right, up)) in directions.iter().enumerate() {
            for row in 0..rows as i32 {
                for column in 0..columns as i32 {
                    let square = |step: i32| at(column + step * right, row + step * up);
                    let window: Option<Vec<u16>> = (0..in_a_row as i32).map(square).collect();
                    let Some(window) = window else { continue };
                    areas.push(window.iter().map(|&square| square as usize).collect());
                    squares.extend(window);
                    directions_of.push(direction as u8);
                    ends.push([square(-1), square(in_a_row as i32)]);
                }
            }
        }
        let (mut through, mut first) = (Vec::new(), vec![0]);
        for square in 0..columns * rows {
            let windows = areas.iter().enumerate().filter(|(_, area)| area.contains(square));
            through.extend(windows.map(|(window, _)| window as u16));
            first.push(through.len() as u32);
        }
        Shape { parameters, squares, areas, through, first, directions: directions_of, ends }
    }

    /// How many squares the board has.
    #[inline]
    pub fn board(&self) -> usize {
        self.parameters.columns * self.parameters.rows
    }

    /// How many windows there are.
    #[inline]
    pub fn windows(&self) -> usize {
        self.areas.len()
    }

    /// The squares of a window, in their order on the line.
    #[inline]
    pub fn window(&self, window: usize) -> &[u16] {
        let k = self.parameters.in_a_row;
        &self.squares[window * k..][..k]
    }

    /// The squares of a window as a set.
    #[inline]
    pub fn area(&self, window: usize) -> &Area {
        &self.areas[window]
    }

    /// The windows through a square.
    #[inline]
    pub fn through(&self, square: usize) -> &[u16] {
        &self.through[self.first[square] as usize..self.first[square + 1] as usize]
    }

    /// Which of the four directions a window has.
    #[inline]
    pub fn direction(&self, window: usize) -> usize {
        self.directions[window].into()
    }

    /// The squares just before and after a window on its line.
    #[inline]
    pub fn ends(&self, window: usize) -> [Option<u16>; 2] {
        self.ends[window]
    }
}

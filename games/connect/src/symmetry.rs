//! The symmetries of a rectangular board.

use phidelta_rules::Dimensions;

/// The most symmetries that a board has.
pub(super) const MOST: usize = 8;

/// Where each square goes by each symmetry of the board, the first of which leaves all squares where
/// they are: eight of a square board, four of others.
pub(super) fn symmetries(size: Dimensions) -> Vec<Vec<u16>> {
    let Dimensions { columns, rows } = size;
    let turns: &[bool] = if columns == rows { &[false, true] } else { &[false] };
    let mut all = Vec::new();
    for &exchange in turns {
        for (mirror_columns, mirror_rows) in
            [(false, false), (true, false), (false, true), (true, true)]
        {
            let image = |square: usize| {
                let (column, row) = (square % columns, square / columns);
                let column = if mirror_columns { columns - 1 - column } else { column };
                let row = if mirror_rows { rows - 1 - row } else { row };
                let (column, row) = if exchange { (row, column) } else { (column, row) };
                size.square(column, row) as u16
            };
            all.push((0..size.squares()).map(image).collect());
        }
    }
    all
}

//! The rules once more, on boards of characters: slow, and without the tables of the game.

use std::collections::BTreeSet;

/// A board, row by row from the top.
pub type Grid = [[char; 4]; 4];

/// The board of a written position, and the side to move.
pub fn read(text: &str) -> (Grid, char) {
    let (board, side) = text.split_once(' ').unwrap();
    let mut grid = [['?'; 4]; 4];
    for (row, symbols) in grid.iter_mut().zip(board.split('/')) {
        for (square, symbol) in row.iter_mut().zip(symbols.chars()) {
            *square = symbol;
        }
    }
    (grid, side.chars().next().unwrap())
}

/// The board as it is written, with the side to move.
pub fn write(grid: &Grid, side: char) -> String {
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    format!("{} {side}", rows.join("/"))
}

/// The board turned by a quarter.
fn turned(grid: &Grid) -> Grid {
    let mut other = *grid;
    for (row, column) in squares() {
        other[column][3 - row] = grid[row][column];
    }
    other
}

/// The eight boards that are the same but for a rotation or a reflection.
pub fn alike(grid: &Grid) -> Vec<Grid> {
    let mut mirrored = *grid;
    mirrored.iter_mut().for_each(|row| row.reverse());
    let mut all = vec![*grid, mirrored];
    for at in 0..6 {
        all.push(turned(&all[at]));
    }
    all
}

/// All squares: row and column.
pub fn squares() -> impl Iterator<Item = (usize, usize)> {
    (0..16).map(|square| (square / 4, square % 4))
}

/// The boards after an L of this side was put on free squares.
pub fn with_l(grid: &Grid, side: char) -> Vec<Grid> {
    // The L of four orientations and their reflections, as steps from a square.
    let straight = [(0, 0), (1, 0), (2, 0), (2, 1)];
    let mut shapes = BTreeSet::new();
    for turns in 0..4 {
        for mirror in [1, -1] {
            let mut shape = straight.map(|(down, right)| (down, mirror * right));
            for _ in 0..turns {
                shape = shape.map(|(down, right): (i32, i32)| (right, -down));
            }
            shapes.insert(shape);
        }
    }
    let mut boards = Vec::new();
    for (row, column) in squares() {
        for shape in &shapes {
            let mut board = *grid;
            let fits = shape.iter().all(|&(down, right)| {
                let (row, column) = (row as i32 + down, column as i32 + right);
                let on_board = (0..4).contains(&row) && (0..4).contains(&column);
                on_board && {
                    let square = &mut board[row as usize][column as usize];
                    std::mem::replace(square, side) == '.'
                }
            });
            if fits {
                boards.push(board);
            }
        }
    }
    boards
}

/// The boards after each legal move of a side.
pub fn after_moves(grid: &Grid, side: char) -> BTreeSet<Grid> {
    let lifted = grid.map(|row| row.map(|square| if square == side { '.' } else { square }));
    let mut boards = BTreeSet::new();
    for placed in with_l(&lifted, side).into_iter().filter(|placed| placed != grid) {
        boards.insert(placed);
        for (row, column) in squares().filter(|&(row, column)| placed[row][column] == 'n') {
            for (to, at) in squares().filter(|&(to, at)| placed[to][at] == '.') {
                let mut moved = placed;
                (moved[row][column], moved[to][at]) = ('.', 'n');
                boards.insert(moved);
            }
        }
    }
    boards
}

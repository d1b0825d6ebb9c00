//! Lines of Action once more, square by square: slow, plain, and written from the rules alone.

use phidelta_testing::play;

/// The pieces of a board, rows from the lowest: `x`, `o` or `.` for none.
pub struct Grid(Vec<Vec<char>>);

impl Grid {
    /// Reads a written position: its board, and the player to move.
    pub fn read(position: &str) -> (Grid, char) {
        let (board, side) = position.split_once(' ').unwrap();
        let mut rows = play::grid(board);
        rows.reverse();
        (Grid(rows), side.parse().unwrap())
    }

    /// What stands on a square, if there is one.
    fn at(&self, column: i32, row: i32) -> Option<char> {
        let row = self.0.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn squares_of(&self, side: char) -> Vec<(i32, i32)> {
        let size = self.0.len() as i32;
        let all = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
        all.filter(|&(column, row)| self.at(column, row) == Some(side)).collect()
    }

    /// The moves of a player, as written, in the order of the alphabet.
    pub fn moves(&self, side: char) -> Vec<String> {
        let mut moves = Vec::new();
        for (column, row) in self.squares_of(side) {
            for (right, up) in DIRECTIONS {
                let there = |steps: i32| (column + steps * right, row + steps * up);
                let piece = |steps: i32| self.at(there(steps).0, there(steps).1);
                let on_line = |&steps: &i32| piece(steps).is_some_and(|piece| piece != '.');
                let distance = (-8..=8).filter(on_line).count() as i32;
                let is_free = |steps: i32| [Some('.'), Some(side)].contains(&piece(steps));
                let lands = piece(distance).is_some_and(|piece| piece != side);
                if lands && (1..distance).all(is_free) {
                    let sign = if piece(distance) == Some('.') { '-' } else { 'x' };
                    moves.push(format!("{}{sign}{}", name((column, row)), name(there(distance))));
                }
            }
        }
        moves.sort();
        moves
    }

    /// Whether the pieces of a player hang together.
    pub fn is_connected(&self, side: char) -> bool {
        let mut apart = self.squares_of(side);
        let mut reached = vec![apart.pop().unwrap()];
        while let Some(from) = reached.pop() {
            let is_near =
                |to: &(i32, i32)| (from.0 - to.0).abs() <= 1 && (from.1 - to.1).abs() <= 1;
            reached.extend(apart.extract_if(.., |to| is_near(to)));
        }
        apart.is_empty()
    }
}

const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

fn name((column, row): (i32, i32)) -> String {
    phidelta_rules::square_name(column as usize, row as usize)
}

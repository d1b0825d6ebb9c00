//! The rules of the family once more, as plainly as can be: a board of letters, and rows found by
//! looking everywhere.

use phidelta_connect::shape::Parameters;

#[derive(Clone)]
pub struct Plain {
    pub parameters: Parameters,
    /// The board row by row from below, with `b`, `w` and `.`.
    pub board: Vec<Vec<char>>,
    pub turn: char,
    pub left: usize,
}

impl Plain {
    pub fn new(parameters: Parameters) -> Self {
        let board = vec![vec!['.'; parameters.columns]; parameters.rows];
        Plain { parameters, board, turn: 'b', left: parameters.first_stones }
    }

    /// The stone on a square, `#` outside the board.
    fn at(&self, column: i32, row: i32) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.board.get(row));
        let column = usize::try_from(column).ok();
        row.zip(column).and_then(|(row, column)| row.get(column)).map_or('#', |&stone| stone)
    }

    /// Whether a player has a row: all runs are measured from their first stone on.
    pub fn has_row(&self, player: char) -> bool {
        let Parameters { columns, rows, in_a_row, exact, .. } = self.parameters;
        for column in 0..columns as i32 {
            for row in 0..rows as i32 {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    if self.at(column - right, row - up) == player {
                        continue;
                    }
                    let stone = |step: &i32| self.at(column + step * right, row + step * up);
                    let length = (0..).take_while(|step| stone(step) == player).count();
                    if length == in_a_row || length > in_a_row && !exact {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub fn empty(&self) -> Vec<usize> {
        let squares = self.board.iter().flatten().enumerate();
        squares.filter(|&(_, &stone)| stone == '.').map(|(square, _)| square).collect()
    }

    pub fn is_over(&self) -> bool {
        self.has_row('b') || self.has_row('w') || self.empty().is_empty()
    }

    pub fn play(&mut self, square: usize) {
        let columns = self.parameters.columns;
        self.board[square / columns][square % columns] = self.turn;
        self.left -= 1;
        if self.left == 0 {
            self.turn = if self.turn == 'b' { 'w' } else { 'b' };
            self.left = self.parameters.stones;
        }
    }

    /// How many lines of play there are with so many stones.
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        let lines = self.empty().into_iter().map(|square| {
            let mut next = self.clone();
            next.play(square);
            next.perft(depth - 1)
        });
        lines.sum()
    }

    /// 1 if Black wins, -1 if White does, 0 if nobody: by plain minimax.
    pub fn value(&self) -> i32 {
        if self.is_over() {
            return self.has_row('b') as i32 - self.has_row('w') as i32;
        }
        let sign = if self.turn == 'b' { 1 } else { -1 };
        let mut best = -1;
        for square in self.empty() {
            let mut next = self.clone();
            next.play(square);
            best = best.max(sign * next.value());
            if best == 1 {
                break;
            }
        }
        sign * best
    }
}

//! The definitions, written down without regard to speed. Windows are found from the board alone.

use phidelta_connect::shape::Shape;
use phidelta_rules::{Area, Player};

/// A board with all sets of k squares in a row.
pub struct Plain {
    board: usize,
    turn: usize,
    pub windows: Vec<Area>,
}

impl Plain {
    pub fn new(shape: &Shape) -> Self {
        let parameters = shape.parameters;
        let (columns, rows) = (parameters.columns as i32, parameters.rows as i32);
        let mut windows = Vec::new();
        for square in 0..columns * rows {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let squares: Vec<(i32, i32)> = (0..parameters.in_a_row as i32)
                    .map(|step| (square % columns + step * right, square / columns + step * up))
                    .collect();
                let inside =
                    |&(x, y): &(i32, i32)| (0..columns).contains(&x) && (0..rows).contains(&y);
                if squares.iter().all(inside) {
                    windows
                        .push(squares.iter().map(|&(x, y)| (y * columns + x) as usize).collect());
                }
            }
        }
        // A row of one stone has no direction.
        windows.sort();
        windows.dedup();
        Plain { board: shape.board(), turn: parameters.stones, windows }
    }

    pub fn has_row(&self, own: &Area) -> bool {
        self.windows.iter().any(|window| window.is_subset(own))
    }

    /// What the player's windows without an opposing stone lack, if it is at most so many stones.
    pub fn gaps(&self, stones: &[Area; 2], player: Player, most: usize) -> Vec<Area> {
        let (own, other) = (stones[player as usize], stones[!player as usize]);
        let live = self.windows.iter().filter(|window| !window.meets(&other));
        let gaps = live.map(|window| *window - own);
        gaps.filter(|gap| (1..=most).contains(&gap.len())).collect()
    }

    pub fn empty(&self, stones: &[Area; 2]) -> Vec<usize> {
        (Area::first(self.board) - stones[0] - stones[1]).iter().collect()
    }

    /// The least number of stones that hit all gaps; 3 if it is more than 2.
    pub fn number(&self, stones: &[Area; 2], gaps: &[Area]) -> usize {
        let squares = self.empty(stones);
        let hits = |choice: &Area| gaps.iter().all(|gap| gap.meets(choice));
        choices(&squares, 2).filter(hits).map(|choice| choice.len()).min().unwrap_or(3)
    }

    /// Whether the attacker, with so many stones to place, wins with so many moves each of which
    /// makes at least as many threats as the opponent has stones, whatever the opponent does.
    pub fn vcdt(&self, stones: &[Area; 2], attacker: Player, left: usize, moves: u32) -> bool {
        if !self.gaps(stones, attacker, left).is_empty() {
            return true;
        }
        if moves == 1 {
            return false;
        }
        let squares = self.empty(stones);
        choices(&squares, left).filter(|choice| choice.len() == left).any(|choice| {
            let mut after = *stones;
            after[attacker as usize] |= choice;
            let threats = self.gaps(&after, attacker, self.turn);
            !threats.is_empty()
                && self.number(&after, &threats) >= self.turn
                && !self.survives(&after, attacker, moves)
        })
    }

    /// Whether some reply completes a row, or is not answered by a win.
    fn survives(&self, stones: &[Area; 2], attacker: Player, moves: u32) -> bool {
        let squares = self.empty(stones);
        let turn = self.turn.min(squares.len());
        choices(&squares, turn).filter(|choice| choice.len() == turn).any(|choice| {
            let mut after = *stones;
            after[!attacker as usize] |= choice;
            self.has_row(&after[!attacker as usize])
                || !self.vcdt(&after, attacker, self.turn, moves - 1)
        })
    }
}

/// All sets of at most so many of these squares, one or two, and the empty one.
pub fn choices(squares: &[usize], most: usize) -> impl Iterator<Item = Area> + '_ {
    let set = |squares: &[usize]| squares.iter().copied().collect::<Area>();
    let singles = squares.iter().map(move |&a| set(&[a]));
    let firsts = if most == 2 { squares } else { &[] };
    let pairs = firsts
        .iter()
        .enumerate()
        .flat_map(move |(at, &a)| squares[at + 1..].iter().map(move |&b| set(&[a, b])));
    std::iter::once(Area::EMPTY).chain(singles).chain(pairs)
}

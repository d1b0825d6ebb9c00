//! Go: the board, ladders, groups and their eyes, against plain definitions; positions as text; life
//! and death by the real rules.

mod board;
mod go_life;
mod groups;
mod ladder;
mod living;
mod plain;
mod questions;
mod text;

use phidelta_go::{Colour, Point, Position};
use phidelta_rules::Area;
use rand::SeedableRng;
use rand::rngs::SmallRng;

fn empty(side: usize) -> Position {
    Position { side, stones: [Area::EMPTY; 2], turn: Colour::Black, ko: None }
}

fn rng(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

/// A position drawn in rows from the top: X and Y are Black, O and Q White, all else empty. The second
/// value finds the first point, row by row from the bottom, with a letter.
fn drawn(rows: &[&str]) -> (Position, impl Fn(char) -> Point + use<>) {
    let side = rows.len();
    let mut position = empty(side);
    let mut named = Vec::new();
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, letter) in text.chars().filter(|letter| !letter.is_whitespace()).enumerate() {
            let point = column + side * row;
            assert!(column < side);
            match letter {
                'X' | 'Y' => position.stones[0].insert(point),
                'O' | 'Q' => position.stones[1].insert(point),
                _ => (),
            }
            named.push((letter, point as Point));
        }
    }
    let find = move |letter| named.iter().find(|&&(name, _)| name == letter).unwrap().1;
    (position, find)
}

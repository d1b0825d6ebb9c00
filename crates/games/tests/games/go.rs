//! Life and death in Go: the board, ladders, groups and their eyes, against plain definitions.

mod board;
mod plain;

use phidelta_games::go::{Colour, Point, Position};
use phidelta_rules::Area;
use rand::SeedableRng;
use rand::rngs::SmallRng;

fn empty(side: usize) -> Position {
    Position { side, stones: [Area::EMPTY; 2], turn: Colour::Black, ko: None }
}

fn rng(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

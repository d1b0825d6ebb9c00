//! Threats, forcing moves, threat searches and zones of the Connect family, against plain
//! definitions.

mod attacking;
mod forcing;
mod plain;
mod puzzles;
mod vcdt;
mod windows;
mod zones;

use phidelta_connect::shape::{Parameters, Shape};
use phidelta_rules::Area;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

fn parameters(columns: usize, rows: usize, in_a_row: usize, stones: usize) -> Parameters {
    Parameters { columns, rows, in_a_row, stones, first_stones: 1, exact: false }
}

/// Random stones without a row of either player, up to so many each.
fn random_stones(shape: &Shape, most: usize, rng: &mut SmallRng) -> [Area; 2] {
    let mut squares: Vec<usize> = (0..shape.board()).collect();
    squares.shuffle(rng);
    let mut squares = squares.into_iter();
    let plain = plain::Plain::new(shape);
    let mut stones = [Area::EMPTY; 2];
    for own in &mut stones {
        for square in squares.by_ref().take(rng.random_range(0..=most)) {
            own.insert(square);
            if plain.has_row(own) {
                own.remove(square);
            }
        }
    }
    stones
}

fn rng(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

//! Go positions as text, as drawings and as SGF files.

mod diagrams;
mod records;
mod written;

use phidelta_go::{Board, Colour, Point, Position};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// A position that must be right.
fn position(text: &str) -> Position {
    Position::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A game of random moves, with some passes: who moved where, and the position after each move.
struct RandomGame {
    moves: Vec<(Colour, Option<Point>)>,
    positions: Vec<Position>,
}

impl RandomGame {
    fn new(side: usize, length: usize, random: &mut SmallRng) -> Self {
        let mut board = Board::new(&Position::empty(side));
        let mut turn = Colour::Black;
        let (mut moves, mut positions) = (Vec::new(), vec![board.position(turn)]);
        for _ in 0..length {
            let legal: Vec<Point> =
                (0..(side * side) as Point).filter(|&point| board.is_legal(point, turn)).collect();
            let chosen = match legal.is_empty() || random.random_ratio(1, 20) {
                true => None,
                false => Some(legal[random.random_range(0..legal.len())]),
            };
            match chosen {
                Some(point) => board.play(point, turn),
                None => board.pass(),
            }
            moves.push((turn, chosen));
            turn = !turn;
            positions.push(board.position(turn));
        }
        RandomGame { moves, positions }
    }
}

fn random(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

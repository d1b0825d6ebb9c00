//! How many stones a second of processor time can be played on a Go board and taken back.
//!
//! Random games of 60 to 240 moves are played on 19 by 19; from positions along them random legal
//! moves are played and taken back, in lines of a few moves as searches do.
//!
//! Run it with `cargo run --release -p phidelta-go --example go_board_speed`.

use std::time::Instant;

use phidelta_go::{Board, Colour, Point, Position};
use phidelta_rules::{Area, zobrist};

/// Numbers that look random, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (zobrist::scramble(self.0) as u32 as usize * bound) >> 32
    }
}

/// A legal move that does not fill a point with four neighbours of the player's own colour.
fn random_move(board: &Board, colour: Colour, numbers: &mut Numbers) -> Option<Point> {
    let points = board.side() * board.side();
    (0..200).map(|_| numbers.below(points) as Point).find(|&point| {
        board.is_legal(point, colour)
            && board.neighbours(point).iter().any(|&next| board.colour_at(next) != Some(colour))
    })
}

fn main() {
    let empty = Position { side: 19, stones: [Area::EMPTY; 2], turn: Colour::Black, ko: None };
    let mut numbers = Numbers(2004);
    let (mut pairs, mut seconds, mut checksum) = (0u64, 0f64, 0u64);
    for _ in 0..20 {
        let mut board = Board::new(&empty);
        let mut turn = Colour::Black;
        for count in 1..=240 {
            if let Some(point) = random_move(&board, turn, &mut numbers) {
                board.play(point, turn);
            }
            turn = !turn;
            if count < 60 || count % 20 > 0 {
                continue;
            }
            // Lines are chosen beforehand, so that only playing and taking back is timed.
            let lines: Vec<Vec<(Point, Colour)>> = (0..500)
                .map(|_| {
                    let mut line = Vec::new();
                    let mut mover = turn;
                    while line.len() < 8
                        && let Some(point) = random_move(&board, mover, &mut numbers)
                    {
                        board.play(point, mover);
                        line.push((point, mover));
                        mover = !mover;
                    }
                    line.iter().for_each(|_| board.undo());
                    line
                })
                .collect();
            let start = Instant::now();
            for _ in 0..5 {
                for line in &lines {
                    for &(point, mover) in line {
                        board.play(point, mover);
                    }
                    checksum ^= board.key();
                    line.iter().for_each(|_| board.undo());
                    pairs += line.len() as u64;
                }
            }
            seconds += start.elapsed().as_secs_f64();
        }
    }
    println!("{:.1} million plays and undos a second ({checksum:x})", pairs as f64 / seconds / 1e6);
}

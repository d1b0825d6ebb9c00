//! A whole game, solved and certified: Chomp (Gale 1974). Players in turn eat a square of a bar of
//! chocolate with all that is above it and to its right; who eats the lower left one loses.
//! Run it with `cargo run -p phidelta --example chomp`, or with a size at the end: `6 5`.

use phidelta::prelude::*;

/// Columns and rows, at most 8.
struct Chomp(u8, u8);

impl Game for Chomp {
    /// How many squares are left in each column, and whose turn it is.
    type State = ([u8; 8], Player);
    type Move = (u8, u8);
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> Self::State {
        (std::array::from_fn(|at| if at < self.0.into() { self.1 } else { 0 }), Player::Max)
    }

    fn status(&self, &(heights, turn): &Self::State) -> Status<Outcome> {
        // If the last square is gone, the opponent has eaten it.
        if heights[0] == 0 { Status::Over(Outcome::win(turn)) } else { Status::Turn(turn) }
    }

    fn moves(&self, (heights, _): &Self::State, out: &mut impl Extend<(u8, u8)>) {
        for (column, &height) in heights.iter().enumerate() {
            out.extend((0..height).map(|row| (column as u8, row)));
        }
    }

    fn stuck(&self, &(_, turn): &Self::State) -> Outcome {
        Outcome::win(turn) // never asked: as long as a square is left, it can be eaten
    }

    fn play(&self, (heights, turn): &mut Self::State, (column, row): (u8, u8)) {
        heights[column as usize..].iter_mut().for_each(|height| *height = row.min(*height));
        *turn = !*turn;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }
}

fn main() -> Result<(), SolveError> {
    let side = |n| std::env::args().nth(n).and_then(|side| side.parse().ok()).unwrap_or(6u8);
    let game = Chomp(side(1).clamp(1, 8), side(2).clamp(1, 8));
    let answer = Solver::new(&game).certified().win(&game.initial())?;
    let name = |(column, row): &(u8, u8)| format!("{}{}", (b'a' + column) as char, row + 1);
    let line: Vec<String> = answer.line.iter().map(name).collect();
    println!("The first player wins: {:?}, by {}", answer.status, line.join(" "));
    let certificate = answer.certificate.expect("it was asked for");
    let verdict = check_certificate(&game, &game.initial(), &certificate);
    println!("{verdict:?}: {} bytes", certificate.len());
    Ok(())
}

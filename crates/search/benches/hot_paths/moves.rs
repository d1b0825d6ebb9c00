//! Moves: they are found, and each is played, as searches do.

use std::hint::black_box;

use phidelta_rules::{Catalogued, Status, resolve, zobrist};

use crate::measured;

const POSITIONS: usize = 200;

/// Finds and plays all moves in the positions of a few games that are played at random.
pub fn all<G: Catalogued>(parameters: &str, position: &str) {
    let game = G::with_parameters(parameters).expect("good parameters");
    let start = game.read(position).expect("a good position");
    let mut positions = Vec::new();
    let mut state = start.clone();
    let mut moves = Vec::new();
    while positions.len() < POSITIONS {
        match resolve(&game, &state, &mut moves) {
            Status::Turn(_) => {
                positions.push(state.clone());
                let chance = zobrist::scramble(positions.len() as u64) as usize;
                game.play(&mut state, moves[chance % moves.len()]);
            }
            Status::Over(_) => state = start.clone(),
        }
    }
    measured(&mut || {
        for state in &positions {
            moves.clear();
            game.moves(state, &mut moves);
            for &mv in &moves {
                let mut next = state.clone();
                game.play(&mut next, mv);
                black_box((game.status(&next), game.key_after(state, mv)));
            }
        }
    });
}

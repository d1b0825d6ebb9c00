//! Games played at random, counted and compared: what tests of rules are made of.

use phidelta_rules::{Catalogued, GraphKind, Outcome, Status, Value, resolve};

/// A small deterministic random source: the tests must not depend on a library's version.
pub struct Random(
    /// The seed, and then what comes of it.
    pub u64,
);

impl Random {
    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (phidelta_rules::zobrist::scramble(self.0) % n as u64) as usize
    }
}

/// How many positions of a game are looked at, where games may be endless.
const LONGEST: usize = 500;

/// The states of one random game from the initial position, the last one finished; if positions
/// may come back, only the first 500.
pub fn random_game<G: Catalogued>(game: &G, random: &mut Random) -> Vec<G::State> {
    let mut states = vec![game.initial()];
    let mut moves = Vec::new();
    while let Status::Turn(_) = resolve(game, states.last().unwrap(), &mut moves) {
        if G::Graph::REPEATS && states.len() == LONGEST {
            break;
        }
        let mut next = states.last().unwrap().clone();
        game.play(&mut next, moves[random.below(moves.len())]);
        states.push(next);
    }
    states
}

/// Counts the positions at each depth 1..=`depth`, as chess programs do (perft).
pub fn perft<G: Catalogued>(game: &G, state: &G::State, depth: usize) -> u64 {
    let mut moves = Vec::new();
    match resolve(game, state, &mut moves) {
        _ if depth == 0 => 1,
        Status::Over(_) => 0,
        Status::Turn(_) => moves
            .into_iter()
            .map(|mv| {
                let mut next = state.clone();
                game.play(&mut next, mv);
                perft(game, &next, depth - 1)
            })
            .sum(),
    }
}

/// The state after some moves from the initial position, each named by a number modulo the
/// number of legal moves; it stops where the game ends.
pub fn walk<G: Catalogued>(game: &G, picks: &[usize]) -> G::State {
    let mut state = game.initial();
    let mut moves = Vec::new();
    for pick in picks {
        if let Status::Over(_) = resolve(game, &state, &mut moves) {
            break;
        }
        game.play(&mut state, moves[pick % moves.len()]);
    }
    state
}

/// The full status of a position, and its legal moves as written, in the order of the alphabet.
pub fn outlook<G: Catalogued>(game: &G, state: &G::State) -> (Status<G::Value>, Vec<String>) {
    let mut moves = Vec::new();
    let status = resolve(game, state, &mut moves);
    let mut written: Vec<String> = moves.iter().map(|&mv| game.write_move(state, mv)).collect();
    written.sort();
    (status, written)
}

/// The rows of a written board, with a dot for each empty square (runs of up to 9).
pub fn grid(board: &str) -> Vec<Vec<char>> {
    let square = |symbol: char| match symbol.to_digit(10) {
        Some(run) => vec!['.'; run as usize],
        None => vec![symbol],
    };
    board.split('/').map(|row| row.chars().flat_map(square).collect()).collect()
}

/// The opposite of [`grid`].
pub fn write_grid(grid: &[Vec<char>]) -> String {
    grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// The status in which the players have changed places.
pub fn swapped(status: Status<Outcome>) -> Status<Outcome> {
    match status {
        Status::Turn(player) => Status::Turn(!player),
        Status::Over(value) => {
            Status::Over(value.winner().map_or(value, |player| Outcome::win(!player)))
        }
    }
}

//! A player of Lines of Action that makes games worth taking endgames from: three plies of alpha-beta.
//!
//! It values some of what MIA does (Winands, van den Herik & Uiterwijk 2003): pieces that stand close
//! around their centre of mass, and that centre near the middle of the board. Some noise makes games differ:
//! it depends on the position and the seed, so that a search sees the same values whichever way it comes.

use phidelta_loa::{Loa, Slide, State};
use phidelta_rules::{Game, Outcome, Player, Status, zobrist};

/// How many plies it looks ahead.
const PLIES: u32 = 3;
/// More than any evaluation.
const WIN: i32 = 1_000_000;
/// What a distance of one square counts, as the mean of all pieces.
const SQUARE: i32 = 96;
/// What a square between the centre of mass and the middle of the board counts.
const OFF_CENTRE: i32 = 12;
/// What a piece at the edge of the board counts.
const AT_EDGE: i32 = 6;
/// How far apart the values of two equal positions may be.
const NOISE: u64 = 32;

const EDGE: u64 = 0xff81_8181_8181_81ff;

/// A player with a mood of its own, which the seed gives.
pub struct SelfPlayer<'a> {
    game: &'a Loa,
    seed: u64,
    /// The moves of all positions on the line in hand.
    moves: Vec<Slide>,
}

impl<'a> SelfPlayer<'a> {
    pub fn new(game: &'a Loa, seed: u64) -> Self {
        SelfPlayer { game, seed, moves: Vec::new() }
    }

    /// The move it plays, unless there is none.
    pub fn choose(&mut self, state: &State) -> Option<Slide> {
        self.search(state, PLIES, (-WIN, WIN)).1
    }

    /// What the position is worth to the side to move, and the best move. Of what is outside the window, it
    /// only matters on which side.
    fn search(
        &mut self,
        state: &State,
        plies: u32,
        (least, most): (i32, i32),
    ) -> (i32, Option<Slide>) {
        if let Status::Over(value) = self.game.status(state) {
            return (outcome(value, state.turn(), plies), None);
        }
        if plies == 0 {
            return (self.evaluate(state), None);
        }
        let first = self.moves.len();
        self.game.moves(state, &mut self.moves);
        let (mut bound, mut best) = (least, self.moves.get(first).copied());
        for index in first..self.moves.len() {
            let slide = self.moves[index];
            let mut after = *state;
            self.game.play(&mut after, slide);
            let worth = -self.search(&after, plies - 1, (-most, -bound)).0;
            if worth > bound {
                (bound, best) = (worth, Some(slide));
                if bound >= most {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        (bound, best)
    }

    /// What the position looks like to the side to move.
    fn evaluate(&self, state: &State) -> i32 {
        let [own, enemies] =
            [state.turn(), !state.turn()].map(|player| disorder(state.pieces()[player as usize]));
        let noise = zobrist::scramble(self.game.key(state) ^ self.seed) % NOISE;
        enemies - own + noise as i32
    }
}

/// What the end of a game is worth to the player who would be to move: the sooner, the more.
fn outcome(value: Outcome, turn: Player, plies: u32) -> i32 {
    let win = WIN - 1000 + plies as i32;
    match value {
        Outcome::Draw => 0,
        value if value == Outcome::win(turn) => win,
        _ => -win,
    }
}

/// How far the pieces are from standing together in the middle.
fn disorder(pieces: u64) -> i32 {
    let count = pieces.count_ones() as i32;
    let squares = || (0..64).filter(|square| pieces >> square & 1 == 1);
    let columns: i32 = squares().map(|square| square % 8).sum();
    let rows: i32 = squares().map(|square| square / 8).sum();
    // Distances from the centre of mass in steps of a king, `count` times as large.
    let distance = |square: i32| {
        let [across, up] = [count * (square % 8) - columns, count * (square / 8) - rows];
        across.abs().max(up.abs())
    };
    let distances: i32 = squares().map(distance).sum();
    let surplus = (distances / count - least_distances(count)).max(0);
    let off_centre = (2 * columns - 7 * count).abs().max((2 * rows - 7 * count).abs());
    SQUARE * surplus / count
        + OFF_CENTRE * off_centre / (2 * count)
        + AT_EDGE * (pieces & EDGE).count_ones() as i32
}

/// The distances of so many pieces, all together, if they stand as close as can be: one in the centre,
/// eight around it, the others around these.
fn least_distances(count: i32) -> i32 {
    (count - 1) + (count - 9).max(0)
}

#[cfg(test)]
mod tests {
    use super::super::game;
    use super::*;
    use phidelta_rules::Notation;

    fn chosen(position: &str, seed: u64) -> (State, Status<Outcome>) {
        let game = game();
        let mut state = game.read_position(position).unwrap();
        let slide = SelfPlayer::new(&game, seed).choose(&state).unwrap();
        game.play(&mut state, slide);
        (state, game.status(&state))
    }

    #[test]
    fn it_takes_a_win_in_one() {
        for seed in 0..20 {
            // By b1-b3 or b4-b2; by e7-e5 where White is to move.
            for (position, winner) in [
                ("8/8/8/8/1x6/8/6oo/ox4o1 x", Player::Max),
                ("8/4o3/7x/8/3o4/3ox3/3o4/x6x o", Player::Min),
            ] {
                let (_, status) = chosen(position, seed);
                assert_eq!(status, Status::Over(Outcome::win(winner)), "{position}, {seed}");
            }
        }
    }

    #[test]
    fn games_differ_by_their_seed_alone() {
        let game = game();
        let start = game.write_position(&game.initial());
        let first = |seed| chosen(&start, seed).0;
        assert_eq!(first(1), first(1));
        assert!((2..20).any(|seed| first(seed) != first(1)));
    }
}

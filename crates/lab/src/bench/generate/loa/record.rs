//! A game of a player with itself.

use phidelta_loa::{Loa, State};
use phidelta_rules::{Game, Outcome, Player, Status};

use super::self_player::SelfPlayer;

/// A game that takes longer is given up.
const MOST_PLIES: usize = 200;

/// A game that somebody won.
pub struct Record {
    /// Its positions, but for the last one.
    pub states: Vec<State>,
    pub winner: Player,
}

impl Record {
    /// Plays a game, unless nobody wins it. A player that comes back to a position would do so for ever.
    pub fn play(game: &Loa, seed: u64) -> Option<Self> {
        let mut player = SelfPlayer::new(game, seed);
        let mut states = Vec::new();
        let mut state = game.initial();
        while states.len() < MOST_PLIES && !states.contains(&state) {
            match game.status(&state) {
                Status::Over(Outcome::Draw) => return None,
                Status::Over(value) => {
                    let winner = if value == Outcome::MaxWins { Player::Max } else { Player::Min };
                    return Some(Record { states, winner });
                }
                Status::Turn(_) => {}
            }
            states.push(state);
            let slide = player.choose(&state)?;
            game.play(&mut state, slide);
        }
        None
    }

    /// The positions in which the winner was to move, the last one first, and how many plies later the
    /// game was over.
    pub fn backwards(&self) -> impl Iterator<Item = (usize, &State)> {
        let states = self.states.iter().rev().zip(1..);
        states.filter(|(state, _)| state.turn() == self.winner).map(|(state, plies)| (plies, state))
    }
}

#[cfg(test)]
mod tests {
    use super::super::game;
    use super::*;

    #[test]
    fn games_go_by_the_rules_to_their_end() {
        let game = game();
        let records: Vec<Record> = (0..10).filter_map(|seed| Record::play(&game, seed)).collect();
        assert!(records.len() > 5, "{} of 10 games were won", records.len());
        for record in &records {
            for pair in record.states.windows(2) {
                let mut moves = Vec::new();
                game.moves(&pair[0], &mut moves);
                assert!(moves.into_iter().any(|slide| {
                    let mut after = pair[0];
                    game.play(&mut after, slide);
                    after == pair[1]
                }));
            }
            let (plies, last) = record.backwards().next().unwrap();
            assert!(plies <= 2 && last.turn() == record.winner);
        }
    }
}

//! An evaluation of Breakthrough: pawns, and how far they have come. There is no other advice.

use phidelta_rules::bits::Bits;
use phidelta_rules::{Goal, Guide, Look, NoGuide, Outcome, Player};

use crate::{Breakthrough, State, Step};

/// The score of a pawn more than the opponent has.
const SCORE_OF_PAWN: i32 = 30;
/// The score of the rows that a pawn has come, each row counting as much as its number.
const SCORE_OF_ROW: i32 = 2;

/// Scores by pawns and rows.
#[derive(Clone, Copy, Default, Debug)]
pub struct Rows;

impl Breakthrough {
    /// What the pawns of a player are worth.
    #[inline]
    fn worth(&self, state: &State, player: Player) -> i32 {
        let columns = self.size.columns;
        let last = self.size.rows as i32 - 1;
        let worth = |square: u32| {
            let row = (square as usize / columns) as i32;
            let come = if player == Player::Max { row } else { last - row };
            SCORE_OF_PAWN + SCORE_OF_ROW * come * (come + 1) / 2
        };
        Bits(state.pawns[player as usize]).map(|square| worth(square.into())).sum()
    }
}

impl Guide<Breakthrough> for Rows {
    fn look(
        &self,
        game: &Breakthrough,
        state: &State,
        turn: Player,
        goal: Goal<Outcome>,
    ) -> Look<Step> {
        NoGuide.look(game, state, turn, goal)
    }

    fn looks(&self) -> bool {
        false
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn score(&self, game: &Breakthrough, state: &State, player: Player) -> i32 {
        game.worth(state, player) - game.worth(state, !player)
    }
}

//! Advice for Atari Go: capture if you can, save what is in atari, and otherwise count moves and
//! the chains with two liberties, which are one move from atari.

use super::{AtariGo, State};
use phidelta_rules::bits::at_most_one;
use phidelta_rules::{Goal, Guide, Look, Outcome, Player};

/// The work to win with chains in atari at two places, which is in truth endless. Much larger
/// numbers would spoil the proportions of all sums they enter.
const TWO_ATARIS: u32 = 9;
/// The work to win a position without threats.
const CALM: i32 = 3;
/// The most that the work to win is thought to be.
const HARDEST: i32 = 60;

/// What a player sees at a glance.
#[derive(Clone, Copy, Default, Debug)]
pub struct AtariGoGuide;

impl Guide<AtariGo> for AtariGoGuide {
    #[inline]
    fn look(&self, game: &AtariGo, state: &State, turn: Player, goal: Goal<Outcome>) -> Look<u8> {
        if goal.met(Outcome::win(turn)) != (goal.prover() == turn) {
            return Look::Effort { win: 1, lose: 1 };
        }
        let captures = game.captures(state, turn);
        if captures != 0 {
            return Look::Wins(captures.trailing_zeros() as u8);
        }
        let in_atari = game.captures(state, !turn);
        if in_atari != 0 {
            let win = if at_most_one(in_atari) { 1 } else { TWO_ATARIS };
            return Look::Effort { win, lose: 1 };
        }
        let empty = game.grid.empty(state.stones);
        let approaches = |player: Player| {
            (game.grid.neighbours(state.thin[player as usize]) & empty).count_ones() as i32
        };
        let attack = approaches(!turn) - approaches(turn);
        let mobility = game.legal(state).count_ones() as i32;
        Look::Effort {
            win: (CALM - attack).clamp(1, HARDEST) as u32,
            lose: (1 + mobility + attack).max(1) as u32,
        }
    }
}

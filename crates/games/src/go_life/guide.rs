//! Advice for life and death.

use super::field::{AIR, Numbers, lowest};
use super::{GoLife, State};
use phidelta_rules::{Goal, Guide, Look, Outcome, Player};

/// What a player sees at a glance.
#[derive(Clone, Copy, Default, Debug)]
pub struct GoLifeGuide;

impl Guide<GoLife> for GoLifeGuide {
    #[inline]
    fn look(&self, game: &GoLife, state: &State, turn: Player, goal: Goal<Outcome>) -> Look<u8> {
        let empty = game.empty(state);
        let own = state.stones[0];
        let (mut rest, mut liberties) = (state.targets, 0);
        while rest != 0 {
            let (chain, border) = game.field.flood(lowest(rest), own, 0);
            liberties |= border & (empty | AIR);
            rest &= !chain;
        }
        if turn == Player::Min {
            if lowest(liberties) == liberties {
                let mv = liberties.trailing_zeros() as u8;
                if mv != state.ko || state.threats[1] > 0 {
                    return Look::Wins(mv);
                }
            }
        } else if goal == Goal::AtLeast(Outcome::MaxWins) {
            for mv in Numbers(liberties) {
                if game.makes_life(state, mv) {
                    return Look::Wins(mv);
                }
            }
        }
        Look::Effort { win: 1, lose: 1 }
    }
}

//! Advice for life and death: who can capture the last target or live at once does so; otherwise the
//! liberties of the targets tell how far both sides are from what they want.
//!
//! On 18 problems from a collection and 6 corner shapes, with either side to move, the numbers save a
//! third of the visits. (Numbers of eyes, of closed parts around the targets and of points that the
//! attacker does not touch made no searches shorter.)

use super::field::{AIR, Numbers, Set, lowest};
use super::life::Life;
use super::{GoLife, State};
use phidelta_rules::{Goal, Guide, Look, Outcome, Player};

/// The work to capture the targets, for two liberties.
const CAPTURE: u32 = 5;
/// The work to live with targets in atari; each two liberties save one.
const LIFE: u32 = 5;

/// What a player sees at a glance.
#[derive(Clone, Copy, Default, Debug)]
pub struct GoLifeGuide;

/// A chain of targets, and what is around it.
type Target = (Set, Set);

impl GoLife {
    fn targets(&self, state: &State) -> impl Iterator<Item = Target> {
        let own = state.stones[Player::Max as usize];
        let mut rest = state.targets;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let target = self.field.flood(lowest(rest), own, Player::Max as usize);
                rest &= !target.0;
                target
            })
        })
    }

    /// Whether the defender, who is to move, is alive after a stone on this liberty of a target.
    #[inline]
    fn makes_life(&self, state: &State, (chain, border): Target, liberty: u8) -> bool {
        let [own, enemies] = state.stones;
        let stone = 1 << liberty;
        let around = self.field.around[Player::Max as usize][liberty as usize];
        let captured = self.captured(state, around, (self.empty(state) | AIR) & !stone);
        let joined = self.field.flood(stone, own & !chain, Player::Max as usize);
        let life = Life::new(&self.field, [own | stone, enemies & !captured]);
        life.lives(chain, border | joined.1)
    }
}

impl Guide<GoLife> for GoLifeGuide {
    #[inline]
    fn look(&self, game: &GoLife, state: &State, turn: Player, goal: Goal<Outcome>) -> Look<u8> {
        if goal.met(Outcome::win(turn)) != (goal.prover() == turn) {
            return Look::Effort { win: 1, lose: 1 };
        }
        let air = game.empty(state) | AIR;
        let mut liberties = 0;
        for target in game.targets(state) {
            liberties |= target.1 & air;
            if turn == Player::Max {
                let living =
                    |mv: &u8| game.makes_life(state, target, *mv) && game.is_legal(state, *mv);
                if let Some(mv) = Numbers(target.1 & air & !AIR).find(living) {
                    return Look::Wins(mv);
                }
            }
        }
        if turn == Player::Min && lowest(liberties) == liberties {
            let mv = liberties.trailing_zeros() as u8;
            if game.is_legal(state, mv) {
                return Look::Wins(mv);
            }
        }
        let count = liberties.count_ones();
        let kill = 1 + CAPTURE * count / 2;
        let live = LIFE.saturating_sub(count / 2).max(1);
        match turn {
            Player::Max => Look::Effort { win: live, lose: kill },
            Player::Min => Look::Effort { win: kill, lose: live },
        }
    }
}

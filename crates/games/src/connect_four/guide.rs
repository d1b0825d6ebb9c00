//! Advice for Connect Four: threats.

use super::{ConnectFour, Direction, State};
use phidelta_rules::{Goal, Guide, Look, Outcome, Player};

/// Looks at the squares that would complete a four.
#[derive(Clone, Copy, Default, Debug)]
pub struct Threats;

impl ConnectFour {
    /// The squares, empty or not, that would complete a four of these stones.
    #[inline]
    fn completing(&self, stones: u64) -> u64 {
        let mut squares = 0;
        for &Direction { step, starts } in &self.directions {
            let [second, third, fourth] = [1, 2, 3].map(|n| stones >> (n * step));
            squares |= second & third & fourth & starts;
            squares |= (stones & third & fourth & starts) << step;
            squares |= (stones & second & fourth & starts) << (2 * step);
            squares |= (stones & second & third & starts) << (3 * step);
        }
        squares
    }
}

impl Guide<ConnectFour> for Threats {
    #[inline]
    fn look(&self, game: &ConnectFour, state: &State, turn: Player, _: Goal<Outcome>) -> Look<u8> {
        let landing = game.landing(state);
        let own = game.completing(state.stones[turn as usize]);
        if own & landing != 0 {
            return Look::Wins((own & landing).trailing_zeros() as u8);
        }
        Look::Effort { win: 1, lose: 1 }
    }
}

//! Advice for Connect Four: immediate wins, replies that do not lose at once, and the fours that
//! the attacker can still hope for.
//!
//! The attacker is the player who needs a four to succeed; the other one is content with a draw.
//! The weights are the best of some dozens that were tried on the small boards and on random
//! positions of the usual one. Against equal numbers they save about seven visits of eight.

use super::{ConnectFour, Direction, State};
use phidelta_rules::{Goal, Guide, Look, Outcome, Player};

/// The scores of a square that completes a four, and of a four that is still possible.
const SCORE_OF_THREAT: i32 = 40;
const SCORE_OF_FOUR: i32 = 5;

/// Counts what the players threaten, and where a four still fits.
#[derive(Clone, Copy, Default, Debug)]
pub struct Threats;

impl ConnectFour {
    /// The squares, empty or not, that complete a four of these stones.
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

    /// How many fours lie wholly in this set of squares.
    #[inline]
    fn fours_within(&self, set: u64) -> u32 {
        let fours = |&Direction { step, starts }: &Direction| {
            let pairs = set & set >> step;
            (pairs & pairs >> (2 * step) & starts).count_ones()
        };
        self.directions.iter().map(fours).sum()
    }
}

impl Guide<ConnectFour> for Threats {
    #[inline]
    fn look(
        &self,
        game: &ConnectFour,
        state: &State,
        turn: Player,
        goal: Goal<Outcome>,
    ) -> Look<u8> {
        let landing = game.landing(state);
        let wins = game.completing(state.stones[turn as usize]) & landing;
        if wins != 0 {
            return Look::Wins(wins.trailing_zeros() as u8);
        }

        let empty = game.board & !(state.stones[0] | state.stones[1]);
        let threats = game.completing(state.stones[!turn as usize]) & empty;
        let below_threats = (threats & !game.floor) >> 1;
        let replies = match threats & landing {
            0 => landing & !below_threats,
            urgent if urgent.is_power_of_two() => urgent & !below_threats,
            _ => 0,
        };
        if replies == 0 {
            // Lost in two moves. A large number here would only keep a search from finding out.
            return Look::Effort { win: 6, lose: 1 };
        }
        let refute_replies = 12 * replies.count_ones();

        let attacker = if goal.met(Outcome::Draw) { !goal.prover() } else { goal.prover() };
        let own = state.stones[attacker as usize];
        let possible = game.fours_within(own | empty);
        // If all replies are made on top of the stone just played, x, who started, comes to own
        // the odd rows and o the even ones (Allis 1988): those fours are the dangerous ones.
        let odd_or_even = if attacker == Player::Max { game.odd_rows } else { !game.odd_rows };
        let natural = game.fours_within(own | empty & odd_or_even);
        if turn == attacker {
            Look::Effort { win: 2, lose: refute_replies + possible + natural }
        } else {
            Look::Effort { win: 2 + possible / 2 + natural, lose: refute_replies }
        }
    }

    fn evaluates(&self) -> bool {
        true
    }

    /// Who has more squares that complete a four, and more fours that are still possible.
    #[inline]
    fn score(&self, game: &ConnectFour, state: &State, player: Player) -> i32 {
        let empty = game.board & !(state.stones[0] | state.stones[1]);
        let [own, other] = [player, !player].map(|player| {
            let stones = state.stones[player as usize];
            let threats = (game.completing(stones) & empty).count_ones() as i32;
            let possible = game.fours_within(stones | empty) as i32;
            threats * SCORE_OF_THREAT + possible * SCORE_OF_FOUR
        });
        own - other
    }
}

//! Advice for ultimate tic-tac-toe: win if you can, and otherwise count the moves that do not send
//! the opponent where they win at once.

use super::{ALL, ANY, COMPLETING, Nine, State, Uttt};
use phidelta_rules::bits::Bits;
use phidelta_rules::{Goal, Guide, Look, Outcome, Player};

/// Twice the work to win when neither side has a decisive board.
const CALM: i32 = 4;
/// The work to refute one move.
const PER_MOVE: i32 = 3;
/// How much more work a player who may choose any board is to beat.
const FREE_CHOICE: i32 = 2;

/// What a player sees at a glance.
#[derive(Clone, Copy, Default, Debug)]
pub struct UtttGuide;

impl State {
    /// The squares that complete a line of the player in an open board.
    #[inline]
    fn completing(&self, player: Player, board: u8) -> Nine {
        COMPLETING[self.squares(player, board) as usize] & !self.squares(!player, board)
    }

    /// The open boards in which the player has a move that wins the game.
    #[inline]
    fn decisive(&self, player: Player) -> Nine {
        let boards = COMPLETING[self.won[player as usize] as usize] & !self.closed;
        Bits(boards.into())
            .filter(|&board| self.completing(player, board) != 0)
            .fold(0, |set, board| set | 1 << board)
    }
}

impl Guide<Uttt> for UtttGuide {
    #[inline]
    fn look(&self, _: &Uttt, state: &State, turn: Player, goal: Goal<Outcome>) -> Look<u8> {
        if goal.met(Outcome::win(turn)) != (goal.prover() == turn) {
            return Look::Effort { win: 1, lose: 1 };
        }
        let (mine, theirs) = (state.decisive(turn), state.decisive(!turn));
        let now = mine & state.choice();
        if now != 0 {
            let board = now.trailing_zeros() as u8;
            return Look::Wins(9 * board + state.completing(turn, board).trailing_zeros() as u8);
        }
        // To a closed board is to any board.
        let fatal = if theirs == 0 { 0 } else { theirs | state.closed };
        let safe: u32 = Bits(state.choice().into())
            .map(|board| {
                let taken = state.squares(turn, board) | state.squares(!turn, board);
                (ALL & !taken & !fatal).count_ones()
            })
            .sum();
        if safe == 0 {
            return Look::Effort { win: 1, lose: 1 };
        }
        let lead = mine.count_ones() as i32 - theirs.count_ones() as i32;
        let freedom = if state.sent == ANY { FREE_CHOICE } else { 0 };
        Look::Effort {
            win: ((CALM - lead) / 2).max(1) as u32,
            lose: (PER_MOVE * safe as i32 + lead + freedom).max(1) as u32,
        }
    }
}

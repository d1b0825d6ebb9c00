//! Initial numbers from an evaluation function: EF-PN (Winands & Schadd 2011, "Evaluation-function based proof-number
//! search", Computers and Games 2010), for any search with numbers: with PN² it is their EF-PN², with df-pn EF-df-pn.
//!
//! A score becomes a step: +1 from a threshold t up, −1 from −t down, 0 in between. For the player to move, with n moves
//! and a step s,
//!
//! ```text
//! number of success    1 + b (1 − s)
//! number of failure    a n + b (1 + s)
//! ```
//!
//! so that a is the weight of mobility, and b that of the evaluation. Where the opponent of the goal's prover moves, the
//! two are the disproof and the proof number. (The names a, b and t are the paper's. Its formula is given as it is
//! commonly told; the text was not at hand. In it a large evaluation makes the number of success small, and a small one
//! that of failure, by up to 2b.)

/// How scores become numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The weight of each move.
    pub a: u32,
    /// The weight of the step.
    pub b: u32,
    /// The score that makes a step. With 0 there is no middle: an even score is a good one.
    pub t: u32,
}

impl Evaluation {
    /// What is taken unless something else is said.
    pub const USUAL: Evaluation = Evaluation { a: 1, b: 20, t: 30 };

    /// The numbers of success and of failure for the player to move, who has so many moves, at a position with this
    /// score for them.
    #[inline]
    #[must_use]
    pub fn effort(self, score: i32, moves: u32) -> (u32, u32) {
        let threshold = i64::from(self.t);
        let (bad, good) = match i64::from(score) {
            score if score >= threshold => (0, 2),
            score if score <= -threshold => (2, 0),
            _ => (1, 1),
        };
        let success = self.b.saturating_mul(bad).saturating_add(1);
        let failure = self.b.saturating_mul(good).saturating_add(self.a.saturating_mul(moves));
        (success, failure.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_scores_are_easy_to_win() {
        let evaluation = Evaluation { a: 2, b: 5, t: 100 };
        assert_eq!(evaluation.effort(100, 7), (1, 24));
        assert_eq!(evaluation.effort(99, 7), (6, 19));
        assert_eq!(evaluation.effort(-99, 7), (6, 19));
        assert_eq!(evaluation.effort(-100, 7), (11, 14));
        assert_eq!(evaluation.effort(i32::MIN, 0), (11, 1));
        assert_eq!(Evaluation { t: 0, ..evaluation }.effort(0, 7), (1, 24));
        let large = Evaluation { a: u32::MAX, b: u32::MAX, t: u32::MAX };
        assert_eq!(large.effort(i32::MAX, u32::MAX), (u32::MAX, u32::MAX));
    }
}

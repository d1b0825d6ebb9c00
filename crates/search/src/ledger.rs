//! The goals that share one table, and what the answer to one says about another.
//!
//! A game of several outcomes is solved by a series of yes/no questions. An entry of the table
//! carries the number of its question; a proof of a harder goal, or a disproof of an easier one,
//! answers the present question too (Moldenhauer 2009, as told by Kishimoto & Müller). Numbers of
//! unsolved nodes are not carried over.

use phidelta_rules::{Game, Goal, Value};

use crate::memory;

/// The goals asked of one table so far.
#[derive(Clone, Debug)]
pub struct Ledger<V> {
    goals: Vec<Goal<V>>,
    capacity: usize,
}

impl<V> Ledger<V> {
    /// How many goals a table can tell apart, at most.
    pub const CAPACITY: usize = 256;

    /// A ledger for tables of a game: where positions come back, they tell 32 goals apart.
    pub fn for_game<G: Game<Value = V>>() -> Self {
        Ledger { goals: Vec::new(), capacity: memory::questions::<G>() }
    }
}

impl<V> Default for Ledger<V> {
    fn default() -> Self {
        Ledger { goals: Vec::new(), capacity: Self::CAPACITY }
    }
}

/// A goal with its number in the ledger and with what older answers mean for it.
#[derive(Clone, Debug)]
pub struct Query<V> {
    /// The goal.
    pub goal: Goal<V>,
    pub(crate) tag: u8,
    /// For each older question: what its disproof and its proof say about this one.
    carried: Vec<[Option<bool>; 2]>,
}

impl<V: Value> Ledger<V> {
    /// The goals, in the order of their numbers.
    pub(crate) fn goals(&self) -> &[Goal<V>] {
        &self.goals
    }

    /// Enters a goal, or finds it again. `None` if the ledger is full: the table must then be
    /// cleared, and a new ledger begun.
    pub fn ask(&mut self, goal: Goal<V>) -> Option<Query<V>> {
        let tag = match self.goals.iter().position(|&asked| asked == goal) {
            Some(tag) => tag,
            None if self.goals.len() < self.capacity => {
                self.goals.push(goal);
                self.goals.len() - 1
            }
            None => return None,
        };
        let carried =
            self.goals.iter().map(|&asked| [false, true].map(|p| implied(asked, p, goal)));
        Some(Query { goal, tag: tag as u8, carried: carried.collect() })
    }
}

impl<V> Query<V> {
    /// The same question about values of another type, of which the goal is this.
    pub(crate) fn translated<W>(&self, goal: Goal<W>) -> Query<W> {
        Query { goal, tag: self.tag, carried: self.carried.clone() }
    }

    /// What the verdict of another question says about this one.
    #[inline]
    pub(crate) fn carry(&self, tag: u8, proved: bool) -> Option<bool> {
        self.carried.get(usize::from(tag)).and_then(|carried| carried[usize::from(proved)])
    }
}

/// What "`known` was proved (or disproved)" says about `goal`.
fn implied<V: Value>(known: Goal<V>, proved: bool, goal: Goal<V>) -> Option<bool> {
    // Each answer is a bound on the value, strict or not, from below or from above.
    let (from_below, strict, bound) = match (known, proved) {
        (Goal::AtLeast(bound), true) => (true, false, bound),
        (Goal::AtMost(bound), false) => (true, true, bound),
        (Goal::AtMost(bound), true) => (false, false, bound),
        (Goal::AtLeast(bound), false) => (false, true, bound),
    };
    match (goal, from_below) {
        // The value is ≥ bound (> if strict).
        (Goal::AtLeast(least), true) => (bound >= least).then_some(true),
        (Goal::AtMost(most), true) => (bound > most || strict && bound == most).then_some(false),
        // The value is ≤ bound (< if strict).
        (Goal::AtMost(most), false) => (bound <= most).then_some(true),
        (Goal::AtLeast(least), false) => {
            (bound < least || strict && bound == least).then_some(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use phidelta_rules::Score;

    /// Compared with the meaning: what holds for every value that agrees with the known answer.
    #[test]
    fn implications_are_sound_and_complete_up_to_density() {
        let values: Vec<Score> = (-3..=3).map(Score).collect();
        let goals: Vec<Goal<Score>> =
            values.iter().flat_map(|&v| [Goal::AtLeast(v), Goal::AtMost(v)]).collect();
        for &known in &goals {
            for proved in [false, true] {
                let possible: Vec<Score> =
                    values.iter().copied().filter(|&v| known.met(v) == proved).collect();
                for &goal in &goals {
                    let answer = implied(known, proved, goal);
                    if let Some(answer) = answer {
                        assert!(
                            possible.iter().all(|&v| goal.met(v) == answer),
                            "{known:?} {proved} {goal:?}"
                        );
                    }
                    if known == goal {
                        assert_eq!(answer, Some(proved));
                    }
                }
            }
        }
    }

    #[test]
    fn goals_are_found_again_and_the_ledger_fills_up() {
        let mut ledger = Ledger::default();
        for n in 0..Ledger::<Score>::CAPACITY {
            assert_eq!(ledger.ask(Goal::AtLeast(Score(n as i32))).unwrap().tag as usize, n);
        }
        assert!(ledger.ask(Goal::AtMost(Score(0))).is_none());
        assert_eq!(ledger.ask(Goal::AtLeast(Score(7))).unwrap().tag, 7);
    }
}

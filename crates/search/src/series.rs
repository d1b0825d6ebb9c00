//! The value of a game of several outcomes, by a series of yes/no questions that halve what is
//! possible and share one table.

use std::time::Duration;

use phidelta_rules::{Game, Goal, Guide};

use crate::{Control, Counters, ProofStatus, Solver, Stopped, TableStatistics, Variants};

/// What is known of a position's value, and how it was found.
#[derive(Clone, Debug)]
pub struct ValueReport<M, V> {
    /// The value is at least this.
    pub at_least: V,
    /// The value is at most this.
    pub at_most: V,
    /// Why the two differ, if they do.
    pub stopped: Option<Stopped>,
    /// A line of play in which both sides keep the value. Empty if it is not known.
    pub line: Vec<M>,
    /// The questions asked, with their answers.
    pub questions: Vec<(Goal<V>, ProofStatus)>,
    /// What the searches did, together.
    pub counters: Counters,
    /// How full the table is.
    pub table: TableStatistics,
    /// How long it took.
    pub elapsed: Duration,
}

impl<M, V: Copy + Eq> ValueReport<M, V> {
    /// The value, if it is known.
    pub fn value(&self) -> Option<V> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

impl<G: Game, A: Guide<G>, V: Variants> Solver<'_, G, A, V> {
    /// What is the value of `state`? Limits of `control` hold for the whole series.
    pub fn value(
        &mut self,
        state: &G::State,
        mut control: Control<'_, G::Move>,
    ) -> ValueReport<G::Move, G::Value> {
        self.value_with(state, &mut control)
    }

    pub(crate) fn value_with(
        &mut self,
        state: &G::State,
        control: &mut Control<'_, G::Move>,
    ) -> ValueReport<G::Move, G::Value> {
        let values = self.game.values();
        assert!(!values.is_empty(), "a game has at least one value");
        let (mut low, mut high) = (0, values.len() - 1);
        let mut counters = Counters::default();
        let mut questions = Vec::new();
        // The last move found to keep a bound: the player to move has but one bound to keep.
        let mut best = None;
        let mut stopped = None;
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let question = self.question(Goal::AtLeast(values[middle]));
            let found = self.ask(state, &question, control);
            control.next_question(found.counters.nodes);
            counters.add(&found.counters);
            best = found.best.or(best);
            let verdict = found.verdict;
            questions.push((question.goal, verdict));
            match verdict {
                ProofStatus::Proved => low = middle,
                ProofStatus::Disproved => high = middle - 1,
                ProofStatus::Unknown(reason) => {
                    stopped = Some(reason);
                    break;
                }
            }
        }
        let elapsed = self.past.and_time(control.elapsed());
        let counters = self.past.and(&counters);
        let table = self.statistics(&counters);
        let line = if low == high {
            // The bounds that both players keep, where there is anything to keep.
            let upper = values.get(high + 1).map(|&v| self.question(Goal::AtLeast(v)));
            let lower = (low > 0).then(|| self.question(Goal::AtLeast(values[low])));
            // If the ledger was full in between, the first has a new number.
            let upper = upper.map(|upper| self.question(upper.goal));
            self.line(state, [lower.as_ref(), upper.as_ref()], best, &counters, control)
        } else {
            Vec::new()
        };
        ValueReport {
            at_least: values[low],
            at_most: values[high],
            stopped,
            line,
            questions,
            counters,
            table,
            elapsed,
        }
    }
}

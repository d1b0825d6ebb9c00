//! Two searches on the same problems, where some runs have no answer.
//!
//! A mean over what both have solved leaves out what one of them finds hard: a survivor's mean. So a run without an
//! answer counts as twice the most that either of the two spent on the problem (as the PAR-2 score of SAT
//! competitions counts twice the limit); a problem that neither solves says nothing, and is only counted. The mean
//! over what both solve is given beside it, called so.

use serde::{Deserialize, Serialize};

use super::bootstrap::Estimate;
use super::notebook::Row;

/// How many times as much a run without an answer counts.
const PENALTY: f64 = 2.0;

/// What a run spent, and whether it has an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spent {
    /// Nodes, or seconds.
    pub amount: f64,
    /// Whether there is an answer.
    pub is_solved: bool,
}

impl Spent {
    /// So much, for nothing or not. What is too little to be measured is not nothing.
    pub fn new(amount: f64, is_solved: bool) -> Self {
        Spent { amount: amount.max(1e-6), is_solved }
    }
}

/// What a search spends, over what another does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// What is compared: `nodes` or `time`.
    pub measure: String,
    /// The search.
    pub search: String,
    /// What it is compared with.
    pub relative_to: String,
    /// How many problems both were given.
    pub problems: usize,
    /// How many of them it has solved.
    pub solved: usize,
    /// How many the other has solved.
    pub solved_by_other: usize,
    /// How many both have solved.
    pub solved_by_both: usize,
    /// How many neither has solved: these are in no mean.
    pub solved_by_neither: usize,
    /// The geometric mean of ratios, unsolved runs counted.
    pub ratio: Option<Estimate>,
    /// The same over what both have solved.
    pub ratio_of_both: Option<Estimate>,
}

impl Comparison {
    /// Compares what was spent on each problem that both were given: by the search, and by the other.
    pub fn new(measure: &str, [search, relative_to]: [&str; 2], pairs: &[(Spent, Spent)]) -> Self {
        let count =
            |is_in: fn(&(Spent, Spent)) -> bool| pairs.iter().filter(|pair| is_in(pair)).count();
        let ratios = |is_in: fn(&(Spent, Spent)) -> bool| {
            let ratios: Vec<f64> = pairs.iter().filter(|pair| is_in(pair)).map(ratio).collect();
            Estimate::geometric(&ratios)
        };
        Comparison {
            measure: measure.into(),
            search: search.into(),
            relative_to: relative_to.into(),
            problems: pairs.len(),
            solved: count(|(one, _)| one.is_solved),
            solved_by_other: count(|(_, other)| other.is_solved),
            solved_by_both: count(|(one, other)| one.is_solved && other.is_solved),
            solved_by_neither: count(|(one, other)| !one.is_solved && !other.is_solved),
            ratio: ratios(|(one, other)| one.is_solved || other.is_solved),
            ratio_of_both: ratios(|(one, other)| one.is_solved && other.is_solved),
        }
    }

    /// The ratio as tables have it; a dash if nothing is known.
    pub fn text(&self) -> String {
        self.ratio.map_or("–".into(), |ratio| ratio.text())
    }

    /// The ratio, and what it rests on, in words that begin with the name of the search.
    pub fn in_words(&self) -> Option<String> {
        let ratio = self.ratio?;
        let (name, text, says) = (&self.search, ratio.text(), ratio.says());
        let over = problems(ratio.problems);
        if self.solved_by_both == ratio.problems {
            return Some(format!("{name}: {text} (over {over} that both solve; {says})"));
        }
        let [only, only_other] =
            [self.solved, self.solved_by_other].map(|n| n - self.solved_by_both);
        let beside = match self.ratio_of_both {
            Some(both) => format!("; {} over the {} that both solve", both.text(), both.problems),
            None => "; none is solved by both".into(),
        };
        Some(format!(
            "{name}: {text} (over {over}, {only} solved only by {name} and {only_other} only by {}; {says}{beside})",
            self.relative_to
        ))
    }

    /// The comparison as a row of a table.
    pub fn row(&self, of: &str) -> Row {
        let [ratio, both] = [self.ratio, self.ratio_of_both];
        let number =
            |number: Option<f64>| number.map_or_else(String::new, |one| format!("{one:.4}"));
        let value = |of: Option<Estimate>| number(of.map(|one| one.value));
        let low = |of: Option<Estimate>| number(of.and_then(|one| one.interval).map(|ends| ends.0));
        let high =
            |of: Option<Estimate>| number(of.and_then(|one| one.interval).map(|ends| ends.1));
        vec![
            ("exhibit", of.into()),
            ("measure", self.measure.clone()),
            ("search", self.search.clone()),
            ("relative_to", self.relative_to.clone()),
            ("problems", self.problems.to_string()),
            ("solved", self.solved.to_string()),
            ("solved_by_other", self.solved_by_other.to_string()),
            ("solved_by_both", self.solved_by_both.to_string()),
            ("solved_by_neither", self.solved_by_neither.to_string()),
            ("ratio", value(ratio)),
            ("low", low(ratio)),
            ("high", high(ratio)),
            ("ratio_of_both", value(both)),
            ("low_of_both", low(both)),
            ("high_of_both", high(both)),
        ]
    }
}

fn problems(count: usize) -> String {
    if count == 1 { "1 problem".into() } else { format!("{count} problems") }
}

/// What one spends over what the other does, a run without an answer counted as twice the more of the two.
fn ratio((one, other): &(Spent, Spent)) -> f64 {
    let most = one.amount.max(other.amount);
    let cost = |run: &Spent| if run.is_solved { run.amount } else { PENALTY * most };
    cost(one) / cost(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(amount: f64) -> Spent {
        Spent::new(amount, true)
    }

    fn open(amount: f64) -> Spent {
        Spent::new(amount, false)
    }

    #[test]
    fn runs_without_an_answer_are_counted() {
        // By what both solve, the first looks twice as good.
        let pairs = [
            (solved(50.0), solved(100.0)),
            (open(1000.0), solved(100.0)),
            (open(1000.0), open(1000.0)),
        ];
        let found = Comparison::new("nodes", ["a", "b"], &pairs);
        let value = |estimate: Option<Estimate>| estimate.unwrap().value;
        assert_eq!(value(found.ratio_of_both), 0.5);
        // The second problem counts 2000 over 100.
        assert!((value(found.ratio) - 10f64.sqrt()).abs() < 1e-9);
        let counts = (found.problems, found.solved, found.solved_by_other);
        assert_eq!((counts, found.solved_by_both, found.solved_by_neither), ((3, 1, 2), 1, 1));
        assert_eq!(
            found.in_words().unwrap(),
            "a: 3.16 [0.50, 20.0] (over 2 problems, 0 solved only by a and 1 only by b; the interval includes 1; 0.50 \
             over the 1 that both solve)"
        );
        assert_eq!(found.row("x").len(), 15);
    }

    #[test]
    fn who_gives_up_early_gains_nothing() {
        let early = Comparison::new("nodes", ["a", "b"], &[(open(1.0), solved(100.0))]);
        assert_eq!(early.ratio.unwrap().value, 2.0);
        let neither = Comparison::new("nodes", ["a", "b"], &[(open(1.0), open(2.0))]);
        assert_eq!((neither.ratio, neither.in_words(), neither.text()), (None, None, "–".into()));
        let both = Comparison::new("nodes", ["a", "b"], &[(solved(3.0), solved(2.0))]);
        assert_eq!(
            both.in_words().unwrap(),
            "a: 1.50 (over 1 problem that both solve; one problem has no interval)"
        );
    }
}

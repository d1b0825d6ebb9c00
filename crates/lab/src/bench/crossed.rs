//! Problems by ways to solve them: a table of nodes, and what they come to.

use phidelta::amounts::grouped;

use super::exhibit::{Exhibit, Table, figure, mean};
use super::trial::{Outcome, Trial};

/// Trials of all problems in all ways, the first of which is what others are compared with.
pub struct Crossed<'t> {
    problems: Vec<&'t str>,
    ways: Vec<&'t str>,
    tried: &'t [(Trial, Outcome)],
}

/// What a way comes to.
pub struct Sum {
    /// How many problems it has solved.
    pub solved: usize,
    /// Its nodes and time over those of the first way, in geometric mean over what both have solved, and
    /// how many that are.
    pub nodes: Option<f64>,
    pub seconds: Option<f64>,
    pub common: usize,
}

impl<'t> Crossed<'t> {
    pub fn new(tried: &'t [(Trial, Outcome)]) -> Self {
        let (mut problems, mut ways) = (Vec::new(), Vec::new());
        for (trial, _) in tried {
            if !problems.contains(&&*trial.problem) {
                problems.push(&*trial.problem);
            }
            if !ways.contains(&&*trial.way) {
                ways.push(&*trial.way);
            }
        }
        Crossed { problems, ways, tried }
    }

    pub fn ways(&self) -> &[&'t str] {
        &self.ways
    }

    fn find(&self, problem: &str, way: &str) -> Option<&'t Outcome> {
        let is_it = |(trial, _): &&(Trial, Outcome)| trial.problem == problem && trial.way == way;
        self.tried.iter().find(is_it).map(|(_, outcome)| outcome)
    }

    /// What a way comes to, compared with another.
    pub fn sum(&self, way: &str, other: &str) -> Sum {
        let solved = |problem: &str, way: &str| {
            self.find(problem, way).filter(|outcome| outcome.is_solved())
        };
        let pairs = || {
            let pair = |&problem: &&str| Some((solved(problem, way)?, solved(problem, other)?));
            self.problems.iter().filter_map(pair)
        };
        Sum {
            solved: self.problems.iter().filter(|problem| solved(problem, way).is_some()).count(),
            nodes: mean(
                pairs().map(|(one, two)| one.nodes.max(1) as f64 / two.nodes.max(1) as f64),
            ),
            seconds: mean(pairs().map(|(one, two)| one.seconds.max(1e-6) / two.seconds.max(1e-6))),
            common: pairs().count(),
        }
    }

    /// Nodes of all, and means.
    pub fn exhibit(&self, title: impl Into<String>) -> Exhibit {
        let head = ["problem"].into_iter().chain(self.ways.iter().copied());
        let mut table = Table::new("Nodes", head);
        let named = |name: &str, cells: Vec<String>| [vec![name.into()], cells].concat();
        for problem in &self.problems {
            let cell = |way: &&str| match self.find(problem, way) {
                Some(outcome) if outcome.is_solved() => grouped(outcome.nodes),
                Some(outcome) => format!("> {}", grouped(outcome.nodes)),
                None => String::new(),
            };
            table.push(named(problem, self.ways.iter().map(cell).collect()));
        }
        let first = self.ways.first().copied().unwrap_or_default();
        let sums: Vec<Sum> = self.ways.iter().map(|way| self.sum(way, first)).collect();
        let row = |of: fn(&Sum) -> String| sums.iter().map(of).collect::<Vec<_>>();
        let ratio = |ratio: Option<f64>| ratio.map_or("–".into(), figure);
        table.push(named("solved", row(|sum| sum.solved.to_string())));
        let ratios = sums.iter().map(|sum| ratio(sum.nodes)).collect();
        table.push(named(&format!("nodes / {first}"), ratios));
        let ratios = sums.iter().map(|sum| ratio(sum.seconds)).collect();
        table.push(named(&format!("time / {first}"), ratios));
        Exhibit::new(title).table(table)
    }

    /// A row for each way, where there are more ways than problems.
    pub fn turned(&self, title: impl Into<String>) -> Exhibit {
        let first = self.ways.first().copied().unwrap_or_default();
        let is_one = self.problems.len() == 1;
        let mut head = vec!["way", "solved", "nodes", "seconds", "nodes / first", "time / first"];
        if is_one {
            head.insert(2, "answer");
        }
        let mut table = Table::new("", head);
        for way in &self.ways {
            let sum = self.sum(way, first);
            let all = || self.problems.iter().filter_map(|problem| self.find(problem, way));
            let ratio = |ratio: Option<f64>| ratio.map_or("–".into(), figure);
            let mut cells = vec![
                (*way).to_string(),
                format!("{} of {}", sum.solved, all().count()),
                grouped(all().map(|outcome| outcome.nodes).sum()),
                figure(all().map(|outcome| outcome.seconds).sum()),
                ratio(sum.nodes),
                ratio(sum.seconds),
            ];
            if is_one {
                let answer = all().next().map_or("", |outcome| &*outcome.result);
                cells.insert(2, answer.into());
            }
            table.push(cells);
        }
        Exhibit::new(title).table(table)
    }

    /// Nodes of the others in words, compared with the first way.
    pub fn in_words(&self) -> String {
        let Some((first, others)) = self.ways.split_first() else { return String::new() };
        let words = others.iter().filter_map(|way| {
            let sum = self.sum(way, first);
            let problems = if sum.common == 1 { "problem" } else { "problems" };
            Some(format!("{way} {} (over {} {problems})", figure(sum.nodes?), sum.common))
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() {
            return String::new();
        }
        format!("Nodes, relative to {first}, where both solve it: {}.", words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_what_both_have_solved() {
        let one = |problem: &str, way: &str, nodes: u64, is_solved: bool| {
            let result = if is_solved { "proved" } else { "unknown" };
            (Trial::new(problem, way), Outcome::for_tests(result, nodes))
        };
        let tried = [
            one("a", "sum", 100, true),
            one("a", "weak", 50, true),
            one("b", "sum", 10, true),
            one("b", "weak", 99, false),
        ];
        let crossed = Crossed::new(&tried);
        let sum = crossed.sum("weak", "sum");
        assert_eq!((sum.solved, sum.nodes, sum.common), (1, Some(0.5), 1));
        assert_eq!(
            crossed.in_words(),
            "Nodes, relative to sum, where both solve it: weak 0.50 (over 1 problem)."
        );
        let text = crossed.exhibit("Title").text();
        assert!(text.contains("b              10  > 99\n"), "{text}");
    }
}

//! Problems by ways to solve them: a table of nodes, and what they come to.

use phidelta::amounts::grouped;

use super::bars::{Bar, Bars};
use super::chart::Chart;
use super::comparison::{Comparison, Spent};
use super::exhibit::{Exhibit, Table, figure};
use super::plot::{Axis, COLOURS, Line, Plot, Scale};
use super::trial::{Outcome, Trial};

/// Trials of all problems in all ways, the first of which is what others are compared with.
pub struct Crossed<'t> {
    problems: Vec<&'t str>,
    ways: Vec<&'t str>,
    tried: &'t [(Trial, Outcome)],
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

    /// How many problems there are.
    pub fn problems(&self) -> usize {
        self.problems.len()
    }

    /// Whether there are more ways than curves that can be told apart.
    pub fn is_crowded(&self) -> bool {
        self.ways.len() > COLOURS.len()
    }

    fn find(&self, problem: &str, way: &str) -> Option<&'t Outcome> {
        let is_it = |(trial, _): &&(Trial, Outcome)| trial.problem == problem && trial.way == way;
        self.tried.iter().find(is_it).map(|(_, outcome)| outcome)
    }

    /// How many problems a way has solved, and how many it was given.
    fn solved(&self, way: &str) -> (usize, usize) {
        let all = || self.problems.iter().filter_map(|problem| self.find(problem, way));
        (all().filter(|outcome| outcome.is_solved()).count(), all().count())
    }

    /// Nodes or time of a way, compared with those of the first on the problems that both were given.
    fn compared(&self, way: &str, measure: &str, of: fn(&Outcome) -> Spent) -> Comparison {
        let first = self.first();
        let pair =
            |&problem: &&str| Some((of(self.find(problem, way)?), of(self.find(problem, first)?)));
        let pairs: Vec<(Spent, Spent)> = self.problems.iter().filter_map(pair).collect();
        Comparison::new(measure, [way, first], &pairs)
    }

    /// Nodes of a way over those of the first.
    pub fn nodes(&self, way: &str) -> Comparison {
        self.compared(way, "nodes", Outcome::spent_nodes)
    }

    /// Time of a way over that of the first.
    pub fn time(&self, way: &str) -> Comparison {
        self.compared(way, "time", Outcome::spent_time)
    }

    /// What others are compared with.
    pub fn first(&self) -> &'t str {
        self.ways.first().copied().unwrap_or_default()
    }

    /// Nodes and time of all ways but the first.
    fn comparisons(&self) -> Vec<Comparison> {
        let others = self.ways.iter().skip(1);
        others.flat_map(|way| [self.nodes(way), self.time(way)]).collect()
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
        let row = |of: &dyn Fn(&str) -> String| self.ways.iter().map(|way| of(way)).collect();
        table.push(named("solved", row(&|way| self.solved(way).0.to_string())));
        let first = self.first();
        let ratio = |way: &str, of: Comparison| if way == first { "1".into() } else { of.text() };
        let nodes = row(&|way| ratio(way, self.nodes(way)));
        table.push(named(&format!("nodes / {first}"), nodes));
        let times = row(&|way| ratio(way, self.time(way)));
        table.push(named(&format!("time / {first}"), times));
        Exhibit::new(title).table(table).comparing(self.comparisons()).finding(self.in_words())
    }

    /// A row for each way, where there are more ways than problems.
    pub fn turned(&self, title: impl Into<String>) -> Exhibit {
        let is_one = self.problems.len() == 1;
        let mut head = vec![
            "way",
            "solved",
            "nodes",
            "seconds",
            "nodes / first",
            "time / first",
            "nodes, where both solve it",
        ];
        if is_one {
            head.insert(2, "answer");
        }
        let mut table = Table::new("", head);
        for &way in &self.ways {
            let all = || self.problems.iter().filter_map(|problem| self.find(problem, way));
            let (solved, given) = self.solved(way);
            let [nodes, time] = [self.nodes(way), self.time(way)];
            let is_first = way == self.first();
            let ratio = |text: String| if is_first { "1".to_string() } else { text };
            let of_both = nodes
                .ratio_of_both
                .map_or("–".into(), |both| format!("{} ({})", both.text(), both.problems));
            let open = if solved < given { "> " } else { "" };
            let mut cells = vec![
                way.to_string(),
                format!("{solved} of {given}"),
                format!("{open}{}", grouped(all().map(|outcome| outcome.nodes).sum())),
                format!("{open}{}", figure(all().map(|outcome| outcome.seconds).sum())),
                ratio(nodes.text()),
                ratio(time.text()),
                if is_first { String::new() } else { of_both },
            ];
            if is_one {
                let answer = all().next().map_or("", |outcome| &*outcome.result);
                cells.insert(2, answer.into());
            }
            table.push(cells);
        }
        Exhibit::new(title).table(table).comparing(self.comparisons()).finding(self.in_words())
    }

    /// Curves of how many problems each way solves within so many nodes, where there are several problems; otherwise
    /// its nodes as bars. More ways than colours are bars of ratios to the first.
    pub fn chart(&self, title: &str) -> Chart {
        if self.problems.len() > 1 && !self.is_crowded() {
            let lines = self.ways.iter().enumerate().map(|(colour, way)| {
                let outcomes = self.problems.iter().filter_map(|problem| self.find(problem, way));
                let solved = outcomes.filter(|outcome| outcome.is_solved());
                let nodes = solved.map(|outcome| outcome.nodes.max(1) as f64).collect();
                Line::cumulative(*way, colour, nodes)
            });
            return Chart::Curves(Plot {
                title: format!("{title}: solved within so many nodes"),
                x: Axis::new("nodes", Scale::Decimal),
                y: Axis::new("solved", Scale::Linear),
                has_diagonal: false,
                lines: lines.collect(),
                marks: Vec::new(),
            });
        }
        if let [problem] = self.problems[..] {
            let bar = |way: &&str| {
                let outcome = self.find(problem, way)?;
                let (nodes, is_open) = (outcome.nodes, !outcome.is_solved());
                let text = if is_open { format!("> {}", grouped(nodes)) } else { grouped(nodes) };
                let value = nodes.max(1) as f64;
                Some(Bar { label: (*way).into(), value, text, interval: None, is_open })
            };
            let bars = self.ways.iter().filter_map(bar).collect();
            let title = format!("{title}: nodes");
            return Chart::Bars(Bars { title, measure: "nodes".into(), bars, from: None });
        }
        self.ratios(title)
    }

    /// Nodes of each way over those of the first, as bars with intervals.
    pub fn ratios(&self, title: &str) -> Chart {
        let first = self.first();
        let bar = |way: &&str| {
            let ratio = self.nodes(way).ratio?;
            let (value, text, interval) = (ratio.value, ratio.text(), ratio.interval);
            let (solved, given) = self.solved(way);
            Some(Bar { label: (*way).into(), value, text, interval, is_open: solved < given })
        };
        Chart::Bars(Bars {
            title: format!("{title}: nodes / {first}"),
            measure: format!("nodes / {first}, 95 % intervals; light: some problems not solved"),
            bars: self.ways.iter().skip(1).filter_map(bar).collect(),
            from: Some(1.0),
        })
    }

    /// Nodes of the others in words, compared with the first way.
    fn in_words(&self) -> String {
        let others = self.ways.iter().skip(1);
        let words: Vec<String> = others.filter_map(|way| self.nodes(way).in_words()).collect();
        if words.is_empty() {
            return String::new();
        }
        format!("Nodes, relative to {}. {}.", self.first(), words.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(problem: &str, way: &str, nodes: u64, is_solved: bool) -> (Trial, Outcome) {
        let result = if is_solved { "proved" } else { "unknown" };
        (Trial::new(problem, way), Outcome::for_tests(result, nodes))
    }

    #[test]
    fn what_is_not_solved_is_counted() {
        let tried = [
            one("a", "sum", 100, true),
            one("a", "weak", 50, true),
            one("b", "sum", 10, true),
            one("b", "weak", 99, false),
        ];
        let crossed = Crossed::new(&tried);
        let found = crossed.nodes("weak");
        assert_eq!((found.solved, found.solved_by_both), (1, 1));
        assert_eq!(found.ratio_of_both.unwrap().value, 0.5);
        assert!((found.ratio.unwrap().value - (0.5f64 * 19.8).sqrt()).abs() < 1e-9);
        let exhibit = crossed.exhibit("Title");
        assert_eq!(exhibit.comparisons.len(), 2);
        let text = exhibit.text();
        assert!(text.contains("b             10               > 99\n"), "{text}");
        assert!(
            text.contains("Nodes, relative to sum. weak: 3.15 [0.50, 19.8] (over 2 problems, 0 solved only by weak"),
            "{text}"
        );
    }

    #[test]
    fn a_chart_is_of_what_there_is() {
        let tried = [one("a", "sum", 100, true), one("a", "weak", 50, false)];
        let crossed = Crossed::new(&tried);
        let Chart::Bars(bars) = crossed.chart("One") else { panic!("bars of one problem") };
        assert_eq!((bars.bars[1].text.as_str(), bars.bars[1].is_open), ("> 50", true));
        let tried = [tried, [one("b", "sum", 10, true), one("b", "weak", 9, true)]].concat();
        let crossed = Crossed::new(&tried);
        let Chart::Curves(plot) = crossed.chart("Two") else { panic!("curves of two problems") };
        assert_eq!(plot.lines[0].points, [(10.0, 1.0), (100.0, 2.0)]);
        assert_eq!(plot.lines[1].points, [(9.0, 1.0)]);
        let Chart::Bars(bars) = crossed.ratios("Two") else { panic!("bars of ratios") };
        assert_eq!((bars.bars.len(), bars.from), (1, Some(1.0)));
        let many: Vec<_> = (0..20u64)
            .flat_map(|way| {
                ["a", "b"].map(|problem| one(problem, &format!("w{way}"), 9 + way, true))
            })
            .collect();
        assert!(matches!(Crossed::new(&many).chart("Many"), Chart::Bars(_)));
    }
}

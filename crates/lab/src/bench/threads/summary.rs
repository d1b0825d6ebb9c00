//! What the searches come to: speed-ups and their means.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde::Serialize;

use super::{Cell, Figures, Way};
use crate::bench::bootstrap::Estimate;
use crate::bench::exhibit::{Exhibit, Table, mean};
use crate::bench::notebook::Row;

/// A search, compared with that of one thread alone in the same run.
#[derive(Serialize)]
pub struct Compared {
    #[serde(flatten)]
    cell: Cell,
    #[serde(flatten)]
    figures: Figures,
    /// How many times faster.
    speed_up: f64,
    /// How many times the nodes.
    nodes_factor: f64,
}

/// All searches.
pub struct Summary {
    pub compared: Vec<Compared>,
}

impl Summary {
    /// Compares searches, as many as there are figures of.
    ///
    /// # Errors
    /// If answers contradict each other.
    pub fn new(measured: &[(Cell, Figures)]) -> Result<Self> {
        let mut alone: Option<&Figures> = None;
        let mut compared = Vec::new();
        for (cell, figures) in measured {
            if cell.way == Way::Alone {
                alone = Some(figures);
            }
            let Some(alone) = alone else { bail!("bench: one thread alone comes first") };
            if figures.result != alone.result {
                let name = &cell.problem;
                bail!("bench: threads disagree about {name}, so one of them is wrong");
            }
            compared.push(Compared {
                cell: cell.clone(),
                figures: figures.clone(),
                speed_up: alone.seconds / figures.seconds.max(1e-9),
                nodes_factor: figures.nodes as f64 / alone.nodes.max(1) as f64,
            });
        }
        Ok(Summary { compared })
    }

    /// A row for each search.
    pub fn rows(&self) -> Vec<Row> {
        let row = |Compared { cell, figures, speed_up, nodes_factor }: &Compared| {
            vec![
                ("problem", cell.problem.clone()),
                ("way", cell.way.to_string()),
                ("threads", cell.threads.to_string()),
                ("run", cell.run.to_string()),
                ("result", figures.result.clone()),
                ("nodes", figures.nodes.to_string()),
                ("seconds", format!("{:.3}", figures.seconds)),
                ("speed_up", format!("{speed_up:.3}")),
                ("nodes_factor", format!("{nodes_factor:.3}")),
            ]
        };
        self.compared.iter().map(row).collect()
    }

    /// Speed-ups, and what they come to.
    pub fn exhibit(&self) -> Exhibit {
        let mut sentences = Vec::new();
        for (way, threads) in self.ways().into_iter().filter(|(way, _)| *way != Way::Alone) {
            let speed_up = self.estimate(way, |one| one.speed_up);
            let nodes = self.estimate(way, |one| one.nodes_factor);
            if let (Some(speed_up), Some(nodes)) = (speed_up, nodes) {
                sentences.push(format!(
                    "{way} × {threads}: {} × as fast as alone ({}), with {} × the nodes, over {} problems.",
                    speed_up.text(),
                    speed_up.says(),
                    nodes.text(),
                    speed_up.problems
                ));
            }
        }
        Exhibit::new("Speed-up over one thread alone")
            .table(self.table())
            .finding(sentences.join(" "))
    }

    /// The geometric mean over problems, each with the mean of its runs.
    fn estimate(&self, way: Way, of: fn(&Compared) -> f64) -> Option<Estimate> {
        let mut by_problem: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for one in self.compared.iter().filter(|one| one.cell.way == way) {
            by_problem.entry(&one.cell.problem).or_default().push(of(one));
        }
        let means: Vec<f64> = by_problem.into_values().filter_map(mean).collect();
        Estimate::geometric(&means)
    }

    fn ways(&self) -> Vec<(Way, u16)> {
        let mut ways: Vec<(Way, u16)> =
            self.compared.iter().map(|one| (one.cell.way, one.cell.threads)).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// A line for each problem, with geometric means over the runs, and one for all of them.
    fn table(&self) -> Table {
        let ways = self.ways();
        let mut problems: Vec<&str> = Vec::new();
        for one in &self.compared {
            if !problems.contains(&one.cell.problem.as_str()) {
                problems.push(&one.cell.problem);
            }
        }
        let mut head = ["problem", "nodes", "seconds"].map(String::from).to_vec();
        for (way, threads) in ways.iter().filter(|(way, _)| *way != Way::Alone) {
            head.push(format!("{way} × {threads}"));
            head.push("nodes".into());
        }
        let mut table = Table::new("", head);
        for name in problems {
            table.push(self.row(name, &ways, |one| one.cell.problem == name));
        }
        table.push(self.row("geometric mean", &ways, |_| true));
        let mut intervals = ["95 % interval", "", ""].map(String::from).to_vec();
        for &(way, _) in ways.iter().filter(|(way, _)| *way != Way::Alone) {
            for of in [|one: &Compared| one.speed_up, |one: &Compared| one.nodes_factor] {
                let interval = self.estimate(way, of).and_then(|estimate| estimate.interval);
                intervals.push(
                    interval.map_or("–".into(), |(low, high)| format!("{low:.2} to {high:.2}")),
                );
            }
        }
        table.push(intervals);
        table
    }

    fn row(
        &self,
        name: &str,
        ways: &[(Way, u16)],
        is_wanted: impl Fn(&Compared) -> bool,
    ) -> Vec<String> {
        let mut by_way: BTreeMap<Way, Vec<&Compared>> = BTreeMap::new();
        for one in self.compared.iter().filter(|one| is_wanted(one)) {
            by_way.entry(one.cell.way).or_default().push(one);
        }
        let mean = |way: Way, of: fn(&Compared) -> f64| {
            let all = by_way.get(&way).map_or(&[][..], Vec::as_slice);
            mean(all.iter().map(|one| of(one))).unwrap_or(f64::NAN)
        };
        let mut row = vec![
            name.to_string(),
            format!("{:.0}", mean(Way::Alone, |one| one.figures.nodes as f64)),
            format!("{:.2}", mean(Way::Alone, |one| one.figures.seconds.max(1e-9))),
        ];
        for &(way, _) in ways.iter().filter(|(way, _)| *way != Way::Alone) {
            row.push(format!("{:.2}", mean(way, |one| one.speed_up)));
            row.push(format!("{:.2}", mean(way, |one| one.nodes_factor)));
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(problem: &str, way: Way) -> Cell {
        let threads = if way == Way::Jobs { 2 } else { 1 };
        Cell { problem: problem.into(), way, threads, run: 0 }
    }

    fn figures(result: &str, nodes: u64, seconds: f64) -> Figures {
        Figures { result: result.into(), nodes, seconds }
    }

    #[test]
    fn speed_ups_are_over_one_thread_alone() {
        let cells = [
            cell("a", Way::Alone),
            cell("a", Way::Jobs),
            cell("b", Way::Alone),
            cell("b", Way::Jobs),
        ];
        let all = [
            figures("proved", 100, 2.0),
            figures("proved", 100, 1.0),
            figures("disproved", 400, 8.0),
            figures("disproved", 800, 1.0),
        ];
        let mut measured: Vec<_> = cells.into_iter().zip(all).collect();
        let text = Summary::new(&measured).unwrap().exhibit().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2], "problem         nodes  seconds      jobs × 2         nodes");
        assert_eq!(lines[5], "geometric mean    200     4.00          4.00          1.41");
        assert_eq!(lines[6], "95 % interval                   2.00 to 8.00  1.00 to 2.00");
        assert!(text.contains("4.00 [2.00, 8.00] × as fast as alone (too few problems to tell)"));
        measured[1].1.result = "disproved".into();
        assert!(Summary::new(&measured).is_err());
    }
}

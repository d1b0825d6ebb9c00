//! What the simulations come to: speed-ups, their means, tables and a plot.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use phidelta::options::Named;
use serde::Serialize;

use super::published::PUBLISHED;
use super::{Cell, Figures, Jobs, SchemeName, UNKNOWN};
use crate::bench::bootstrap::Estimate;
use crate::bench::exhibit::{Exhibit, Table, figure, mean as mean_of};
use crate::bench::notebook::Row;
use crate::bench::plot::{Axis, Line, Marks, Plot, Scale};

/// A simulation, compared with one worker alone.
#[derive(Serialize)]
pub struct Compared {
    #[serde(flatten)]
    cell: Cell,
    #[serde(flatten)]
    figures: Figures,
    /// How many times faster, unless it was given up.
    speed_up: Option<f64>,
    /// How many times the nodes.
    nodes_factor: f64,
    /// The part of the workers' time in which they did not search.
    idle: f64,
    /// The part of the time in which the master was busy.
    master: f64,
}

/// All simulations.
pub struct Summary {
    pub results: Vec<Compared>,
}

/// Means over the problems of a group, for as many workers.
struct Mean {
    workers: u16,
    speed_up: Estimate,
    nodes_factor: f64,
    idle: f64,
}

impl Summary {
    /// Compares simulations, as many as there are figures of.
    ///
    /// # Errors
    /// If answers contradict each other.
    pub fn new(measured: &[(Cell, Figures)]) -> Result<Self> {
        let mut results = Vec::new();
        for (cell, figures) in measured {
            let alone = measured.iter().find(|(other, _)| *other == cell.alone());
            let (_, alone) = alone.context("one worker alone comes first")?;
            let is_answered = figures.result != UNKNOWN;
            if is_answered && figures.result != alone.result {
                let name = &cell.problem;
                bail!("bench: simulations disagree about {name}, so one of them is wrong");
            }
            let ratio = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
            let all = figures.time_ns.saturating_mul(cell.workers.into());
            results.push(Compared {
                cell: cell.clone(),
                figures: figures.clone(),
                speed_up: is_answered.then(|| ratio(alone.time_ns, figures.time_ns)),
                nodes_factor: ratio(figures.nodes, alone.nodes),
                idle: (1.0 - ratio(figures.busy_ns, all)).max(0.0),
                master: ratio(figures.master_ns, figures.time_ns),
            });
        }
        Ok(Summary { results })
    }

    /// A row for each simulation.
    pub fn rows(&self) -> Vec<Row> {
        let row = |compared: &Compared| {
            let Compared { cell, figures, .. } = compared;
            let jobs = |of: fn(&Jobs) -> u64| {
                cell.jobs.as_ref().map_or_else(String::new, |jobs| of(jobs).to_string())
            };
            vec![
                ("problem", cell.problem.clone()),
                ("scheme", cell.scheme.to_string()),
                ("workers", cell.workers.to_string()),
                ("slice", cell.slice.to_string()),
                ("job", jobs(|jobs| jobs.job)),
                ("crew", jobs(|jobs| jobs.crew.into())),
                ("told_from", jobs(|jobs| jobs.told.map_or(0, |told| told.told_from))),
                ("node_ns", cell.node_ns.to_string()),
                ("select_ns", jobs(|jobs| jobs.select_ns)),
                ("apply_ns", jobs(|jobs| jobs.apply_ns)),
                ("latency_ns", jobs(|jobs| jobs.latency_ns)),
                ("table_bytes", cell.memory.to_string()),
                ("result", figures.result.clone()),
                ("nodes", figures.nodes.to_string()),
                ("jobs", figures.jobs.to_string()),
                ("time_ns", figures.time_ns.to_string()),
                ("speed_up", compared.speed_up.map_or_else(String::new, |x| format!("{x:.4}"))),
                ("nodes_factor", format!("{:.4}", compared.nodes_factor)),
                ("idle", format!("{:.4}", compared.idle)),
                ("master", format!("{:.4}", compared.master)),
            ]
        };
        self.results.iter().map(row).collect()
    }

    /// The simulations of a scheme.
    fn of(&self, scheme: SchemeName) -> impl Iterator<Item = &Compared> {
        self.results.iter().filter(move |compared| compared.cell.scheme == scheme)
    }

    /// The problems of a group, in order.
    fn problems(&self, is_large: bool) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for Compared { cell, .. } in &self.results {
            let is_in = cell.problem().is_some_and(|problem| problem.is_large() == is_large);
            if is_in && !names.contains(&cell.problem.as_str()) {
                names.push(&cell.problem);
            }
        }
        names
    }

    /// Geometric means over the problems of a group, where all of them have an answer.
    fn means(&self, scheme: SchemeName, is_large: bool) -> Vec<Mean> {
        let names = self.problems(is_large);
        let mut by_workers: BTreeMap<u16, Vec<&Compared>> = BTreeMap::new();
        for compared in self.of(scheme).filter(|one| names.contains(&one.cell.problem.as_str())) {
            by_workers.entry(compared.cell.workers).or_default().push(compared);
        }
        let mean = |(workers, all): (u16, Vec<&Compared>)| {
            let speed_ups: Vec<f64> = all.iter().filter_map(|one| one.speed_up).collect();
            if speed_ups.len() < names.len() {
                return None;
            }
            Some(Mean {
                workers,
                speed_up: Estimate::geometric(&speed_ups)?,
                nodes_factor: mean_of(all.iter().map(|one| one.nodes_factor))?,
                idle: all.iter().map(|one| one.idle).sum::<f64>() / all.len() as f64,
            })
        };
        by_workers.into_iter().filter_map(mean).collect()
    }

    /// The means, beside what others have published; and for each scheme, the means and each problem.
    pub fn exhibits(&self) -> Vec<Exhibit> {
        let mut exhibits =
            vec![Exhibit::new("Speed-up by workers").plot(self.plot()).finding(self.finding())];
        for (scheme, (name, help)) in SchemeName::all().zip(SchemeName::NAMES) {
            if self.of(scheme).next().is_some() {
                let title = format!("{name}: {help}");
                exhibits.push(Exhibit::new(title).table(self.table(scheme)));
            }
        }
        exhibits
    }

    /// The means of large problems beside the speed-ups of the papers.
    fn finding(&self) -> String {
        let mut sentences = Vec::new();
        for published in PUBLISHED {
            let mut pairs = Vec::new();
            for &(workers, speed_up) in published.points {
                let means = self.means(published.scheme, true);
                let ours = means.iter().find(|mean| u32::from(mean.workers) == workers);
                if let Some(ours) = ours {
                    pairs.push(format!(
                        "{} with {workers} ({} published)",
                        ours.speed_up.text(),
                        figure(speed_up)
                    ));
                }
            }
            if !pairs.is_empty() {
                let name = published.scheme;
                sentences.push(format!("{name}, on large problems: {}.", pairs.join(", ")));
            }
        }
        sentences.join(" ")
    }

    fn table(&self, scheme: SchemeName) -> Table {
        let groups = [(true, "large"), (false, "small")]
            .map(|(is_large, name)| (name, self.means(scheme, is_large), self.problems(is_large)));
        let groups = || groups.iter().filter(|(_, _, problems)| !problems.is_empty());
        let mut head = vec!["workers".to_string()];
        for (name, _, problems) in groups() {
            head.extend([format!("{name} ({})", problems.len()), "nodes".into(), "idle".into()]);
        }
        head.extend(groups().flat_map(|(_, _, problems)| problems.iter().map(ToString::to_string)));
        let mut table = Table::new("", head);
        let mut workers: Vec<u16> = self.of(scheme).map(|one| one.cell.workers).collect();
        workers.sort_unstable();
        workers.dedup();
        for workers in workers {
            let mut row = vec![workers.to_string()];
            for (_, means, _) in groups() {
                let mean = means.iter().find(|mean| mean.workers == workers);
                row.extend(mean.map_or_else(
                    || ["-", "-", "-"].map(String::from),
                    |mean| {
                        let idle = format!("{:.0}%", 100.0 * mean.idle);
                        [mean.speed_up.text(), figure(mean.nodes_factor), idle]
                    },
                ));
            }
            for problem in groups().flat_map(|(_, _, problems)| problems) {
                let one = self
                    .of(scheme)
                    .find(|one| one.cell.problem == *problem && one.cell.workers == workers);
                let speed_up = one.and_then(|one| one.speed_up);
                row.push(speed_up.map_or_else(|| "-".into(), figure));
            }
            table.push(row);
        }
        table
    }

    /// The means, and what others have published.
    pub fn plot(&self) -> Plot {
        let mut lines = Vec::new();
        for (colour, scheme) in SchemeName::all().enumerate() {
            for (is_large, size) in [(true, "large"), (false, "small")] {
                let means = self.means(scheme, is_large);
                let points: Vec<_> = means
                    .iter()
                    .map(|mean| (f64::from(mean.workers), mean.speed_up.value))
                    .collect();
                if points.len() > 1 {
                    let label = format!("{scheme}, {size} problems");
                    lines.push(Line { label, colour, is_dashed: !is_large, points });
                }
            }
        }
        let marks = PUBLISHED.iter().map(|published| {
            let points = published.points.iter().map(|&(x, y)| (f64::from(x), y)).collect();
            Marks { label: published.label.into(), points }
        });
        Plot {
            title: "Speed-up over one worker: simulated, and published".into(),
            x: Axis::new("workers", Scale::Binary),
            y: Axis::new("speed-up", Scale::Binary),
            has_diagonal: true,
            lines,
            marks: marks.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(problem: &str, scheme: SchemeName, workers: u16) -> Cell {
        let told = None;
        let jobs = Jobs { job: 10, crew: 1, select_ns: 1, apply_ns: 1, latency_ns: 1, told };
        let jobs = (scheme != SchemeName::Virtual).then_some(jobs);
        let problem = problem.into();
        Cell { problem, scheme, workers, slice: 4, node_ns: 10, memory: 1, jobs }
    }

    fn figures(result: &str, nodes: u64, time_ns: u64) -> Figures {
        let busy_ns = 10 * nodes;
        Figures { result: result.into(), nodes, jobs: 0, time_ns, busy_ns, master_ns: 0 }
    }

    #[test]
    fn means_are_geometric_and_need_every_problem() {
        let cells = [
            cell("clobber", SchemeName::Virtual, 1),
            cell("loa", SchemeName::Virtual, 1),
            cell("clobber", SchemeName::Tree, 8),
            cell("loa", SchemeName::Tree, 8),
            cell("clobber", SchemeName::Tree, 64),
            cell("loa", SchemeName::Tree, 64),
        ];
        let all = [
            figures("proved", 100, 1000),
            figures("disproved", 100, 1000),
            figures("proved", 160, 500),
            figures("disproved", 250, 125),
            figures("proved", 400, 100),
            figures(UNKNOWN, 4000, 1000),
        ];
        let measured: Vec<_> = cells.into_iter().zip(all).collect();
        let summary = Summary::new(&measured).unwrap();
        let means = summary.means(SchemeName::Tree, false);
        assert_eq!(means.len(), 1);
        assert!(
            (means[0].speed_up.value - 4.0).abs() < 1e-9
                && (means[0].nodes_factor - 2.0).abs() < 1e-9
        );
        let text: String = summary.exhibits().iter().map(Exhibit::text).collect();
        let words = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
        let expected = ["64", "-", "-", "-", "10.0", "-"];
        assert!(text.lines().any(|line| words(line) == expected), "{text}");
        assert!(summary.plot().svg().unwrap().contains("Kaneko 2010"));
        let rows = summary.rows();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()));
        let mut wrong = measured[..3].to_vec();
        wrong[2].1 = figures("disproved", 1, 1);
        assert!(Summary::new(&wrong).is_err());
        // After an interruption there are fewer.
        assert_eq!(Summary::new(&measured[..3]).unwrap().results.len(), 3);
    }
}

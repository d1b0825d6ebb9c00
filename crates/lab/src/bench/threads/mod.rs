//! `phidelta bench threads`: how much faster several threads are than one, here. See `pages/threads.md`.
//!
//! The ways to search take turns, problem by problem, since a machine is not the same from minute to minute.

mod problems;
mod summary;

use std::thread;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::BenchReport;
use super::measuring;
use super::options::Threads;
use super::study::{Findings, Study, conduct};
use super::trial::{Outcome, Trial};
use crate::Lab;
use problems::{PROBLEMS, Problem};
use summary::{Compared, Summary};

/// How a problem is searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// By one thread, as without `--threads`.
    Alone,
    /// By one thread with the code for several: what that costs.
    TeamOfOne,
    /// By threads that take jobs.
    Jobs,
    /// By threads with virtual numbers.
    Virtual,
    /// By pn-df-pn, whose leaves threads take.
    Leaves,
}

phidelta::named!(Way {
    Alone = "alone", "By one thread, as without --threads";
    TeamOfOne = "team-of-one", "By one thread with the code for several: what that costs";
    Jobs = "jobs", "By threads that take jobs";
    Virtual = "virtual", "By threads with virtual numbers";
    Leaves = "leaves", "By pn-df-pn, whose leaves threads take";
});

/// A search that is timed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    problem: String,
    way: Way,
    threads: u16,
    run: u32,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    result: String,
    nodes: u64,
    seconds: f64,
}

impl Way {
    /// What is added to the command line, for so many threads.
    fn options(self, threads: u16) -> String {
        match self {
            Way::Alone | Way::TeamOfOne => String::new(),
            Way::Jobs => format!("--threads {threads} --parallel jobs"),
            Way::Virtual => format!("--threads {threads} --parallel virtual"),
            Way::Leaves => format!("--threads {threads} --search pn-df-pn"),
        }
    }
}

impl Cell {
    fn problem(&self) -> Result<&'static Problem> {
        let named = PROBLEMS.iter().find(|problem| problem.name == self.problem);
        named.with_context(|| format!("bench: there is no problem {}", self.problem))
    }

    /// Searches, unless the work is stopped.
    fn measure(&self, lab: &Lab<'_>) -> Result<Option<Figures>> {
        let problem = self.problem()?;
        let options = format!("{} {}", problem.options, self.way.options(self.threads));
        let trial = Trial::new(problem.name, self.way.to_string())
            .at(problem.game, problem.position)
            .with(options);
        let outcome =
            trial.measure_as(lab, |settings| settings.in_team |= self.way == Way::TeamOfOne)?;
        Ok(outcome.map(|Outcome { result, nodes, seconds, .. }| Figures { result, nodes, seconds }))
    }
}

impl measuring::Cell for Cell {
    fn title(&self) -> String {
        format!("{}, {}", self.problem, self.way)
    }

    fn weight(&self) -> f64 {
        self.problem().map_or(1.0, |problem| problem.seconds)
    }
}

/// Runs the experiment, and tells what came of it.
///
/// # Errors
/// If the directory or the machine is not up to it, or answers contradict each other.
pub fn run(options: &Threads, lab: &mut Lab<'_>) -> Result<BenchReport> {
    let common = &options.common;
    for name in &options.problems {
        if !PROBLEMS.iter().any(|problem| problem.name.starts_with(name.as_str())) {
            let names: Vec<&str> = PROBLEMS.iter().map(|problem| problem.name).collect();
            bail!(
                "problems: there is none that begins with {name}; choose of {}",
                names.join(", ")
            );
        }
    }
    conduct(options, common, lab)
}

impl Study for Threads {
    const CELLS: &'static str = "searches";
    type Cell = Cell;
    type Figures = Figures;
    type Result = Compared;

    fn name(&self) -> &'static str {
        "threads"
    }

    fn is_usual(&self) -> bool {
        Threads { common: self.common.clone(), ..Threads::default() } == *self
    }

    fn cells(&self, _: &Lab<'_>) -> Result<Vec<Cell>> {
        Ok(cells(self))
    }

    fn measure(&self, cell: &Cell, lab: &Lab<'_>) -> Result<Option<Figures>> {
        cell.measure(lab)
    }

    fn findings(&self, measured: Vec<(Cell, Figures)>) -> Result<Findings<Compared>> {
        let summary = Summary::new(&measured)?;
        let (rows, exhibits) = (summary.rows(), vec![summary.exhibit()]);
        Ok(Findings { cells: summary.compared, rows, exhibits })
    }

    fn options(&self) -> impl Serialize {
        Settings { threads: threads(self), quick: self.common.quick, runs: self.runs }
    }
}

/// The options as results have them.
#[derive(Serialize)]
struct Settings {
    threads: u16,
    quick: bool,
    runs: u32,
}

/// As many threads as were asked for, or as there are processors.
fn threads(options: &Threads) -> u16 {
    options.threads.unwrap_or_else(|| {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        u16::try_from(cores).unwrap_or(u16::MAX).clamp(2, 1024)
    })
}

/// All searches, those of a problem one after the other.
fn cells(options: &Threads) -> Vec<Cell> {
    let threads = threads(options);
    let is_wanted = |problem: &&Problem| match options.problems.is_empty() {
        true => !options.common.quick || problem.is_quick,
        false => options.problems.iter().any(|name| problem.name.starts_with(name.as_str())),
    };
    let usual = [Way::TeamOfOne, Way::Jobs, Way::Virtual];
    let chosen = if options.ways.is_empty() { &usual[..] } else { &options.ways };
    let mut ways = vec![Way::Alone];
    ways.extend(chosen.iter().copied().filter(|&way| way != Way::Alone));
    let problems = || PROBLEMS.iter().filter(is_wanted);
    let runs = (0..options.runs).flat_map(|run| problems().map(move |problem| (run, problem)));
    runs.flat_map(|(run, problem)| {
        let problem = problem.name;
        ways.iter().map(move |&way| {
            let threads = if way <= Way::TeamOfOne { 1 } else { threads };
            Cell { problem: problem.into(), way, threads, run }
        })
    })
    .collect()
}

//! `phidelta bench threads`: how much faster several threads are than one, here. See `docs/bench/threads.md`.
//!
//! The ways to search take turns, problem by problem, since a machine is not the same from minute to minute.

mod problems;
mod summary;

use std::thread;

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use serde::{Deserialize, Serialize};

use super::notebook::Notebook;
use super::round::{self, measure};
use super::{Done, tell};
use crate::answer::{Decision, StopReason};
use crate::args::{Command, CommandLine, SearchOptions, Threads};
use crate::settings::{self, Proving};
use crate::{interrupt, registry};
use problems::{PROBLEMS, Problem};
use summary::Summary;

const NAME: &str = "threads";

/// How a problem is searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// By one thread, as without --threads
    Alone,
    /// By one thread with the code for several: what that costs
    TeamOfOne,
    /// By threads that take jobs
    Jobs,
    /// By threads with virtual numbers
    Virtual,
    /// By pn-df-pn, whose leaves threads take
    Leaves,
}

/// A search that is timed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Cell {
    problem: String,
    way: Way,
    threads: u16,
    run: u32,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Figures {
    result: String,
    nodes: u64,
    seconds: f64,
}

impl Way {
    fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().into())
    }

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

    /// Searches, unless Ctrl-C comes.
    fn measure(&self) -> Result<Option<Figures>> {
        let problem = self.problem()?;
        let options = self.way.options(self.threads);
        let words = format!("phidelta solve {} {options}", problem.options);
        let words = words.split_whitespace().chain([problem.game, problem.position]);
        let Command::Solve(asked) = CommandLine::try_parse_from(words)?.command else {
            bail!("bench: {} is not to be solved", problem.name);
        };
        let (_, game) = registry::select(problem.game)?;
        let goal = asked.question.goal;
        let search = SearchOptions::read(&asked.search.0)?;
        let mut settings = settings::Settings::new(&game, goal, &asked.life, &search, Proving::No)?;
        settings.in_team |= self.way == Way::TeamOfOne;
        let (answer, _) = game.rules.solve(problem.position, &settings, &mut |_| {})?;
        if answer.result == Decision::Unknown && answer.stopped == Some(StopReason::Interrupt) {
            return Ok(None);
        }
        let result = answer.result.word().into();
        Ok(Some(Figures { result, nodes: answer.effort.nodes, seconds: answer.effort.seconds }))
    }
}

impl round::Cell for Cell {
    fn title(&self) -> String {
        format!("{}, {}", self.problem, self.way.word())
    }

    fn weight(&self) -> f64 {
        self.problem().map_or(1.0, |problem| problem.seconds)
    }
}

/// Runs the experiment, and tells what came of it.
///
/// # Errors
/// If the directory or the machine is not up to it, or answers contradict each other.
pub fn run(options: &Threads) -> Result<()> {
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
    let directory = common.directory(NAME);
    let mut notebook = Notebook::open(&directory, common.again)?;
    interrupt::listen()?;
    let cells = cells(options);
    let figures = measure(&cells, &mut notebook, common.quiet, Cell::measure)?;
    let summary = Summary::new(&cells, &figures)?;
    let settings = Settings { threads: threads(options), quick: common.quick, runs: options.runs };
    notebook.write_results(NAME, &settings, None, &summary.measured, &summary.rows())?;
    let done = Done { done: figures.len(), all: cells.len(), what: "searches" };
    tell(common, &directory, &summary.table(), &done)
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

//! Experiments, whose results are tables, plots and files for other programs.
//!
//! An experiment is a list of cells, each with its parameters, that are measured one by one. A notebook keeps what was
//! measured, so that an experiment can be stopped and go on. To add one, add its options to [`Experiment`], its line
//! to [`EXPERIMENTS`] and to [`run`], and its page to `pages`.

mod bars;
mod bootstrap;
mod chart;
mod comparison;
mod connect6;
mod crossed;
mod exhibit;
mod generate;
mod graphs;
mod heat;
mod life;
mod machine;
mod matrix;
mod measuring;
mod memory;
mod notebook;
mod options;
mod peers;
mod plot;
mod report;
mod scaling;
pub mod sets;
mod study;
mod table;
mod threads;
mod thresholds;
mod trial;

use std::path::PathBuf;

use anyhow::Result;

use crate::Lab;
pub use bars::{Bar, Bars};
pub use bootstrap::Estimate;
pub use chart::Chart;
pub use comparison::Comparison;
pub use exhibit::{Exhibit, Table, TableRow};
use graphs::{Cycles, Dag};
pub use heat::{HeatCell, HeatMap};
pub use life::Knowledge;
use life::LifeStudy;
pub use matrix::{Setting, Vary};
pub use options::{
    AtariGoTable, Connect6, GenerateLoa, GoLife, GraphSet, LoaSet, Matrix, Memory, Peers, Report,
    RunOptions, Scaling, Threads,
};
use peers::PeersStudy;
pub use plot::{Axis, Line, Marks, Plot, Scale};
pub use scaling::{ProblemName, SchemeName};
use study::conduct;
pub use threads::Way;
use thresholds::Positions;

/// An experiment in the list of all.
#[derive(Clone, Copy, Debug)]
pub struct ExperimentEntry {
    /// Its name, by which it is asked for.
    pub name: &'static str,
    /// What it is about, on a line, without a full stop.
    pub help: &'static str,
    /// Its page, in Markdown, if it has results: what the paper did, what we do, what differs.
    pub page: Option<&'static str>,
}

/// An experiment with results.
const fn measured(name: &'static str, help: &'static str, page: &'static str) -> ExperimentEntry {
    ExperimentEntry { name, help, page: Some(page) }
}

/// All experiments, in the order of lists and reports.
pub const EXPERIMENTS: &[ExperimentEntry] = &[
    measured(
        "atari-go-table",
        "How large the table must be: df-pn and PDS with and without 1 + ε (Pawlewicz & Lew, Table 1)",
        include_str!("../../pages/atari-go-table.md"),
    ),
    measured(
        "loa-easy",
        "Easy endgames of Lines of Action by the same searches (Table 2)",
        include_str!("../../pages/loa.md"),
    ),
    measured(
        "loa-hard",
        "Hard endgames of Lines of Action by the same searches (Tables 3 and 4)",
        include_str!("../../pages/loa.md"),
    ),
    measured(
        "connect6",
        "Deep df-pn and 1 + ε in Connect6 (Song et al. 2017, Tables 2 and 3)",
        include_str!("../../pages/connect6.md"),
    ),
    measured(
        "go-life",
        "Life and death in Go, by threats (Cazenave 2004, Tables 1 and 2)",
        include_str!("../../pages/go-life.md"),
    ),
    measured(
        "memory",
        "What the nodes of a tree cost, and what is solved in little memory",
        include_str!("../../pages/memory.md"),
    ),
    measured(
        "dag",
        "Positions that are reached in several ways: sums, and what is done about overcounting",
        include_str!("../../pages/dag.md"),
    ),
    measured(
        "cycles",
        "Positions that come back: what is done about numbers that go round in circles",
        include_str!("../../pages/cycles.md"),
    ),
    measured(
        "threads",
        "How much faster several threads are than one, on this machine",
        include_str!("../../pages/threads.md"),
    ),
    measured(
        "scaling",
        "How searches would go on up to 1024 processors, simulated, beside published speed-ups",
        include_str!("../../pages/scaling.md"),
    ),
    measured(
        "matrix",
        "Any options of solve, as alternatives or crossed, on positions of any game",
        include_str!("../../pages/matrix.md"),
    ),
    measured(
        "peers",
        "This program and others on the same positions, by turns",
        include_str!("../../pages/peers.md"),
    ),
    ExperimentEntry {
        name: "report",
        help: "One page of all results, with plots, beside what the papers have published",
        page: None,
    },
    ExperimentEntry {
        name: "generate",
        help: "Make problems for experiments, from games of the program with itself",
        page: None,
    },
];

/// An experiment with its options.
#[derive(Clone, PartialEq, Debug)]
pub enum Experiment {
    /// How large the table must be.
    AtariGoTable(AtariGoTable),
    /// Easy endgames of Lines of Action.
    LoaEasy(LoaSet),
    /// Hard endgames of Lines of Action.
    LoaHard(LoaSet),
    /// Deep df-pn and 1 + ε.
    Connect6(Connect6),
    /// Life and death in Go.
    GoLife(GoLife),
    /// What nodes cost, and what is solved in little memory.
    Memory(Memory),
    /// Positions that are reached in several ways.
    Dag(GraphSet),
    /// Positions that come back.
    Cycles(GraphSet),
    /// How much faster several threads are.
    Threads(Threads),
    /// How searches would go on many processors.
    Scaling(Scaling),
    /// Any options, crossed.
    Matrix(Matrix),
    /// This program and others.
    Peers(Peers),
    /// One page of all results.
    Report(Report),
    /// Problems for experiments.
    Generate(GenerateLoa),
}

/// What came of an experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BenchReport {
    /// What is seen in the results. Their plots are in files.
    pub exhibits: Vec<Exhibit>,
    /// What was written, each with a word for what it is.
    pub files: Vec<(&'static str, PathBuf)>,
    /// That the work was stopped before its end, in a sentence.
    pub interrupted: Option<String>,
}

impl BenchReport {
    /// All exhibits as plain text, with a line break after each line.
    pub fn text(&self) -> String {
        self.exhibits.iter().map(Exhibit::text).collect()
    }
}

/// Runs an experiment. What was measured before, by the same version with the same options, is not measured again;
/// after a stop, the same experiment goes on.
///
/// # Errors
/// If the options, a game, a file, a directory or the machine is not up to it, or answers contradict each other.
pub fn run(lab: &mut Lab<'_>, experiment: &Experiment) -> Result<BenchReport> {
    match experiment {
        Experiment::AtariGoTable(options) => conduct(options, &options.common, lab),
        Experiment::LoaEasy(options) => conduct(&Positions::easy(options), &options.common, lab),
        Experiment::LoaHard(options) => conduct(&Positions::hard(options), &options.common, lab),
        Experiment::Connect6(options) => conduct(options, &options.common, lab),
        Experiment::GoLife(options) => conduct(&LifeStudy::new(options)?, &options.common, lab),
        Experiment::Memory(options) => conduct(options, &options.common, lab),
        Experiment::Dag(options) => conduct(&Dag(options), &options.common, lab),
        Experiment::Cycles(options) => conduct(&Cycles(options), &options.common, lab),
        Experiment::Threads(options) => threads::run(options, lab),
        Experiment::Scaling(options) => scaling::run(options, lab),
        Experiment::Matrix(options) => conduct(options, &options.common, lab),
        Experiment::Peers(options) => {
            conduct(&PeersStudy::new(options, lab.catalogue)?, &options.common, lab)
        }
        Experiment::Report(options) => report::run(options),
        Experiment::Generate(options) => generate::run(options, lab),
    }
}

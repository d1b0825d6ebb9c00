//! `phidelta bench scaling`: how searches would go on many processors, by a simulation that gives the same
//! digits everywhere, beside the speed-ups that others have published. See `pages/scaling.md`.

mod problems;
mod published;
mod summary;

pub use problems::ProblemName;

use anyhow::{Result, bail};
use phidelta::options::Named;
use phidelta_search::scaling::{Costs, Machine, Scheme, Tables, TreeJobs};
use phidelta_search::{ProofStatus, Stopped};
use serde::{Deserialize, Serialize};

use super::BenchReport;
use super::measuring;
use super::options::Scaling;
use super::study::{Findings, Study, conduct};
use crate::Lab;
use problems::{MEMORY, PROBLEMS, Problem};
use summary::{Compared, Summary};

const WORKERS: [u16; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
const QUICK_WORKERS: [u16; 4] = [1, 8, 64, 256];

/// How the workers share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SchemeName {
    /// Each searches from the root, with one table and virtual numbers (Kaneko).
    Virtual,
    /// They take jobs one at a time, with one table (SPDFPN: Pawlewicz & Hayward).
    Jobs,
    /// They serve the leaves of a tree, with one table.
    Tree,
    /// They serve the leaves of a tree, each with a table of its own.
    TreeOwn,
    /// Crews of several serve the leaves of a tree, each crew with a table of its own; they tell each other what they
    /// have solved (Čížek et al.).
    Crews,
    /// The same, but they tell each other nothing.
    CrewsApart,
    /// Crews of several serve the leaves of a tree, and all share one table.
    CrewsShared,
}

phidelta::named!(SchemeName {
    Virtual = "virtual",
        "Each searches from the root, with one table and virtual numbers, as --threads does (Kaneko)";
    Jobs = "jobs", "They take jobs one at a time, with one table (SPDFPN: Pawlewicz & Hayward)";
    Tree = "tree", "They serve the leaves of a tree, with one table";
    TreeOwn = "tree-own", "They serve the leaves of a tree, each with a table of its own";
    Crews = "crews",
        "Crews of several serve the leaves of a tree, each crew with a table of its own; they tell each other what \
         they have solved (Čížek et al.)";
    CrewsApart = "crews-apart", "The same, but they tell each other nothing";
    CrewsShared = "crews-shared",
        "Crews of several serve the leaves of a tree, and all share one table";
});

/// What is simulated. One worker alone, with which all are compared, is `virtual` with one worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    problem: String,
    scheme: SchemeName,
    workers: u16,
    slice: u64,
    node_ns: u64,
    memory: u64,
    /// What only those have who do jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<Jobs>,
}

/// How jobs are given out and done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Jobs {
    job: u64,
    crew: u16,
    select_ns: u64,
    apply_ns: u64,
    latency_ns: u64,
    /// What only those have who tell each other what they have solved.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    told: Option<Told>,
}

/// What crews tell each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Told {
    told_from: u64,
    take_in_ns: u64,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Figures {
    result: String,
    nodes: u64,
    jobs: u64,
    time_ns: u64,
    busy_ns: u64,
    master_ns: u64,
}

/// The result of a simulation that took too many nodes.
const UNKNOWN: &str = "unknown";

impl SchemeName {
    /// All of them, in the order of their names.
    fn all() -> impl Iterator<Item = SchemeName> {
        SchemeName::NAMES.iter().filter_map(|(name, _)| SchemeName::named(name))
    }
}

impl Cell {
    fn new(problem: &Problem, scheme: SchemeName, workers: u16, options: &Scaling) -> Self {
        let crew = match scheme {
            SchemeName::Virtual => None,
            SchemeName::Jobs | SchemeName::Tree | SchemeName::TreeOwn => Some(1),
            SchemeName::Crews | SchemeName::CrewsApart | SchemeName::CrewsShared => {
                Some(options.crew.min(workers))
            }
        };
        let (told_from, take_in_ns) = (options.told_from, options.take_in_ns);
        let told = (scheme == SchemeName::Crews).then_some(Told { told_from, take_in_ns });
        let jobs = crew.map(|crew| Jobs {
            job: options.job,
            crew,
            select_ns: options.select_ns,
            apply_ns: options.apply_ns,
            latency_ns: options.latency_us * 1000,
            told,
        });
        let (slice, node_ns) = (options.slice, options.node_ns);
        Cell { problem: problem.name.into(), scheme, workers, slice, node_ns, memory: MEMORY, jobs }
    }

    /// What all are compared with.
    fn alone(&self) -> Self {
        Cell { scheme: SchemeName::Virtual, workers: 1, jobs: None, ..self.clone() }
    }

    fn problem(&self) -> Option<&'static Problem> {
        Problem::named(&self.problem)
    }

    fn scheme(&self) -> Scheme {
        let Some(Jobs { job, crew, told, .. }) = self.jobs else { return Scheme::Virtual };
        if self.scheme == SchemeName::Jobs {
            return Scheme::Jobs(job);
        }
        let tables = match self.scheme {
            SchemeName::TreeOwn | SchemeName::Crews | SchemeName::CrewsApart => Tables::Own,
            _ => Tables::Shared,
        };
        let told_from = told.map(|told| told.told_from);
        let (nodes, crew) = (job * u64::from(crew), crew.into());
        Scheme::Tree(TreeJobs { nodes, crew, tables, told_from })
    }

    fn machine(&self) -> Machine {
        let costs = Costs { node: self.node_ns, ..Costs::VISITS };
        let costs = self.jobs.map_or(costs, |jobs| Costs {
            select: jobs.select_ns,
            apply: jobs.apply_ns,
            latency: jobs.latency_ns,
            take_in: jobs.told.map_or(0, |told| told.take_in_ns),
            ..costs
        });
        Machine { workers: self.workers.into(), slice: self.slice, costs }
    }

    /// Simulates it, unless the work is stopped.
    fn measure(&self, lab: &Lab<'_>) -> Result<Option<Figures>> {
        let Some(problem) = self.problem() else { bail!("there is no problem {}", self.problem) };
        let done = problem.simulate(self.scheme(), self.machine(), lab)?;
        let result = match done.verdict {
            ProofStatus::Proved => "proved",
            ProofStatus::Disproved => "disproved",
            ProofStatus::Unknown(Stopped::Interrupt) => return Ok(None),
            ProofStatus::Unknown(_) => UNKNOWN,
        };
        Ok(Some(Figures {
            result: result.into(),
            nodes: done.counters.nodes,
            jobs: done.jobs,
            time_ns: done.time,
            busy_ns: done.busy,
            master_ns: done.master,
        }))
    }
}

impl measuring::Cell for Cell {
    fn title(&self) -> String {
        format!("{}, {} with {} workers", self.problem, self.scheme, self.workers)
    }

    fn weight(&self) -> f64 {
        let nodes = self.problem().map_or(1, |problem| problem.nodes) as f64;
        let workers = f64::from(self.workers);
        // More workers search more in vain, most of all those who serve a tree.
        let share = match self.scheme {
            SchemeName::Virtual | SchemeName::Jobs => 12.0,
            SchemeName::Tree
            | SchemeName::TreeOwn
            | SchemeName::Crews
            | SchemeName::CrewsApart
            | SchemeName::CrewsShared => 2.0,
        };
        nodes * (1.0 + workers.sqrt() / share)
    }
}

/// Runs the experiment, and tells what came of it.
///
/// # Errors
/// If the directory or the machine is not up to it, or answers contradict each other.
pub fn run(options: &Scaling, lab: &mut Lab<'_>) -> Result<BenchReport> {
    if options.calibrate {
        return conduct(&calibrate(options, lab)?, &options.common, lab);
    }
    conduct(options, &options.common, lab)
}

impl Study for Scaling {
    const CELLS: &'static str = "simulations";
    type Cell = Cell;
    type Figures = Figures;
    type Result = Compared;

    fn is_usual(&self) -> bool {
        Scaling { common: self.common.clone(), ..Scaling::default() } == *self
    }

    fn name(&self) -> &'static str {
        "scaling"
    }

    fn cells(&self, _: &Lab<'_>) -> Result<Vec<Cell>> {
        Ok(cells(self))
    }

    fn measure(&self, cell: &Cell, lab: &Lab<'_>) -> Result<Option<Figures>> {
        cell.measure(lab)
    }

    fn findings(&self, measured: Vec<(Cell, Figures)>) -> Result<Findings<Compared>> {
        let summary = Summary::new(&measured)?;
        let (rows, exhibits) = (summary.rows(), summary.exhibits());
        Ok(Findings { cells: summary.results, rows, exhibits })
    }

    fn options(&self) -> impl Serialize {
        settings(self)
    }
}

/// All simulations: first each problem with one worker alone, since all are compared with that.
fn cells(options: &Scaling) -> Vec<Cell> {
    let quick = options.common.quick;
    let is_wanted = |problem: &&Problem| {
        let names = &options.problems;
        if names.is_empty() {
            if quick { problem.is_quick } else { !problem.is_long }
        } else {
            names.iter().any(|name| name.as_str() == problem.name)
        }
    };
    let schemes: Vec<SchemeName> = SchemeName::all()
        .filter(|scheme| options.schemes.is_empty() || options.schemes.contains(scheme))
        .collect();
    let mut workers = options.workers.clone();
    if workers.is_empty() {
        workers = if quick { QUICK_WORKERS.to_vec() } else { WORKERS.to_vec() };
    }
    workers.sort_unstable();
    workers.dedup();
    let mut cells = Vec::new();
    for problem in PROBLEMS.iter().filter(is_wanted) {
        cells.push(Cell::new(problem, SchemeName::Virtual, 1, options));
    }
    for workers in workers {
        for problem in PROBLEMS.iter().filter(is_wanted) {
            for &scheme in &schemes {
                let cell = Cell::new(problem, scheme, workers, options);
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
    }
    cells
}

/// The same options, with the times that are measured here and now.
fn calibrate(options: &Scaling, lab: &Lab<'_>) -> Result<Scaling> {
    let mut all = Vec::new();
    for problem in PROBLEMS.iter().filter(|problem| problem.is_quick) {
        all.push(problem.measure(options.job, lab)?);
    }
    let mean = |of: fn(&Costs) -> u64| all.iter().map(of).sum::<u64>() / all.len() as u64;
    Ok(Scaling {
        node_ns: mean(|costs| costs.node).max(1),
        select_ns: mean(|costs| costs.select),
        apply_ns: mean(|costs| costs.apply),
        latency_us: mean(|costs| costs.latency).div_ceil(1000),
        ..options.clone()
    })
}

/// The options as results have them.
fn settings(options: &Scaling) -> impl Serialize + use<> {
    #[derive(Serialize)]
    struct Settings {
        quick: bool,
        job: u64,
        crew: u16,
        told_from: u64,
        slice: u64,
        node_ns: u64,
        select_ns: u64,
        apply_ns: u64,
        take_in_ns: u64,
        latency_us: u64,
        calibrated: bool,
    }
    Settings {
        quick: options.common.quick,
        job: options.job,
        crew: options.crew,
        told_from: options.told_from,
        slice: options.slice,
        node_ns: options.node_ns,
        select_ns: options.select_ns,
        apply_ns: options.apply_ns,
        take_in_ns: options.take_in_ns,
        latency_us: options.latency_us,
        calibrated: options.calibrate,
    }
}

//! The options of experiments. Ranges that are told are for front ends to keep.

use std::path::PathBuf;

use super::{Knowledge, ProblemName, SchemeName, Setting, Vary, Way};

/// What all experiments have.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunOptions {
    /// A smaller experiment, of less than a minute.
    pub quick: bool,
    /// Where results go: a directory, which is made if need be. Otherwise `bench-results/` and the experiment's name.
    pub out: Option<PathBuf>,
    /// Whether everything is measured anew.
    pub again: bool,
}

impl RunOptions {
    /// Where results of the experiment of this name go.
    pub fn directory(&self, name: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from("bench-results").join(name))
    }
}

/// Options of `atari-go-table`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AtariGoTable {
    /// What all experiments have.
    pub common: RunOptions,
    /// Sizes of the table, as powers of two, 5 to 32: 12 for 2^12 entries. If there are none, 5 to 22; 8, 12, 16 and
    /// 20 in the smaller experiment.
    pub sizes: Vec<u32>,
    /// After how many nodes a search is given up, 1 or more. Otherwise 50,000,000; 800,000 in the smaller experiment.
    pub nodes: Option<u64>,
}

/// Options of `loa-easy` and `loa-hard`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LoaSet {
    /// What all experiments have.
    pub common: RunOptions,
    /// After how many nodes a search is given up, 1 or more. Otherwise 500,000 for easy positions, 10,000,000 for hard
    /// ones; a tenth in the smaller experiment.
    pub nodes: Option<u64>,
}

/// Options of `go-life`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GoLife {
    /// What all experiments have.
    pub common: RunOptions,
    /// The problems: a file in the form of GNU Go's regression suites, with its SGF files beside it. Otherwise eye
    /// spaces of books.
    pub suite: Option<PathBuf>,
    /// Which of them, by their numbers; all if there are none.
    pub problems: Vec<String>,
    /// How they are searched, as `abgw:3` and `alpha-beta`. If there are none, all; five of them in the smaller
    /// experiment.
    pub searches: Vec<String>,
    /// What answers rest on; each in turn if there are none.
    pub by: Vec<Knowledge>,
    /// How many seconds a search has, 0.001 to 1,000,000. Otherwise 10; 0.1 in the smaller experiment.
    pub seconds: Option<f64>,
    /// How many seconds the searches of Table 2 have on the problems that some search solves, 0.001 to 1,000,000; not
    /// less than the others have. Otherwise ten times as many: 100; 1 in the smaller experiment.
    pub long_seconds: Option<f64>,
}

/// Options of `connect6`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Connect6 {
    /// What all experiments have.
    pub common: RunOptions,
    /// Which positions, as `opening-1` and `reply-2`. If there are none, all eight; two of them in the smaller
    /// experiment.
    pub positions: Vec<String>,
    /// After how many nodes a search is given up, 1 or more. Otherwise 1¼ times those of plain df-pn.
    pub nodes: Option<u64>,
}

/// Options of `memory`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Memory {
    /// What all experiments have.
    pub common: RunOptions,
    /// After how many nodes a search is given up, 1 or more. Otherwise 100,000,000; 2,000,000 in the smaller experiment.
    pub nodes: Option<u64>,
}

/// Options of `peers`.
#[derive(Clone, PartialEq, Debug)]
pub struct Peers {
    /// What all experiments have.
    pub common: RunOptions,
    /// The other programs and the positions, in TOML: see `pages/peers.md`.
    pub file: PathBuf,
    /// How many seconds a program has, 0.001 to 1,000,000. Otherwise 60; 5 in the smaller experiment.
    pub seconds: Option<f64>,
    /// How often each program is run, 1 to 1000.
    pub runs: u32,
}

impl Default for Peers {
    fn default() -> Self {
        Peers { common: RunOptions::default(), file: "peers.toml".into(), seconds: None, runs: 1 }
    }
}

/// Options of `report`.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Where the results are.
    pub directory: PathBuf,
    /// Where the page goes. Otherwise `report.html` in the directory.
    pub out: Option<PathBuf>,
    /// Where it goes as Markdown, too, with its plots in a directory beside it.
    pub markdown: Option<PathBuf>,
}

impl Default for Report {
    fn default() -> Self {
        Report { directory: "bench-results".into(), out: None, markdown: None }
    }
}

/// Options of `dag` and `cycles`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GraphSet {
    /// What all experiments have.
    pub common: RunOptions,
    /// After how many nodes a search is given up, 1 or more. Otherwise 10,000,000; 300,000 in the smaller experiment.
    pub nodes: Option<u64>,
}

/// Options of `matrix`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Matrix {
    /// What all experiments have.
    pub common: RunOptions,
    /// The game, with its parameters if they are not the usual ones, as `mnk:4x4x3`.
    pub game: String,
    /// The positions in the game's notation; the start of the game if there are none.
    pub positions: Vec<String>,
    /// Options that are set together, each an alternative to the others. Searches are compared with the first.
    pub settings: Vec<Setting>,
    /// Options and their values, which are crossed: each value of one with each of the others, and with each setting.
    pub vary: Vec<Vary>,
    /// Options that all searches have, as `--init unit --memory 1G`.
    pub options: String,
    /// After how many nodes a search is given up, 1 or more. Otherwise never; 1,000,000 in the smaller experiment.
    pub nodes: Option<u64>,
}

/// Options of `threads`.
#[derive(Clone, PartialEq, Debug)]
pub struct Threads {
    /// What all experiments have.
    pub common: RunOptions,
    /// What is solved: problems whose names begin so, as `uttt` and `loa-2`. If there are none, all; a few in the
    /// smaller experiment.
    pub problems: Vec<String>,
    /// How it is solved, besides by one thread alone; all but [`Way::Leaves`] if there are none.
    pub ways: Vec<Way>,
    /// How many threads there are, 2 to 1024. Otherwise as many as processors.
    pub threads: Option<u16>,
    /// How often each search is run, 1 to 1000.
    pub runs: u32,
}

impl Default for Threads {
    fn default() -> Self {
        let common = RunOptions::default();
        Threads { common, problems: Vec::new(), ways: Vec::new(), threads: None, runs: 1 }
    }
}

/// Options of `scaling`.
#[derive(Clone, PartialEq, Debug)]
pub struct Scaling {
    /// What all experiments have.
    pub common: RunOptions,
    /// What is solved. If there are none, all; two of them in the smaller experiment.
    pub problems: Vec<ProblemName>,
    /// How the workers share the work; all if there are none.
    pub schemes: Vec<SchemeName>,
    /// How many workers there are, 1 to 4096. If there are none, 1, 2, 4 and so on to 1024; 1, 8, 64 and 256 in the
    /// smaller experiment.
    pub workers: Vec<u16>,
    /// All but virtual: how many nodes a job has, for each of those who do it, 1 to 1,000,000,000.
    pub job: u64,
    /// Crews: how many workers do a job together, 2 to 4096.
    pub crew: u16,
    /// Crews: how much work was spent, at least, on what they have solved and tell each other.
    pub told_from: u64,
    /// How many nodes a worker visits before the others have their turn, 1 to 256.
    pub slice: u64,
    /// How long a visit to a node takes, in nanoseconds, 1 to 1,000,000,000.
    pub node_ns: u64,
    /// How long it takes to choose a job, in nanoseconds, one at a time, at most 1,000,000,000.
    pub select_ns: u64,
    /// How long it takes to hand in what was found, in nanoseconds, one at a time, at most 1,000,000,000.
    pub apply_ns: u64,
    /// Crews: how long it takes to take a result of another crew into the table, in nanoseconds, at most
    /// 1,000,000,000.
    pub take_in_ns: u64,
    /// How long a message takes between a worker and who keeps the tree, in microseconds, at most 1,000,000,000.
    pub latency_us: u64,
    /// Whether these times, but for the taking in, are measured here and now instead.
    pub calibrate: bool,
}

impl Default for Scaling {
    fn default() -> Self {
        Scaling {
            common: RunOptions::default(),
            problems: Vec::new(),
            schemes: Vec::new(),
            workers: Vec::new(),
            job: 1000,
            crew: 16,
            told_from: 256,
            slice: 4,
            node_ns: 900,
            select_ns: 1000,
            apply_ns: 1200,
            take_in_ns: 120,
            latency_us: 4,
            calibrate: false,
        }
    }
}

/// Options of `generate`, for Lines of Action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenerateLoa {
    /// Which games are played.
    pub seed: u64,
    /// How many positions there are to be, 1 to 1,000,000.
    pub count: u32,
    /// How many nodes a position takes at least.
    pub least_nodes: u64,
    /// How many nodes a position takes at most, 1 to 1,000,000,000.
    pub most_nodes: u64,
    /// Files of positions that are not wanted, whichever way they are turned.
    pub without: Vec<PathBuf>,
    /// Where the positions go. Otherwise to the console, line by line.
    pub out: Option<PathBuf>,
}

impl Default for GenerateLoa {
    fn default() -> Self {
        GenerateLoa {
            seed: 1,
            count: 100,
            least_nodes: 50,
            most_nodes: 500,
            without: Vec::new(),
            out: None,
        }
    }
}

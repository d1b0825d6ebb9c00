//! The options of `phidelta bench` and of its experiments.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::Generate;
use crate::bench::{Knowledge, ProblemName, SchemeName, Vary, Way, read_vary};

const SCALING_EXAMPLES: &str = "\
Examples:
  phidelta bench scaling --quick
  phidelta bench scaling --schemes virtual,tree --workers 16,256 --job 2000
  phidelta bench scaling --calibrate --out here-and-now

Speed-ups are those over one worker alone. The same options give the same
digits, on any machine, unless --calibrate measures the times.";

const MATRIX_EXAMPLES: &str = "\
Examples:
  phidelta bench matrix atari-go:5x5 --vary search=df-pn/pds --vary epsilon=0.1/0.25/0.5
  phidelta bench matrix loa --batch endgames.txt --vary init=unit/mobility --nodes 1000000
  phidelta bench matrix mnk:4x4x4 --vary backup=sum/weak/snda --options \"--entries 65536\"";

const EXIT_STATUS: &str = "\
What was measured is kept: after Ctrl-C, the same command goes on where it
stopped, and what was measured by the same version with the same options is not
measured again.

Exit status:
  0 if all went well, or Ctrl-C came first; 1 a problem with the directory or
  the machine, 2 wrong usage.";

#[derive(Args, Debug)]
#[command(disable_help_subcommand = true, after_long_help = EXIT_STATUS)]
#[command(subcommand_value_name = "NAME", subcommand_help_heading = "Experiments")]
pub struct Bench {
    #[command(subcommand)]
    pub experiment: Option<Experiment>,
}

#[derive(Subcommand, Debug)]
pub enum Experiment {
    /// How large the table must be: df-pn and PDS with and without 1 + ε (Pawlewicz & Lew, Table 1)
    AtariGoTable(AtariGoTable),
    /// Easy endgames of Lines of Action by the same searches (Table 2)
    LoaEasy(LoaSet),
    /// Hard endgames of Lines of Action by the same searches (Tables 3 and 4)
    LoaHard(LoaSet),
    /// Deep df-pn and 1 + ε in Connect6 (Song et al. 2017, Tables 2 and 3)
    Connect6(Connect6),
    /// Life and death in Go, by threats (Cazenave 2004, Tables 1 and 2)
    GoLife(GoLife),
    /// What the nodes of a tree cost, and what is solved in little memory
    Memory(Memory),
    /// Positions that are reached in several ways: sums, and what is done about overcounting
    Dag(Plain),
    /// Positions that come back: what is done about numbers that go round in circles
    Cycles(Plain),
    /// Any options of solve, crossed, on positions of any game
    Matrix(Matrix),
    /// This program and others on the same positions, by turns
    Peers(Peers),
    /// How searches would go on up to 1024 processors, simulated, beside published speed-ups
    Scaling(Scaling),
    /// How much faster several threads are than one, on this machine
    Threads(Threads),
    /// One page of all results, with plots, beside what the papers have published
    Report(Report),
    /// Make problems for experiments, from games of the program with itself
    Generate(Generate),
}

/// What all experiments have.
#[derive(Args, Clone, Debug)]
pub struct BenchOptions {
    /// A smaller experiment, of less than a minute
    #[arg(long)]
    pub quick: bool,

    /// Where results go: a directory, which is made if need be [default: bench-results/NAME]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// Measure everything anew
    #[arg(long)]
    pub again: bool,

    /// Show no progress, and no table
    #[arg(short, long)]
    pub quiet: bool,
}

impl BenchOptions {
    /// Where results of the experiment of this name go.
    pub fn directory(&self, name: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from("bench-results").join(name))
    }
}

#[derive(Args, Clone, Debug)]
pub struct AtariGoTable {
    #[command(flatten)]
    pub common: BenchOptions,

    /// Sizes of the table, as powers of two: 12 for 2^12 entries
    /// [default: 5 to 22; 8,12,16,20 with --quick]
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u32).range(5..=32))]
    pub sizes: Vec<u32>,

    /// After how many nodes a search is given up [default: 50,000,000; 800,000 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

#[derive(Args, Clone, Debug)]
pub struct LoaSet {
    #[command(flatten)]
    pub common: BenchOptions,

    /// After how many nodes a search is given up
    /// [default: 500,000 for easy positions, 10,000,000 for hard ones; a tenth with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

#[derive(Args, Clone, Debug)]
pub struct GoLife {
    #[command(flatten)]
    pub common: BenchOptions,

    /// The problems: a file in the form of GNU Go's regression suites, with its SGF files beside it
    /// [default: eye spaces of books]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub suite: Option<PathBuf>,

    /// Which of them, by their numbers, as 1,7,12 [default: all]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub problems: Vec<String>,

    /// How they are searched, as abgw:3,alpha-beta [default: all; five of them with --quick]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub searches: Vec<String>,

    /// What answers rest on [default: each in turn]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub by: Vec<Knowledge>,

    /// How many seconds a search has [default: 10; 0.1 with --quick]
    #[arg(long, value_name = "X", value_parser = seconds)]
    pub seconds: Option<f64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.ok_or_else(|| "it must be a number of seconds, from 0.001 to 1000000".into())
}

#[derive(Args, Clone, Debug)]
pub struct Connect6 {
    #[command(flatten)]
    pub common: BenchOptions,

    /// Which positions, as opening-1,reply-2 [default: all eight; two of them with --quick]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub positions: Vec<String>,

    /// After how many nodes a search is given up [default: 1¼ times those of plain df-pn]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

#[derive(Args, Clone, Debug)]
pub struct Memory {
    #[command(flatten)]
    pub common: BenchOptions,

    /// After how many nodes a search is given up [default: 50,000,000; 2,000,000 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

#[derive(Args, Clone, Debug)]
pub struct Peers {
    /// The other programs and the positions, in TOML, as docs/bench/peers.md explains
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    #[command(flatten)]
    pub common: BenchOptions,

    /// How many seconds a program has [default: 60; 5 with --quick]
    #[arg(long, value_name = "X", value_parser = seconds)]
    pub seconds: Option<f64>,

    /// How often each program is run
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub runs: u32,
}

#[derive(Args, Clone, Debug)]
pub struct Report {
    /// Where the results are
    #[arg(value_name = "DIR", default_value = "bench-results", value_hint = ValueHint::DirPath)]
    pub directory: PathBuf,

    /// Where the page goes [default: report.html in DIR]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,

    /// Write it as Markdown, too, with its plots in a directory beside it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub markdown: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub struct Plain {
    #[command(flatten)]
    pub common: BenchOptions,

    /// After how many nodes a search is given up [default: 10,000,000; 300,000 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = MATRIX_EXAMPLES)]
pub struct Matrix {
    /// The game, with its parameters if they are not the usual ones, as `mnk:4x4x3`
    #[arg(value_name = "GAME[:PARAMETERS]")]
    pub game: String,

    /// The position, as for solve; the start of the game if there is none
    #[arg(value_name = "POSITION")]
    pub position: Vec<String>,

    #[command(flatten)]
    pub common: BenchOptions,

    /// An option of solve and its values, as epsilon=0.1/0.25, or zones=no/yes
    ///
    /// Several of these are crossed: each value of one with each of the others. Searches are compared with
    /// the first.
    #[arg(long, value_name = "OPTION=V/W/...", value_parser = read_vary)]
    pub vary: Vec<Vary>,

    /// Options that all searches have, as \"--init unit --memory 1G\"
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    #[arg(hide_default_value = true)]
    pub options: String,

    /// Each line of a file is a position, `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "position")]
    pub batch: Option<PathBuf>,

    /// After how many nodes a search is given up [default: 1,000,000 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

#[derive(Args, Clone, Debug)]
pub struct Threads {
    #[command(flatten)]
    pub common: BenchOptions,

    /// What is solved: problems whose names begin so, as uttt,loa-2
    /// [default: all; a few with --quick]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub problems: Vec<String>,

    /// How it is solved, besides by one thread alone [default: all but leaves]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub ways: Vec<Way>,

    /// How many threads there are [default: as many as processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=1024))]
    pub threads: Option<u16>,

    /// How often each search is run
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub runs: u32,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = SCALING_EXAMPLES)]
pub struct Scaling {
    #[command(flatten)]
    pub common: BenchOptions,

    /// What is solved [default: all; two of them with --quick]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Simulation")]
    #[arg(value_parser = ProblemName)]
    pub problems: Vec<String>,

    /// How the workers share the work [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Simulation")]
    pub schemes: Vec<SchemeName>,

    /// How many workers there are, at most 4096
    /// [default: 1,2,4,8,...,1024; 1,8,64,512 with --quick]
    #[arg(long, value_name = "N,...", value_delimiter = ',', help_heading = "Simulation")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=4096), allow_hyphen_values = true)]
    pub workers: Vec<u16>,

    /// All but virtual: how many nodes a job has, for each of those who do it
    #[arg(long, value_name = "N", help_heading = "Simulation", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub job: u64,

    /// Crews: how many workers do a job together
    #[arg(long, value_name = "N", help_heading = "Simulation", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u16).range(2..=4096))]
    pub crew: u16,

    /// How many nodes a worker visits before the others have their turn, at most 256
    #[arg(long, value_name = "N", help_heading = "Simulation", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=256))]
    pub slice: u64,

    /// How long a visit to a node takes, in nanoseconds
    #[arg(long, value_name = "N", help_heading = "Times", default_value_t = 900)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub node_ns: u64,

    /// How long it takes to choose a job, in nanoseconds, one at a time
    #[arg(long, value_name = "N", help_heading = "Times", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub select_ns: u64,

    /// How long it takes to hand in what was found, in nanoseconds, one at a time
    #[arg(long, value_name = "N", help_heading = "Times", default_value_t = 1200)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub apply_ns: u64,

    /// How long a message takes between a worker and who keeps the tree, in microseconds
    #[arg(long, value_name = "N", help_heading = "Times", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub latency_us: u64,

    /// Measure these times here and now instead
    #[arg(long, help_heading = "Times")]
    #[arg(conflicts_with_all = ["node_ns", "select_ns", "apply_ns", "latency_us"])]
    pub calibrate: bool,
}

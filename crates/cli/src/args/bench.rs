//! The options of `phidelta bench` and of its experiments.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::Generate;
use crate::bench::{ProblemName, SchemeName, Way};

const SCALING_EXAMPLES: &str = "\
Examples:
  phidelta bench scaling --quick
  phidelta bench scaling --schemes virtual,tree --workers 16,256 --job 2000
  phidelta bench scaling --calibrate --out here-and-now

Speed-ups are those over one worker alone. The same options give the same
digits, on any machine, unless --calibrate measures the times.";

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
    /// How searches would go on up to 1024 processors, simulated, beside published speed-ups
    Scaling(Scaling),
    /// How much faster several threads are than one, on this machine
    Threads(Threads),
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

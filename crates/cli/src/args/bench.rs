//! The options of `phidelta bench` and of its experiments.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand, ValueHint};
use phidelta_lab::bench::{self, Knowledge, ProblemName, SchemeName, Setting, Vary, Way};

use super::table::Name;
use super::{Generate, Generated};
use crate::{batch, position};

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
  phidelta bench matrix atari-go:5x5 --setting epsilon=0.25 --setting delta=1 --setting \"search=pds delta=1\"
  phidelta bench matrix loa --batch endgames.txt --vary init=unit/mobility --nodes 1000000
  phidelta bench matrix mnk:4x4x4 --vary backup=sum/weak/snda --options \"--entries 65536\"

What was measured before in the same directory is kept and shown, too: more settings or positions are added
to it.";

const EXIT_STATUS: &str = "\
What was measured is kept: after Ctrl-C, the same command continues where it
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

/// The experiments. What they are about is in the table of the lab.
#[derive(Subcommand, Debug)]
pub enum Experiment {
    AtariGoTable(AtariGoTable),
    LoaEasy(LoaSet),
    LoaHard(LoaSet),
    Connect6(Connect6),
    GoLife(GoLife),
    Memory(Memory),
    Dag(Plain),
    Cycles(Plain),
    Matrix(Matrix),
    Peers(Peers),
    Scaling(Scaling),
    Threads(Threads),
    Report(Report),
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

    /// Measure everything again
    #[arg(long)]
    pub again: bool,

    /// Show no progress, and no table
    #[arg(short, long)]
    pub quiet: bool,
}

impl BenchOptions {
    fn asked(&self) -> bench::RunOptions {
        bench::RunOptions { quick: self.quick, out: self.out.clone(), again: self.again }
    }
}

impl Experiment {
    /// The experiment with its options, as the lab has them.
    ///
    /// # Errors
    /// If positions cannot be read.
    pub fn asked(&self) -> Result<bench::Experiment> {
        Ok(match self {
            Experiment::AtariGoTable(AtariGoTable { common, sizes, nodes }) => {
                let (common, sizes, nodes) = (common.asked(), sizes.clone(), *nodes);
                bench::Experiment::AtariGoTable(bench::AtariGoTable { common, sizes, nodes })
            }
            Experiment::LoaEasy(options) => bench::Experiment::LoaEasy(options.asked()),
            Experiment::LoaHard(options) => bench::Experiment::LoaHard(options.asked()),
            Experiment::Connect6(Connect6 { common, positions, nodes }) => {
                let (common, positions, nodes) = (common.asked(), positions.clone(), *nodes);
                bench::Experiment::Connect6(bench::Connect6 { common, positions, nodes })
            }
            Experiment::GoLife(options) => {
                let GoLife { common, suite, problems, searches, by, seconds, long_seconds } =
                    options.clone();
                let common = common.asked();
                let options =
                    bench::GoLife { common, suite, problems, searches, by, seconds, long_seconds };
                bench::Experiment::GoLife(options)
            }
            Experiment::Memory(Memory { common, nodes }) => {
                let (common, nodes) = (common.asked(), *nodes);
                bench::Experiment::Memory(bench::Memory { common, nodes })
            }
            Experiment::Dag(options) => bench::Experiment::Dag(options.asked()),
            Experiment::Cycles(options) => bench::Experiment::Cycles(options.asked()),
            Experiment::Matrix(options) => bench::Experiment::Matrix(options.asked()?),
            Experiment::Peers(Peers { file, common, seconds, runs }) => {
                let (common, file) = (common.asked(), file.clone());
                let (seconds, runs) = (*seconds, *runs);
                bench::Experiment::Peers(bench::Peers { common, file, seconds, runs })
            }
            Experiment::Scaling(options) => bench::Experiment::Scaling(options.asked()),
            Experiment::Threads(options) => {
                let Threads { common, problems, ways, threads, runs } = options.clone();
                let common = common.asked();
                let options = bench::Threads { common, problems, ways, threads, runs };
                bench::Experiment::Threads(options)
            }
            Experiment::Report(options) => {
                let Report { directory, out, markdown } = options.clone();
                bench::Experiment::Report(bench::Report { directory, out, markdown })
            }
            Experiment::Generate(Generate { game: Generated::Loa(options) }) => {
                bench::Experiment::Generate(options.asked())
            }
        })
    }

    /// Whether nothing is shown but what is asked for.
    pub fn is_quiet(&self) -> bool {
        match self {
            Experiment::AtariGoTable(AtariGoTable { common, .. })
            | Experiment::LoaEasy(LoaSet { common, .. })
            | Experiment::LoaHard(LoaSet { common, .. })
            | Experiment::Connect6(Connect6 { common, .. })
            | Experiment::GoLife(GoLife { common, .. })
            | Experiment::Memory(Memory { common, .. })
            | Experiment::Dag(Plain { common, .. })
            | Experiment::Cycles(Plain { common, .. })
            | Experiment::Matrix(Matrix { common, .. })
            | Experiment::Peers(Peers { common, .. })
            | Experiment::Scaling(Scaling { common, .. })
            | Experiment::Threads(Threads { common, .. }) => common.quiet,
            Experiment::Report(_) => false,
            Experiment::Generate(Generate { game: Generated::Loa(options) }) => options.quiet,
        }
    }
}

impl LoaSet {
    fn asked(&self) -> bench::LoaSet {
        bench::LoaSet { common: self.common.asked(), nodes: self.nodes }
    }
}

impl Plain {
    fn asked(&self) -> bench::GraphSet {
        bench::GraphSet { common: self.common.asked(), nodes: self.nodes }
    }
}

impl Matrix {
    fn asked(&self) -> Result<bench::Matrix> {
        let positions = match &self.batch {
            Some(path) => batch::read(path)?.into_iter().map(|(_, position)| position).collect(),
            None => vec![position::read(&self.position)?],
        };
        Ok(bench::Matrix {
            common: self.common.asked(),
            game: self.game.clone(),
            positions,
            settings: self.setting.clone(),
            vary: self.vary.clone(),
            options: self.options.clone(),
            nodes: self.nodes,
        })
    }
}

impl Scaling {
    fn asked(&self) -> bench::Scaling {
        bench::Scaling {
            common: self.common.asked(),
            problems: self.problems.clone(),
            schemes: self.schemes.clone(),
            workers: self.workers.clone(),
            job: self.job,
            crew: self.crew,
            told_from: self.told_from,
            slice: self.slice,
            node_ns: self.node_ns,
            select_ns: self.select_ns,
            apply_ns: self.apply_ns,
            take_in_ns: self.take_in_ns,
            latency_us: self.latency_us,
            calibrate: self.calibrate,
        }
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
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = Name::<Knowledge>::new())]
    pub by: Vec<Knowledge>,

    /// How many seconds a search has [default: 10; 0.1 with --quick]
    #[arg(long, value_name = "X", value_parser = seconds)]
    pub seconds: Option<f64>,

    /// How many seconds the searches of Table 2 have where that ran out, on problems that some
    /// search solves [default: ten times as many: 100; 1 with --quick]
    #[arg(long, value_name = "X", value_parser = seconds)]
    pub long_seconds: Option<f64>,
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

    /// After how many nodes a search is given up [default: 100,000,000; 2,000,000 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

#[derive(Args, Clone, Debug)]
pub struct Peers {
    /// The other programs and the positions, in TOML, as crates/lab/pages/peers.md explains
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

    /// Options of solve that are set together, as "search=pds epsilon=0.1", or default for none
    ///
    /// Several of these are alternatives: epsilon=0.25 beside delta=1, for one. Searches are compared with the
    /// first.
    #[arg(long, value_name = "OPTION=V ...", value_parser = |text: &str| text.parse::<Setting>())]
    pub setting: Vec<Setting>,

    /// An option of solve and its values, as epsilon=0.1/0.25, or zones=no/yes
    ///
    /// Several of these are crossed: each value of one with each of the others, and with each setting.
    #[arg(long, value_name = "OPTION=V/W/...", value_parser = |text: &str| text.parse::<Vary>())]
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
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = Name::<Way>::new())]
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
    #[arg(value_parser = Name::<ProblemName>::new())]
    pub problems: Vec<ProblemName>,

    /// How the workers share the work [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Simulation")]
    #[arg(value_parser = Name::<SchemeName>::new())]
    pub schemes: Vec<SchemeName>,

    /// How many workers there are, at most 4096
    /// [default: 1,2,4,8,...,1024; 1,8,64,256 with --quick]
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

    /// Crews: how much work was spent, at least, on what they have solved and tell each other
    #[arg(long, value_name = "N", help_heading = "Simulation", default_value_t = 256)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub told_from: u64,

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

    /// Crews: how long it takes to take a result of another crew into the table, in nanoseconds
    #[arg(long, value_name = "N", help_heading = "Times", default_value_t = 120)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub take_in_ns: u64,

    /// How long a message takes between a worker and who keeps the tree, in microseconds
    #[arg(long, value_name = "N", help_heading = "Times", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub latency_us: u64,

    /// Measure these times here and now instead, but for the taking in
    #[arg(long, help_heading = "Times")]
    #[arg(conflicts_with_all = ["node_ns", "select_ns", "apply_ns", "latency_us"])]
    pub calibrate: bool,
}

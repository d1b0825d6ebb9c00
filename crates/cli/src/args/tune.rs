//! The options of `phidelta tune`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use phidelta_lab::tune::{Axis, By, Start, tunable_help};

use super::table::Name;
use super::{Question, SearchArguments};

const EXAMPLES: &str = "\
Examples:
  phidelta tune connect-four:5x4
  phidelta tune mnk:4x4x3 --delta 1 --vary epsilon --csv curve.csv
  phidelta tune mnk:4x4x3 --search pn-df-pn --vary job=10..500:10
  phidelta tune mnk --batch positions.txt --by grid --nodes 100000

--time and --nodes are for each run. The search without varied options, with
which the best setting is compared, is run last; Ctrl-C then leaves it out.

Exit status:
  0 if all went well, even if no setting was decided; 1 a problem with the input
  or the machine, 2 wrong usage.

The first Ctrl-C stops, and prints the best so far; a second one kills.";

#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct Tune {
    #[command(flatten)]
    pub question: Question,

    /// Tune for the positions of a file together, one a line, `-` for standard input
    ///
    /// Empty lines and lines that begin with # are skipped. Each position is solved on its own, with
    /// an empty table and all of --time and --nodes. What counts is the sum of the node numbers.
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    #[arg(value_hint = ValueHint::FilePath, conflicts_with = "position")]
    pub batch: Option<PathBuf>,

    /// Vary an option; may be repeated [default: --vary e --vary d]
    #[arg(long, value_name = "NAME[=FROM..TO[:STEP]]", help_heading = "Tuning")]
    #[arg(long_help = tunable_help())]
    pub vary: Vec<Axis>,

    /// How to look for the best setting
    #[arg(long, value_name = "NAME", help_heading = "Tuning", default_value_t = By::Climb)]
    #[arg(value_parser = Name::<By>::new())]
    pub by: By,

    /// Climb: where to begin, as e=2,d=2 [default: the second value of each range]
    #[arg(long, value_name = "NAME=VALUE,...", help_heading = "Tuning")]
    pub from: Option<Start>,

    /// Write what was tried to a file, as comma-separated values
    ///
    /// A line for each setting, in the order in which they were tried: the options that are varied,
    /// nodes, seesaw, seconds, result. A run that was stopped has the number of nodes at which it
    /// was, no seesaw, and the result `unknown`.
    #[arg(long, value_name = "FILE", help_heading = "Tuning", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,

    #[command(flatten)]
    pub search: SearchArguments,

    /// Write JSON Lines: a `setting` object for each setting tried, then one `result`
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Show no progress, and only the best setting
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

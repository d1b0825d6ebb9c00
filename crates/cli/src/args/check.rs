//! The options of `phidelta check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use phidelta::amounts::parse_duration;
use phidelta::options::memory;

const CHECK_EXAMPLES: &str = "\
Verdicts:
  VERIFIED    every claim is proved, by the rules of the game and nothing else;
              `VERIFIED modulo TEXT` if by axioms that --modulo accepts, too
  REFUTED     something is wrong in the file, which says nothing about the
              position
  INCOMPLETE  nothing is wrong as far as was seen, but that is not a whole
              proof: the file ends early, rests on axioms, or is of a game or a
              version that this program does not know; or memory, time or Ctrl-C
              came first

Exit status:
  0 only if the verdict is VERIFIED, 1 otherwise, 2 wrong usage.";

#[derive(Args, Debug)]
#[command(after_long_help = CHECK_EXAMPLES)]
pub struct Check {
    /// The certificate, `-` for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Accept what the certificate takes for granted by the axiom of this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub modulo: Vec<String>,

    /// The most memory, as 512M or 4GiB; how much a check needs does not depend on --threads
    /// [default: a quarter of the machine's, 4GiB at most]
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_hyphen_values = true)]
    pub memory: Option<u64>,

    /// The longest time, as 10s or 1h30m [default: no limit]
    #[arg(long, value_name = "T", value_parser = parse_duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,

    /// How many threads check the proof, at most 1024
    /// [default: as many as there are processors]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Write one JSON object
    #[arg(long)]
    pub json: bool,

    /// Show no progress, and only the verdict
    #[arg(short, long)]
    pub quiet: bool,
}

//! The options of `phidelta bench generate`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use phidelta_lab::bench;

const EXAMPLES: &str = "\
Examples:
  phidelta bench generate loa --seed 7 --count 20
  phidelta bench generate loa --most-nodes 9000 --count 9 --out some.tsv
  cut -f1 some.tsv | phidelta solve loa --batch -

A line has a position, its value, the nodes of
  phidelta solve loa --entries 1048576
how many plies later its game was over, and the number of the game, with tabs
between them. The same options give the same bytes on any machine.

Ctrl-C ends with what was found before the game in hand.";

#[derive(Args, Clone, Debug)]
#[command(disable_help_subcommand = true)]
#[command(subcommand_value_name = "GAME", subcommand_help_heading = "Games")]
pub struct Generate {
    #[command(subcommand)]
    pub game: Generated,
}

#[derive(Subcommand, Clone, Debug)]
pub enum Generated {
    /// Endgames of Lines of Action that the side to move wins
    Loa(GenerateLoa),
}

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct GenerateLoa {
    /// Which games are played
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How many positions there are to be
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,

    /// How many nodes a position takes at least
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub least_nodes: u64,

    /// How many nodes a position takes at most
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub most_nodes: u64,

    /// No position of this file, whichever way it is turned; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub without: Vec<PathBuf>,

    /// Where the positions go [default: standard output]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,

    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
}

impl GenerateLoa {
    /// The options as the lab has them.
    pub fn asked(&self) -> bench::GenerateLoa {
        let GenerateLoa { seed, count, least_nodes, most_nodes, without, out, .. } = self.clone();
        bench::GenerateLoa { seed, count, least_nodes, most_nodes, without, out }
    }
}

//! All commands of phidelta for a game of its own: `cargo run -- solve hexapawn --self-check`.

mod hexapawn;

use std::process::ExitCode;

use phidelta::{Catalogue, Entry};

static HEXAPAWN: Entry = Entry::of::<hexapawn::Hexapawn>();

fn main() -> ExitCode {
    phidelta_cli::main(Catalogue::new().with(HEXAPAWN.clone()))
}

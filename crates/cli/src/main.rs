//! The program `phidelta`: the command line over the standard list of games.

use std::process::ExitCode;

fn main() -> ExitCode {
    phidelta_cli::main(phidelta_catalogue::catalogue())
}

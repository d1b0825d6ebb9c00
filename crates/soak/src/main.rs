//! `phidelta-soak PROGRAM [--seed N] [--kills N] [--faults N] [--inputs N]`: runs a soak, and prints what came
//! of it. `cargo xtask soak` builds the program and runs this.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use phidelta_soak::{Plan, soak};

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("phidelta-soak: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing was found.
fn run() -> Result<bool> {
    let mut words = std::env::args().skip(1);
    let program = words.next().context("the first argument is the program that is to be soaked")?;
    let program = program.into();
    let mut plan = Plan { program, seed: 1, kills: 1000, faults: 400, inputs: 100_000 };
    while let Some(name) = words.next() {
        let value = words.next().with_context(|| format!("{name} needs a number"))?;
        let number: u64 = value.parse().with_context(|| format!("{name} needs a number"))?;
        let few = u32::try_from(number).with_context(|| format!("{name} is too large"))?;
        match &*name {
            "--seed" => plan.seed = number,
            "--kills" => plan.kills = few,
            "--faults" => plan.faults = few,
            "--inputs" => plan.inputs = few,
            _ => bail!("there is no option {name}; there are --seed, --kills, --faults, --inputs"),
        }
    }
    let started = Instant::now();
    let summary = soak(&plan)?;
    println!("{summary}");
    let seconds = started.elapsed().as_secs();
    println!("seed {}, {} min {:02} s", plan.seed, seconds / 60, seconds % 60);
    Ok(summary.findings.is_empty())
}

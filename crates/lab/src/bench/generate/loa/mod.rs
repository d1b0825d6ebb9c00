//! Endgames of Lines of Action that the side to move wins, in the manner of the sets that Winands published and
//! that Pawlewicz and Lew solved (2007). See `pages/loa-sets.md`.
//!
//! Each game is gone through backwards, for as long as a search proves that its winner wins. What takes as
//! many nodes as was asked for is a problem.

mod likeness;
mod prover;
mod record;
mod self_player;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use phidelta::text;
use phidelta::whole_file::Target;
use phidelta_loa::{Loa, Variant};
use phidelta_rules::{Notation, zobrist};

pub use likeness::Likeness;

use crate::Lab;
use crate::bench::BenchReport;
use crate::bench::measuring::Round;
use crate::bench::options::GenerateLoa;
use crate::bench::sets;
use prover::{Problem, problems};
use record::Record;

/// So many positions of a game are taken, at most: its positions are much alike.
const MOST_OF_A_GAME: usize = 2;

/// The game as everybody plays it.
pub fn game() -> Loa {
    Loa::new(8, Variant::default())
}

/// Makes a set of problems, and writes it into a file, or to the console.
///
/// # Errors
/// If the options contradict each other, files cannot be read or written, or memory is short.
pub fn run(options: &GenerateLoa, lab: &mut Lab<'_>) -> Result<BenchReport> {
    let GenerateLoa { least_nodes, most_nodes, .. } = *options;
    if least_nodes > most_nodes {
        bail!("least-nodes: {least_nodes} is more than --most-nodes, {most_nodes}; exchange them");
    }
    let target = options.out.as_deref().map(Target::new).transpose()?;
    let game = game();
    let mut known = BTreeSet::new();
    for path in &options.without {
        known.extend(read_likenesses(&game, path)?);
    }
    let mut text = String::new();
    let mut write = |lines: &str, lab: &mut Lab<'_>| -> Result<()> {
        match &target {
            Some(_) => text += lines,
            None => lab.console.lines(lines)?,
        }
        Ok(())
    };
    write(&header(options), lab)?;
    let (found, all) = (collect(&game, options, known, lab, &mut write)?, options.count);
    let mut report = BenchReport::default();
    if found < all as usize {
        let interrupted = format!("interrupted after {found} of {all} positions");
        write(&format!("# {interrupted}\n"), lab)?;
        report.interrupted = Some(format!("generate: {interrupted}"));
    }
    if let Some(target) = target {
        target.write(text.as_bytes())?;
    }
    Ok(report)
}

/// What the positions of a file are like.
fn read_likenesses(game: &Loa, path: &Path) -> Result<Vec<Likeness>> {
    let text = text::read(path, text::BATCH_LIMIT).map_err(|error| error.within("without"))?;
    let positions = sets::lines(&text).map(|(number, line)| {
        let position = line.split('\t').next().unwrap_or(line);
        let state = game.read_position(position).map_err(|error| {
            anyhow!("without: {}: line {number}: {error}", text::display_name(path))
        })?;
        Ok(Likeness::of(&state))
    });
    positions.collect()
}

/// Finds the positions of the set, and writes a line for each. Gives how many there are: fewer than asked for
/// if the work was stopped, without those of the game in hand.
fn collect(
    game: &Loa,
    options: &GenerateLoa,
    mut known: BTreeSet<Likeness>,
    lab: &mut Lab<'_>,
    write: &mut impl FnMut(&str, &mut Lab<'_>) -> Result<()>,
) -> Result<usize> {
    let count = options.count as usize;
    let mut found = 0;
    let mut round = Round::new(count as f64);
    for number in 1u64.. {
        round.show(found, count, &format!("game {number}"), lab.console);
        let seed = zobrist::scramble(zobrist::scramble(options.seed) ^ number);
        let mut problems = match Record::play(game, seed) {
            Some(record) => {
                let nodes = options.least_nodes..=options.most_nodes;
                problems(game, &record, nodes, lab.signal)?
            }
            None => Vec::new(),
        };
        if lab.signal.is_stopped() {
            break;
        }
        problems.retain(|problem| !known.contains(&Likeness::of(&problem.state)));
        for problem in some_of(problems, seed) {
            if found < count && known.insert(Likeness::of(&problem.state)) {
                write(&row(game, &problem, number), lab)?;
                round.advance(1.0);
                found += 1;
            }
        }
        if found == count {
            break;
        }
    }
    Ok(found)
}

/// As many as are taken of a game, chosen by the seed.
fn some_of(mut problems: Vec<Problem>, seed: u64) -> Vec<Problem> {
    for draw in 1.. {
        if problems.len() <= MOST_OF_A_GAME {
            break;
        }
        let dropped = zobrist::scramble(seed ^ draw) % problems.len() as u64;
        problems.remove(dropped as usize);
    }
    problems
}

fn row(game: &Loa, problem: &Problem, number: u64) -> String {
    let Problem { state, nodes, plies } = problem;
    format!("{}\twin\t{nodes}\t{plies}\t{number}\n", game.write_position(state))
}

/// What is said of the set before its positions.
fn header(options: &GenerateLoa) -> String {
    let GenerateLoa { seed, count, least_nodes, most_nodes, .. } = options;
    let mut command = format!(
        "phidelta bench generate loa --seed {seed} --count {count} \
         --least-nodes {least_nodes} --most-nodes {most_nodes}"
    );
    for path in &options.without {
        let name = path.file_name().unwrap_or(path.as_os_str());
        command += &format!(" --without {}", name.to_string_lossy());
    }
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "# endgames of Lines of Action that the side to move wins, from games of phidelta {version}\n\
         # {command}\n\
         # nodes: phidelta solve loa --entries {}\n\
         # position, value, nodes, plies before the end of the game, number of the game\n",
        prover::ENTRIES
    )
}

//! Endgames of Lines of Action that the side to move wins, in the manner of the sets that Winands published and
//! that Pawlewicz and Lew solved (2007). See `docs/bench/loa-sets.md`.
//!
//! Each game is gone through backwards, for as long as a search proves that its winner wins. What takes as
//! many nodes as was asked for is a problem.

mod automaton;
mod likeness;
mod prover;
mod record;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use phidelta_games::loa::{Loa, Variant};
use phidelta_rules::{Notation, zobrist};

pub use likeness::Likeness;

use crate::args::GenerateLoa;
use crate::bench::round::Watch;
use crate::bench::sets;
use crate::output::Page;
use crate::whole_file::Target;
use crate::{input, interrupt};
use prover::{Problem, problems};
use record::Record;

/// So many positions of a game are taken, at most: its positions are much alike.
const MOST_OF_A_GAME: usize = 2;

/// The game as everybody plays it.
pub fn game() -> Loa {
    Loa::new(8, Variant::default())
}

/// Makes a set of problems, and writes it.
///
/// # Errors
/// If the options contradict each other, files cannot be read or written, or memory is short.
pub fn run(options: &GenerateLoa) -> Result<()> {
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
    interrupt::listen()?;
    let mut text = String::new();
    let mut write = |lines: &str| -> Result<()> {
        match &target {
            Some(_) => text += lines,
            None => Page::new().verbatim(lines)?,
        }
        Ok(())
    };
    write(&header(options))?;
    let (found, all) = (collect(&game, options, known, &mut write)?, options.count);
    if found < all as usize {
        let interrupted = format!("interrupted after {found} of {all} positions");
        write(&format!("# {interrupted}\n"))?;
        crate::complain(&format!("generate: {interrupted}"));
    }
    target.map_or(Ok(()), |target| target.write(text.as_bytes()))
}

/// What the positions of a file are like.
fn read_likenesses(game: &Loa, path: &Path) -> Result<Vec<Likeness>> {
    let text = input::read_text(path, input::BATCH_LIMIT).context("without")?;
    let positions = sets::lines(&text).map(|(number, line)| {
        let position = line.split('\t').next().unwrap_or(line);
        let state = game.read_position(position).map_err(|error| {
            anyhow!("without: {}: line {number}: {error}", input::display_name(path))
        })?;
        Ok(Likeness::of(&state))
    });
    positions.collect()
}

/// Finds the positions of the set, and writes a line for each. Gives how many there are: fewer than asked for
/// if Ctrl-C came first, without those of the game in hand.
fn collect(
    game: &Loa,
    options: &GenerateLoa,
    mut known: BTreeSet<Likeness>,
    write: &mut impl FnMut(&str) -> Result<()>,
) -> Result<usize> {
    let count = options.count as usize;
    let mut found = 0;
    let mut watch = Watch::new(count as f64, options.quiet);
    for number in 1u64.. {
        watch.show(found, count, &format!("game {number}"));
        let seed = zobrist::scramble(zobrist::scramble(options.seed) ^ number);
        let mut problems = match Record::play(game, seed) {
            Some(record) => problems(game, &record, options.least_nodes..=options.most_nodes)?,
            None => Vec::new(),
        };
        if interrupt::is_requested() {
            break;
        }
        problems.retain(|problem| !known.contains(&Likeness::of(&problem.state)));
        for problem in some_of(problems, seed) {
            if found < count && known.insert(Likeness::of(&problem.state)) {
                watch.aside(|| write(&row(game, &problem, number)))?;
                watch.advance(1.0);
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

//! Hostile inputs for the library, in this process: certificates, checkpoints, graphs, positions and options.
//! Nothing may panic, nothing may take long, and nothing false may be verified.

use std::any::Any;
use std::fs;
use std::io::{self, Cursor, Write};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use phidelta::certificate::block::{BlockWriter, Kind};
use phidelta::certificate::check::CheckControl;
use phidelta::{Catalogue, Given, Proof, ProofOutcome, Proving, Question, proof};
use phidelta_rules::NoGuide;
use phidelta_search::{Checkpoints, Control, Limits, Method, Solver};
use phidelta_testing::editor::{self, File};
use phidelta_testing::{At, fuzz};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::grammar::{changed_bytes, changed_text, graph, part, pick};
use crate::{Plan, Summary};

/// What takes longer than this was not bounded, on whatever machine.
const LONGEST: Duration = Duration::from_secs(20);
/// What a check may use.
const MEMORY: u64 = 8 << 20;

/// Positions that are solved in no time, of which there are certificates.
const SOLVED: [&str; 9] = [
    "atari-go:3x3",
    "clobber:2x4",
    "dodgem:2",
    "domineering:3x3",
    "dots-and-boxes:1x2",
    "graph",
    "mnk:3x3x3",
    "nim:1,2,3",
    "go-small:1x3",
];

/// Text of positions and parameters to begin with.
const TEXTS: [&str; 12] = [
    "start",
    "start moves a1 b2",
    "3/3/3 x",
    "1,3,5,7 f",
    "8/1oo5/8/8/8/8/8/8 x",
    "B:J10,K11 W:G7,P8 b",
    "9/9/9/2www4/2wbw4/3b5/9/9/9 b target=D5",
    "(;SZ[9]AB[dd][de]AW[ed];B[cc])",
    "X;.......@.;X.OO...O./X..X.O.O./X.X...O.O/.X.OXO.../O.O.X..../.XX....O./......X.O/.O.X.X.../O.O.....XX",
    "6/6/wwwww1/+bbbw1/+++bw1/++++w1",
    "a1 a2 a3",
    "",
];

const OPTIONS: [&str; 8] = [
    "--search df-pn --epsilon 0.25",
    "--memory 64M --threads 2",
    "--deep 2,3",
    "--backup best:3",
    "--search gts(2)",
    "--time 1h30m --nodes 5",
    "--entries 1000 --delta 5",
    "--target D4 --no-fixed-point",
];

/// What there is to begin with.
struct Stock {
    catalogue: Catalogue,
    /// Certificates, all of which are verified.
    certificates: Vec<Vec<u8>>,
    /// Checkpoints of searches by these methods, all of which can be taken up.
    checkpoints: Vec<(Method, Vec<u8>)>,
}

/// Tries inputs.
pub fn try_all(plan: &Plan) -> Result<Summary> {
    keep_panics_quiet();
    let stock = stock()?;
    let mut summary = Summary::default();
    for number in 0..plan.inputs {
        let seed = plan.seed.wrapping_mul(1 << 32).wrapping_add(number.into());
        let mut random = StdRng::seed_from_u64(seed);
        let (kind, attempt) = KINDS[random.random_range(0..KINDS.len())];
        let started = Instant::now();
        let tried = panic::catch_unwind(AssertUnwindSafe(|| attempt(&stock, &mut random)));
        summary.count(kind);
        match tried {
            Ok(Ok(())) => {}
            Ok(Err(wrong)) => summary.find(format!("{kind}, seed {seed}: {wrong}")),
            Err(panic) => summary.find(format!("{kind}, seed {seed}: {}", message(&*panic))),
        }
        if started.elapsed() > LONGEST {
            let seconds = started.elapsed().as_secs();
            summary.find(format!("{kind}, seed {seed}: it took {seconds} s"));
        }
    }
    Ok(summary)
}

/// Panics of this thread are findings, and told as such.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| panic::set_hook(Box::new(|_| {})));
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).into()));
    format!("a panic: {}", text.unwrap_or_default())
}

fn stock() -> Result<Stock> {
    let catalogue = phidelta_catalogue::catalogue();
    let mut certificates = Vec::new();
    for name in SOLVED {
        let position = catalogue.game(name)?.position("")?;
        let question = Question::new().memory(MEMORY).proving(Proving::Certified);
        if let ProofOutcome::Made(certificate) = question.ask(&position)?.proof {
            certificates.push(certificate.bytes);
        }
    }
    certificates.first().context("nothing was proved")?;
    let checkpoints = fuzz::SAVED.map(saved).into_iter().collect::<Result<_>>()?;
    Ok(Stock { catalogue, certificates, checkpoints })
}

/// A checkpoint of a search by this method, which was stopped.
fn saved(method: Method) -> Result<(Method, Vec<u8>)> {
    const HOUR: Duration = Duration::from_secs(3600);
    let (graph, options) = fuzz::saved_search(method);
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("search");
    let mut checkpoints = Checkpoints::new(file.clone(), HOUR, String::new());
    let limits = Limits { nodes: Some(60), ..Limits::default() };
    let control = Control::new(limits).saved_by(&mut checkpoints);
    Solver::new(&graph, &NoGuide, &options)?.prove(&At(0), fuzz::SAVED_GOAL, control);
    drop(checkpoints);
    Ok((method, fs::read(file)?))
}

type Attempt = fn(&Stock, &mut StdRng) -> Result<(), String>;

const KINDS: [(&str, Attempt); 9] = [
    ("certificates with bytes changed", spoiled_certificate),
    ("certificates with numbers changed", edited_certificate),
    ("certificates by a grammar", made_certificate),
    ("certificates for random graphs", tokens),
    ("checkpoints", checkpoint),
    ("graphs", graph_file),
    ("positions", position),
    ("options", options),
    ("writers that fail", failing_writer),
];

/// Checks a file about a game of the catalogue.
fn check(stock: &Stock, random: &mut StdRng, bytes: Vec<u8>) -> Result<bool, String> {
    let threads = NonZeroUsize::new(random.random_range(1..=3)).unwrap_or(NonZeroUsize::MIN);
    let memory = *pick(random, &[1 << 16, 1 << 20, MEMORY]);
    let deadline = Some(Instant::now() + Duration::from_secs(1));
    let control = CheckControl { threads, memory, deadline, ..CheckControl::default() };
    let file = Box::new(Cursor::new(bytes.clone()));
    let report = proof::check(&stock.catalogue, file, &[], control);
    let report = report.map_err(|error| format!("memory cannot be read: {error}"))?;
    if random.random_ratio(1, 4) {
        let control = CheckControl { memory, deadline, ..CheckControl::default() };
        let opened = Proof::open(&stock.catalogue, Box::new(Cursor::new(bytes)), &[], control);
        opened.map_err(|error| format!("memory cannot be read: {error}"))?;
    }
    Ok(report.is_verified())
}

/// Only what its hash vouches for is verified.
fn spoiled_certificate(stock: &Stock, random: &mut StdRng) -> Result<(), String> {
    let bytes = pick(random, &stock.certificates);
    let changed = changed_bytes(random, bytes);
    let is_same = changed == *bytes;
    let is_verified = check(stock, random, changed)?;
    if is_verified && !is_same { Err("a damaged file is VERIFIED".into()) } else { Ok(()) }
}

/// Hashes are right, and something else is not: the claim is false, or the game is another one.
fn edited_certificate(stock: &Stock, random: &mut StdRng) -> Result<(), String> {
    let mut file = File::read(pick::<Vec<u8>>(random, &stock.certificates));
    let is_false = random.random();
    if is_false {
        file.header.claims = file.header.claims.iter().map(|claim| opposite(*claim)).collect();
    } else {
        match random.random_range(0..4) {
            0 => file.header.parameters = changed_text(random, &file.header.parameters),
            1 => file.header.position = changed_text(random, &file.header.position),
            2 => file.header.game = changed_text(random, &file.header.game),
            _ => {}
        }
    }
    for part in &mut file.parts {
        for _ in 0..random.random_range(0..3) {
            let at = random.random_range(0..part.len());
            match random.random_range(0..4) {
                0 => part.truncate(at.max(1)),
                1 => part[at] = *pick(random, &[0, 1, 2, 8, 9, u32::MAX]),
                2 => part[at] = part[at].wrapping_add(1),
                _ => part.insert(at, random.random_range(0..12)),
            }
        }
    }
    if random.random_ratio(1, 10) {
        file.parts.reverse();
    }
    if check(stock, random, file.write())? && is_false {
        return Err(format!("{:?} is VERIFIED", file.header));
    }
    Ok(())
}

/// A header of a game with parts that a grammar makes.
fn made_certificate(stock: &Stock, random: &mut StdRng) -> Result<(), String> {
    let mut file = File::read(pick::<Vec<u8>>(random, &stock.certificates));
    // The opposite of what is true: it must not be verified, whatever is written.
    file.header.claims = file.header.claims.iter().map(|claim| opposite(*claim)).collect();
    file.header.claims.truncate(1);
    file.parts = (0..random.random_range(0..4)).map(|_| part(random)).collect();
    if check(stock, random, file.write())? {
        return Err(format!("{:?} is VERIFIED", file.header));
    }
    Ok(())
}

/// The claim that holds if and only if the other one does not.
fn opposite(claim: phidelta::certificate::Claim) -> phidelta::certificate::Claim {
    use phidelta::certificate::Claim::{AtLeast, AtMost};
    match claim {
        AtLeast(value) => AtMost(value.saturating_sub(1)),
        AtMost(value) => AtLeast(value.saturating_add(1)),
    }
}

/// What is verified of a random graph is compared with its oracle.
fn tokens(_: &Stock, random: &mut StdRng) -> Result<(), String> {
    let mut bytes: Vec<u8> = (0..5).map(|_| random.random()).collect();
    for _ in 0..random.random_range(1..4) {
        let content = editor::packed_numbers(&part(random));
        bytes.push(content.len().min(255) as u8);
        bytes.extend(&content[..content.len().min(255)]);
    }
    fuzz::any_tokens(&bytes);
    Ok(())
}

fn checkpoint(stock: &Stock, random: &mut StdRng) -> Result<(), String> {
    let (method, saved) = pick(random, &stock.checkpoints);
    fuzz::any_checkpoint(*method, &changed_bytes(random, saved));
    Ok(())
}

fn graph_file(stock: &Stock, random: &mut StdRng) -> Result<(), String> {
    let text = graph(random);
    // It is the text of a file, as the header of a certificate has it.
    let Some(Ok(game)) = stock.catalogue.exactly("graph", &text) else { return Ok(()) };
    let written = game.parameters();
    match stock.catalogue.exactly("graph", &written) {
        Some(Ok(again)) if again.parameters() == written => Ok(()),
        _ => Err(format!("it is not read as it is written: {written}")),
    }
}

fn position(stock: &Stock, random: &mut StdRng) -> Result<(), String> {
    let entry = pick(random, stock.catalogue.entries());
    let name = if random.random_ratio(1, 4) {
        // No names of files, and nothing that takes a day.
        let number = random.random_range(0..7);
        format!("{}:{number}x{}", entry.name, random.random_range(0..7))
    } else {
        entry.name.to_string()
    };
    let Ok(game) = stock.catalogue.game(&name) else { return Ok(()) };
    let text = *pick(random, &TEXTS);
    let text = if random.random() { changed_text(random, text) } else { text.to_string() };
    let Ok(read) = game.position(&text) else { return Ok(()) };
    // What can be read can be written, drawn and read again.
    let again = game.position(read.text()).map_err(|error| {
        format!("{name}: `{text}` is written as `{}`, which is refused: {error}", read.text())
    })?;
    if again.text() != read.text() {
        return Err(format!("{name}: `{}` is written as `{}`", read.text(), again.text()));
    }
    Ok(())
}

fn options(stock: &Stock, random: &mut StdRng) -> Result<(), String> {
    let words = {
        let words = *pick(random, &OPTIONS);
        changed_text(random, words)
    };
    let entry = pick(random, stock.catalogue.entries());
    let Ok(game) = stock.catalogue.game(entry.name) else { return Ok(()) };
    let Ok(given) = Given::from_words(words.split_whitespace(), &game.option_table()) else {
        return Ok(());
    };
    let _ = Question::new().options(given).settings(&game, "");
    Ok(())
}

/// A disk that is full after so many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 && !bytes.is_empty() {
            Err(io::ErrorKind::StorageFull.into())
        } else {
            Ok(taken)
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is not written whole is told.
fn failing_writer(stock: &Stock, random: &mut StdRng) -> Result<(), String> {
    let blocks = editor::blocks(pick::<Vec<u8>>(random, &stock.certificates)).unwrap_or_default();
    let length: usize = 8 + blocks.iter().map(|(_, payload)| 37 + payload.len()).sum::<usize>();
    let room = random.random_range(0..length + 10);
    let write = || {
        let mut writer = BlockWriter::new(Full(room))?;
        for (kind, payload) in &blocks {
            let kind = match kind {
                b'H' => Kind::Header,
                b'P' => Kind::Part,
                _ => Kind::End,
            };
            writer.write(kind, payload)?;
        }
        writer.flush()
    };
    match write() {
        Ok(()) if room < length => Err(format!("{length} bytes were written to {room}")),
        Err(error) if room >= length => Err(format!("{error}, though there is room")),
        _ => Ok(()),
    }
}

//! What the fuzz targets do with their bytes, so that ordinary tests can do the same: any bytes may
//! be refused, none may make the checker or a solver panic, and what the checker accepts must be true.

use std::io::Cursor;

use phidelta_certificate::check::{Certificate, CheckControl, OpenError, Verdict, check};
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_rules::{Goal, NoGuide, Score};
use phidelta_search::{Checkpoint, Control, Limits, Method, Options, Solver, TableSize};

use crate::editor::{blocks, file, sealed};
use crate::{Arena, At, Graph};

/// The verdict on a file about an arena.
///
/// # Panics
/// If a false claim is VERIFIED without the help of axioms.
pub fn true_if_verified(arena: &Arena, bytes: &[u8]) -> Verdict {
    let certificate = match Certificate::open(bytes) {
        Ok(certificate) => certificate,
        Err(OpenError::Verdict(verdict)) => return verdict,
        Err(OpenError::Io(error)) => panic!("memory cannot be read: {error}"),
    };
    let header = certificate.header().clone();
    let checked = check(
        &arena.graph,
        &arena.graph_recurrence(),
        &At(0),
        certificate,
        CheckControl::default(),
    )
    .expect("memory can be read");
    let assumed = checked.tally.axioms.iter().any(|&uses| uses > 0);
    if checked.verdict == Verdict::Verified && !assumed {
        for &claim in &header.claims {
            assert!(arena.holds(claim), "{claim} is VERIFIED, but false in {arena:?}");
        }
    }
    checked.verdict
}

/// Takes the bytes for a file, as it is and with its hashes put right, about the arena whose seed
/// the header names as the parameters of the game. The verdict on the latter, if there is one.
pub fn any_file(bytes: &[u8]) -> Option<Verdict> {
    named_arena(bytes);
    named_arena(&sealed(&blocks(bytes)?))
}

fn named_arena(bytes: &[u8]) -> Option<Verdict> {
    let certificate = Certificate::open(bytes).ok()?;
    let seed = certificate.header().parameters.parse().ok()?;
    Some(true_if_verified(&Arena::random(seed), bytes))
}

/// Takes the bytes for a file that [`file_of_tokens`] makes of them. The verdict, if there are bytes
/// enough.
pub fn any_tokens(bytes: &[u8]) -> Option<Verdict> {
    let (arena, file) = file_of_tokens(bytes)?;
    Some(true_if_verified(&arena, &file))
}

/// Takes the bytes for an arena, claims about it and the contents of parts: two bytes of seed; a
/// byte with the mode and the number of claims; a byte for each claim; then for each part a byte
/// with its length, and its content. The arena and the file, if there are bytes enough.
pub fn file_of_tokens(bytes: &[u8]) -> Option<(Arena, Vec<u8>)> {
    let (&[low, high, kind, first, second], mut rest) = bytes.split_first_chunk()?;
    let seed = u64::from(u16::from_le_bytes([low, high]));
    let claim = |byte: u8| {
        let bound = i32::from(byte >> 1) % 4 - 1;
        if byte & 1 == 0 { Claim::AtLeast(bound) } else { Claim::AtMost(bound - 1) }
    };
    let mut claims = vec![claim(first), claim(second)];
    claims.truncate(1 + usize::from(kind >> 7));
    let mut header = Header::new("test", seed.to_string(), String::new(), claims);
    header.mode = [Mode::Reach, Mode::Safe, Mode::Path][usize::from(kind % 3)];
    let mut contents = Vec::new();
    while let Some((&length, after)) = rest.split_first() {
        let (content, after) = after.split_at(after.len().min(length.into()));
        contents.push(content.to_vec());
        rest = after;
    }
    Some((Arena::random(seed), file(&header, &contents)))
}

/// The methods of which there are checkpoints of different kinds.
pub const SAVED: [Method; 3] = [Method::DfPn, Method::Pn, Method::PnDfPn];

/// The question that [`any_checkpoint`] is about.
pub const SAVED_GOAL: Goal<Score> = Goal::AtLeast(Score(1));

/// What [`any_checkpoint`] is about: a graph, and a search of it that takes a while.
pub fn saved_search(method: Method) -> (Graph, Options) {
    let table = TableSize::Entries(512);
    (Graph::full_tree(1, 8, 3), Options { method, table, ..Options::default() })
}

/// Takes the bytes, but for those of the hash at the end, for a checkpoint, with its hash put right, and searches
/// on for a while. Whether it was taken up.
pub fn any_checkpoint(method: Method, bytes: &[u8]) -> bool {
    let (graph, options) = saved_search(method);
    let body = &bytes[..bytes.len().saturating_sub(blake3::OUT_LEN)];
    let forged = [body, blake3::hash(body).as_bytes()].concat();
    let _ = Checkpoint::open(Cursor::new(bytes));
    let Ok(checkpoint) = Checkpoint::open(Cursor::new(forged)) else { return false };
    let mut solver = Solver::new(&graph, &NoGuide, &options).expect("a small table");
    let is_taken = solver.resume(&At(0), checkpoint).is_ok();
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    solver.prove(&At(0), SAVED_GOAL, Control::new(limits));
    is_taken
}

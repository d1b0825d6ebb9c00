//! What the fuzz targets do with their bytes, so that ordinary tests can do the same: any bytes may
//! be refused, none may make the checker panic, and what it accepts must be true.

use phidelta_proof::check::{Certificate, OpenError, Reins, Verdict, check};
use phidelta_proof::{Claim, Header, Mode};

use crate::editor::{blocks, file, sealed};
use crate::{Arena, At};

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
    let checked =
        check(&arena.graph, &arena.graph_recurrence(), &At(0), certificate, Reins::default())
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

/// Takes the bytes for an arena, claims about it and the contents of parts: two bytes of seed; a
/// byte with the mode and the number of claims; a byte for each claim; then for each part a byte
/// with its length, and its content. The verdict, if there are bytes enough.
pub fn any_tokens(bytes: &[u8]) -> Option<Verdict> {
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
    Some(true_if_verified(&Arena::random(seed), &file(&header, &contents)))
}

//! Certificates changed in every way: whatever the checker still accepts must still be true.

use phidelta_certificate::check::Verdict;
use phidelta_certificate::{Claim, Mode};
use phidelta_testing::editor::{File, blocks, sealed};
use phidelta_testing::{Arena, fuzz::true_if_verified};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::second::agree_on_arena;
use crate::support::*;

/// Of so many arenas, the second checker is asked about each file.
const ASKED: u64 = 40;

/// The verdict on a file about the arena of a seed, of which only what is true may be verified.
#[track_caller]
fn judged(arena: &Arena, seed: u64, bytes: &[u8]) -> Verdict {
    let verdict = true_if_verified(arena, bytes);
    if seed < ASKED {
        agree_on_arena(arena, bytes, &verdict);
    }
    verdict
}

/// Changes a byte, or takes some out, or puts some in.
fn change_bytes(random: &mut StdRng, bytes: &mut Vec<u8>) {
    let at = random.random_range(0..bytes.len());
    match random.random_range(0..6) {
        0 => bytes[at] ^= 1 << random.random_range(0..8),
        1 => bytes[at] = random.random(),
        2 => bytes[at] = bytes[at].wrapping_add(if random.random() { 1 } else { 255 }),
        3 => drop(bytes.remove(at)),
        4 => bytes.insert(at, random.random()),
        _ => bytes.truncate(at),
    }
}

#[test]
fn no_changed_byte_goes_unnoticed() {
    let mut random = StdRng::seed_from_u64(6);
    for seed in 0..3000 {
        let arena = Arena::random(seed);
        for (_, bytes) in honest(&arena, 0) {
            for _ in 0..10 {
                let mut changed = bytes.clone();
                change_bytes(&mut random, &mut changed);
                let verdict = judged(&arena, seed, &changed);
                assert_eq!(verdict == Verdict::Verified, changed == bytes);
            }
        }
    }
}

#[test]
fn changed_bytes_under_right_hashes_prove_only_what_is_true() {
    let mut random = StdRng::seed_from_u64(7);
    let mut accepted = 0;
    for seed in 0..3000 {
        let arena = Arena::random(seed);
        for (_, bytes) in honest(&arena, 0) {
            for _ in 0..10 {
                let mut changed = blocks(&bytes).unwrap();
                let at = random.random_range(0..changed.len());
                if changed[at].1.is_empty() {
                    continue;
                }
                for _ in 0..random.random_range(1..=3) {
                    if !changed[at].1.is_empty() {
                        change_bytes(&mut random, &mut changed[at].1);
                    }
                }
                let verdict = judged(&arena, seed, &sealed(&changed));
                accepted += usize::from(verdict == Verdict::Verified);
            }
        }
    }
    assert!(accepted > 1000, "only {accepted} were accepted");
}

/// Changes numbers, within a part or between parts.
pub fn change_numbers(random: &mut StdRng, file: &mut File) {
    let parts = file.parts.len();
    let part = random.random_range(0..parts);
    let other = random.random_range(0..parts);
    let numbers = &mut file.parts[part];
    let at = random.random_range(0..=numbers.len().max(1) - 1);
    let number = [0, 1, 2, 3, 4, 7, 8, 9, 10, 1 << 20, u32::MAX][random.random_range(0..11)];
    match random.random_range(0..14) {
        0 => numbers.insert(at, number),
        1 => numbers.push(number),
        2 => numbers.truncate(at),
        3 => file.parts.swap(part, other),
        4 => drop(file.parts.remove(part)),
        5 => file.parts.insert(part, file.parts[other].clone()),
        6 => {
            let moved = numbers.split_off(at);
            file.parts[other].extend(moved);
        }
        _ if numbers.is_empty() => {}
        7 | 8 => numbers[at] = number,
        9 => numbers[at] = numbers[at].wrapping_add(if random.random() { 1 } else { u32::MAX }),
        10 => drop(numbers.remove(at)),
        11 => {
            let with = random.random_range(0..numbers.len());
            numbers.swap(at, with);
        }
        12 => {
            let end = random.random_range(at..numbers.len());
            let run = numbers[at..=end].to_vec();
            numbers.splice(at..at, run);
        }
        _ => {
            let number = file.parts[other].first().copied().unwrap_or(number);
            file.parts[part][at] = number;
        }
    }
}

/// Changes what is claimed, and how.
fn change_header(random: &mut StdRng, file: &mut File) {
    let header = &mut file.header;
    match random.random_range(0..4) {
        0 => header.mode = [Mode::Reach, Mode::Safe, Mode::Path][random.random_range(0..3)],
        1 => header.claims[0] = CLAIMS[random.random_range(0..CLAIMS.len())],
        2 => header.claims.push(CLAIMS[random.random_range(0..CLAIMS.len())]),
        _ => {
            let claim = &mut header.claims[0];
            *claim = match *claim {
                Claim::AtLeast(bound) => Claim::AtLeast(bound.wrapping_add(1)),
                Claim::AtMost(bound) => Claim::AtMost(bound.wrapping_sub(1)),
            };
        }
    }
}

#[test]
fn changed_numbers_prove_only_what_is_true() {
    let mut random = StdRng::seed_from_u64(8);
    let (mut accepted, mut all) = (0, 0);
    for seed in 0..3000 {
        let arena = Arena::random(seed);
        for (_, bytes) in honest(&arena, if seed % 3 == 0 { 0 } else { 1 << 18 }) {
            let original = File::read(&bytes);
            if original.parts.is_empty() {
                continue;
            }
            for _ in 0..20 {
                let mut file = original.clone();
                if random.random_bool(0.2) {
                    change_header(&mut random, &mut file);
                }
                for _ in 0..random.random_range(0..=3) {
                    if !file.parts.is_empty() {
                        change_numbers(&mut random, &mut file);
                    }
                }
                if file != original {
                    let verdict = judged(&arena, seed, &file.write());
                    accepted += usize::from(verdict == Verdict::Verified);
                    all += 1;
                }
            }
        }
    }
    assert!(accepted > 1000, "of {all} only {accepted} were accepted");
}

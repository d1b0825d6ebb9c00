//! Hostile texts and files by a grammar: they are nearly right, which gets them further than noise would.

use rand::RngExt;
use rand::rngs::StdRng;

/// One of them.
pub fn pick<'a, T>(random: &mut StdRng, choices: &'a [T]) -> &'a T {
    &choices[random.random_range(0..choices.len())]
}

/// Numbers that programs get wrong.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "63",
    "64",
    "65",
    "127",
    "255",
    "256",
    "65535",
    "2147483647",
    "-2147483648",
    "4294967296",
    "18446744073709551616",
];

/// Texts that programs get wrong.
const TEXTS: [&str; 14] = [
    "",
    " ",
    "\0",
    "\n",
    "\u{202e}",
    "\u{1b}[2J",
    "é",
    "\u{10ffff}",
    "start",
    "moves",
    "-",
    "@",
    "//",
    ":",
];

/// A graph as JSON, right or wrong.
pub fn graph(random: &mut StdRng) -> String {
    let nodes = random.random_range(0..12);
    let name = |random: &mut StdRng| -> String {
        if random.random_ratio(1, 30) {
            return (*pick(random, &TEXTS)).into();
        }
        format!("n{}", random.random_range(0..nodes.max(1)))
    };
    let mut entries = Vec::new();
    for node in 0..nodes {
        let children: Vec<String> = (0..random.random_range(0..4))
            .map(|_| serde_json::Value::from(name(random)).to_string())
            .collect();
        let entry = match random.random_range(0..8) {
            0 | 1 => format!("{{\"value\": {}}}", pick(random, &["true", "false", "0", "-3"])),
            2 => format!("{{\"value\": {}}}", pick(random, &NUMBERS)),
            turn => {
                let turn = if turn % 2 == 0 { "or" } else { "and" };
                format!("{{\"turn\": \"{turn}\", \"children\": [{}]}}", children.join(", "))
            }
        };
        entries.push(format!("\"n{node}\": {entry}"));
    }
    let root = serde_json::Value::from(name(random)).to_string();
    let text = format!("{{\"root\": {root}, \"nodes\": {{{}}}}}", entries.join(", "));
    if random.random_ratio(1, 3) { changed_text(random, &text) } else { text }
}

/// A text with a few things changed.
pub fn changed_text(random: &mut StdRng, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=letters.len());
        match random.random_range(0..5) {
            0 => letters.truncate(at),
            1 if at < letters.len() => {
                letters.remove(at);
            }
            2 => {
                let more: Vec<char> = pick(random, &NUMBERS).chars().collect();
                letters.splice(at..at, more);
            }
            3 => {
                let more: Vec<char> = pick(random, &TEXTS).chars().collect();
                letters.splice(at..at, more);
            }
            _ => {
                let from = random.random_range(0..=at);
                let again: Vec<char> = letters[from..at].to_vec();
                letters.splice(at..at, again);
            }
        }
    }
    letters.into_iter().collect()
}

/// Bytes with a few of them changed.
pub fn changed_bytes(random: &mut StdRng, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..5) {
        if bytes.is_empty() {
            break;
        }
        let at = random.random_range(0..bytes.len());
        match random.random_range(0..5) {
            0 => bytes[at] ^= 1 << random.random_range(0..8),
            1 => bytes[at] = *pick(random, &[0, 1, 0x7f, 0x80, 0xff]),
            2 => bytes.truncate(at),
            3 => {
                let until = random.random_range(at..=bytes.len().min(at + 40));
                bytes.drain(at..until);
            }
            _ => {
                let until = random.random_range(at..=bytes.len().min(at + 40));
                let again = bytes[at..until].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

/// The contents of a part of a proof: a place, and tokens as they come in proofs.
pub fn part(random: &mut StdRng) -> Vec<u32> {
    let mut numbers = vec![random.random_range(0..2), random.random_range(0..3)];
    let depth = if random.random_ratio(1, 20) { u32::MAX } else { random.random_range(0..4) };
    numbers.push(depth);
    for _ in 0..depth.min(5) {
        numbers.extend([random.random_range(0..4), random.random_range(0..2)]);
    }
    for _ in 0..random.random_range(0..40) {
        let token = match random.random_range(0..10) {
            0..3 => 0,
            3..7 => 8 + random.random_range(0..5),
            7 => 1,
            8 => 2,
            _ => random.random_range(0..9),
        };
        numbers.push(token);
        if matches!(token, 2..=4) {
            numbers.push(random.random_range(0..5));
        }
    }
    if random.random_ratio(1, 10) {
        numbers.push(u32::MAX);
    }
    numbers
}

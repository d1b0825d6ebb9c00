//! The head of a checkpoint: what it is about, and how far the search was.

use std::time::Duration;

use super::MOST_HEAD;
use crate::{Backup, Counters, Cycles, Deep, Init, Method, Options, Widths};

/// What a checkpoint says about itself.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Head {
    /// The words of whoever had it written.
    pub label: String,
    /// The key of the position that was asked about.
    pub root_key: u64,
    /// What the numbers rest on, besides the rules.
    pub meaning: String,
    /// How many buckets a table must have to take it in; 0 if any number will do.
    pub sealed_buckets: u64,
    pub counters: Counters,
    pub elapsed: Duration,
    /// The questions, in the order of their numbers in the table.
    pub asked: Vec<Asked>,
    /// The number of the question that is being searched.
    pub current: u8,
}

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    /// At least this value, or at most.
    pub at_least: bool,
    pub value: i32,
    pub answer: Option<bool>,
}

/// The options by which numbers of one search would mislead another, in words.
pub(super) fn meaning(options: &Options) -> String {
    let Options { method, init, deep, backup, cycles, widths, .. } = options;
    let parts: (&Method, &Init, &Option<Deep>, &Backup, &Cycles, &Widths) =
        (method, init, deep, backup, cycles, widths);
    format!("{parts:?}")
}

impl Head {
    /// As bytes of a file.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in [&self.label, &self.meaning] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        let micros = u64::try_from(self.elapsed.as_micros()).unwrap_or(u64::MAX);
        for word in [self.root_key, self.sealed_buckets, micros] {
            bytes.extend(word.to_le_bytes());
        }
        for word in words(&self.counters) {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend((self.asked.len() as u32).to_le_bytes());
        for asked in &self.asked {
            let answer = asked.answer.map_or(0, |proved| 1 + u8::from(proved));
            bytes.extend([u8::from(asked.at_least), answer]);
            bytes.extend(asked.value.to_le_bytes());
        }
        bytes.push(self.current);
        bytes
    }

    /// What the bytes say, if they are a head and nothing else.
    pub fn decode(bytes: &[u8]) -> Option<Head> {
        let mut bytes = Bytes(bytes);
        let [label, meaning] = [bytes.text()?, bytes.text()?];
        let [root_key, sealed_buckets, micros] = [bytes.word()?, bytes.word()?, bytes.word()?];
        let counters = counters(|| bytes.word())?;
        let asked = (0..bytes.count()?).map(|_| bytes.asked()).collect::<Option<Vec<_>>>()?;
        let [current] = bytes.take()?;
        let elapsed = Duration::from_micros(micros);
        let is_whole = bytes.0.is_empty() && usize::from(current) < asked.len();
        let head =
            Head { label, root_key, meaning, sealed_buckets, counters, elapsed, asked, current };
        is_whole.then_some(head)
    }
}

/// What is counted, in the order of the file. What is computed beside a search begins anew, and is not in it.
fn words(counters: &Counters) -> [u64; 11] {
    let Counters {
        nodes,
        expansions,
        seesaw,
        deepest,
        hits,
        misses,
        replaced,
        updates,
        pruned,
        simulated,
        longest_idle,
        after_lines: _,
        fixed_point: _,
        looked_ahead: _,
    } = *counters;
    let deepest = deepest as u64;
    [
        nodes,
        expansions,
        seesaw,
        deepest,
        hits,
        misses,
        replaced,
        updates,
        pruned,
        simulated,
        longest_idle,
    ]
}

/// The same again. A count beyond anything that can be counted is none.
fn counters(mut word: impl FnMut() -> Option<u64>) -> Option<Counters> {
    let mut word = || word().filter(|&count| count <= u64::MAX >> 8);
    Some(Counters {
        nodes: word()?,
        expansions: word()?,
        seesaw: word()?,
        deepest: usize::try_from(word()?).ok()?,
        hits: word()?,
        misses: word()?,
        replaced: word()?,
        updates: word()?,
        pruned: word()?,
        simulated: word()?,
        longest_idle: word()?,
        after_lines: 0,
        fixed_point: 0,
        looked_ahead: 0,
    })
}

/// What is left to read.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn word(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn count(&mut self) -> Option<usize> {
        let count = u32::from_le_bytes(self.take()?) as usize;
        (count <= MOST_HEAD).then_some(count)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.count()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn asked(&mut self) -> Option<Asked> {
        let [at_least, answer] = self.take()?;
        let value = i32::from_le_bytes(self.take()?);
        let at_least = [false, true].get(usize::from(at_least)).copied()?;
        let answer = [None, Some(false), Some(true)].get(usize::from(answer)).copied()?;
        Some(Asked { at_least, value, answer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let asked = |value, answer| Asked { at_least: value > 0, value, answer };
        let head = Head {
            label: "ein Wort, 言葉".into(),
            root_key: u64::MAX - 1,
            meaning: meaning(&Options::default()),
            sealed_buckets: 77,
            counters: Counters { nodes: 1, longest_idle: 99, deepest: 3, ..Counters::default() },
            elapsed: Duration::from_micros(123_456),
            asked: vec![asked(1, Some(true)), asked(-1, Some(false)), asked(3, None)],
            current: 2,
        };
        let bytes = head.encode();
        assert_eq!(Head::decode(&bytes), Some(head));
        assert!((0..bytes.len()).all(|length| Head::decode(&bytes[..length]).is_none()));
        assert_eq!(Head::decode(&[&bytes[..], &[0]].concat()), None);
    }
}

//! What entries of the table mean.
//!
//! In games whose positions never come back, an entry holds two numbers and the number of the
//! question that they answer. Where positions come back, it holds more, in the same room: the
//! least distance from the root at which the position was met, or, once it is solved, the height of the
//! proof; whether it was solved after some
//! line of play, by which a search knows what is worth trying after another; and there is a second
//! kind of entry, of a position *and the line that led to it*, for results that rest on the line
//! (Kishimoto & Müller 2004).

use phidelta_rules::{Game, GraphKind, zobrist};

use crate::table::{Copied, Entry, work};
use crate::{Numbers, Query, Table};

/// What is known about a position, whatever the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub numbers: Numbers,
    /// The work spent below.
    pub work: u64,
    /// The least distance from a root; of a solved position, the height of the proof.
    pub distance: u16,
    /// Whether it was disproved, or proved, after some line.
    pub hints: [bool; 2],
}

/// A result that holds after one line of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AfterLine {
    pub proved: bool,
    /// The earliest place on the line that the result rests on.
    pub reach: u32,
    pub work: u64,
}

/// The largest distance, which stands for larger ones too.
pub(crate) const FAR: u16 = (1 << DISTANCE_BITS) - 1;

const NUMBER_BITS: u32 = 26;
const DISTANCE_BITS: u32 = 64 - 2 * NUMBER_BITS;

/// Bits of an entry's tag, next to the number of the question.
const DISPROVED: u8 = 0x20;
const PROVED: u8 = 0x40;
const AFTER_LINE: u8 = 0x80;
const QUESTION: u8 = 0x1f;

/// How many questions the tags can tell apart.
pub(crate) fn questions<G: Game>() -> usize {
    if G::Graph::REPEATS { usize::from(QUESTION) + 1 } else { 256 }
}

/// The infinite number, if at most `wanted`.
pub(crate) fn infinity<G: Game>(wanted: u32) -> u32 {
    if G::Graph::REPEATS { wanted.min((1 << NUMBER_BITS) - 1) } else { wanted }
}

/// What an entry of the table says in terms of a question. `None` if that is nothing.
#[inline]
pub(crate) fn read<G: Game, V>(entry: Entry, question: &Query<V>, infinity: u32) -> Option<Known> {
    let work = work::decode(entry.work);
    let (numbers, tag, distance, hints) = if G::Graph::REPEATS {
        if entry.tag & AFTER_LINE != 0 {
            return None;
        }
        let (numbers, distance) = unpack(entry.numbers);
        let hints = [entry.tag & DISPROVED != 0, entry.tag & PROVED != 0];
        (numbers, entry.tag & QUESTION, distance, hints)
    } else {
        (entry.numbers, entry.tag, FAR, [false; 2])
    };
    if tag == question.tag {
        return Some(Known { numbers, work, distance, hints });
    }
    let proved = numbers.verdict(infinity)?;
    let carried = question.carry(tag, proved)?;
    Some(Known { numbers: Numbers::solved(carried, infinity), work, distance, hints: [false; 2] })
}

/// The entry of a position with these numbers. `work` is a code of [`work`].
#[inline]
pub(crate) fn entry<G: Game>(
    numbers: Numbers,
    work: u8,
    question: &Query<G::Value>,
    distance: u16,
    hints: [bool; 2],
) -> Entry {
    if !G::Graph::REPEATS {
        return Entry { numbers, tag: question.tag, work };
    }
    let [disproved, proved] = hints;
    let hints = if disproved { DISPROVED } else { 0 } | if proved { PROVED } else { 0 };
    Entry { numbers: pack(numbers, distance), tag: question.tag | hints, work }
}

/// Puts an entry into the table, unless an older one of the same key keeps its place: a proof or a disproof. Gives how many
/// entries gave way.
#[inline]
pub(crate) fn put<G: Game>(table: &Table, key: u64, entry: Entry, infinity: u32) -> u64 {
    // What the table does is compiled here, twice, and not for each game.
    let put = if G::Graph::REPEATS { put_repeating } else { put_plain };
    put(table, key, entry, infinity)
}

fn put_plain(table: &Table, key: u64, entry: Entry, infinity: u32) -> u64 {
    table.put(key, entry, |old, new| keeps_plain(old, new, infinity))
}

fn put_repeating(table: &Table, key: u64, entry: Entry, infinity: u32) -> u64 {
    table.put(key, entry, |old, new| keeps_repeating(old, new, infinity))
}

/// Whether an entry keeps its place against a new one of the same key: a proof or a disproof after
/// every line, against other numbers of the same question.
#[inline]
fn keeps_plain(old: &Entry, new: &Entry, infinity: u32) -> bool {
    let is_solved = |entry: &Entry| entry.numbers.verdict(infinity).is_some();
    old.tag == new.tag && is_solved(old) && !is_solved(new)
}

/// The same where positions come back.
#[inline]
fn keeps_repeating(old: &Entry, new: &Entry, infinity: u32) -> bool {
    let is_solved = |entry: &Entry| unpack(entry.numbers).0.verdict(infinity).is_some();
    let kind = QUESTION | AFTER_LINE;
    (old.tag ^ new.tag) & kind == 0
        && old.tag & AFTER_LINE == 0
        && is_solved(old)
        && !is_solved(new)
}

/// The form of entries that come from outside.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    repeats: bool,
    infinity: u32,
    questions: usize,
}

impl Form {
    /// The form of those of a table of so many questions.
    pub fn of<G: Game>(infinity: u32, questions: usize) -> Self {
        Form { repeats: G::Graph::REPEATS, infinity, questions }
    }

    /// Whether it is of a question that was not asked yet when the copy was begun: the search went on meanwhile.
    pub fn is_of_later_question(self, entry: &Entry) -> bool {
        let question = if self.repeats { entry.tag & QUESTION } else { entry.tag };
        usize::from(question) >= self.questions
    }

    /// Whether there can be such an entry.
    pub fn is_possible(self, entry: &Entry) -> bool {
        if entry.work == 0 {
            return false;
        }
        if self.repeats && entry.tag & AFTER_LINE != 0 {
            return true;
        }
        let numbers = if self.repeats { unpack(entry.numbers).0 } else { entry.numbers };
        numbers.are_possible(self.infinity)
    }

    /// Takes one into a table, unless an older one of the same key keeps its place.
    pub fn take_in(self, table: &Table, copied: Copied) {
        let keeps = if self.repeats { keeps_repeating } else { keeps_plain };
        table.take_in(copied, &|old, new| keeps(old, new, self.infinity));
    }
}

/// The key under which results of a position after a line are kept.
#[inline]
pub(crate) fn key_after_line(key: u64, code: u64) -> u64 {
    key ^ code
}

/// What an entry found under [`key_after_line`] says.
#[inline]
pub(crate) fn read_after_line<V>(
    entry: Entry,
    question: &Query<V>,
    code: u64,
) -> Option<AfterLine> {
    if entry.tag & (AFTER_LINE | QUESTION) != AFTER_LINE | question.tag {
        return None;
    }
    let word = word(entry.numbers);
    if word >> REACH_BITS != check(code) {
        return None;
    }
    let reach = (word & ((1 << REACH_BITS) - 1)) as u32;
    let proved = entry.tag & PROVED != 0;
    Some(AfterLine { proved, reach, work: work::decode(entry.work) })
}

/// The entry of a result after a line. `work` is a code of [`work`].
#[inline]
pub(crate) fn entry_after_line<V>(
    proved: bool,
    reach: u32,
    work: u8,
    question: &Query<V>,
    code: u64,
) -> Entry {
    // What is too far to be written rests on the very beginning, as far as anyone can tell.
    let reach = if reach < 1 << REACH_BITS { u64::from(reach) } else { 0 };
    let tag = AFTER_LINE | question.tag | if proved { PROVED } else { DISPROVED };
    Entry { numbers: numbers(check(code) << REACH_BITS | reach), tag, work }
}

/// Of the two words that numbers have, this many bits tell what a result rests on; the rest is
/// more of the line's code, since the code of a line is all that tells it from another.
const REACH_BITS: u32 = 16;

fn check(code: u64) -> u64 {
    zobrist::scramble(code ^ 0x6a09_e667_f3bc_c908) >> REACH_BITS
}

#[inline]
fn word(numbers: Numbers) -> u64 {
    u64::from(numbers.proof) << 32 | u64::from(numbers.disproof)
}

#[inline]
fn numbers(word: u64) -> Numbers {
    Numbers { proof: (word >> 32) as u32, disproof: word as u32 }
}

#[inline]
fn pack(held: Numbers, distance: u16) -> Numbers {
    let Numbers { proof, disproof } = held;
    debug_assert!(proof >> NUMBER_BITS == 0 && disproof >> NUMBER_BITS == 0);
    let proof = u64::from(proof) << (NUMBER_BITS + DISTANCE_BITS);
    numbers(proof | u64::from(disproof) << DISTANCE_BITS | u64::from(distance.min(FAR)))
}

#[inline]
fn unpack(packed: Numbers) -> (Numbers, u16) {
    let word = word(packed);
    let proof = (word >> (NUMBER_BITS + DISTANCE_BITS)) as u32;
    let disproof = (word >> DISTANCE_BITS) as u32 & ((1 << NUMBER_BITS) - 1);
    (Numbers { proof, disproof }, word as u16 & FAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let most = (1 << NUMBER_BITS) - 1;
        for (proof, disproof, distance) in
            [(0, 0, 0), (1, 2, 3), (most, 0, FAR), (0, most, 0), (12_345, 54_321, 999)]
        {
            let numbers = Numbers { proof, disproof };
            assert_eq!(unpack(pack(numbers, distance)), (numbers, distance));
        }
        assert_eq!(unpack(pack(Numbers { proof: 1, disproof: 1 }, u16::MAX)).1, FAR);
    }

    #[test]
    fn a_result_after_a_line_is_found_by_its_line_alone() {
        let mut ledger = crate::Ledger::default();
        let goal = phidelta_rules::Goal::AtLeast(phidelta_rules::Score(0));
        let question = ledger.ask(goal).unwrap();
        let held = entry_after_line(true, 7, 9, &question, 0x1234);
        let found = read_after_line(held, &question, 0x1234).unwrap();
        assert_eq!((found.proved, found.reach, found.work), (true, 7, work::decode(9)));
        assert_eq!(read_after_line(held, &question, 0x1235), None);
        // Too far to be written: the beginning of the line is the safe answer.
        let far = entry_after_line(false, 1 << 20, 9, &question, 5);
        assert_eq!(read_after_line(far, &question, 5).unwrap().reach, 0);
    }
}

//! The inner form of a proof: numbers of one to five bytes, and where a part begins.

use phidelta_rules::Area;

/// The first number that names a move; the numbers below are these tokens.
pub const FIRST_MOVE: u32 = 8;
/// The proofs of all replies follow.
pub const ALL: u32 = 0;
/// This position has a number by which it may be referred to.
pub const LEMMA: u32 = 1;
/// This position is that of a lemma.
pub const REF: u32 = 2;
/// This position occurred before on the line.
pub const REPEATS: u32 = 3;
/// The claim is assumed to hold here.
pub const AXIOM: u32 = 4;
/// The proof of the position after a pass follows, and those of the replies in a zone.
pub const ZONE: u32 = 5;

/// Stands for a pass where moves are named by their places.
pub const PASS: u32 = u32::MAX;

/// Writes a number in the shortest way.
pub fn push_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads numbers from the content of a part.
#[derive(Clone, Debug)]
pub struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Bytes that are no number: they end in the middle of one, or it is too large, or not written
/// in the shortest way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoNumber;

impl<'a> Numbers<'a> {
    /// The numbers in these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Numbers { bytes, at: 0 }
    }

    /// Where the next number begins.
    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Whether there are no more.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The next number.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "that there is none is a fault")]
    pub fn next(&mut self) -> Result<u32, NoNumber> {
        match self.bytes.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(byte.into())
            }
            _ => self.next_long(),
        }
    }

    fn next_long(&mut self) -> Result<u32, NoNumber> {
        let mut number = 0u64;
        for (place, &byte) in self.bytes[self.at..].iter().take(5).enumerate() {
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                let shortest = byte != 0 || place == 0;
                let number = u32::try_from(number).map_err(|_| NoNumber)?;
                self.at += place + 1;
                return if shortest { Ok(number) } else { Err(NoNumber) };
            }
        }
        Err(NoNumber)
    }
}

/// Why there is no list of moves here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoList {
    /// It ends too early.
    Number(NoNumber),
    /// There is no such move.
    Beyond(u32),
}

impl From<NoNumber> for NoList {
    fn from(error: NoNumber) -> Self {
        NoList::Number(error)
    }
}

/// Writes a list of moves: how many there are, the place of the first, and how many are passed over
/// before each of the others.
pub fn push_list(out: &mut Vec<u8>, list: &Area) {
    push_number(out, list.len() as u32);
    let mut next = 0;
    for place in list.iter() {
        push_number(out, (place - next) as u32);
        next = place + 1;
    }
}

/// Reads a list of moves of a position that has so many.
pub fn read_list(numbers: &mut Numbers<'_>, moves: usize) -> Result<Area, NoList> {
    let moves = moves.min(Area::CAPACITY);
    let mut list = Area::EMPTY;
    let mut next = 0;
    for _ in 0..numbers.next()? {
        let place = numbers.next()?.saturating_add(next);
        if place as usize >= moves {
            return Err(NoList::Beyond(place));
        }
        list.insert(place as usize);
        next = place + 1;
    }
    Ok(list)
}

/// A step of the line that leads to where a part begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The place of the move among the legal ones.
    pub mv: u32,
    /// The lemma that the position before the move is.
    pub lemma: Option<u32>,
}

/// A place in the proof: before the first token of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Which claim is being proved.
    pub claim: u32,
    /// How many lemmas of its proof were begun before.
    pub lemmas: u32,
    /// The line from the root to the position.
    pub line: Vec<Step>,
    /// In mode zone: for each step, the moves of the zone that the position before it has, or none.
    pub zones: Vec<Area>,
}

/// Why there is no place in the proof to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPlace {
    /// The bytes are no numbers.
    Number(NoNumber),
    /// There can be no such place: a line, or a zone, is larger than boards are.
    Impossible,
}

impl From<NoNumber> for NoPlace {
    fn from(error: NoNumber) -> Self {
        NoPlace::Number(error)
    }
}

impl Place {
    /// Writes it at the beginning of a part.
    pub fn push(&self, out: &mut Vec<u8>) {
        push_number(out, self.claim);
        push_number(out, self.lemmas);
        push_number(out, self.line.len() as u32);
        for (at, step) in self.line.iter().enumerate() {
            push_number(out, step.mv);
            push_number(out, step.lemma.map_or(0, |lemma| lemma + 1));
            if let Some(zone) = self.zones.get(at) {
                push_list(out, zone);
            }
        }
    }

    /// Bytes that a place on a line of so many steps takes.
    pub fn bytes(steps: usize, zoned: bool) -> usize {
        steps * (size_of::<Step>() + if zoned { size_of::<Area>() } else { 0 })
    }

    /// What the beginning of a part says of its place, with zones if the mode has them. The steps are
    /// looked at, but not kept: a line is as long as there are bytes for it, whatever its length is said
    /// to be.
    pub fn read<'a>(numbers: &mut Numbers<'a>, zoned: bool) -> Result<Written<'a>, NoPlace> {
        let (claim, lemmas, depth) = (numbers.next()?, numbers.next()?, numbers.next()?);
        if zoned && depth as usize > Area::CAPACITY {
            return Err(NoPlace::Impossible);
        }
        let steps = Steps { numbers: numbers.clone(), left: depth, zoned };
        let mut looked_at = steps.clone();
        while looked_at.left > 0 {
            looked_at.step()?;
        }
        *numbers = looked_at.numbers;
        Ok(Written { claim, lemmas, steps })
    }
}

/// A place as the beginning of a part says it.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    /// Which claim is being proved.
    pub claim: u32,
    /// How many lemmas of its proof were begun before.
    pub lemmas: u32,
    /// The line from the root to the position.
    pub steps: Steps<'a>,
}

impl Written<'_> {
    /// Whether it is this place.
    pub fn is(&self, place: &Place) -> bool {
        let Place { claim, lemmas, line, zones } = place;
        let steps = self.steps.clone();
        (self.claim, self.lemmas, steps.len()) == (*claim, *lemmas, line.len())
            && steps.zip(line).enumerate().all(|(ply, ((step, zone), expected))| {
                step == *expected && zone == zones.get(ply).copied().unwrap_or_default()
            })
    }
}

/// The steps of a line, one after the other, each with its zone. They can all be read.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    numbers: Numbers<'a>,
    left: u32,
    zoned: bool,
}

impl Steps<'_> {
    #[inline]
    fn step(&mut self) -> Result<(Step, Area), NoPlace> {
        self.left -= 1;
        let mv = self.numbers.next()?;
        let lemma = self.numbers.next()?.checked_sub(1);
        let zone = if self.zoned {
            read_list(&mut self.numbers, Area::CAPACITY).map_err(|error| match error {
                NoList::Number(error) => NoPlace::Number(error),
                NoList::Beyond(_) => NoPlace::Impossible,
            })?
        } else {
            Area::EMPTY
        };
        Ok((Step { mv, lemma }, zone))
    }
}

impl Iterator for Steps<'_> {
    type Item = (Step, Area);

    #[inline]
    fn next(&mut self) -> Option<(Step, Area)> {
        if self.left == 0 { None } else { self.step().ok() }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Steps<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back_and_have_one_form() {
        for number in [0, 1, 127, 128, 300, 16_383, 16_384, u32::MAX - 1, u32::MAX] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            let mut numbers = Numbers::new(&bytes);
            assert_eq!(numbers.next(), Ok(number));
            assert!(numbers.is_empty());
            for end in 0..bytes.len() {
                assert_eq!(Numbers::new(&bytes[..end]).next(), Err(NoNumber));
            }
            // The same with zeros that say nothing.
            *bytes.last_mut().unwrap() |= 0x80;
            bytes.push(0);
            assert_eq!(Numbers::new(&bytes).next(), Err(NoNumber));
        }
        assert_eq!(Numbers::new(&[0xff, 0xff, 0xff, 0xff, 0x10]).next(), Err(NoNumber));
        assert_eq!(Numbers::new(&[0x80; 9]).next(), Err(NoNumber));
    }

    #[test]
    fn lists_read_back() {
        for places in [&[][..], &[0], &[0, 1, 2], &[7, 8, 200, 383], &[383]] {
            let list: Area = places.iter().copied().collect();
            let mut bytes = Vec::new();
            push_list(&mut bytes, &list);
            assert_eq!(read_list(&mut Numbers::new(&bytes), 384), Ok(list));
            if let Some(&last) = places.last() {
                let beyond = Err(NoList::Beyond(last as u32));
                assert_eq!(read_list(&mut Numbers::new(&bytes), last), beyond);
            }
            bytes.pop();
            assert_eq!(read_list(&mut Numbers::new(&bytes), 384), Err(NoList::Number(NoNumber)));
        }
        for numbers in [&[1, 384][..], &[1, u32::MAX], &[2, 5, u32::MAX]] {
            let mut bytes = Vec::new();
            numbers.iter().for_each(|&number| push_number(&mut bytes, number));
            let list = read_list(&mut Numbers::new(&bytes), usize::MAX);
            assert!(matches!(list, Err(NoList::Beyond(_))), "{numbers:?}");
        }
    }

    #[test]
    fn places_read_back() {
        let line = vec![Step { mv: 3, lemma: None }, Step { mv: 200, lemma: Some(0) }];
        let zones = vec![Area::EMPTY, [4, 5, 200].into_iter().collect()];
        for zones in [Vec::new(), zones] {
            let zoned = !zones.is_empty();
            let place = Place { claim: 1, lemmas: 77, line: line.clone(), zones };
            let mut bytes = Vec::new();
            place.push(&mut bytes);
            let mut numbers = Numbers::new(&bytes);
            let written = Place::read(&mut numbers, zoned).unwrap();
            assert!(numbers.is_empty() && written.is(&place));
            assert!(!written.is(&Place { claim: 0, ..place.clone() }));
            assert!(!written.is(&Place { lemmas: 78, ..place.clone() }));
            let mut shorter = place.clone();
            shorter.line.pop();
            assert!(!written.is(&shorter));
            let mut other = place.clone();
            other.line[0].lemma = Some(7);
            assert!(!written.is(&other));
            let mut other = place;
            other.zones = vec![Area::EMPTY, [4, 5].into_iter().collect()];
            assert!(!written.is(&other));
        }
        let read = |numbers: &[u32], zoned| {
            let mut bytes = Vec::new();
            numbers.iter().for_each(|&number| push_number(&mut bytes, number));
            Place::read(&mut Numbers::new(&bytes), zoned).map(|written| written.steps.len())
        };
        // A length that the bytes do not bear out; a line, and a zone, that no board has room for.
        assert_eq!(read(&[0, 0, u32::MAX, 1, 1], false), Err(NoPlace::Number(NoNumber)));
        assert_eq!(read(&[0, 0, 385, 1, 1, 0], true), Err(NoPlace::Impossible));
        assert_eq!(read(&[0, 0, 1, 1, 1, 1, 384], true), Err(NoPlace::Impossible));
        assert_eq!(read(&[0, 0, 1, 1, 1, 2, 3], true), Err(NoPlace::Number(NoNumber)));
    }
}

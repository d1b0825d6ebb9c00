//! The inner form of a proof: numbers of one to five bytes, and where a part begins.

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
}

impl Place {
    /// Writes it at the beginning of a part.
    pub fn push(&self, out: &mut Vec<u8>) {
        push_number(out, self.claim);
        push_number(out, self.lemmas);
        push_number(out, self.line.len() as u32);
        for step in &self.line {
            push_number(out, step.mv);
            push_number(out, step.lemma.map_or(0, |lemma| lemma + 1));
        }
    }

    /// Reads it. The line is as long as there are bytes for it, whatever its length is said to be.
    pub fn read(numbers: &mut Numbers<'_>) -> Result<Self, NoNumber> {
        let (claim, lemmas, depth) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let mut line = Vec::new();
        for _ in 0..depth {
            let mv = numbers.next()?;
            line.push(Step { mv, lemma: numbers.next()?.checked_sub(1) });
        }
        Ok(Place { claim, lemmas, line })
    }
}

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
    fn places_read_back() {
        let line = vec![Step { mv: 3, lemma: None }, Step { mv: 200, lemma: Some(0) }];
        let place = Place { claim: 1, lemmas: 77, line };
        let mut bytes = Vec::new();
        place.push(&mut bytes);
        assert_eq!(Place::read(&mut Numbers::new(&bytes)), Ok(place));
        // A length that the bytes do not bear out.
        let mut bytes = Vec::new();
        for number in [0, 0, u32::MAX, 1, 1] {
            push_number(&mut bytes, number);
        }
        assert_eq!(Place::read(&mut Numbers::new(&bytes)), Err(NoNumber));
    }
}

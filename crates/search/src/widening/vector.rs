//! Generalized threats: how many moves of which order Max may need to win, if Min passes now.

use std::fmt::{self, Display};
use std::str::FromStr;

/// The highest order that a threat may have.
pub const HIGHEST_ORDER: usize = 7;

/// A generalized threat (Cazenave 2002): how many moves of order one, two, … it may take. It is
/// written with a 0 at the end: `6,3,2,0`.
///
/// Every move of order two or more is followed by a look at what it threatens, which takes a move of
/// order one; so does the end. That is why (2,1,0) is the least threat of order two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ThreatVector([u8; HIGHEST_ORDER]);

impl ThreatVector {
    /// The threats of Cazenave (2004), the narrowest first.
    pub const USUAL: [ThreatVector; 4] = [
        ThreatVector([1, 0, 0, 0, 0, 0, 0]),
        ThreatVector([2, 1, 0, 0, 0, 0, 0]),
        ThreatVector([6, 5, 0, 0, 0, 0, 0]),
        ThreatVector([6, 3, 2, 0, 0, 0, 0]),
    ];

    /// The highest order of its moves.
    #[inline]
    pub fn order(self) -> usize {
        self.0.iter().rposition(|&moves| moves > 0).map_or(0, |at| at + 1)
    }

    /// Whether a move of order one is allowed.
    #[inline]
    pub fn wins(self) -> bool {
        self.0[0] > 0
    }

    /// What is left after a move of order two or more, and the look at what it threatens.
    #[inline]
    pub fn after(mut self, order: usize) -> Option<ThreatVector> {
        let [first, last] = [0, order - 1].map(|at| self.0[at]);
        if first < 2 || last == 0 {
            return None;
        }
        self.0[0] -= 1;
        self.0[order - 1] -= 1;
        Some(self)
    }

    /// Its moves below this order alone.
    #[inline]
    pub fn below(mut self, order: usize) -> ThreatVector {
        self.0[order - 1..].fill(0);
        self
    }

    /// How many moves of Max it may take in all.
    #[inline]
    pub fn moves(self) -> usize {
        // Moves of order one that look at a threat are not played.
        1 + self.0[1..].iter().map(|&moves| moves as usize).sum::<usize>()
    }

    /// A number that is another one for another threat.
    #[inline]
    pub fn code(self) -> u64 {
        self.0.iter().fold(0, |code, &moves| code << 8 | moves as u64)
    }
}

impl FromStr for ThreatVector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = "write it like 6,3,2,0: how many moves of order one, two, …, and a 0";
        let error = || format!("`{text}` is not a threat; {example}");
        let numbers: Result<Vec<u8>, _> = text.split(',').map(|word| word.trim().parse()).collect();
        let numbers = numbers.map_err(|_| error())?;
        let Some((&0, moves)) = numbers.split_last() else { return Err(error()) };
        let mut vector = [0; HIGHEST_ORDER];
        if !(1..=HIGHEST_ORDER).contains(&moves.len()) || moves.contains(&0) {
            return Err(error());
        }
        vector[..moves.len()].copy_from_slice(moves);
        Ok(ThreatVector(vector))
    }
}

impl Display for ThreatVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for moves in &self.0[..self.order()] {
            write!(f, "{moves},")?;
        }
        f.write_str("0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threat_reads_as_it_is_written() {
        for (threat, text) in ThreatVector::USUAL.iter().zip(["1,0", "2,1,0", "6,5,0", "6,3,2,0"]) {
            assert_eq!(threat.to_string(), text);
            assert_eq!(text.parse(), Ok(*threat));
        }
        for bad in ["", "0", "1", "1,0,2,0", "x,0", "256,0", "1,1,1,1,1,1,1,1,0"] {
            assert!(bad.parse::<ThreatVector>().is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_use_it_up() {
        let [win, two, ..] = ThreatVector::USUAL;
        assert_eq!(two.after(2), Some(win));
        assert_eq!(win.after(2), None);
        assert_eq!(two.after(3), None);
        assert_eq!(two.below(2).order(), 1);
        assert_eq!("6,3,2,0".parse::<ThreatVector>().unwrap().moves(), 6);
    }
}

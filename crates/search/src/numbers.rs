//! Proof and disproof numbers (Allis, van der Meulen & van den Herik 1994).
//!
//! A node's proof number is the least work known that may prove it, its disproof number the least
//! that may disprove it. A number is infinite if and only if the node is solved the other way:
//! sums of finite numbers saturate just below infinity. (A number may be 0 at an unsolved node:
//! Deep df-pn with E = 0 starts there. So "solved" is always asked of the infinite number.)

use std::ops::{Index, IndexMut};

/// The number of what cannot be done.
pub const INFINITY: u32 = u32::MAX;

/// Which of a node's two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Proof = 0,
    Disproof = 1,
}

impl Side {
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::Proof => Side::Disproof,
            Side::Disproof => Side::Proof,
        }
    }
}

/// A proof number and a disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The proof number, `pn`.
    pub proof: u32,
    /// The disproof number, `dn`.
    pub disproof: u32,
}

impl Numbers {
    /// The numbers of a node that is solved: proved or disproved.
    #[inline]
    pub(crate) fn solved(proved: bool, infinity: u32) -> Numbers {
        if proved {
            Numbers { proof: 0, disproof: infinity }
        } else {
            Numbers { proof: infinity, disproof: 0 }
        }
    }

    /// Whether a node can have them: both are finite, or it is solved.
    pub(crate) fn are_possible(self, infinity: u32) -> bool {
        match self.verdict(infinity) {
            Some(proved) => self == Numbers::solved(proved, infinity),
            None => self.proof < infinity && self.disproof < infinity,
        }
    }

    /// Whether the node is proved (`Some(true)`), disproved (`Some(false)`) or neither.
    #[inline]
    pub(crate) fn verdict(self, infinity: u32) -> Option<bool> {
        if self.disproof == infinity {
            Some(true)
        } else if self.proof == infinity {
            Some(false)
        } else {
            None
        }
    }
}

impl Index<Side> for Numbers {
    type Output = u32;

    #[inline]
    fn index(&self, side: Side) -> &u32 {
        match side {
            Side::Proof => &self.proof,
            Side::Disproof => &self.disproof,
        }
    }
}

impl IndexMut<Side> for Numbers {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut u32 {
        match side {
            Side::Proof => &mut self.proof,
            Side::Disproof => &mut self.disproof,
        }
    }
}

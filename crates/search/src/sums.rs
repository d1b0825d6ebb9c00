//! What the children of a position say together.
//!
//! Where the prover moves, the proof number is the least of the children's and the disproof number
//! their sum; where the opponent moves, the other way round. So there is one *choosing* side, over
//! which the mover takes the least, and one *summed* side.

use crate::numbers::Side;
use crate::{Backup, Numbers};

/// The numbers of children, added up one by one.
pub(crate) struct Sums {
    infinity: u32,
    /// The smallest number on the choosing side.
    pub smallest: u32,
    /// The smallest one among the other children.
    pub second: u32,
    /// Whether that one comes before the smallest: it would be chosen first if both were equal.
    second_is_earlier: bool,
    /// How many children are unsolved.
    pub unsolved: u32,
    sum: u64,
    largest: u32,
    decided: bool,
}

impl Sums {
    #[inline]
    pub fn new(infinity: u32) -> Self {
        Sums {
            infinity,
            smallest: infinity,
            second: infinity,
            second_is_earlier: false,
            unsolved: 0,
            sum: 0,
            largest: 0,
            decided: false,
        }
    }

    /// Adds a child with these numbers on the choosing and on the summed side. Whether it is the
    /// best one so far.
    #[inline]
    pub fn add(&mut self, chosen: u32, other: u32) -> bool {
        let best = chosen < self.smallest;
        if best {
            (self.second, self.smallest, self.second_is_earlier) = (self.smallest, chosen, true);
        } else if chosen < self.second {
            (self.second, self.second_is_earlier) = (chosen, false);
        }
        self.decided |= other == self.infinity;
        self.sum += u64::from(other);
        self.largest = self.largest.max(other);
        self.unsolved += u32::from(chosen != self.infinity);
        best
    }

    /// The numbers of their parent, whose choosing side is `least`.
    #[inline]
    pub fn numbers(&self, least: Side, backup: Backup) -> Numbers {
        let mut numbers = Numbers { proof: 0, disproof: 0 };
        if self.decided {
            numbers[least.other()] = self.infinity;
            return numbers;
        }
        let total = match backup {
            Backup::Sum => self.sum,
            Backup::Weak => u64::from(self.largest) + u64::from(self.unsolved.saturating_sub(1)),
        };
        numbers[least] = self.smallest;
        numbers[least.other()] = total.min(u64::from(self.infinity - 1)) as u32;
        numbers
    }

    /// The number that the best child must not reach to stay the first of the smallest.
    #[inline]
    pub fn rival(&self) -> u32 {
        let later = !self.second_is_earlier && self.second != self.infinity;
        self.second + u32::from(later)
    }
}

//! What the children of a position say together.
//!
//! Where the prover moves, the proof number is the least of the children's and the disproof number
//! their sum; where the opponent moves, the other way round. So there is one *choosing* side, over
//! which the mover takes the least, and one *summed* side.
//!
//! A sum is right where lines of play do not meet again. Where they do, [`Backup`] has other ways
//! to combine the numbers, and children may be of a [`Kind`] of their own.

use crate::numbers::Side;
use crate::{Backup, Numbers};

/// How a child counts on the summed side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// By its number.
    Plain,
    /// It shares descendants with siblings: only the largest of such children counts (SNDA).
    Shared,
    /// It is nearer to the root than its parent, so that its numbers may contain those of the
    /// parent: it counts, as one of the largest, only when there is no other (df-pn(r)).
    Old,
}

/// The numbers of children, added up one by one.
pub(crate) struct Sums {
    infinity: u32,
    backup: Backup,
    /// The smallest number on the choosing side.
    pub smallest: u32,
    /// The smallest one among the other children.
    pub second: u32,
    /// Whether that one comes before the smallest: it would be chosen first if both were equal.
    /// Known if children were added one by one.
    second_is_earlier: bool,
    /// How many children are unsolved, but for old ones; if it does not matter how many, 1 at most.
    unsolved: u32,
    sum: u64,
    largest: u32,
    largest_shared: u32,
    largest_old: u32,
    decided: bool,
}

impl Sums {
    #[inline]
    pub fn new(infinity: u32, backup: Backup) -> Self {
        Sums {
            infinity,
            backup,
            smallest: infinity,
            second: infinity,
            second_is_earlier: false,
            unsolved: 0,
            sum: 0,
            largest: 0,
            largest_shared: 0,
            largest_old: 0,
            decided: false,
        }
    }

    /// What plain children with these numbers on the choosing and on the summed side say together,
    /// and which of them is the best: what adding them one by one comes to, in fewer steps.
    #[inline]
    pub fn over(
        infinity: u32,
        backup: Backup,
        children: impl Iterator<Item = (u32, u32)> + Clone,
    ) -> (Self, usize) {
        let mut sums = Sums::new(infinity, backup);
        let mut best = 0;
        for (index, (chosen, other)) in children.clone().enumerate() {
            sums.sum += u64::from(other);
            sums.largest = sums.largest.max(other);
            if chosen < sums.smallest {
                best = index;
            }
            sums.second = sums.second.min(chosen.max(sums.smallest));
            sums.smallest = sums.smallest.min(chosen);
        }
        sums.decided = sums.largest == infinity;
        sums.unsolved = match backup {
            Backup::Weak => children.filter(|&(chosen, _)| chosen != infinity).count() as u32,
            _ => u32::from(sums.smallest != infinity),
        };
        (sums, best)
    }

    /// Adds a child with these numbers on the choosing and on the summed side. Whether it is the
    /// best one so far.
    #[inline]
    pub fn add(&mut self, chosen: u32, other: u32) -> bool {
        self.sum += u64::from(other);
        self.largest = self.largest.max(other);
        self.unsolved += u32::from(chosen != self.infinity);
        self.choose(chosen, other)
    }

    /// Adds a child of any kind.
    #[inline]
    pub fn add_kind(&mut self, chosen: u32, other: u32, kind: Kind) -> bool {
        match kind {
            Kind::Plain => return self.add(chosen, other),
            Kind::Shared => {
                self.largest_shared = self.largest_shared.max(other);
                self.unsolved += u32::from(chosen != self.infinity);
            }
            Kind::Old => self.largest_old = self.largest_old.max(other),
        }
        self.choose(chosen, other)
    }

    /// Where only the best children count: sums up again, over all children that were added as
    /// plain ones, in their order, with their numbers on the choosing and on the summed side.
    pub fn sum_of_best(&mut self, children: impl Iterator<Item = (u32, u32)>) {
        let Backup::Best(most) = self.backup else { return };
        let mut best = [(0, 0); Backup::MOST_BEST as usize];
        let mut count = 0;
        for (chosen, other) in children.filter(|&(chosen, _)| chosen != self.infinity) {
            let at = best[..count].partition_point(|&(before, _)| before <= chosen);
            if at < most as usize {
                count = (count + 1).min(most as usize);
                best.copy_within(at..count - 1, at + 1);
                best[at] = (chosen, other);
            }
        }
        self.sum = best[..count].iter().map(|&(_, other)| u64::from(other)).sum();
    }

    /// The same where a part of the children counts, 1 + ⌈f × n⌉ of the n unsolved ones: Yoshizoe's dynamic widening
    /// as in Henderson's focused df-pn (2010, "Playing and solving the game of Hex", PhD thesis), where the first
    /// children of an order by evaluation count.
    pub fn sum_of_part(&mut self, children: impl Iterator<Item = (u32, u32)> + Clone) {
        let Backup::Factor(factor) = self.backup else { return };
        let open = children.filter(|&(chosen, _)| chosen != self.infinity);
        let (mut least, mut most, mut count) = (self.infinity, 0, 0_u64);
        for (chosen, _) in open.clone() {
            (least, most, count) = (least.min(chosen), most.max(chosen), count + 1);
        }
        let counted = 1 + (u64::from(factor) * count).div_ceil(u64::from(Backup::MOST_FACTOR));
        // The least number up to which so many children come, by halves: nothing is sorted, nothing allocated.
        while least < most {
            let middle = least + (most - least) / 2;
            let up_to = open.clone().filter(|&(chosen, _)| chosen <= middle).count() as u64;
            if up_to >= counted {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        let below = open.clone().filter(|&(chosen, _)| chosen < least).count() as u64;
        // Among equals, the first.
        let mut equals = counted.saturating_sub(below);
        self.sum = 0;
        for (chosen, other) in open {
            let counts = chosen < least || chosen == least && equals > 0;
            equals -= u64::from(counts && chosen == least);
            self.sum += if counts { u64::from(other) } else { 0 };
        }
    }

    #[inline]
    fn choose(&mut self, chosen: u32, other: u32) -> bool {
        let best = chosen < self.smallest;
        if best {
            (self.second, self.smallest, self.second_is_earlier) = (self.smallest, chosen, true);
        } else if chosen < self.second {
            (self.second, self.second_is_earlier) = (chosen, false);
        }
        self.decided |= other == self.infinity;
        best
    }

    /// The numbers of their parent, whose choosing side is `least`.
    #[inline]
    pub fn numbers(&self, least: Side) -> Numbers {
        let mut numbers = Numbers { proof: 0, disproof: 0 };
        if self.decided {
            numbers[least.other()] = self.infinity;
            return numbers;
        }
        let total = if self.unsolved == 0 {
            u64::from(self.largest_old)
        } else {
            match self.backup {
                Backup::Weak => u64::from(self.largest) + u64::from(self.unsolved - 1),
                _ => self.sum + u64::from(self.largest_shared),
            }
        };
        numbers[least] = self.smallest;
        numbers[least.other()] = total.min(u64::from(self.infinity - 1)) as u32;
        numbers
    }

    /// How far the summed number of the chosen child, now `number`, may go before that of the
    /// parent, now `total`, reaches `limit`, which is finite and larger.
    #[inline]
    pub fn share(&self, number: u32, total: u32, limit: u32) -> u32 {
        // What the child does not add to, it cannot raise: as if it did.
        let room = (u64::from(limit - total) + u64::from(number)).min(u64::from(self.infinity));
        match self.backup {
            Backup::Weak => (room as u32).max(limit - self.unsolved.saturating_sub(1)),
            _ => room as u32,
        }
    }

    /// The number that the best child must not reach to stay the first of the smallest.
    #[inline]
    pub fn rival(&self) -> u32 {
        let later = !self.second_is_earlier && self.second != self.infinity;
        self.second + u32::from(later)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFINITY: u32 = 1000;

    fn total(backup: Backup, children: &[(u32, u32, Kind)]) -> (u32, u32) {
        let mut sums = Sums::new(INFINITY, backup);
        for &(chosen, other, kind) in children {
            sums.add_kind(chosen, other, kind);
        }
        let plain = children.iter().filter(|child| child.2 == Kind::Plain);
        let plain = plain.map(|&(chosen, other, _)| (chosen, other));
        sums.sum_of_best(plain.clone());
        sums.sum_of_part(plain);
        let numbers = sums.numbers(Side::Proof);
        (numbers.proof, numbers.disproof)
    }

    #[test]
    fn each_backup_on_one_family() {
        use Kind::Plain;
        let family = [(5, 3, Plain), (2, 7, Plain), (INFINITY, 0, Plain), (2, 1, Plain)];
        assert_eq!(total(Backup::Sum, &family), (2, 11));
        assert_eq!(total(Backup::Weak, &family), (2, 9));
        // The first of those that are equally good.
        assert_eq!(total(Backup::Best(1), &family), (2, 7));
        assert_eq!(total(Backup::Best(2), &family), (2, 8));
        assert_eq!(total(Backup::Best(16), &family), (2, 11));
        // 1, 2, 3 and 4 of three unsolved children.
        assert_eq!(total(Backup::Factor(0), &family), (2, 7));
        assert_eq!(total(Backup::Factor(333), &family), (2, 8));
        assert_eq!(total(Backup::Factor(334), &family), (2, 11));
        assert_eq!(total(Backup::Factor(1000), &family), (2, 11));
        assert_eq!(total(Backup::Factor(500), &[(1, INFINITY, Plain)]), (0, INFINITY));
        assert_eq!(total(Backup::Factor(500), &[(INFINITY, 0, Plain)]), (INFINITY, 0));
        assert_eq!(total(Backup::Best(2), &[(1, INFINITY, Plain)]), (0, INFINITY));
        assert_eq!(total(Backup::Best(2), &[(INFINITY, 0, Plain)]), (INFINITY, 0));
    }

    #[test]
    fn shared_children_count_once_and_old_ones_at_last() {
        use Kind::{Old, Plain, Shared};
        let family = [(1, 3, Shared), (1, 4, Shared), (1, 10, Plain), (1, 50, Old)];
        assert_eq!(total(Backup::Snda, &family), (1, 14));
        assert_eq!(total(Backup::Sum, &[(1, 3, Old), (4, 9, Old), (INFINITY, 0, Plain)]), (1, 9));
        assert_eq!(total(Backup::Sum, &[(1, 3, Old), (9, INFINITY, Old)]), (0, INFINITY));
    }

    #[test]
    fn all_at_once_is_one_by_one() {
        let numbers = [0, 1, 2, 2, 7, INFINITY];
        for code in 0..6usize.pow(5) {
            let digit = |place: u32| numbers[code / 6usize.pow(place) % 6];
            let family = [(digit(0), digit(1)), (digit(2), digit(3)), (digit(4), 1)];
            for backup in [Backup::Sum, Backup::Weak] {
                let (sums, best) = Sums::over(INFINITY, backup, family.into_iter());
                let (mut single, mut first) = (Sums::new(INFINITY, backup), 0);
                for (index, (chosen, other)) in family.into_iter().enumerate() {
                    if single.add(chosen, other) {
                        first = index;
                    }
                }
                let told = |sums: &Sums| (sums.smallest, sums.second, sums.numbers(Side::Proof));
                assert_eq!((told(&sums), best), (told(&single), first), "{family:?}");
                if sums.numbers(Side::Proof).disproof < 20 {
                    let total = sums.numbers(Side::Proof).disproof;
                    assert_eq!(sums.share(1, total, 20), single.share(1, total, 20), "{family:?}");
                }
            }
        }
    }
}

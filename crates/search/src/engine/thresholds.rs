//! How long to stay with a child: the heart of df-pn and PDS.

use phidelta_rules::{Course, Game, Guide};

use super::{Child, Frame, Search};
use crate::numbers::Side;
use crate::sums::{Kind, Sums};
use crate::{Backup, Cycles, Numbers, Step};

/// The sum of what the children say.
pub(super) struct Summary {
    pub numbers: Numbers,
    /// The unsolved child to search next.
    pub best: usize,
    sums: Sums,
}

impl<G: Game, A: Guide<G>> Search<'_, G, A> {
    /// Combines the numbers of the children from `first_child` to `end`.
    pub(super) fn summarise(&self, frame: &Frame<G::State>, end: usize) -> Summary {
        let least = self.problem.choosing_side(frame.turn);
        let (first_child, backup) = (frame.first_child, self.problem.options.backup);
        let mut sums = Sums::new(self.problem.infinity, backup);
        let mut best = first_child;
        let all = &self.children[first_child..end];
        let children = all.iter().enumerate();
        // The side, and whether there are kinds of children, is looked at outside the loop.
        if self.has_kinds() {
            children.for_each(|(i, child)| {
                let numbers = child.numbers;
                let kind = self.kind(frame, child);
                if sums.add_kind(numbers[least], numbers[least.other()], kind) {
                    best = first_child + i;
                }
            });
        } else {
            let mut add = |index: usize, chosen: u32, other: u32| {
                if sums.add(chosen, other) {
                    best = first_child + index;
                }
            };
            match least {
                Side::Proof => {
                    children.for_each(|(i, c)| add(i, c.numbers.proof, c.numbers.disproof));
                }
                Side::Disproof => {
                    children.for_each(|(i, c)| add(i, c.numbers.disproof, c.numbers.proof));
                }
            }
        }
        if let Backup::Best(_) = backup {
            let plain = all.iter().filter(|child| self.kind(frame, child) == Kind::Plain);
            let numbers = plain.map(|child| child.numbers);
            sums.sum_of_best(numbers.map(|numbers| (numbers[least], numbers[least.other()])));
        }
        Summary { numbers: sums.numbers(least), best, sums }
    }

    /// Whether some children may count in a way of their own.
    #[inline]
    fn has_kinds(&self) -> bool {
        let by_distance = G::Course::REPEATS && self.problem.options.cycles == Cycles::Distance;
        by_distance || self.problem.options.backup == Backup::Snda
    }

    /// How a child counts.
    #[inline]
    fn kind(&self, frame: &Frame<G::State>, child: &Child<G::Move>) -> Kind {
        let by_distance = G::Course::REPEATS && self.problem.options.cycles == Cycles::Distance;
        if by_distance && is_old(frame, child) {
            Kind::Old
        } else if child.shared {
            Kind::Shared
        } else {
            Kind::Plain
        }
    }

    /// Whether a node with these numbers is to be left.
    #[inline]
    pub(super) fn finished(&self, thresholds: Numbers, numbers: Numbers) -> bool {
        let proof = numbers.proof >= thresholds.proof;
        let disproof = numbers.disproof >= thresholds.disproof;
        if self.problem.options.method.raises_one_threshold() {
            (proof && disproof) || numbers.verdict(self.problem.infinity).is_some()
        } else {
            proof || disproof
        }
    }

    /// The thresholds of the child to search next.
    pub(super) fn child_thresholds(&self, frame: &Frame<G::State>, summary: &Summary) -> Numbers {
        let least = self.problem.choosing_side(frame.turn);
        let summed = least.other();
        let (limits, numbers) = (frame.thresholds, summary.numbers);
        let child = self.children[summary.best].numbers;
        let infinity = self.problem.infinity;
        let mut thresholds = child;
        if self.problem.options.method.raises_one_threshold() {
            // Nagai's rule after Winands, Uiterwijk & van den Herik (2004), whose text was not at
            // hand to check it against: at an OR node with numbers p, d and thresholds pt, dt, a
            // child with numbers p', d' is proof-like if p < pt and (d ≥ dt or p' ≤ d'), otherwise
            // disproof-like; at an AND node, with the roles exchanged.
            let like = numbers[least] < limits[least]
                && (numbers[summed] >= limits[summed] || child[least] <= child[summed]);
            let raised = if like { least } else { summed };
            thresholds[raised] = self.above(frame, raised, child[raised]);
        } else {
            let second = summary.sums.second;
            thresholds[least] = if second == infinity {
                limits[least]
            } else {
                limits[least].min(self.above(frame, least, second))
            };
            // An infinite limit is no limit. A finite one is above the sum, which therefore
            // has not saturated.
            let (number, total, limit) = (child[summed], numbers[summed], limits[summed]);
            thresholds[summed] = if limit == infinity {
                infinity
            } else if self.has_kinds() {
                let kind = self.kind(frame, &self.children[summary.best]);
                summary.sums.share_of_kind(number, total, limit, kind)
            } else {
                summary.sums.share(number, total, limit)
            };
        }
        thresholds
    }

    /// The next threshold above the number of a child of this frame.
    #[inline]
    fn above(&self, frame: &Frame<G::State>, side: Side, number: u32) -> u32 {
        let step = match self.problem.options.step {
            Step::Mean => Step::Plus(self.mean_start(frame, side)),
            step => step,
        };
        step.above(number, self.problem.infinity)
    }

    /// What the children that were never visited start with, on average; 1 at least.
    #[cold]
    fn mean_start(&self, frame: &Frame<G::State>, side: Side) -> u32 {
        let unsolved =
            |child: &&Child<G::Move>| child.numbers.verdict(self.problem.infinity).is_none();
        let new = self.children[frame.first_child..].iter().filter(|child| child.work == 0);
        let (count, sum) = new
            .filter(unsolved)
            .fold((0, 0), |(count, sum), child| (count + 1, sum + u64::from(child.numbers[side])));
        sum.checked_div(count).map_or(1, |mean| mean.max(1) as u32)
    }

    /// PDS begins with thresholds of 1 at the root and raises the one of the smaller number when
    /// both are reached.
    pub(super) fn raise_root(&mut self, numbers: Numbers) {
        debug_assert!(self.problem.options.method.raises_one_threshold());
        let side = if numbers.proof <= numbers.disproof { Side::Proof } else { Side::Disproof };
        self.stack[0].thresholds[side] = self.above(&self.stack[0], side, numbers[side]);
    }
}

/// Whether a child is nearer to the root than its parent, or as near, so that its numbers may have
/// to do with those of the parent. What is too far to tell counts as near.
#[inline]
pub(super) fn is_old<S, M>(frame: &Frame<S>, child: &Child<M>) -> bool {
    child.distance <= frame.distance
}

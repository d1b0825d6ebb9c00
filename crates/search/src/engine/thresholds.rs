//! How long to stay with a child: the heart of df-pn and PDS.

use phidelta_rules::{Course, Game, Guide};

use super::{Child, Frame, Search};
use crate::numbers::Side;
use crate::sums::{Kind, Sums};
use crate::{Backup, Cycles, Numbers};

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
        let (step, infinity) = (self.problem.options.step, self.problem.infinity);
        let mut thresholds = child;
        if self.problem.options.method.raises_one_threshold() {
            // Nagai's rule after Winands, Uiterwijk & van den Herik (2004), whose text was not at
            // hand to check it against: at an OR node with numbers p, d and thresholds pt, dt, a
            // child with numbers p', d' is proof-like if p < pt and (d ≥ dt or p' ≤ d'), otherwise
            // disproof-like; at an AND node, with the roles exchanged.
            let like = numbers[least] < limits[least]
                && (numbers[summed] >= limits[summed] || child[least] <= child[summed]);
            let raised = if like { least } else { summed };
            thresholds[raised] = step.above(child[raised], infinity);
        } else {
            let second = summary.sums.second;
            thresholds[least] = if second == infinity {
                limits[least]
            } else {
                limits[least].min(step.above(second, infinity))
            };
            // An infinite limit is no limit. A finite one is above the sum, which therefore
            // has not saturated.
            thresholds[summed] = if limits[summed] == infinity {
                infinity
            } else {
                summary.sums.share(child[summed], numbers[summed], limits[summed])
            };
        }
        thresholds
    }

    /// PDS begins with thresholds of 1 at the root and raises the one of the smaller number when
    /// both are reached.
    pub(super) fn raise_root(&mut self, numbers: Numbers) {
        debug_assert!(self.problem.options.method.raises_one_threshold());
        let side = if numbers.proof <= numbers.disproof { Side::Proof } else { Side::Disproof };
        let raised = self.problem.options.step.above(numbers[side], self.problem.infinity);
        self.stack[0].thresholds[side] = raised;
    }
}

/// Whether a child is nearer to the root than its parent, or as near, so that its numbers may have
/// to do with those of the parent. What is too far to tell counts as near.
#[inline]
pub(super) fn is_old<S, M>(frame: &Frame<S>, child: &Child<M>) -> bool {
    child.distance <= frame.distance
}

//! How long to stay with a child: the heart of df-pn and PDS.

use phidelta_rules::{Game, Guide, Player};

use super::{Frame, Search};
use crate::numbers::Side;
use crate::sums::Sums;
use crate::{Backup, Numbers};

/// The sum of what the children say.
pub(super) struct Summary {
    pub numbers: Numbers,
    /// The unsolved child to search next.
    pub best: usize,
    /// The smallest number on the choosing side among the other children.
    second: u32,
    /// How many children are unsolved.
    unsolved: u32,
}

impl<G: Game, A: Guide<G>> Search<'_, G, A> {
    /// Combines the numbers of the children from `first_child` to `end`.
    pub(super) fn summarise(&self, turn: Player, first_child: usize, end: usize) -> Summary {
        let least = self.problem.choosing_side(turn);
        let mut sums = Sums::new(self.problem.infinity);
        let mut best = first_child;
        let mut add = |index: usize, chosen: u32, other: u32| {
            if sums.add(chosen, other) {
                best = first_child + index;
            }
        };
        // The side is looked at outside the loop.
        let children = self.children[first_child..end].iter().enumerate();
        match least {
            Side::Proof => children.for_each(|(i, c)| add(i, c.numbers.proof, c.numbers.disproof)),
            Side::Disproof => {
                children.for_each(|(i, c)| add(i, c.numbers.disproof, c.numbers.proof));
            }
        }
        let numbers = sums.numbers(least, self.problem.options.backup);
        Summary { numbers, best, second: sums.second, unsolved: sums.unsolved }
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
            thresholds[least] = if summary.second == infinity {
                limits[least]
            } else {
                limits[least].min(step.above(summary.second, infinity))
            };
            // An infinite limit is no limit. A finite one is above the sum, which therefore
            // has not saturated.
            thresholds[summed] = if limits[summed] == infinity {
                infinity
            } else {
                match self.problem.options.backup {
                    Backup::Sum => limits[summed] - (numbers[summed] - child[summed]),
                    Backup::Weak => limits[summed] - (summary.unsolved - 1),
                }
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

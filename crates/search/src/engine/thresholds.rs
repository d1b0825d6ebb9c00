//! How long to stay with a child: the heart of df-pn, PDS and PN*.

use phidelta_rules::{Game, GraphKind, Guide};

use super::{Child, Frame, Search};
use crate::numbers::Side;
use crate::sums::{Kind, Sums};
use crate::{Backup, Cycles, Method, Numbers, Step, Variants};

/// The sum of what the children say.
pub(super) struct Summary {
    pub numbers: Numbers,
    /// The unsolved child to search next.
    pub best: usize,
    pub(super) sums: Sums,
}

impl Summary {
    /// Another child is to be searched next, than the one that has this number.
    pub(super) fn choose(&mut self, child: usize, other: u32) {
        (self.best, self.sums.second) = (child, other);
    }
}

impl<G: Game, A: Guide<G>, V: Variants> Search<'_, G, A, V> {
    /// Combines the numbers of the children from `first_child` to `end`.
    pub(super) fn summarise(&self, frame: &Frame<G::State>, end: usize) -> Summary {
        let least = self.problem.choosing_side(frame.turn);
        let (infinity, backup) = (self.problem.infinity, self.problem.options.backup);
        let all = &self.children[frame.first_child..end];
        // The side, and whether there are kinds of children, is looked at outside the loop.
        let (sums, best) = if self.has_kinds() {
            self.sums_by_kind(frame, all, least, |child| child.numbers)
        } else {
            let numbers = all.iter().map(|child| child.numbers);
            match least {
                Side::Proof => Sums::over(infinity, backup, numbers.map(|n| (n.proof, n.disproof))),
                Side::Disproof => {
                    Sums::over(infinity, backup, numbers.map(|n| (n.disproof, n.proof)))
                }
            }
        };
        self.summary(frame, all, sums, best)
    }

    /// The same if each child counts by such numbers.
    pub(super) fn summarise_counted(
        &self,
        frame: &Frame<G::State>,
        end: usize,
        count: impl Fn(&Child<G::Move>) -> Numbers,
    ) -> Summary {
        let least = self.problem.choosing_side(frame.turn);
        let all = &self.children[frame.first_child..end];
        let (sums, best) = self.sums_by_kind(frame, all, least, count);
        self.summary(frame, all, sums, best)
    }

    #[inline]
    fn summary(
        &self,
        frame: &Frame<G::State>,
        all: &[Child<G::Move>],
        mut sums: Sums,
        best: usize,
    ) -> Summary {
        let least = self.problem.choosing_side(frame.turn);
        if V::ALL && self.tries_the_hardest(least) {
            return self.summary_by_the_hardest(frame, all, sums);
        }
        if let Backup::Best(_) = self.problem.options.backup {
            let plain = all.iter().filter(|child| self.kind(frame, child) == Kind::Plain);
            let numbers = plain.map(|child| child.numbers);
            sums.sum_of_best(numbers.map(|numbers| (numbers[least], numbers[least.other()])));
        }
        if V::ALL
            && let Backup::Factor(_) = self.problem.options.backup
        {
            let plain = all.iter().filter(|child| self.kind(frame, child) == Kind::Plain);
            let numbers = plain.map(|child| child.numbers);
            sums.sum_of_part(numbers.map(|numbers| (numbers[least], numbers[least.other()])));
        }
        Summary { numbers: sums.numbers(least), best: frame.first_child + best, sums }
    }

    /// What children of several kinds say together, and which is the best.
    #[inline(never)]
    fn sums_by_kind(
        &self,
        frame: &Frame<G::State>,
        children: &[Child<G::Move>],
        least: Side,
        count: impl Fn(&Child<G::Move>) -> Numbers,
    ) -> (Sums, usize) {
        let mut sums = Sums::new(self.problem.infinity, self.problem.options.backup);
        let mut best = 0;
        for (index, child) in children.iter().enumerate() {
            let numbers = count(child);
            if sums.add_kind(numbers[least], numbers[least.other()], self.kind(frame, child)) {
                best = index;
            }
        }
        (sums, best)
    }

    /// Whether some children may count in a way of their own.
    #[inline]
    fn has_kinds(&self) -> bool {
        let by_distance = G::Graph::REPEATS && self.problem.options.cycles == Cycles::Distance;
        by_distance || V::ALL && self.problem.options.backup == Backup::Snda
    }

    /// How a child counts.
    #[inline]
    pub(super) fn kind(&self, frame: &Frame<G::State>, child: &Child<G::Move>) -> Kind {
        let by_distance = G::Graph::REPEATS && self.problem.options.cycles == Cycles::Distance;
        if by_distance && is_old(frame, child) {
            Kind::Old
        } else if V::ALL && child.shared {
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
            } else if V::ALL && self.kind(frame, &self.children[summary.best]) == Kind::Shared {
                self.share_of_shared(frame, summed, limit)
            } else {
                summary.sums.share(number, total, limit)
            };
            if V::ALL && self.tries_the_hardest(least) {
                thresholds.disproof = infinity;
            }
        }
        thresholds
    }

    /// How far the summed number of a child may go that shares descendants with siblings, of which
    /// only the largest counts, before that of the parent reaches `limit`, which is finite and
    /// larger: as far as the others leave room.
    #[inline(never)]
    fn share_of_shared(&self, frame: &Frame<G::State>, summed: Side, limit: u32) -> u32 {
        let children = self.children[frame.first_child..].iter();
        let plain = children.filter(|child| self.kind(frame, child) == Kind::Plain);
        plain.fold(limit, |room, child| room - child.numbers[summed])
    }

    /// The next threshold above the number of a child of this frame.
    #[inline]
    pub(super) fn above(&self, frame: &Frame<G::State>, side: Side, number: u32) -> u32 {
        let step = match self.problem.options.step {
            Step::Mean => Step::Plus(self.mean(frame, side)),
            step => step,
        };
        step.above(number, self.problem.infinity)
    }

    /// The mean number of the unsolved children; 1 at least.
    #[inline(never)]
    fn mean(&self, frame: &Frame<G::State>, side: Side) -> u32 {
        let children = self.children[frame.first_child..].iter().map(|child| child.numbers);
        let unsolved = children.filter(|n| n.verdict(self.problem.infinity).is_none());
        let add = |(count, sum), n: Numbers| (count + 1, sum + u64::from(n[side]));
        let (count, sum): (u64, u64) = unsolved.fold((0, 0), add);
        sum.checked_div(count).map_or(1, |mean| mean.max(1) as u32)
    }

    /// The thresholds that the root begins with. Df-pn has none there. PDS begins with 1 and 1, PN* with a proof
    /// number of 1.
    pub(super) fn root_thresholds(&self) -> Numbers {
        let infinity = self.problem.infinity;
        match self.problem.options.method {
            Method::PnStar => Numbers { proof: 1, disproof: infinity },
            method if method.raises_one_threshold() => Numbers { proof: 1, disproof: 1 },
            _ => Numbers { proof: infinity, disproof: infinity },
        }
    }

    /// PDS raises the threshold of the smaller number at the root when both are reached; PN* that of the proof
    /// number.
    pub(super) fn raise_root(&mut self, numbers: Numbers) {
        let method = self.problem.options.method;
        debug_assert!(method.raises_one_threshold() || method == Method::PnStar);
        let by_proof = method == Method::PnStar || numbers.proof <= numbers.disproof;
        let side = if by_proof { Side::Proof } else { Side::Disproof };
        self.stack[0].thresholds[side] = self.above(&self.stack[0], side, numbers[side]);
    }
}

/// Whether a child is nearer to the root than its parent, or as near, so that its numbers may have
/// to do with those of the parent. What is too far to tell counts as near.
#[inline]
pub(super) fn is_old<S, M>(frame: &Frame<S>, child: &Child<M>) -> bool {
    child.distance <= frame.distance
}

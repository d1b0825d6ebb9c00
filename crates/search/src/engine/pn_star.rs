//! PN*: iterative deepening by thresholds of the proof number alone (Seo 1995; Seo, Iida & Uiterwijk 2001,
//! "The PN*-search algorithm: application to tsume-shogi", Artificial Intelligence 129).
//!
//! The first depth-first proof-number search. The root's threshold is 1 at first; each time it is reached, it is
//! raised. Where the prover moves, a child is searched while its proof number is the least, or little above that of
//! the second best, as in Korf's recursive best-first search. Where the opponent moves, a child is searched until the
//! sum of all reaches the threshold. Disproof numbers are computed, since the table and the answer have them, but
//! steer nothing.
//!
//! The paper leaves open, as far as its text was at hand, in which order the opponent's replies are tried where no
//! game tells (its program knew shogi). Here it is the one with the largest proof number: if the threshold cannot be
//! kept, or the position is disproved, that is likely to show there first, and if it can, all are searched anyway.
//!
//! A disproof is what is left when no proof is possible: an infinite proof number. Does that end? Within an iteration
//! each visit of a child ends with a proof number that is larger than before, or with a result. For at a prover's
//! position the threshold is above the least number of the children, and at an opponent's what is left of the
//! threshold is given to a child that counts in the sum, or where none does, to one that does not. So an iteration of
//! an acyclic game ends: numbers are at most the infinite one. Each iteration begins with a threshold above the root's
//! number, up to infinity itself, with which the search goes on until there is an answer. By how much the threshold
//! rises is the option of all thresholds: by 1 in the paper, which is slow where a disproof has a large tree. In cyclic
//! games the threshold controlling algorithm and df-pn(r) see to it as in df-pn, whose thresholds these are.

use phidelta_rules::{Game, GraphKind, Guide};

use super::thresholds::{Summary, is_old};
use super::{Child, Frame, Search};
use crate::numbers::Side;
use crate::sums::{Kind, Sums};
use crate::{Backup, Method, Variants};

impl<G: Game, A: Guide<G>, V: Variants> Search<'_, G, A, V> {
    /// Whether the child with the largest proof number comes first at positions where numbers of this side are
    /// minimised over: in PN*, where the opponent moves.
    #[inline]
    pub(super) fn tries_the_hardest(&self, least: Side) -> bool {
        self.problem.options.method == Method::PnStar && least == Side::Disproof
    }

    /// What children say that were summed up, with the one to search next.
    #[inline(never)]
    pub(super) fn summary_by_the_hardest(
        &self,
        frame: &Frame<G::State>,
        all: &[Child<G::Move>],
        mut sums: Sums,
    ) -> Summary {
        let infinity = self.problem.infinity;
        // What is not solved, the largest proof number first.
        let rank = |child: &Child<G::Move>| match child.numbers.verdict(infinity) {
            Some(_) => infinity,
            None => infinity - 1 - child.numbers.proof,
        };
        let plain = all.iter().filter(|child| self.kind(frame, child) == Kind::Plain);
        let ranked = plain.map(|child| (rank(child), child.numbers.proof));
        match self.problem.options.backup {
            Backup::Best(_) => sums.sum_of_best(ranked),
            Backup::Factor(_) => sums.sum_of_part(ranked),
            _ => {}
        }
        // Rather one that counts, and whose number is not that of a circle.
        let order = |child: &Child<G::Move>| {
            let is_solved = rank(child) == infinity;
            (is_solved, G::Graph::REPEATS && is_old(frame, child), rank(child))
        };
        let best = (0..all.len()).min_by_key(|&index| order(&all[index])).unwrap_or(0);
        Summary { numbers: sums.numbers(Side::Disproof), best: frame.first_child + best, sums }
    }
}

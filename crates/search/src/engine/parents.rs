//! The source node detection algorithm, SNDA (Kishimoto 2010): where lines of play meet again, what
//! lies below is not counted twice.
//!
//! If two children of a position share descendants, a sum over the children counts these twice; and
//! where such positions follow each other, the error doubles each time. The paper's remedy, as far as
//! its abstract and the survey of Kishimoto & Müller tell (its text was not at hand): each position
//! keeps a pointer to one parent. When the search meets a position whose parent is another than the
//! present one, lines have met; following the parents finds the *source* where they parted; and of
//! the children of the source that share descendants only the largest number counts, not the sum.
//!
//! Where we had to choose:
//!
//! * A position gets a parent when it is left, the latest one it was reached from. So only positions
//!   that were visited are looked at: two leaves that are the same add 1 too much, not more, and in
//!   many games all siblings share some.
//! * The source is the first position on the present line that the chain of parents comes to. Its
//!   child on the chain and its child on the line are marked. A chain is given up after
//!   [`LONGEST_CHAIN`] steps, or where a parent was forgotten.
//! * They are marked only if the number of what they share is as large as that of one of them. Then
//!   the smaller number is counted twice, and leaving it out is right. If both have much else, the
//!   sum is closer to the truth than the larger number. (Where all that share something were marked,
//!   a position of ultimate tic-tac-toe that a sum solves in 114,000 nodes was not solved in 12
//!   million.)
//! * Children of one source that are marked count as one group, whichever of them share.
//! * Marks are kept with the parents, for later visits, until the position is reached from elsewhere.

use std::mem;

use phidelta_rules::{Game, Guide};

use super::Search;
use crate::Variants;
use crate::table::Known;

/// How many parents are looked at to find a source.
const LONGEST_CHAIN: usize = 32;

impl<G: Game, A: Guide<G>, V: Variants> Search<'_, G, A, V> {
    /// Looks for sources of what lies below the position on top, which was just visited. Its parent,
    /// and those of its children, are found in the table, if it keeps them.
    pub(super) fn find_sources(&mut self) {
        let here = match self.stack.len() {
            1 => self.root_key,
            length => self.children[self.stack[length - 2].chosen].key,
        };
        self.line.push(here);
        let first_child = self.stack.last().expect("it was just visited").first_child;
        for index in first_child..self.children.len() {
            let child = &self.children[index];
            if child.work == 0 || child.numbers.verdict(self.problem.infinity).is_some() {
                continue;
            }
            let key = child.key;
            let Some(known) = self.table.parents.as_ref().and_then(|parents| parents.get(key))
            else {
                continue;
            };
            if known.parent == here {
                self.children[index].shared |= known.shared;
            } else {
                self.find_source(index, known.parent);
            }
        }
    }

    /// Follows the parents of a child of the position on top, from the one known, up to the line.
    fn find_source(&mut self, index: usize, parent: u64) {
        let child = self.children[index].key;
        let (mut below, mut above) = (child, parent);
        for _ in 0..LONGEST_CHAIN {
            if let Some(source) = self.line.iter().rposition(|&key| key == above) {
                // The line goes on to the child.
                let on_line = self.line.get(source + 1).copied().unwrap_or(child);
                if on_line != below {
                    self.mark(source, [below, on_line], index);
                }
                return;
            }
            let parents = self.table.parents.as_ref();
            let Some(known) = parents.and_then(|parents| parents.get(above)) else { return };
            (below, above) = (above, known.parent);
        }
    }

    /// Marks two children of a position of the line that share this descendant, if one of them has
    /// not much else.
    fn mark(&mut self, source: usize, sharing: [u64; 2], descendant: usize) {
        let summed = self.problem.choosing_side(self.stack[source].turn).other();
        let first = self.stack[source].first_child;
        let end = self.stack.get(source + 1).map_or(self.children.len(), |next| next.first_child);
        let children = &self.children[first..end];
        let find = |key: u64| children.iter().position(|child| child.key == key);
        let [Some(one), Some(other)] = sharing.map(find) else { return };
        let number = |at: usize| self.children[at].numbers[summed];
        let least = number(first + one).min(number(first + other));
        if number(descendant) < least {
            return;
        }
        for at in [first + one, first + other] {
            if !mem::replace(&mut self.children[at].shared, true)
                && let Some(parents) = &self.table.parents
            {
                let known = Known { parent: self.line[source], shared: true };
                parents.put(self.children[at].key, known);
            }
        }
    }

    /// Goes back from a position whose frame was just taken away, and puts down from where it was
    /// reached.
    pub(super) fn note_parent(&mut self) {
        // One without moves was left before its parents were looked for.
        if self.line.len() == self.stack.len() {
            return;
        }
        let key = self.line.pop().expect("the line is one longer than the stack");
        if let (Some(&parent), Some(parents)) = (self.line.last(), &self.table.parents) {
            parents.reached(key, parent);
        }
    }
}

//! Proofs that leave the tree: what is known of their positions is put into the table, where
//! certificates and lines of play look for it.

use phidelta_rules::{Game, Guide, Status};

use super::arena::{Arena, NodeId};
use super::growth::{Work, follow};
use crate::problem::Problem;
use crate::table::{Entry, work};
use crate::{Numbers, memory};

/// Puts the proofs of solved positions into the table, each with the size of what is below it: that
/// of the root, or, while the root is not solved, those of its children.
pub(super) fn remember<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    arena: &Arena<G::Move>,
    root: NodeId,
    state: &G::State,
    work: &mut Work<'_>,
) {
    /// A node whose children come next, up to `next`, and the size of what is below it so far.
    struct Level<S> {
        state: S,
        numbers: Numbers,
        next: NodeId,
        size: u64,
    }
    let level = |node: NodeId, state: G::State| {
        let node = arena.get(node);
        Level { state, numbers: node.numbers, next: node.first_child, size: 1 }
    };
    let mut levels = vec![level(root, state.clone())];
    while let Some(top) = levels.last_mut() {
        if top.next != super::arena::NONE {
            let child = top.next;
            let node = arena.get(child);
            top.next = node.next_sibling;
            if node.numbers.verdict(problem.infinity).is_none() {
                continue;
            }
            if let (state, Status::Turn(_)) = follow(problem.game, &top.state, node) {
                levels.push(level(child, state));
            }
            continue;
        }
        let Level { state, numbers, mut size, .. } = levels.pop().expect("there is a level");
        if numbers.verdict(problem.infinity).is_some() {
            let key = problem.game.key(&state);
            let (question, infinity) = (problem.question, problem.infinity);
            // What was solved elsewhere has nothing below it here: the table may know more.
            let entry = work.table.probe(key);
            let known = entry.and_then(|entry| memory::read::<G>(entry, question, infinity));
            let known = known.filter(|known| known.numbers.verdict(infinity).is_some());
            size = size.max(known.map_or(0, |known| known.work));
            let code = work::encode(size, work.counters.nodes);
            let entry = memory::entry::<G>(numbers, code, question, memory::FAR, [false; 2]);
            let is_solved = |entry: &Entry| memory::is_solved::<G>(entry, infinity);
            work.counters.replaced += work.table.put(key, entry, is_solved);
        }
        if let Some(parent) = levels.last_mut() {
            parent.size += size;
        }
    }
}

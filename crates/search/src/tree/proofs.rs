//! Proofs of solved positions: they stay in the tree while there is room for them, and leave it for
//! the table, where certificates and lines of play look for them.

use phidelta_rules::{Game, Guide, Player, Status};

use super::arena::{Arena, NONE, NodeId};
use super::expand::follow;
use super::work::Work;
use crate::problem::Problem;
use crate::table::{Entry, work};
use crate::{Numbers, memory};

/// A node is solved, where `turn` is to move: what is below it is freed, but for its proof, if that
/// is to be kept. The root's children stay in any case, since they tell the best move.
pub(super) fn retire<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    arena: &mut Arena<G::Move>,
    node: NodeId,
    turn: Player,
    keeps_proofs: bool,
    is_root: bool,
) {
    if !keeps_proofs {
        if !is_root {
            return arena.free_below(node);
        }
        let mut child = arena.get(node).first_child;
        while child != NONE {
            arena.free_below(child);
            child = arena.get(child).next_sibling;
        }
    }
    let solved = arena.get(node).numbers;
    let proved = solved.verdict(problem.infinity) == Some(true);
    if proved != (turn == problem.question.goal.prover()) {
        return; // All replies belong to the proof.
    }
    let decides = |&child: &NodeId| arena.get(child).numbers == solved;
    let Some(kept) = arena.children(node).find(decides) else { return };
    let first = arena.get(node).first_child;
    let after = std::mem::replace(&mut arena.get_mut(kept).next_sibling, NONE);
    arena.free_list(after);
    if first != kept {
        let mut last = first;
        while arena.get(last).next_sibling != kept {
            last = arena.get(last).next_sibling;
        }
        arena.get_mut(last).next_sibling = NONE;
        arena.free_list(first);
    }
    arena.get_mut(node).first_child = kept;
}

/// Frees the proofs of all solved nodes, for want of room. Gives the number of nodes freed.
pub(super) fn forget<M: Copy>(arena: &mut Arena<M>, root: NodeId, infinity: u32) -> u32 {
    let before = arena.in_use();
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        if arena.get(node).numbers.verdict(infinity).is_some() {
            arena.free_below(node);
        } else {
            pending.extend(arena.children(node));
        }
    }
    before - arena.in_use()
}

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
        if top.next != NONE {
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

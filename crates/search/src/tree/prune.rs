//! Dropping moves for want of memory. What is left may no longer tell the truth.

use phidelta_rules::{Game, Guide, Player, Status};

use super::arena::{Arena, NONE, NodeId};
use super::expand::follow;
use crate::problem::Problem;

/// Drops, at every position with several unsolved moves, the one that seems the least promising to
/// the player to move there, unless it is among those to be `kept`. Gives the number of moves
/// dropped.
pub(super) fn drop_worst<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    arena: &mut Arena<G::Move>,
    (root, state, turn): (NodeId, &G::State, Player),
    kept: &[NodeId],
) -> u64 {
    let mut pending = vec![(root, state.clone(), turn)];
    let mut dropped = 0;
    while let Some((node, state, turn)) = pending.pop() {
        let least = problem.choosing_side(turn);
        let unsolved =
            |child: &NodeId| arena.get(*child).numbers.verdict(problem.infinity).is_none();
        let open: Vec<NodeId> = arena.children(node).filter(unsolved).collect();
        let worst = open
            .iter()
            .copied()
            .filter(|child| open.len() > 1 && !kept.contains(child))
            .max_by_key(|&child| arena.get(child).numbers[least]);
        if let Some(worst) = worst {
            unlink(arena, node, worst);
            dropped += 1;
        }
        for child in open.into_iter().filter(|&child| Some(child) != worst) {
            if let (state, Status::Turn(turn)) = follow(problem.game, &state, arena.get(child)) {
                pending.push((child, state, turn));
            }
        }
    }
    dropped
}

/// Takes a child from its parent, and frees it with all that is below it.
fn unlink<M: Copy>(arena: &mut Arena<M>, parent: NodeId, child: NodeId) {
    let next = std::mem::replace(&mut arena.get_mut(child).next_sibling, NONE);
    let before = arena.children(parent).take_while(|&sibling| sibling != child).last();
    match before {
        Some(before) => arena.get_mut(before).next_sibling = next,
        None => arena.get_mut(parent).first_child = next,
    }
    arena.free_list(child);
}

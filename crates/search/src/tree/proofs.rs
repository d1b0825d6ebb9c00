//! Proofs of solved positions: they stay in the tree while there is room for them, and leave it for
//! the table, where certificates and lines of play look for them.
//!
//! Where positions come back, a node of a tree stands for a line of play, and what is proved there
//! holds after that line. Only what is known to hold after every line leaves the tree.

use phidelta_rules::{Game, GraphKind, Guide, Player, Recurrence, Status, resolve};

use super::arena::{Arena, NONE, NodeId};
use super::expand::follow;
use super::work::{Halt, Work};
use crate::memory::FAR;
use crate::problem::Problem;
use crate::table::work;
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

/// Whether a result that was found in a tree holds after every line of play, and not only after the
/// one that its node stands for.
///
/// Where the game goes on for ever, only the side that endless play helps can have rested on a
/// repetition; where repetition ends the game, either can.
pub(crate) fn holds_after_every_line<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    proved: bool,
) -> bool {
    match G::Graph::recurrence(problem.game) {
        Recurrence::Never => true,
        Recurrence::Endless(value) => problem.question.goal.met(value) != proved,
        Recurrence::Ends(_) => false,
    }
}

/// Puts the proofs of solved positions into the table, as far as they hold after every line, each
/// with the size of what is below it: that of the root, or, while the root is not solved, those of
/// its children.
///
/// # Errors
/// Why that came to a halt. Those of what is below other positions are in the table already.
pub(super) fn remember<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    arena: &Arena<G::Move>,
    root: NodeId,
    state: &G::State,
    work: &mut Work<'_>,
) -> Result<(), Halt> {
    /// A node whose children come next, from `next` on, and what is below it so far: its size, and the
    /// longest line to the end of the game.
    struct Level<S> {
        state: S,
        numbers: Numbers,
        next: NodeId,
        size: u64,
        height: u16,
    }
    let level = |node: NodeId, state: G::State| {
        let node = arena.get(node);
        let height = match node.numbers.verdict(problem.infinity) {
            Some(proved) if G::Graph::REPEATS && node.first_child == NONE => {
                height_of_leaf(problem, &state, proved)
            }
            _ => 0,
        };
        Level { state, numbers: node.numbers, next: node.first_child, size: 1, height }
    };
    let mut levels = vec![level(root, state.clone())];
    while let Some(top) = levels.last_mut() {
        work.pulse.share(1, 8);
        match work.ask_by_clock(work.stack_bytes, false) {
            // Nobody can look at the tree now.
            Err(Halt::Pause) => work.pause_is_due = true,
            asked => asked?,
        }
        if top.next != NONE {
            let child = top.next;
            let node = arena.get(child);
            top.next = node.next_sibling;
            let lasts = |proved| holds_after_every_line(problem, proved);
            if !node.numbers.verdict(problem.infinity).is_some_and(lasts) {
                continue;
            }
            match follow(problem.game, &top.state, node) {
                (state, Status::Turn(_)) => levels.push(level(child, state)),
                (_, Status::Over(_)) => top.height = top.height.max(1),
            }
            continue;
        }
        let Level { state, numbers, mut size, mut height, .. } =
            levels.pop().expect("there is a level");
        let verdict = numbers.verdict(problem.infinity);
        if verdict.is_some_and(|proved| holds_after_every_line(problem, proved)) {
            let key = problem.game.key(&state);
            let (question, infinity) = (problem.question, problem.infinity);
            // What was solved elsewhere has nothing below it here: the table may know more.
            let entry = work.table.probe(key);
            let known = entry.and_then(|entry| memory::read::<G, _>(entry, question, infinity));
            let known = known.filter(|known| known.numbers.verdict(infinity).is_some());
            size = size.max(known.map_or(0, |known| known.work));
            height = height.min(known.map_or(FAR, |known| known.distance));
            let code = work::encode(size, work.counters.nodes);
            let entry = memory::entry::<G>(numbers, code, question, height, [false; 2]);
            work.counters.replaced += memory::put::<G>(work.table, key, entry, infinity);
        }
        if let Some(parent) = levels.last_mut() {
            parent.size += size;
            if parent.numbers == numbers {
                parent.height = parent.height.max((height + 1).min(FAR));
            }
        }
    }
    Ok(())
}

/// The height of the proof of a solved node without children: the game is over, or will be after
/// one more move; or the proof was found elsewhere, or forgotten.
fn height_of_leaf<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    state: &G::State,
    proved: bool,
) -> u16 {
    let (game, goal) = (problem.game, problem.question.goal);
    let mut moves = Vec::new();
    let Status::Turn(turn) = resolve(game, state, &mut moves) else { return 0 };
    let ends_well = |&mv: &G::Move| matches!(game.status_after(state, mv), Status::Over(value) if goal.met(value) == proved);
    let is_right = proved == (turn == goal.prover());
    if is_right && moves.iter().any(ends_well) { 1 } else { FAR }
}

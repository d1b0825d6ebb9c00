//! A tree as bytes of a checkpoint, and back.
//!
//! Nodes come in the order of a walk: each before its children, and these in the order of their moves. A node
//! is one byte with two marks, whether it has children and whether a sibling follows, and how many legal moves
//! lie between its own and its sibling's before it; and, if it has no children, its two numbers. The numbers of
//! other nodes come of those. Moves are told by their places, so what is read can be nothing but legal.

use std::io::{Read, Seek};

use phidelta_rules::{Game, Guide, Player, Status, legal_moves};

use super::arena::{Arena, Full, NONE, NodeId, Packed};
use super::deep::DeepValues;
use super::growth::summarise;
use crate::checkpoint::{CheckpointError, TreeBytes};
use crate::problem::Problem;
use crate::{Method, Numbers};

/// How many bytes are given at a time.
const STRETCH: usize = 1 << 18;

const HAS_CHILDREN: u8 = 1;
const HAS_NEXT: u8 = 2;
const GAP_SHIFT: u32 = 2;
/// A gap of at least this many moves follows in four bytes.
const LARGE_GAP: usize = 63;

/// Writes the tree below a root in stretches, as long as `give` takes them.
pub(super) fn write<G: Game>(
    game: &G,
    arena: &Arena<G::Move>,
    root: NodeId,
    state: &G::State,
    mut give: impl FnMut(Vec<u8>) -> bool,
) {
    /// A node whose children come next, from `next` on, whose move is not before `from`.
    struct Level<G: Game> {
        state: G::State,
        moves: Vec<G::Move>,
        next: NodeId,
        from: usize,
    }
    let level = |node: NodeId, state: G::State| {
        let (moves, next) = (legal_moves(game, &state), arena.get(node).first_child);
        Level::<G> { state, moves, next, from: 0 }
    };
    let mut bytes = Vec::with_capacity(STRETCH + 16);
    write_node(&mut bytes, arena, root, 0);
    let mut levels = Vec::new();
    if arena.get(root).first_child != NONE {
        levels.push(level(root, state.clone()));
    }
    while let Some(top) = levels.last_mut() {
        let child = top.next;
        if child == NONE {
            levels.pop();
            continue;
        }
        let node = arena.get(child);
        let gap = node.mv.place(&top.moves[top.from..], top.from);
        let gap = gap.expect("children are in the order of the moves");
        write_node(&mut bytes, arena, child, gap);
        let mv = top.moves[top.from + gap];
        (top.next, top.from) = (node.next_sibling, top.from + gap + 1);
        if node.first_child != NONE {
            let mut state = top.state.clone();
            game.play(&mut state, mv);
            levels.push(level(child, state));
        }
        if bytes.len() >= STRETCH {
            let full = std::mem::replace(&mut bytes, Vec::with_capacity(STRETCH + 16));
            if !give(full) {
                return;
            }
        }
    }
    if !bytes.is_empty() {
        give(bytes);
    }
}

fn write_node<M: Copy>(bytes: &mut Vec<u8>, arena: &Arena<M>, node: NodeId, gap: usize) {
    let node = arena.get(node);
    let has_children = if node.first_child == NONE { 0 } else { HAS_CHILDREN };
    let has_next = if node.next_sibling == NONE { 0 } else { HAS_NEXT };
    bytes.push(has_children | has_next | (gap.min(LARGE_GAP) as u8) << GAP_SHIFT);
    if gap >= LARGE_GAP {
        bytes.extend((gap as u32).to_le_bytes());
    }
    if node.first_child == NONE {
        bytes.extend(node.numbers.proof.to_le_bytes());
        bytes.extend(node.numbers.disproof.to_le_bytes());
    }
}

/// A node as it was written.
struct Written {
    has_children: bool,
    has_next: bool,
    gap: usize,
    /// Those of a node without children.
    numbers: Numbers,
}

fn read_node<R: Read + Seek>(
    bytes: &mut TreeBytes<'_, R>,
    infinity: u32,
) -> Result<Written, CheckpointError> {
    let [marks] = bytes.take()?;
    let mut gap = usize::from(marks >> GAP_SHIFT);
    if gap == LARGE_GAP {
        gap = u32::from_le_bytes(bytes.take()?) as usize;
    }
    let has_children = marks & HAS_CHILDREN != 0;
    let mut numbers = Numbers { proof: 1, disproof: 1 };
    if !has_children {
        let [proof, disproof] = [bytes.take()?, bytes.take()?].map(u32::from_le_bytes);
        numbers = Numbers { proof, disproof };
        if !numbers.are_possible(infinity) {
            return Err(CheckpointError::Damaged);
        }
    }
    Ok(Written { has_children, has_next: marks & HAS_NEXT != 0, gap, numbers })
}

/// Reads a tree, whose root is at `state`, into an empty arena. Gives its root, and the deep values if the
/// method has them.
///
/// # Errors
/// If there is no such tree, or no room for it.
pub(super) fn read<G: Game, A: Guide<G>, R: Read + Seek>(
    problem: &Problem<'_, G, A>,
    arena: &mut Arena<G::Move>,
    state: &G::State,
    bytes: &mut TreeBytes<'_, R>,
) -> Result<(NodeId, Option<DeepValues>), CheckpointError> {
    /// A node some of whose children were read.
    struct Level<G: Game> {
        node: NodeId,
        state: G::State,
        turn: Player,
        moves: Vec<G::Move>,
        from: usize,
        last: NodeId,
        is_complete: bool,
    }
    let level = |node: NodeId, state: G::State| match problem.game.status(&state) {
        Status::Over(_) => Err(CheckpointError::Damaged),
        Status::Turn(turn) => {
            let moves = legal_moves(problem.game, &state);
            let (from, last, is_complete) = (0, NONE, false);
            Ok(Level::<G> { node, state, turn, moves, from, last, is_complete })
        }
    };
    let options = problem.options;
    let is_deep = options.method == Method::DeepPn;
    let mut deep = is_deep.then(|| DeepValues::new(options.r, arena.capacity()));
    let no_room = |Full| CheckpointError::Tree;
    let first = read_node(bytes, problem.infinity)?;
    let root = arena.add_root(first.numbers).map_err(no_room)?;
    let mut levels = Vec::new();
    if first.has_children {
        levels.push(level(root, state.clone())?);
    }
    loop {
        let depth = levels.len();
        let Some(top) = levels.last_mut() else { return Ok((root, deep)) };
        if top.is_complete {
            let (node, turn) = (top.node, top.turn);
            let summary = summarise(problem, arena, node, turn);
            arena.get_mut(node).numbers = summary.numbers;
            if let Some(deep) = &mut deep {
                let least = problem.choosing_side(turn);
                let best = deep.best(arena, node, least, problem.infinity);
                if best != NONE {
                    deep.set_from(node, best);
                }
            }
            levels.pop();
            continue;
        }
        let child = read_node(bytes, problem.infinity)?;
        let place = top.from.saturating_add(child.gap);
        let mv = *top.moves.get(place).ok_or(CheckpointError::Damaged)?;
        let id = arena.add(child.numbers, Packed::new(mv, place)).map_err(no_room)?;
        match top.last {
            NONE => arena.get_mut(top.node).first_child = id,
            last => arena.get_mut(last).next_sibling = id,
        }
        if let Some(deep) = &mut deep {
            deep.set(id, depth + 1);
        }
        (top.from, top.last, top.is_complete) = (place + 1, id, !child.has_next);
        if child.has_children {
            let mut state = top.state.clone();
            problem.game.play(&mut state, mv);
            levels.push(level(id, state)?);
        }
    }
}

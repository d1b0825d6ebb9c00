//! What happens at a leaf: its children become a part of the tree, with numbers that come from the
//! rules and the guide, or from a search.

use phidelta_rules::{Game, GraphKind, Guide, Player, Status, resolve};

use super::arena::{Arena, Full, NONE, Node, NodeId, Packed};
use super::work::{Halt, Work};
use crate::Numbers;
use crate::look_ahead::{LookAhead, Looked};
use crate::path::Path;
use crate::problem::Problem;

/// A leaf and its position.
pub(crate) struct Leaf<'l, S> {
    pub node: NodeId,
    pub state: &'l S,
    pub turn: Player,
    /// That of its children; 1 for those of the root.
    pub depth: usize,
}

/// How leaves are expanded.
pub(crate) trait Expand<G: Game, A> {
    /// Expands a leaf: its numbers, or its children, are new afterwards. Where positions come back,
    /// `line` ends with the leaf's.
    ///
    /// # Errors
    /// Why that came to a halt. The leaf is as it was, and it can be tried again, with the line as
    /// it was left.
    fn expand(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaf: &Leaf<'_, G::State>,
        line: &mut Path<G>,
        work: &mut Work<'_>,
    ) -> Result<(), Halt>;
}

/// Expands a leaf by its moves alone: children with initial numbers.
pub(crate) struct Moves<S, M> {
    moves: Vec<M>,
    /// What was found of the positions that they lead to, so far.
    numbers: Vec<Numbers>,
    /// A move that ended the game after one of them.
    reply: Option<M>,
    /// What the last of them shows at first, while it is looked ahead at.
    looking: Option<Numbers>,
    look_ahead: LookAhead<S, M>,
    /// The leaf whose expansion came to a halt.
    begun: Option<NodeId>,
}

impl<S: Clone, M: Copy + PartialEq> Moves<S, M> {
    /// With a look-ahead of so many plies, where nothing came before the root.
    pub fn new(plies: u8) -> Self {
        Moves {
            moves: Vec::new(),
            numbers: Vec::new(),
            reply: None,
            looking: None,
            look_ahead: LookAhead::new(plies),
            begun: None,
        }
    }

    /// Forgets an expansion that came to a halt: another tree begins.
    pub fn clear(&mut self) {
        self.begun = None;
    }

    /// What the position after the next move starts with, from the rules, the guide and the look-ahead; nothing if the
    /// clock has called in the middle of that.
    fn next_numbers<G, A>(
        &mut self,
        problem: &Problem<'_, G, A>,
        leaf: &Leaf<'_, S>,
        line: &Path<G>,
        work: &mut Work<'_>,
    ) -> Option<Numbers>
    where
        G: Game<State = S, Move = M>,
        A: Guide<G>,
    {
        let mv = self.moves[self.numbers.len()];
        let numbers = match self.looking.take() {
            Some(numbers) => numbers,
            None => {
                if let Some(repeated) = repeated(problem, line, leaf.state, mv) {
                    work.counters.after_lines += 1;
                    return Some(repeated);
                }
                problem.first_numbers(leaf.state, mv, leaf.depth, &mut self.reply)
            }
        };
        let looks = self.look_ahead.is_deep() && line.lets_look_ahead();
        if !looks || numbers.verdict(problem.infinity).is_some() {
            return Some(numbers);
        }
        let positions = &mut work.counters.looked_ahead;
        match self.look_ahead.look(problem, (leaf.state, mv), positions, &mut work.pulse) {
            Looked::Settled(proved, _) => Some(Numbers::solved(proved, problem.infinity)),
            Looked::Nothing => Some(numbers),
            Looked::Working => {
                self.looking = Some(numbers);
                None
            }
        }
    }
}

impl<G: Game, A: Guide<G>> Expand<G, A> for Moves<G::State, G::Move> {
    fn expand(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaf: &Leaf<'_, G::State>,
        line: &mut Path<G>,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        if self.begun.take() != Some(leaf.node) {
            self.moves.clear();
            self.numbers.clear();
            (self.reply, self.looking) = (None, None);
            self.look_ahead.stop();
            problem.game.moves(leaf.state, &mut self.moves);
        }
        if self.moves.is_empty() {
            arena.get_mut(leaf.node).numbers = problem.settled(problem.game.stuck(leaf.state));
            return Ok(());
        }
        if (arena.room() as usize) < self.moves.len() {
            return Err(Halt::Full);
        }
        let summed = problem.choosing_side(leaf.turn).other();
        let first_work = problem.first_work(self.moves.len());
        let mut deciding = None;
        while deciding.is_none() && self.numbers.len() < self.moves.len() {
            let done = self.numbers.len();
            let end = done + work.pulse.share(self.moves.len() - done, first_work);
            let mut is_called = false;
            for place in done..end {
                let Some(numbers) = self.next_numbers(problem, leaf, line, work) else {
                    is_called = true;
                    break;
                };
                self.numbers.push(numbers);
                if numbers[summed] == problem.infinity {
                    // The others do not matter any more.
                    deciding = Some(place);
                    break;
                }
            }
            let bytes = work.stack_bytes + line.bytes();
            if deciding.is_none()
                && let Err(halt) = work.ask_by_clock(bytes, is_called)
            {
                self.begun = Some(leaf.node);
                return Err(halt);
            }
        }
        let mut last = NONE;
        for (place, &numbers) in self.numbers.iter().enumerate().skip(deciding.unwrap_or(0)) {
            let mv = Packed::new(self.moves[place], place);
            last = append(arena, leaf.node, last, numbers, mv)?;
        }
        work.counters.nodes += self.numbers.len() as u64;
        Ok(())
    }
}

/// The numbers of the position to which a move leads from `state`, the last one of the line, if the
/// game ends there since a position has come back.
#[inline]
fn repeated<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    line: &Path<G>,
    state: &G::State,
    mv: G::Move,
) -> Option<Numbers> {
    if !G::Graph::REPEATS || line.is_idle() {
        return None;
    }
    let game = problem.game;
    let key = game.key_after(state, mv);
    if !line.may_hold(key) {
        return None;
    }
    let mut child = state.clone();
    game.play(&mut child, mv);
    let next = line.next(game, mv, &child, key);
    let repeated = line.repetition(game, &child, next)?;
    // With positions that only count as the same, the game may have ended otherwise.
    match resolve(game, &child, &mut Vec::new()) {
        Status::Over(_) => None,
        Status::Turn(_) => Some(problem.settled(repeated.value)),
    }
}

/// What a search found about a position.
pub(crate) struct Evaluated<M> {
    pub numbers: Numbers,
    /// Its moves with their numbers, in order. Where it is solved, those that do not matter may be
    /// missing.
    pub children: Vec<(M, Numbers)>,
}

/// Makes what was found about a leaf a part of the tree.
///
/// # Errors
/// If there is no room; the leaf is as it was then.
pub(super) fn adopt<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    arena: &mut Arena<G::Move>,
    leaf: NodeId,
    found: &Evaluated<G::Move>,
) -> Result<(), Full> {
    if found.numbers.verdict(problem.infinity).is_some() {
        arena.get_mut(leaf).numbers = found.numbers;
        return Ok(());
    }
    if (arena.room() as usize) < found.children.len() {
        return Err(Full);
    }
    let mut last = NONE;
    for (place, &(mv, numbers)) in found.children.iter().enumerate() {
        last = append(arena, leaf, last, numbers, Packed::new(mv, place))?;
    }
    Ok(())
}

/// Adds a child after `last`, the last one so far. Gives the new one.
fn append<M: Copy>(
    arena: &mut Arena<M>,
    parent: NodeId,
    last: NodeId,
    numbers: Numbers,
    mv: Packed<M>,
) -> Result<NodeId, Full> {
    let child = arena.add(numbers, mv)?;
    if last == NONE {
        arena.get_mut(parent).first_child = child;
    } else {
        arena.get_mut(last).next_sibling = child;
    }
    Ok(child)
}

/// The move that leads to a child.
#[inline]
pub(super) fn move_to<G: Game>(game: &G, parent: &G::State, child: &Node<G::Move>) -> G::Move {
    child.mv.unpack(|place| phidelta_rules::legal_moves(game, parent)[place])
}

/// The position of a child, and its status.
#[inline]
pub(super) fn follow<G: Game>(
    game: &G,
    parent: &G::State,
    child: &Node<G::Move>,
) -> (G::State, Status<G::Value>) {
    let mut state = parent.clone();
    game.play(&mut state, move_to(game, parent, child));
    let status = game.status(&state);
    (state, status)
}

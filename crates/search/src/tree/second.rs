//! Leaves that are evaluated by trees of a second level (PN², Allis 1994; PDS-PN, Winands, Uiterwijk
//! & van den Herik 2004): each is grown up to a budget, then thrown away, but for the children of
//! its root.

use phidelta_rules::{Game, Guide};

use super::arena::{Arena, NONE, NodeId};
use super::expand::{Evaluated, Expand, Leaf, Moves, adopt, move_to};
use super::growth::Growth;
use super::proofs;
use super::work::{Halt, Work};
use crate::path::Path;
use crate::problem::Problem;
use crate::{SecondLevel, TableError};

/// The memory of trees of the second level, one at a time.
pub(crate) struct SecondTree<S, M> {
    arena: Arena<M>,
    moves: Moves<S, M>,
    rule: SecondLevel,
    /// The tree that was halted before it was as large as it may get.
    begun: Option<Growth<S>>,
    /// The root of the last tree.
    root: NodeId,
    /// Whether the last tree has forgotten proofs, for want of room.
    pub forgot: bool,
}

impl<S: Clone, M: Copy + PartialEq> SecondTree<S, M> {
    /// Memory for so many nodes, with a look-ahead of so many plies at their leaves.
    pub fn new(nodes: u64, rule: SecondLevel, look_ahead: u8) -> Result<Self, TableError> {
        let (arena, moves) = (Arena::new(nodes)?, Moves::new(look_ahead));
        Ok(SecondTree { arena, moves, rule, begun: None, root: NONE, forgot: false })
    }

    /// Forgets a tree that was halted: another search begins.
    pub fn clear(&mut self) {
        self.begun = None;
        self.moves.clear();
        self.arena.clear();
    }

    /// Searches a position, where the game goes on, with a tree whose size depends on that of the
    /// first level. Where positions come back, `line` ends with this one.
    ///
    /// # Errors
    /// Why it has come to a halt. If there was room, the next call goes on from there: it must be
    /// about the same leaf, and have the line as it was left.
    pub fn evaluate<G: Game<State = S, Move = M>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        leaf: &Leaf<'_, S>,
        line: &mut Path<G>,
        first_level: u64,
        work: &mut Work<'_>,
    ) -> Result<Evaluated<M>, Halt> {
        let mut growth = match self.begun.take() {
            Some(growth) => growth,
            None => self.begin(problem, leaf, first_level, work)?,
        };
        let arena = &mut self.arena;
        let mut grown = growth.run(problem, arena, &mut self.moves, line, work);
        while grown == Err(Halt::Full) {
            growth.keeps_proofs = false;
            if proofs::forget(arena, growth.root, problem.infinity) == 0 {
                break;
            }
            grown = growth.run(problem, arena, &mut self.moves, line, work);
        }
        if let Err(halt @ (Halt::Stopped(_) | Halt::Pause)) = grown {
            self.begun = Some(growth);
            return Err(halt);
        }
        growth.update_line(problem, arena);
        if growth.keeps_proofs {
            let remembered = proofs::remember(problem, arena, growth.root, leaf.state, work);
            if let Err(halt) = remembered {
                // It does not grow any more: the next call comes here at once.
                self.begun = Some(growth);
                return Err(halt);
            }
        }
        growth.leave_line(line);
        self.forgot = !growth.keeps_proofs;
        let root = arena.get(growth.root);
        if root.first_child == NONE && root.numbers.verdict(problem.infinity).is_none() {
            // Not even the first expansion found room.
            return Err(Halt::Full);
        }
        let children = arena.children(growth.root).map(|child| {
            let child = arena.get(child);
            (move_to(problem.game, leaf.state, child), child.numbers)
        });
        Ok(Evaluated { numbers: root.numbers, children: children.collect() })
    }

    /// How many nodes the last tree has below each child of its root, the child included: as much
    /// work as its numbers rest on, but for what was freed as solved.
    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        self.arena.children(self.root).map(|child| self.arena.size(child))
    }

    fn begin<G: Game<State = S, Move = M>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        leaf: &Leaf<'_, S>,
        first_level: u64,
        work: &Work<'_>,
    ) -> Result<Growth<S>, Halt> {
        self.arena.clear();
        self.moves.clear();
        let mut growth = Growth::new(&mut self.arena, leaf.state, leaf.turn, problem.infinity)?;
        growth.root_depth = leaf.depth - 1;
        growth.stack_below = work.stack_bytes;
        // One expansion is always allowed: without it there would be nothing to keep.
        growth.budget = work.counters.nodes + self.rule.nodes(first_level).max(1);
        self.root = growth.root;
        Ok(growth)
    }
}

impl<G: Game, A: Guide<G>> Expand<G, A> for SecondTree<G::State, G::Move> {
    fn expand(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaf: &Leaf<'_, G::State>,
        line: &mut Path<G>,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        let found = self.evaluate(problem, leaf, line, arena.in_use().into(), work)?;
        Ok(adopt(problem, arena, leaf.node, &found)?)
    }
}

//! Leaves that are evaluated by searches of their own: by a tree of the second level (PN², PDS-PN),
//! or by df-pn.

use phidelta_rules::{Game, Guide, Player};

use super::arena::{Arena, NONE, Packed};
use super::growth::{Expand, Growth, Halt, Level, Moves, POLL_EVERY, Work, append};
use super::proofs;
use crate::problem::Problem;
use crate::{Control, Limits, Numbers, Search, SecondLevel, TableError, Verdict};

/// Best-first search of trees that are thrown away, but for the children of their roots.
pub(crate) struct SecondTree<M> {
    arena: Arena<M>,
    moves: Moves<M>,
    rule: SecondLevel,
}

/// The moves of a position with their numbers, in order; those that do not matter may be missing.
pub(crate) struct Evaluated<M> {
    pub numbers: Numbers,
    pub children: Vec<(M, Numbers)>,
}

impl<M: Copy> SecondTree<M> {
    pub fn new(nodes: u64, rule: SecondLevel) -> Result<Self, TableError> {
        Ok(SecondTree { arena: Arena::new(nodes)?, moves: Moves::default(), rule })
    }

    /// How large a tree may get, for a first level of this size.
    pub fn budget(&self, first_level: u64) -> u64 {
        self.rule.nodes(first_level)
    }

    /// Searches a position, where the game goes on, with a tree of so many nodes.
    pub fn evaluate<G: Game<Move = M>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        state: &G::State,
        turn: Player,
        depth: usize,
        budget: u64,
        work: &mut Work<'_>,
    ) -> Result<Evaluated<M>, Halt> {
        self.arena.clear();
        let mut growth = Growth::new(&mut self.arena, state, turn, problem.infinity)?;
        growth.root_depth = depth - 1;
        growth.keeps_proofs = true;
        // One expansion is always allowed: without it there would be nothing to keep.
        growth.budget = work.counters.nodes + budget.max(1);
        // Nobody can look at a tree of the second level.
        let stop = &mut *work.stop;
        let mut pause_is_due = false;
        let mut unless_pause = |nodes| {
            let halt = stop(nodes);
            pause_is_due |= halt == Some(Halt::Pause);
            halt.filter(|&halt| halt != Halt::Pause)
        };
        let mut inner = Work {
            counters: work.counters,
            table: work.table,
            stop: &mut unless_pause,
            next_poll: work.next_poll,
            limit: work.limit,
            pause_is_due: false,
        };
        let mut grown = growth.run(problem, &mut self.arena, &mut self.moves, &mut inner);
        if grown == Err(Halt::Full) && growth.forget_proofs(&mut self.arena, problem.infinity) > 0 {
            grown = growth.run(problem, &mut self.arena, &mut self.moves, &mut inner);
        }
        growth.update_all(problem, &mut self.arena);
        if growth.keeps_proofs {
            proofs::remember(problem, &self.arena, growth.root, state, &mut inner);
        }
        (work.counters, work.next_poll) = (inner.counters, inner.next_poll);
        work.pause_is_due |= pause_is_due;
        let root = *self.arena.get(growth.root);
        let solved = root.numbers.verdict(problem.infinity).is_some();
        match grown {
            Err(halt @ (Halt::Stopped(_) | Halt::Pause)) => return Err(halt),
            // Not even the first expansion found room.
            _ if !solved && root.first_child == NONE => return Err(Halt::Full),
            _ => {}
        }
        let children = self.arena.children(growth.root).map(|child| {
            let child = self.arena.get(child);
            let mv =
                child.mv.unpack(|place| phidelta_rules::legal_moves(problem.game, state)[place]);
            (mv, child.numbers)
        });
        let children = children.collect();
        Ok(Evaluated { numbers: self.arena.get(growth.root).numbers, children })
    }
}

impl<G: Game, A: Guide<G>> Expand<G, A> for SecondTree<G::Move> {
    fn expand(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaf: &Level<G::State>,
        depth: usize,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        let budget = self.budget(arena.in_use().into());
        let found = self.evaluate(problem, &leaf.state, leaf.turn, depth, budget, work)?;
        adopt(problem, arena, leaf, &found)
    }
}

/// Df-pn at the leaves: each is searched with so many nodes before it becomes a part of the tree.
/// What df-pn has learnt stays in its table, for the searches of other leaves.
///
/// A job needs a position and the table, and what comes of it is a message to the tree: whoever
/// does the job need not see the tree.
pub(crate) struct Jobs {
    pub nodes: u64,
}

impl Jobs {
    /// Does one job, a slice at a time, unless it is stopped.
    fn evaluate<G: Game, A: Guide<G>>(
        &self,
        problem: &Problem<'_, G, A>,
        state: &G::State,
        work: &mut Work<'_>,
    ) -> Result<Evaluated<G::Move>, Halt> {
        let Problem { game, guide, options, question, .. } = *problem;
        let mut search = Search::new(game, guide, options, question, work.table, state);
        let before = work.counters;
        let mut halt = None;
        while halt.is_none() && search.counters().nodes < self.nodes {
            let slice = (self.nodes - search.counters().nodes).min(POLL_EVERY);
            let limits = Limits { nodes: Some(slice), ..Limits::default() };
            if !matches!(search.run(&mut Control::new(limits)), Verdict::Unknown(_)) {
                break;
            }
            halt = match (work.stop)(before.nodes + search.counters().nodes) {
                Some(Halt::Pause) => {
                    work.pause_is_due = true;
                    None
                }
                halt => halt,
            };
        }
        let (numbers, children) = (search.root_numbers(), search.root_children().collect());
        work.counters.add(&search.counters());
        match halt {
            Some(halt) => Err(halt),
            None => Ok(Evaluated { numbers, children }),
        }
    }
}

impl<G: Game, A: Guide<G>> Expand<G, A> for Jobs {
    fn expand(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaf: &Level<G::State>,
        _: usize,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        let found = self.evaluate(problem, &leaf.state, work)?;
        adopt(problem, arena, leaf, &found)
    }
}

/// Makes what was found about a leaf a part of the tree.
fn adopt<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    arena: &mut Arena<G::Move>,
    leaf: &Level<G::State>,
    found: &Evaluated<G::Move>,
) -> Result<(), Halt> {
    if found.numbers.verdict(problem.infinity).is_some() {
        arena.get_mut(leaf.node).numbers = found.numbers;
        return Ok(());
    }
    if (arena.room() as usize) < found.children.len() {
        return Err(Halt::Full);
    }
    let mut last = NONE;
    for (place, &(mv, numbers)) in found.children.iter().enumerate() {
        last = append(arena, leaf.node, last, numbers, Packed::new(mv, place))?;
    }
    Ok(())
}

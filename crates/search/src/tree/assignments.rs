//! A tree that several workers serve: the most proving leaves are given out, evaluated somewhere
//! else, and what comes back is made a part of the tree, in any order.
//!
//! The three steps are apart: [`select`](Assignments::select) goes down to a leaf and locks it,
//! the worker needs nothing but its position, and [`apply`](Assignments::apply) takes the numbers
//! of the leaf and of its children and brings what is above up to date. A leaf that was given out
//! is locked; any other node is locked if and only if all its unsolved children are. Locked nodes
//! keep their numbers, and the way down avoids them (Čížek, Balko & Schmid 2025).
//!
//! There is no line that the search stays on: the numbers of the tree are always up to date, and
//! each way down begins at the root. That costs little where a leaf is many nodes of work. Where
//! positions come back, the worker also needs those on the way.

use std::collections::HashSet;

use phidelta_rules::{Game, GraphKind, Guide, Player, Status};

use super::arena::{Arena, Full, NONE, NodeId};
use super::expand::{Evaluated, adopt, follow, move_to};
use super::growth::summarise;
use super::proofs;
use super::work::Work;
use crate::problem::Problem;

/// A leaf that is given out to be evaluated.
pub(crate) struct Assignment<S> {
    pub ticket: Ticket,
    pub state: S,
    /// The positions from the root to its parent, where positions come back.
    pub history: Vec<S>,
    /// The depth of the leaf: 0 for the root.
    pub depth: usize,
}

/// Whose leaf it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ticket(u64);

/// A node on the way to a leaf, and who is to move there.
#[derive(Clone, Copy)]
struct Step {
    node: NodeId,
    turn: Player,
}

/// A leaf that was given out, at the end of the line from the root.
struct Taken {
    ticket: Ticket,
    line: Vec<Step>,
}

/// A tree, and which of its leaves are given out.
pub(crate) struct Assignments<S> {
    pub root: NodeId,
    pub root_state: S,
    pub root_turn: Player,
    /// Whether the proofs of solved nodes stay in the tree.
    pub keeps_proofs: bool,
    taken: Vec<Taken>,
    locked: HashSet<NodeId>,
    next_ticket: u64,
}

impl<S: Clone> Assignments<S> {
    /// The tree with this root, where `turn` is to move.
    pub fn at(root: NodeId, state: &S, turn: Player) -> Self {
        Assignments {
            root,
            root_state: state.clone(),
            root_turn: turn,
            keeps_proofs: true,
            taken: Vec::new(),
            locked: HashSet::new(),
            next_ticket: 0,
        }
    }

    /// Gives out the most proving of the leaves that are not taken. `None` if there is no such
    /// leaf, or the root is solved.
    pub fn select<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        work: &mut Work<'_>,
    ) -> Option<Assignment<S>> {
        let (mut line, mut history) = (Vec::new(), Vec::new());
        'from_the_root: loop {
            let root = Step { node: self.root, turn: self.root_turn };
            let solved = arena.get(root.node).numbers.verdict(problem.infinity).is_some();
            if solved || self.locked.contains(&root.node) {
                return None;
            }
            line.clear();
            history.clear();
            line.push(root);
            let mut state = self.root_state.clone();
            let mut at = root;
            while arena.get(at.node).first_child != NONE {
                let child = self.most_proving(problem, arena, at);
                let (next, status) = follow(problem.game, &state, arena.get(child));
                match status {
                    Status::Turn(turn) => at = Step { node: child, turn },
                    // Only a key shared with another position can make a finished one look unsolved.
                    Status::Over(value) => {
                        arena.get_mut(child).numbers = problem.settled(value);
                        self.update(problem, arena, &line, work);
                        continue 'from_the_root;
                    }
                }
                line.push(at);
                if G::Graph::REPEATS {
                    history.push(state);
                }
                state = next;
            }
            let depth = line.len() - 1;
            let ticket = Ticket(self.next_ticket);
            self.next_ticket += 1;
            self.locked.insert(at.node);
            self.relock(problem, arena, &line[..depth]);
            self.taken.push(Taken { ticket, line });
            return Some(Assignment { ticket, state, history, depth });
        }
    }

    /// Makes what was found about a leaf a part of the tree. If its part of the tree was solved in
    /// the meantime, nothing happens.
    ///
    /// # Errors
    /// If there is no room. The leaf is still taken then, and it can be tried again.
    pub fn apply<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        ticket: Ticket,
        found: &Evaluated<G::Move>,
        work: &mut Work<'_>,
    ) -> Result<(), Full> {
        let Some(index) = self.taken.iter().position(|taken| taken.ticket == ticket) else {
            return Ok(());
        };
        let leaf = *self.taken[index].line.last().expect("a line ends at its leaf");
        adopt(problem, arena, leaf.node, found)?;
        let line = self.taken.swap_remove(index).line;
        self.locked.remove(&leaf.node);
        work.counters.expansions += 1;
        work.counters.deepest = work.counters.deepest.max(line.len() + 1);
        self.update(problem, arena, &line, work);
        Ok(())
    }

    /// Takes a leaf back that was not evaluated.
    pub fn release<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &Arena<G::Move>,
        ticket: Ticket,
    ) {
        if let Some(index) = self.taken.iter().position(|taken| taken.ticket == ticket) {
            let line = self.taken.swap_remove(index).line;
            let (leaf, above) = line.split_last().expect("a line ends at its leaf");
            self.locked.remove(&leaf.node);
            self.relock(problem, arena, above);
        }
    }

    /// Whether a leaf is still given out.
    pub fn is_taken(&self, ticket: Ticket) -> bool {
        self.taken.iter().any(|taken| taken.ticket == ticket)
    }

    /// How many leaves are given out.
    pub fn taken(&self) -> usize {
        self.taken.len()
    }

    /// The nodes from the root to leaves that are taken.
    pub fn lines(&self) -> impl Iterator<Item = NodeId> {
        self.taken.iter().flat_map(|taken| taken.line.iter().map(|step| step.node))
    }

    /// The first moves to the most proving leaf, taken or not, at most `most`; and its depth.
    pub fn most_proving_line<G: Game<State = S>, A: Guide<G>>(
        &self,
        problem: &Problem<'_, G, A>,
        arena: &Arena<G::Move>,
        most: usize,
    ) -> (Vec<G::Move>, usize) {
        let (mut node, mut turn, mut state) = (self.root, self.root_turn, self.root_state.clone());
        let (mut line, mut depth) = (Vec::new(), 1);
        loop {
            let best = summarise(problem, arena, node, turn).best;
            if best == NONE {
                return (line, depth);
            }
            if line.len() < most {
                line.push(move_to(problem.game, &state, arena.get(best)));
            }
            depth += 1;
            match follow(problem.game, &state, arena.get(best)) {
                (next, Status::Turn(next_turn)) => (node, turn, state) = (best, next_turn, next),
                (_, Status::Over(_)) => return (line, depth),
            }
        }
    }

    /// The first of the children with the smallest number, among those that are neither solved nor
    /// locked. There is one, since their parent is neither.
    fn most_proving<G: Game, A: Guide<G>>(
        &self,
        problem: &Problem<'_, G, A>,
        arena: &Arena<G::Move>,
        Step { node, turn }: Step,
    ) -> NodeId {
        let least = problem.choosing_side(turn);
        let mut best = (problem.infinity, NONE);
        for child in arena.children(node) {
            let number = arena.get(child).numbers[least];
            if number < best.0 && !self.locked.contains(&child) {
                best = (number, child);
            }
        }
        debug_assert_ne!(best.1, NONE, "the parent would be solved or locked");
        best.1
    }

    /// Brings numbers and locks up to date, from the end of a line upwards, until nothing changes.
    fn update<G: Game, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        line: &[Step],
        work: &mut Work<'_>,
    ) {
        for (index, &Step { node, turn }) in line.iter().enumerate().rev() {
            work.counters.updates += 1;
            let before = arena.get(node).numbers;
            let mut changed = index + 1 == line.len();
            if arena.get(node).first_child != NONE {
                let numbers = summarise(problem, arena, node, turn).numbers;
                arena.get_mut(node).numbers = numbers;
                changed |= numbers != before;
            }
            if arena.get(node).numbers.verdict(problem.infinity).is_some() {
                self.recall(node);
                let is_root = node == self.root;
                proofs::retire(problem, arena, node, turn, self.keeps_proofs, is_root);
            } else if !changed {
                self.relock(problem, arena, &line[..=index]);
                return;
            } else {
                self.set_lock(problem, arena, node);
            }
        }
    }

    /// Brings the locks of nodes with children up to date, from the end of a line upwards, until
    /// nothing changes.
    fn relock<G: Game, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &Arena<G::Move>,
        line: &[Step],
    ) {
        for step in line.iter().rev() {
            if !self.set_lock(problem, arena, step.node) {
                return;
            }
        }
    }

    /// Locks an unsolved node if all its unsolved children are locked. Whether that is new.
    fn set_lock<G: Game, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &Arena<G::Move>,
        node: NodeId,
    ) -> bool {
        let free = |child: &NodeId| {
            arena.get(*child).numbers.verdict(problem.infinity).is_none()
                && !self.locked.contains(child)
        };
        if arena.children(node).any(|child| free(&child)) {
            self.locked.remove(&node)
        } else {
            self.locked.insert(node)
        }
    }

    /// A node is solved: the leaves that were given out below it are of no use any more.
    fn recall(&mut self, node: NodeId) {
        let locked = &mut self.locked;
        locked.remove(&node);
        self.taken.retain(|taken| {
            let Some(index) = taken.line.iter().position(|step| step.node == node) else {
                return true;
            };
            for step in &taken.line[index..] {
                locked.remove(&step.node);
            }
            false
        });
    }
}

#[cfg(test)]
mod tests;

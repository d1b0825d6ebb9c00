//! Best-first proof-number search: the whole tree is in memory, and the most proving leaf is
//! expanded next (Allis, van der Meulen & van den Herik 1994).
//!
//! The textbook goes back to the root after each expansion and from there down to the next leaf.
//! Here the search stays as deep in the tree as it can (Allis 1994; Elhage): each position on the
//! line knows how far its numbers may rise before the most proving leaf lies elsewhere. Only then
//! is it left, and the numbers above it brought up to date. The leaves, and their order, are those
//! of the textbook, ties included: the first child among equals.
//!
//! A node of a tree stands for a line of play. Where positions come back, the line is at hand when a
//! leaf is expanded: a child that comes back on it is the end of the game.

use phidelta_rules::{Game, GraphKind, Guide, Player, Status};

use super::arena::{Arena, Full, NONE, NodeId};
use super::deep::DeepValues;
use super::expand::{Expand, Leaf, follow, move_to};
use super::proofs;
use super::work::{Halt, Work};
use crate::path::Path;
use crate::problem::Problem;
use crate::sums::Sums;
use crate::{Backup, Numbers};

/// A position on the line from the root.
pub(super) struct Level<S> {
    pub node: NodeId,
    pub state: S,
    pub turn: Player,
    /// The most proving leaf is below as long as the numbers are smaller than these.
    limits: Numbers,
}

/// What the children of a node say together.
pub(super) struct Summary {
    pub numbers: Numbers,
    /// The unsolved child to go on with: the first of those with the smallest number.
    pub best: NodeId,
    sums: Sums,
}

/// Combines the numbers of a node's children.
#[inline]
pub(super) fn summarise<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    arena: &Arena<G::Move>,
    node: NodeId,
    turn: Player,
) -> Summary {
    let least = problem.choosing_side(turn);
    let mut sums = Sums::new(problem.infinity, problem.options.backup);
    let mut best = NONE;
    for child in arena.children(node) {
        let numbers = arena.get(child).numbers;
        if sums.add(numbers[least], numbers[least.other()]) {
            best = child;
        }
    }
    if let Backup::Best(_) = problem.options.backup {
        let numbers = arena.children(node).map(|child| arena.get(child).numbers);
        sums.sum_of_best(numbers.map(|numbers| (numbers[least], numbers[least.other()])));
    }
    if let Backup::Factor(_) = problem.options.backup {
        let numbers = arena.children(node).map(|child| arena.get(child).numbers);
        sums.sum_of_part(numbers.map(|numbers| (numbers[least], numbers[least.other()])));
    }
    Summary { numbers: sums.numbers(least), best, sums }
}

/// A tree that grows, with the line that leads to where it grows.
pub(super) struct Growth<S> {
    pub root: NodeId,
    pub levels: Vec<Level<S>>,
    /// DeepPN's side of the tree.
    pub deep: Option<DeepValues>,
    /// The depth of the root, for initial numbers that depend on it.
    pub root_depth: usize,
    /// Whether the proofs of solved nodes stay in the tree.
    pub keeps_proofs: bool,
    /// Growth halts when so many nodes were counted.
    pub budget: u64,
    /// The bytes of stacks that wait for this tree, the line of play not counted.
    pub stack_below: u64,
    /// In DeepPN: the search is on its way back to the root.
    returning: bool,
}

impl<S: Clone> Growth<S> {
    /// A tree with nothing but its root, where `turn` is to move.
    pub fn new<M: Copy>(
        arena: &mut Arena<M>,
        state: &S,
        turn: Player,
        infinity: u32,
    ) -> Result<Self, Full> {
        let root = arena.add_root(Numbers { proof: 1, disproof: 1 })?;
        Ok(Self::at(root, state, turn, infinity))
    }

    /// The tree with this root, where `turn` is to move.
    pub fn at(root: NodeId, state: &S, turn: Player, infinity: u32) -> Self {
        let limits = Numbers { proof: infinity, disproof: infinity };
        let levels = vec![Level { node: root, state: state.clone(), turn, limits }];
        Growth {
            root,
            levels,
            deep: None,
            root_depth: 0,
            keeps_proofs: true,
            budget: u64::MAX,
            stack_below: 0,
            returning: false,
        }
    }

    /// The bytes of its levels and of the stacks that wait for it.
    fn stack_bytes(&self) -> u64 {
        self.stack_below + (self.levels.capacity() * size_of::<Level<S>>()) as u64
    }

    /// Grows the tree until its root is solved. Where positions come back, `line` ends with the
    /// root's at first, and from then on with that of the last level.
    ///
    /// # Errors
    /// Why it has come to a halt before. It can go on from there, with the line as it was left.
    pub fn run<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaves: &mut impl Expand<G, A>,
        line: &mut Path<G>,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        while arena.get(self.root).numbers.verdict(problem.infinity).is_none() {
            if work.asks() {
                work.ask(self.stack_bytes() + line.bytes())?;
            }
            self.step(problem, arena, leaves, line, work)?;
        }
        Ok(())
    }

    /// Expands the position on top of the line, or brings its numbers up to date; then goes down
    /// to its best child, or back to its parent.
    fn step<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaves: &mut impl Expand<G, A>,
        line: &mut Path<G>,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        let level = self.levels.last().expect("the root is on the line");
        let (node, turn) = (level.node, level.turn);
        if arena.get(node).first_child == NONE {
            if work.counters.nodes >= self.budget {
                return Err(Halt::Budget);
            }
            let depth = self.root_depth + self.levels.len();
            work.stack_bytes = self.stack_bytes();
            let leaf = Leaf { node, state: &level.state, turn, depth };
            leaves.expand(problem, arena, &leaf, line, work)?;
            let leaf = arena.get(node);
            let expanded =
                leaf.first_child != NONE || leaf.numbers.verdict(problem.infinity).is_some();
            debug_assert!(expanded, "an expansion that changes nothing would go on for ever");
            work.counters.expansions += 1;
            work.counters.deepest = work.counters.deepest.max(depth + 1);
            if let Some(deep) = &mut self.deep {
                for child in arena.children(node) {
                    deep.set(child, depth + 1);
                }
                self.returning = true;
            }
        }
        work.counters.updates += 1;
        if arena.get(node).first_child != NONE {
            let mut summary = summarise(problem, arena, node, turn);
            arena.get_mut(node).numbers = summary.numbers;
            if let Some(deep) = &mut self.deep
                && summary.best != NONE
            {
                let least = problem.choosing_side(turn);
                summary.best = deep.best(arena, node, least, problem.infinity);
                deep.set_from(node, summary.best);
            }
            let limits = self.levels.last().expect("it is still there").limits;
            let stays = summary.numbers.proof < limits.proof
                && summary.numbers.disproof < limits.disproof
                && !(self.returning && self.levels.len() > 1);
            if stays {
                self.returning = false;
                self.descend(problem, arena, line, &summary);
                return Ok(());
            }
        }
        if arena.get(node).numbers.verdict(problem.infinity).is_some() {
            proofs::retire(problem, arena, node, turn, self.keeps_proofs, node == self.root);
        }
        // The root stays on the line.
        if self.levels.len() > 1 {
            self.levels.pop();
            if G::Graph::REPEATS {
                line.leave();
            }
        }
        Ok(())
    }

    /// Takes the tree's part from the line, up to the root, which stays. Growth cannot go on then.
    pub fn leave_line<G: Game<State = S>>(&mut self, line: &mut Path<G>) {
        if G::Graph::REPEATS {
            (1..self.levels.len()).for_each(|_| line.leave());
        }
    }

    /// Goes down to the best child.
    fn descend<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        line: &mut Path<G>,
        summary: &Summary,
    ) {
        let level = self.levels.last().expect("the root is on the line");
        let child = arena.get(summary.best);
        // DeepPN goes back to the root each time.
        let limits = match self.deep {
            None => child_limits(problem, level, summary, child.numbers),
            Some(_) => level.limits,
        };
        let (state, status) = follow(problem.game, &level.state, child);
        let turn = match status {
            Status::Turn(turn) => turn,
            // Only a key shared with another position can make a finished one look unsolved.
            Status::Over(value) => {
                arena.get_mut(summary.best).numbers = problem.settled(value);
                return;
            }
        };
        if G::Graph::REPEATS {
            let mv = move_to(problem.game, &level.state, child);
            let next = line.next(problem.game, mv, &state, problem.game.key(&state));
            line.enter(&state, next);
        }
        self.levels.push(Level { node: summary.best, state, turn, limits });
    }

    /// Brings the numbers of the positions on the line up to date, up to the root. Growth goes on
    /// as if that had not been done.
    pub fn update_line<G: Game<State = S>, A: Guide<G>>(
        &self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
    ) {
        for level in self.levels.iter().rev() {
            let node = arena.get(level.node);
            if node.first_child != NONE && node.numbers.verdict(problem.infinity).is_none() {
                let summary = summarise(problem, arena, level.node, level.turn);
                arena.get_mut(level.node).numbers = summary.numbers;
            }
        }
    }
}

/// How far the numbers of the best child may rise before another leaf is the most proving one.
fn child_limits<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    level: &Level<G::State>,
    summary: &Summary,
    child: Numbers,
) -> Numbers {
    let least = problem.choosing_side(level.turn);
    let summed = least.other();
    let mut limits = level.limits;
    limits[least] = limits[least].min(summary.sums.rival());
    // An infinite limit is no limit. A finite one is above the sum, which has not saturated.
    if limits[summed] != problem.infinity {
        let total = summary.numbers[summed];
        limits[summed] = summary.sums.share(child[summed], total, limits[summed]);
    }
    limits
}

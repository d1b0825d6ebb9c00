//! Best-first proof-number search: the whole tree is in memory, and the most proving leaf is
//! expanded next (Allis, van der Meulen & van den Herik 1994).
//!
//! The textbook goes back to the root after each expansion and from there down to the next leaf.
//! Here the search stays as deep in the tree as it can (Allis 1994; Elhage): each position on the
//! line knows how far its numbers may rise before the most proving leaf lies elsewhere. Only then
//! is it left, and the numbers above it brought up to date. The leaves, and their order, are those
//! of the textbook, ties included: the first child among equals.

use phidelta_rules::{Game, Guide, Player, Status};

use super::arena::{Arena, Full, NONE, Node, NodeId, Packed};
use crate::numbers::Side;
use crate::problem::Problem;
use crate::sums::Sums;
use crate::{Backup, Counters, Numbers, Stopped, Table};

/// How leaves are expanded: gets the children of a leaf into the tree.
pub(crate) trait Expand<G: Game, A> {
    /// Expands the leaf on top of the line. Its numbers, or its children, are new afterwards.
    fn expand(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaf: &Level<G::State>,
        depth: usize,
        work: &mut Work<'_>,
    ) -> Result<(), Halt>;
}

/// What is counted and remembered, and who may stop it.
pub(crate) struct Work<'w> {
    pub counters: Counters,
    /// Where proofs are remembered that leave the tree.
    pub table: &'w mut Table,
    /// Says why to halt, if there is a reason. Asked now and then, with the nodes so far.
    pub stop: &'w mut dyn FnMut(u64) -> Option<Halt>,
    pub next_poll: u64,
    /// The number of nodes at which the reason to stop must be asked for.
    pub limit: u64,
    /// Somebody wanted to look at the tree when that was not possible.
    pub pause_is_due: bool,
}

/// After how many nodes the reason to stop is asked for again.
pub(crate) const POLL_EVERY: u64 = 1024;

impl<'w> Work<'w> {
    /// Work that nobody stops; `stop` never does.
    pub fn unstoppable(
        counters: Counters,
        table: &'w mut Table,
        stop: &'w mut dyn FnMut(u64) -> Option<Halt>,
    ) -> Self {
        let (next_poll, limit) = (u64::MAX, u64::MAX);
        Work { counters, table, stop, next_poll, limit, pause_is_due: false }
    }

    /// Stops if there is a reason to.
    #[inline]
    pub fn poll(&mut self) -> Result<(), Halt> {
        if self.pause_is_due {
            self.pause_is_due = false;
            return Err(Halt::Pause);
        }
        if self.counters.nodes < self.next_poll {
            return Ok(());
        }
        let next = self.counters.nodes + POLL_EVERY;
        self.next_poll = if self.counters.nodes < self.limit { next.min(self.limit) } else { next };
        match (self.stop)(self.counters.nodes) {
            Some(halt) => Err(halt),
            None => Ok(()),
        }
    }
}

/// Why growth has come to a halt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// There is no room for more nodes.
    Full,
    /// The tree is as large as it may get.
    Budget,
    /// Somebody wants to look at it.
    Pause,
    Stopped(Stopped),
}

impl From<Full> for Halt {
    fn from(Full: Full) -> Self {
        Halt::Full
    }
}

/// A position on the line from the root.
pub(crate) struct Level<S> {
    pub node: NodeId,
    pub state: S,
    pub turn: Player,
    /// The most proving leaf is below as long as the numbers are smaller than these.
    limits: Numbers,
}

/// What the children of a node say together.
struct Summary {
    numbers: Numbers,
    /// The unsolved child to go on with.
    best: NodeId,
    sums: Sums,
}

/// A tree that grows, with the line that leads to where it grows.
pub(crate) struct Growth<S> {
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
    /// In DeepPN: the search is on its way back to the root.
    returning: bool,
}

/// For each node, at which depth the leaf is that would be expanded below it (DeepPN).
pub(crate) struct DeepValues {
    /// Between 0, depth first, and 1, best first.
    pub r: f64,
    depths: Vec<u16>,
}

impl DeepValues {
    /// For an arena of so many nodes.
    pub fn new(r: f64, nodes: u32) -> Self {
        DeepValues { r, depths: vec![0; nodes as usize + 1] }
    }

    fn set(&mut self, node: NodeId, depth: usize) {
        self.depths[node as usize] = depth.clamp(1, u16::MAX.into()) as u16;
    }

    fn get(&self, node: NodeId) -> u16 {
        self.depths[node as usize]
    }

    /// What DeepPN takes the least of: (1 − 1/δ) R + deep (1 − R), where δ is the number that the
    /// player to move above wants small and deep is 1/depth. (Ishitobi, Plaat, Iida & van den
    /// Herik 2015, formula 3, from memory: its text was not at hand.) With R = 1 the order is that
    /// of δ.
    fn mixed(&self, node: NodeId, number: u32) -> f64 {
        let slowness = 1.0 - 1.0 / f64::from(number.max(1));
        slowness * self.r + (1.0 - self.r) / f64::from(self.get(node))
    }
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
        let limits = Numbers { proof: infinity, disproof: infinity };
        let levels = vec![Level { node: root, state: state.clone(), turn, limits }];
        Ok(Growth {
            root,
            levels,
            deep: None,
            root_depth: 0,
            keeps_proofs: false,
            budget: u64::MAX,
            returning: false,
        })
    }
}

impl<S: Clone> Growth<S> {
    /// Grows the tree until its root is solved.
    ///
    /// # Errors
    /// Why it has come to a halt before. It can go on from there.
    pub fn run<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaves: &mut impl Expand<G, A>,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        while arena.get(self.root).numbers.verdict(problem.infinity).is_none() {
            work.poll()?;
            self.step(problem, arena, leaves, work)?;
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
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        let depth = self.root_depth + self.levels.len();
        let level = self.levels.last().expect("the root is on the line");
        if arena.get(level.node).first_child == NONE {
            if work.counters.nodes >= self.budget {
                return Err(Halt::Budget);
            }
            leaves.expand(problem, arena, level, depth, work)?;
            let leaf = arena.get(level.node);
            let expanded =
                leaf.first_child != NONE || leaf.numbers.verdict(problem.infinity).is_some();
            debug_assert!(expanded, "an expansion that changes nothing would go on for ever");
            work.counters.expansions += 1;
            work.counters.deepest = work.counters.deepest.max(depth + 1);
            if let Some(deep) = &mut self.deep {
                for child in arena.children(level.node) {
                    deep.set(child, depth + 1);
                }
                self.returning = true;
            }
        }
        work.counters.updates += 1;
        let (node, turn) = (level.node, level.turn);
        if arena.get(node).first_child != NONE {
            let summary = self.summarise(problem, arena, node, turn);
            arena.get_mut(node).numbers = summary.numbers;
            if let Some(deep) = &mut self.deep
                && summary.best != NONE
            {
                let below = deep.get(summary.best);
                deep.set(node, below.into());
            }
            let limits = self.levels.last().expect("it is still there").limits;
            let stays = summary.numbers.proof < limits.proof
                && summary.numbers.disproof < limits.disproof
                && !(self.returning && self.levels.len() > 1);
            if stays {
                self.returning = false;
                self.descend(problem, arena, &summary);
                return Ok(());
            }
        }
        if arena.get(node).numbers.verdict(problem.infinity).is_some() {
            self.retire(problem, arena, node, turn);
        }
        // The root stays on the line.
        if self.levels.len() > 1 {
            self.levels.pop();
        }
        Ok(())
    }

    /// Goes down to the best child.
    fn descend<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
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
        self.levels.push(Level { node: summary.best, state, turn, limits });
    }

    /// Combines the numbers of a node's children.
    fn summarise<G: Game, A: Guide<G>>(
        &self,
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
        if let Some(deep) = &self.deep
            && best != NONE
        {
            best = deepest(deep, arena, node, least, problem.infinity);
        }
        if let Backup::Best(_) = problem.options.backup {
            let numbers = arena.children(node).map(|child| arena.get(child).numbers);
            sums.sum_of_best(numbers.map(|numbers| (numbers[least], numbers[least.other()])));
        }
        Summary { numbers: sums.numbers(least), best, sums }
    }

    /// Brings the numbers of the positions on the line up to date, up to the root, which goes on
    /// to be all of the line.
    pub fn update_all<G: Game<State = S>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
    ) {
        loop {
            let level = self.levels.last().expect("the root is on the line");
            let (node, turn) = (level.node, level.turn);
            let solved = arena.get(node).numbers.verdict(problem.infinity).is_some();
            if arena.get(node).first_child != NONE && !solved {
                arena.get_mut(node).numbers = self.summarise(problem, arena, node, turn).numbers;
            }
            if self.levels.len() == 1 {
                return;
            }
            self.levels.pop();
        }
    }

    /// A node is solved: what is below it is freed, but for its proof, if that is to be kept.
    fn retire<G: Game, A: Guide<G>>(
        &self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        node: NodeId,
        turn: Player,
    ) {
        if !self.keeps_proofs {
            if node != self.root {
                return arena.free_below(node);
            }
            // The root's children tell the best move.
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
    pub fn forget_proofs<M: Copy>(&mut self, arena: &mut Arena<M>, infinity: u32) -> u32 {
        self.keeps_proofs = false;
        let before = arena.in_use();
        let mut pending = vec![self.root];
        while let Some(node) = pending.pop() {
            if arena.get(node).numbers.verdict(infinity).is_some() {
                arena.free_below(node);
            } else {
                pending.extend(arena.children(node));
            }
        }
        before - arena.in_use()
    }
}

/// The child that DeepPN goes on with.
fn deepest<M: Copy>(
    deep: &DeepValues,
    arena: &Arena<M>,
    node: NodeId,
    least: Side,
    infinity: u32,
) -> NodeId {
    let mut best = (f64::INFINITY, NONE);
    for child in arena.children(node) {
        let number = arena.get(child).numbers[least];
        if number < infinity {
            let mixed = deep.mixed(child, number);
            if mixed < best.0 {
                best = (mixed, child);
            }
        }
    }
    best.1
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

/// The position of a child, and its status.
pub(crate) fn follow<G: Game>(
    game: &G,
    parent: &G::State,
    child: &Node<G::Move>,
) -> (G::State, Status<G::Value>) {
    let mv = child.mv.unpack(|place| phidelta_rules::legal_moves(game, parent)[place]);
    let mut state = parent.clone();
    game.play(&mut state, mv);
    let status = game.status(&state);
    (state, status)
}

/// Expands a leaf by its moves alone: children with initial numbers.
pub(crate) struct Moves<M> {
    moves: Vec<M>,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Moves { moves: Vec::new() }
    }
}

impl<G: Game, A: Guide<G>> Expand<G, A> for Moves<G::Move> {
    fn expand(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        leaf: &Level<G::State>,
        depth: usize,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        self.moves.clear();
        problem.game.moves(&leaf.state, &mut self.moves);
        if self.moves.is_empty() {
            arena.get_mut(leaf.node).numbers = problem.settled(problem.game.stuck(&leaf.state));
            return Ok(());
        }
        if (arena.room() as usize) < self.moves.len() {
            return Err(Halt::Full);
        }
        let summed = problem.choosing_side(leaf.turn).other();
        let mut reply = None;
        let mut last = NONE;
        for (place, &mv) in self.moves.iter().enumerate() {
            let numbers = problem.first_numbers(&leaf.state, mv, depth, &mut reply);
            let decides = numbers[summed] == problem.infinity;
            if decides {
                // The others do not matter any more.
                arena.free_below(leaf.node);
                last = NONE;
            }
            last = append(arena, leaf.node, last, numbers, Packed::new(mv, place))?;
            work.counters.nodes += 1;
            if decides {
                break;
            }
        }
        Ok(())
    }
}

/// Adds a child after `last`, the last one so far. Gives the new one.
pub(crate) fn append<M: Copy>(
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

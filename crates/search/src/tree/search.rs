//! A search that keeps its tree in memory, and that can be run, stopped, and run on.
//!
//! When the memory is full, proofs of solved positions are forgotten first; then the search stops,
//! unless it may drop moves.

use phidelta_rules::{Game, GraphKind, Guide, Player, Status};

use super::arena::{Arena, NodeId};
use super::assignments::Assignments;
use super::deep::DeepValues;
use super::expand::{Moves, move_to};
use super::growth::Growth;
use super::jobs::Jobs;
use super::second::SecondTree;
use super::work::{Halt, Work};
use super::{Forest, TakenUp, proofs, prune, store, workers};
use crate::control::Usage;
use crate::path::Path;
use crate::problem::Problem;
use crate::{
    Control, Counters, Method, Numbers, Progress, ProofStatus, SearchResult, Stopped, Table, Worker,
};

/// A search of a tree.
pub(crate) struct TreeSearch<'s, G: Game, A> {
    problem: Problem<'s, G, A>,
    arena: &'s mut Arena<G::Move>,
    table: &'s Table,
    /// `None` if the game is over at the root.
    tree: Option<Tree<'s, G>>,
    /// The line of play to where the tree grows; nothing where positions do not come back.
    line: Path<G>,
    counters: Counters,
    /// The root's numbers, once it is solved.
    answer: Option<Numbers>,
    nodes_in_earlier_runs: u64,
}

/// A tree, and how its leaves are expanded.
enum Tree<'s, G: Game> {
    Pn(Growth<G::State>, Moves<G::State, G::Move>),
    Pn2(Growth<G::State>, &'s mut SecondTree<G::State, G::Move>),
    PnDfPn(Assignments<G::State>, Jobs<G::Move>),
}

impl<'s, G: Game, A: Guide<G>> TreeSearch<'s, G, A> {
    /// A search for the answer to the question at `root`.
    pub fn new(
        problem: Problem<'s, G, A>,
        forest: &'s mut Forest<G::State, G::Move>,
        table: &'s Table,
        root: &G::State,
    ) -> Self {
        let Forest { first, second, taken_up } = forest;
        let arena = first.as_mut().expect("the method grows a tree");
        let begun = taken_up
            .take()
            .filter(|begun| begun.question == problem.question.tag && begun.state == *root);
        if begun.is_none() {
            arena.clear();
        }
        let (answer, tree) = match problem.game.status(root) {
            Status::Over(value) => (Some(problem.settled(value)), None),
            Status::Turn(turn) => {
                (None, Some(Tree::new(&problem, arena, second.as_mut(), root, turn, begun)))
            }
        };
        let mut line = Path::new(problem.game, &[]);
        if G::Graph::REPEATS {
            let next = line.first(problem.game, root);
            line.enter(root, next);
        }
        let counters = Counters::default();
        TreeSearch { problem, arena, table, tree, line, counters, answer, nodes_in_earlier_runs: 0 }
    }

    /// Searches with so many threads until the question is answered or `control` says stop.
    pub fn run_together(
        &mut self,
        threads: usize,
        control: &mut Control<'_, G::Move>,
    ) -> ProofStatus
    where
        G: Game<State: Send + Sync, Move: Send> + Sync,
        A: Sync,
    {
        let Some(Tree::PnDfPn(tree, _)) = &mut self.tree else { return self.run(control) };
        let (problem, arena) = (&self.problem, &mut *self.arena);
        let (verdict, counters) = workers::grow(problem, arena, tree, self.table, threads, control);
        self.counters = counters;
        match verdict {
            ProofStatus::Unknown(_) => self.save(control),
            ProofStatus::Proved | ProofStatus::Disproved => self.finish(control),
        }
        verdict
    }

    /// Searches until the question is answered or `control` says stop. Calling it again goes on
    /// where it stopped.
    pub fn run(&mut self, control: &mut Control<'_, G::Move>) -> ProofStatus {
        loop {
            if let Some(verdict) = self.answer.and_then(|numbers| self.verdict(numbers)) {
                return verdict;
            }
            let stopped = match self.grow(control) {
                Ok(()) => None,
                Err(Halt::Pause) => {
                    if control.checkpoint_is_due() {
                        self.save(control);
                    }
                    self.report(control);
                    continue;
                }
                Err(Halt::Stopped(reason)) => Some(reason),
                Err(Halt::Full | Halt::Budget) => {
                    if self.makes_room() {
                        continue;
                    }
                    Some(Stopped::Memory)
                }
            };
            self.update_line();
            match (self.verdict(self.root_numbers()), stopped) {
                (Some(_), _) => self.finish(control),
                (None, Some(reason)) => {
                    self.save(control);
                    self.nodes_in_earlier_runs = self.counters.nodes;
                    return ProofStatus::Unknown(reason);
                }
                (None, None) => unreachable!("growth ends with a solved root"),
            }
        }
    }

    /// What was found, with the verdict of the last run.
    pub fn findings(&self, verdict: ProofStatus) -> SearchResult<G::Move> {
        let root = self.problem.reported(self.root_numbers());
        SearchResult { verdict, root, counters: self.counters, best: self.best_move() }
    }

    /// Begins a checkpoint, and writes the tree, if there are to be any.
    fn save(&mut self, control: &mut Control<'_, G::Move>) {
        let Some(checkpoints) = &mut control.checkpoints else { return };
        self.update_line();
        checkpoints.begin(self.table, &self.counters);
        let (root, state, _) = self.tree.as_ref().expect("the game goes on").root();
        let give = |bytes| checkpoints.give_tree(bytes);
        store::write(self.problem.game, self.arena, root, state, give);
    }

    fn verdict(&self, numbers: Numbers) -> Option<ProofStatus> {
        verdict_of(numbers, self.problem.infinity)
    }

    fn grow(&mut self, control: &mut Control<'_, G::Move>) -> Result<(), Halt> {
        let before = self.nodes_in_earlier_runs;
        let limit = control.nodes_left().map_or(u64::MAX, |left| left.saturating_add(before));
        let table = self.table;
        let mut stop = |usage: Usage| {
            let nodes = usage.nodes - before;
            Halt::asked_of(control, table, Usage { nodes, ..usage })
        };
        let mut work = Work::new(self.counters, self.table, limit, &mut stop);
        let (problem, arena, line) = (&self.problem, &mut *self.arena, &mut self.line);
        let grown = match self.tree.as_mut().expect("the game goes on") {
            Tree::Pn(growth, moves) => growth.run(problem, arena, moves, line, &mut work),
            Tree::Pn2(growth, second) => growth.run(problem, arena, *second, line, &mut work),
            Tree::PnDfPn(tree, jobs) => jobs.run(problem, arena, tree, &mut work),
        };
        self.counters = work.counters;
        grown
    }

    /// Forgets proofs, or drops moves if that is allowed, for want of memory. Whether there is
    /// room now.
    fn makes_room(&mut self) -> bool {
        let tree = self.tree.as_mut().expect("the game goes on");
        *tree.keeps_proofs() = false;
        let (has_room, dropped) = make_room(&self.problem, self.arena, tree.root(), &tree.lines());
        self.counters.pruned += dropped;
        has_room
    }

    /// Brings the numbers of the positions that the search is at up to date.
    fn update_line(&mut self) {
        if let Some(Tree::Pn(growth, _) | Tree::Pn2(growth, _)) = &self.tree {
            growth.update_line(&self.problem, self.arena);
        }
    }

    /// The root is solved: its proof is put into the table, as far as there is time for it.
    fn finish(&mut self, control: &Control<'_, G::Move>) {
        let numbers = self.root_numbers();
        self.answer = Some(numbers);
        if self.counters.pruned == 0 {
            let (node, state, _) = self.tree.as_ref().expect("the game went on").root();
            let mut stop = |_| control.is_late().then_some(Halt::Stopped(Stopped::Time));
            let mut work = Work::new(self.counters, self.table, u64::MAX, &mut stop);
            // Who looks for what is missing searches it again.
            _ = proofs::remember(&self.problem, self.arena, node, state, &mut work);
            self.counters = work.counters;
        }
    }

    /// The root's numbers, as of the last return to it.
    fn root_numbers(&self) -> Numbers {
        match (&self.tree, self.answer) {
            (Some(tree), _) => self.arena.get(tree.root().0).numbers,
            (None, answer) => answer.expect("a finished game is solved"),
        }
    }

    /// A move that decides the root, if the player to move there is right.
    fn best_move(&self) -> Option<G::Move> {
        let (node, state, turn) = self.tree.as_ref()?.root();
        let solved = self.answer?;
        let proved = solved.verdict(self.problem.infinity)?;
        if proved != (turn == self.problem.question.goal.prover()) {
            return None;
        }
        let children = self.arena.children(node).map(|child| self.arena.get(child));
        let child = children.into_iter().find(|child| child.numbers == solved)?;
        Some(move_to(self.problem.game, state, child))
    }

    fn report(&self, control: &mut Control<'_, G::Move>) {
        const MOST: usize = 64;
        let game = self.problem.game;
        let (line, depth) = match self.tree.as_ref().expect("the game goes on") {
            Tree::Pn(growth, _) | Tree::Pn2(growth, _) => {
                let pairs = growth.levels.windows(2).take(MOST);
                let mv = |pair: &[super::growth::Level<G::State>]| {
                    move_to(game, &pair[0].state, self.arena.get(pair[1].node))
                };
                (pairs.map(mv).collect(), growth.levels.len())
            }
            Tree::PnDfPn(tree, _) => tree.most_proving_line(&self.problem, self.arena, MOST),
        };
        let nodes = control.nodes_before() + self.counters.nodes;
        let progress = Progress {
            root: self.problem.reported(self.root_numbers()),
            nodes,
            elapsed: control.elapsed(),
            depth,
            line: &line,
            table_used: self.arena.in_use().into(),
            table_entries: self.arena.capacity().into(),
            workers: &[Worker::searching(nodes, depth)],
        };
        if let Some(listener) = &mut control.listener {
            listener(&progress);
        }
    }
}

/// The answer that a root's numbers say, if they say one.
pub(super) fn verdict_of(numbers: Numbers, infinity: u32) -> Option<ProofStatus> {
    let proved = numbers.verdict(infinity)?;
    Some(if proved { ProofStatus::Proved } else { ProofStatus::Disproved })
}

/// Forgets proofs below a root, or drops moves if that is allowed, but not the nodes of these lines.
/// Whether there is room now, and how many moves were dropped.
pub(super) fn make_room<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    arena: &mut Arena<G::Move>,
    root: (NodeId, &G::State, Player),
    lines: &[NodeId],
) -> (bool, u64) {
    if proofs::forget(arena, root.0, problem.infinity) > 0 {
        return (true, 0);
    }
    if !problem.options.prune {
        return (false, 0);
    }
    let dropped = prune::drop_worst(problem, arena, root, lines);
    (dropped > 0, dropped)
}

impl<'s, G: Game> Tree<'s, G> {
    fn new<A: Guide<G>>(
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<G::Move>,
        second: Option<&'s mut SecondTree<G::State, G::Move>>,
        root: &G::State,
        turn: Player,
        begun: Option<TakenUp<G::State>>,
    ) -> Self {
        let options = problem.options;
        let (node, deep) = match begun {
            Some(begun) => (begun.root, begun.deep),
            None => {
                let node = arena.add_root(Numbers { proof: 1, disproof: 1 });
                let is_deep = options.method == Method::DeepPn;
                let deep = is_deep.then(|| DeepValues::new(options.r, arena.capacity()));
                (node.expect("there is room for a root"), deep)
            }
        };
        if options.method == Method::PnDfPn {
            let tree = Assignments::at(node, root, turn);
            return Tree::PnDfPn(tree, Jobs::new(options.job_nodes));
        }
        let mut growth = Growth::at(node, root, turn, problem.infinity);
        growth.deep = deep;
        match second {
            Some(second) => {
                second.clear();
                Tree::Pn2(growth, second)
            }
            None => Tree::Pn(growth, Moves::new(options.look_ahead)),
        }
    }

    /// The root, its position, and who is to move there.
    fn root(&self) -> (NodeId, &G::State, Player) {
        match self {
            Tree::Pn(growth, _) | Tree::Pn2(growth, _) => {
                let level = &growth.levels[0];
                (level.node, &level.state, level.turn)
            }
            Tree::PnDfPn(tree, _) => (tree.root, &tree.root_state, tree.root_turn),
        }
    }

    fn keeps_proofs(&mut self) -> &mut bool {
        match self {
            Tree::Pn(growth, _) | Tree::Pn2(growth, _) => &mut growth.keeps_proofs,
            Tree::PnDfPn(tree, _) => &mut tree.keeps_proofs,
        }
    }

    /// The nodes where the search is, and those above them.
    fn lines(&self) -> Vec<NodeId> {
        match self {
            Tree::Pn(growth, _) | Tree::Pn2(growth, _) => {
                growth.levels.iter().map(|level| level.node).collect()
            }
            Tree::PnDfPn(tree, _) => tree.lines().collect(),
        }
    }
}

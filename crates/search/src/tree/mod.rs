//! Searches that keep their tree in memory: PN search, PN², DeepPN, and PN search over df-pn.
//!
//! They differ in how a leaf is expanded ([`growth::Expand`]) and, for DeepPN, in how the leaf is
//! chosen. When the memory is full, proofs of solved positions are forgotten first; then the search
//! stops, unless it may drop moves.

mod arena;
mod growth;
mod proofs;
mod prune;
mod second;

use phidelta_rules::{Game, Guide, Status};

use crate::problem::Problem;
use crate::{
    Control, Counters, Method, Numbers, Options, Progress, Stopped, Table, TableError, TableSize,
    TableStatistics, Verdict,
};
use arena::{Arena, NODE_BYTES};
pub(crate) use growth::Work;
use growth::{DeepValues, Growth, Halt, Moves};
use second::Jobs;
pub(crate) use second::{Evaluated, SecondTree};

/// The memory of trees of the first and of the second level.
pub(crate) struct Forest<M> {
    first: Option<Arena<M>>,
    second: Option<SecondTree<M>>,
}

impl<M: Copy> Forest<M> {
    /// The memory that the options ask for.
    pub fn new(options: &Options) -> Result<Self, TableError> {
        let Shares { first, second, .. } = Shares::of(options);
        let first = first.map(Arena::new).transpose()?;
        let second = second.map(|nodes| SecondTree::new(nodes, options.second)).transpose()?;
        Ok(Forest { first, second })
    }

    /// The trees of the second level, where the first level is not a tree.
    pub fn second_below_depth_first(&mut self) -> Option<&mut SecondTree<M>> {
        if self.first.is_none() { self.second.as_mut() } else { None }
    }

    /// How full the memory of the first level is.
    pub fn statistics(&self, counters: &Counters) -> Option<TableStatistics> {
        let arena = self.first.as_ref()?;
        Some(TableStatistics {
            entries: arena.capacity().into(),
            used: arena.in_use().into(),
            bytes: u64::from(arena.capacity()) * NODE_BYTES as u64,
            hits: counters.hits,
            misses: counters.misses,
            replaced: counters.replaced,
        })
    }
}

/// How the memory is divided: nodes of the trees, and the rest for the table.
pub(crate) struct Shares {
    pub table: TableSize,
    first: Option<u64>,
    second: Option<u64>,
}

impl Shares {
    /// A search that grows a tree has an eighth of its memory for the table, where proofs are
    /// remembered; over df-pn, which lives in the table, it is the other way round. A second
    /// level gets as much as the first.
    pub fn of(options: &Options) -> Shares {
        let method = options.method;
        let levels = u64::from(method.grows_a_tree()) + u64::from(method.has_second_level());
        if levels == 0 {
            return Shares { table: options.table, first: None, second: None };
        }
        let eighths = match method {
            Method::PnDfPn => 1,
            Method::PdsPn => 2,
            _ => 7,
        };
        // DeepPN has two more bytes for each.
        let node_bytes = NODE_BYTES as u64 + 2 * u64::from(method == Method::DeepPn);
        let (nodes, table) = match options.table {
            TableSize::Bytes(bytes) => {
                let trees = bytes / 8 * eighths;
                (trees / node_bytes, TableSize::Bytes((bytes - trees).max(64)))
            }
            TableSize::Entries(entries) => (entries, TableSize::Entries((entries / 8).max(4))),
        };
        let table = match (method, options.table) {
            (Method::PnDfPn | Method::PdsPn, TableSize::Entries(_)) => options.table,
            _ => table,
        };
        let each = (nodes / levels).max(4);
        Shares {
            table,
            first: method.grows_a_tree().then_some(each),
            second: method.has_second_level().then_some(each),
        }
    }
}

/// What a search of a tree found.
pub(crate) struct Grown<M> {
    pub verdict: Verdict,
    pub root: Numbers,
    pub counters: Counters,
    pub best: Option<M>,
}

/// Searches for the answer to `question` at `root`, with the tree in memory.
pub(crate) fn search<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    forest: &mut Forest<G::Move>,
    table: &mut Table,
    root: &G::State,
    control: &mut Control<'_, G::Move>,
) -> Grown<G::Move> {
    let Forest { first, second } = forest;
    let arena = first.as_mut().expect("the method grows a tree");
    arena.clear();
    let done = |numbers| Grown {
        verdict: verdict(numbers, problem.infinity).expect("a finished game is solved"),
        root: problem.reported(numbers),
        counters: Counters::default(),
        best: None,
    };
    let turn = match problem.game.status(root) {
        Status::Over(value) => return done(problem.settled(value)),
        Status::Turn(turn) => turn,
    };
    let mut growth =
        Growth::new(arena, root, turn, problem.infinity).expect("there is room for a root");
    growth.keeps_proofs = true;
    if problem.options.method == Method::DeepPn {
        growth.deep = Some(DeepValues::new(problem.options.r, arena.capacity()));
    }
    let tree = Tree { problem, arena, growth, table, counters: Counters::default() };
    match (problem.options.method, second) {
        (Method::Pn2, Some(second)) => tree.grow(second, control),
        (Method::PnDfPn, _) => tree.grow(&mut Jobs { nodes: problem.options.job_nodes }, control),
        _ => tree.grow(&mut Moves::default(), control),
    }
}

fn verdict(numbers: Numbers, infinity: u32) -> Option<Verdict> {
    let proved = numbers.verdict(infinity)?;
    Some(if proved { Verdict::Proved } else { Verdict::Disproved })
}

/// A tree, and what belongs to it.
struct Tree<'t, 'p, G: Game, A> {
    problem: &'t Problem<'p, G, A>,
    arena: &'t mut Arena<G::Move>,
    growth: Growth<G::State>,
    table: &'t mut Table,
    counters: Counters,
}

impl<G: Game, A: Guide<G>> Tree<'_, '_, G, A> {
    /// Grows the tree until the question is answered, or there is a reason to stop.
    fn grow(
        mut self,
        leaves: &mut impl growth::Expand<G, A>,
        control: &mut Control<'_, G::Move>,
    ) -> Grown<G::Move> {
        let infinity = self.problem.infinity;
        let stopped = loop {
            let halt = self.run(leaves, control);
            match halt {
                None => break None,
                Some(Halt::Pause) => self.report(control),
                Some(Halt::Stopped(reason)) => break Some(reason),
                Some(Halt::Full | Halt::Budget) => {
                    if self.growth.forget_proofs(self.arena, infinity) > 0 {
                        continue;
                    }
                    let dropped = if self.problem.options.prune {
                        prune::drop_worst(self.problem, self.arena, &self.growth)
                    } else {
                        0
                    };
                    if dropped == 0 {
                        break Some(Stopped::Memory);
                    }
                    self.counters.pruned += dropped;
                }
            }
        };
        self.growth.update_all(self.problem, self.arena);
        let root = self.arena.get(self.growth.root).numbers;
        let best = self.best_move(root);
        if let Some(reason) = stopped {
            let verdict = Verdict::Unknown(reason);
            let root = self.problem.reported(root);
            return Grown { verdict, root, counters: self.counters, best };
        }
        let Tree { problem, arena, growth, table, counters } = self;
        let mut never = |_| None;
        let mut work = Work::unstoppable(counters, table, &mut never);
        if work.counters.pruned == 0 {
            let state = &growth.levels[0].state;
            proofs::remember(problem, arena, growth.root, state, &mut work);
        }
        let verdict = verdict(root, infinity).expect("growth ends with a solved root");
        Grown { verdict, root: problem.reported(root), counters: work.counters, best }
    }

    fn run(
        &mut self,
        leaves: &mut impl growth::Expand<G, A>,
        control: &mut Control<'_, G::Move>,
    ) -> Option<Halt> {
        let levels = self.growth.levels.capacity() * size_of::<growth::Level<G::State>>();
        let limit = control.nodes_left();
        let mut stop = |nodes| match control.stop(nodes, levels as u64) {
            Some(reason) => Some(Halt::Stopped(reason)),
            None => control.report_due().then_some(Halt::Pause),
        };
        let limit = limit.unwrap_or(u64::MAX);
        let Tree { problem, arena, growth, table, counters } = self;
        let mut work = Work {
            counters: *counters,
            table,
            stop: &mut stop,
            next_poll: 0,
            limit,
            pause_is_due: false,
        };
        let halt = growth.run(problem, arena, leaves, &mut work).err();
        *counters = work.counters;
        halt
    }

    /// A move that decides the root, if the player to move there is right.
    fn best_move(&self, solved: Numbers) -> Option<G::Move> {
        let root = &self.growth.levels[0];
        let proved = solved.verdict(self.problem.infinity)?;
        if proved != (root.turn == self.problem.question.goal.prover()) {
            return None;
        }
        let child = self
            .arena
            .children(self.growth.root)
            .map(|child| self.arena.get(child))
            .find(|child| child.numbers == solved)?;
        let nth = |place: usize| phidelta_rules::legal_moves(self.problem.game, &root.state)[place];
        Some(child.mv.unpack(nth))
    }

    fn report(&self, control: &mut Control<'_, G::Move>) {
        let mut line = Vec::new();
        for pair in self.growth.levels.windows(2).take(64) {
            let child = self.arena.get(pair[1].node);
            let nth = |place: usize| {
                phidelta_rules::legal_moves(self.problem.game, &pair[0].state)[place]
            };
            line.push(child.mv.unpack(nth));
        }
        let progress = Progress {
            root: self.problem.reported(self.arena.get(self.growth.root).numbers),
            nodes: control.nodes_before() + self.counters.nodes,
            elapsed: control.elapsed(),
            depth: self.growth.levels.len(),
            line: &line,
            table_used: self.arena.in_use().into(),
            table_entries: self.arena.capacity().into(),
        };
        if let Some(listener) = &mut control.listener {
            listener(&progress);
        }
    }
}

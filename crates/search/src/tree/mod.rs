//! Searches that keep their tree in memory: PN search, PN², DeepPN, and PN search over df-pn.
//!
//! They differ in how a leaf is expanded and, for DeepPN, in how the leaf is chosen. PN search over
//! df-pn is apart: its leaves can be given out to several workers.

mod arena;
mod assignments;
mod deep;
mod expand;
mod growth;
mod jobs;
mod proofs;
mod prune;
mod search;
mod second;
mod store;
mod work;
mod workers;

use std::io::{Read, Seek};

use phidelta_rules::{Game, Guide};

use crate::checkpoint::{CheckpointError, TreeBytes};
use crate::problem::Problem;
use crate::{Backup, Counters, Method, Options, TableError, TableSize, TableStatistics, sets};
use arena::NodeId;
pub(crate) use arena::{Arena, NODE_BYTES};
pub(crate) use assignments::{Assignment, Assignments, Ticket};
use deep::DeepValues;
pub(crate) use expand::{Evaluated, Leaf};
pub(crate) use proofs::holds_after_every_line;
pub(crate) use search::TreeSearch;
pub(crate) use second::SecondTree;
pub(crate) use work::{Halt, Work};

/// The memory of trees of the first and of the second level.
pub(crate) struct Forest<S, M> {
    first: Option<Arena<M>>,
    second: Option<SecondTree<S, M>>,
    taken_up: Option<TakenUp<S>>,
}

/// A tree of a checkpoint, which waits to be searched on.
struct TakenUp<S> {
    /// The number of its question.
    question: u8,
    state: S,
    root: NodeId,
    deep: Option<DeepValues>,
}

impl<S: Clone + Eq, M: Copy + Eq> Forest<S, M> {
    /// The memory that the options ask for.
    pub fn new(options: &Options) -> Result<Self, TableError> {
        let Shares { first, second, .. } = Shares::of(options);
        let first = first.map(Arena::new).transpose()?;
        let second = second
            .map(|nodes| SecondTree::new(nodes, options.second, options.look_ahead))
            .transpose()?;
        Ok(Forest { first, second, taken_up: None })
    }

    /// No memory, for searches that grow no tree.
    pub fn empty() -> Self {
        Forest { first: None, second: None, taken_up: None }
    }

    /// Takes a tree from a checkpoint, of a search of this problem at `state`.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn take_up<G, A, R>(
        &mut self,
        problem: &Problem<'_, G, A>,
        state: &S,
        bytes: &mut TreeBytes<'_, R>,
    ) -> Result<(), CheckpointError>
    where
        G: Game<State = S, Move = M>,
        A: Guide<G>,
        R: Read + Seek,
    {
        let arena = self.first.as_mut().ok_or(CheckpointError::Damaged)?;
        arena.clear();
        let (root, deep) = store::read(problem, arena, state, bytes)?;
        let (question, state) = (problem.question.tag, state.clone());
        self.taken_up = Some(TakenUp { question, state, root, deep });
        Ok(())
    }

    /// Leaves alone what was taken from a checkpoint.
    pub fn leave(&mut self) {
        self.taken_up = None;
    }

    /// The trees of the second level, where the first level is not a tree.
    pub fn second_below_depth_first(&mut self) -> Option<&mut SecondTree<S, M>> {
        if self.first.is_none() { self.second.as_mut() } else { None }
    }

    /// How many bytes of the first level's memory were ever in use.
    pub fn touched_bytes(&self) -> u64 {
        let nodes = self.first.as_ref().map_or(0, Arena::touched);
        u64::from(nodes) * NODE_BYTES as u64
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
    pub first: Option<u64>,
    second: Option<u64>,
}

impl Shares {
    /// A search that grows a tree has an eighth of its memory for the table, where proofs are
    /// remembered; over df-pn, which lives in the table, it is the other way round. A second
    /// level gets as much as the first.
    pub fn of(options: &Options) -> Shares {
        let method = options.method;
        let levels = u64::from(method.grows_a_tree()) + u64::from(method.has_second_level());
        if options.backup == Backup::Sets {
            let (_, table) = sets::shares(options);
            return Shares { table, first: None, second: None };
        }
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

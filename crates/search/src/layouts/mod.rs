//! How the nodes of a tree may lie in memory, for experiments: the steps that lead from the textbook's node to
//! one of 20 bytes (Elhage, "Variants and refinements").
//!
//! One plain proof-number search grows a tree in each of these layouts, and all trees have the same nodes, made in
//! the same order, so that only memory and time differ. The last one is the tree of the program itself, whose
//! search expands the same leaves, but stays deeper in the tree, and uses the nodes of solved positions again.
//!
//! ```
//! use phidelta_uttt::Uttt;
//! use phidelta_rules::{Game, Goal, Outcome};
//! use phidelta_search::layouts::{Layout, grow};
//!
//! let goal = Goal::AtLeast(Outcome::MaxWins);
//! let grown = |layout| grow(layout, &Uttt, &Uttt.initial(), goal, 1_000).unwrap();
//! let (textbook, program) = (grown(Layout::Boxed), grown(Layout::Program));
//! assert_eq!((textbook.nodes, textbook.root), (program.nodes, program.root));
//! assert!(textbook.bytes_per_node() > 3.0 * program.bytes_per_node());
//! ```

mod boxed;
mod indexed;
mod line;
mod program;
mod search;
mod siblings;

use std::time::{Duration, Instant};

use phidelta_rules::{Game, Goal, GraphKind, NoGuide};

use crate::problem::Problem;
use crate::{Init, Ledger, Method, Numbers, Options, ProofStatus, TableError, TableSize};
use boxed::Boxed;
use indexed::{Indexed, Move, Position};
use line::NodeId;
use search::Tree;
use siblings::Siblings;

/// How the nodes of a tree lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Each node by itself, with its position, a pointer to its parent and a vector of pointers to its children.
    Boxed,
    /// Nodes in one array, where 32-bit numbers take the place of pointers.
    Indexed,
    /// The move that leads to it instead of the position. The positions of the current line are on a stack.
    Moves,
    /// No parent: the nodes of the current line are on the stack, too.
    NoParent,
    /// The first child and the next sibling instead of a vector of children.
    Siblings,
    /// The same, as the searches of this crate have it.
    Program,
}

/// A tree that has grown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grown {
    /// Nodes that were made, the root not counted.
    pub nodes: u64,
    /// Leaves that were expanded.
    pub expansions: u64,
    /// The numbers of the root.
    pub root: Numbers,
    /// What they say.
    pub verdict: ProofStatus,
    /// The size of a node, without what belongs to it elsewhere.
    pub node_bytes: usize,
    /// What was asked for to hold the tree: nodes and vectors. The same digits each time.
    pub tree_bytes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Grown {
    /// What a node takes, with all that belongs to it.
    pub fn bytes_per_node(&self) -> f64 {
        self.tree_bytes as f64 / self.nodes.max(1) as f64
    }
}

impl Layout {
    /// All of them, in the order of the steps.
    pub const ALL: [Layout; 6] = [
        Layout::Boxed,
        Layout::Indexed,
        Layout::Moves,
        Layout::NoParent,
        Layout::Siblings,
        Layout::Program,
    ];

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Boxed => "boxed",
            Layout::Indexed => "indexed",
            Layout::Moves => "moves",
            Layout::NoParent => "no-parent",
            Layout::Siblings => "siblings",
            Layout::Program => "program",
        }
    }
}

/// No position has so many moves: how many more nodes a tree may get than it is allowed.
const MOST_MOVES: u64 = 1 << 16;

/// Searches a position until the question is answered or so many nodes were made; the last leaf is expanded as a
/// whole. Trees have fewer nodes than 32 bits can number.
///
/// # Errors
/// If the memory cannot be reserved.
///
/// # Panics
/// If positions of the game come back.
pub fn grow<G: Game>(
    layout: Layout,
    game: &G,
    root: &G::State,
    goal: Goal<G::Value>,
    most_nodes: u64,
) -> Result<Grown, TableError> {
    assert!(
        !G::Graph::REPEATS,
        "trees in other layouts are for games whose positions do not come back"
    );
    let most_nodes = most_nodes.min(u64::from(u32::MAX) - 2 * MOST_MOVES);
    let table = TableSize::Entries(most_nodes + MOST_MOVES);
    let options = Options { method: Method::Pn, init: Init::Unit, table, ..Options::default() };
    let question = Ledger::default().ask(goal).expect("the first question finds room");
    let problem = Problem::new(game, &NoGuide, &options, &question);
    let experiment = Experiment { problem, root, most_nodes };
    match layout {
        Layout::Boxed => experiment.run::<Boxed<G>>(),
        Layout::Indexed => experiment.run::<Indexed<G, NodeId, Position<G>>>(),
        Layout::Moves => experiment.run::<Indexed<G, NodeId, Move<G>>>(),
        Layout::NoParent => experiment.run::<Indexed<G, (), Move<G>>>(),
        Layout::Siblings => experiment.run::<Siblings<G>>(),
        Layout::Program => program::run(experiment),
    }
}

/// What is searched.
struct Experiment<'a, G: Game> {
    problem: Problem<'a, G, NoGuide>,
    root: &'a G::State,
    most_nodes: u64,
}

impl<G: Game> Experiment<'_, G> {
    fn run<T: Tree<G>>(&self) -> Result<Grown, TableError> {
        let began = Instant::now();
        let mut tree = T::new(self.root, self.most_nodes + MOST_MOVES)?;
        let count = search::grow(&self.problem, &mut tree, self.most_nodes);
        let elapsed = began.elapsed();
        Ok(Grown {
            nodes: count.nodes,
            expansions: count.expansions,
            root: count.root,
            verdict: count.verdict,
            node_bytes: T::NODE_BYTES,
            tree_bytes: tree.bytes(),
            elapsed,
        })
    }
}

//! The tree that the searches of this crate have.

use std::time::Instant;

use phidelta_rules::Game;

use super::{Experiment, Grown};
use crate::tree::{Forest, NODE_BYTES, TreeSearch};
use crate::{Control, Limits, Options, Table, TableError, TableSize};

/// Where the proof goes in the end, which nobody asks for.
const TABLE: TableSize = TableSize::Entries(1 << 10);

/// Searches in such a tree.
///
/// # Errors
/// If the memory cannot be had.
pub fn run<G: Game>(experiment: Experiment<'_, G>) -> Result<Grown, TableError> {
    let Experiment { problem, root, most_nodes } = experiment;
    let table = Table::new(&Options { table: TABLE, ..Options::default() })?;
    let began = Instant::now();
    let mut forest = Forest::new(problem.options)?;
    let mut search = TreeSearch::new(problem, &mut forest, &table, root);
    let limits = Limits { nodes: Some(most_nodes), ..Limits::default() };
    let verdict = search.run(&mut Control::new(limits));
    let elapsed = began.elapsed();
    let found = search.findings(verdict);
    Ok(Grown {
        nodes: found.counters.nodes,
        expansions: found.counters.expansions,
        root: found.root,
        verdict,
        node_bytes: NODE_BYTES,
        tree_bytes: forest.touched_bytes(),
        elapsed,
    })
}

//! AND/OR graphs: any problem that is not a game but splits into alternatives (OR) and into
//! subproblems that must all be solved (AND), as in Nilsson's books (1971, 1980). The graph is given
//! node by node, in JSON ([`AndOrGraph::from_json`]) or by a program ([`AndOrGraph::from_parts`]).
//!
//! OR nodes belong to Max, AND nodes to Min: proving that the root is worth 1 solves the problem.

#![forbid(unsafe_code)]

mod entry;
mod json;
mod notation;

pub use entry::ENTRY;

use phidelta_rules::{
    Game, ParameterError, Player, Recurrence, Score, Status, WithCycles, recurrence, zobrist,
};
use std::collections::HashMap;
use std::sync::Arc;

/// A node of a graph that is to be made, for [`AndOrGraph::from_parts`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A node where a player chooses.
    Choice {
        /// Who chooses: [`Player::Max`] at an OR node, [`Player::Min`] at an AND node.
        turn: Player,
        /// The numbers of the nodes to choose from, each once.
        children: Vec<u32>,
    },
    /// A leaf with its value.
    Leaf(i32),
}

/// A node of a finished graph: a position, and also the move that leads to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Its number, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An AND/OR graph. It may have cycles, which [`AndOrGraph::cycle`] finds.
#[derive(Clone, Debug)]
pub struct AndOrGraph {
    root: NodeId,
    statuses: Vec<Status<Score>>,
    /// The children of all nodes, one node after the other.
    children: Vec<NodeId>,
    /// For each node, where its children begin; and where the last one's end.
    starts: Vec<u32>,
    /// Without names, the nodes are called by their numbers.
    names: Option<Names>,
    /// Whether there is a cycle: searches ask for it at every node.
    is_cyclic: bool,
}

/// What the nodes are called.
#[derive(Clone, Default, Debug)]
struct Names {
    names: Vec<Arc<str>>,
    nodes: HashMap<Arc<str>, NodeId>,
}

impl Names {
    /// Names the next node. Gives false if another one has the name already.
    fn add(&mut self, name: &str) -> bool {
        let node = NodeId(self.names.len() as u32);
        let name: Arc<str> = name.into();
        self.names.push(Arc::clone(&name));
        self.nodes.insert(name, node).is_none()
    }
}

impl AndOrGraph {
    /// A graph whose nodes are called by their numbers: `0`, `1`, and so on.
    ///
    /// ```
    /// use phidelta_graph::{AndOrGraph, Node};
    /// use phidelta_rules::{Game, Player, Score, Status, legal_moves};
    ///
    /// let choice = Node::Choice { turn: Player::Max, children: vec![1, 2] };
    /// let graph = AndOrGraph::from_parts(0, vec![choice, Node::Leaf(-1), Node::Leaf(3)])?;
    /// let children = legal_moves(&graph, &graph.initial());
    /// assert_eq!(children.len(), 2);
    /// assert_eq!(graph.status(&children[1]), Status::Over(Score(3)));
    /// # Ok::<(), phidelta_rules::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// If the root or a child does not exist, a child is listed twice at a node, or there are more
    /// nodes or children than `u32` counts.
    pub fn from_parts(root: u32, nodes: Vec<Node>) -> Result<Self, ParameterError> {
        Self::build(root, nodes, None)
    }

    fn build(root: u32, nodes: Vec<Node>, names: Option<Names>) -> Result<Self, ParameterError> {
        let fault = |message: String| Err(ParameterError::Other(message));
        let count = nodes.len();
        let edges: usize = nodes.iter().map(|node| node.children().len()).sum();
        if count >= u32::MAX as usize || edges >= u32::MAX as usize {
            return fault(format!(
                "the graph has {count} nodes and {edges} edges, but both must be fewer than {}",
                u32::MAX
            ));
        }
        if root as usize >= count {
            return fault(format!("the root, node {root}, is not one of the {count} nodes"));
        }
        let mut graph = AndOrGraph {
            root: NodeId(root),
            statuses: Vec::with_capacity(count),
            children: Vec::with_capacity(edges),
            starts: Vec::with_capacity(count + 1),
            names,
            is_cyclic: false,
        };
        // For each node, 1 + the last parent that listed it, or 0.
        let mut listed = vec![0; count];
        for (parent, node) in nodes.iter().enumerate() {
            graph.starts.push(graph.children.len() as u32);
            graph.statuses.push(match *node {
                Node::Choice { turn, .. } => Status::Turn(turn),
                Node::Leaf(value) => Status::Over(Score(value)),
            });
            for &child in node.children() {
                let parent_name = || graph.name(NodeId(parent as u32));
                let Some(last) = listed.get_mut(child as usize) else {
                    let name = parent_name();
                    return fault(format!("node `{name}` has the child {child}, which is no node"));
                };
                if *last == parent as u32 + 1 {
                    let (name, child) = (parent_name(), graph.name(NodeId(child)));
                    return fault(format!("node `{name}` lists its child `{child}` twice"));
                }
                *last = parent as u32 + 1;
                graph.children.push(NodeId(child));
            }
        }
        graph.starts.push(graph.children.len() as u32);
        graph.is_cyclic = graph.cycle().is_some();
        Ok(graph)
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.statuses.len()
    }

    /// All nodes, in the order in which they were given.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.statuses.len() as u32).map(NodeId)
    }

    /// The children of a node, none at a leaf.
    #[inline]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        let at = node.index();
        &self.children[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The name of a node.
    pub fn name(&self, node: NodeId) -> String {
        match &self.names {
            None => node.0.to_string(),
            Some(names) => names.names[node.index()].to_string(),
        }
    }

    /// The node of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        match &self.names {
            None => {
                let node = NodeId(name.parse().ok()?);
                (node.index() < self.node_count() && self.name(node) == name).then_some(node)
            }
            Some(names) => names.nodes.get(name).copied(),
        }
    }

    /// The nodes of a cycle in the order of its edges, if there is any cycle in the graph: one that
    /// the root leads to before others.
    pub fn cycle(&self) -> Option<Vec<NodeId>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Visit {
            No,
            Open,
            Done,
        }
        let mut visits = vec![Visit::No; self.node_count()];
        // The path to the node in hand, each node with how many of its children were seen.
        let mut path: Vec<(NodeId, usize)> = Vec::new();
        for start in std::iter::once(self.root).chain(self.nodes()) {
            if visits[start.index()] == Visit::No {
                visits[start.index()] = Visit::Open;
                path.push((start, 0));
            }
            while let Some((node, seen)) = path.last_mut() {
                let Some(&child) = self.children(*node).get(*seen) else {
                    visits[node.index()] = Visit::Done;
                    path.pop();
                    continue;
                };
                *seen += 1;
                match visits[child.index()] {
                    Visit::Done => {}
                    Visit::No => {
                        visits[child.index()] = Visit::Open;
                        path.push((child, 0));
                    }
                    Visit::Open => {
                        let nodes = path.into_iter().map(|(node, _)| node);
                        return Some(nodes.skip_while(|&node| node != child).collect());
                    }
                }
            }
        }
        None
    }
}

impl Node {
    fn children(&self) -> &[u32] {
        match self {
            Node::Choice { children, .. } => children,
            Node::Leaf(_) => &[],
        }
    }
}

/// What a choice among nothing is worth: an OR node has no solution, an AND node no problem.
fn nothing(turn: Player) -> Score {
    match turn {
        Player::Max => Score(-1),
        Player::Min => Score(1),
    }
}

impl Game for AndOrGraph {
    type State = NodeId;
    type Move = NodeId;
    type Value = Score;
    type Graph = WithCycles;

    fn initial(&self) -> NodeId {
        self.root
    }

    #[inline]
    fn status(&self, node: &NodeId) -> Status<Score> {
        self.statuses[node.index()]
    }

    #[inline]
    fn moves(&self, node: &NodeId, out: &mut impl Extend<NodeId>) {
        out.extend(self.children(*node).iter().copied());
    }

    fn stuck(&self, node: &NodeId) -> Score {
        match self.status(node) {
            Status::Turn(turn) => nothing(turn),
            Status::Over(value) => value,
        }
    }

    #[inline]
    fn play(&self, node: &mut NodeId, child: NodeId) {
        *node = child;
    }

    fn values(&self) -> Vec<Score> {
        let ends = self.nodes().filter(|&node| self.children(node).is_empty());
        let mut values: Vec<Score> = ends.map(|node| self.stuck(&node)).collect();
        if let Recurrence::Endless(value) = recurrence(self) {
            values.push(value);
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    #[inline]
    fn key(&self, node: &NodeId) -> u64 {
        zobrist::scramble(node.0 as u64 + 1)
    }

    #[inline]
    fn key_after(&self, _: &NodeId, child: NodeId) -> u64 {
        self.key(&child)
    }
}

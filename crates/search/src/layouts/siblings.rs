//! A tree in one array, whose nodes know their first child, their next sibling and the move that leads to them, and
//! nothing else: no allocation but for the array.

use phidelta_rules::Game;

use super::indexed::reserve;
use super::line::{Line, NodeId, ROOT};
use super::search::{Newborn, Tree, UNKNOWN};
use crate::{Numbers, TableError};

/// The root is nobody's child or sibling.
const NONE: NodeId = ROOT;

struct Node<M> {
    numbers: Numbers,
    first_child: NodeId,
    next_sibling: NodeId,
    /// None for the root.
    mv: Option<M>,
}

/// A tree of such nodes.
pub struct Siblings<G: Game> {
    nodes: Vec<Node<G::Move>>,
    line: Line<G>,
}

impl<G: Game> Tree<G> for Siblings<G> {
    type Id = NodeId;
    const NODE_BYTES: usize = size_of::<Node<G::Move>>();

    fn new(root: &G::State, most_nodes: u64) -> Result<Self, TableError> {
        let mut nodes = reserve(most_nodes)?;
        nodes.push(Node { numbers: UNKNOWN, first_child: NONE, next_sibling: NONE, mv: None });
        Ok(Siblings { nodes, line: Line::new(root) })
    }

    fn here(&self) -> NodeId {
        self.line.here
    }

    fn state(&self) -> &G::State {
        self.line.state()
    }

    fn numbers(&self, node: NodeId) -> Numbers {
        self.nodes[node as usize].numbers
    }

    fn set_numbers(&mut self, node: NodeId, numbers: Numbers) {
        self.nodes[node as usize].numbers = numbers;
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let some = |id| (id != NONE).then_some(id);
        let first = some(self.nodes[node as usize].first_child);
        std::iter::successors(first, move |&child| some(self.nodes[child as usize].next_sibling))
    }

    fn expand(&mut self, children: &[Newborn<G>]) {
        let Some(last) = children.len().checked_sub(1) else { return };
        let first = self.nodes.len() as NodeId;
        self.nodes[self.line.here as usize].first_child = first;
        for (place, child) in children.iter().enumerate() {
            let next_sibling = if place == last { NONE } else { first + place as NodeId + 1 };
            let (numbers, mv) = (child.numbers, Some(child.mv));
            self.nodes.push(Node { numbers, first_child: NONE, next_sibling, mv });
        }
    }

    fn descend(&mut self, game: &G, child: NodeId) {
        let mv = self.nodes[child as usize].mv.expect("a move leads to a child");
        self.line.play(game, mv);
        self.line.above.push(self.line.here);
        self.line.here = child;
    }

    fn ascend(&mut self) -> bool {
        let Some(parent) = self.line.above.pop() else { return false };
        self.line.states.pop();
        self.line.here = parent;
        true
    }

    fn bytes(&self) -> u64 {
        (self.nodes.len() * Self::NODE_BYTES) as u64
    }
}

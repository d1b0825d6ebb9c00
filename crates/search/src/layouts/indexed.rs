//! Trees in one array: nodes have numbers of 32 bits, and vectors of children. What else a node holds is a choice: the
//! number of its parent or nothing, and its position or the move that leads to it.

use phidelta_rules::Game;

use super::line::{Line, NodeId, ROOT};
use super::search::{Newborn, Tree, UNKNOWN};
use crate::{Numbers, TableError};

struct Node<P, C> {
    numbers: Numbers,
    /// One word, since most nodes are leaves.
    #[expect(clippy::box_collection, reason = "the vector itself has three words")]
    children: Option<Box<Vec<NodeId>>>,
    parent: P,
    content: C,
}

/// What a node knows of its parent.
pub trait Parent: Copy {
    /// That it is this one; of the root, that it is itself.
    fn is(parent: NodeId) -> Self;
    /// The parent, if the node knows it.
    fn get(self) -> Option<NodeId>;
}

impl Parent for NodeId {
    fn is(parent: NodeId) -> Self {
        parent
    }

    fn get(self) -> Option<NodeId> {
        Some(self)
    }
}

impl Parent for () {
    fn is(_: NodeId) -> Self {}

    fn get(self) -> Option<NodeId> {
        None
    }
}

/// What a node knows of its position.
pub trait Content<G: Game> {
    fn of_root(state: &G::State) -> Self;
    fn of(child: &Newborn<G>) -> Self;
    /// The position, if the node has it.
    fn state(&self) -> Option<&G::State>;
    /// The move that leads to it from the parent's, otherwise; none for the root.
    fn mv(&self) -> Option<G::Move>;
}

/// A position.
pub struct Position<G: Game>(G::State);

impl<G: Game> Content<G> for Position<G> {
    fn of_root(state: &G::State) -> Self {
        Position(state.clone())
    }

    fn of(child: &Newborn<G>) -> Self {
        Position(child.state.clone())
    }

    fn state(&self) -> Option<&G::State> {
        Some(&self.0)
    }

    fn mv(&self) -> Option<G::Move> {
        None
    }
}

/// A move; none for the root.
pub struct Move<G: Game>(Option<G::Move>);

impl<G: Game> Content<G> for Move<G> {
    fn of_root(_: &G::State) -> Self {
        Move(None)
    }

    fn of(child: &Newborn<G>) -> Self {
        Move(Some(child.mv))
    }

    fn state(&self) -> Option<&G::State> {
        None
    }

    fn mv(&self) -> Option<G::Move> {
        self.0
    }
}

/// A tree of such nodes.
pub struct Indexed<G: Game, P, C> {
    nodes: Vec<Node<P, C>>,
    /// What the vectors of children take.
    vector_bytes: u64,
    /// Of its stacks, those are in use that nodes do not make superfluous.
    line: Line<G>,
}

impl<G: Game, P: Parent, C: Content<G>> Indexed<G, P, C> {
    fn node(&self, id: NodeId) -> &Node<P, C> {
        &self.nodes[id as usize]
    }
}

impl<G: Game, P: Parent, C: Content<G>> Tree<G> for Indexed<G, P, C> {
    type Id = NodeId;
    const NODE_BYTES: usize = size_of::<Node<P, C>>();

    fn new(root: &G::State, most_nodes: u64) -> Result<Self, TableError> {
        let mut nodes = reserve(most_nodes)?;
        let (parent, content) = (P::is(ROOT), C::of_root(root));
        nodes.push(Node { numbers: UNKNOWN, children: None, parent, content });
        Ok(Indexed { nodes, vector_bytes: 0, line: Line::new(root) })
    }

    fn here(&self) -> NodeId {
        self.line.here
    }

    fn state(&self) -> &G::State {
        self.node(self.line.here).content.state().unwrap_or_else(|| self.line.state())
    }

    fn numbers(&self, node: NodeId) -> Numbers {
        self.node(node).numbers
    }

    fn set_numbers(&mut self, node: NodeId, numbers: Numbers) {
        self.nodes[node as usize].numbers = numbers;
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.node(node).children.iter().flat_map(|children| children.iter().copied())
    }

    fn expand(&mut self, children: &[Newborn<G>]) {
        let parent = P::is(self.line.here);
        let first = self.nodes.len() as NodeId;
        self.nodes.extend(children.iter().map(|child| {
            let (numbers, content) = (child.numbers, C::of(child));
            Node { numbers, children: None, parent, content }
        }));
        let ids: Vec<NodeId> = (first..self.nodes.len() as NodeId).collect();
        self.vector_bytes += (size_of_val(&ids) + ids.capacity() * size_of::<NodeId>()) as u64;
        self.nodes[self.line.here as usize].children = Some(Box::new(ids));
    }

    fn descend(&mut self, game: &G, child: NodeId) {
        let node = &self.nodes[child as usize];
        if let Some(mv) = node.content.mv() {
            self.line.play(game, mv);
        }
        if node.parent.get().is_none() {
            self.line.above.push(self.line.here);
        }
        self.line.here = child;
    }

    fn ascend(&mut self) -> bool {
        if self.line.here == ROOT {
            return false;
        }
        let node = &self.nodes[self.line.here as usize];
        if node.content.mv().is_some() {
            self.line.states.pop();
        }
        let parent = node.parent.get().or_else(|| self.line.above.pop());
        self.line.here = parent.expect("all but the root have a parent");
        true
    }

    fn bytes(&self) -> u64 {
        (self.nodes.len() * Self::NODE_BYTES) as u64 + self.vector_bytes
    }
}

/// Room for so many nodes, which takes memory only where it is touched.
///
/// # Errors
/// If it cannot be had.
pub fn reserve<N>(nodes: u64) -> Result<Vec<N>, TableError> {
    let mut room = Vec::new();
    room.try_reserve_exact(nodes as usize).map_err(|_| TableError {
        bytes: nodes.saturating_mul(size_of::<N>() as u64),
        source: std::io::ErrorKind::OutOfMemory.into(),
    })?;
    Ok(room)
}

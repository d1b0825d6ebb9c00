//! The textbook's tree: each node by itself, with its position, a pointer to its parent, and a vector of pointers to
//! its children.

use std::ptr::NonNull;

use phidelta_rules::Game;

use super::search::{Newborn, Tree, UNKNOWN};
use crate::{Numbers, TableError};

/// A pointer to a node.
type Link<G> = NonNull<Node<G>>;

/// A node of such a tree.
pub struct Node<G: Game> {
    numbers: Numbers,
    parent: Option<Link<G>>,
    /// One word, since most nodes are leaves.
    #[expect(clippy::box_collection, reason = "the vector itself has three words")]
    children: Option<Box<Vec<Link<G>>>>,
    state: G::State,
}

impl<G: Game> Node<G> {
    fn link(state: G::State, numbers: Numbers, parent: Option<Link<G>>) -> Link<G> {
        let node = Box::new(Node { numbers, parent, children: None, state });
        NonNull::from(Box::leak(node))
    }
}

/// A tree of such nodes.
pub struct Boxed<G: Game> {
    root: Link<G>,
    here: Link<G>,
    bytes: u64,
}

impl<G: Game> Boxed<G> {
    fn node(&self, link: Link<G>) -> &Node<G> {
        // SAFETY: links are of nodes of this tree, which live as long as it does, and which change only while it is
        // borrowed exclusively.
        unsafe { link.as_ref() }
    }

    fn node_mut(&mut self, mut link: Link<G>) -> &mut Node<G> {
        // SAFETY: as above, and the borrow of the tree is exclusive.
        unsafe { link.as_mut() }
    }
}

impl<G: Game> Tree<G> for Boxed<G> {
    type Id = Link<G>;
    const NODE_BYTES: usize = size_of::<Node<G>>();

    fn new(root: &G::State, _: u64) -> Result<Self, TableError> {
        let root = Node::link(root.clone(), UNKNOWN, None);
        Ok(Boxed { root, here: root, bytes: Self::NODE_BYTES as u64 })
    }

    fn here(&self) -> Link<G> {
        self.here
    }

    fn state(&self) -> &G::State {
        &self.node(self.here).state
    }

    fn numbers(&self, node: Link<G>) -> Numbers {
        self.node(node).numbers
    }

    fn set_numbers(&mut self, node: Link<G>, numbers: Numbers) {
        self.node_mut(node).numbers = numbers;
    }

    fn children(&self, node: Link<G>) -> impl Iterator<Item = Link<G>> {
        self.node(node).children.iter().flat_map(|children| children.iter().copied())
    }

    fn expand(&mut self, children: &[Newborn<G>]) {
        let here = Some(self.here);
        let links =
            children.iter().map(|child| Node::link(child.state.clone(), child.numbers, here));
        let links: Vec<Link<G>> = links.collect();
        self.bytes += (links.len() * Self::NODE_BYTES) as u64;
        self.bytes += (size_of_val(&links) + links.capacity() * size_of::<Link<G>>()) as u64;
        self.node_mut(self.here).children = Some(Box::new(links));
    }

    fn descend(&mut self, _: &G, child: Link<G>) {
        self.here = child;
    }

    fn ascend(&mut self) -> bool {
        let parent = self.node(self.here).parent;
        self.here = parent.unwrap_or(self.here);
        parent.is_some()
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<G: Game> Drop for Boxed<G> {
    fn drop(&mut self) {
        let mut pending = vec![self.root];
        while let Some(link) = pending.pop() {
            // SAFETY: a node was made by a box, and nobody asks for it any more: it has one parent, so it is
            // met once.
            let node = unsafe { Box::from_raw(link.as_ptr()) };
            pending.extend(node.children.iter().flat_map(|children| children.iter()));
        }
    }
}

//! Where a search is, as far as nodes do not tell themselves.

use phidelta_rules::Game;

/// The number of a node in an array. The root has number 0.
pub type NodeId = u32;

pub const ROOT: NodeId = 0;

/// The node where the search is, and what its tree keeps on stacks of the way there.
pub struct Line<G: Game> {
    pub here: NodeId,
    /// The nodes above it.
    pub above: Vec<NodeId>,
    /// Its position, after those of the nodes above it.
    pub states: Vec<G::State>,
}

impl<G: Game> Line<G> {
    /// At the root.
    pub fn new(root: &G::State) -> Self {
        Line { here: ROOT, above: Vec::new(), states: vec![root.clone()] }
    }

    /// The position where the search is.
    pub fn state(&self) -> &G::State {
        self.states.last().expect("the root's position stays")
    }

    /// Adds the position that a move leads to.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let mut state = self.state().clone();
        game.play(&mut state, mv);
        self.states.push(state);
    }
}

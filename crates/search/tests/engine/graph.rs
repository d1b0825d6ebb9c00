//! Random AND/OR graphs, and one that notes what is asked of it.

use std::cell::RefCell;

use phidelta_rules::{Finite, Game, Score, Status};
pub use phidelta_testing::{At, Graph, Node, each_option, random_options};

/// Notes each position whose moves are asked for.
pub struct Noting<'a> {
    graph: &'a Graph,
    pub expanded: RefCell<Vec<u32>>,
}

impl<'a> Noting<'a> {
    pub fn new(graph: &'a Graph) -> Self {
        Noting { graph, expanded: RefCell::default() }
    }
}

impl Game for Noting<'_> {
    type State = At;
    type Move = u32;
    type Value = Score;
    type Course = Finite;

    fn initial(&self) -> At {
        self.graph.initial()
    }
    fn status(&self, at: &At) -> Status<Score> {
        self.graph.status(at)
    }
    fn moves(&self, at: &At, out: &mut impl Extend<u32>) {
        self.expanded.borrow_mut().push(at.0);
        self.graph.moves(at, out);
    }
    fn stuck(&self, at: &At) -> Score {
        self.graph.stuck(at)
    }
    fn play(&self, at: &mut At, child: u32) {
        self.graph.play(at, child);
    }
    fn values(&self) -> Vec<Score> {
        self.graph.values().into_iter().map(Score).collect()
    }
}

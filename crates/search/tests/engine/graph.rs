//! Random AND/OR graphs, one that notes what is asked of it, and one with wide moves.

use std::cell::RefCell;

use phidelta_rules::{Acyclic, Game, Score, Status};
pub use phidelta_testing::{At, Graph, Node, each_option, random_options, random_table_options};

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
    type Graph = Acyclic;

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

/// A graph whose moves are too wide for a node of a tree: the number of the child, and its double.
pub struct Wide<'a>(pub &'a Graph);

impl Game for Wide<'_> {
    type State = At;
    type Move = [u64; 2];
    type Value = Score;
    type Graph = Acyclic;

    fn initial(&self) -> At {
        self.0.initial()
    }
    fn status(&self, at: &At) -> Status<Score> {
        self.0.status(at)
    }
    fn moves(&self, at: &At, out: &mut impl Extend<[u64; 2]>) {
        let children = self.0.nodes[at.0 as usize].children.iter();
        out.extend(children.map(|&child| [child.into(), 2 * u64::from(child)]));
    }
    fn stuck(&self, at: &At) -> Score {
        self.0.stuck(at)
    }
    fn play(&self, at: &mut At, [child, double]: [u64; 2]) {
        assert_eq!(2 * child, double);
        assert!(self.0.nodes[at.0 as usize].children.contains(&(child as u32)));
        at.0 = child as u32;
    }
    fn values(&self) -> Vec<Score> {
        Game::values(self.0)
    }
    fn key(&self, at: &At) -> u64 {
        self.0.key(at)
    }
}

//! A plain proof-number search (Allis, van der Meulen & van den Herik 1994) of a tree in any layout.
//!
//! After an expansion, it goes up as far as numbers change, and from there down to the next leaf: the most proving
//! one is below a node whose numbers have not changed (Allis 1994). So the numbers of the root are always right.

use phidelta_rules::{Game, NoGuide, Status};

use crate::numbers::Side;
use crate::problem::Problem;
use crate::sums::Sums;
use crate::{Backup, Numbers, ProofStatus, Stopped, TableError};

/// The numbers of a position that nothing is known about.
pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

/// A node that is to become a part of a tree.
pub struct Newborn<G: Game> {
    pub mv: G::Move,
    pub state: G::State,
    pub numbers: Numbers,
}

/// A tree, and where in it the search is: at its root in the beginning.
pub trait Tree<G: Game>: Sized {
    /// What a node is known by. Only those that this tree has given out may be used.
    type Id: Copy;
    /// The size of a node.
    const NODE_BYTES: usize;

    /// A tree of its root alone, which may get so many nodes.
    ///
    /// # Errors
    /// If the memory cannot be reserved.
    fn new(root: &G::State, most_nodes: u64) -> Result<Self, TableError>;
    /// The node where the search is.
    fn here(&self) -> Self::Id;
    /// Its position.
    fn state(&self) -> &G::State;
    fn numbers(&self, node: Self::Id) -> Numbers;
    fn set_numbers(&mut self, node: Self::Id, numbers: Numbers);
    /// The children of a node, in the order of their moves; none at a leaf.
    fn children(&self, node: Self::Id) -> impl Iterator<Item = Self::Id>;
    /// Gives children to the leaf where the search is.
    fn expand(&mut self, children: &[Newborn<G>]);
    /// Goes down to a child of the node where the search is.
    fn descend(&mut self, game: &G, child: Self::Id);
    /// Goes back to the parent. Whether there is one.
    fn ascend(&mut self) -> bool;
    /// What was asked for to hold the tree: nodes and vectors, not the line to where the search is.
    fn bytes(&self) -> u64;
}

/// What a search came to.
pub struct Count {
    pub nodes: u64,
    pub expansions: u64,
    pub root: Numbers,
    pub verdict: ProofStatus,
}

/// Searches until the root is solved, or there are so many nodes.
pub fn grow<G: Game, T: Tree<G>>(
    problem: &Problem<'_, G, NoGuide>,
    tree: &mut T,
    most_nodes: u64,
) -> Count {
    let root = tree.here();
    if let Status::Over(value) = problem.game.status(tree.state()) {
        tree.set_numbers(root, problem.settled(value));
    }
    let (mut nodes, mut expansions) = (0, 0);
    let mut nursery = Nursery { moves: Vec::new(), children: Vec::new() };
    let verdict = loop {
        match tree.numbers(root).verdict(problem.infinity) {
            Some(true) => break ProofStatus::Proved,
            Some(false) => break ProofStatus::Disproved,
            None => {}
        }
        let here = tree.here();
        if tree.children(here).next().is_none() {
            if nodes >= most_nodes {
                break ProofStatus::Unknown(Stopped::Nodes);
            }
            nursery.fill(problem, tree.state());
            tree.expand(&nursery.children);
            nodes += nursery.children.len() as u64;
            expansions += 1;
        }
        let before = tree.numbers(here);
        let (numbers, best) = summarise(problem, tree);
        tree.set_numbers(here, numbers);
        // What has changed may change the numbers of the parent.
        if numbers != before && tree.ascend() {
            continue;
        }
        if let Some(best) = best {
            tree.descend(problem.game, best);
        }
    };
    Count { nodes, expansions, root: tree.numbers(root), verdict }
}

/// Whose choice it is at a node that the search goes to.
fn choosing_side<G: Game>(problem: &Problem<'_, G, NoGuide>, state: &G::State) -> Side {
    match problem.game.status(state) {
        Status::Turn(turn) => problem.choosing_side(turn),
        Status::Over(_) => unreachable!("a finished game is solved, and not searched"),
    }
}

/// The children of a leaf, before they are a part of the tree.
struct Nursery<G: Game> {
    moves: Vec<G::Move>,
    children: Vec<Newborn<G>>,
}

impl<G: Game> Nursery<G> {
    /// Makes the children of a position; where one decides it, those up to that one.
    fn fill(&mut self, problem: &Problem<'_, G, NoGuide>, state: &G::State) {
        let summed = choosing_side(problem, state).other();
        self.moves.clear();
        self.children.clear();
        problem.game.moves(state, &mut self.moves);
        for &mv in &self.moves {
            let mut state = state.clone();
            problem.game.play(&mut state, mv);
            let numbers = match problem.game.status(&state) {
                Status::Over(value) => problem.settled(value),
                Status::Turn(_) => UNKNOWN,
            };
            self.children.push(Newborn { mv, state, numbers });
            if numbers[summed] == problem.infinity {
                break;
            }
        }
    }
}

/// The numbers of the node where the search is, from those of its children, and the first of the best children, if
/// one is unsolved.
fn summarise<G: Game, T: Tree<G>>(
    problem: &Problem<'_, G, NoGuide>,
    tree: &T,
) -> (Numbers, Option<T::Id>) {
    let least = choosing_side(problem, tree.state());
    let mut sums = Sums::new(problem.infinity, Backup::Sum);
    let mut best = None;
    let mut is_leaf = true;
    for child in tree.children(tree.here()) {
        let numbers = tree.numbers(child);
        if sums.add(numbers[least], numbers[least.other()]) {
            best = Some(child);
        }
        is_leaf = false;
    }
    if is_leaf {
        return (problem.settled(problem.game.stuck(tree.state())), None);
    }
    (sums.numbers(least), best)
}

//! Random AND/OR graphs, and the oracle: their values by plain retrograde evaluation.

use phidelta_rules::{Acyclic, Game, Player, Score, Status};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A node: who chooses, among which nodes. Where lines of play are finite, children have larger
/// numbers than their parents.
#[derive(Clone, Debug)]
pub struct Node {
    /// Who is to move.
    pub turn: Player,
    /// Where the moves lead.
    pub children: Vec<u32>,
    /// Its value, if it is an end: known at once, or only when its moves are asked for.
    pub value: i32,
    /// Whether it is known at once.
    pub ends_at_once: bool,
}

/// A game on a graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The nodes, the root first.
    pub nodes: Vec<Node>,
}

/// A position: the number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At(pub u32);

impl Graph {
    /// A random graph of at most `size` nodes: a tree, or a DAG in which lines of play meet. Few
    /// of its nodes are early ends, so that there is something to search.
    pub fn random(seed: u64, size: usize, tree: bool, outcomes: i32) -> Graph {
        let mut random = StdRng::seed_from_u64(seed);
        let branching = random.random_range(2..=5);
        let reach = random.random_range(3..=4 + size / 8);
        // Strictly alternating players, or anyone at any time.
        let alternating = random.random_bool(0.3);
        let mut nodes: Vec<Node> = Vec::new();
        let mut generated = 1;
        while nodes.len() < generated {
            let id = nodes.len();
            let turn = if random.random_bool(0.5) { Player::Max } else { Player::Min };
            let mut children = Vec::new();
            let ends = id > 0 && random.random_bool(0.1);
            let wanted = if ends { 0 } else { random.random_range(1..=branching) };
            for _ in 0..wanted {
                let child = if tree { generated } else { random.random_range(id + 1..=id + reach) };
                if child < size && !children.contains(&(child as u32)) {
                    children.push(child as u32);
                    generated = generated.max(child + 1);
                }
            }
            nodes.push(Node {
                turn,
                value: random.random_range(-outcomes..=outcomes),
                ends_at_once: children.is_empty() && random.random_bool(0.7),
                children,
            });
        }
        if alternating {
            alternate(&mut nodes);
        }
        Graph { nodes }
    }

    /// A long narrow DAG in which each node leads to the next one, and often past it: siblings lie
    /// below each other.
    pub fn ladder(seed: u64, size: u32) -> Graph {
        let mut random = StdRng::seed_from_u64(seed);
        let node = |id: u32| {
            let mut children = if id + 1 < size { vec![id + 1] } else { Vec::new() };
            if id + 2 < size && random.random_bool(0.5) {
                children.insert(random.random_range(0..=1), id + 2);
            }
            Node {
                turn: if random.random_bool(0.5) { Player::Max } else { Player::Min },
                value: random.random_range(0..=1),
                ends_at_once: children.is_empty(),
                children,
            }
        };
        Graph { nodes: (0..size).map(node).collect() }
    }

    /// A full tree of this depth and branching with alternating players and random ends.
    pub fn full_tree(seed: u64, depth: u32, branching: u32) -> Graph {
        let mut random = StdRng::seed_from_u64(seed);
        let mut nodes = Vec::new();
        let mut generated = 1;
        let (mut layer_end, mut layer) = (1, 0);
        while nodes.len() < generated {
            if nodes.len() == layer_end {
                (layer_end, layer) = (generated, layer + 1);
            }
            let mut children = Vec::new();
            if layer < depth {
                children.extend(generated as u32..generated as u32 + branching);
                generated += branching as usize;
            }
            nodes.push(Node {
                turn: if layer % 2 == 0 { Player::Max } else { Player::Min },
                value: random.random_range(0..=1),
                ends_at_once: layer == depth,
                children,
            });
        }
        Graph { nodes }
    }

    /// A ladder of diamonds: at each rung Min chooses between two ways to the next rung, on each of
    /// which Max has no choice, and a small position of its own; Max wins everywhere. A proof
    /// consists of a few positions for each rung, but there are 2 to the power of `rungs` ways down,
    /// and a sum counts the lower rungs once for each way.
    pub fn diamonds(rungs: u32) -> Graph {
        let node = |turn, children| Node { turn, children, value: 1, ends_at_once: false };
        let mut nodes = Vec::new();
        for rung in 0..rungs {
            let first = 6 * rung;
            nodes.push(node(Player::Min, vec![first + 1, first + 2, first + 3]));
            nodes.push(node(Player::Max, vec![first + 6]));
            nodes.push(node(Player::Max, vec![first + 6]));
            nodes.push(node(Player::Max, vec![first + 4, first + 5]));
            nodes.push(Node { value: 0, ..node(Player::Max, Vec::new()) });
            nodes.push(node(Player::Max, Vec::new()));
        }
        nodes.push(node(Player::Max, Vec::new()));
        Graph { nodes }
    }

    /// At the root, Max has a losing way into a full binary tree of this depth, and a winning one onto
    /// a ladder of [`diamonds`](Graph::diamonds). Who overestimates the ladder searches the tree.
    pub fn diamonds_or_tree(rungs: u32, depth: u32) -> Graph {
        let mut tree = Graph::full_tree(0, depth, 2).nodes;
        tree.iter_mut().for_each(|node| node.value = 0);
        let (tree_at, ladder_at) = (1, 1 + tree.len() as u32);
        let children = vec![tree_at, ladder_at];
        let root = Node { turn: Player::Max, children, value: 0, ends_at_once: false };
        // At the top of the tree, Min is to move.
        tree.iter_mut().for_each(|node| node.turn = !node.turn);
        let mut nodes = vec![root];
        for (first, part) in [(tree_at, tree), (ladder_at, Graph::diamonds(rungs).nodes)] {
            nodes.extend(part.into_iter().map(|mut node| {
                node.children.iter_mut().for_each(|child| *child += first);
                node
            }));
        }
        Graph { nodes }
    }

    /// A random graph of exactly `size` nodes in which positions come back.
    pub fn cyclic(seed: u64, size: u32, outcomes: i32) -> Graph {
        let mut random = StdRng::seed_from_u64(seed);
        let branching = random.random_range(2..=3);
        let ends = random.random_range(0.1..0.4);
        let node = |_| {
            let wanted =
                if random.random_bool(ends) { 0 } else { random.random_range(1..=branching) };
            let mut children: Vec<u32> =
                (0..wanted).map(|_| random.random_range(0..size)).collect();
            children.sort_unstable_by_key(|child| child.wrapping_mul(0x9e37_79b9));
            children.dedup();
            Node {
                turn: if random.random_bool(0.5) { Player::Max } else { Player::Min },
                value: random.random_range(-outcomes..=outcomes),
                ends_at_once: children.is_empty() && random.random_bool(0.7),
                children,
            }
        };
        Graph { nodes: (0..size).map(node).collect() }
    }

    /// A random graph of `size` nodes in which few lines end, and most lead to near nodes, so that
    /// they come back again and again: searches that go round in circles do so here.
    pub fn winding(seed: u64, size: u32) -> Graph {
        let mut random = StdRng::seed_from_u64(seed);
        let node = |id| {
            let is_end = id > 0 && random.random_bool(0.04);
            let wanted = if is_end { 0 } else { random.random_range(2..=3) };
            let mut near = || (id + size + random.random_range(0..24) - 10) % size;
            let mut children: Vec<u32> = (0..wanted).map(|_| near()).collect();
            children.sort_unstable();
            children.dedup();
            Node {
                turn: if random.random_bool(0.5) { Player::Max } else { Player::Min },
                value: if is_end && random.random_bool(0.5) { 1 } else { -1 },
                ends_at_once: is_end,
                children,
            }
        };
        Graph { nodes: (0..size).map(node).collect() }
    }

    /// The value of a node if the game is over there.
    pub fn end(&self, id: u32) -> Option<Score> {
        let node = &self.nodes[id as usize];
        let over = node.ends_at_once || node.children.is_empty();
        over.then_some(Score(node.value))
    }

    /// Whether play can lead from one node to another, in no moves or more.
    pub fn leads(&self, from: u32, to: u32) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![from];
        while let Some(id) = stack.pop() {
            if id == to {
                return true;
            }
            if self.end(id).is_none() && !std::mem::replace(&mut seen[id as usize], true) {
                stack.extend(&self.nodes[id as usize].children);
            }
        }
        false
    }

    /// The oracle where lines of play are finite: the value of every node, from the last to the
    /// first.
    pub fn values(&self) -> Vec<i32> {
        let mut values = vec![0; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate().rev() {
            let children = node.children.iter().map(|&child| values[child as usize]);
            values[id] = match node.turn {
                _ if node.children.is_empty() => node.value,
                Player::Max => children.max().unwrap(),
                Player::Min => children.min().unwrap(),
            };
        }
        values
    }
}

/// Makes players alternate along the first path to each node.
fn alternate(nodes: &mut [Node]) {
    for id in 0..nodes.len() {
        let turn = nodes[id].turn;
        for child in nodes[id].children.clone() {
            nodes[child as usize].turn = !turn;
        }
    }
}

impl Game for Graph {
    type State = At;
    type Move = u32;
    type Value = Score;
    type Graph = Acyclic;

    fn initial(&self) -> At {
        At(0)
    }

    fn status(&self, at: &At) -> Status<Score> {
        let node = &self.nodes[at.0 as usize];
        if node.ends_at_once { Status::Over(Score(node.value)) } else { Status::Turn(node.turn) }
    }

    fn moves(&self, at: &At, out: &mut impl Extend<u32>) {
        out.extend(self.nodes[at.0 as usize].children.iter().copied());
    }

    fn stuck(&self, at: &At) -> Score {
        Score(self.nodes[at.0 as usize].value)
    }

    fn play(&self, at: &mut At, child: u32) {
        at.0 = child;
    }

    fn values(&self) -> Vec<Score> {
        let mut values: Vec<Score> = self.nodes.iter().map(|node| Score(node.value)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The number itself: distinct in 8 bits for graphs of up to 256 nodes.
    fn key(&self, at: &At) -> u64 {
        u64::from(at.0)
    }
}

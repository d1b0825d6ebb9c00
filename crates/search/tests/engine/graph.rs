//! Random AND/OR graphs, and the oracle: their values by plain retrograde evaluation.

use std::cell::RefCell;

use phidelta_rules::{Game, Player, Score, Status};
use phidelta_search::{Backup, Deep, Init, Method, Options, Replacement, Step, TableSize, Widths};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A node: who chooses, among which nodes. Children have larger numbers than their parents.
#[derive(Clone, Debug)]
pub struct Node {
    pub turn: Player,
    pub children: Vec<u32>,
    /// Its value, if it is an end: known at once, or only when its moves are asked for.
    pub value: i32,
    pub ends_at_once: bool,
}

#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

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

    /// The oracle: the value of every node, from the last to the first.
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

/// Each choice of each option, the others being the defaults of a small table.
pub fn each_option() -> Vec<Options> {
    let base = Options { table: TableSize::Entries(64), ..Options::default() };
    let mut all = vec![base.clone()];
    let mut add = |change: &dyn Fn(&mut Options)| {
        let mut options = base.clone();
        change(&mut options);
        all.push(options);
    };
    add(&|options| options.method = Method::Pds);
    for step in STEPS {
        add(&|options| options.step = step);
        add(&|options| (options.method, options.step) = (Method::Pds, step));
    }
    for init in INITS {
        add(&|options| options.init = init);
    }
    add(&|options| (options.init, options.look_ahead) = (Init::Unit, true));
    add(&|options| (options.init, options.look_ahead) = (Init::Mobility, true));
    for deep in DEEPS {
        add(&|options| options.deep = Some(deep));
    }
    add(&|options| options.backup = Backup::Weak);
    for replacement in REPLACEMENTS {
        add(&|options| options.replacement = replacement);
    }
    add(&|options| options.table = TableSize::Entries(4));
    add(&|options| options.table = TableSize::Bytes(1 << 20));
    add(&|options| options.widths.infinity = 255);
    add(&|options| options.widths.key_bits = 8);
    all
}

const STEPS: [Step; 6] = [
    Step::Plus(1),
    Step::Plus(2),
    Step::Plus(17),
    Step::Times(0),
    Step::Times(1 << 12),
    Step::Times(3 << 16),
];
const INITS: [Init; 3] = [Init::Unit, Init::Guide, Init::Mobility];
const DEEPS: [Deep; 7] = [
    Deep { e: 0, d: 0 },
    Deep { e: 0, d: 3 },
    Deep { e: 1, d: 5 },
    Deep { e: 2, d: 1 },
    Deep { e: 2, d: 6 },
    Deep { e: 7, d: 4 },
    Deep { e: 1000, d: 10_000 },
];
const REPLACEMENTS: [Replacement; 3] =
    [Replacement::TwoBig, Replacement::SmallTree, Replacement::SmallTreeGc];

/// A random combination of all options.
pub fn random_options(random: &mut StdRng) -> Options {
    fn one<T: Copy>(random: &mut StdRng, choices: &[T]) -> T {
        choices[random.random_range(0..choices.len())]
    }
    Options {
        method: one(random, &[Method::DfPn, Method::Pds]),
        step: one(random, &STEPS),
        init: one(random, &INITS),
        look_ahead: random.random_bool(0.5),
        deep: random.random_bool(0.3).then(|| one(random, &DEEPS)),
        backup: one(random, &[Backup::Sum, Backup::Weak]),
        replacement: one(random, &REPLACEMENTS),
        table: TableSize::Entries(random.random_range(4..=64)),
        widths: Widths { key_bits: one(random, &[8, 64]), infinity: one(random, &[255, u32::MAX]) },
    }
}

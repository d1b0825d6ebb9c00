//! The algorithms as their papers write them down, by recursion and with a table that forgets
//! nothing: the engine must visit the same nodes in the same order.

use std::collections::{HashMap, HashSet};

use phidelta_rules::{Goal, NoGuide, Player, Score};
use phidelta_search::{
    Backup, Control, Init, Ledger, Method, Options, Search, Step, Table, TableSize,
};

use crate::certify;
use crate::graph::{At, Graph, Noting};

const INFINITE: u64 = 1 << 40;
const GOAL: Goal<Score> = Goal::AtLeast(Score(1));

struct Reference<'a> {
    graph: &'a Graph,
    method: Method,
    backup: Backup,
    step: Step,
    table: HashMap<u32, (u64, u64)>,
    /// Of each node that was visited: the latest parent, and whether it shares descendants with
    /// its siblings there.
    parents: HashMap<u32, (u32, bool)>,
    line: Vec<Visit>,
    visited: Vec<u32>,
}

/// A node on the present line.
struct Visit {
    id: u32,
    /// The numbers of its children, when one of them was chosen last.
    numbers: HashMap<u32, (u64, u64)>,
    /// The children that share descendants.
    shared: HashSet<u32>,
}

/// What is known of the children of a node, on the side of which the mover takes the least and on
/// the other.
struct Children {
    least: Vec<u64>,
    summed: Vec<u64>,
    shared: Vec<bool>,
    /// Whether those with the largest summed number are the most promising: at AND nodes in PN*.
    by_largest: bool,
}

impl Children {
    /// The children that are not solved, the most promising first.
    fn open(&self) -> Vec<usize> {
        let mut open: Vec<usize> =
            (0..self.least.len()).filter(|&i| self.least[i] < INFINITE).collect();
        let place =
            |&i: &usize| if self.by_largest { INFINITE - self.summed[i] } else { self.least[i] };
        open.sort_by_key(place);
        open
    }

    /// The sum, or what stands for it.
    fn together(&self, backup: Backup) -> u64 {
        if self.summed.iter().any(|&number| number >= INFINITE) {
            return INFINITE;
        }
        let open = self.open();
        let largest = |open: &[usize]| open.iter().map(|&i| self.summed[i]).max().unwrap_or(0);
        let sum = |open: &[usize]| open.iter().map(|&i| self.summed[i]).sum::<u64>();
        match backup {
            Backup::Sum => sum(&open),
            Backup::Weak => largest(&open) + (open.len() as u64).saturating_sub(1),
            Backup::Best(most) => sum(&open[..open.len().min(most as usize)]),
            Backup::Factor(factor) => {
                let part = (open.len() * factor as usize).div_ceil(1000);
                sum(&open[..open.len().min(1 + part)])
            }
            Backup::Snda => {
                let (shared, others): (Vec<usize>, Vec<usize>) =
                    open.into_iter().partition(|&i| self.shared[i]);
                sum(&others) + largest(&shared)
            }
            Backup::Sets => unreachable!("sets are not numbers"),
        }
    }

    /// How far the number of a child may go before what stands for the sum reaches a limit.
    fn rest(&self, backup: Backup, limit: u64, child: usize) -> u64 {
        match backup {
            _ if limit >= INFINITE => INFINITE,
            Backup::Weak => limit + 1 - self.open().len() as u64,
            Backup::Snda if self.shared[child] => {
                let alone = |&i: &usize| !self.shared[i];
                let others = self.open().into_iter().filter(alone).map(|i| self.summed[i]);
                limit - others.sum::<u64>()
            }
            _ => limit - self.together(backup) + self.summed[child],
        }
    }
}

impl Reference<'_> {
    fn solved(value: i32) -> (u64, u64) {
        if value >= 1 { (0, INFINITE) } else { (INFINITE, 0) }
    }

    /// The next threshold above the number of a child of a node; on the side of proof numbers, or
    /// not.
    fn above(&self, id: u32, proof: bool, number: u64) -> u64 {
        match self.step {
            Step::Plus(delta) => number + u64::from(delta),
            Step::Times(e) => {
                (number + 1).max((number * ((1 << 16) + u64::from(e))).div_ceil(1 << 16))
            }
            Step::Mean => {
                let children = self.graph.nodes[id as usize].children.iter();
                let open: Vec<u64> = children
                    .map(|&child| self.numbers(child))
                    .filter(|&(p, d)| p < INFINITE && d < INFINITE)
                    .map(|(p, d)| if proof { p } else { d })
                    .collect();
                let mean = open.iter().sum::<u64>().checked_div(open.len() as u64);
                number + mean.unwrap_or(1).max(1)
            }
        }
    }

    fn numbers(&self, id: u32) -> (u64, u64) {
        let node = &self.graph.nodes[id as usize];
        let first = if node.ends_at_once { Self::solved(node.value) } else { (1, 1) };
        self.table.get(&id).copied().unwrap_or(first)
    }

    fn is_open(&self, id: u32) -> bool {
        let (p, d) = self.numbers(id);
        p < INFINITE && d < INFINITE
    }

    /// Begins the visit of a node that has children.
    fn open(&mut self, id: u32) {
        let children = self.graph.nodes[id as usize].children.iter();
        let numbers = children.map(|&child| (child, self.numbers(child))).collect();
        self.line.push(Visit { id, numbers, shared: HashSet::new() });
        if self.backup == Backup::Snda {
            self.find_sources(id);
        }
    }

    /// Looks for the sources of what lies below the node on top of the line.
    fn find_sources(&mut self, id: u32) {
        for &child in &self.graph.nodes[id as usize].children {
            if !self.table.contains_key(&child) || !self.is_open(child) {
                continue;
            }
            let Some(&(parent, shared)) = self.parents.get(&child) else { continue };
            if parent == id {
                if shared {
                    self.line.last_mut().unwrap().shared.insert(child);
                }
                continue;
            }
            let (mut below, mut above) = (child, parent);
            let source = loop {
                if let Some(at) = self.line.iter().rposition(|visit| visit.id == above) {
                    break Some(at);
                }
                match self.parents.get(&above) {
                    Some(&(parent, _)) => (below, above) = (above, parent),
                    None => break None,
                }
            };
            let Some(source) = source else { continue };
            let on_line = self.line.get(source + 1).map_or(child, |visit| visit.id);
            let is_or = self.graph.nodes[above as usize].turn == Player::Max;
            let summed = |(p, d): (u64, u64)| if is_or { d } else { p };
            let known = |id: u32| summed(self.line[source].numbers[&id]);
            if on_line == below || summed(self.numbers(child)) < known(below).min(known(on_line)) {
                continue;
            }
            for marked in [below, on_line] {
                if self.line[source].shared.insert(marked) {
                    self.parents.insert(marked, (above, true));
                }
            }
        }
    }

    fn visit(&mut self, id: u32, pt: u64, dt: u64) -> (u64, u64) {
        self.visited.push(id);
        let node = &self.graph.nodes[id as usize];
        if node.children.is_empty() {
            return Self::solved(node.value);
        }
        self.open(id);
        let found = self.search(id, pt, dt);
        self.line.pop();
        if let Some(&Visit { id: parent, .. }) = self.line.last() {
            let shared = self.parents.get(&id) == Some(&(parent, true));
            self.parents.insert(id, (parent, shared));
        }
        found
    }

    fn search(&mut self, id: u32, pt: u64, dt: u64) -> (u64, u64) {
        let graph = self.graph;
        let node = &graph.nodes[id as usize];
        let is_or = node.turn == Player::Max;
        loop {
            let numbers: Vec<(u64, u64)> =
                node.children.iter().map(|&child| self.numbers(child)).collect();
            let proofs: Vec<u64> = numbers.iter().map(|n| n.0).collect();
            let disproofs: Vec<u64> = numbers.iter().map(|n| n.1).collect();
            let (least, summed) = if is_or { (proofs, disproofs) } else { (disproofs, proofs) };
            let visit = self.line.last_mut().unwrap();
            visit.numbers = node.children.iter().copied().zip(numbers.iter().copied()).collect();
            let shared = node.children.iter().map(|child| visit.shared.contains(child)).collect();
            let by_largest = self.method == Method::PnStar && !is_or;
            let children = Children { least, summed, shared, by_largest };
            let (first, total) =
                (*children.least.iter().min().unwrap(), children.together(self.backup));
            let (p, d) = if is_or { (first, total) } else { (total, first) };
            let solved = p == 0 || d == 0;
            let done = match self.method {
                Method::DfPn => solved || p >= pt || d >= dt,
                Method::Pds => solved || p >= pt && d >= dt,
                Method::PnStar => solved || p >= pt,
                other => unreachable!("{other:?} is not depth first"),
            };
            if done {
                return (p, d);
            }
            // The first child with the least number, and the least of the others.
            let keys = &children.least;
            let best = match self.method {
                // PN*: the first child of those with the largest proof number, at AND nodes.
                Method::PnStar if !is_or => {
                    let open = |i: &usize| keys[*i] < INFINITE;
                    (0..keys.len()).rev().filter(open).max_by_key(|&i| children.summed[i]).unwrap()
                }
                _ => (0..keys.len()).min_by_key(|&i| keys[i]).unwrap(),
            };
            let second = (0..keys.len()).filter(|&i| i != best).map(|i| keys[i]).min();
            let second = second.filter(|&number| number < INFINITE);
            let (pc, dc) = numbers[best];
            let rest = |limit: u64| children.rest(self.backup, limit, best);
            let rival = |limit: u64| {
                second.map_or(limit, |second| limit.min(self.above(id, is_or, second)))
            };
            let (ptc, dtc) = match self.method {
                Method::DfPn if is_or => (rival(pt), rest(dt)),
                Method::DfPn => (rest(pt), rival(dt)),
                Method::PnStar if is_or => (rival(pt), INFINITE),
                Method::PnStar => (rest(pt), INFINITE),
                // PDS
                _ => {
                    let proof_like = if is_or {
                        pt > p && (d >= dt || pc <= dc)
                    } else {
                        !(dt > d && (p >= pt || dc <= pc))
                    };
                    if proof_like {
                        (self.above(id, true, pc), dc)
                    } else {
                        (pc, self.above(id, false, dc))
                    }
                }
            };
            let child = node.children[best];
            let found = self.visit(child, ptc, dtc);
            self.table.insert(child, found);
        }
    }
}

#[test]
fn the_engine_visits_what_the_papers_say() {
    let steps = [Step::Plus(1), Step::Plus(3), Step::times(0.25), Step::times(2.0), Step::Mean];
    let backups = [
        Backup::Sum,
        Backup::Weak,
        Backup::Snda,
        Backup::Best(1),
        Backup::Best(2),
        Backup::Factor(400),
    ];
    let (mut visits, mut marked) = (0, 0);
    for seed in 0..80 {
        let graph = match seed % 4 {
            0 => Graph::random(seed, 400, true, 1),
            1 => Graph::full_tree(seed, 8, 2),
            2 => Graph::random(seed, 120, false, 1),
            _ => Graph::ladder(seed, 60),
        };
        for step in steps {
            for backup in backups {
                for method in [Method::DfPn, Method::Pds, Method::PnStar] {
                    let mut reference = Reference {
                        graph: &graph,
                        method,
                        backup,
                        step,
                        table: HashMap::new(),
                        parents: HashMap::new(),
                        line: Vec::new(),
                        visited: Vec::new(),
                    };
                    search_root(&mut reference);
                    marked += reference.parents.values().filter(|known| known.1).count();
                    let expected = reference.visited;
                    visits += expected.len();
                    let found = engine_visits(&graph, method, backup, step);
                    assert_eq!(found, expected, "seed {seed}, {method:?}, {backup:?}, {step:?}");
                }
            }
        }
    }
    assert!(visits > 50_000, "only {visits} visits compared");
    assert!(marked > 500, "only {marked} nodes share descendants");
}

/// Df-pn has no thresholds at the root. PDS starts with 1 and 1 and raises, each time both are
/// reached, that of the smaller number; the root stays open meanwhile. PN* has but that of the proof number.
fn search_root(reference: &mut Reference<'_>) {
    let mut limits = match reference.method {
        Method::DfPn => (INFINITE, INFINITE),
        Method::PnStar => (1, INFINITE),
        _ => (1, 1), // PDS
    };
    reference.visited.push(0);
    if reference.graph.nodes[0].children.is_empty() {
        return;
    }
    reference.open(0);
    loop {
        let (p, d) = reference.search(0, limits.0, limits.1);
        if p == 0 || d == 0 {
            return;
        }
        if p <= d || reference.method == Method::PnStar {
            limits.0 = reference.above(0, true, p);
        } else {
            limits.1 = reference.above(0, false, d);
        }
    }
}

fn engine_visits(graph: &Graph, method: Method, backup: Backup, step: Step) -> Vec<u32> {
    let noting = Noting::new(graph);
    // So many places that no two positions want the same one for their parents.
    let entries = if backup == Backup::Snda { 1 << 20 } else { 1 << 14 };
    let (init, table) = (Init::Unit, TableSize::Entries(entries));
    let options = Options { method, backup, step, init, table, ..Options::default() };
    let question = Ledger::default().ask(GOAL).unwrap();
    let mut table = Table::new(&options).unwrap();
    let mut search = Search::new(&noting, &NoGuide, &options, &question, &mut table, &At(0));
    let verdict = search.run(&mut Control::none());
    certify::found(graph, &options, GOAL, verdict);
    noting.expanded.take()
}

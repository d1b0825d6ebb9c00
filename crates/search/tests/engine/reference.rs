//! The algorithms as their papers write them down, by recursion and with a table that forgets
//! nothing: the engine must visit the same nodes in the same order.

use std::collections::HashMap;

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
    visited: Vec<u32>,
}

impl Reference<'_> {
    fn solved(value: i32) -> (u64, u64) {
        if value >= 1 { (0, INFINITE) } else { (INFINITE, 0) }
    }

    fn above(&self, number: u64) -> u64 {
        match self.step {
            Step::Plus(delta) => number + u64::from(delta),
            Step::Times(e) => {
                (number + 1).max((number * ((1 << 16) + u64::from(e))).div_ceil(1 << 16))
            }
        }
    }

    fn numbers(&self, id: u32) -> (u64, u64) {
        let node = &self.graph.nodes[id as usize];
        let first = if node.ends_at_once { Self::solved(node.value) } else { (1, 1) };
        self.table.get(&id).copied().unwrap_or(first)
    }

    /// The sum of finite numbers, or the largest and the number of the others that count.
    fn together(&self, numbers: &[u64]) -> u64 {
        let open: Vec<u64> = numbers.iter().copied().filter(|&number| number > 0).collect();
        if open.iter().any(|&number| number >= INFINITE) {
            return INFINITE;
        }
        match self.backup {
            Backup::Sum => open.iter().sum(),
            Backup::Weak => open.iter().max().map_or(0, |largest| largest + open.len() as u64 - 1),
            other => unreachable!("{other:?} is not the paper's"),
        }
    }

    fn visit(&mut self, id: u32, pt: u64, dt: u64) -> (u64, u64) {
        self.visited.push(id);
        let graph = self.graph;
        let node = &graph.nodes[id as usize];
        if node.children.is_empty() {
            return Self::solved(node.value);
        }
        let is_or = node.turn == Player::Max;
        loop {
            let numbers: Vec<(u64, u64)> =
                node.children.iter().map(|&child| self.numbers(child)).collect();
            let proofs: Vec<u64> = numbers.iter().map(|n| n.0).collect();
            let disproofs: Vec<u64> = numbers.iter().map(|n| n.1).collect();
            let (p, d) = if is_or {
                (*proofs.iter().min().unwrap(), self.together(&disproofs))
            } else {
                (self.together(&proofs), *disproofs.iter().min().unwrap())
            };
            let solved = p == 0 || d == 0;
            let done = match self.method {
                Method::DfPn => solved || p >= pt || d >= dt,
                Method::Pds => solved || p >= pt && d >= dt,
                other => unreachable!("{other:?} is not depth first"),
            };
            if done {
                return (p, d);
            }
            // The first child with the least number, and the least of the others.
            let keys = if is_or { &proofs } else { &disproofs };
            let best = (0..keys.len()).min_by_key(|&i| keys[i]).unwrap();
            let second = (0..keys.len()).filter(|&i| i != best).map(|i| keys[i]).min();
            let second = second.filter(|&number| number < INFINITE);
            let (pc, dc) = numbers[best];
            let unsolved = keys.iter().filter(|&&number| number < INFINITE).count() as u64;
            let rest = |limit: u64, sum: u64, child: u64| match self.backup {
                _ if limit >= INFINITE => INFINITE,
                Backup::Sum => limit - sum + child,
                Backup::Weak => limit + 1 - unsolved,
                other => unreachable!("{other:?} is not the paper's"),
            };
            let rival = |limit: u64| second.map_or(limit, |second| limit.min(self.above(second)));
            let (ptc, dtc) = match self.method {
                Method::DfPn if is_or => (rival(pt), rest(dt, d, dc)),
                Method::DfPn => (rest(pt, p, pc), rival(dt)),
                // PDS
                _ => {
                    let proof_like = if is_or {
                        pt > p && (d >= dt || pc <= dc)
                    } else {
                        !(dt > d && (p >= pt || dc <= pc))
                    };
                    if proof_like { (self.above(pc), dc) } else { (pc, self.above(dc)) }
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
    let steps = [Step::Plus(1), Step::Plus(3), Step::times(0.25), Step::times(2.0)];
    let mut visits = 0;
    for seed in 0..80 {
        let graph = match seed % 4 {
            0 => Graph::random(seed, 400, true, 1),
            1 => Graph::full_tree(seed, 8, 2),
            2 => Graph::random(seed, 120, false, 1),
            _ => Graph::ladder(seed, 60),
        };
        for step in steps {
            for backup in [Backup::Sum, Backup::Weak] {
                for method in [Method::DfPn, Method::Pds] {
                    let table = HashMap::new();
                    let visited = Vec::new();
                    let mut reference =
                        Reference { graph: &graph, method, backup, step, table, visited };
                    search_root(&mut reference);
                    let expected = reference.visited;
                    visits += expected.len();
                    let found = engine_visits(&graph, method, backup, step);
                    assert_eq!(found, expected, "seed {seed}, {method:?}, {backup:?}, {step:?}");
                }
            }
        }
    }
    assert!(visits > 50_000, "only {visits} visits compared");
}

/// Df-pn has no thresholds at the root. PDS starts with 1 and 1 and raises, each time both are
/// reached, that of the smaller number. (The root stays open meanwhile: it counts as one visit.)
fn search_root(reference: &mut Reference<'_>) {
    let mut limits = match reference.method {
        Method::DfPn => (INFINITE, INFINITE),
        _ => (1, 1), // PDS
    };
    let mut times = 0;
    loop {
        let (p, d) = reference.visit(0, limits.0, limits.1);
        times += 1;
        if times > 1 {
            let again = reference.visited.iter().rposition(|&id| id == 0).unwrap();
            reference.visited.remove(again);
        }
        if p == 0 || d == 0 {
            return;
        }
        if p <= d { limits.0 = reference.above(p) } else { limits.1 = reference.above(d) }
    }
}

fn engine_visits(graph: &Graph, method: Method, backup: Backup, step: Step) -> Vec<u32> {
    let noting = Noting::new(graph);
    let (init, table) = (Init::Unit, TableSize::Entries(1 << 14));
    let options = Options { method, backup, step, init, table, ..Options::default() };
    let question = Ledger::default().ask(GOAL).unwrap();
    let mut table = Table::new(&options).unwrap();
    let mut search = Search::new(&noting, &NoGuide, &options, &question, &mut table, &At(0));
    let verdict = search.run(&mut Control::none());
    certify::found(graph, &options, GOAL, verdict);
    noting.expanded.take()
}

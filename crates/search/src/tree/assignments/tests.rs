//! Many jobs at a time, which come back in any order, against the oracle; and numbers, locks and
//! selected leaves against their definitions, after each step.

use phidelta_rules::{Goal, NoGuide, Score};
use phidelta_testing::{At, Graph};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::jobs;
use super::*;
use crate::{Backup, Counters, Ledger, Method, Numbers, Options, Table, TableSize};

const GOAL: Goal<Score> = Goal::AtLeast(Score(1));

/// What happened, so that the rare things are known to have happened.
#[derive(Default)]
struct Seen {
    answers: u32,
    out_of_memory: u32,
    all_taken: u32,
    recalled: u32,
    released: u32,
    forgotten: u32,
}

/// A tree and what it belongs to.
struct Trial<'t> {
    problem: Problem<'t, Graph, NoGuide>,
    arena: Arena<u32>,
    tree: Assignments<At>,
}

impl Trial<'_> {
    fn is_solved(&self, node: NodeId) -> bool {
        self.arena.get(node).numbers.verdict(self.problem.infinity).is_some()
    }

    fn is_taken(&self, leaf: NodeId) -> bool {
        self.tree.taken.iter().any(|taken| taken.line.last().is_some_and(|last| last.node == leaf))
    }

    /// Whether there is a leaf below that is neither solved nor taken.
    fn has_work(&self, node: NodeId) -> bool {
        if self.is_solved(node) {
            return false;
        }
        let mut children = self.arena.children(node).peekable();
        if children.peek().is_none() {
            return !self.is_taken(node);
        }
        children.any(|child| self.has_work(child))
    }

    /// The position of the leaf that is to be given out next, by the definition.
    fn next_leaf(&self) -> Option<At> {
        let (mut node, mut state, mut turn) =
            (self.tree.root, self.tree.root_state, self.tree.root_turn);
        if !self.has_work(node) {
            return None;
        }
        while self.arena.get(node).first_child != NONE {
            let least = self.problem.choosing_side(turn);
            let open = self.arena.children(node).filter(|&child| self.has_work(child));
            node = open.min_by_key(|&child| self.arena.get(child).numbers[least]).unwrap();
            let (next, status) = follow(self.problem.game, &state, self.arena.get(node));
            let Status::Turn(next_turn) = status else { panic!("a finished game is solved") };
            (state, turn) = (next, next_turn);
        }
        Some(state)
    }

    /// Numbers are those of the children; nodes are locked if and only if they should be.
    fn check(&self) {
        let mut locked = HashSet::new();
        let mut pending = vec![(self.tree.root, self.tree.root_state, self.tree.root_turn)];
        while let Some((node, state, turn)) = pending.pop() {
            if self.is_solved(node) {
                continue;
            }
            if !self.has_work(node) {
                locked.insert(node);
            }
            if self.arena.get(node).first_child != NONE {
                let numbers = summarise(&self.problem, &self.arena, node, turn).numbers;
                assert_eq!(self.arena.get(node).numbers, numbers);
            }
            for child in self.arena.children(node) {
                if let (state, Status::Turn(turn)) =
                    follow(self.problem.game, &state, self.arena.get(child))
                {
                    pending.push((child, state, turn));
                }
            }
        }
        assert_eq!(self.tree.locked, locked);
    }
}

/// Solves a graph with at most `most` jobs under way. `None` if the memory is too small.
fn solve(
    graph: &Graph,
    most: usize,
    nodes: u64,
    random: &mut StdRng,
    seen: &mut Seen,
) -> Option<bool> {
    let options = Options {
        method: Method::PnDfPn,
        backup: if random.random() { Backup::Sum } else { Backup::Weak },
        table: TableSize::Entries(random.random_range(4..200)),
        ..Options::default()
    };
    let job_nodes = random.random_range(1..12);
    let question = Ledger::default().ask(GOAL).unwrap();
    let problem = Problem::new(graph, &NoGuide, &options, &question);
    let table = Table::new(&options).unwrap();
    let mut never = |_| None;
    let mut work = Work::new(Counters::default(), &table, u64::MAX, &mut never);
    let mut arena = Arena::new(nodes).unwrap();
    let root = arena.add_root(Numbers { proof: 1, disproof: 1 }).unwrap();
    let tree = Assignments::at(root, &At(0), graph.nodes[0].turn);
    let mut trial = Trial { problem, arena, tree };
    let mut under_way: Vec<Assignment<At>> = Vec::new();
    loop {
        while under_way.len() < most {
            let expected = trial.next_leaf();
            let Trial { problem, arena, tree } = &mut trial;
            let selected = tree.select(problem, arena, &mut work);
            assert_eq!(selected.as_ref().map(|assignment| assignment.state), expected);
            trial.check();
            let Some(assignment) = selected else {
                seen.all_taken += u32::from(!trial.is_solved(trial.tree.root));
                break;
            };
            under_way.push(assignment);
        }
        if under_way.is_empty() {
            break;
        }
        let done = under_way.swap_remove(random.random_range(0..under_way.len()));
        let Trial { problem, arena, tree } = &mut trial;
        if random.random_bool(0.1) {
            tree.release(problem, arena, done.ticket);
            seen.released += 1;
            trial.check();
            continue;
        }
        seen.recalled += u32::from(!tree.taken.iter().any(|taken| taken.ticket == done.ticket));
        let found = jobs::evaluate(problem, &done, job_nodes, &mut work).unwrap();
        while tree.apply(problem, arena, done.ticket, &found, &mut work) == Err(Full) {
            tree.keeps_proofs = false;
            if proofs::forget(arena, tree.root, problem.infinity) == 0 {
                return None;
            }
            seen.forgotten += 1;
        }
        trial.check();
    }
    assert!(trial.tree.taken.is_empty() && trial.tree.locked.is_empty());
    trial.arena.get(trial.tree.root).numbers.verdict(trial.problem.infinity)
}

#[test]
fn many_jobs_in_any_order_agree_with_the_oracle() {
    let mut seen = Seen::default();
    for seed in 0..1000 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.7);
        let graph = Graph::random(seed, if tree { 200 } else { 30 }, tree, 1);
        if graph.end(0).is_some() {
            continue;
        }
        let most = random.random_range(1..12);
        let nodes = if random.random_bool(0.4) { random.random_range(8..60) } else { 1 << 14 };
        match solve(&graph, most, nodes, &mut random, &mut seen) {
            Some(proved) => {
                assert_eq!(proved, graph.values()[0] >= 1, "seed {seed}");
                seen.answers += 1;
            }
            None => {
                assert!(nodes < 60, "seed {seed}");
                seen.out_of_memory += 1;
            }
        }
    }
    assert!(seen.answers > 400, "{} answers", seen.answers);
    for (count, what) in [
        (seen.out_of_memory, "out of memory"),
        (seen.all_taken, "all leaves taken"),
        (seen.recalled, "jobs of no use any more"),
        (seen.released, "leaves given back"),
        (seen.forgotten, "proofs forgotten"),
    ] {
        assert!(count > 5, "{what}: {count} times");
    }
}

//! Df-pn at the leaves of a tree, as parallel solvers have it: each leaf is searched with so many
//! nodes before it becomes a part of the tree. What df-pn has learnt stays in its table, for the
//! searches of other leaves.
//!
//! A job needs a position, with those on the way to it where positions come back, and the table; and
//! what comes of it is a message to the tree: whoever does the job need not see the tree.

use phidelta_rules::{Game, Guide};

use super::arena::Arena;
use super::assignments::{Assignment, Assignments, Ticket};
use super::expand::Evaluated;
use super::work::{Halt, POLL_EVERY, Work};
use crate::control::Usage;
use crate::problem::Problem;
use crate::team::slice;
use crate::{Control, ProofStatus, Search, Stopped};

/// One worker that serves a tree.
pub(super) struct Jobs<M> {
    /// How many nodes a job has.
    nodes: u64,
    /// What a job has found, and the tree has no room for yet.
    waiting: Option<(Ticket, Evaluated<M>)>,
}

impl<M: Copy> Jobs<M> {
    pub fn new(nodes: u64) -> Self {
        Jobs { nodes, waiting: None }
    }

    /// Grows the tree until its root is solved.
    ///
    /// # Errors
    /// Why it has come to a halt before. It can go on from there; a job that was halted is begun
    /// anew.
    pub fn run<G: Game<Move = M>, A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        arena: &mut Arena<M>,
        tree: &mut Assignments<G::State>,
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        loop {
            if let Some((ticket, found)) = &self.waiting {
                tree.apply(problem, arena, *ticket, found, work)?;
                self.waiting = None;
            }
            if work.asks() {
                work.ask(0)?;
            }
            let Some(assignment) = tree.select(problem, arena, work) else { return Ok(()) };
            let found = evaluate(problem, &assignment, self.nodes, work).inspect_err(|_| {
                tree.release(problem, arena, assignment.ticket);
            })?;
            self.waiting = Some((assignment.ticket, found));
        }
    }
}

/// Searches a leaf with so many nodes, unless that is stopped.
pub(super) fn evaluate<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    assignment: &Assignment<G::State>,
    nodes: u64,
    work: &mut Work<'_>,
) -> Result<Evaluated<G::Move>, Halt> {
    let Assignment { state, history, depth, .. } = assignment;
    let Problem { game, guide, options, question, .. } = *problem;
    let problem = Problem::new(game, guide, options, question);
    let mut search: Search<'_, G, A> =
        Search::at_depth(*depth, problem, work.table, history, state);
    let before = work.counters.nodes;
    let (mut done, mut halt) = (0, None);
    loop {
        let left = (nodes - done).min(POLL_EVERY - done % POLL_EVERY);
        let verdict = search.run(&mut Control::new(slice(left)));
        done = search.counters().nodes;
        let is_done = done >= nodes && !search.is_starting();
        if !matches!(verdict, ProofStatus::Unknown(_)) || is_done {
            break;
        }
        halt = (work.stop)(Usage {
            nodes: before + done,
            after_lines: work.counters.after_lines + search.counters().after_lines,
            stack_bytes: work.stack_bytes + search.stack_bytes(),
            by_clock: verdict == ProofStatus::Unknown(Stopped::Time),
        });
        if halt == Some(Halt::Pause) {
            // Nobody can look at the tree now.
            work.pause_is_due = true;
        } else if halt.is_some() {
            break;
        }
    }
    search.come_back();
    work.counters.add(&search.counters());
    match halt.filter(|&halt| halt != Halt::Pause) {
        Some(halt) => Err(halt),
        None => Ok(Evaluated {
            numbers: search.own_root_numbers(),
            children: search.root_children().collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counters, Deep, Init, Ledger, Method, Numbers, Options, Table, TableSize};
    use phidelta_rules::{Goal, NoGuide, Score};
    use phidelta_testing::{At, Graph, Node};

    const GOAL: Goal<Score> = Goal::AtLeast(Score(1));

    /// Does a job of so many nodes at the root of a graph, which is so deep in the tree.
    fn job(graph: &Graph, options: &Options, depth: usize, nodes: u64) -> Evaluated<u32> {
        let question = Ledger::default().ask(GOAL).unwrap();
        let problem = Problem::new(graph, &NoGuide, options, &question);
        let table = Table::new(options).unwrap();
        let mut never = |_| None;
        let mut work = Work::new(Counters::default(), &table, u64::MAX, &mut never);
        let mut arena = Arena::new(10).unwrap();
        let root = arena.add_root(Numbers { proof: 1, disproof: 1 }).unwrap();
        let mut tree = Assignments::at(root, &At(0), graph.nodes[0].turn);
        let mut assignment = tree.select(&problem, &mut arena, &mut work).unwrap();
        assignment.depth = depth;
        evaluate(&problem, &assignment, nodes, &mut work).unwrap()
    }

    fn options() -> Options {
        let (method, init) = (Method::PnDfPn, Init::Unit);
        Options { method, init, table: TableSize::Entries(1 << 12), ..Options::default() }
    }

    /// Df-pn does not come back to a position with a single move before that is solved: what it
    /// knows of the move is on its line.
    #[test]
    fn the_line_of_a_job_is_a_part_of_what_it_finds() {
        let mut graph = Graph::full_tree(1, 10, 3);
        for node in &mut graph.nodes {
            node.children.iter_mut().for_each(|child| *child += 1);
        }
        let root = Node { children: vec![1], ..graph.nodes[0].clone() };
        graph.nodes.insert(0, root);
        let found = job(&graph, &options(), 0, 100);
        let Evaluated { numbers, children } = found;
        assert_eq!(children.len(), 1);
        assert_eq!(numbers, children[0].1);
        let known = |Numbers { proof, disproof }| proof.min(disproof) > 1;
        assert!(known(numbers), "{numbers:?} after 100 nodes");
    }

    #[test]
    fn depths_count_from_the_root_of_the_tree() {
        let graph = Graph::full_tree(1, 3, 3);
        let options = Options { deep: Some(Deep { e: 2, d: 6 }), ..options() };
        for (depth, expected) in [(0, 32), (3, 4), (5, 1), (9, 1)] {
            let found = job(&graph, &options, depth, 1);
            let numbers = Numbers { proof: expected, disproof: expected };
            assert_eq!(found.children[0].1, numbers, "depth {depth}");
        }
    }
}

//! Proof-set search (Müller 2003): best first, with sets of leaves instead of numbers.
//!
//! A proof number is meant to be the least number of leaves that would have to be proved. Where lines
//! of play meet again, a sum over children counts leaves that they share more than once. Here a
//! position has the leaves themselves: where the mover chooses, the lightest set of a child; where
//! all children are needed, the union of theirs. (The sets are not the smallest ones, which are hard
//! to find: a choice is made at each position by itself.) A leaf weighs what it starts with, 1 unless
//! the options say otherwise.
//!
//! The graph is in memory, whole, each position once; numbers without sets in a tree that counts
//! positions often are cheaper by far where they do not mislead. So this is for small problems, for
//! games whose positions do not come back, and to compare other ways to count with.

mod graph;
mod leaves;
mod proofs;

use std::time::Instant;

use phidelta_rules::{Game, Guide, Status};

use crate::problem::Problem;
use crate::pulse::BEAT;
use crate::{
    Control, Counters, ENTRY_BYTES, Numbers, Options, Progress, ProofStatus, SearchResult, Stopped,
    Table, TableSize, TableStatistics, Worker,
};
use graph::{Graph, Link, NodeId};

/// After how many nodes the limits are looked at again.
const POLL_EVERY: u64 = 1024;

/// How the memory is divided: bytes of the graph, and the rest for the table, where proofs are
/// remembered; an eighth of all, as with trees.
pub(crate) fn shares(options: &Options) -> (u64, TableSize) {
    let bytes = match options.table {
        TableSize::Bytes(bytes) => bytes,
        TableSize::Entries(entries) => entries.saturating_mul(ENTRY_BYTES),
    };
    let table = match options.table {
        TableSize::Bytes(bytes) => TableSize::Bytes((bytes / 8).max(4 * ENTRY_BYTES)),
        TableSize::Entries(entries) => TableSize::Entries((entries / 8).max(4)),
    };
    (bytes / 8 * 7, table)
}

/// Searches for the answer at `root`, with a graph of so many bytes. Also tells how full that was.
pub(crate) fn search<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    room: u64,
    table: &Table,
    root: &G::State,
    control: &mut Control<'_, G::Move>,
) -> (SearchResult<G::Move>, TableStatistics) {
    let turn = match problem.game.status(root) {
        Status::Turn(turn) => turn,
        Status::Over(value) => {
            let numbers = problem.settled(value);
            let counters = Counters::default();
            let statistics = TableStatistics { bytes: room, ..TableStatistics::default() };
            return (grown(problem, numbers, None, counters, None), statistics);
        }
    };
    let graph = Graph::new(problem, root, turn, room);
    let mut growth =
        Growth { problem, graph, room, line: Vec::new(), counters: Counters::default() };
    let stopped = growth.run(control);
    let Growth { graph, mut counters, .. } = growth;
    let numbers = graph.numbers(Graph::<G>::ROOT, problem.infinity);
    let best = best_move(problem, &graph, numbers);
    if stopped.is_none() {
        proofs::remember(problem, &graph, table, &mut counters);
    }
    let statistics = statistics(&graph, room, &counters);
    (grown(problem, numbers, stopped, counters, best), statistics)
}

fn grown<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    numbers: Numbers,
    stopped: Option<Stopped>,
    counters: Counters,
    best: Option<G::Move>,
) -> SearchResult<G::Move> {
    let verdict = match (numbers.verdict(problem.infinity), stopped) {
        (Some(true), _) => ProofStatus::Proved,
        (Some(false), _) => ProofStatus::Disproved,
        (None, Some(reason)) => ProofStatus::Unknown(reason),
        (None, None) => unreachable!("a search ends with an answer, or is stopped"),
    };
    SearchResult { verdict, root: problem.reported(numbers), counters, best }
}

/// A move that decides the root, if the player to move there is right.
fn best_move<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    graph: &Graph<G>,
    numbers: Numbers,
) -> Option<G::Move> {
    let root = graph.node(Graph::<G>::ROOT);
    let proved = numbers.verdict(problem.infinity)?;
    if proved != (root.turn == problem.question.goal.prover()) {
        return None;
    }
    let decides = |&&(_, link): &&(G::Move, Link)| graph.verdict(link) == Some(proved);
    root.moves.iter().find(decides).map(|&(mv, _)| mv)
}

/// How full the memory is. How many positions it would hold is not known, but how large they are.
fn statistics<G: Game>(graph: &Graph<G>, room: u64, counters: &Counters) -> TableStatistics {
    let used = graph.len() as u64;
    let entries = u128::from(used) * u128::from(room) / u128::from(graph.bytes().max(1));
    TableStatistics {
        entries: (entries as u64).max(used),
        used,
        bytes: room,
        hits: counters.hits,
        misses: counters.misses,
        replaced: counters.replaced,
    }
}

/// A graph that grows.
struct Growth<'g, 'p, G: Game, A> {
    problem: &'g Problem<'p, G, A>,
    graph: Graph<G>,
    room: u64,
    /// The positions on the way to the leaf that was expanded last.
    line: Vec<NodeId>,
    counters: Counters,
}

impl<G: Game, A: Guide<G>> Growth<'_, '_, G, A> {
    /// Grows until the root is solved. Otherwise says why not.
    fn run(&mut self, control: &mut Control<'_, G::Move>) -> Option<Stopped> {
        let (mut next_poll, mut is_slow, mut last_look) = (0, false, Instant::now());
        while self.graph.verdict(Link::To(Graph::<G>::ROOT)).is_none() {
            if self.counters.nodes >= next_poll || is_slow {
                last_look = Instant::now();
                let stop = control.stop_at(self.counters.nodes, 0);
                if stop.is_some() {
                    return stop;
                }
                let next = self.counters.nodes + POLL_EVERY;
                next_poll = control.nodes_left().map_or(next, |left| left.min(next));
                if control.report_due() {
                    self.report(control);
                }
            }
            let leaf = self.graph.most_promising(self.problem, &mut self.line);
            let depth = self.line.len();
            self.counters.deepest = self.counters.deepest.max(depth + 1);
            let expanded =
                self.graph.expand(self.problem, leaf, depth, &mut self.counters, &mut || {
                    control.stop_at(0, 0)
                });
            let full = (self.graph.bytes() > self.room).then_some(Stopped::Memory);
            if let Some(reason) = expanded.err().or(full) {
                // The last bit of room may have been enough.
                let solved = self.graph.verdict(Link::To(Graph::<G>::ROOT)).is_some();
                return (!solved).then_some(reason);
            }
            // Sets that are merged may take long.
            is_slow = last_look.elapsed() >= BEAT;
        }
        None
    }

    fn report(&self, control: &mut Control<'_, G::Move>) {
        let step = |pair: &[NodeId]| {
            let moves = self.graph.node(pair[0]).moves.iter();
            moves.clone().find(|&&(_, link)| link == Link::To(pair[1])).map(|&(mv, _)| mv)
        };
        let line: Vec<G::Move> = self.line.windows(2).take(64).map_while(step).collect();
        let statistics = statistics(&self.graph, self.room, &self.counters);
        let numbers = self.graph.numbers(Graph::<G>::ROOT, self.problem.infinity);
        let nodes = control.nodes_before() + self.counters.nodes;
        let progress = Progress {
            root: self.problem.reported(numbers),
            nodes,
            elapsed: control.elapsed(),
            depth: self.line.len(),
            line: &line,
            table_used: statistics.used,
            table_entries: statistics.entries,
            workers: &[Worker::searching(nodes, self.line.len())],
        };
        if let Some(listener) = &mut control.listener {
            listener(&progress);
        }
    }
}

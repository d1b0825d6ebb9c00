//! What a proof-set search has proved goes into the table, where certificates and lines of play
//! look for it.

use phidelta_rules::{Game, Guide, Status};

use super::graph::{Graph, Link, Standing};
use crate::problem::Problem;
use crate::table::work;
use crate::{Counters, Numbers, Table, memory};

/// Puts the proof of the root, which is solved, into the table: each position with the size of
/// what is below it.
pub(super) fn remember<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    graph: &Graph<G>,
    table: &Table,
    counters: &mut Counters,
) {
    // 0: not seen yet.
    let mut sizes = vec![0u64; graph.len()];
    let mut pending = vec![(Graph::<G>::ROOT, 0)];
    while let Some((id, next)) = pending.pop() {
        let node = graph.node(id);
        let Standing::Solved(proved) = node.standing else {
            unreachable!("a proof rests on what is solved")
        };
        // One move that decides is enough.
        let chooses = proved == (node.turn == problem.question.goal.prover());
        let decides = |&(_, link): &(G::Move, Link)| graph.verdict(link) == Some(proved);
        let moves = match node.moves.iter().position(decides) {
            Some(first) if chooses => &node.moves[first..=first],
            _ => &node.moves[..],
        };
        let is_new = |&(_, link): &(G::Move, Link)| matches!(link, Link::To(child) if sizes[child as usize] == 0);
        if let Some(at) = moves[next..].iter().position(is_new)
            && let Link::To(child) = moves[next + at].1
        {
            pending.push((id, next + at + 1));
            pending.push((child, 0));
            continue;
        }
        let mut size = 1u64;
        for &(mv, link) in moves {
            size = size.saturating_add(match link {
                Link::To(child) => sizes[child as usize],
                Link::Solved(_) => 1,
            });
            if let Link::Solved(_) = link {
                let mut state = node.state.clone();
                problem.game.play(&mut state, mv);
                if let Status::Turn(_) = problem.game.status(&state) {
                    put(problem, table, &state, proved, 1, counters);
                }
            }
        }
        sizes[id as usize] = size;
        put(problem, table, &node.state, proved, size, counters);
    }
}

fn put<G: Game, A: Guide<G>>(
    problem: &Problem<'_, G, A>,
    table: &Table,
    state: &G::State,
    proved: bool,
    size: u64,
    counters: &mut Counters,
) {
    let infinity = problem.infinity;
    let code = work::encode(size, counters.nodes);
    let numbers = Numbers::solved(proved, infinity);
    let entry = memory::entry::<G>(numbers, code, problem.question, memory::FAR, [false; 2]);
    counters.replaced += memory::put::<G>(table, problem.game.key(state), entry, infinity);
}

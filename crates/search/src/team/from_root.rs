//! Every thread searches from the root, and minds where the others are (Kaneko 2010): see
//! [`engine::teamwork`](crate::engine).

use phidelta_rules::{Game, Guide};

use super::{Advance, Board, PATIENCE, Part, Presence, SLICE, Task, slice, work_together};
use crate::problem::Problem;
use crate::{Control, Counters, ProofStatus, Search, SearchResult, Stopped, Variants};

/// Answers a question about a position, each thread among the others, if there are any.
pub(super) fn search<G, A, V>(
    task: &Task<'_, G, A>,
    presence: Option<&Presence>,
    state: &G::State,
    control: &mut Control<'_, G::Move>,
) -> SearchResult<G::Move>
where
    G: Game<State: Sync, Move: Send> + Sync,
    A: Guide<G> + Sync,
    V: Variants,
{
    let Task { game, guide, options, question, table, threads } = *task;
    let board = Board::new();
    work_together(table, threads, control, &board, &|| {
        let problem = Problem::new(game, guide, options, question);
        let mut search: Search<'_, G, A, V> = Search::at_depth(0, problem, table, &[], state);
        if let Some(presence) = presence {
            search = search.among(presence);
        }
        Box::new(FromRoot { search, board: &board, left: SLICE })
    })
}

/// A search among others.
struct FromRoot<'a, G: Game, A, V> {
    search: Search<'a, G, A, V>,
    board: &'a Board<G::Move>,
    /// Nodes left of its slice.
    left: u64,
}

impl<G: Game, A: Guide<G>, V: Variants> Part for FromRoot<'_, G, A, V> {
    fn advance(&mut self) -> Advance {
        let before = self.search.counters().nodes;
        match self.search.run(&mut Control::new(slice(self.left))) {
            ProofStatus::Unknown(Stopped::Nodes) => {
                self.left = SLICE;
                Advance::Going
            }
            ProofStatus::Unknown(Stopped::Time) => {
                self.left -= (self.search.counters().nodes - before).min(self.left);
                Advance::Slowly
            }
            verdict => Advance::Ended(verdict),
        }
    }

    fn is_stuck(&self) -> bool {
        self.search.idle_visits() > PATIENCE
    }

    fn go_alone(&mut self, is_alone: bool) {
        self.search.go_alone(is_alone);
    }

    fn counters(&self) -> Counters {
        self.search.counters()
    }

    fn depth(&self) -> usize {
        self.search.depth()
    }

    fn stack_bytes(&self) -> u64 {
        self.search.stack_bytes()
    }

    fn conclude(&self, verdict: ProofStatus) {
        self.board.conclude(self.search.findings(verdict));
    }

    fn show(&self) {
        self.board.show(self.search.stand());
    }
}

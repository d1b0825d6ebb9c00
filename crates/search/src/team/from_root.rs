//! Every thread searches from the root, and minds where the others are (Kaneko 2010): see
//! [`engine::teamwork`](crate::engine).

use phidelta_rules::{Game, Guide};

use super::{Advance, PATIENCE, Part, Presence, SLICE, Task, work_together};
use crate::problem::Problem;
use crate::{Control, Counters, Limits, ProofStatus, Search, SearchResult, Stopped, Worker};

/// Answers a question about a position, each thread among the others, if there are any.
pub(super) fn search<G, A>(
    task: &Task<'_, G, A>,
    presence: Option<&Presence>,
    state: &G::State,
    control: &mut Control<'_, G::Move>,
) -> SearchResult<G::Move>
where
    G: Game<State: Sync, Move: Send> + Sync,
    A: Guide<G> + Sync,
{
    let Task { game, guide, options, question, table, threads } = *task;
    work_together(table, threads, control, || {
        let problem = Problem::new(game, guide, options, question);
        let search = Search::at_depth(0, problem, table, &[], state);
        FromRoot(match presence {
            Some(presence) => search.among(presence),
            None => search,
        })
    })
}

/// A search among others.
struct FromRoot<'a, G: Game, A>(Search<'a, G, A>);

impl<G: Game, A: Guide<G>> Part<G::Move> for FromRoot<'_, G, A> {
    fn advance(&mut self) -> Advance {
        let limits = Limits { nodes: Some(SLICE), ..Limits::default() };
        match self.0.run(&mut Control::new(limits)) {
            ProofStatus::Unknown(Stopped::Nodes) => Advance::Going,
            verdict => Advance::Ended(verdict),
        }
    }

    fn is_stuck(&self) -> bool {
        self.0.idle_visits() > PATIENCE
    }

    fn go_alone(&mut self, is_alone: bool) {
        self.0.go_alone(is_alone);
    }

    fn counters(&self) -> Counters {
        self.0.counters()
    }

    fn depth(&self) -> usize {
        self.0.depth()
    }

    fn stack_bytes(&self) -> u64 {
        self.0.stack_bytes()
    }

    fn findings(&self, verdict: ProofStatus) -> SearchResult<G::Move> {
        self.0.findings(verdict)
    }

    fn report(&self, control: &mut Control<'_, G::Move>, workers: &[Worker]) {
        self.0.report(control, workers);
    }
}

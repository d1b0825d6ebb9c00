//! Several threads that serve one tree: each takes a leaf, searches it by df-pn without minding the others,
//! and brings back what it found (Čížek, Balko & Schmid 2025, on one machine). They share the table of df-pn.

use phidelta_rules::{Game, Guide};

use super::arena::Arena;
use super::assignments::{Assignment, Assignments, Ticket};
use super::expand::Evaluated;
use super::search::{make_room, verdict_of};
use super::store;
use super::work::{Halt, Work};
use crate::control::Snapshot;
use crate::problem::Problem;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Mutex, MutexGuard, PoisonError};
use crate::team::{Advance, Board, Part, SLICE, slice, work_together};
use crate::{Control, Counters, Numbers, ProofStatus, Search, SearchResult, Stopped, Table};

/// The tree that the threads serve.
struct Shared<'t, S, M> {
    tree: Mutex<Kept<'t, S, M>>,
    /// How often leaves that were given out have become useless.
    recalls: AtomicU64,
}

/// What one thread may change at a time.
struct Kept<'t, S, M> {
    tree: &'t mut Assignments<S>,
    arena: &'t mut Arena<M>,
    /// What was done with the tree, besides what the threads did at leaves.
    counters: Counters,
}

/// Grows the tree with so many threads until its root is solved or `control` says stop. Gives the reason
/// and what was done.
pub(super) fn grow<G, A>(
    problem: &Problem<'_, G, A>,
    arena: &mut Arena<G::Move>,
    tree: &mut Assignments<G::State>,
    table: &Table,
    threads: usize,
    control: &mut Control<'_, G::Move>,
) -> (ProofStatus, Counters)
where
    G: Game<State: Send + Sync, Move: Send> + Sync,
    A: Guide<G> + Sync,
{
    let kept = Kept { tree, arena, counters: Counters::default() };
    let shared = Shared { tree: Mutex::new(kept), recalls: AtomicU64::new(0) };
    let Problem { game, guide, options, question, .. } = *problem;
    let board = Board::new();
    let findings = work_together(table, threads, control, &board, &|| {
        let problem = Problem::new(game, guide, options, question);
        let (shared, board) = (&shared, &board);
        let counters = Counters::default();
        Box::new(Servant { problem, table, shared, board, job: None, counters, heard: 0 })
    });
    let mut counters = findings.counters;
    counters.add(&shared.lock().counters);
    (findings.verdict, counters)
}

impl<'t, S, M> Shared<'t, S, M> {
    fn lock(&self) -> MutexGuard<'_, Kept<'t, S, M>> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Clone, M: Copy> Kept<'_, S, M> {
    fn root_numbers(&self) -> Numbers {
        self.arena.get(self.tree.root).numbers
    }

    /// Does something with the tree, and counts it.
    fn work<T>(
        &mut self,
        table: &Table,
        job: impl FnOnce(&mut Assignments<S>, &mut Arena<M>, &mut Work<'_>) -> T,
    ) -> T {
        let mut never = |_| None;
        let mut work = Work::new(self.counters, table, u64::MAX, &mut never);
        let done = job(self.tree, self.arena, &mut work);
        self.counters = work.counters;
        done
    }
}

/// A thread that serves the tree.
struct Servant<'t, 's, G: Game, A> {
    problem: Problem<'t, G, A>,
    table: &'t Table,
    shared: &'t Shared<'s, G::State, G::Move>,
    board: &'t Board<G::Move>,
    job: Option<(Ticket, Search<'t, G, A>)>,
    /// What it did at the leaves before.
    counters: Counters,
    /// How many recalls it has heard of.
    heard: u64,
}

impl<'t, G: Game, A: Guide<G>> Servant<'t, '_, G, A> {
    /// Takes the best leaf that is free.
    fn take(&mut self) -> Advance {
        let shared = self.shared;
        let mut kept = shared.lock();
        if let Some(verdict) = verdict_of(kept.root_numbers(), self.problem.infinity) {
            return Advance::Ended(verdict);
        }
        self.heard = shared.recalls.load(Ordering::Relaxed);
        let problem = &self.problem;
        let taken = kept.work(self.table, |tree, arena, work| tree.select(problem, arena, work));
        drop(kept);
        let Some(Assignment { ticket, state, history, depth }) = taken else {
            // A position that was over may have been the last that was unsolved.
            let root = shared.lock().root_numbers();
            return verdict_of(root, self.problem.infinity)
                .map_or(Advance::Waiting, Advance::Ended);
        };
        let Problem { game, guide, options, question, .. } = self.problem;
        let problem = Problem::new(game, guide, options, question);
        let search = Search::at_depth(depth, problem, self.table, &history, &state);
        self.job = Some((ticket, search));
        Advance::Going
    }

    /// Whether the leaf that it has is of no use any more.
    fn is_recalled(&mut self, ticket: Ticket) -> bool {
        let recalls = self.shared.recalls.load(Ordering::Relaxed);
        let is_news = recalls != std::mem::replace(&mut self.heard, recalls);
        is_news && !self.shared.lock().tree.is_taken(ticket)
    }

    /// Brings back what it found about a leaf.
    fn hand_in(&mut self, ticket: Ticket, mut search: Search<'t, G, A>) -> Advance {
        search.come_back();
        self.counters.add(&search.counters());
        let numbers = search.own_root_numbers();
        let found = Evaluated { numbers, children: search.root_children().collect() };
        let problem = &self.problem;
        let mut kept = self.shared.lock();
        let taken = kept.tree.taken();
        loop {
            let applied = kept.work(self.table, |tree, arena, work| {
                tree.apply(problem, arena, ticket, &found, work).map_err(Halt::from)
            });
            if applied.is_ok() {
                break;
            }
            let Kept { tree, arena, counters } = &mut *kept;
            tree.keeps_proofs = false;
            let lines: Vec<_> = tree.lines().collect();
            let root = (tree.root, &tree.root_state, tree.root_turn);
            let (has_room, dropped) = make_room(problem, arena, root, &lines);
            counters.pruned += dropped;
            if !has_room {
                return Advance::Ended(ProofStatus::Unknown(Stopped::Memory));
            }
        }
        if kept.tree.taken() + 1 < taken {
            self.shared.recalls.fetch_add(1, Ordering::Relaxed);
        }
        let solved = verdict_of(kept.root_numbers(), self.problem.infinity);
        solved.map_or(Advance::Going, Advance::Ended)
    }
}

impl<G: Game, A: Guide<G>> Part for Servant<'_, '_, G, A> {
    fn advance(&mut self) -> Advance {
        let Some((ticket, mut search)) = self.job.take() else { return self.take() };
        let left = self.problem.options.job_nodes - search.counters().nodes;
        let verdict = search.run(&mut Control::new(slice(left.min(SLICE))));
        let is_done =
            search.counters().nodes >= self.problem.options.job_nodes && !search.is_starting();
        if is_done || !matches!(verdict, ProofStatus::Unknown(_)) {
            return self.hand_in(ticket, search);
        }
        if self.is_recalled(ticket) {
            self.counters.add(&search.counters());
        } else {
            self.job = Some((ticket, search));
        }
        Advance::Going
    }

    fn counters(&self) -> Counters {
        let mut counters = self.counters;
        if let Some((_, search)) = &self.job {
            counters.add(&search.counters());
        }
        counters
    }

    fn depth(&self) -> usize {
        self.job.as_ref().map_or(0, |(_, search)| search.depth())
    }

    fn stack_bytes(&self) -> u64 {
        self.job.as_ref().map_or(0, |(_, search)| search.stack_bytes())
    }

    fn conclude(&self, verdict: ProofStatus) {
        let root = self.problem.reported(self.shared.lock().root_numbers());
        let counters = self.counters();
        self.board.conclude(SearchResult { verdict, root, counters, best: None });
    }

    /// The others wait for the tree meanwhile.
    fn save(&self, control: &mut Control<'_, ()>, table: &Table, counters: &dyn Fn() -> Counters) {
        if control.checkpoint_is_due()
            && let Some(checkpoints) = &mut control.checkpoints
        {
            let kept = self.shared.lock();
            let mut counters = counters();
            counters.add(&kept.counters);
            checkpoints.begin(table, &counters);
            let (root, state) = (kept.tree.root, &kept.tree.root_state);
            let give = |bytes| checkpoints.give_tree(bytes);
            store::write(self.problem.game, kept.arena, root, state, give);
        }
        control.go_on_saving(table);
    }

    fn show(&self) {
        const MOST: usize = 64;
        let kept = self.shared.lock();
        let (line, depth) = kept.tree.most_proving_line(&self.problem, kept.arena, MOST);
        let (root, arena) = (self.problem.reported(kept.root_numbers()), &kept.arena);
        let (table_used, table_entries) = (arena.in_use().into(), arena.capacity().into());
        drop(kept);
        self.board.show(Snapshot { root, depth, line, table_used, table_entries });
    }
}

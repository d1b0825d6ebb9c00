//! Workers that serve the leaves of a tree.
//!
//! The master does one thing at a time: it takes what was found at a leaf into the tree, and gives leaves out
//! to those who wait, in the order in which they came. Who finds no free leaf waits until something changes. A
//! job that is of no use any more, since a node above it is solved, is done to its end all the same.
//!
//! Crews with tables of their own may tell each other what they have solved, as in the paper: the master passes
//! it on, and a crew takes what is new into its table before it begins a job.

use std::collections::VecDeque;
use std::time::Instant;

use phidelta_rules::{Game, Guide, Player};

use super::clock::Clock;
use super::costs::Spent;
use super::{Costs, Machine, Simulated, Simulation, Tables, TreeJobs, go_on, verdict};
use crate::memory;
use crate::problem::Problem;
use crate::table::Entry;
use crate::team::{Outbox, Presence};
use crate::tree::{Arena, Assignment, Assignments, Evaluated, Shares, Ticket, Work};
use crate::{
    Control, Counters, Method, Numbers, Options, ProofStatus, Query, Search, Stopped, Table,
    TableError, TableSize,
};

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    /// The master hears of a crew.
    Report { crew: usize },
    /// A member of a crew goes on with its job, of this number.
    Search { crew: usize, member: usize, job: u64 },
}

/// Workers who do a job together.
struct Crew<'s, G: Game, A> {
    table: &'s Table,
    /// Where its members are, if there are several.
    presence: Option<&'s Presence>,
    /// What it has solved, and the others are to be told.
    outbox: Option<&'s Outbox>,
    /// How many results of all crews it was told of.
    heard: usize,
    members: usize,
    /// How many jobs it had.
    jobs: u64,
    job: Option<Job<'s, G, A>>,
    found: Option<(Ticket, Evaluated<G::Move>)>,
}

/// A leaf, and what searches it.
struct Job<'s, G: Game, A> {
    assignment: Assignment<G::State>,
    searches: Vec<Search<'s, G, A>>,
    nodes: u64,
}

/// Who keeps the tree.
struct Master<'m, G: Game, A> {
    problem: Problem<'m, G, A>,
    arena: Arena<G::Move>,
    tree: Assignments<G::State>,
    work: Work<'m>,
    costs: Costs,
    /// Crews without a job.
    waiting: VecDeque<usize>,
    /// What crews told of: each result with who found it.
    results: Vec<(usize, u64, Entry)>,
    free_at: u64,
    busy: u64,
    spent: Spent,
}

/// Serves the tree until its root is solved.
pub(super) fn run<G: Game, A: Guide<G>>(
    simulation: &Simulation<'_, G, A>,
    jobs: TreeJobs,
    question: &Query<G::Value>,
    (state, turn): (&G::State, Player),
    control: &Control<'_, G::Move>,
) -> Result<(Simulated, Spent), TableError> {
    let Simulation { game, guide, options, machine: Machine { workers, slice, costs }, .. } =
        *simulation;
    assert!(jobs.nodes > 0 && jobs.crew > 0, "somebody does something at a leaf");
    let members = jobs.crew.min(workers);
    let shares = Shares::of(&Options { method: Method::PnDfPn, ..options.clone() });
    let crews = workers / members;
    let tables = tables(options, shares.table, jobs.tables, crews)?;
    let crowds: Vec<_> =
        (0..if members > 1 { crews } else { 0 }).map(|_| Presence::new()).collect();
    let told_from = jobs.told_from.filter(|_| jobs.tables == Tables::Own);
    let outboxes: Vec<_> =
        told_from.map_or(Vec::new(), |least| (0..crews).map(|_| Outbox::new(least)).collect());
    let mut crews: Vec<_> = (0..crews)
        .map(|crew| {
            let table = tables.get(crew).unwrap_or(&tables[0]);
            let (presence, outbox) = (crowds.get(crew), outboxes.get(crew));
            Crew { table, presence, outbox, heard: 0, members, jobs: 0, job: None, found: None }
        })
        .collect();
    let mut arena = Arena::new(shares.first.unwrap_or_default())?;
    let root = arena.add_root(Numbers { proof: 1, disproof: 1 });
    let mut tree = Assignments::at(root.expect("there is room for a root"), state, turn);
    tree.keeps_proofs = false;
    let mut never = |_| None;
    let mut master = Master {
        problem: Problem::new(game, guide, options, question),
        arena,
        tree,
        work: Work::new(Counters::default(), &tables[0], u64::MAX, &mut never),
        costs,
        waiting: (0..crews.len()).collect(),
        results: Vec::new(),
        free_at: 0,
        busy: 0,
        spent: Spent::default(),
    };
    let mut clock = Clock::new();
    let mut done = Simulated::at_once(ProofStatus::Unknown(Stopped::Nodes));
    master.give_out(&mut crews, &mut clock);
    done.verdict = loop {
        if let Some(verdict) = master.answer() {
            done.time = master.free_at;
            break verdict;
        }
        let (now, event) = clock.next().expect("some leaf is searched until the root is solved");
        match event {
            Event::Report { crew } => {
                if !master.hear(now, crew, &mut crews[crew]) {
                    done.time = now;
                    break ProofStatus::Unknown(Stopped::Memory);
                }
                master.waiting.push_back(crew);
                master.give_out(&mut crews, &mut clock);
            }
            Event::Search { crew: index, member, job } => {
                let crew = &mut crews[index];
                if crew.jobs != job || crew.job.is_none() {
                    continue;
                }
                let before = crew.visited();
                let problem = || Problem::new(game, guide, options, question);
                let is_done = crew.go_on(member, slice, jobs.nodes, problem);
                let visited = crew.visited() - before;
                done.counters.nodes += visited;
                let end = now + visited * costs.node;
                if is_done {
                    done.counters.add(&crew.finish(member, &master.problem));
                    clock.set(end + costs.latency, Event::Report { crew: index });
                } else {
                    clock.set(end, event);
                }
                if let Some(reason) = control.stop_at(done.counters.nodes, 0) {
                    done.time = end;
                    break ProofStatus::Unknown(reason);
                }
            }
        }
    };
    done.jobs = crews.iter().map(|crew| crew.jobs).sum();
    done.busy = done.counters.nodes * costs.node;
    done.master = master.busy;
    Ok((done, master.spent))
}

/// One table for all, or one for each crew.
fn tables(
    options: &Options,
    size: TableSize,
    whose: Tables,
    crews: usize,
) -> Result<Vec<Table>, TableError> {
    let count = match whose {
        Tables::Shared => 1,
        Tables::Own => crews,
    };
    let table = match size {
        TableSize::Bytes(bytes) => TableSize::Bytes((bytes / count as u64).max(64)),
        TableSize::Entries(entries) => TableSize::Entries((entries / count as u64).max(4)),
    };
    (0..count).map(|_| Table::new(&Options { table, ..options.clone() })).collect()
}

impl<'m, G: Game, A: Guide<G>> Master<'m, G, A> {
    /// The answer, once there is one.
    fn answer(&self) -> Option<ProofStatus> {
        let (root, infinity) = (self.arena.get(self.tree.root).numbers, self.problem.infinity);
        root.verdict(infinity).map(|_| verdict(root, infinity))
    }

    /// Is busy for so long, from this time on or as soon as it can.
    fn be_busy(&mut self, now: u64, time: u64) {
        self.free_at = self.free_at.max(now) + time;
        self.busy += time;
    }

    /// Takes what a crew has found into the tree. Whether there is room for it.
    fn hear(&mut self, now: u64, index: usize, crew: &mut Crew<'_, G, A>) -> bool {
        let solved = crew.outbox.map(Outbox::empty).unwrap_or_default();
        self.results.extend(solved.into_iter().map(|(key, entry)| (index, key, entry)));
        let Some((ticket, found)) = crew.found.take() else { return true };
        self.be_busy(now, self.costs.apply);
        let started = Instant::now();
        let Master { problem, arena, tree, work, .. } = self;
        let applied = tree.apply(problem, arena, ticket, &found, work);
        self.spent.apply += started.elapsed();
        self.spent.applied += 1;
        applied.is_ok()
    }

    /// Gives leaves out to those who wait, as long as there are any.
    fn give_out(&mut self, crews: &mut [Crew<'_, G, A>], clock: &mut Clock<Event>) {
        while let Some(&index) = self.waiting.front() {
            let started = Instant::now();
            let Master { problem, arena, tree, work, .. } = self;
            let Some(assignment) = tree.select(problem, arena, work) else { return };
            self.spent.select += started.elapsed();
            self.spent.selected += 1;
            self.waiting.pop_front();
            self.be_busy(self.free_at, self.costs.select);
            let crew = &mut crews[index];
            crew.jobs += 1;
            let news = crew.take_in(&self.results, index, self.problem.infinity);
            let begin = self.free_at + self.costs.latency + news * self.costs.take_in;
            crew.job = Some(Job { assignment, searches: Vec::new(), nodes: 0 });
            for member in 0..crew.members {
                let event = Event::Search { crew: index, member, job: crew.jobs };
                clock.set(begin, event);
            }
        }
    }
}

impl<'s, G: Game, A: Guide<G>> Crew<'s, G, A> {
    /// Takes what the others have found into its table. How many results there were.
    fn take_in(&mut self, all: &[(usize, u64, Entry)], this: usize, infinity: u32) -> u64 {
        let mut news = 0;
        for &(_, key, entry) in all[self.heard..].iter().filter(|(crew, ..)| *crew != this) {
            memory::put::<G>(self.table, key, entry, infinity);
            news += 1;
        }
        self.heard = all.len();
        news
    }

    /// How many nodes of the present job were visited.
    fn visited(&self) -> u64 {
        self.job.as_ref().map_or(0, |job| job.nodes)
    }

    /// Lets a member go on for a slice, if the job has `most` nodes. Whether the job is done.
    fn go_on(
        &mut self,
        member: usize,
        slice: u64,
        most: u64,
        problem: impl Fn() -> Problem<'s, G, A>,
    ) -> bool {
        let Crew { table, presence, outbox, members, .. } = *self;
        let Some(Job { assignment, searches, nodes }) = &mut self.job else { return false };
        if searches.is_empty() {
            let Assignment { depth, history, state, .. } = &*assignment;
            let begin = |_| {
                let search = Search::at_depth(*depth, problem(), table, history, state);
                let search = search.untimed().telling(outbox);
                match presence {
                    Some(presence) => search.among(presence),
                    None => search,
                }
            };
            searches.extend((0..members).map(begin));
            // Making a search is a visit to its root.
            *nodes += members as u64;
        }
        let left = most.saturating_sub(*nodes).min(slice);
        let (found, visited) = go_on(&mut searches[member], left);
        *nodes += visited;
        !matches!(found, ProofStatus::Unknown(_)) || *nodes >= most
    }

    /// Ends the job, which a member has seen to be done: what was found is to be told. What its searches
    /// did, but for the nodes.
    fn finish(&mut self, member: usize, problem: &Problem<'_, G, A>) -> Counters {
        let is_solved = |search: &&Search<'s, G, A>| {
            search.own_root_numbers().verdict(problem.infinity).is_some()
        };
        let mut job = self.job.take().expect("a job that is done was begun");
        // The others first, so that this one reads what they have found.
        let last = job.searches.len() - 1;
        job.searches.swap(member, last);
        let mut counters = Counters::default();
        for search in &mut job.searches {
            search.come_back();
            counters.add(&search.counters());
            // Who has the answer has left the root.
            if let Some(presence) = self.presence.filter(|_| !is_solved(&&*search)) {
                presence.part(problem.game.key(&job.assignment.state));
            }
        }
        counters.nodes = 0;
        let best = job.searches.iter().find(is_solved).unwrap_or(&job.searches[last]);
        let found = Evaluated {
            numbers: best.own_root_numbers(),
            children: best.root_children().collect(),
        };
        self.found = Some((job.assignment.ticket, found));
        counters
    }
}

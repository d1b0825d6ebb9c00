//! The depth-first engine: one loop for df-pn, PDS and all their options.
//!
//! Df-pn is best-first proof-number search made depth-first (Nagai 2002; Pawlewicz & Lew 2007,
//! § 2.2): two thresholds say how long the most-proving node stays below the present one, and a
//! table remembers the numbers of what was left. The engine keeps explicit proof and disproof
//! numbers, and asks each position whose turn it is, so a player may move twice.
//!
//! The line of play is a stack of frames, not of calls: its length is bounded by memory alone, a
//! search can stop anywhere and go on later as if it had not stopped, and nothing is stored that
//! was not finished. A frame holds the numbers of all children of its position, so the search
//! makes progress even when the table forgets everything at once (the local variables of
//! Pawlewicz & Lew, § 4.2).

mod jobs;
mod parents;
mod pn_star;
mod recall;
mod second;
mod simulation;
mod teamwork;
mod thresholds;
mod visits;

use std::marker::PhantomData;
use std::mem;

use phidelta_rules::{Game, GraphKind, Guide, Player, Status};

use crate::control::{Snapshot, Usage};
use crate::look_ahead::LookAhead;
use crate::memory::{self, FAR};
use crate::path::{NOTHING, Path};
use crate::problem::Problem;
use crate::pulse::Pulse;
use crate::table::work;
use crate::team::{Outbox, Presence};
use crate::tree::SecondTree;
use crate::{
    AllVariants, Backup, Control, Cycles, Numbers, Options, Query, SearchResult, Stopped, Table,
    TableStatistics, Variants, Worker,
};
pub(crate) use jobs::Job;
use recall::Found;
use thresholds::is_old;
use visits::Starting;

/// The answer to a yes/no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStatus {
    /// The goal can be reached.
    Proved,
    /// It cannot.
    Disproved,
    /// The search stopped first, for this reason.
    Unknown(Stopped),
}

/// What a search did.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Visits to nodes, repeated ones included. In trees in memory (PN search, PN², DeepPN, and the
    /// trees of PDS-PN): nodes created; coming by again is not counted. See
    /// [`Method::counted`](crate::Method::counted).
    pub nodes: u64,
    /// Visits in which a position's moves were generated to be searched.
    pub expansions: u64,
    /// Visits to a node visited before, as far as the table remembers (the seesaw number of
    /// Deep df-pn).
    pub seesaw: u64,
    /// The longest line looked at.
    pub deepest: usize,
    /// Look-ups in the table that found the position.
    pub hits: u64,
    /// Look-ups that did not.
    pub misses: u64,
    /// Positions whose entry gave way to another.
    pub replaced: u64,
    /// How often a node's numbers were computed from its children's, in searches of a tree in
    /// memory. (The others do it at each visit.)
    pub updates: u64,
    /// Moves that were dropped for want of memory, as if they did not exist. If there are any, the
    /// answer may be wrong.
    pub pruned: u64,
    /// Positions that were looked at to see whether a result after one line of play holds after
    /// another.
    pub simulated: u64,
    /// Results that hold after one line of play, and were kept as such, where positions come back.
    pub after_lines: u64,
    /// Positions that were looked at beside the search to see where endless play leads. They count as nodes, too.
    pub fixed_point: u64,
    /// Moves and positions that look-aheads of two plies or more have looked at. They do not count as nodes.
    pub looked_ahead: u64,
    /// The longest series of visits none of which was the first to its position, as far as the
    /// table remembers, in games whose positions repeat. A search that goes round in circles has
    /// one without end.
    pub longest_idle: u64,
}

impl Counters {
    /// Adds what another search did.
    pub fn add(&mut self, other: &Counters) {
        self.nodes += other.nodes;
        self.expansions += other.expansions;
        self.seesaw += other.seesaw;
        self.deepest = self.deepest.max(other.deepest);
        self.hits += other.hits;
        self.misses += other.misses;
        self.replaced += other.replaced;
        self.updates += other.updates;
        self.pruned += other.pruned;
        self.simulated += other.simulated;
        self.after_lines += other.after_lines;
        self.fixed_point += other.fixed_point;
        self.looked_ahead += other.looked_ahead;
        self.longest_idle = self.longest_idle.max(other.longest_idle);
    }

    /// The statistics of a table used by searches with these counters.
    pub fn table(&self, table: &Table) -> TableStatistics {
        TableStatistics {
            entries: table.entries(),
            used: table.used(),
            bytes: table.bytes(),
            hits: self.hits,
            misses: self.misses,
            replaced: self.replaced,
        }
    }
}

/// What a frame knows of a child.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    mv: M,
    numbers: Numbers,
    /// The work spent below it; 0 for what was never visited.
    work: u64,
    key: u64,
    /// If it is solved: the earliest place on the line that this rests on, or [`NOTHING`].
    reach: u32,
    /// Its least distance from the root; once it is solved, the height of the proof.
    distance: u16,
    /// Whether it is known to share descendants with siblings.
    shared: bool,
}

/// A position on the current line.
struct Frame<S> {
    state: S,
    turn: Player,
    /// The search goes on here while the numbers are below these (in the sense of the method).
    thresholds: Numbers,
    /// Its children are those from here to the next frame's, or to the end.
    first_child: usize,
    /// The child that the next frame is about.
    chosen: usize,
    /// The work spent below before this visit, and the node count at its beginning.
    work_before: u64,
    nodes_before: u64,
    /// How many positions had been visited for the first time at its beginning.
    firsts_before: u64,
    /// The least distance from the root, which may be shorter than the present line.
    distance: u16,
    /// How often its children had been told of when they were last looked at, in a team.
    news: u32,
}

/// A search that can be run, stopped, and run on.
pub struct Search<'a, G: Game, A, V = AllVariants> {
    variants: PhantomData<fn() -> V>,
    problem: Problem<'a, G, A>,
    table: &'a Table,
    /// Trees that evaluate what is visited for the first time (PDS-PN).
    second: Option<&'a mut SecondTree<G::State, G::Move>>,
    /// The threads that search the same question, if this is one of several.
    presence: Option<&'a Presence>,
    /// Who is told what is solved, beside those who share the table.
    outbox: Option<&'a Outbox>,
    /// How many calls of theirs were followed.
    heard: u64,
    /// Whether they are not minded for the time being.
    is_alone: bool,
    /// Whether the children on top wait for the numbers that such a tree finds.
    evaluating: bool,
    stack: Vec<Frame<G::State>>,
    children: Vec<Child<G::Move>>,
    /// The present line, and what came before the root; nothing where positions do not come back.
    path: Path<G>,
    trials: Vec<simulation::Trial<G>>,
    /// The keys of the present line, where shared descendants are looked for.
    line: Vec<u64>,
    /// Visits that were the first to their positions, and those since the last of them.
    firsts: u64,
    idle: u64,
    root_key: u64,
    /// The depth of the root, for initial numbers that depend on it.
    root_depth: usize,
    /// Who moves there, unless the game is over.
    root_turn: Option<Player>,
    sibling_checks: SiblingChecks,
    counters: Counters,
    /// The root's numbers, and its children, once it is solved.
    answer: Option<Numbers>,
    /// The visit on top, while its children have not all been looked at.
    starting: Option<Starting<G::Move>>,
    pulse: Pulse,
    look_ahead: LookAhead<G::State, G::Move>,
    /// The node count at which to look around: that of the next look by nodes, or 0 if the clock says so.
    next_poll: u64,
    next_poll_by_nodes: u64,
    nodes_in_earlier_runs: u64,
}

/// How often looking at siblings again was of use, and whether to go on with it.
#[derive(Default)]
struct SiblingChecks {
    looks: u64,
    useful: u64,
}

impl SiblingChecks {
    #[inline]
    fn looks(&mut self, nodes: u64) -> bool {
        let looks = self.looks < 4096 + 64 * self.useful || nodes.is_multiple_of(64);
        self.looks += u64::from(looks);
        looks
    }

    fn learnt(&mut self, something: bool) {
        self.useful += u64::from(something);
    }
}

/// After how many nodes the limits are looked at again.
const POLL_EVERY: u64 = 256;

impl<'a, G: Game, A: Guide<G>> Search<'a, G, A> {
    /// A search for the answer to `question` at `root`. The table must hold nothing but entries
    /// of the same game and of questions of the same ledger.
    pub fn new(
        game: &'a G,
        guide: &'a A,
        options: &'a Options,
        question: &'a Query<G::Value>,
        table: &'a mut Table,
        root: &G::State,
    ) -> Self {
        Self::after(game, guide, options, question, table, &[], root)
    }

    /// As [`new`](Search::new), where `root` comes after other positions, the earliest first, which
    /// may come back (see [`Solver::ask_after`](crate::Solver::ask_after)).
    pub fn after(
        game: &'a G,
        guide: &'a A,
        options: &'a Options,
        question: &'a Query<G::Value>,
        table: &'a mut Table,
        history: &[G::State],
        root: &G::State,
    ) -> Self {
        let problem = Problem::new(game, guide, options, question);
        Self::at_depth(0, problem, table, history, root)
    }
}

impl<'a, G: Game, A: Guide<G>, V: Variants> Search<'a, G, A, V> {
    /// The same for a root that is so deep in a larger search.
    pub(crate) fn at_depth(
        root_depth: usize,
        problem: Problem<'a, G, A>,
        table: &'a Table,
        history: &[G::State],
        root: &G::State,
    ) -> Self {
        let game = problem.game;
        let questions = memory::questions::<G>();
        assert!(usize::from(problem.question.tag) < questions, "a ledger of another game's");
        let mut search = Search {
            variants: PhantomData,
            problem,
            table,
            second: None,
            presence: None,
            outbox: None,
            heard: 0,
            is_alone: false,
            evaluating: false,
            stack: Vec::new(),
            children: Vec::new(),
            path: Path::new(game, history),
            trials: Vec::new(),
            line: Vec::new(),
            firsts: 0,
            idle: 0,
            root_key: game.key(root),
            root_depth,
            root_turn: None,
            sibling_checks: SiblingChecks::default(),
            counters: Counters::default(),
            answer: None,
            starting: None,
            pulse: Pulse::new(),
            look_ahead: LookAhead::new(0),
            next_poll: 0,
            next_poll_by_nodes: 0,
            nodes_in_earlier_runs: 0,
        };
        if search.path.lets_look_ahead() {
            search.look_ahead = LookAhead::new(search.problem.options.look_ahead);
        }
        match game.status(root) {
            Status::Over(value) => search.answer = Some(search.problem.settled(value)),
            Status::Turn(turn) => {
                search.root_turn = Some(turn);
                let thresholds = search.root_thresholds();
                let known = search.look_up(search.root_key);
                let work_before = known.map_or(0, |known| known.work);
                if G::Graph::REPEATS {
                    let next = search.path.first(game, root);
                    search.path.enter(root, next);
                }
                search.visit(root.clone(), turn, thresholds, work_before, 0);
            }
        }
        search
    }

    /// Searches until the question is answered or `control` says stop. Calling it again goes on
    /// where it stopped.
    pub fn run(&mut self, control: &mut Control<'_, G::Move>) -> ProofStatus {
        (self.next_poll, self.next_poll_by_nodes) = (0, 0);
        loop {
            if let Some(verdict) = self.answered() {
                return verdict;
            }
            let stopped = if V::ALL && self.evaluating {
                self.evaluate_children(control)
            } else if self.counters.nodes >= self.next_poll {
                self.poll(control)
            } else {
                self.step();
                continue;
            };
            if let Some(reason) = stopped {
                self.nodes_in_earlier_runs = self.counters.nodes;
                return ProofStatus::Unknown(reason);
            }
        }
    }

    /// The answer, if it is known.
    #[inline]
    pub(crate) fn answered(&self) -> Option<ProofStatus> {
        let proved = self.answer?.verdict(self.problem.infinity)?;
        Some(if proved { ProofStatus::Proved } else { ProofStatus::Disproved })
    }

    /// One visit, or one return.
    #[inline]
    fn step(&mut self) {
        if self.presence.is_some() && self.is_called_back() {
            return;
        }
        let frame = self.stack.last().expect("an unanswered search has a frame");
        let mut summary = self.summarise(frame, self.children.len());
        let numbers = summary.numbers;
        let is_crowded = self.presence.is_some() && self.is_crowded();
        if is_crowded && numbers.verdict(self.problem.infinity).is_none() {
            summary = self.summarise_among_others(frame);
        }
        if self.finished(frame.thresholds, summary.numbers) && !self.must_go_on(&summary) {
            if self.stack.len() == 1 && numbers.verdict(self.problem.infinity).is_none() {
                self.raise_root(summary.numbers);
            } else {
                self.leave(numbers);
            }
        } else {
            let frame = self.stack.last().expect("it is still there");
            let mut thresholds = self.child_thresholds(frame, &summary);
            if self.presence.is_some() {
                thresholds = self.with_room_for_others(thresholds, summary.best);
            }
            self.descend(summary.best, thresholds);
        }
    }

    /// Visits a child of the top frame.
    #[inline]
    fn descend(&mut self, child: usize, thresholds: Numbers) {
        let frame = self.stack.last_mut().expect("there is a frame");
        frame.chosen = child;
        let Child { mv, key, work: work_before, distance, .. } = self.children[child];
        // It is stored there when it is left.
        self.table.prefetch(key);
        let mut state = frame.state.clone();
        self.problem.game.play(&mut state, mv);
        self.counters.seesaw += u64::from(work_before > 0);
        match self.problem.game.status(&state) {
            Status::Turn(turn) => {
                if G::Graph::REPEATS {
                    let next = self.path.next(self.problem.game, mv, &state, key);
                    self.path.enter(&state, next);
                }
                self.visit(state, turn, thresholds, work_before, distance);
            }
            // Only a key shared with another position can make a finished one look unsolved.
            Status::Over(value) => {
                self.counters.nodes += 1;
                let child = &mut self.children[child];
                (child.numbers, child.distance) = (self.problem.settled(value), 0);
            }
        }
    }

    /// Whether the top frame, which is finished, is not to be left all the same: since it has a
    /// child that may lead round in a circle, and nothing new was seen. Its thresholds are raised
    /// then (Kishimoto 2010).
    fn must_go_on(&mut self, summary: &thresholds::Summary) -> bool {
        if !G::Graph::REPEATS || self.problem.options.cycles != Cycles::Threshold {
            return false;
        }
        let infinity = self.problem.infinity;
        let frame = self.stack.last().expect("there is a frame");
        let unsolved = |child: &Child<G::Move>| child.numbers.verdict(infinity).is_none();
        let has_old_child = || {
            let mut children = self.children[frame.first_child..].iter();
            children.any(|child| unsolved(child) && is_old(frame, child))
        };
        if summary.numbers.verdict(infinity).is_some()
            || frame.firsts_before != self.firsts
            || !has_old_child()
        {
            return false;
        }
        let frame = self.stack.last_mut().expect("it is still there");
        let Numbers { proof, disproof } = &mut frame.thresholds;
        *proof = (*proof).max(summary.numbers.proof + 1);
        *disproof = (*disproof).max(summary.numbers.disproof + 1);
        true
    }

    /// Leaves the top frame with these numbers: stores them and tells its parent, or, at the root,
    /// where they are an answer, ends the search.
    fn leave(&mut self, numbers: Numbers) {
        let is_last_below = self.presence.is_none() || self.part();
        let frame = self.stack.pop().expect("there is a frame to leave");
        let work = frame.work_before + (self.counters.nodes - frame.nodes_before);
        let (reach, distance) =
            if G::Graph::REPEATS { self.summed_up(&frame, numbers) } else { (NOTHING, 0) };
        let found = Found { numbers, work, reach, distance };
        let Some(parent) = self.stack.last() else {
            // The root's children stay: they tell the best move.
            self.remember(self.root_key, found);
            self.answer = Some(numbers);
            return;
        };
        let (first_child, chosen) = (parent.first_child, parent.chosen);
        self.remember(self.children[chosen].key, found);
        if G::Graph::REPEATS {
            self.path.leave();
        }
        if V::ALL && self.problem.options.backup == Backup::Snda {
            self.note_parent();
        }
        self.children.truncate(frame.first_child);
        self.children[chosen].learn(found, self.problem.infinity);
        if self.presence.is_some() {
            self.tell(numbers, is_last_below);
        }
        self.look_again(first_child, chosen);
    }

    /// What the numbers of a frame that is left rest on, and its distance from the root or, if it
    /// is solved, the height of the proof: the longest line in it, if that is not too long to be
    /// written down. Heights tell how to win without coming back to a position.
    fn summed_up(&self, frame: &Frame<G::State>, numbers: Numbers) -> (u32, u16) {
        let infinity = self.problem.infinity;
        let children = &self.children[frame.first_child..];
        let Some(proved) = numbers.verdict(infinity) else {
            // A position that counts by its old children alone is as old as they are.
            let unsolved =
                children.iter().filter(|child| child.numbers.verdict(infinity).is_none());
            let all_old = unsolved.clone().all(|child| is_old(frame, child));
            let oldest = unsolved.map(|child| child.distance).min();
            let by_distance = self.problem.options.cycles == Cycles::Distance;
            let distance = oldest.filter(|_| by_distance && all_old).unwrap_or(frame.distance);
            return (NOTHING, distance.min(frame.distance));
        };
        let same = |child: &&Child<G::Move>| child.numbers.verdict(infinity) == Some(proved);
        let reaches = children.iter().filter(same).map(|child| child.reach);
        let heights = children.iter().filter(same).map(|child| child.distance);
        // The one that chooses takes what rests on least; the other must rest on all.
        let chooses = proved == (frame.turn == self.problem.question.goal.prover());
        let (reach, height) =
            if chooses { (reaches.max(), heights.min()) } else { (reaches.min(), heights.max()) };
        let height = height.map_or(0, |height| (height + 1).min(FAR));
        (self.path.dependence(reach.unwrap_or(NOTHING)), height)
    }

    /// Takes over what the table has learnt about the siblings of a child that was searched, as
    /// the papers' searches do, which read all children anew each time.
    ///
    /// It matters where one sibling lies below another. In many games that cannot be, since
    /// positions after different numbers of moves always differ; a search that keeps learning
    /// nothing looks only now and then.
    fn look_again(&mut self, first_child: usize, except: usize) {
        let siblings = self.children.len() - first_child;
        if siblings == 1 || !self.sibling_checks.looks(self.counters.nodes) {
            return;
        }
        let learnt = self.read_again(first_child, Some(except));
        self.sibling_checks.learnt(learnt);
    }

    /// Takes over what the table has learnt about the children on top, or all but one. Whether that was
    /// anything.
    fn read_again(&mut self, first_child: usize, except: Option<usize>) -> bool {
        let mut learnt = false;
        for index in first_child..self.children.len() {
            let Child { key, numbers, work, .. } = self.children[index];
            if Some(index) == except || numbers.verdict(self.problem.infinity).is_some() {
                continue;
            }
            // What holds after this line alone would have been found before.
            let Some(found) = self.look_up(key) else { continue };
            // What was found anew after being forgotten may rest on less work: no step back.
            let solved = found.numbers.verdict(self.problem.infinity).is_some();
            if found.numbers != numbers && (solved || found.work >= work::rounded_down(work)) {
                self.children[index].learn(found, self.problem.infinity);
                learnt = true;
            }
        }
        learnt
    }

    /// Goes back to the root, where the search has stopped elsewhere: each position on the line is
    /// left with the numbers that its children have; one whose children have not all been looked at, with those that
    /// it had.
    pub(crate) fn come_back(&mut self) {
        self.give_up_starting();
        while self.answer.is_none() && !self.is_starting() {
            let frame = self.stack.last().expect("an unanswered search has a frame");
            let numbers = self.summarise(frame, self.children.len()).numbers;
            if self.stack.len() == 1 && numbers.verdict(self.problem.infinity).is_none() {
                return;
            }
            self.leave(numbers);
        }
    }

    /// Looks at the limits and reports progress.
    fn poll(&mut self, control: &mut Control<'_, G::Move>) -> Option<Stopped> {
        let before = self.nodes_in_earlier_runs;
        let nodes = self.counters.nodes - before;
        let (after_lines, stack_bytes) = (self.counters.after_lines, self.stack_bytes());
        let by_clock = self.counters.nodes < self.next_poll_by_nodes;
        let usage = Usage { nodes, after_lines, stack_bytes, by_clock };
        // A visit that was counted is made.
        let stop = control.stop(usage, self.table);
        let stop = stop.filter(|&reason| reason != Stopped::Nodes || !self.is_starting());
        if stop.is_none() {
            if !by_clock {
                let next = nodes + POLL_EVERY;
                let next = control.nodes_left().map_or(next, |left| left.min(next));
                self.next_poll_by_nodes = before + next;
            }
            self.next_poll = self.next_poll_by_nodes;
            control.save(self.table, || self.counters);
            if control.report_due() {
                control.tell(&self.stand(), &[self.worker(control)]);
            }
            self.go_on_starting();
        }
        stop
    }

    /// What the one thread does that searches.
    fn worker(&self, control: &Control<'_, G::Move>) -> Worker {
        Worker::searching(control.nodes_before() + self.counters.nodes, self.stack.len())
    }

    /// How far the search is.
    pub(crate) fn stand(&self) -> Snapshot<G::Move> {
        let line: Vec<G::Move> = self.stack[..self.stack.len().saturating_sub(1)]
            .iter()
            .take(64)
            .map(|frame| self.children[frame.chosen].mv)
            .collect();
        Snapshot {
            root: self.root_numbers(),
            depth: self.stack.len(),
            line,
            table_used: self.table.used(),
            table_entries: self.table.entries(),
        }
    }

    /// The length of the present line.
    pub(crate) fn depth(&self) -> usize {
        self.stack.len()
    }

    pub(crate) fn stack_bytes(&self) -> u64 {
        let frames = self.stack.capacity() * mem::size_of::<Frame<G::State>>();
        let children = self.children.capacity() * mem::size_of::<Child<G::Move>>();
        let line = self.line.capacity() * mem::size_of::<u64>();
        (frames + children + line) as u64 + self.path.bytes()
    }

    /// The root's numbers, as of the last return to it.
    pub fn root_numbers(&self) -> Numbers {
        self.problem.reported(self.own_root_numbers())
    }

    /// The same, with the infinity that the search itself has.
    pub(crate) fn own_root_numbers(&self) -> Numbers {
        self.answer.unwrap_or_else(|| {
            let end = self.stack.get(1).map_or(self.children.len(), |second| second.first_child);
            self.summarise(&self.stack[0], end).numbers
        })
    }

    /// The moves at the root with their numbers, as of the last return to it.
    pub(crate) fn root_children(&self) -> impl Iterator<Item = (G::Move, Numbers)> {
        let end = self.stack.get(1).map_or(self.children.len(), |second| second.first_child);
        self.children[..end].iter().map(|child| (child.mv, child.numbers))
    }

    /// A move that decides the root for the player to move there, once it is solved and that
    /// player is right.
    pub fn best_move(&self) -> Option<G::Move> {
        let solved = self.answer?;
        let proved = solved.verdict(self.problem.infinity)?;
        // Where the player to move is wrong, every move is as good as another.
        let is_right = proved == (self.root_turn? == self.problem.question.goal.prover());
        let decides = |child: &&Child<G::Move>| is_right && child.numbers == solved;
        let mut deciding = self.children.iter().filter(decides);
        if G::Graph::REPEATS {
            // A move that leads on, where others may lead back.
            return deciding.min_by_key(|child| child.distance).map(|child| child.mv);
        }
        deciding.next().map(|child| child.mv)
    }

    /// What was found, with this verdict.
    pub(crate) fn findings(&self, verdict: ProofStatus) -> SearchResult<G::Move> {
        let (root, counters) = (self.root_numbers(), self.counters());
        SearchResult { verdict, root, counters, best: self.best_move() }
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }
}

//! Limits, interruption and progress: what the outside may say to a running search, and hear.

use std::time::{Duration, Instant};

use phidelta_rules::Interrupt;

use crate::{Checkpoints, Counters, Numbers, Table};

/// How much a search may use. `None` is no limit.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Limits {
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Bytes of the stack of positions and their children, which lies outside the table.
    pub stack_bytes: Option<u64>,
}

/// Why a search stopped without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The time was over.
    Time,
    /// So many nodes had been visited.
    Nodes,
    /// The memory was full.
    Memory,
    /// It was told to.
    Interrupt,
}

/// What a search tells while it runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a, M> {
    /// The root's numbers, as of the last return to it.
    pub root: Numbers,
    /// Nodes visited, by the questions before this one in a series, too.
    pub nodes: u64,
    /// Since the question was asked.
    pub elapsed: Duration,
    /// Length of the current line.
    pub depth: usize,
    /// The first moves of the current line (at most 64).
    pub line: &'a [M],
    /// Entries of the table in use.
    pub table_used: u64,
    /// Entries of the table.
    pub table_entries: u64,
    /// The threads of the search.
    pub workers: &'a [Worker],
}

impl<M> Progress<'_, M> {
    /// The same with another line.
    pub(crate) fn with_line<'b, N>(&'b self, line: &'b [N]) -> Progress<'b, N> {
        let Progress { root, nodes, elapsed, depth, table_used, table_entries, workers, .. } =
            *self;
        Progress { root, nodes, elapsed, depth, line, table_used, table_entries, workers }
    }
}

/// A thread of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worker {
    /// Nodes that it visited.
    pub nodes: u64,
    /// Length of its line.
    pub depth: usize,
    /// What it does.
    pub doing: Doing,
}

/// What a thread of a search does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// It searches.
    Searching,
    /// It waits for work.
    Waiting,
}

impl Worker {
    /// One that searches.
    pub fn searching(nodes: u64, depth: usize) -> Self {
        Worker { nodes, depth, doing: Doing::Searching }
    }
}

/// How far a search is, as one of its threads sees it.
pub(crate) struct Snapshot<M> {
    /// The root's numbers.
    pub root: Numbers,
    /// Length of the line.
    pub depth: usize,
    /// Its first moves (at most 64).
    pub line: Vec<M>,
    pub table_used: u64,
    pub table_entries: u64,
}

/// A listener to progress.
pub(crate) type Listener<'a, M> = &'a mut dyn FnMut(&Progress<'_, M>);

/// What a search has spent so far on the question at hand.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Usage {
    /// Nodes visited.
    pub nodes: u64,
    /// Results that hold after one line of play and no other.
    pub after_lines: u64,
    /// Bytes of stacks.
    pub stack_bytes: u64,
    /// Whether it is looked at for the time that has passed, and not at a node count that does not depend on the
    /// clock.
    pub by_clock: bool,
}

/// Something that is computed beside a search, by turns, and may find the answer first.
pub(crate) trait Aside {
    /// Goes on in proportion to what the search has spent, with what is in its table, in this room if there is
    /// a limit, unless `halts` says that the search is to stop: what is left to do is done the next time. Whether the
    /// answer is found.
    fn advance(
        &mut self,
        usage: Usage,
        table: &Table,
        room: Option<u64>,
        halts: &mut dyn FnMut() -> bool,
    ) -> bool;
    /// The bytes that it takes.
    fn bytes(&self) -> u64;
    /// How many positions were looked at, which count as nodes.
    fn looks(&self) -> u64;
}

/// What gives a listener to progress with moves of one type that with moves of another.
pub(crate) type Translate<'a, N, M> =
    &'a mut dyn FnMut(&Progress<'_, N>, &mut dyn FnMut(&Progress<'_, M>));

/// What steers one question, or of a series of them: limits, a flag that interrupts, a listener.
pub struct Control<'a, M> {
    /// What it may use.
    pub limits: Limits,
    /// Stops the search from elsewhere, or makes it wait.
    pub(crate) interrupt: Option<&'a dyn Interrupt>,
    /// How long it had made others wait before.
    waited_before: Duration,
    /// Hears of the progress, about ten times a second.
    pub listener: Option<Listener<'a, M>>,
    /// Writes checkpoints.
    pub checkpoints: Option<&'a mut Checkpoints>,
    /// What is computed beside the search.
    aside: Option<&'a mut dyn Aside>,
    started: Instant,
    next_report: Duration,
    /// Nodes that earlier questions of a series visited.
    nodes_before: u64,
}

impl<M> Control<'_, M> {
    /// No limits, nobody listening.
    pub fn none() -> Self {
        Self::new(Limits::default())
    }
}

impl<'a, M> Control<'a, M> {
    const REPORT_EVERY: Duration = Duration::from_millis(100);

    /// With these limits. The clock starts now.
    pub fn new(limits: Limits) -> Self {
        Control {
            limits,
            interrupt: None,
            waited_before: Duration::ZERO,
            listener: None,
            checkpoints: None,
            aside: None,
            started: Instant::now(),
            next_report: Self::REPORT_EVERY,
            nodes_before: 0,
        }
    }

    /// Stops the search when that is requested.
    #[must_use]
    pub fn interrupted_by(mut self, interrupt: &'a dyn Interrupt) -> Self {
        self.interrupt = Some(interrupt);
        self.waited_before = interrupt.waited();
        self
    }

    /// Reports progress to `listener`.
    #[must_use]
    pub fn listened_by(mut self, listener: Listener<'a, M>) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Has checkpoints written.
    #[must_use]
    pub fn saved_by(mut self, checkpoints: &'a mut Checkpoints) -> Self {
        self.checkpoints = Some(checkpoints);
        self
    }

    /// Time since the question was asked.
    pub fn elapsed(&self) -> Duration {
        let waited = self.interrupt.map_or(Duration::ZERO, Interrupt::waited);
        self.started.elapsed().saturating_sub(waited.saturating_sub(self.waited_before))
    }

    /// Ends a question that visited so many nodes; another one of the series may follow.
    pub(crate) fn next_question(&mut self, nodes: u64) {
        self.nodes_before += nodes;
    }

    /// Nodes that earlier questions visited.
    pub(crate) fn nodes_before(&self) -> u64 {
        self.nodes_before
    }

    /// How many nodes the question may visit, if there is a limit.
    pub(crate) fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|limit| limit.saturating_sub(self.nodes_before))
    }

    /// The reason to stop now, if there is one. What is computed beside the search goes on; if that finds the
    /// answer, it is a reason, too.
    pub(crate) fn stop(&mut self, usage: Usage, table: &Table) -> Option<Stopped> {
        let Usage { mut nodes, mut stack_bytes, by_clock, .. } = usage;
        let (mut aside, mut answers) = (self.aside.take(), false);
        if let Some(aside) = &mut aside {
            // How far it gets must not depend on the clock, unless the search stops, too.
            let mut halts = || self.stop_at(0, 0).is_some();
            answers = !by_clock && aside.advance(usage, table, self.limits.stack_bytes, &mut halts);
            // The room of the table that it takes, as long as that is free, is not that of stacks.
            stack_bytes += aside.bytes().min(self.limits.stack_bytes.unwrap_or(0) / 2);
            nodes += aside.looks();
        }
        self.aside = aside;
        if answers { Some(Stopped::Interrupt) } else { self.stop_at(nodes, stack_bytes) }
    }

    /// The reason to stop after so many nodes of this question, for searches that nothing is computed beside.
    pub(crate) fn stop_at(&self, nodes: u64, stack_bytes: u64) -> Option<Stopped> {
        if self.interrupt.is_some_and(Interrupt::is_requested) {
            Some(Stopped::Interrupt)
        } else if self.nodes_left().is_some_and(|left| nodes >= left) {
            Some(Stopped::Nodes)
        } else if self.limits.stack_bytes.is_some_and(|limit| stack_bytes > limit) {
            Some(Stopped::Memory)
        } else if self.limits.time.is_some_and(|limit| self.elapsed() >= limit) {
            Some(Stopped::Time)
        } else {
            None
        }
    }

    /// How much time is left, if there is an end to it.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Whether what is done after the answer was found is to end: if that was asked for from elsewhere, or the time is
    /// over, and a little more.
    pub(crate) fn is_late(&self) -> bool {
        const GRACE: Duration = Duration::from_millis(50);
        self.interrupt.is_some_and(Interrupt::is_requested)
            || self.limits.time.is_some_and(|limit| self.elapsed() >= limit + GRACE)
    }

    /// Whether a report is due.
    pub(crate) fn report_due(&mut self) -> bool {
        if self.listener.is_none() {
            return false;
        }
        let elapsed = self.elapsed();
        let due = elapsed >= self.next_report;
        if due {
            self.next_report = elapsed + Self::REPORT_EVERY;
        }
        due
    }

    /// Tells the listener how far the search is, and what the threads do.
    pub(crate) fn tell(&mut self, stand: &Snapshot<M>, workers: &[Worker]) {
        let elapsed = self.elapsed();
        let Some(listener) = &mut self.listener else { return };
        let Snapshot { root, depth, ref line, table_used, table_entries } = *stand;
        let nodes = workers.iter().map(|worker| worker.nodes).sum();
        listener(&Progress {
            root,
            nodes,
            elapsed,
            depth,
            line,
            table_used,
            table_entries,
            workers,
        });
    }

    /// Tells the listener what the threads do, and leaves the rest to it.
    pub(crate) fn tell_workers(&mut self, workers: &[Worker]) {
        let root = Numbers { proof: 1, disproof: 1 };
        let line = Vec::new();
        self.tell(&Snapshot { root, depth: 0, line, table_used: 0, table_entries: 0 }, workers);
    }

    /// Does something with a control of a search whose moves are of another type: the same limits, clock,
    /// interrupt and checkpoints; and what its listener would hear goes to `translate`, with the present one.
    pub(crate) fn translated<N, T>(
        &mut self,
        translate: Translate<'_, N, M>,
        work: impl FnOnce(&mut Control<'_, N>) -> T,
    ) -> T {
        self.scoped(translate, None, work)
    }

    /// The same, with this computed beside the search instead of what there was.
    fn scoped<N, T>(
        &mut self,
        translate: Translate<'_, N, M>,
        aside: Option<&mut dyn Aside>,
        work: impl FnOnce(&mut Control<'_, N>) -> T,
    ) -> T {
        let Control { limits, interrupt, waited_before, listener, checkpoints, .. } = self;
        let has_listener = listener.is_some();
        let mut tell = |progress: &Progress<'_, N>| {
            if let Some(listener) = listener {
                translate(progress, listener);
            }
        };
        let aside: Option<&mut dyn Aside> = match (aside, &mut self.aside) {
            (Some(aside), _) => Some(aside),
            (None, Some(aside)) => Some(&mut **aside),
            (None, None) => None,
        };
        let mut control = Control {
            limits: *limits,
            interrupt: *interrupt,
            waited_before: *waited_before,
            listener: if has_listener { Some(&mut tell) } else { None },
            checkpoints: checkpoints.as_deref_mut(),
            aside,
            started: self.started,
            next_report: self.next_report,
            nodes_before: self.nodes_before,
        };
        let done = work(&mut control);
        let Control { next_report, nodes_before, .. } = control;
        (self.next_report, self.nodes_before) = (next_report, nodes_before);
        done
    }

    /// Does something with a control that has this computed beside the search.
    pub(crate) fn with_aside<T>(
        &mut self,
        aside: &mut dyn Aside,
        work: impl FnOnce(&mut Control<'_, M>) -> T,
    ) -> T {
        let mut tell = |progress: &Progress<'_, M>, listener: &mut dyn FnMut(&Progress<'_, M>)| {
            listener(progress);
        };
        self.scoped(&mut tell, Some(aside), work)
    }

    /// Whether it is time to begin a checkpoint.
    pub(crate) fn checkpoint_is_due(&self) -> bool {
        self.checkpoints.as_ref().is_some_and(|checkpoints| checkpoints.is_due())
    }

    /// Goes on with a checkpoint that is under way. Nobody may make room in the table meanwhile.
    pub(crate) fn go_on_saving(&mut self, table: &Table) {
        if let Some(checkpoints) = &mut self.checkpoints {
            checkpoints.copy_some(table);
        }
    }

    /// The same, or begins one if it is time, after so much work on the question.
    pub(crate) fn save(&mut self, table: &Table, counters: impl FnOnce() -> Counters) {
        if let Some(checkpoints) = &mut self.checkpoints {
            if checkpoints.is_due() {
                checkpoints.begin(table, &counters());
            }
            checkpoints.copy_some(table);
        }
    }

    /// The same for a part of the work that may visit `nodes` more nodes, in silence.
    pub(crate) fn quietly(&self, nodes: u64) -> Control<'a, M> {
        Control {
            limits: Limits { nodes: Some(nodes), ..self.limits },
            interrupt: self.interrupt,
            waited_before: self.waited_before,
            listener: None,
            checkpoints: None,
            aside: None,
            started: self.started,
            next_report: Self::REPORT_EVERY,
            nodes_before: 0,
        }
    }
}

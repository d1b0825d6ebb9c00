//! What there is to see of a running search: plain data, kept up to date by what listeners hear.

use std::time::Duration;

use phidelta::search::Numbers;
use phidelta::{Event, SearchProgress, WorkerProgress, rate};

use super::history::History;
use crate::progress::event_message;

/// The rates of threads are those of about so long.
const RATE_OVER: Duration = Duration::from_secs(1);

/// What is asked, in words.
#[derive(Clone, Debug)]
pub struct Heading {
    pub game: String,
    pub position: String,
    pub goal: String,
}

/// What there is to see. Times are since the question was asked.
pub struct Model {
    pub heading: Heading,
    /// What goes on, in words.
    pub stage: String,
    /// What went wrong, and concerns what is kept.
    pub warning: Option<String>,
    /// Whether the search was asked to stop.
    pub is_stopping: bool,
    /// The present.
    pub clock: Duration,
    pub nodes: u64,
    pub rate: u64,
    pub depth: usize,
    /// The root's numbers, if the search has such, and what they were before.
    pub numbers: Option<Numbers>,
    pub history: History,
    /// Entries in use, and all entries, if there is a table.
    pub table: Option<[u64; 2]>,
    pub workers: Vec<WorkerRow>,
    /// The line that is searched, and the board after it.
    pub line: Vec<String>,
    pub board: String,
    /// When a search told of its numbers.
    ticked: Option<Duration>,
}

/// A thread.
pub struct WorkerRow {
    pub tick: WorkerProgress,
    /// Nodes a second, once that is known.
    pub rate: Option<u64>,
    /// When so many nodes were counted.
    counted: (Duration, u64),
}

impl Model {
    /// Before anything was heard.
    pub fn new(heading: Heading) -> Self {
        Model {
            heading,
            stage: "searching".into(),
            warning: None,
            is_stopping: false,
            clock: Duration::ZERO,
            nodes: 0,
            rate: 0,
            depth: 0,
            numbers: None,
            history: History::default(),
            table: None,
            workers: Vec::new(),
            line: Vec::new(),
            board: String::new(),
            ticked: None,
        }
    }

    /// Takes in what is heard at this time.
    pub fn hear(&mut self, event: &Event, now: Duration) {
        self.clock = now;
        match event {
            Event::Searching(tick) => self.tick(tick, now),
            Event::SearchingThreats { nodes, elapsed, board } => {
                // A search that looks for threats on its way tells more than they do.
                if self.ticked.is_some_and(|then| now < then + RATE_OVER) {
                    return;
                }
                self.stage = "searching for threats".into();
                (self.nodes, self.rate) = (*nodes, rate(*nodes, elapsed.as_secs_f64()));
                self.board.clone_from(board);
                self.one_worker(*nodes, "threats", now);
            }
            Event::Proving(positions) => self.finish(event, *positions, "proving", now),
            Event::Checking(positions) => self.finish(event, *positions, "checking", now),
            Event::Writing => self.finish(event, 0, "writing", now),
            Event::NotSaved { .. } => self.warning = Some(event_message(event, usize::MAX)),
        }
    }

    fn tick(&mut self, tick: &SearchProgress, now: Duration) {
        self.ticked = Some(now);
        self.stage = "searching".into();
        (self.nodes, self.depth) = (tick.nodes, tick.depth);
        self.rate = rate(tick.nodes, tick.elapsed.as_secs_f64());
        self.numbers = Some(tick.numbers);
        self.history.push(now, tick.numbers);
        self.table = (tick.table_entries > 0).then_some([tick.table_used, tick.table_entries]);
        self.line.clone_from(&tick.line);
        self.board.clone_from(&tick.board);
        self.set_workers(&tick.workers, now);
    }

    /// The search is over, and its answer is seen to.
    fn finish(&mut self, event: &Event, positions: u64, doing: &str, now: Duration) {
        self.stage = event_message(event, usize::MAX);
        self.one_worker(positions, doing, now);
    }

    fn one_worker(&mut self, nodes: u64, doing: &str, now: Duration) {
        self.set_workers(&[WorkerProgress { nodes, depth: 0, doing: doing.into() }], now);
    }

    fn set_workers(&mut self, ticks: &[WorkerProgress], now: Duration) {
        self.workers.truncate(ticks.len());
        for (row, tick) in self.workers.iter_mut().zip(ticks) {
            row.update(tick, now);
        }
        let new = ticks.iter().skip(self.workers.len());
        self.workers.extend(new.map(|tick| WorkerRow {
            tick: tick.clone(),
            rate: None,
            counted: (now, tick.nodes),
        }));
    }
}

impl WorkerRow {
    fn update(&mut self, tick: &WorkerProgress, now: Duration) {
        let (then, nodes) = self.counted;
        let time = now.saturating_sub(then);
        match tick.nodes.checked_sub(nodes) {
            // It counts something else.
            None => self.counted = (now, tick.nodes),
            Some(more) if time >= RATE_OVER => {
                self.rate = Some(rate(more, time.as_secs_f64()));
                self.counted = (now, tick.nodes);
            }
            Some(_) => {}
        }
        self.tick.clone_from(tick);
    }
}

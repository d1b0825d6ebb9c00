//! What listeners hear on the way to an answer.

use std::time::Duration;

use phidelta_search::{Doing, Numbers, Progress, Worker};
use serde::Serialize;

/// A moment on the way to an answer.
#[derive(Debug)]
pub enum Moment {
    Searching(Tick),
    /// Searches for threats have visited so many positions.
    Threatening {
        nodes: u64,
        elapsed: Duration,
        /// The position in question.
        board: String,
    },
    /// So many positions are proved.
    Proving(u64),
    /// The certificate is written down.
    Writing,
    /// So many positions of it are checked.
    Checking(u64),
}

/// A moment of a running search.
#[derive(Debug)]
pub struct Tick {
    pub numbers: Numbers,
    pub nodes: u64,
    pub elapsed: Duration,
    pub depth: usize,
    /// The first moves of the current line.
    pub line: Vec<String>,
    /// The board after these moves.
    pub board: String,
    pub table_used: u64,
    pub table_entries: u64,
    /// The threads.
    pub workers: Vec<WorkerTick>,
}

/// A moment of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WorkerTick {
    pub nodes: u64,
    /// Of its line; 0 if it has none.
    pub depth: usize,
    pub doing: String,
}

impl Tick {
    /// What a search tells, with its line in words and the board after that.
    pub fn new<M>(progress: &Progress<'_, M>, line: Vec<String>, board: String) -> Self {
        Tick {
            numbers: progress.root,
            nodes: progress.nodes,
            elapsed: progress.elapsed,
            depth: progress.depth,
            line,
            board,
            table_used: progress.table_used,
            table_entries: progress.table_entries,
            workers: progress.workers.iter().copied().map(Into::into).collect(),
        }
    }
}

impl From<Worker> for WorkerTick {
    fn from(worker: Worker) -> Self {
        let doing = match worker.doing {
            Doing::Searching => "searching",
            Doing::Waiting => "waiting",
        };
        WorkerTick { nodes: worker.nodes, depth: worker.depth, doing: doing.into() }
    }
}

//! What is heard on the way to an answer.

use std::time::Duration;

use phidelta_search::{Doing, Numbers, Progress, Worker};
use serde::Serialize;

/// Something on the way to an answer.
#[derive(Clone, Debug)]
pub enum Event {
    /// The search goes on.
    Searching(SearchProgress),
    /// Searches for threats have visited so many positions.
    SearchingThreats {
        /// So many.
        nodes: u64,
        /// Since the question was asked.
        elapsed: Duration,
        /// The position in question.
        board: String,
    },
    /// The search could not be saved, and goes on.
    NotSaved {
        /// As the user calls the file.
        file: String,
        /// Why not.
        reason: String,
    },
    /// So many positions are proved.
    Proving(u64),
    /// The certificate is written down.
    Writing,
    /// So many positions of it are checked.
    Checking(u64),
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct SearchProgress {
    /// The root's numbers.
    pub numbers: Numbers,
    /// Positions visited.
    pub nodes: u64,
    /// Since the question was asked.
    pub elapsed: Duration,
    /// Length of the current line.
    pub depth: usize,
    /// The first moves of the current line.
    pub line: Vec<String>,
    /// The board after these moves.
    pub board: String,
    /// Entries of the table in use.
    pub table_used: u64,
    /// Entries of the table.
    pub table_entries: u64,
    /// The threads.
    pub workers: Vec<WorkerProgress>,
}

/// What a thread does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WorkerProgress {
    /// Positions that it visited.
    pub nodes: u64,
    /// Of its line; 0 if it has none.
    pub depth: usize,
    /// `searching` or `waiting`.
    pub doing: String,
}

impl SearchProgress {
    /// What a search tells, with its line in words and the board after that.
    pub fn new<M>(progress: &Progress<'_, M>, line: Vec<String>, board: String) -> Self {
        SearchProgress {
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

impl From<Worker> for WorkerProgress {
    fn from(worker: Worker) -> Self {
        let doing = match worker.doing {
            Doing::Searching => "searching",
            Doing::Waiting => "waiting",
        };
        WorkerProgress { nodes: worker.nodes, depth: worker.depth, doing: doing.into() }
    }
}

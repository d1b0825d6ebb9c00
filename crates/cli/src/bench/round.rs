//! A round of measurements: cell by cell, until all are done or Ctrl-C comes.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::notebook::Notebook;
use crate::interrupt;
use crate::progress::bar;
use crate::size::duration;
use crate::status_line::{StatusLine, join};

/// A thing to measure, by its parameters.
pub trait Cell: Clone + Serialize + DeserializeOwned {
    /// What to call it while it is measured.
    fn title(&self) -> String;

    /// How long it will take, compared with others.
    fn weight(&self) -> f64;
}

/// Measures the cells that the notebook does not have, and keeps what comes of it. Gives the figures of all, in
/// order: fewer than there are cells if Ctrl-C came first. A cell that was not measured to its end has none.
///
/// # Errors
/// Those of `measure`; or if results cannot be kept.
pub fn measure<C: Cell, F: Serialize + DeserializeOwned + Clone>(
    cells: &[C],
    notebook: &mut Notebook<C, F>,
    quiet: bool,
    mut measure: impl FnMut(&C) -> Result<Option<F>>,
) -> Result<Vec<F>> {
    let mut left = 0.0;
    for cell in cells {
        left += if notebook.figures(cell)?.is_some() { 0.0 } else { cell.weight() };
    }
    let mut watch = Watch::new(left, quiet);
    let mut all = Vec::new();
    for (done, cell) in cells.iter().enumerate() {
        if let Some(known) = notebook.figures(cell)? {
            all.push(known);
            continue;
        }
        watch.show(done, cells.len(), &cell.title());
        let figures = if interrupt::is_requested() { None } else { measure(cell)? };
        let Some(figures) = figures else { break };
        notebook.note(cell.clone(), figures.clone())?;
        watch.advance(cell.weight());
        all.push(figures);
    }
    Ok(all)
}

/// Tells how far a round is.
pub struct Watch {
    line: Option<StatusLine>,
    started: Instant,
    /// What is to be measured in this round, and what was, by weight.
    all: f64,
    done: f64,
}

impl Watch {
    /// Of a round of so much weight.
    pub fn new(all: f64, quiet: bool) -> Self {
        let line = if quiet { None } else { StatusLine::new() };
        Watch { line, started: Instant::now(), all, done: 0.0 }
    }

    /// So much more, by weight, is measured.
    pub fn advance(&mut self, weight: f64) {
        self.done += weight;
    }

    /// Lets something else be written.
    pub fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.line {
            Some(line) => line.aside(write),
            None => write(),
        }
    }

    /// Shows that so many cells are measured, and which one is in hand.
    pub fn show(&self, done: usize, cells: usize, title: &str) {
        if let Some(line) = &self.line {
            let elapsed = self.started.elapsed();
            line.show(message(done, cells, self.done / self.all, elapsed, title));
        }
    }
}

fn message(done: usize, cells: usize, part: f64, elapsed: Duration, title: &str) -> String {
    let left = (part > 0.0).then(|| elapsed.mul_f64((1.0 - part) / part));
    let parts = [
        format!("{done}/{cells}"),
        left.map_or(String::new(), |left| format!("{} left", duration(left))),
        bar(part),
        format!("now {title}"),
    ];
    join(&parts, StatusLine::width())
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Cell for u32 {
        fn title(&self) -> String {
            self.to_string()
        }

        fn weight(&self) -> f64 {
            f64::from(*self)
        }
    }

    #[test]
    fn a_round_goes_on_where_the_last_one_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let cells = [1, 2, 3];
        let mut measured = Vec::new();
        for stops_at in [2, 3, 9] {
            let mut notebook = Notebook::open(folder.path(), false).unwrap();
            let figures = measure(&cells, &mut notebook, true, |&cell| {
                measured.push(cell);
                Ok((cell != stops_at).then_some(cell * 10))
            });
            let expected: Vec<u32> = (1..stops_at.min(4)).map(|cell| cell * 10).collect();
            assert_eq!(figures.unwrap(), expected);
        }
        assert_eq!(measured, [1, 2, 2, 3, 3]);
    }

    #[test]
    fn the_line_tells_what_is_left() {
        let text = message(3, 12, 0.25, Duration::from_secs(10), "atari-go");
        assert_eq!(text, "3/12  30.0 s left  [=====               ]  now atari-go");
    }
}

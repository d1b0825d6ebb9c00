//! The measuring of an experiment: cell by cell, until all are done or the work is stopped.

use std::time::{Duration, Instant};

use anyhow::Result;
use phidelta::amounts::duration;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::notebook::Notebook;
use crate::{Console, Lab, Part};

/// A thing to measure, by its parameters.
pub trait Cell: Clone + Serialize + DeserializeOwned {
    /// What to call it while it is measured.
    fn title(&self) -> String;

    /// How long it will take, compared with others.
    fn weight(&self) -> f64;

    /// What tells it apart from cells that are measured on their own: all its parameters.
    ///
    /// # Errors
    /// If they cannot be written.
    fn key(&self) -> Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}

/// Measures the cells that the notebook does not have, and keeps what comes of it. Gives the figures of all, in
/// order: fewer than there are cells if the work was stopped. A cell that was not measured to its end has none.
///
/// # Errors
/// Those of `measure`; or if results cannot be kept.
pub fn measure<C: Cell, F: Serialize + DeserializeOwned + Clone>(
    cells: &[C],
    notebook: &mut Notebook<C, F>,
    lab: &mut Lab<'_>,
    mut measure: impl FnMut(&C, &Lab<'_>) -> Result<Option<F>>,
) -> Result<Vec<F>> {
    let mut left = 0.0;
    for cell in cells {
        left += if notebook.figures(cell)?.is_some() { 0.0 } else { cell.weight() };
    }
    let mut round = Round::new(left);
    let mut all = Vec::new();
    for (done, cell) in cells.iter().enumerate() {
        if let Some(known) = notebook.figures(cell)? {
            all.push(known);
            continue;
        }
        round.show(done, cells.len(), &cell.title(), lab.console);
        let figures = if lab.signal.is_stopped() { None } else { measure(cell, lab)? };
        let Some(figures) = figures else { break };
        notebook.note(cell.clone(), figures.clone())?;
        round.advance(cell.weight());
        all.push(figures);
    }
    Ok(all)
}

/// Tells how far a round of measurements is.
pub struct Round {
    started: Instant,
    /// What is to be measured in this round, and what was, by weight.
    all: f64,
    done: f64,
}

impl Round {
    /// Of so much weight.
    pub fn new(all: f64) -> Self {
        Round { started: Instant::now(), all, done: 0.0 }
    }

    /// So much more, by weight, is measured.
    pub fn advance(&mut self, weight: f64) {
        self.done += weight;
    }

    /// Shows that so many cells are measured, and which one is in hand.
    pub fn show(&self, done: usize, cells: usize, title: &str, console: &mut dyn Console) {
        let elapsed = self.started.elapsed();
        console.progress(&message(done, cells, self.done / self.all, elapsed, title));
    }
}

fn message(done: usize, cells: usize, part: f64, elapsed: Duration, title: &str) -> Vec<Part> {
    let left = (part > 0.0).then(|| elapsed.mul_f64((1.0 - part) / part));
    let mut parts = vec![Part::Text(format!("{done}/{cells}"))];
    parts.extend(left.map(|left| Part::Text(format!("{} left", duration(left)))));
    parts.push(Part::Bar(part));
    parts.push(Part::Text(format!("now {title}")));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;
    use phidelta::{Catalogue, Signal};

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
            let (catalogue, signal) = (Catalogue::new(), Signal::new());
            let mut lab =
                Lab { catalogue: &catalogue, signal: &signal, console: &mut Silent, program: None };
            let figures = measure(&cells, &mut notebook, &mut lab, |&cell, _| {
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
        let parts = message(3, 12, 0.25, Duration::from_secs(10), "atari-go");
        let text = |text: &str| Part::Text(text.into());
        let expected = [text("3/12"), text("30.0 s left"), Part::Bar(0.25), text("now atari-go")];
        assert_eq!(parts, expected);
    }
}

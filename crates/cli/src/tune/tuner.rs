//! Tries one setting after the other, and remembers what came of it.

use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::climb::{Number, Point};
use super::space::Space;
use super::trial::{self, Outcome, Problem, Trial};
use super::watch::Watch;
use crate::answer::StopReason;
use crate::args::{GivenOption, LifeOptions, SearchOptions, Tune};
use crate::choices::Goal;
use crate::interrupt;
use crate::registry::Selected;
use crate::settings::{Proving, Settings};
use crate::solve::write_json;

/// What is tried on what, and what came of it.
pub struct Tuner<'a> {
    pub space: &'a Space,
    game: &'a Selected,
    goal: Option<Goal>,
    problems: Vec<Problem>,
    trials: Vec<Trial>,
    watch: Watch,
    json: bool,
}

/// Why nothing more is tried.
#[derive(Debug)]
pub enum Halt {
    Interrupted,
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Halt {
    fn from(error: E) -> Self {
        Halt::Failed(error.into())
    }
}

/// An object on standard output.
#[derive(Serialize)]
#[serde(tag = "type", rename = "setting")]
struct Setting<'a> {
    #[serde(flatten)]
    trial: &'a Trial,
}

impl<'a> Tuner<'a> {
    /// Of `all` settings, if that is known.
    pub fn new(
        game: &'a Selected,
        goal: Option<Goal>,
        space: &'a Space,
        problems: Vec<Problem>,
        all: Option<usize>,
        options: &Tune,
    ) -> Self {
        let watch = Watch::new(all, options.quiet);
        Tuner { space, game, goal, problems, trials: Vec::new(), watch, json: options.json }
    }

    /// The settings that these options mean.
    ///
    /// # Errors
    /// If the game or the search lacks what they ask for.
    pub fn settings(&self, options: &[GivenOption]) -> Result<Settings> {
        let (life, options) = (LifeOptions::default(), SearchOptions::read(options)?);
        Settings::new(self.game, self.goal, &life, &options, Proving::No)
    }

    /// Tries the setting at a point, and gives up when it takes more than so many nodes.
    ///
    /// # Errors
    /// If it could not be tried to its end.
    pub fn attempt(&mut self, point: &Point, bound: Number) -> Result<Number, Halt> {
        let settings = self.settings(&self.space.options(point))?;
        let outcome = self.measure(text(&self.space.varied(point)), &settings, bound)?;
        let number = outcome.number();
        let best = self.best(None).and_then(|best| best.outcome.number());
        let is_best = number.is_some_and(|number| best.is_none_or(|best| number < best));
        let values = self.space.names().into_iter().zip(self.space.values(point)).collect();
        let trial = Trial { point: point.clone(), values, outcome };
        let json = self.json;
        self.watch.end(is_best.then_some(&trial), || {
            if json { write_json(&Setting { trial: &trial }) } else { Ok(()) }
        })?;
        self.trials.push(trial);
        Ok(number)
    }

    /// Runs a search that is called so.
    ///
    /// # Errors
    /// If it could not be run to its end.
    pub fn measure(
        &mut self,
        name: String,
        settings: &Settings,
        bound: Number,
    ) -> Result<Outcome, Halt> {
        if interrupt::is_requested() {
            return Err(Halt::Interrupted);
        }
        self.watch.begin(name);
        let watch = &mut |moment: &_| self.watch.show(moment);
        let outcome = trial::run(self.game, &mut self.problems, settings, bound, watch)?;
        if outcome.stopped == Some(StopReason::Interrupt) {
            return Err(Halt::Interrupted);
        }
        Ok(outcome)
    }

    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// The trial with the least number of nodes: the one at `end` if that is one of them, or the
    /// first.
    pub fn best(&self, end: Option<&Point>) -> Option<&Trial> {
        let decided = || self.trials.iter().filter(|trial| trial.outcome.is_decided());
        let first = decided().min_by_key(|trial| trial.outcome.nodes)?;
        let is_end = |trial: &&Trial| {
            Some(&trial.point) == end && trial.outcome.nodes == first.outcome.nodes
        };
        Some(decided().find(is_end).unwrap_or(first))
    }

    /// How long all that took.
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// What was tried. Progress is no longer shown.
    pub fn into_trials(self) -> Vec<Trial> {
        self.trials
    }
}

/// Options on a line.
pub fn text(options: &[GivenOption]) -> String {
    options.iter().flat_map(GivenOption::words).collect::<Vec<_>>().join(" ")
}

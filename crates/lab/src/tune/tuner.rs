//! Tries one setting after the other, and remembers what came of it.

use std::time::Duration;

use anyhow::Result;
use phidelta::{AnyGame, Context, Event, Given, Goal, Settings, SettingsRequest, StopReason, json};
use serde::Serialize;

use super::climb::{Number, Point};
use super::progress::TuneProgress;
use super::space::Space;
use super::trial::{self, Outcome, Problem, Trial};
use crate::Lab;

/// What is tried on what, and what came of it.
pub struct Tuner<'a, 'l> {
    pub space: &'a Space,
    game: &'a AnyGame,
    goal: Option<Goal>,
    problems: Vec<Problem>,
    trials: Vec<Trial>,
    progress: TuneProgress,
    lab: &'a mut Lab<'l>,
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

/// What the console is told of a setting.
#[derive(Serialize)]
#[serde(tag = "type", rename = "setting")]
struct Setting<'a> {
    #[serde(flatten)]
    trial: &'a Trial,
}

impl<'a, 'l> Tuner<'a, 'l> {
    /// Of `all` settings, if that is known.
    pub fn new(
        game: &'a AnyGame,
        goal: Option<Goal>,
        space: &'a Space,
        problems: Vec<Problem>,
        all: Option<usize>,
        lab: &'a mut Lab<'l>,
    ) -> Self {
        let progress = TuneProgress::new(all);
        Tuner { space, game, goal, problems, trials: Vec::new(), progress, lab }
    }

    /// The settings that these options mean.
    ///
    /// # Errors
    /// If the game or the search lacks what they ask for.
    pub fn settings(&self, options: &Given) -> phidelta::Result<Settings> {
        Settings::new(
            self.game,
            &SettingsRequest { goal: self.goal, ..SettingsRequest::new(options) },
        )
    }

    /// Tries the setting at a point, and gives up when it takes more than so many nodes.
    ///
    /// # Errors
    /// If it could not be tried to its end.
    pub fn attempt(&mut self, point: &Point, bound: Number) -> Result<Number, Halt> {
        let settings = self.settings(&self.space.options(point))?;
        let outcome = self.measure(self.space.varied(point).to_string(), &settings, bound)?;
        let number = outcome.number();
        let best = self.best(None).and_then(|best| best.outcome.number());
        let is_best = number.is_some_and(|number| best.is_none_or(|best| number < best));
        let values = self.space.names().into_iter().zip(self.space.values(point)).collect();
        let trial = Trial { point: point.clone(), values, outcome };
        self.progress.end(is_best.then_some(&trial));
        self.lab
            .console
            .object(&serde_json::to_string(&json::object(&Setting { trial: &trial })?)?)?;
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
        if self.lab.signal.is_stopped() {
            return Err(Halt::Interrupted);
        }
        self.progress.begin(name);
        let Tuner { progress, lab: Lab { console, signal, .. }, .. } = self;
        let mut listener = |event: &Event| progress.show(event, *console);
        let mut context = Context { interrupt: *signal, listener: &mut listener, follow_up: None };
        let outcome = trial::run(self.game, &mut self.problems, settings, bound, &mut context)?;
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
        self.progress.elapsed()
    }

    /// What was tried.
    pub fn into_trials(self) -> Vec<Trial> {
        self.trials
    }
}

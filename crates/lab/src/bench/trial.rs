//! A search that is measured: what most experiments are made of.

use anyhow::{Context, Result, bail};
use phidelta::{Answer, AnyGame, Catalogue, Decision, Event, Question, Settings, StopReason};
use serde::{Deserialize, Serialize};

use super::comparison::Spent;
use super::exhibit::Exhibit;
use super::measuring;
use super::notebook::Row;
use super::study::{Findings, Joined, Study};
use crate::Lab;

/// A search, by what one would type after `phidelta solve`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// What is solved, as tables call it.
    pub problem: String,
    /// How it is solved, as tables call it.
    pub way: String,
    pub game: String,
    pub position: String,
    pub options: String,
    /// What trials have in common that are compared with each other, where an experiment has several such groups.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// How long it will take, compared with others.
    #[serde(skip, default = "usual_weight")]
    pub weight: u64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub result: String,
    /// Why it is not known.
    pub stopped: Option<String>,
    pub value: Option<String>,
    pub nodes: u64,
    pub seesaw: u64,
    /// Moves that were played, where that is counted.
    pub plays: u64,
    pub deepest: usize,
    pub seconds: f64,
    /// Bytes of the table or the tree.
    pub bytes: u64,
    pub replaced: u64,
}

fn usual_weight() -> u64 {
    1
}

impl Trial {
    pub fn new(problem: impl Into<String>, way: impl Into<String>) -> Self {
        Trial {
            problem: problem.into(),
            way: way.into(),
            game: String::new(),
            position: String::new(),
            options: String::new(),
            group: String::new(),
            weight: usual_weight(),
        }
    }

    #[must_use]
    pub fn at(self, game: impl Into<String>, position: impl Into<String>) -> Self {
        Trial { game: game.into(), position: position.into(), ..self }
    }

    #[must_use]
    pub fn with(self, options: impl Into<String>) -> Self {
        Trial { options: options.into(), ..self }
    }

    #[must_use]
    pub fn in_group(self, group: impl Into<String>) -> Self {
        Trial { group: group.into(), ..self }
    }

    #[must_use]
    pub fn weighing(self, weight: u64) -> Self {
        Trial { weight, ..self }
    }

    /// Searches, unless the work is stopped.
    ///
    /// # Errors
    /// If the game, the position, the options or the machine are not up to it.
    pub fn measure(&self, lab: &Lab<'_>) -> Result<Option<Outcome>> {
        self.measure_as(lab, |_| {})
    }

    /// The same with other settings.
    ///
    /// # Errors
    /// As for [`measure`](Self::measure).
    pub fn measure_as(
        &self,
        lab: &Lab<'_>,
        change: impl FnOnce(&mut Settings),
    ) -> Result<Option<Outcome>> {
        let answer =
            self.answer(lab, change).with_context(|| format!("bench: {}", self.problem))?;
        let is_interrupted = answer.stopped == Some(StopReason::Interrupt);
        Ok((!is_interrupted).then(|| Outcome::of(&answer)))
    }

    /// Says what is wrong with its options, before anything is searched.
    ///
    /// # Errors
    /// If something is.
    pub fn check(&self, catalogue: &Catalogue) -> phidelta::Result<()> {
        self.settings(catalogue).map(|_| ())
    }

    fn answer(
        &self,
        lab: &Lab<'_>,
        change: impl FnOnce(&mut Settings),
    ) -> phidelta::Result<Answer> {
        let (game, mut settings) = self.settings(lab.catalogue)?;
        change(&mut settings);
        let mut silent = |_: &Event| {};
        let mut context =
            phidelta::Context { interrupt: lab.signal, listener: &mut silent, follow_up: None };
        let solved = phidelta::solve(&game, &self.position, &settings, &mut context)?;
        Ok(solved.answer)
    }

    fn settings(&self, catalogue: &Catalogue) -> phidelta::Result<(AnyGame, Settings)> {
        let game = catalogue.game(&self.game)?;
        let question = Question::from_words(&self.options, &game)?;
        let settings = question.settings(&game, &self.position)?;
        Ok((game, settings))
    }
}

impl Outcome {
    fn of(answer: &Answer) -> Self {
        let effort = &answer.effort;
        Outcome {
            result: answer.result.word().into(),
            stopped: answer.stopped.map(|reason| reason.word().into()),
            value: answer.value.clone(),
            nodes: effort.nodes,
            seesaw: effort.seesaw,
            plays: effort.plays,
            deepest: effort.deepest,
            seconds: effort.seconds,
            bytes: effort.table.bytes,
            replaced: effort.table.replaced,
        }
    }

    /// An outcome with these figures.
    #[cfg(test)]
    pub fn for_tests(result: &str, nodes: u64) -> Self {
        Outcome {
            result: result.into(),
            stopped: None,
            value: None,
            nodes,
            seesaw: 0,
            plays: 0,
            deepest: 0,
            seconds: 1.0,
            bytes: 0,
            replaced: 0,
        }
    }

    /// Whether there is an answer.
    pub fn is_solved(&self) -> bool {
        self.result != Decision::Unknown.word()
    }

    /// Its nodes, as they are compared.
    pub fn spent_nodes(&self) -> Spent {
        Spent::new(self.nodes.max(1) as f64, self.is_solved())
    }

    /// Its time, as it is compared.
    pub fn spent_time(&self) -> Spent {
        Spent::new(self.seconds, self.is_solved())
    }
}

impl measuring::Cell for Trial {
    fn title(&self) -> String {
        format!("{}, {}", self.problem, self.way)
    }

    fn weight(&self) -> f64 {
        self.weight as f64
    }

    /// The search itself, whatever tables call it.
    fn key(&self) -> Result<String> {
        let words: Vec<&str> = self.options.split_whitespace().collect();
        Ok(serde_json::to_string(&(&self.game, self.position.trim(), words))?)
    }
}

/// An experiment that is made of trials.
pub trait Trials {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// All that is to be tried.
    ///
    /// # Errors
    /// If the options or the files that they name are not up to it.
    fn trials(&self, catalogue: &Catalogue) -> Result<Vec<Trial>>;

    /// What is seen in all that was tried, which may not be all that was to be. Answers do not contradict
    /// each other.
    fn exhibits(&self, tried: &[(Trial, Outcome)]) -> Vec<Exhibit>;

    /// The options, as results have them.
    fn options(&self) -> impl Serialize;

    /// Whether all options but those that every experiment has are the usual ones.
    fn is_usual(&self) -> bool;

    /// Whether results have what was tried in the same directory before, too.
    fn keeps_others(&self) -> bool {
        false
    }

    /// Where chance comes from, if any is wanted.
    fn seed(&self) -> Option<u64> {
        None
    }
}

impl<T: Trials> Study for T {
    const CELLS: &'static str = "searches";
    type Cell = Trial;
    type Figures = Outcome;
    type Result = Joined<Trial, Outcome>;

    fn name(&self) -> &'static str {
        Trials::name(self)
    }

    fn cells(&self, lab: &Lab<'_>) -> Result<Vec<Trial>> {
        self.trials(lab.catalogue)
    }

    fn measure(&self, trial: &Trial, lab: &Lab<'_>) -> Result<Option<Outcome>> {
        trial.measure(lab)
    }

    fn findings(&self, measured: Vec<(Trial, Outcome)>) -> Result<Findings<Self::Result>> {
        agree(&measured)?;
        let exhibits = self.exhibits(&measured);
        Ok(Findings::new(measured, row, exhibits))
    }

    fn options(&self) -> impl Serialize {
        Trials::options(self)
    }

    fn is_usual(&self) -> bool {
        Trials::is_usual(self)
    }

    fn keeps_others(&self) -> bool {
        Trials::keeps_others(self)
    }

    fn seed(&self) -> Option<u64> {
        Trials::seed(self)
    }
}

/// A trial and its outcome as a row.
fn row(trial: &Trial, outcome: &Outcome) -> Row {
    vec![
        ("problem", trial.problem.clone()),
        ("way", trial.way.clone()),
        ("game", trial.game.clone()),
        ("position", trial.position.clone()),
        ("options", trial.options.clone()),
        ("result", outcome.result.clone()),
        ("stopped", outcome.stopped.clone().unwrap_or_default()),
        ("value", outcome.value.clone().unwrap_or_default()),
        ("nodes", outcome.nodes.to_string()),
        ("seesaw", outcome.seesaw.to_string()),
        ("plays", outcome.plays.to_string()),
        ("deepest", outcome.deepest.to_string()),
        ("seconds", format!("{:.3}", outcome.seconds)),
        ("bytes", outcome.bytes.to_string()),
        ("replaced", outcome.replaced.to_string()),
    ]
}

/// Says which problem has answers that contradict each other, if there is one.
///
/// # Errors
/// If there is.
pub fn agree(measured: &[(Trial, Outcome)]) -> Result<()> {
    let solved = || measured.iter().filter(|(_, outcome)| outcome.is_solved());
    for (trial, outcome) in solved() {
        let rival = solved().find(|(other, _)| {
            (&other.problem, &other.game, &other.group)
                == (&trial.problem, &trial.game, &trial.group)
        });
        if let Some((other, rival)) = rival
            && rival.result != outcome.result
        {
            bail!(
                "bench: {} and {} disagree about {}, so one of them is wrong",
                other.way,
                trial.way,
                trial.problem
            );
        }
    }
    Ok(())
}

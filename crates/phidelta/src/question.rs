//! A question about a position: what is to be proved, how, and how far. It is built in code, from the words
//! of a command line, or from JSON.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::Value;

use crate::answer::{Answer, Decision, Solved};
use crate::catalogue::AnyGame;
use crate::checkpoint::{Keeping, SavingWish};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::options::{Given, GivenOption, Goal, Named};
use crate::position::AnyPosition;
use crate::session::Session;
use crate::settings::{Proving, Settings, SettingsRequest};

/// A question about a position. What is not said has the value that serves the game best.
#[derive(Clone, Debug, Default)]
pub struct Question {
    goal: Option<Goal>,
    given: Given,
    proving: Proving,
    saving: SavingWish,
    record: bool,
}

impl Question {
    /// What the game usually asks, with no limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// The question of these words, as a command line has them: `--goal value --search pn --time 10s`.
    ///
    /// # Errors
    /// If a word is none of the game's options, or a value is out of range.
    pub fn from_words(words: &str, game: &AnyGame) -> Result<Self> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut question = Question::new();
        let mut rest = Vec::new();
        let mut all = words.iter();
        while let Some(&word) = all.next() {
            match word {
                "--goal" => {
                    question.goal = Some(read_goal(all.next().copied().unwrap_or_default())?)
                }
                "--certify" => question.proving = Proving::Certified,
                "--self-check" => question.proving = Proving::Checked,
                word => rest.push(word),
            }
        }
        question.given = Given::from_words(rest, &game.option_table())?;
        Ok(question)
    }

    /// The question of an object: `{"goal": "value", "search": "pn", "time": "10s", "self-check": true}`.
    ///
    /// # Errors
    /// If a member is none of the game's options, or a value is out of range.
    pub fn from_json(object: &Value, game: &AnyGame) -> Result<Self> {
        let Value::Object(members) = object else {
            return Err(Error::option("question", "it must be an object"));
        };
        let mut members = members.clone();
        let mut question = Question::new();
        if let Some(goal) = members.remove("goal") {
            question.goal = Some(read_goal(goal.as_str().unwrap_or_default())?);
        }
        for (name, proving) in [("certify", Proving::Certified), ("self-check", Proving::Checked)] {
            match members.remove(name) {
                Some(Value::Bool(true)) => question.proving = proving,
                None | Some(Value::Bool(false)) => {}
                Some(_) => return Err(Error::option(name, "it must be true or false")),
            }
        }
        question.given = Given::from_json(&members, &game.option_table())?;
        Ok(question)
    }

    /// Asks for this.
    #[must_use]
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goal = Some(goal);
        self
    }

    /// Sets an option, by its name on the command line and the text of its value: see
    /// [`SEARCH_OPTIONS`](crate::options::SEARCH_OPTIONS) and those of the game. Whether it fits is seen when the
    /// question is asked.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Display) -> Self {
        self.given.set(GivenOption::new(name, value));
        self
    }

    /// Sets an option that is there or not.
    #[must_use]
    pub fn flag(mut self, name: &str) -> Self {
        self.given.set(GivenOption::flag(name));
        self
    }

    /// All options that were given.
    #[must_use]
    pub fn options(mut self, given: Given) -> Self {
        self.given = given;
        self
    }

    /// Stops after this time.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        self.option("time", format_args!("{}ms", time.as_millis()))
    }

    /// Stops after visiting so many positions.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Self {
        self.option("nodes", nodes)
    }

    /// Uses so many bytes.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        self.option("memory", bytes)
    }

    /// Searches with so many threads.
    #[must_use]
    pub fn threads(self, threads: u16) -> Self {
        self.option("threads", threads)
    }

    /// Values every legal move, too.
    #[must_use]
    pub fn all_moves(self) -> Self {
        self.flag("all-moves")
    }

    /// What is done about the answer before it is given.
    #[must_use]
    pub fn proving(mut self, proving: Proving) -> Self {
        self.proving = proving;
        self
    }

    /// Writes a record of how it is played, where the game has such records.
    #[must_use]
    pub fn record(mut self, wanted: bool) -> Self {
        self.record = wanted;
        self
    }

    /// Saves the search in a file now and then, and when it is stopped. A file that is there already is replaced
    /// only if it is the one of [`resume`](Question::resume), or if [`SavingWish::overwrite`] allows it.
    #[must_use]
    pub fn checkpoint(mut self, file: impl Into<PathBuf>) -> Self {
        self.saving.checkpoint = Some(file.into());
        self
    }

    /// Takes up a search that was saved.
    #[must_use]
    pub fn resume(mut self, file: impl Into<PathBuf>) -> Self {
        self.saving.resume = Some(file.into());
        self
    }

    /// Where the search is saved, and taken up.
    #[must_use]
    pub fn saving(mut self, saving: SavingWish) -> Self {
        self.saving = saving;
        self
    }

    /// All that the question means for a position.
    ///
    /// # Errors
    /// If the game lacks what an option asks for, or options do not go together.
    pub fn settings(&self, game: &AnyGame, position: &str) -> Result<Settings> {
        let is_saved = self.saving.checkpoint.is_some() || self.saving.resume.is_some();
        let asked = SettingsRequest {
            position,
            goal: self.goal,
            given: &self.given,
            proof: self.proving,
            is_saved,
        };
        let mut settings = Settings::new(game, &asked)?;
        settings.record = self.record;
        settings.keeping = Keeping::new(&self.saving, game, position, &settings)?;
        Ok(settings)
    }

    /// Asks, and waits for the answer.
    ///
    /// # Errors
    /// If the question makes no sense for the position, or memory is short.
    pub fn ask(&self, position: &AnyPosition) -> Result<Solved> {
        let never = AtomicBool::new(false);
        let mut silent = |_: &Event| {};
        let mut context = Context { interrupt: &never, listener: &mut silent, follow_up: None };
        let settings = self.settings(position.game(), position.as_given())?;
        solve(position.game(), position.as_given(), &settings, &mut context)
    }

    /// Begins to search in a thread of its own.
    ///
    /// # Errors
    /// If the question makes no sense for the position.
    pub fn start(&self, position: &AnyPosition) -> Result<Session> {
        self.start_with(position, |_| {})
    }

    /// As [`start`](Question::start), with a listener that hears of the progress, about ten times a second.
    ///
    /// # Errors
    /// If the question makes no sense for the position.
    pub fn start_with(
        &self,
        position: &AnyPosition,
        listener: impl FnMut(&Event) + Send + 'static,
    ) -> Result<Session> {
        let settings = self.settings(position.game(), position.as_given())?;
        Session::begin(position.clone(), settings, Box::new(listener))
    }
}

/// Answers a question about a position that is given as text.
///
/// # Errors
/// If the text is not a position, the game does not know the goal, or memory is short.
pub fn solve(
    game: &AnyGame,
    position: &str,
    settings: &Settings,
    context: &mut Context<'_>,
) -> Result<Solved> {
    let Solved { answer, proof } = game.rules().solve(position, settings, context)?;
    let advice = answer.advice();
    let is_decided = answer.result != Decision::Unknown && !answer.line.is_empty();
    let length = is_decided.then_some(answer.line.len());
    let parameters = game.parameters().into();
    let answer = Answer { game: game.name(), parameters, advice, length, ..answer };
    Ok(Solved { answer, proof })
}

fn read_goal(text: &str) -> Result<Goal> {
    Goal::named(text).ok_or_else(|| {
        let names: Vec<&str> = Goal::NAMES.iter().map(|(name, _)| *name).collect();
        Error::Goal(format!("`{text}` is none; choose one of {}", names.join(", ")))
    })
}

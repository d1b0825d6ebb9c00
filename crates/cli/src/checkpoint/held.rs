//! What a checkpoint says of its question, and whether that is what is asked now.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::open;
use crate::args::{GivenOption, LifeOptions, SearchOptions};
use crate::choices::Goal;
use crate::registry::{self, Selected};
use crate::settings::{Proving, Settings};
use crate::{input, position};

/// The label of a checkpoint: its question, as it would be typed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Label {
    made_by: String,
    /// With its parameters.
    game: String,
    /// A hash of what the parameters say, which may be a file that has changed since.
    rules: String,
    position: String,
    goal: String,
    search: String,
    options: Vec<GivenOption>,
}

impl Label {
    /// That of a question.
    ///
    /// # Errors
    /// If the position is none.
    pub fn new(
        game: &Selected,
        position: &str,
        settings: &Settings,
        given: &[GivenOption],
    ) -> Result<Self> {
        Ok(Label {
            made_by: concat!("phidelta ", env!("CARGO_PKG_VERSION")).into(),
            game: full_name(game),
            rules: rules_hash(game),
            position: game.rules.view(position)?.position,
            goal: settings.goal.to_string(),
            search: settings.name.to_string(),
            options: given.iter().filter(|option| !is_limit(option)).cloned().collect(),
        })
    }

    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("texts can be written as JSON")
    }
}

/// Limits are for one run.
fn is_limit(option: &GivenOption) -> bool {
    ["time", "nodes"].contains(&&*option.name)
}

/// Options of which only one can be given.
const RIVALS: [[&str; 2]; 2] = [["memory", "entries"], ["epsilon", "delta"]];

fn full_name(game: &Selected) -> String {
    match &*game.parameters {
        "" => game.name.into(),
        parameters => format!("{}:{parameters}", game.name),
    }
}

fn rules_hash(game: &Selected) -> String {
    blake3::hash(game.rules.parameters().as_bytes()).to_hex().to_string()
}

/// A checkpoint that is to be taken up.
pub struct Held {
    file: String,
    label: Label,
}

impl Held {
    /// Reads what a checkpoint says of its question.
    ///
    /// # Errors
    /// If it is none, or not complete.
    pub fn read(path: &Path) -> Result<Self> {
        let checkpoint = open(path)?;
        let file = input::display_name(path);
        let label = serde_json::from_str(checkpoint.label()).map_err(|_| {
            anyhow!(
                "resume: {file}: it was written by another program; begin anew, without --resume"
            )
        })?;
        Ok(Held { file, label })
    }

    /// The game.
    ///
    /// # Errors
    /// If there is no such game, or another one is given.
    pub fn game(&self, given: Option<&str>) -> Result<Selected> {
        let Label { game: held, rules, .. } = &self.label;
        let (_, game) = registry::select(given.unwrap_or(held))?;
        let is_same = held.split(':').next() == Some(game.name) && rules_hash(&game) == *rules;
        if !is_same {
            let (file, name) = (&self.file, full_name(&game));
            if name == *held {
                bail!("resume: {name} is not what it was when {file} was written; begin anew");
            }
            bail!("resume: {file} is about {held}, not about {name}; leave out the game");
        }
        Ok(game)
    }

    /// The position.
    ///
    /// # Errors
    /// If another one is given.
    pub fn position(&self, given: &[String], game: &Selected) -> Result<String> {
        let Label { position: held, .. } = &self.label;
        if !given.is_empty() && game.rules.view(&position::read(given)?)?.position != *held {
            bail!("resume: {} is about the position {held}; leave out the position", self.file);
        }
        Ok(held.clone())
    }

    /// What is to be proved.
    ///
    /// # Errors
    /// If something else is given.
    pub fn goal(&self, given: Option<Goal>) -> Result<Goal> {
        let Held { file, label: Label { goal: held, .. } } = self;
        match (Goal::from_str(held, false), given) {
            (Ok(held), Some(given)) if given != held => {
                bail!("resume: {file} has the goal {held}; leave out --goal {given}")
            }
            (Ok(held), _) => Ok(held),
            (Err(_), _) => bail!("resume: {file} has a goal that is not known here: {held}"),
        }
    }

    /// The search options: those of the file, but for those that are given.
    ///
    /// # Errors
    /// If another search is given.
    pub fn options(&self, given: &[GivenOption]) -> Result<Vec<GivenOption>> {
        let Held { file, label: Label { search, options, .. } } = self;
        let other = SearchOptions::read(given)?.search.map(|other| other.to_string());
        if let Some(other) = other.filter(|other| other != search) {
            bail!("resume: {file} is a search by {search}; leave out --search {other}");
        }
        let gives_way = |held: &GivenOption| {
            let is_rival = |new: &GivenOption| {
                let pair = RIVALS.iter().find(|pair| pair.contains(&&*held.name));
                new.name == held.name || pair.is_some_and(|pair| pair.contains(&&*new.name))
            };
            given.iter().any(is_rival)
        };
        let kept = options.iter().filter(|held| !gives_way(held) && !is_limit(held));
        Ok(kept.chain(given).cloned().collect())
    }

    /// Sees whether numbers mean the same with these settings as with those of the file.
    ///
    /// # Errors
    /// If they do not.
    pub fn check(&self, game: &Selected, wanted: &Settings) -> Result<()> {
        let Held { file, label } = self;
        let read = SearchOptions::read(&label.options);
        let read =
            read.map_err(|_| anyhow!("resume: {file} has options that are not known here"))?;
        let (life, goal) = (LifeOptions::default(), Some(wanted.goal));
        let held = Settings::new(game, goal, &life, &read, Proving::No)?;
        let texts = |settings: &Settings| {
            let deep = settings.deep.map_or("none".into(), |[e, d]| format!("{e},{d}"));
            let cycles = settings.cycles.map_or("none".into(), |cycles| cycles.to_string());
            [
                ("search", settings.name.to_string()),
                ("init", settings.init.to_string()),
                ("deep", deep),
                ("backup", settings.backup.to_string()),
                ("cycles", cycles),
                ("key-bits", settings.key_bits.to_string()),
            ]
        };
        for ((name, held), (_, wanted)) in texts(&held).into_iter().zip(texts(wanted)) {
            if held != wanted {
                bail!(
                    "resume: {file} was written with --{name} {held}, and its numbers would mislead \
                     a search with {wanted}; leave out --{name}, or begin anew"
                );
            }
        }
        Ok(())
    }
}

//! What a checkpoint says of its question, and whether that is what is asked now.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::open;
use crate::catalogue::{AnyGame, Catalogue};
use crate::error::{Error, Result};
use crate::options::{Given, GivenOption, Goal, Named, SEARCH_OPTIONS, SearchOptions};
use crate::settings::{Settings, SettingsRequest};
use crate::text;

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
    pub fn new(game: &AnyGame, position: &str, settings: &Settings) -> Result<Self> {
        Ok(Label {
            made_by: concat!("phidelta ", env!("CARGO_PKG_VERSION")).into(),
            game: game.full_name(),
            rules: rules_hash(game),
            position: game.rules().view(position)?.position,
            goal: settings.goal.to_string(),
            search: settings.name.to_string(),
            options: settings.given.0.iter().filter(|option| is_kept(option)).cloned().collect(),
        })
    }

    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("texts can be written as JSON")
    }
}

/// Options of the search are kept, but limits are for one run.
fn is_kept(option: &GivenOption) -> bool {
    let is_limit = ["time", "nodes"].contains(&&*option.name);
    !is_limit && SEARCH_OPTIONS.iter().any(|spec| spec.name == option.name)
}

/// Options of which only one can be given.
const RIVALS: [[&str; 2]; 2] = [["memory", "entries"], ["epsilon", "delta"]];

fn rules_hash(game: &AnyGame) -> String {
    blake3::hash(game.rules().parameters().as_bytes()).to_hex().to_string()
}

/// The question of a search that was saved.
pub struct SavedQuestion {
    file: String,
    label: Label,
}

impl SavedQuestion {
    /// Reads what a checkpoint says of its question.
    ///
    /// # Errors
    /// If it is none, or not complete.
    pub fn read(path: &Path) -> Result<Self> {
        let checkpoint = open(path)?;
        let file = text::display_name(path);
        let label = serde_json::from_str(checkpoint.label()).map_err(|_| {
            resume(format!(
                "{file}: it was written by another program; start a new search, without --resume"
            ))
        })?;
        Ok(SavedQuestion { file, label })
    }

    /// The game.
    ///
    /// # Errors
    /// If there is no such game, or another one is given.
    pub fn game(&self, catalogue: &Catalogue, given: Option<&str>) -> Result<AnyGame> {
        let Label { game: held, rules, .. } = &self.label;
        let game = catalogue.game(given.unwrap_or(held))?;
        let is_same = held.split(':').next() == Some(game.name()) && rules_hash(&game) == *rules;
        if !is_same {
            let (file, name) = (&self.file, game.full_name());
            let now = catalogue.game(held).map(|game| game.full_name());
            if now.is_ok_and(|now| now == name) {
                return Err(resume(format!(
                    "{name} is not what it was when {file} was written; start a new search, without --resume"
                )));
            }
            return Err(resume(format!(
                "{file} is about {held}, not about {name}; leave out the game"
            )));
        }
        Ok(game)
    }

    /// The position.
    ///
    /// # Errors
    /// If another one is given.
    pub fn position(&self, given: Option<&str>, game: &AnyGame) -> Result<String> {
        let Label { position: held, .. } = &self.label;
        if let Some(given) = given
            && game.rules().view(given)?.position != *held
        {
            let file = &self.file;
            return Err(resume(format!(
                "{file} is about the position {held}; leave out the position"
            )));
        }
        Ok(held.clone())
    }

    /// What is to be proved.
    ///
    /// # Errors
    /// If something else is given.
    pub fn goal(&self, given: Option<Goal>) -> Result<Goal> {
        let SavedQuestion { file, label: Label { goal: held, .. } } = self;
        match (Goal::named(held), given) {
            (Some(held), Some(given)) if given != held => {
                Err(resume(format!("{file} has the goal {held}; leave out --goal {given}")))
            }
            (Some(held), _) => Ok(held),
            (None, _) => Err(resume(format!("{file} has a goal that is not known here: {held}"))),
        }
    }

    /// The search options: those of the file, but for those that are given.
    ///
    /// # Errors
    /// If another search is given.
    pub fn options(&self, given: &Given) -> Result<Given> {
        let SavedQuestion { file, label: Label { search, options, .. } } = self;
        let other = SearchOptions::read(given)?.search.map(|other| other.to_string());
        if let Some(other) = other.filter(|other| other != search) {
            return Err(resume(format!(
                "{file} is a search by {search}; leave out --search {other}"
            )));
        }
        let gives_way = |held: &GivenOption| {
            let is_rival = |new: &GivenOption| {
                let pair = RIVALS.iter().find(|pair| pair.contains(&&*held.name));
                new.name == held.name || pair.is_some_and(|pair| pair.contains(&&*new.name))
            };
            given.0.iter().any(is_rival)
        };
        let kept = options.iter().filter(|held| !gives_way(held) && is_kept(held));
        let mut all: Given = kept.chain(&given.0).cloned().collect();
        all.set(GivenOption::new("search", search));
        Ok(all)
    }

    /// Sees whether numbers mean the same with these settings as with those of the file.
    ///
    /// # Errors
    /// If they do not.
    pub fn check(&self, game: &AnyGame, wanted: &Settings) -> Result<()> {
        let SavedQuestion { file, label } = self;
        let given = Given(label.options.clone());
        if SearchOptions::read(&given).is_err() {
            return Err(resume(format!("{file} has options that are not known here")));
        }
        let asked = SettingsRequest {
            goal: Some(wanted.goal),
            is_saved: true,
            ..SettingsRequest::new(&given)
        };
        let held = Settings::new(game, &asked)?;
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
                return Err(resume(format!(
                    "{file} was written with --{name} {held}, and its numbers would mislead a search with \
                     {wanted}; leave out --{name}, or start a new search"
                )));
            }
        }
        Ok(())
    }
}

fn resume(message: String) -> Error {
    Error::option("resume", message)
}

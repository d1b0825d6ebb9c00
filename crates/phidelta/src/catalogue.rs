//! The list of games, and how `GAME[:PARAMETERS]` finds its way into it.

use std::path::Path;
use std::sync::Arc;

use phidelta_rules::{Instance, InstanceParameters, NamedPosition, ParameterError};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::game::{Playable, Solvable, Typed};
use crate::options::{Given, GivenOption, Goal, OptionSpec, QUESTION_OPTIONS, SEARCH_OPTIONS};
use crate::position::AnyPosition;
use crate::text;

/// A game's entry in a catalogue. A game's crate has it as a `static`, so that the engine is compiled for the game
/// there, once, and not wherever the entry is used.
#[derive(Clone)]
pub struct Entry {
    /// Its name ("connect-four").
    pub name: &'static str,
    /// One line of help, without a full stop.
    pub summary: &'static str,
    /// The form of its parameters; empty if it has none.
    pub parameters: &'static str,
    /// The rules and the position notation with an example, in plain text of at most 78 columns.
    pub manual: &'static str,
    /// Whether the parameters are the name of a file.
    pub parameters_are_a_file: bool,
    /// Which game of its family it is, if it is one with a name of its own.
    pub instance: Option<Instance>,
    /// Options of its own, besides those that all games have.
    pub options: &'static [OptionSpec],
    /// The game with these parameters, which are never the name of a file.
    pub open: fn(&str) -> Result<Arc<dyn Solvable>, ParameterError>,
}

impl Entry {
    /// The entry of a game that says all of it itself. The engine is compiled for the game where this is
    /// written.
    pub const fn of<G: Playable>() -> Entry {
        Entry {
            name: G::NAME,
            summary: G::SUMMARY,
            parameters: G::PARAMETERS,
            manual: G::MANUAL,
            parameters_are_a_file: G::PARAMETERS_ARE_A_FILE,
            instance: None,
            options: &[],
            open: |parameters| Ok(Arc::new(Typed::new(G::with_parameters(parameters)?))),
        }
    }

    /// As [`of`](Entry::of), for a game that knows generalized threats: searches by them are compiled, too.
    pub const fn with_threat_searches<G: Playable>() -> Entry {
        Entry {
            open: |parameters| {
                let game = Typed::new(G::with_parameters(parameters)?);
                Ok(Arc::new(game.with_threat_searches()))
            },
            ..Entry::of::<G>()
        }
    }

    /// One of the games of this family, under its own name.
    #[must_use]
    pub const fn instance(self, instance: Instance) -> Entry {
        let Instance { name, summary, parameters, manual, .. } = instance;
        Entry { name, summary, parameters, manual, instance: Some(instance), ..self }
    }

    /// The game with these parameters, or its usual ones if there are none.
    ///
    /// # Errors
    /// If it cannot have these parameters, or their file cannot be read.
    pub fn game(&self, parameters: &str) -> Result<AnyGame> {
        let fault = |error: ParameterError| Error::Game(error.to_string());
        let game = |parameters: String, rules| AnyGame {
            name: self.name,
            parameters,
            options: self.options,
            rules,
        };
        if let Some(instance) = &self.instance {
            let InstanceParameters { own, family } = (instance.read)(parameters).map_err(fault)?;
            return Ok(game(own, (self.open)(&family).map_err(fault)?));
        }
        if self.parameters_are_a_file && !parameters.is_empty() {
            let path = Path::new(parameters);
            let text = text::read(path, text::PARAMETERS_LIMIT).map_err(|e| e.within("game"))?;
            let name = text::display_name(path);
            if text.trim().is_empty() {
                let message = format!(
                    "{name} is empty; `phidelta games {}` explains what it should hold",
                    self.name
                );
                return Err(Error::Game(message));
            }
            let rules =
                (self.open)(&text).map_err(|error| Error::Game(format!("{name}: {error}")))?;
            return Ok(game(parameters.into(), rules));
        }
        let rules = (self.open)(parameters).map_err(fault)?;
        let parameters =
            if self.parameters_are_a_file { String::new() } else { rules.parameters() };
        Ok(game(parameters, rules))
    }
}

/// A game, described for programs.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "game")]
pub struct GameDescription {
    /// Its name.
    pub name: &'static str,
    /// In a line.
    pub summary: &'static str,
    /// Its parameters, written in full.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parameters: String,
    /// The form of parameters; empty if it has none.
    pub parameter_form: &'static str,
    /// Whether there is advice for searches.
    pub has_guide: bool,
    /// Whether positions may come back.
    pub repeats: bool,
    /// What is asked unless the user says otherwise.
    pub usual_goal: Goal,
    /// What can be asked.
    pub goals: &'static [Goal],
    /// Options of its own, without dashes.
    pub options: Vec<&'static str>,
    /// Positions that have names.
    pub positions: Vec<PositionName>,
    /// The rules and the notation.
    pub manual: &'static str,
}

/// A position that has a name.
#[derive(Clone, Debug, Serialize)]
pub struct PositionName {
    /// The name.
    pub name: &'static str,
    /// In a line.
    pub summary: &'static str,
    /// In the game's notation.
    pub position: &'static str,
}

impl Entry {
    /// The game with these parameters, or its usual ones, described for programs.
    ///
    /// # Errors
    /// If it cannot have these parameters, or their file cannot be read.
    pub fn describe(&self, parameters: &str) -> Result<GameDescription> {
        let game = self.game(parameters)?;
        let rules = game.rules();
        let named = rules.named_positions().into_iter();
        Ok(GameDescription {
            name: self.name,
            summary: self.summary,
            parameters: game.parameters().into(),
            parameter_form: self.parameters,
            has_guide: rules.has_guide(),
            repeats: rules.repeats(),
            usual_goal: rules.usual_goal(),
            goals: rules.goals(),
            options: self.options.iter().map(|spec| spec.name).collect(),
            positions: named
                .map(|NamedPosition { name, help, position }| PositionName {
                    name,
                    summary: help,
                    position,
                })
                .collect(),
            manual: self.manual,
        })
    }
}

/// A list of games, in the order of their names.
#[derive(Clone, Default)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

impl Catalogue {
    /// A list without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The list with one more game, which takes the place of one of the same name.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Self {
        self.entries.retain(|other| other.name != entry.name);
        let at = self.entries.partition_point(|other| other.name < entry.name);
        self.entries.insert(at, entry);
        self
    }

    /// The games.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All options that questions about these games can have, each once: those of all games, then those of
    /// single games.
    pub fn option_table(&self) -> Vec<&'static OptionSpec> {
        let mut table: Vec<&OptionSpec> = QUESTION_OPTIONS.iter().chain(SEARCH_OPTIONS).collect();
        for spec in self.entries.iter().flat_map(|entry| entry.options) {
            if !table.iter().any(|known| known.name == spec.name) {
                table.push(spec);
            }
        }
        table
    }

    /// Sees whether all options that were given are the game's, and tells whose they are if not.
    ///
    /// # Errors
    /// The first that is another game's.
    pub fn check_options(&self, game: &AnyGame, given: &Given) -> Result<()> {
        let table = game.option_table();
        for GivenOption { name, .. } in &given.0 {
            let is_own = |spec: &&OptionSpec| spec.name == name;
            let has_it = |entry: &&Entry| entry.options.iter().any(|spec| spec.name == name);
            let owners: Vec<&str> = self.entries.iter().filter(has_it).map(|e| e.name).collect();
            if !table.iter().any(is_own) && !owners.is_empty() {
                let (game, owners) = (game.name(), owners.join(" and "));
                let message = format!("it is an option of {owners}, not of {game}; leave it out");
                return Err(Error::option(name, message));
            }
        }
        Ok(())
    }

    /// The entry of a name, in any case of letters.
    ///
    /// # Errors
    /// If there is none; the message may know what was meant.
    pub fn entry(&self, name: &str) -> Result<&Entry> {
        if let Some(found) = self.entries.iter().find(|game| game.name.eq_ignore_ascii_case(name)) {
            return Ok(found);
        }
        Err(Error::Game(match closest(name, self.entries.iter().map(|game| game.name)) {
            Some(near) => format!("there is no game `{name}`; did you mean `{near}`?"),
            None => format!("there is no game `{name}`; `phidelta games` lists them"),
        }))
    }

    /// The game of a `GAME[:PARAMETERS]`.
    ///
    /// # Errors
    /// If there is no such game, or it cannot have these parameters.
    pub fn game(&self, text: &str) -> Result<AnyGame> {
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        self.entry(name)?.game(parameters)
    }

    /// The game of exactly this name with these parameters, which are never the name of a file, and
    /// are written in full, as the game writes them: what a certificate names. `None` if there is no such
    /// game; one of a family goes by the family's name.
    pub fn exactly(
        &self,
        name: &str,
        parameters: &str,
    ) -> Option<Result<Arc<dyn Solvable>, ParameterError>> {
        let entry =
            self.entries.iter().find(|game| game.name == name && game.instance.is_none())?;
        Some((entry.open)(parameters).and_then(|rules| {
            let full = rules.parameters();
            let alike = if entry.parameters_are_a_file {
                !parameters.is_empty()
            } else {
                parameters == full
            };
            if alike {
                return Ok(rules);
            }
            // A game whose rules were changed has their version as the last of its parameters.
            let reason = match full.strip_prefix(parameters) {
                Some(version) if version.starts_with(":rules=") => format!(
                    "they are of an older version of the rules of {name}, and this program knows {} alone; \
                     solve the position again",
                    &version[1..]
                ),
                _ => format!("`{parameters}` is not their full form, which is `{full}`"),
            };
            Err(ParameterError::Other(reason))
        }))
    }
}

/// A game with its parameters.
#[derive(Clone)]
pub struct AnyGame {
    name: &'static str,
    parameters: String,
    options: &'static [OptionSpec],
    rules: Arc<dyn Solvable>,
}

impl AnyGame {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its parameters as the user would write them: where they are a file, its name.
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// Its name with its parameters: `GAME[:PARAMETERS]`.
    pub fn full_name(&self) -> String {
        match &*self.parameters {
            "" => self.name.into(),
            parameters => format!("{}:{parameters}", self.name),
        }
    }

    /// What can be asked of it.
    pub fn rules(&self) -> &dyn Solvable {
        &*self.rules
    }

    /// All options that questions about it can have.
    pub fn option_table(&self) -> Vec<&'static OptionSpec> {
        QUESTION_OPTIONS.iter().chain(SEARCH_OPTIONS).chain(self.options).collect()
    }

    /// Whether it has an option of its own by this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|spec| spec.name == name)
    }

    /// A position: nothing or `start` for the usual beginning, the name of a position, or the game's
    /// notation; each may be followed by `moves` and moves to play.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn position(&self, text: &str) -> Result<AnyPosition> {
        AnyPosition::read(self, text)
    }
}

/// The name that a misspelt one may have meant.
pub fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let likeness = |candidate: &&str| strsim::jaro_winkler(&name, candidate);
    // A few wrong letters, or a good beginning: `connect4`.
    let is_near = |candidate: &&str| {
        strsim::damerau_levenshtein(&name, candidate) * 3 <= candidate.len().max(3)
            || likeness(candidate) > 0.85
    };
    names.filter(is_near).max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_find_their_neighbours() {
        let names = ["atari-go", "connect-four", "mnk"];
        let closest = |name| closest(name, names.into_iter());
        assert_eq!(closest("conect-four"), Some("connect-four"));
        assert_eq!(closest("mkn"), Some("mnk"));
        assert_eq!(closest("Atari_go"), Some("atari-go"));
        assert_eq!(closest("connect4"), Some("connect-four"));
        assert_eq!(closest("chess"), None);
        assert_eq!(closest(""), None);
    }
}

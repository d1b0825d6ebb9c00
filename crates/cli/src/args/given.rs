//! Search options as they were typed, so that they can be told, changed and read again.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::{Deserialize, Serialize};

use super::SearchOptions;

/// An option, and its value unless it is a flag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GivenOption {
    /// Its name, without dashes.
    pub name: String,
    pub value: Option<String>,
}

/// [`SearchOptions`], but only those that are on the command line.
#[derive(Clone, Debug)]
pub struct GivenOptions(pub Vec<GivenOption>);

impl GivenOption {
    /// The words of a command line.
    pub fn words(&self) -> impl Iterator<Item = String> {
        std::iter::once(format!("--{}", self.name)).chain(self.value.clone())
    }
}

impl SearchOptions {
    /// Reads options that were typed, or might have been.
    ///
    /// # Errors
    /// What the command line would say of them.
    pub fn read(given: &[GivenOption]) -> Result<Self, clap::Error> {
        let command = Self::augment_args(Command::new("search")).no_binary_name(true);
        let words = given.iter().flat_map(GivenOption::words);
        Self::from_arg_matches(&command.try_get_matches_from(words)?)
    }
}

impl FromArgMatches for GivenOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given = Vec::new();
        for option in SearchOptions::augment_args(Command::new("search")).get_arguments() {
            let id = option.get_id().as_str();
            let Some(name) = option.get_long() else { continue };
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let has_value = option.get_action().takes_values();
            for value in matches.get_raw(id).into_iter().flatten() {
                let value = has_value.then(|| value.to_string_lossy().into_owned());
                given.push(GivenOption { name: name.into(), value });
            }
        }
        Ok(GivenOptions(given))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for GivenOptions {
    fn augment_args(command: Command) -> Command {
        SearchOptions::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        SearchOptions::augment_args_for_update(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(words: &[&str]) -> Vec<GivenOption> {
        let command = GivenOptions::augment_args(Command::new("search")).no_binary_name(true);
        let matches = command.try_get_matches_from(words).unwrap();
        GivenOptions::from_arg_matches(&matches).unwrap().0
    }

    #[test]
    fn what_was_typed_is_told_and_defaults_are_not() {
        assert_eq!(given(&[]), []);
        let options = given(&["--prune", "--search=pn", "--memory", "64M"]);
        let words: Vec<String> = options.iter().flat_map(GivenOption::words).collect();
        assert_eq!(words, ["--search", "pn", "--prune", "--memory", "64M"]);
        let read = SearchOptions::read(&options).unwrap();
        assert!(read.prune && read.memory == Some(64 << 20));
    }

    #[test]
    fn what_could_not_be_typed_is_refused() {
        let option =
            |name: &str, value: &str| GivenOption { name: name.into(), value: Some(value.into()) };
        assert!(SearchOptions::read(&[option("deep", "1001,2")]).is_err());
        assert!(SearchOptions::read(&[option("epsilon", "1"), option("delta", "1")]).is_err());
    }
}

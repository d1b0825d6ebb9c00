//! Options as they were given, so that they can be told, changed, kept and read again.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use super::{Form, OptionSpec};
use crate::catalogue::closest;
use crate::error::{Error, Result};

/// An option, and its value unless it is a flag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GivenOption {
    /// Its name, without dashes.
    pub name: String,
    /// Its value as text.
    pub value: Option<String>,
}

impl GivenOption {
    /// An option with a value.
    pub fn new(name: impl Into<String>, value: impl Display) -> Self {
        GivenOption { name: name.into(), value: Some(value.to_string()) }
    }

    /// An option that is there.
    pub fn flag(name: impl Into<String>) -> Self {
        GivenOption { name: name.into(), value: None }
    }

    /// The words of a command line.
    pub fn words(&self) -> impl Iterator<Item = String> {
        std::iter::once(format!("--{}", self.name)).chain(self.value.clone())
    }
}

/// Options that were given; the others have their usual values.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Given(pub Vec<GivenOption>);

impl Given {
    /// No option.
    pub fn none() -> Self {
        Self::default()
    }

    /// Whether an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|given| given.name == name)
    }

    /// The value of an option, if it is given with one.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|given| given.name == name)?.value.as_deref()
    }

    /// Sets an option, whether it was given or not.
    pub fn set(&mut self, option: GivenOption) {
        self.0.retain(|given| given.name != option.name);
        self.0.push(option);
    }

    /// Reads the words of a command line: `--search pn --prune --epsilon=0.5`.
    ///
    /// # Errors
    /// If a word is none of the table's options, or a value is missing or out of range.
    pub fn from_words<'a>(
        words: impl IntoIterator<Item = &'a str>,
        table: &[&OptionSpec],
    ) -> Result<Self> {
        let mut given = Given::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let Some(word) = word.strip_prefix("--") else {
                return Err(Error::option(word, "it is no option; options begin with two dashes"));
            };
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (word, None),
            };
            let spec = find(name, table)?;
            let value = match (spec.form, value) {
                (Form::Flag, Some(_)) => {
                    return Err(Error::option(name, "it is there or not; leave out its value"));
                }
                (Form::Flag | Form::OptionalText, value) => value,
                (_, Some(value)) => Some(value),
                (_, None) => match words.next() {
                    Some(value) => Some(value.to_string()),
                    None => return Err(Error::option(name, "its value is missing")),
                },
            };
            given.0.push(GivenOption { name: name.into(), value });
        }
        given.check(table)?;
        Ok(given)
    }

    /// Reads the members of a JSON object: `{"search": "pn", "prune": true, "epsilon": 0.5}`.
    ///
    /// # Errors
    /// If a member is none of the table's options, or a value is of another kind, or out of range.
    pub fn from_json(
        object: &serde_json::Map<String, serde_json::Value>,
        table: &[&OptionSpec],
    ) -> Result<Self> {
        use serde_json::Value;
        let mut given = Given::default();
        for (name, value) in object {
            let value = match value {
                Value::Null | Value::Bool(false) => continue,
                Value::Bool(true) => None,
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                Value::Array(parts) => {
                    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                    Some(parts.join(","))
                }
                Value::Object(_) => {
                    return Err(Error::option(name, "its value must be a text or a number"));
                }
            };
            given.0.push(GivenOption { name: name.clone(), value });
        }
        given.check(table)?;
        Ok(given)
    }

    /// Sees whether all options are in the table, have values of their form, and go together.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn check(&self, table: &[&OptionSpec]) -> Result<()> {
        for (at, GivenOption { name, value }) in self.0.iter().enumerate() {
            let spec = find(name, table)?;
            match (spec.form, value) {
                (Form::Flag | Form::OptionalText, None) => {}
                (_, None) => return Err(Error::option(name, "its value is missing")),
                (_, Some(value)) => {
                    let wrong = |message: String| {
                        Error::option(name, format!("`{value}` cannot be its value: {message}"))
                    };
                    spec.check(value).map_err(wrong)?;
                }
            }
            if self.0[..at].iter().any(|before| before.name == *name) {
                return Err(Error::option(name, "it is given twice; once is enough"));
            }
            let rival = self.0.iter().find(|other| spec.conflicts.contains(&&*other.name));
            if let Some(rival) = rival {
                let message =
                    format!("it cannot be used with {}; leave one of them out", rival.name);
                return Err(Error::option(name, message));
            }
        }
        Ok(())
    }
}

/// The option of this name.
fn find<'t>(name: &str, table: &[&'t OptionSpec]) -> Result<&'t OptionSpec> {
    if let Some(spec) = table.iter().find(|spec| spec.name == name) {
        return Ok(spec);
    }
    let near = closest(name, table.iter().filter(|spec| !spec.hidden).map(|spec| spec.name));
    Err(Error::option(
        name,
        match near {
            Some(near) => format!("there is no such option; did you mean `{near}`?"),
            None => "there is no such option here; leave it out".into(),
        },
    ))
}

impl Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().flat_map(GivenOption::words).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromIterator<GivenOption> for Given {
    fn from_iter<I: IntoIterator<Item = GivenOption>>(options: I) -> Self {
        Given(options.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{SEARCH_OPTIONS, SearchOptions};

    fn read(words: &str) -> Result<Given> {
        let table: Vec<&OptionSpec> = SEARCH_OPTIONS.iter().collect();
        Given::from_words(words.split_whitespace(), &table)
    }

    #[test]
    fn words_are_read_and_told() {
        let given = read("--prune --search=pn --memory 64M").unwrap();
        assert_eq!(given.to_string(), "--prune --search pn --memory 64M");
        let options = SearchOptions::read(&given).unwrap();
        assert!(options.prune && options.memory == Some(64 << 20));
        assert_eq!(read("").unwrap(), Given::none());
    }

    #[test]
    fn json_means_the_same() {
        let object =
            serde_json::json!({"search": "pn", "prune": true, "deep": [2, 10], "zones": false});
        let table: Vec<&OptionSpec> = SEARCH_OPTIONS.iter().collect();
        let given = Given::from_json(object.as_object().unwrap(), &table).unwrap();
        assert_eq!(given.value("deep"), Some("2,10"));
        assert!(given.has("prune") && !given.has("zones"));
        assert_eq!(SearchOptions::read(&given).unwrap().deep, Some([2, 10]));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (words, told) in [
            ("--deep 1001,2", "deep: `1001,2` cannot be its value: it must be two numbers"),
            ("--epsilon 1 --delta 1", "epsilon: it cannot be used with delta"),
            ("--epsilom 1", "did you mean `epsilon`?"),
            ("--top", "top: its value is missing"),
            ("--top 1 --top 2", "top: it is given twice"),
            ("--prune=yes", "prune: it is there or not"),
            ("df-pn", "df-pn: it is no option"),
            ("--r 2", "it must be a number from 0 to 1"),
            ("--search gw(9)", "it must be one of auto, df-pn"),
        ] {
            let error = read(words).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }
}

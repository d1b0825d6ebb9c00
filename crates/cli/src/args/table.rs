//! Arguments that are made from the library's table of options, and what was given of them.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use phidelta::options::{Form, OptionSpec, SEARCH_OPTIONS};
use phidelta::{Given, GivenOption};

use crate::catalogue;

/// The options of the search that are on the command line.
#[derive(Clone, Debug)]
pub struct SearchArguments(pub Given);

/// All options of a question that are on the command line, those of single games too.
#[derive(Clone, Debug)]
pub struct QuestionArguments(pub Given);

/// The options of a search, in all games.
fn search_table() -> Vec<&'static OptionSpec> {
    SEARCH_OPTIONS.iter().collect()
}

/// The options of a question, in some game.
fn question_table() -> Vec<&'static OptionSpec> {
    catalogue().option_table()
}

/// Adds the options of a table to a command.
fn augment(mut command: Command, table: &[&'static OptionSpec]) -> Command {
    for spec in table {
        command = command.arg(argument(spec, table));
    }
    command
}

fn argument(spec: &'static OptionSpec, table: &[&'static OptionSpec]) -> Arg {
    let mut arg = Arg::new(spec.name)
        .long(spec.name)
        .help(spec.help)
        .help_heading(spec.heading)
        .hide(spec.hidden);
    if !spec.details.is_empty() {
        arg = arg.long_help(format!("{}\n\n{}", spec.help, spec.details));
    }
    let is_there = |name: &&&str| table.iter().any(|other| other.name == **name);
    arg = arg.conflicts_with_all(spec.conflicts.iter().filter(is_there));
    if !spec.takes_value() {
        return arg.action(ArgAction::SetTrue);
    }
    arg = arg.value_name(spec.value_name).value_parser(Value(spec));
    if let Form::OptionalText = spec.form {
        return arg.num_args(0..=1).require_equals(true).default_missing_value("");
    }
    if !spec.default.is_empty() {
        arg = arg.default_value(spec.default);
    }
    arg.allow_hyphen_values(!matches!(spec.form, Form::Choice { .. }))
}

/// What was given of a table.
fn given(matches: &ArgMatches, table: &[&'static OptionSpec]) -> Given {
    let typed =
        |spec: &&&OptionSpec| matches.value_source(spec.name) == Some(ValueSource::CommandLine);
    let option = |spec: &&OptionSpec| {
        let value = match spec.form {
            Form::Flag => None,
            Form::OptionalText => {
                matches.get_one(spec.name).cloned().filter(|text: &String| !text.is_empty())
            }
            _ => matches.get_one(spec.name).cloned(),
        };
        GivenOption { name: spec.name.into(), value }
    };
    table.iter().filter(typed).map(option).collect()
}

macro_rules! arguments {
    ($arguments:ident, $table:ident) => {
        impl FromArgMatches for $arguments {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                Ok($arguments(given(matches, &$table())))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }

        impl Args for $arguments {
            fn augment_args(command: Command) -> Command {
                augment(command, &$table())
            }

            fn augment_args_for_update(command: Command) -> Command {
                augment(command, &$table())
            }
        }
    };
}

arguments!(SearchArguments, search_table);
arguments!(QuestionArguments, question_table);

/// Reads the value of an option as text, once it is seen to be one.
#[derive(Clone)]
struct Value(&'static OptionSpec);

impl TypedValueParser for Value {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let spec = self.0;
        if let Form::Choice { names, is_one } = spec.form {
            let text = StringValueParser::new().parse_ref(command, argument, value)?;
            return if is_one(&text) {
                Ok(text)
            } else {
                Err(no_choice(command, argument, text, names))
            };
        }
        let check = |text: &str| spec.check(text).map(|()| text.to_string());
        check.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let Form::Choice { names, .. } = self.0.form else { return None };
        Some(Box::new(names.iter().map(|&(name, help)| PossibleValue::new(name).help(help))))
    }
}

/// What is said of a name that there is not.
fn no_choice(
    command: &Command,
    argument: Option<&Arg>,
    text: String,
    names: &[(&str, &str)],
) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
    if let Some(argument) = argument {
        let name = ContextValue::String(argument.to_string());
        error.insert(ContextKind::InvalidArg, name);
    }
    error.insert(ContextKind::InvalidValue, ContextValue::String(text));
    let names = names.iter().map(|(name, _)| name.to_string()).collect();
    error.insert(ContextKind::ValidValue, ContextValue::Strings(names));
    error
}

/// Reads the name of a choice, with the names that there are.
#[derive(Clone)]
pub struct Name<T>(std::marker::PhantomData<T>);

impl<T> Name<T> {
    pub fn new() -> Self {
        Name(std::marker::PhantomData)
    }
}

impl<T: phidelta::options::Named> TypedValueParser for Name<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        T::named(&text).ok_or_else(|| no_choice(command, argument, text, T::NAMES))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(T::NAMES.iter().map(|&(name, help)| PossibleValue::new(name).help(help))))
    }
}

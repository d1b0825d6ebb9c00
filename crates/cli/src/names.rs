//! Choices that are read by their names, of which some have a number of their own: `best:4`.

use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// A choice that has a name.
pub trait Named: Clone + Send + Sync + 'static {
    /// The names, and what they mean.
    const NAMES: &'static [(&'static str, &'static str)];

    /// The choice of this name.
    fn named(text: &str) -> Option<Self>;
}

/// Reads the name of a choice.
#[derive(Clone)]
pub struct Name<T>(PhantomData<T>);

impl<T> Name<T> {
    pub fn new() -> Self {
        Name(PhantomData)
    }
}

impl<T: Named> TypedValueParser for Name<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        T::named(&text).ok_or_else(|| {
            let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
            if let Some(argument) = argument {
                let name = ContextValue::String(argument.to_string());
                error.insert(ContextKind::InvalidArg, name);
            }
            error.insert(ContextKind::InvalidValue, ContextValue::String(text));
            let names = T::NAMES.iter().map(|(name, _)| name.to_string()).collect();
            error.insert(ContextKind::ValidValue, ContextValue::Strings(names));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(T::NAMES.iter().map(|&(name, help)| PossibleValue::new(name).help(help))))
    }
}

//! What is known of an option: its name, the values it can have, what it means, and where it is from.

use crate::amounts;

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What stands for its value in a command line's help; nothing for a flag.
    pub value_name: &'static str,
    /// The values that it can have.
    pub form: Form,
    /// Its value if none is given. Empty if that depends on the game, the search or the machine:
    /// [`help`](OptionSpec::help) tells then.
    pub default: &'static str,
    /// What it means, on a line or two, without a full stop.
    pub help: &'static str,
    /// More about it, in sentences; nothing if there is no more to say.
    pub details: &'static str,
    /// Under which heading it is listed.
    pub heading: &'static str,
    /// When it applies, in words; nothing if always.
    pub applies: &'static str,
    /// The paper that it is from; nothing if it is from none.
    pub source: &'static str,
    /// Options that cannot be given together with it.
    pub conflicts: &'static [&'static str],
    /// The numbers in its value that can be tuned.
    pub tuning: &'static [Tuning],
    /// Whether it is for tests, and not listed.
    pub hidden: bool,
}

/// The values that an option can have.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// It is there or not.
    Flag,
    /// One of these names, with what they mean. Some have a number in the place of a letter.
    Choice {
        /// The names, and what they mean.
        names: &'static [(&'static str, &'static str)],
        /// Whether a text is one of them.
        is_one: fn(&str) -> bool,
    },
    /// A whole number in this range.
    Whole {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A number in this range.
    Real {
        /// The least.
        least: f64,
        /// The most.
        most: f64,
    },
    /// A number of bytes, at least so many.
    Bytes {
        /// The least.
        least: u64,
    },
    /// A time.
    Time,
    /// A text that this function accepts, or else it says what the text must be.
    Text {
        /// Accepts the text.
        check: fn(&str) -> Result<(), String>,
    },
    /// A text, or nothing: then it is a flag.
    OptionalText,
}

/// A number in an option's value that can be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// What the number is called.
    pub name: &'static str,
    /// What stands before it in the value.
    pub prefix: &'static str,
    /// Its place, if the value has several, separated by commas.
    pub part: Option<usize>,
    /// The range that is tried unless another is given, as `FROM..TO:STEP`.
    pub usual: &'static str,
}

impl OptionSpec {
    /// An option with a value of this form.
    pub const fn new(
        name: &'static str,
        value_name: &'static str,
        form: Form,
        help: &'static str,
    ) -> Self {
        OptionSpec {
            name,
            value_name,
            form,
            default: "",
            help,
            details: "",
            heading: "Search",
            applies: "",
            source: "",
            conflicts: &[],
            tuning: &[],
            hidden: false,
        }
    }

    /// Whether it has a value at all.
    pub fn takes_value(&self) -> bool {
        !matches!(self.form, Form::Flag)
    }

    /// Whether a text is a value of the option.
    ///
    /// # Errors
    /// What it must be, in a sentence.
    pub fn check(&self, text: &str) -> Result<(), String> {
        match self.form {
            Form::Flag => match text {
                "true" | "yes" => Ok(()),
                _ => Err("it is there or not, and has no value".into()),
            },
            Form::Choice { names, is_one } => {
                if is_one(text) {
                    return Ok(());
                }
                let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                Err(format!("it must be one of {}", names.join(", ")))
            }
            Form::Whole { least, most } => match text.parse() {
                Ok(number) if (least..=most).contains(&number) => Ok(()),
                _ => Err(format!("it must be a whole number from {least} to {most}")),
            },
            Form::Real { least, most } => match text.parse() {
                Ok(number) if (least..=most).contains(&number) => Ok(()),
                _ => Err(format!("it must be a number from {least} to {most}")),
            },
            Form::Bytes { least } => match amounts::parse_bytes(text)? {
                bytes if bytes >= least => Ok(()),
                _ => Err(format!("it must be at least {}", amounts::bytes(least))),
            },
            Form::Time => amounts::parse_duration(text).map(drop),
            Form::Text { check } => check(text),
            Form::OptionalText => Ok(()),
        }
    }

    /// Its values in words, for tables of options.
    pub fn values(&self) -> String {
        match self.form {
            Form::Flag => "there or not".into(),
            Form::Choice { names, .. } => {
                let names: Vec<String> =
                    names.iter().map(|(name, _)| format!("`{name}`")).collect();
                names.join(", ")
            }
            Form::Whole { least, most: u64::MAX } => format!("a whole number from {least} up"),
            Form::Whole { least, most } => format!("{least} to {most}"),
            Form::Real { least, most } => format!("{least} to {most}"),
            Form::Bytes { .. } => "a size, as 512M or 4GiB".into(),
            Form::Time => "a time, as 10s or 1h30m".into(),
            Form::Text { .. } | Form::OptionalText => format!("`{}`", self.value_name),
        }
    }
}

//! The numbers in options of a search that can be varied. The options themselves say which: see [`OptionSpec::tuning`].

use phidelta::closest;
use phidelta::options::{OptionSpec, SEARCH_OPTIONS, Tuning};

/// A number in an option of a search.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// The option.
    pub option: &'static OptionSpec,
    /// Where the number is in its value.
    pub tuning: &'static Tuning,
}

/// Names that come first in help, in this order; others follow in the order of the options.
const FIRST: [&str; 15] = [
    "e",
    "d",
    "epsilon",
    "delta",
    "r",
    "second",
    "job",
    "best",
    "factor",
    "a",
    "b",
    "t",
    "look-ahead",
    "top",
    "threat-nodes",
];

/// All numbers that can be varied, in the order of help. What values they can have is for their options to say.
pub fn tunables() -> Vec<Tunable> {
    let numbers = |option: &'static OptionSpec| {
        option.tuning.iter().map(move |tuning| Tunable { option, tuning })
    };
    let mut all: Vec<Tunable> = SEARCH_OPTIONS.iter().flat_map(numbers).collect();
    let place = |name: &str| FIRST.iter().position(|first| *first == name);
    all.sort_by_key(|tunable| place(tunable.name()).unwrap_or(usize::MAX));
    all
}

impl Tunable {
    /// The number of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Tunable, String> {
        let all = tunables();
        let names = || all.iter().map(Tunable::name);
        let found = all.iter().find(|tunable| tunable.name() == name);
        found.copied().ok_or_else(|| match closest(name, names()) {
            Some(near) => format!("there is no `{name}` to vary; did you mean `{near}`?"),
            None => {
                let names: Vec<&str> = names().collect();
                format!("there is no `{name}` to vary; there are {}", names.join(", "))
            }
        })
    }

    /// What the number is called.
    pub fn name(&self) -> &'static str {
        self.tuning.name
    }

    /// Whether a value of this number takes the place of an option that is given.
    pub fn displaces(&self, option: &str) -> bool {
        self.option.name == option || self.option.conflicts.contains(&option)
    }

    /// The option's value with this number. Other parts are those of the value before.
    pub fn value(&self, number: &str, before: Option<&str>) -> String {
        let Tuning { prefix, part, .. } = self.tuning;
        let number = format!("{prefix}{number}");
        let Some(place) = *part else { return number };
        let before = before.unwrap_or_default().split(',');
        let mut parts: Vec<&str> = before.filter(|part| !part.is_empty()).collect();
        let count = self.option.tuning.len().max(place + 1);
        parts.resize(count.max(parts.len()), "0");
        parts[place] = &number;
        parts.join(",")
    }

    /// How the option's value is written.
    fn template(&self) -> String {
        let blank = vec!["_"; self.option.tuning.len()].join(",");
        format!("--{} {}", self.option.name, self.value("N", Some(&blank)))
    }
}

/// The help of an option by which numbers are varied.
pub fn tunable_help() -> String {
    let mut text = String::from(
        "Vary an option; may be repeated [default: --vary e --vary d]\n\n\
         NAME is one of these. Without a range, it takes the values that follow it, without a \
         STEP, the step:\n",
    );
    for tunable in tunables() {
        let (name, usual, template) = (tunable.name(), tunable.tuning.usual, tunable.template());
        text += &format!("\n  {name:7}  {usual:14}  {template}");
    }
    text + "\n\nOther options are as you give them. A varied option takes the place of the same \
            option, or of the one that excludes it: `--delta 1 --vary epsilon` compares values of \
            epsilon with a delta of 1."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_numbers() {
        for tunable in tunables() {
            let named = Tunable::named(tunable.name()).unwrap();
            assert_eq!(named.tuning, tunable.tuning);
            assert!(tunable_help().contains(tunable.tuning.usual));
        }
        assert!(Tunable::named("epsilom").unwrap_err().ends_with("did you mean `epsilon`?"));
        assert!(Tunable::named("xyz").unwrap_err().contains("there are e, d, epsilon, "));
        let names: Vec<&str> = tunables().iter().map(Tunable::name).collect();
        assert_eq!(names, FIRST);
    }

    #[test]
    fn numbers_are_written_into_values() {
        let value = |name: &str, before| Tunable::named(name).unwrap().value("7", before);
        assert_eq!(value("e", None), "7,0");
        assert_eq!(value("d", Some("3,4")), "3,7");
        assert_eq!(value("best", Some("weak")), "best:7");
        assert_eq!(value("job", Some("100")), "7");
        let help = tunable_help();
        for line in ["--deep N,_", "--deep _,N", "--backup best:N", "--threat-nodes N"] {
            assert!(help.contains(line), "{help}");
        }
    }
}

//! The numbers in options of `solve` that can be varied.

use crate::registry::closest;

/// A number in an option of `solve`.
#[derive(Debug)]
pub struct Tunable {
    pub name: &'static str,
    /// The option, without dashes.
    pub option: &'static str,
    pub form: Form,
    /// An option that it takes the place of, besides its own.
    pub rival: Option<&'static str>,
    /// The range to take if none is given.
    pub usual: &'static str,
}

/// Where the number is in the option's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// After these letters.
    After(&'static str),
    /// In this place of two, separated by a comma.
    Part(usize),
}

/// All numbers that can be varied. What values they can have is for their options to say.
pub static TUNABLES: &[Tunable] = &[
    Tunable::of("e", "1..20:1").part_of("deep", 0),
    Tunable::of("d", "1..15:1").part_of("deep", 1),
    Tunable::of("epsilon", "0.05..15:0.05").instead_of("delta"),
    Tunable::of("delta", "1..100:1").instead_of("epsilon"),
    Tunable::of("r", "0.5..1:0.05"),
    Tunable::of("second", "100..10000:100"),
    Tunable::of("job", "10..1000:10"),
    Tunable::of("best", "1..16:1").after("backup", "best:"),
    Tunable::of("top", "1..20:1"),
    Tunable::of("threat-nodes", "1000..20000:1000"),
];

impl Tunable {
    /// The value of the option of this name.
    const fn of(name: &'static str, usual: &'static str) -> Self {
        Tunable { name, option: name, form: Form::After(""), rival: None, usual }
    }

    const fn part_of(self, option: &'static str, place: usize) -> Self {
        Tunable { option, form: Form::Part(place), ..self }
    }

    const fn after(self, option: &'static str, letters: &'static str) -> Self {
        Tunable { option, form: Form::After(letters), ..self }
    }

    const fn instead_of(self, rival: &'static str) -> Self {
        Tunable { rival: Some(rival), ..self }
    }

    /// The number of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static Tunable, String> {
        let names = || TUNABLES.iter().map(|tunable| tunable.name);
        TUNABLES.iter().find(|tunable| tunable.name == name).ok_or_else(|| {
            match closest(name, names()) {
                Some(near) => format!("there is no `{name}` to vary; did you mean `{near}`?"),
                None => {
                    let names: Vec<&str> = names().collect();
                    format!("there is no `{name}` to vary; there are {}", names.join(", "))
                }
            }
        })
    }

    /// How the option's value is written.
    fn template(&self) -> String {
        match self.form {
            Form::After(letters) => format!("--{} {letters}N", self.option),
            Form::Part(0) => format!("--{} N,_", self.option),
            Form::Part(_) => format!("--{} _,N", self.option),
        }
    }
}

/// The help of `--vary`.
pub fn help() -> String {
    let mut text = String::from(
        "Vary an option; may be repeated [default: --vary e --vary d]\n\n\
         NAME is one of these. Without a range, it takes the values that follow it, without a \
         STEP, the step:\n",
    );
    for tunable in TUNABLES {
        let (name, usual, template) = (tunable.name, tunable.usual, tunable.template());
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
        for tunable in TUNABLES {
            assert_eq!(Tunable::named(tunable.name).unwrap().name, tunable.name);
            assert!(help().contains(tunable.usual));
        }
        assert!(Tunable::named("epsilom").unwrap_err().ends_with("did you mean `epsilon`?"));
        assert!(Tunable::named("xyz").unwrap_err().contains("there are e, d, epsilon, "));
    }
}

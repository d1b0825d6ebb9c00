//! The options of questions about life and death: whose life is asked for, and what the answer is to rest on.

use std::str::FromStr;

use phidelta::options::{Form, Method, OptionSpec};
use phidelta::{Error, Given, Result};

use crate::Colour;
use crate::go_life::{MOST_THREATS, UNLIMITED};
use crate::record::Where;

/// An option of such questions.
const fn option(
    name: &'static str,
    value_name: &'static str,
    form: Form,
    help: &'static str,
) -> OptionSpec {
    OptionSpec {
        heading: "Life and death (go)",
        applies: "go",
        ..OptionSpec::new(name, value_name, form, help)
    }
}

/// The options.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        details: "One stone of a chain stands for all of it. If several chains are named, it is enough that \
                  one of them lives.",
        ..option(
            "target",
            "POINTS",
            // What a point is depends on the board.
            Form::Text { check: |_| Ok(()) },
            "The stones whose life is asked for, as D4 or D4,E5 [default: those that are marked in the \
             file]",
        )
    },
    OptionSpec {
        details: "Without this option, searches go by rules about eyes, which are quick, need no region, and \
                  may be wrong.",
        ..option(
            "exact",
            "REGION",
            Form::OptionalText,
            "Prove the answer by all moves in a region, as A1-F5 or A1-C3,D1 [default: the marked points, \
             or what is enclosed]",
        )
    },
    OptionSpec {
        details: "Without it, who gets out of the region is alive.",
        ..option(
            "wall",
            "",
            Form::Flag,
            "With --exact: put stones of the attacker around the region, as book problems mean it",
        )
    },
    OptionSpec {
        details: "A number alone is for the side to move; or give both, as in defender=1,attacker=inf.",
        ..option(
            "ko-threats",
            "N",
            Form::Text { check: |text| text.parse::<KoThreats>().map(drop) },
            "With --exact: how many ko threats there are elsewhere on the board, 0 to 9 or inf [default: \
             none]",
        )
    },
    option(
        "to-move",
        "COLOUR",
        Form::Choice {
            names: &[("black", "Black"), ("white", "White")],
            is_one: |text| read_colour(text).is_some(),
        },
        "Who is to move, if the position does not say it, or says otherwise",
    ),
    option(
        "at-move",
        "N|end",
        Form::Text { check: |text| read_place(text).map(drop) },
        "The position of an SGF file after so many moves, or at its end [default: where stones are set up, \
         or the end]",
    ),
];

/// Whose life is asked for, and what the answer is to rest on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LifeOptions {
    /// The stones whose life is asked for.
    pub target: Option<String>,
    /// The region of a proof, if there is to be one; nothing if it is to be computed.
    pub exact: Option<String>,
    /// Whether stones of the attacker are put around it.
    pub wall: bool,
    /// The ko threats elsewhere on the board.
    pub ko_threats: Option<KoThreats>,
    /// Who is to move, if that is said.
    pub to_move: Option<Colour>,
    /// The place in an SGF file, if that is said.
    pub at_move: Option<Where>,
}

/// How many ko threats there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KoThreats {
    /// Of the side to move.
    Mover(u8),
    /// Of the defender and the attacker.
    Both([u8; 2]),
}

impl LifeOptions {
    /// What the options that were given mean.
    ///
    /// # Errors
    /// If a value is out of range.
    pub fn read(given: &Given) -> Result<Self> {
        let text = |name: &str| given.value(name).map(String::from);
        Ok(LifeOptions {
            target: text("target"),
            exact: given.has("exact").then(|| text("exact").unwrap_or_default()),
            wall: given.has("wall"),
            ko_threats: read(given, "ko-threats", str::parse)?,
            to_move: read(given, "to-move", |text| {
                read_colour(text).ok_or_else(|| "it must be black or white".into())
            })?,
            at_move: read(given, "at-move", read_place)?,
        })
    }

    /// Whether the options fit the search: what proves something belongs to searches that prove something.
    ///
    /// # Errors
    /// If they do not.
    pub fn check(&self, search: Method) -> Result<()> {
        let widens = matches!(search, Method::Widening(_));
        let (name, message) = match (self.exact.is_some(), widens) {
            (false, true) if self.wall => ("wall", "only a proof has a region; give --exact, too"),
            (false, true) if self.ko_threats.is_some() => {
                ("ko-threats", "only a proof counts them; give --exact, too")
            }
            _ => return Ok(()),
        };
        Err(Error::option(name, message))
    }
}

/// The value of an option, if it is given.
fn read<T>(
    given: &Given,
    name: &str,
    value: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>> {
    let read = given.value(name).map(|text| {
        value(text).map_err(|message| {
            Error::option(name, format!("`{text}` cannot be its value: {message}"))
        })
    });
    read.transpose()
}

fn read_colour(text: &str) -> Option<Colour> {
    match text {
        "black" | "b" => Some(Colour::Black),
        "white" | "w" => Some(Colour::White),
        _ => None,
    }
}

impl FromStr for KoThreats {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || {
            format!(
                "it must be a number from 0 to {MOST_THREATS} or inf, or both sides' as in \
                 defender=1,attacker=0"
            )
        };
        let number = |text: &str| match text.trim().parse() {
            Ok(number @ ..=MOST_THREATS) => Ok(number),
            _ if text.trim() == "inf" => Ok(UNLIMITED),
            _ => Err(form()),
        };
        if !text.contains('=') {
            return number(text).map(KoThreats::Mover);
        }
        let mut both = [0; 2];
        for part in text.split(',') {
            match part.split_once('=').map(|(side, text)| (side.trim(), text)) {
                Some(("defender", text)) => both[0] = number(text)?,
                Some(("attacker", text)) => both[1] = number(text)?,
                _ => return Err(form()),
            }
        }
        Ok(KoThreats::Both(both))
    }
}

fn read_place(text: &str) -> Result<Where, String> {
    match text.parse() {
        Ok(number) => Ok(Where::Move(number)),
        _ if text == "end" => Ok(Where::End),
        _ => Err("it must be the number of a move, or end".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_numbers_or_without_end() {
        assert_eq!("2".parse(), Ok(KoThreats::Mover(2)));
        assert_eq!("inf".parse(), Ok(KoThreats::Mover(UNLIMITED)));
        assert_eq!("attacker=3".parse(), Ok(KoThreats::Both([0, 3])));
        assert_eq!("attacker=inf,defender=9".parse(), Ok(KoThreats::Both([9, UNLIMITED])));
        for bad in ["", "10", "-1", "x", "white=1", "defender=10", "defender=1,2"] {
            assert!(bad.parse::<KoThreats>().is_err(), "{bad}");
        }
    }

    #[test]
    fn options_are_read_as_they_are_given() {
        let table: Vec<&OptionSpec> = OPTIONS.iter().collect();
        let read = |words: &str| {
            Given::from_words(words.split_whitespace(), &table)
                .and_then(|given| LifeOptions::read(&given))
        };
        assert_eq!(read(""), Ok(LifeOptions::default()));
        let options = read("--target D4 --exact --wall --to-move w --at-move end").unwrap();
        assert_eq!(
            options,
            LifeOptions {
                target: Some("D4".into()),
                exact: Some(String::new()),
                wall: true,
                ko_threats: None,
                to_move: Some(Colour::White),
                at_move: Some(Where::End),
            }
        );
        assert_eq!(read("--exact=A1-F5").unwrap().exact.as_deref(), Some("A1-F5"));
        for (words, told) in [
            ("--to-move red", "it must be one of black, white"),
            ("--at-move last", "it must be the number of a move, or end"),
            ("--ko-threats 10", "it must be a number from 0 to 9 or inf"),
        ] {
            let error = read(words).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }

    #[test]
    fn only_a_proof_has_a_region_and_counts_threats() {
        let check =
            |options: LifeOptions, search| options.check(search).map_err(|error| error.to_string());
        let usual = LifeOptions::default;
        let exact = || LifeOptions { exact: Some(String::new()), ..usual() };
        assert_eq!(check(usual(), Method::ABGW), Ok(()));
        assert_eq!(check(exact(), Method::ABGW), Ok(()));
        assert_eq!(check(LifeOptions { wall: true, ..exact() }, Method::DfPn), Ok(()));
        assert_eq!(check(usual(), Method::DfPn), Ok(()));
        let told = "wall: only a proof has a region; give --exact, too";
        assert_eq!(check(LifeOptions { wall: true, ..usual() }, Method::ABGW), Err(told.into()));
        let threats = LifeOptions { ko_threats: Some(KoThreats::Mover(1)), ..usual() };
        let told = "ko-threats: only a proof counts them; give --exact, too";
        assert_eq!(check(threats, Method::ABGW), Err(told.into()));
    }
}

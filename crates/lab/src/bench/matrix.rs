//! `phidelta bench matrix`: any options, as alternatives or crossed. See `pages/matrix.md`.

use std::str::FromStr;

use anyhow::{Result, bail};
use phidelta::Catalogue;
use serde::Serialize;

use super::crossed::Crossed;
use super::exhibit::Exhibit;
use super::options::Matrix;
use super::trial::{Outcome, Trial, Trials};

/// More searches than anyone waits for.
const MOST: usize = 1_000_000;
/// What a search without any options of its own is called.
const USUAL: &str = "as usual";
/// The setting that is nothing but the usual options.
const DEFAULT: &str = "default";

/// An option of `solve`, and the values that it takes in turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Vary {
    option: String,
    values: Vec<String>,
}

/// Options of `solve` that are set together, as an alternative to others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setting {
    /// Each with its value.
    options: Vec<(String, String)>,
}

/// As `search=df-pn/pds`; the values of a flag are `yes` and `no`.
impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let vary = Vary::read(text);
        vary.ok_or_else(|| "it must be an option and its values, as epsilon=0.1/0.25".into())
    }
}

impl Vary {
    fn read(text: &str) -> Option<Self> {
        let (option, values) = text.split_once('=')?;
        let option = option.trim_start_matches('-');
        let values: Vec<String> = values.split('/').map(|value| value.trim().into()).collect();
        let is_right = is_word(option) && values.iter().all(|value| is_word(value));
        is_right.then(|| Vary { option: option.into(), values })
    }
}

/// As `search=pds epsilon=0.1`, with spaces between options; `zones` is the same as `zones=yes`, and `default` alone
/// sets nothing.
impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            "it must be options with their values, as \"search=pds epsilon=0.1\", or default";
        let words: Vec<&str> = text.split_whitespace().collect();
        if words == [DEFAULT] {
            return Ok(Setting { options: Vec::new() });
        }
        let mut options: Vec<(String, String)> = Vec::new();
        for word in &words {
            let (option, value) = word.split_once('=').unwrap_or((word, "yes"));
            let option = option.trim_start_matches('-');
            if !is_word(option) || !is_word(value) || option == DEFAULT {
                return Err(wrong.into());
            }
            if options.iter().any(|(other, _)| other == option) {
                return Err(format!("it has {option} twice; give another --setting instead"));
            }
            options.push((option.into(), value.into()));
        }
        if options.is_empty() { Err(wrong.into()) } else { Ok(Setting { options }) }
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && !word.contains(char::is_whitespace)
}

/// A way to search: what it is called, and its options as one would type them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Named {
    name: String,
    options: String,
}

impl Named {
    /// The same with one more option. Options that are there or not have `yes` and `no`.
    fn with(&self, option: &str, value: &str) -> Self {
        let (name, words) = match value {
            "yes" => (option.to_string(), format!("--{option}")),
            "no" => (format!("no {option}"), String::new()),
            _ => (format!("{option} {value}"), format!("--{option} {value}")),
        };
        let joined = |before: &str, separator: &str, after: String| match (before, &*after) {
            ("", _) => after,
            (_, "") => before.to_string(),
            _ => format!("{before}{separator}{after}"),
        };
        let (name, options) = (joined(&self.name, ", ", name), joined(&self.options, " ", words));
        Named { name, options }
    }
}

/// All ways: each setting, combined with each value of one option and each of the others.
fn ways(settings: &[Setting], vary: &[Vary]) -> Vec<Named> {
    let setting = |setting: &Setting| {
        let options = setting.options.iter();
        options.fold(Named::default(), |way, (option, value)| way.with(option, value))
    };
    let mut ways: Vec<Named> = settings.iter().map(setting).collect();
    if ways.is_empty() {
        ways.push(Named::default());
    }
    for Vary { option, values } in vary {
        let extended = |way: &Named| values.iter().map(|value| way.with(option, value)).collect();
        ways = ways.iter().flat_map::<Vec<Named>, _>(extended).collect();
    }
    for way in ways.iter_mut().filter(|way| way.name.is_empty()) {
        way.name = USUAL.into();
    }
    ways
}

impl Trials for Matrix {
    fn name(&self) -> &'static str {
        "matrix"
    }

    fn trials(&self, catalogue: &Catalogue) -> Result<Vec<Trial>> {
        // What is wrong with the game or a position is told before anything is searched.
        let game = catalogue.game(&self.game)?;
        let start = [String::new()];
        let positions = if self.positions.is_empty() { &start[..] } else { &self.positions };
        for position in positions {
            game.rules().view(position)?;
        }
        let settings = self.settings.len().max(1).saturating_mul(positions.len());
        if self.vary.iter().fold(settings, |all, one| all.saturating_mul(one.values.len())) > MOST {
            bail!("vary: these are more than {MOST} searches; vary less");
        }
        let ways = ways(&self.settings, &self.vary);
        let group = self.group();
        let mut trials = Vec::new();
        for position in positions {
            let problem = if position.trim().is_empty() { "start" } else { position.trim() };
            for Named { name, options } in &ways {
                let trial = Trial::new(problem, name).at(&self.game, position).in_group(&group);
                let trial = trial.with(format!("{group} {options}").trim());
                trial.check(catalogue)?;
                trials.push(trial);
            }
        }
        Ok(trials)
    }

    /// What was asked for now, and then what was tried before in this directory: with other games, options for all, or
    /// limits.
    fn exhibits(&self, tried: &[(Trial, Outcome)]) -> Vec<Exhibit> {
        let asked = (&*self.game, self.group());
        let mut groups: Vec<(&str, String)> = vec![asked.clone()];
        for (trial, _) in tried {
            let group = (&*trial.game, trial.group.clone());
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        let mut exhibits = Vec::new();
        for group in groups {
            let is_in = |(trial, _): &&(Trial, Outcome)| {
                (&*trial.game, &*trial.group) == (group.0, &*group.1)
            };
            let of_it: Vec<(Trial, Outcome)> = tried.iter().filter(is_in).cloned().collect();
            let crossed = Crossed::new(&of_it);
            let (ways, problems) = (crossed.ways().len(), crossed.problems());
            if ways == 0 {
                continue;
            }
            let (game, options) = (group.0, &group.1);
            let before = if group == asked { "" } else { "Earlier: " };
            let with = if options.is_empty() { String::new() } else { format!(", {options}") };
            let positions = if problems == 1 { "position" } else { "positions" };
            let title = format!("{before}{game}{with}: {ways} ways, {problems} {positions}");
            exhibits.push(crossed.turned(title).plot(crossed.chart(game)));
            if problems > 1 && ways > 1 && !crossed.is_crowded() {
                let title = format!("{before}{game}{with}: nodes relative to {}", crossed.first());
                exhibits.push(Exhibit::new(title).plot(crossed.ratios(game)));
            }
        }
        exhibits
    }

    fn options(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Options<'m> {
            quick: bool,
            game: &'m str,
            settings: &'m [Setting],
            vary: &'m [Vary],
            options: &'m str,
            nodes: Option<u64>,
        }
        let (game, settings, vary) = (&*self.game, &*self.settings, &*self.vary);
        let (quick, nodes) = (self.common.quick, self.limit());
        Options { quick, game, settings, vary, options: &self.options, nodes }
    }

    fn is_usual(&self) -> bool {
        false
    }

    fn keeps_others(&self) -> bool {
        true
    }
}

impl Matrix {
    fn limit(&self) -> Option<u64> {
        self.nodes.or(self.common.quick.then_some(1_000_000))
    }

    /// The options that all searches have, the limit included: what has others is not compared with it.
    fn group(&self) -> String {
        let limit = self.limit().map(|nodes| format!("--nodes {nodes}"));
        let words = self.options.split_whitespace().map(String::from).chain(limit);
        words.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(texts: &[&str]) -> Vec<Setting> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn options_are_crossed() {
        let vary = ["search=df-pn/pds", "deep=2,3/4,5", "--zones=no/yes"];
        let vary: Vec<Vary> = vary.iter().map(|text| text.parse().unwrap()).collect();
        let all = ways(&[], &vary);
        assert_eq!(all.len(), 8);
        assert_eq!(all[0].name, "search df-pn, deep 2,3, no zones");
        assert_eq!(all[7].options, "--search pds --deep 4,5 --zones");
        for wrong in ["search", "=a/b", "search=a//b", "search=a b", "search="] {
            assert!(wrong.parse::<Vary>().is_err(), "{wrong}");
        }
        assert_eq!(ways(&[], &[])[0].name, USUAL);
    }

    #[test]
    fn settings_are_alternatives() {
        let given =
            settings(&["default", "epsilon=0.25", "--delta=1", "search=pds  epsilon=0.1 zones"]);
        let all = ways(&given, &[]);
        let names: Vec<&str> = all.iter().map(|way| &*way.name).collect();
        assert_eq!(
            names,
            ["as usual", "epsilon 0.25", "delta 1", "search pds, epsilon 0.1, zones"]
        );
        assert_eq!(all[3].options, "--search pds --epsilon 0.1 --zones");
        let vary = ["init=unit/mobility".parse().unwrap()];
        let crossed = ways(&given[..2], &vary);
        let names: Vec<&str> = crossed.iter().map(|way| &*way.name).collect();
        let expected = [
            "init unit",
            "init mobility",
            "epsilon 0.25, init unit",
            "epsilon 0.25, init mobility",
        ];
        assert_eq!(names, expected);
        for wrong in ["", "=1", "epsilon=", "default=1", "epsilon=1 epsilon=2", "default zones"] {
            assert!(wrong.parse::<Setting>().is_err(), "{wrong}");
        }
    }
}

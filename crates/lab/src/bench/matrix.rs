//! `phidelta bench matrix`: any options, crossed. See `pages/matrix.md`.

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

/// An option of `solve`, and the values that it takes in turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Vary {
    option: String,
    values: Vec<String>,
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
        let is_word = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
        let is_right = is_word(option) && values.iter().all(|value| is_word(value));
        is_right.then(|| Vary { option: option.into(), values })
    }

    /// An option of the command line. Options that are there or not have `yes` and `no`.
    fn words(&self, value: &str) -> String {
        match value {
            "yes" => format!("--{}", self.option),
            "no" => String::new(),
            _ => format!("--{} {value}", self.option),
        }
    }
}

/// All ways, each with what it is called and its options.
fn ways(vary: &[Vary]) -> Vec<(String, String)> {
    let mut ways = vec![(String::new(), String::new())];
    for one in vary {
        let extended = |(name, options): &(String, String)| {
            let (name, options) = (name.clone(), options.clone());
            one.values.iter().map(move |value| {
                let separator = if name.is_empty() { "" } else { ", " };
                let words = one.words(value);
                let value = match value.as_str() {
                    "yes" => one.option.clone(),
                    "no" => format!("no {}", one.option),
                    _ => format!("{} {value}", one.option),
                };
                (format!("{name}{separator}{value}"), format!("{options} {words}"))
            })
        };
        ways = ways.iter().flat_map(extended).collect();
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
        if self.vary.iter().fold(positions.len(), |all, one| all.saturating_mul(one.values.len()))
            > MOST
        {
            bail!("vary: these are more than {MOST} searches; vary less");
        }
        let ways = ways(&self.vary);
        let mut trials = Vec::new();
        for (index, position) in positions.iter().enumerate() {
            let problem = match (positions.len(), position.trim()) {
                (1, "") => "start".to_string(),
                (1, position) => position.to_string(),
                _ => (index + 1).to_string(),
            };
            for (way, options) in &ways {
                let common = &self.options;
                let limit = self.limit().map(|nodes| format!("--nodes {nodes}"));
                let limit = limit.unwrap_or_default();
                let way = if way.is_empty() { "as usual" } else { way };
                let trial = Trial::new(&problem, way).at(&self.game, position);
                let trial = trial.with(format!("{common} {options} {limit}").trim());
                trial.check(catalogue)?;
                trials.push(trial);
            }
        }
        Ok(trials)
    }

    fn exhibits(&self, tried: &[(Trial, Outcome)]) -> Vec<Exhibit> {
        let crossed = Crossed::new(tried);
        let title = format!("{}: {} ways", self.game, crossed.ways().len());
        vec![crossed.turned(title).finding(crossed.in_words())]
    }

    fn options(&self) -> impl Serialize {
        let limit = self.limit();
        #[derive(Serialize)]
        struct Options<'m> {
            game: &'m str,
            vary: &'m [Vary],
            options: &'m str,
            nodes: Option<u64>,
        }
        Options { game: &self.game, vary: &self.vary, options: &self.options, nodes: limit }
    }
}

impl Matrix {
    fn limit(&self) -> Option<u64> {
        self.nodes.or(self.common.quick.then_some(1_000_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_crossed() {
        let vary = ["search=df-pn/pds", "deep=2,3/4,5", "--zones=no/yes"];
        let vary: Vec<Vary> = vary.iter().map(|text| text.parse().unwrap()).collect();
        let ways = ways(&vary);
        assert_eq!(ways.len(), 8);
        assert_eq!(ways[0].0, "search df-pn, deep 2,3, no zones");
        let words: Vec<&str> = ways[7].1.split_whitespace().collect();
        assert_eq!(words, ["--search", "pds", "--deep", "4,5", "--zones"]);
        for wrong in ["search", "=a/b", "search=a//b", "search=a b", "search="] {
            assert!(wrong.parse::<Vary>().is_err(), "{wrong}");
        }
    }
}

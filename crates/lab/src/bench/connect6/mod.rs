//! `phidelta bench connect6`: Deep df-pn and 1 + ε in Connect6 (Song, Iida & van den Herik 2017, Fig. 5 to 12, Tables
//! 2 and 3). See `pages/connect6.md`.

mod best;
mod drawn;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::{Result, bail};
use phidelta::Catalogue;
use serde::Serialize;

use super::exhibit::Exhibit;
use super::options::Connect6;
use super::trial::{Outcome, Trial, Trials};
use best::best_cases;

/// Positions of the paper's kind, and how many nodes plain df-pn takes.
const POSITIONS: [(&str, u64); 8] = [
    ("opening-1", 280_960),
    ("opening-2", 227_210),
    ("opening-3", 393_400),
    ("opening-4", 171_038),
    ("reply-1", 345_111),
    ("reply-2", 42_587),
    ("reply-3", 815_219),
    ("midgame-1", 289_680),
];
const QUICK_POSITIONS: [&str; 2] = ["opening-1", "reply-2"];
/// How many of them are drawn: those of which most settings are solved.
const DRAWN: usize = 2;
const COMMON: &str = "--search rz-df-pn --threat-nodes 1000";
const PLAIN: &str = "df-pn";

/// By how many percent the paper's averages over its eight positions of nodes and of seesaw numbers are below
/// those of df-pn.
const PUBLISHED_DEEP: (f64, f64) = (43.5, 80.8);
const PUBLISHED_EPSILON: (f64, f64) = (29.2, 61.9);
/// By how many percent of its nodes the paper's climb ends above the best of the grid.
const PUBLISHED_CLIMB: f64 = 3.3;

/// What is tried on a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Setting {
    Plain,
    Deep {
        e: u32,
        d: u32,
    },
    /// In hundredths.
    Epsilon(u32),
}

impl Setting {
    fn name(self) -> String {
        match self {
            Setting::Plain => PLAIN.into(),
            Setting::Deep { e, d } => format!("E {e}, D {d}"),
            Setting::Epsilon(hundredths) => format!("ε {}", decimal(hundredths)),
        }
    }

    fn options(self) -> String {
        match self {
            Setting::Plain => format!("{COMMON} --delta 1"),
            Setting::Deep { e, d } => format!("{COMMON} --delta 1 --deep {e},{d}"),
            Setting::Epsilon(hundredths) => format!("{COMMON} --epsilon {}", decimal(hundredths)),
        }
    }
}

fn decimal(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// What the settings of a position came to.
type Results<'t> = BTreeMap<Setting, &'t Outcome>;

impl Connect6 {
    fn positions(&self) -> Result<Vec<(&'static str, u64)>> {
        let known = || POSITIONS.iter().map(|(name, _)| *name);
        for name in &self.positions {
            if !known().any(|one| one == name) {
                let all: Vec<&str> = known().collect();
                bail!("positions: there is no position {name}; choose of {}", all.join(", "));
            }
        }
        let is_wanted = |(name, _): &&(&str, u64)| match (&self.positions[..], self.common.quick) {
            ([], true) => QUICK_POSITIONS.contains(name),
            ([], false) => true,
            (given, _) => given.iter().any(|one| one == name),
        };
        Ok(POSITIONS.iter().filter(is_wanted).copied().collect())
    }

    /// The paper's grids, or coarser ones. Where E or D is 1, Deep df-pn is df-pn.
    fn settings(&self) -> Vec<Setting> {
        let quick = self.common.quick;
        let (es, ds): (Vec<u32>, Vec<u32>) = match quick {
            true => (vec![2, 3, 5, 8, 12], (2..=5).collect()),
            false => ((2..=20).collect(), (2..=15).collect()),
        };
        let step = self.epsilon_step();
        let epsilons = (1..=1500 / step).map(|steps| steps * step);
        let epsilons = epsilons.take(if quick { 5 } else { usize::MAX });
        let deep = es.iter().flat_map(|&e| ds.iter().map(move |&d| Setting::Deep { e, d }));
        [Setting::Plain].into_iter().chain(deep).chain(epsilons.map(Setting::Epsilon)).collect()
    }

    /// From one ε to the next, in hundredths.
    fn epsilon_step(&self) -> u32 {
        if self.common.quick { 100 } else { 5 }
    }

    fn results<'t>(&self, position: &str, tried: &'t [(Trial, Outcome)]) -> Results<'t> {
        let named: BTreeMap<String, Setting> =
            self.settings().into_iter().map(|setting| (setting.name(), setting)).collect();
        let of_it = tried.iter().filter(|(trial, _)| trial.problem == position);
        of_it.filter_map(|(trial, outcome)| Some((*named.get(&trial.way)?, outcome))).collect()
    }
}

impl Trials for Connect6 {
    fn name(&self) -> &'static str {
        "connect6"
    }

    fn trials(&self, _: &Catalogue) -> Result<Vec<Trial>> {
        let mut trials = Vec::new();
        for (position, nodes) in self.positions()? {
            for setting in self.settings() {
                let limit = self.nodes.unwrap_or(nodes + nodes / 4);
                let options = format!("{} --nodes {limit}", setting.options());
                let trial = Trial::new(position, setting.name()).at("connect6", position);
                trials.push(trial.with(options).weighing(nodes));
            }
        }
        Ok(trials)
    }

    fn exhibits(&self, tried: &[(Trial, Outcome)]) -> Vec<Exhibit> {
        let all: Vec<(&str, Results<'_>)> = POSITIONS
            .iter()
            .map(|&(position, _)| (position, self.results(position, tried)))
            .filter(|(_, results)| !results.is_empty())
            .collect();
        let mut exhibits = Vec::new();
        let solved = |results: &Results<'_>| results.values().filter(|one| one.is_solved()).count();
        let mut drawn: Vec<_> = all.iter().collect();
        drawn.sort_by_key(|(_, results)| Reverse(solved(results)));
        for (position, results) in drawn.into_iter().take(DRAWN) {
            exhibits.extend(self.drawn(position, results));
        }
        exhibits.push(best_cases(&all));
        exhibits.push(self.climbs(&all));
        exhibits
    }

    fn is_usual(&self) -> bool {
        self.positions.is_empty() && self.nodes.is_none()
    }

    fn options(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Options {
            quick: bool,
            settings: usize,
            nodes: Option<u64>,
        }
        let (quick, nodes) = (self.common.quick, self.nodes);
        Options { quick, settings: self.settings().len(), nodes }
    }
}

//! `phidelta bench connect6`: Deep df-pn and 1 + ε in Connect6 (Song, Iida & van den Herik 2017, Fig. 5 to 12, Tables
//! 2 and 3). See `pages/connect6.md`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Result, bail};
use phidelta::Catalogue;
use phidelta::amounts::grouped;
use serde::Serialize;

use super::bootstrap::Estimate;
use super::exhibit::{Exhibit, Table};
use super::heat::{HeatCell, HeatMap};
use super::options::Connect6;
use super::plot::{Axis, Line, Plot, Scale};
use super::trial::{Outcome, Trial, Trials};
use crate::tune::climb;

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

impl Connect6 {
    /// Nodes and seesaw numbers by E and D, and by ε: Fig. 5 to 12.
    fn drawn(&self, position: &str, results: &Results<'_>) -> Vec<Exhibit> {
        type Measure = (&'static str, fn(&Outcome) -> f64);
        let measures: [Measure; 2] = [
            ("nodes", |outcome| outcome.nodes as f64),
            ("seesaw number", |outcome| outcome.seesaw as f64),
        ];
        let mut exhibits = Vec::new();
        for (what, of) in measures {
            let title = format!("{position}: {what} of Deep df-pn");
            let map = self.map(&title, what, results, of);
            let limit = match self.nodes {
                Some(nodes) => format!("{} nodes", grouped(nodes)),
                None => "1¼ times the nodes of plain df-pn".into(),
            };
            let finding = match exhibits.is_empty() {
                true => format!("Searches are stopped at {limit}: – in a map, a gap in a curve."),
                false => String::new(),
            };
            exhibits.push(Exhibit::new(title).plot(map).finding(finding));
            let title = format!("{position}: {what} of 1 + ε");
            let plot = self.curve(&title, what, results, of);
            exhibits.push(Exhibit::new(title).plot(plot));
        }
        exhibits
    }

    /// A figure of Deep df-pn for each E and D, over that of plain df-pn: so many curves, one for each E, would hide one
    /// another.
    fn map(
        &self,
        title: &str,
        what: &str,
        results: &Results<'_>,
        of: fn(&Outcome) -> f64,
    ) -> HeatMap {
        let (mut es, mut ds) = (BTreeSet::new(), BTreeSet::new());
        for setting in self.settings() {
            if let Setting::Deep { e, d } = setting {
                es.insert(e);
                ds.insert(d);
            }
        }
        let plain = results.get(&Setting::Plain).filter(|outcome| outcome.is_solved());
        // Where plain df-pn has nothing to compare with, the numbers are as they are.
        let plain = plain.map(|outcome| of(outcome)).filter(|&number| number > 0.0);
        let cell = |e: u32, d: u32| match results.get(&Setting::Deep { e, d }) {
            Some(outcome) if outcome.is_solved() => {
                HeatCell::Number(of(outcome) / plain.unwrap_or(1.0))
            }
            Some(_) => HeatCell::Open,
            None => HeatCell::Missing,
        };
        let row = |&d: &u32| es.iter().map(|&e| cell(e, d)).collect();
        HeatMap {
            title: title.into(),
            columns: ("E".into(), es.iter().map(u32::to_string).collect()),
            rows: ("D".into(), ds.iter().map(u32::to_string).collect()),
            measure: if plain.is_some() { format!("{what} / {PLAIN}") } else { what.into() },
            cells: ds.iter().map(row).collect(),
            open: "stopped".into(),
        }
    }

    /// A figure of 1 + ε for each ε, beside that of plain df-pn.
    fn curve(
        &self,
        title: &str,
        what: &str,
        results: &Results<'_>,
        of: fn(&Outcome) -> f64,
    ) -> Plot {
        let solved = results.iter().filter(|(_, outcome)| outcome.is_solved());
        let point = |(setting, outcome): (&Setting, &&Outcome)| match setting {
            Setting::Epsilon(epsilon) => Some((f64::from(*epsilon) / 100.0, of(outcome))),
            _ => None,
        };
        let points = solved.filter_map(point).collect();
        let plain = results.get(&Setting::Plain).filter(|outcome| outcome.is_solved());
        let constant = |plain: f64| vec![(0.05, plain), (15.0, plain)];
        let mut lines = vec![Line {
            label: PLAIN.into(),
            colour: 7,
            is_dashed: true,
            points: plain.map_or_else(Vec::new, |plain| constant(of(plain))),
        }];
        lines.extend(curve("1 + ε", 0, points, f64::from(self.epsilon_step()) / 100.0));
        Plot {
            title: title.into(),
            x: Axis::new("ε", Scale::Linear),
            y: Axis::new(what, Scale::Linear),
            has_diagonal: false,
            lines,
            marks: Vec::new(),
        }
    }

    /// Hill climbing over the grid: Table 3.
    fn climbs(&self, all: &[(&str, Results<'_>)]) -> Exhibit {
        let head = ["position", "nodes", "above the best", "seesaw", "E, D"];
        let mut table = Table::new("", head);
        let (mut above, mut sums) = (Vec::new(), (0, 0));
        for (position, results) in all {
            let Some((best, _)) = best(results, is_deep) else { continue };
            let number = |e: usize, d: usize| {
                let setting = match (e, d) {
                    (0, _) | (_, 0) => Setting::Plain,
                    _ => Setting::Deep { e: e as u32 + 1, d: d as u32 + 1 },
                };
                results.get(&setting).filter(|outcome| outcome.is_solved()).copied()
            };
            let mut node = |point: &climb::Point, _: climb::Number| {
                Ok::<_, Infallible>(number(point[0], point[1]).map(|outcome| outcome.nodes))
            };
            let Ok(end) = climb::climb(&[20, 15], vec![1, 1], &mut node);
            let Some(outcome) = number(end[0], end[1]) else { continue };
            let percent = 100.0 * (outcome.nodes as f64 / best.nodes.max(1) as f64 - 1.0);
            above.push(percent);
            sums = (sums.0 + outcome.nodes, sums.1 + best.nodes);
            table.push(vec![
                (*position).into(),
                grouped(outcome.nodes),
                format!("{percent:.1} %"),
                outcome.seesaw.to_string(),
                format!("{}, {}", end[0] + 1, end[1] + 1),
            ]);
        }
        // The coarse grid of a quick run has gaps, which the climb cannot cross.
        let finding = if above.is_empty() || self.common.quick {
            String::new()
        } else {
            format!(
                "The climb ends at the best of the grid for {} of {} positions (5 of 8 in the paper), and {:.1} % \
                 above it in all their nodes ({PUBLISHED_CLIMB} % there).",
                above.iter().filter(|&&percent| percent == 0.0).count(),
                above.len(),
                100.0 * (sums.0 as f64 / sums.1.max(1) as f64 - 1.0)
            )
        };
        Exhibit::new("Table 3: hill climbing from (2, 2)").table(table).finding(finding)
    }
}

/// A curve that has gaps where nothing is between points that are more than a step apart.
fn curve(label: &str, colour: usize, points: Vec<(f64, f64)>, step: f64) -> Vec<Line> {
    let pieces = points.chunk_by(|one, next| next.0 - one.0 < 1.5 * step);
    let line = |(index, points): (usize, &[(f64, f64)])| Line {
        label: if index == 0 { label.into() } else { String::new() },
        colour,
        is_dashed: false,
        points: points.to_vec(),
    };
    pieces.enumerate().map(line).collect()
}

fn is_deep(setting: Setting) -> bool {
    !matches!(setting, Setting::Epsilon(_))
}

fn is_epsilon(setting: Setting) -> bool {
    matches!(setting, Setting::Epsilon(_))
}

/// The setting of a kind with the fewest nodes.
fn best<'t>(results: &Results<'t>, is_of: fn(Setting) -> bool) -> Option<(&'t Outcome, Setting)> {
    let of_kind =
        results.iter().filter(|(setting, outcome)| is_of(**setting) && outcome.is_solved());
    let best = of_kind.min_by_key(|(_, outcome)| (outcome.nodes, outcome.seesaw));
    best.map(|(setting, outcome)| (*outcome, *setting))
}

/// Nodes and seesaw number of a position: by plain df-pn, and by the best settings of Deep df-pn and of 1 + ε.
struct Best {
    plain: [u64; 2],
    deep: [u64; 2],
    epsilon: [u64; 2],
}

/// The best of Deep df-pn and of 1 + ε: Table 2.
fn best_cases(all: &[(&str, Results<'_>)]) -> Exhibit {
    let head = [
        "position",
        "df-pn",
        "seesaw",
        "Deep df-pn",
        "saved",
        "seesaw",
        "saved",
        "E, D",
        "1 + ε",
        "saved",
        "seesaw",
        "saved",
        "ε",
    ];
    let mut table = Table::new("", head);
    let mut bests: Vec<Best> = Vec::new();
    // Positions that are not solved by all three kinds, and those that are solved by none, and so are in no sum.
    let (mut doubled, mut left_out): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (position, results) in all {
        let numbers = |outcome: &Outcome| [outcome.nodes, outcome.seesaw];
        let plain = results.get(&Setting::Plain).filter(|outcome| outcome.is_solved()).copied();
        let kinds = [best(results, is_deep), best(results, is_epsilon)];
        let mut row = vec![(*position).into()];
        row.extend(plain.map_or(["–".into(), "–".into()], |plain| {
            [grouped(plain.nodes), plain.seesaw.to_string()]
        }));
        for kind in kinds {
            let saved = |count: fn(&Outcome) -> u64| match (kind, plain) {
                (Some((outcome, _)), Some(plain)) => {
                    percent(percent_saved(count(outcome), count(plain)))
                }
                _ => "–".into(),
            };
            let [nodes, seesaw, setting] =
                kind.map_or(["–"; 3].map(String::from), |(outcome, setting)| {
                    let setting = match setting {
                        Setting::Plain => "–".into(),
                        Setting::Deep { e, d } => format!("{e}, {d}"),
                        Setting::Epsilon(hundredths) => decimal(hundredths),
                    };
                    [grouped(outcome.nodes), outcome.seesaw.to_string(), setting]
                });
            row.extend([nodes, saved(|one| one.nodes), seesaw, saved(|one| one.seesaw), setting]);
        }
        table.push(row);
        // Where no setting of a kind has an answer, it counts as twice the most that it was given.
        let counted = |found: Option<&Outcome>, is_of: fn(Setting) -> bool| {
            let given = results.iter().filter(|(setting, _)| is_of(**setting));
            let most = given.max_by_key(|(_, outcome)| outcome.nodes).map(|(_, outcome)| *outcome);
            found.map(numbers).or(most.map(|most| numbers(most).map(|count| 2 * count)))
        };
        let found = [plain, kinds[0].map(|kind| kind.0), kinds[1].map(|kind| kind.0)];
        let all = [
            counted(plain, |setting| setting == Setting::Plain),
            counted(found[1], is_deep),
            counted(found[2], is_epsilon),
        ];
        match all {
            [Some(plain), Some(deep), Some(epsilon)] if found.iter().any(Option::is_some) => {
                bests.push(Best { plain, deep, epsilon });
                if found.iter().any(Option::is_none) {
                    doubled.push(position);
                }
            }
            _ => left_out.push(position),
        }
    }
    let exhibit = Exhibit::new("Table 2: the best of Deep df-pn and of 1 + ε");
    // What is saved of the sum over positions, which are drawn together with their plain search.
    let saved = |of: fn(&Best) -> [u64; 2], index: usize| {
        Estimate::of(bests.len(), |drawn| {
            let sum = |of: fn(&Best) -> [u64; 2]| {
                drawn.iter().map(|&at| of(&bests[at])[index] as f64).sum::<f64>()
            };
            100.0 * (1.0 - sum(of) / sum(|best| best.plain).max(1.0))
        })
    };
    let kinds: [fn(&Best) -> [u64; 2]; 2] = [|best| best.deep, |best| best.epsilon];
    let [Some(deep), Some(deep_seesaw), Some(epsilon), Some(epsilon_seesaw)] =
        [saved(kinds[0], 0), saved(kinds[0], 1), saved(kinds[1], 0), saved(kinds[1], 1)]
    else {
        let finding = "No position is solved, so nothing is compared.";
        return exhibit.table(table).finding(finding);
    };
    let row = |name: &str, saved: [String; 4]| {
        let mut row = vec![String::new(); 13];
        row[0] = name.into();
        for (column, saved) in [4, 6, 9, 11].into_iter().zip(saved) {
            row[column] = saved;
        }
        row
    };
    let ours = [deep, deep_seesaw, epsilon, epsilon_seesaw].map(|saved| percent(saved.value));
    table.push(row("in all", ours));
    let (published, published_epsilon) = (PUBLISHED_DEEP, PUBLISHED_EPSILON);
    let theirs = [published.0, published.1, published_epsilon.0, published_epsilon.1];
    table.push_published(row("paper, in all", theirs.map(percent)));
    // Nodes of the better kind over those of the other, drawn in pairs.
    let between = Estimate::of(bests.len(), |drawn| {
        let sum =
            |index: usize| drawn.iter().map(|&at| kinds[index](&bests[at])[0] as f64).sum::<f64>();
        sum(0) / sum(1).max(1.0)
    });
    // Deep df-pn is ahead in the paper.
    let agrees = match between {
        Some(between) if between.value >= 1.0 => "other than in the paper",
        Some(between) if between.includes(1.0) == Some(true) => {
            "as in the paper, but these positions do not tell them apart"
        }
        _ => "as in the paper",
    };
    let between = between.map_or_else(String::new, |between| {
        format!(" Deep df-pn takes {} × the nodes of 1 + ε; {}.", between.text(), between.says())
    });
    let listed = |positions: &[&str], words: &str| match positions {
        [] => String::new(),
        some => format!(" {words}: {}.", some.join(", ")),
    };
    let doubled = listed(&doubled, "What is not solved counts as twice the nodes that it had");
    let left_out = listed(&left_out, "Solved by none, and in no sum");
    exhibit.table(table).finding(format!(
        "Of the nodes of {} positions, Deep df-pn saves {} and 1 + ε {}, with 95 % intervals: which is better is {agrees} \
         ({} % and {} %).{between}{doubled}{left_out} Both are the best of many settings, chosen on these same positions.",
        bests.len(),
        with_interval(deep),
        with_interval(epsilon),
        published.0,
        published_epsilon.0
    ))
}

fn percent_saved(count: u64, of: u64) -> f64 {
    100.0 * (1.0 - count as f64 / of.max(1) as f64)
}

fn percent(number: f64) -> String {
    format!("{number:.1} %")
}

/// Percents with their interval.
fn with_interval(estimate: Estimate) -> String {
    match estimate.interval {
        Some((low, high)) => format!("{:.1} [{low:.1}, {high:.1}] %", estimate.value),
        None => percent(estimate.value),
    }
}

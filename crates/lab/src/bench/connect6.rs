//! `phidelta bench connect6`: Deep df-pn and 1 + ε in Connect6 (Song, Iida & van den Herik 2017, Fig. 5 to 12, Tables
//! 2 and 3). See `pages/connect6.md`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::convert::Infallible;

use anyhow::{Result, bail};
use phidelta::Catalogue;
use phidelta::amounts::grouped;
use serde::Serialize;

use super::exhibit::{Exhibit, Table};
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
/// How many of them have their curves drawn: those of which most settings are solved.
const DRAWN: usize = 2;
/// Which E are drawn.
const DRAWN_E: [u32; 6] = [2, 3, 5, 8, 12, 20];
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
            exhibits.extend(self.curves(position, results));
        }
        exhibits.push(best_cases(&all));
        exhibits.push(self.climbs(&all));
        exhibits
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
    fn curves(&self, position: &str, results: &Results<'_>) -> Vec<Exhibit> {
        let solved = || results.iter().filter(|(_, outcome)| outcome.is_solved());
        type Measure = (&'static str, fn(&Outcome) -> f64);
        let measures: [Measure; 2] = [
            ("nodes", |outcome| outcome.nodes as f64),
            ("seesaw number", |outcome| outcome.seesaw as f64),
        ];
        let mut exhibits = Vec::new();
        for (what, of) in measures {
            let plain = results.get(&Setting::Plain).map(|outcome| of(outcome));
            let constant = |from: f64, to: f64| Line {
                label: PLAIN.into(),
                colour: 7,
                is_dashed: true,
                points: plain.map_or_else(Vec::new, |plain| vec![(from, plain), (to, plain)]),
            };
            let mut lines = vec![constant(2.0, 15.0)];
            for (colour, wanted) in DRAWN_E.into_iter().enumerate() {
                let point = |(setting, outcome): (&Setting, &&Outcome)| match setting {
                    Setting::Deep { e, d } if *e == wanted => Some((f64::from(*d), of(outcome))),
                    _ => None,
                };
                let points = solved().filter_map(point).collect();
                lines.extend(curve(&format!("E = {wanted}"), colour, points, 1.0));
            }
            let point = |(setting, outcome): (&Setting, &&Outcome)| match setting {
                Setting::Epsilon(epsilon) => Some((f64::from(*epsilon) / 100.0, of(outcome))),
                _ => None,
            };
            let points = solved().filter_map(point).collect();
            let step = f64::from(self.epsilon_step()) / 100.0;
            let mut epsilons = vec![constant(0.05, 15.0)];
            epsilons.extend(curve("1 + ε", 0, points, step));
            for (lines, x, name) in [(lines, "D", "Deep df-pn"), (epsilons, "ε", "1 + ε")] {
                let title = format!("{position}: {what} of {name}");
                let plot = Plot {
                    title: title.clone(),
                    x: Axis::new(x, Scale::Linear),
                    y: Axis::new(what, Scale::Linear),
                    has_diagonal: false,
                    lines,
                    marks: Vec::new(),
                };
                let finding = match exhibits.is_empty() {
                    true => "What takes more than 1¼ times the nodes of plain df-pn is left out.",
                    false => "",
                };
                exhibits.push(Exhibit::new(title).plot(plot).finding(finding));
            }
        }
        exhibits
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
    // Nodes and seesaw numbers of all positions: plain ones, and those of the best settings.
    let (mut plains, mut bests) = ([0; 2], [0; 4]);
    for (position, results) in all {
        let plain = results.get(&Setting::Plain).filter(|outcome| outcome.is_solved());
        let (Some(&plain), Some(deep), Some(epsilon)) =
            (plain, best(results, is_deep), best(results, is_epsilon))
        else {
            continue;
        };
        plains = [plains[0] + plain.nodes, plains[1] + plain.seesaw];
        let mut row = vec![(*position).into(), grouped(plain.nodes), plain.seesaw.to_string()];
        for (index, (outcome, setting)) in [deep, epsilon].into_iter().enumerate() {
            let nodes = percent_saved(outcome.nodes, plain.nodes);
            let seesaw = percent_saved(outcome.seesaw, plain.seesaw);
            bests[2 * index] += outcome.nodes;
            bests[2 * index + 1] += outcome.seesaw;
            row.extend([
                grouped(outcome.nodes),
                format!("{nodes:.1} %"),
                outcome.seesaw.to_string(),
                format!("{seesaw:.1} %"),
                match setting {
                    Setting::Plain => "–".into(),
                    Setting::Deep { e, d } => format!("{e}, {d}"),
                    Setting::Epsilon(hundredths) => decimal(hundredths),
                },
            ]);
        }
        table.push(row);
    }
    let exhibit = Exhibit::new("Table 2: the best of Deep df-pn and of 1 + ε");
    if plains[0] == 0 {
        return exhibit.table(table);
    }
    let in_all: [f64; 4] = std::array::from_fn(|at| percent_saved(bests[at], plains[at % 2]));
    let row = |name: &str, saved: [f64; 4]| {
        let mut row = vec![String::new(); 13];
        row[0] = name.into();
        for (column, saved) in [4, 6, 9, 11].into_iter().zip(saved) {
            row[column] = format!("{saved:.1} %");
        }
        row
    };
    table.push(row("in all", in_all));
    let (deep, epsilon) = (PUBLISHED_DEEP, PUBLISHED_EPSILON);
    table.push_published(row("paper, in all", [deep.0, deep.1, epsilon.0, epsilon.1]));
    let agrees = if in_all[0] > in_all[2] { "as in the paper" } else { "other than in the paper" };
    exhibit.table(table).finding(format!(
        "Of the nodes of all positions, Deep df-pn saves {:.1} % and 1 + ε {:.1} %: which is better is {agrees} \
         ({} % and {} %).",
        in_all[0], in_all[2], deep.0, epsilon.0
    ))
}

fn percent_saved(count: u64, of: u64) -> f64 {
    100.0 * (1.0 - count as f64 / of.max(1) as f64)
}

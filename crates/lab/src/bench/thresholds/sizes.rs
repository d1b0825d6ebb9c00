//! `phidelta bench atari-go-table`: how large the table must be (Table 1 and Fig. 5). See
//! `pages/atari-go-table.md`.

use anyhow::Result;
use phidelta::Catalogue;
use phidelta::amounts::grouped;
use serde::Serialize;

use super::published::{FIRST_SIZE, SMALLEST, TABLE_1};
use super::{METHODS, Method, NODES, PLAIN, TIME, ratio};
use crate::bench::exhibit::{Exhibit, Table, figure, mean};
use crate::bench::options::AtariGoTable;
use crate::bench::plot::{Axis, Line, Plot, Scale, power_of_two};
use crate::bench::trial::{Outcome, Trial, Trials};

const GAME: &str = "atari-go:6x6";
const CROSSCUT: &str = "crosscut";
/// Two moves later, for those who have a minute.
const LATER: &str = "crosscut moves c2 e3";
/// Tables below this size are small, in the paper's words: a noticeable drop of performance is seen there.
const SMALL: u32 = 16;

impl Trials for AtariGoTable {
    fn name(&self) -> &'static str {
        "atari-go-table"
    }

    fn trials(&self, _: &Catalogue) -> Result<Vec<Trial>> {
        let position = if self.common.quick { LATER } else { CROSSCUT };
        let mut trials = Vec::new();
        // The large tables, which take less time, first.
        for size in self.sizes().into_iter().rev() {
            for Method { name, options } in &METHODS {
                let entries = 1u64 << size;
                let limit = self.limit();
                let options = format!("{options} {PLAIN} --entries {entries} --nodes {limit}");
                let weight = 1 + 30u64.saturating_sub(size.into()).pow(2) / 10;
                let problem = power_of_two(size);
                let trial = Trial::new(problem, *name).at(GAME, position).with(options);
                trials.push(trial.weighing(weight));
            }
        }
        Ok(trials)
    }

    fn exhibits(&self, tried: &[(Trial, Outcome)]) -> Vec<Exhibit> {
        vec![self.by_nodes(tried), self.by_seconds(tried)]
    }

    fn is_usual(&self) -> bool {
        self.sizes.is_empty() && self.nodes.is_none()
    }

    fn options(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Options {
            quick: bool,
            nodes: u64,
            sizes: Vec<u32>,
        }
        Options { quick: self.common.quick, nodes: self.limit(), sizes: self.sizes() }
    }
}

impl AtariGoTable {
    fn limit(&self) -> u64 {
        self.nodes.unwrap_or(if self.common.quick { 800_000 } else { 50_000_000 })
    }

    fn sizes(&self) -> Vec<u32> {
        let mut sizes = match (&self.sizes[..], self.common.quick) {
            ([], true) => vec![8, 12, 16, 20],
            ([], false) => (5..=22).collect(),
            (given, _) => given.to_vec(),
        };
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// Fig. 5, in nodes.
    fn by_nodes(&self, measured: &[(Trial, Outcome)]) -> Exhibit {
        let sizes = self.sizes();
        let names = METHODS.map(|method| method.name.to_string());
        let mut table = Table::new("Nodes", row("entries", names));
        for &size in &sizes {
            let cells = METHODS.map(|method| {
                cell(find(measured, method.name, size), |outcome| grouped(outcome.nodes))
            });
            table.push(row(&power_of_two(size), cells));
        }
        let mut lines = Vec::new();
        for (colour, Method { name, .. }) in METHODS.iter().enumerate() {
            let found = |size: &u32| find(measured, name, *size).filter(|one| one.is_solved());
            let point = |size: &u32| Some((f64::from(*size).exp2(), found(size)?.nodes as f64));
            let points = sizes.iter().filter_map(point).collect();
            lines.push(Line { label: (*name).into(), colour, is_dashed: false, points });
        }
        let plot = Plot {
            title: "Atari Go, 6 × 6 with a crosscut: nodes by the size of the table".into(),
            x: Axis::new("entries of the table", Scale::Binary),
            y: Axis::new("nodes", Scale::Decimal),
            has_diagonal: false,
            lines,
            marks: Vec::new(),
        };
        Exhibit::new("Fig. 5: nodes by the size of the table").plot(plot).table(table).finding(
            format!(
                "– is not solved within {} nodes. {}",
                grouped(self.limit()),
                self.smallest(measured)
            ),
        )
    }

    /// The smallest table with which each method solves it, beside the paper's.
    fn smallest(&self, measured: &[(Trial, Outcome)]) -> String {
        let mut parts = Vec::new();
        for (Method { name, .. }, published) in METHODS.iter().zip(&TABLE_1) {
            let sizes = self.sizes();
            let is_solved =
                |size: &&u32| find(measured, name, **size).is_some_and(Outcome::is_solved);
            let Some(least) = sizes.iter().find(is_solved) else { continue };
            let theirs = published.iter().position(Option::is_some).unwrap_or(0) as u32;
            let theirs = match *name == METHODS[0].name {
                true => SMALLEST[0].0,
                false => FIRST_SIZE + theirs,
            };
            parts.push(format!("{name} {} ({})", power_of_two(*least), power_of_two(theirs)));
        }
        format!(
            "The smallest table with which it is solved, and in the paper within two hours: {}.",
            parts.join(", ")
        )
    }

    /// Table 1, in seconds.
    fn by_seconds(&self, measured: &[(Trial, Outcome)]) -> Exhibit {
        let sizes = self.sizes();
        let ours = METHODS.map(|method| method.name.to_string());
        let theirs = METHODS.map(|method| format!("{}, paper", method.name));
        let mut table = Table::new("Seconds", row("entries", ours.into_iter().chain(theirs)));
        for &size in &sizes {
            let ours = METHODS.map(|method| {
                cell(find(measured, method.name, size), |outcome| figure(outcome.seconds))
            });
            let theirs = [0, 1, 2, 3].map(|method| match published(method, size) {
                Some(Some(seconds)) => seconds.to_string(),
                Some(None) => "–".into(),
                None => String::new(),
            });
            table.push(row(&power_of_two(size), ours.into_iter().chain(theirs)));
        }
        let (mut parts, mut comparisons) = (Vec::new(), Vec::new());
        for (plain, enhanced) in [(1, 0), (3, 2)] {
            for (is_small, words) in [(true, "below"), (false, "from")] {
                let names = [plain, enhanced].map(|index: usize| METHODS[index].name);
                let is_in = |size: u32| (size < SMALL) == is_small;
                let group: Vec<_> = measured
                    .iter()
                    .filter(|(trial, _)| {
                        sizes.iter().any(|&size| is_in(size) && power_of_two(size) == trial.problem)
                    })
                    .cloned()
                    .collect();
                let [by_nodes, by_time] = [NODES, TIME].map(|of| ratio(&group, names, of));
                let Some(nodes) = by_nodes.ratio else { continue };
                let theirs = mean(
                    (FIRST_SIZE..FIRST_SIZE + 11).filter(|&size| is_in(size)).filter_map(|size| {
                        let [plain, enhanced] =
                            [plain, enhanced].map(|index| published(index, size).flatten());
                        Some(f64::from(plain?) / f64::from(enhanced?))
                    }),
                );
                parts.push(format!(
                    "{} takes {} × the nodes and {} × the time of 1 + ε with tables {words} {} entries{} ({}; {} of {} \
                     sizes solved by both; {} × the time in the paper, where both solve it)",
                    names[0],
                    by_nodes.text(),
                    by_time.text(),
                    power_of_two(SMALL),
                    if is_small { "" } else { " on" },
                    nodes.says(),
                    by_nodes.solved_by_both,
                    nodes.problems,
                    theirs.map_or("?".into(), figure),
                ));
                comparisons.extend([by_nodes, by_time]);
            }
        }
        let finding = match &parts[..] {
            [] => String::new(),
            all => format!("In geometric mean over sizes, {}.", all.join("; ")),
        };
        let exhibit = Exhibit::new("Table 1: seconds by the size of the table");
        exhibit.table(table).comparing(comparisons).finding(finding)
    }
}

fn row(name: &str, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    [name.to_string()].into_iter().chain(cells).collect()
}

/// What came of a search, if it was measured; a dash if it was given up.
fn cell(found: Option<&Outcome>, of: impl Fn(&Outcome) -> String) -> String {
    match found {
        Some(outcome) if outcome.is_solved() => of(outcome),
        Some(_) => "–".into(),
        None => String::new(),
    }
}

fn find<'m>(measured: &'m [(Trial, Outcome)], way: &str, size: u32) -> Option<&'m Outcome> {
    let problem = power_of_two(size);
    let is_it = |(trial, _): &&(Trial, Outcome)| trial.way == way && trial.problem == problem;
    measured.iter().find(is_it).map(|(_, outcome)| outcome)
}

/// The paper's seconds of a method, if it tells anything about tables of this size.
fn published(method: usize, size: u32) -> Option<Option<u32>> {
    let smallest = || SMALLEST.iter().find(|one| one.0 == size && method == 0);
    match size.checked_sub(FIRST_SIZE) {
        Some(at) => TABLE_1[method].get(at as usize).copied(),
        None => smallest().map(|&(_, seconds)| Some(seconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_figures_are_at_their_places() {
        assert_eq!((published(0, 12), published(3, 22)), (Some(Some(672)), Some(Some(195))));
        assert_eq!((published(1, 13), published(1, 5)), (Some(None), None));
        assert_eq!((published(0, 5), published(0, 23)), (Some(Some(5905)), None));
    }
}

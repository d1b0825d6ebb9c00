//! `phidelta bench loa-easy` and `loa-hard`: how many endgames of Lines of Action are solved in how little time
//! (Tables 2 to 4, Fig. 6 and 7). See `pages/loa.md`.

use anyhow::Result;
use phidelta::Catalogue;
use phidelta::amounts::grouped;
use serde::Serialize;

use super::published::{Claim, Solved, TABLE_2, TABLE_3};
use super::{METHODS, Measure, Method, NODES, PLAIN, TIME, ratio};
use crate::bench::bootstrap::Estimate;
use crate::bench::exhibit::{Exhibit, Table, figure};
use crate::bench::options::LoaSet;
use crate::bench::plot::{Axis, Line, Plot, Scale};
use crate::bench::sets;
use crate::bench::trial::{Outcome, Trial, Trials};

/// As many entries as in the paper.
const ENTRIES: u64 = 1 << 20;
/// How many positions the smaller experiments have.
const QUICK: usize = 24;

/// A set of positions and what is asked of it.
pub struct Positions<'o> {
    name: &'static str,
    set: &'static str,
    options: &'o LoaSet,
    published: &'static Solved,
    /// Limits of time and of nodes within which positions are counted.
    seconds: &'static [f64],
    nodes: &'static [u64],
}

impl<'o> Positions<'o> {
    /// The easy ones.
    pub fn easy(options: &'o LoaSet) -> Self {
        Positions {
            name: "loa-easy",
            set: sets::easy(),
            options,
            published: &TABLE_2,
            seconds: &[0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0],
            nodes: &[1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000],
        }
    }

    /// The hard ones.
    pub fn hard(options: &'o LoaSet) -> Self {
        Positions {
            name: "loa-hard",
            set: sets::hard(),
            options,
            published: &TABLE_3,
            seconds: &[0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0],
            nodes: &[
                50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000,
            ],
        }
    }
}

#[derive(Serialize)]
struct Options {
    quick: bool,
    nodes: u64,
}

impl Trials for Positions<'_> {
    fn name(&self) -> &'static str {
        self.name
    }

    /// Each position by all methods in turn.
    fn trials(&self, _: &Catalogue) -> Result<Vec<Trial>> {
        let all: Vec<(&str, u64)> = sets::positions(self.set).collect();
        let step = if self.options.common.quick { all.len().div_ceil(QUICK) } else { 1 };
        let mut trials = Vec::new();
        for (number, &(position, nodes)) in all.iter().enumerate().step_by(step.max(1)) {
            for Method { name, options } in &METHODS {
                let limit = self.limit();
                let options =
                    format!("{options} {PLAIN} --look-ahead 0 --entries {ENTRIES} --nodes {limit}");
                let trial = Trial::new((number + 1).to_string(), *name);
                trials.push(trial.at("loa", position).with(options).weighing(nodes));
            }
        }
        Ok(trials)
    }

    fn exhibits(&self, tried: &[(Trial, Outcome)]) -> Vec<Exhibit> {
        vec![self.solved(tried), self.faster(tried)]
    }

    fn is_usual(&self) -> bool {
        self.options.nodes.is_none()
    }

    fn options(&self) -> impl Serialize {
        Options { quick: self.options.common.quick, nodes: self.limit() }
    }
}

impl Positions<'_> {
    fn limit(&self) -> u64 {
        let quick = if self.options.common.quick { 10 } else { 1 };
        let most = self.nodes.last().copied().unwrap_or(1);
        self.options.nodes.unwrap_or(most / quick)
    }

    /// Tables 2 and 3, Fig. 6 and 7.
    fn solved(&self, measured: &[(Trial, Outcome)]) -> Exhibit {
        let within = |way: &str, is_within: &dyn Fn(&Outcome) -> bool| {
            let is_counted = |(trial, outcome): &&(Trial, Outcome)| {
                trial.way == way && outcome.is_solved() && is_within(outcome)
            };
            measured.iter().filter(is_counted).count().to_string()
        };
        let times = self.seconds.iter().map(|limit| format!("{limit} s"));
        let mut by_time =
            Table::new("Solved within a time", ["search".into()].into_iter().chain(times));
        let counts = self.nodes.iter().map(|&limit| grouped(limit));
        let mut by_nodes =
            Table::new("Solved within so many nodes", ["search".into()].into_iter().chain(counts));
        let limits = self.published.limits.iter().map(|&limit| limit.to_string());
        let mut published = Table::new(
            format!("The paper's {}, on other positions and another machine", self.published.name),
            ["search".into()].into_iter().chain(limits),
        );
        let mut lines = Vec::new();
        for (colour, Method { name, .. }) in METHODS.iter().enumerate() {
            let cells = self.seconds.iter().map(|&limit| within(name, &|one| one.seconds <= limit));
            by_time.push([(*name).to_string()].into_iter().chain(cells).collect());
            let cells = self.nodes.iter().map(|&limit| within(name, &|one| one.nodes <= limit));
            by_nodes.push([(*name).to_string()].into_iter().chain(cells).collect());
            let cells = self.published.solved[colour].iter().map(ToString::to_string);
            published.push_published([(*name).to_string()].into_iter().chain(cells).collect());
            let is_it =
                |(trial, outcome): &&(Trial, Outcome)| trial.way == *name && outcome.is_solved();
            let times = measured.iter().filter(is_it).map(|(_, outcome)| outcome.seconds).collect();
            lines.push(Line::cumulative(*name, colour, times));
        }
        let positions = measured.iter().filter(|(trial, _)| trial.way == METHODS[0].name).count();
        let plot = Plot {
            title: format!("{positions} positions of Lines of Action: solved within a time"),
            x: Axis::new("seconds", Scale::Decimal),
            y: Axis::new("solved", Scale::Linear),
            has_diagonal: false,
            lines,
            marks: Vec::new(),
        };
        let all = METHODS.iter().map(|Method { name, .. }| {
            format!("{name} {} of {positions}", within(name, &|_| true))
        });
        let all: Vec<String> = all.collect();
        Exhibit::new(format!("{}: positions solved", self.published.name))
            .plot(plot)
            .table(by_time)
            .table(by_nodes)
            .table(published)
            .finding(format!("Within {} nodes: {}.", grouped(self.limit()), all.join(", ")))
    }

    /// Table 4.
    fn faster(&self, measured: &[(Trial, Outcome)]) -> Exhibit {
        let names = METHODS.map(|method| method.name);
        let head = || ["".into()].into_iter().chain(names.map(String::from));
        let title = "how many times faster rows are than columns";
        let mut exhibit = Exhibit::new(match self.published.ratios {
            Some(_) => format!("Table 4: {title}"),
            None => format!("As Table 4: {title}"),
        });
        let kinds: [(&str, Measure); 2] =
            [("By time, with 95 % intervals", TIME), ("By nodes, with 95 % intervals", NODES)];
        for (caption, of) in kinds {
            let mut table = Table::new(caption, head());
            for row in names {
                let cell = |column: &str| match column == row {
                    true => "1".into(),
                    false => ratio(measured, [column, row], of).text(),
                };
                table.push([row.to_string()].into_iter().chain(names.map(cell)).collect());
                let others = names.into_iter().filter(|column| *column != row);
                exhibit =
                    exhibit.comparing(others.map(|column| ratio(measured, [column, row], of)));
            }
            exhibit = exhibit.table(table);
        }
        if let Some(published) = self.published.ratios {
            let mut table = Table::new("The paper's, by time, on other positions", head());
            for (row, ratios) in names.iter().zip(published) {
                let cells = ratios.iter().map(|&ratio| figure(ratio));
                table.push_published([(*row).to_string()].into_iter().chain(cells).collect());
            }
            exhibit = exhibit.table(table);
        }
        let mut compared = Vec::new();
        for claim in &self.published.claims {
            let [one, other] = claim.methods.map(|method| names[method]);
            let comparison = ratio(measured, [other, one], NODES);
            if let Some(ours) = comparison.ratio {
                let open = ours.problems - comparison.solved_by_both;
                let open = match open {
                    0 => String::new(),
                    _ => format!(", {open} of them not solved by both"),
                };
                compared.push(format!(
                    "{one} over {other} {} × in nodes ({}; {} positions{open}), {} ({})",
                    ours.text(),
                    ours.says(),
                    ours.problems,
                    claim.agreement(&ours),
                    claim.words
                ));
            }
        }
        exhibit.finding(match &compared[..] {
            [] => String::new(),
            all => format!("Geometric means: {}.", all.join("; ")),
        })
    }
}

impl Claim {
    /// Whether a ratio of ours says the same: one is ahead if the whole interval is above 1, and there is little
    /// between them if 1 is in it.
    fn agreement(&self, ours: &Estimate) -> &'static str {
        let (low, high) = ours.interval.unwrap_or((ours.value, ours.value));
        let agrees = if self.is_ahead { low > 1.0 } else { low <= 1.0 && 1.0 <= high };
        if agrees { "as in the paper" } else { "other than in the paper" }
    }
}

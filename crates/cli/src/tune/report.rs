//! What tuning found: for people, for programs, and as a table of comma-separated values.

use std::cmp::Ordering;
use std::io;
use std::time::Duration;

use serde::Serialize;

use super::trial::{Outcome, Trial};
use crate::answer::{StopReason, seconds};
use crate::choices::{By, Goal};
use crate::output::{GOOD, OPEN, Page};
use crate::size::{duration, grouped};

/// What was found, and what it was compared with. Serialised, it is the result object.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "result")]
pub struct Report<'a> {
    pub game: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub parameters: &'a str,
    /// In the game's notation; not of a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How many positions there are.
    pub positions: usize,
    pub goal: Goal,
    pub by: By,
    /// How many settings were tried.
    pub tried: usize,
    #[serde(serialize_with = "in_seconds")]
    pub tuning_seconds: Duration,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    #[serde(flatten)]
    pub winner: Option<Winner>,
}

/// The best setting.
#[derive(Debug, Serialize)]
pub struct Winner {
    #[serde(flatten)]
    pub trial: Trial,
    /// The search without varied options, unless Ctrl-C came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<Outcome>,
    /// The part of the plain search's figures that is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduction: Option<Reduction>,
    pub command: String,
    /// What it is in words, without the rest of the command.
    #[serde(skip)]
    pub options: String,
    #[serde(skip)]
    pub plain_search: String,
}

impl Winner {
    /// Whether it takes fewer nodes than the plain search, as many, or more, if that is known.
    fn against_plain(&self) -> Option<Ordering> {
        let plain = self.plain.as_ref().and_then(Outcome::number)?;
        Some(self.trial.outcome.nodes.cmp(&plain))
    }
}

/// From 1, everything is saved, to 0, nothing is, and below, if it takes more.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Reduction {
    pub nodes: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seesaw: Option<f64>,
}

impl Reduction {
    /// What a setting saves. A search that was stopped has no figures to compare with.
    pub fn new(setting: &Outcome, plain: &Outcome) -> Option<Self> {
        let nodes = saved(setting.number()?, plain.number()?)?;
        Some(Reduction { nodes, seesaw: saved(setting.seesaw?, plain.seesaw?) })
    }
}

fn saved(now: u64, before: u64) -> Option<f64> {
    (before > 0).then(|| 1.0 - now as f64 / before as f64)
}

/// Writes the report for people.
///
/// # Errors
/// If it cannot be written.
pub fn write(report: &Report, trials: &[Trial], quiet: bool, page: &mut Page) -> io::Result<()> {
    if !quiet && !trials.is_empty() {
        page.verbatim(&table(trials))?;
        page.gap()?;
    }
    if report.stopped.is_some() {
        page.paragraph("Interrupted: there may be better settings.", OPEN)?;
    }
    let settings = match report.tried {
        1 => "1 setting".into(),
        tried => format!("{} settings", grouped(tried as u64)),
    };
    let Some(winner) = &report.winner else {
        let advice = match report.by {
            By::Climb => "raise --nodes or --time, or begin elsewhere with --from",
            By::Grid => "raise --nodes or --time",
        };
        return match report.tried {
            0 => page.paragraph("No setting was tried to its end.", OPEN),
            1 => page.paragraph(&format!("The setting was not decided; {advice}."), OPEN),
            _ => page.paragraph(&format!("None of {settings} was decided; {advice}."), OPEN),
        };
    };
    let best = match report.tried {
        1 => format!("The only setting tried is {}", winner.options),
        _ => format!("The best of {settings} is {}", winner.options),
    };
    match winner.against_plain() {
        Some(Ordering::Greater) => {
            page.paragraph(&format!("{best}, but the plain search is better."), OPEN)?;
        }
        Some(Ordering::Equal) => {
            page.paragraph(&format!("{best}, and the plain search is as good."), OPEN)?;
        }
        Some(Ordering::Less) | None => page.paragraph(&format!("{best}."), GOOD)?,
    }
    if !quiet {
        page.gap()?;
        compare(winner, page)?;
        page.field("Time", &format!("{} for {settings}", duration(report.tuning_seconds)))?;
    }
    page.gap()?;
    page.verbatim(&winner.command)
}

fn compare(winner: &Winner, page: &mut Page) -> io::Result<()> {
    let found = &winner.trial.outcome;
    let plain = winner.plain.as_ref();
    let nodes = match plain {
        Some(plain) if plain.is_decided() => change(found.nodes, plain.nodes),
        Some(plain) => {
            format!("; the plain search was stopped after {}", grouped(plain.nodes))
        }
        None => String::new(),
    };
    page.field("Nodes", &format!("{}{nodes}", grouped(found.nodes)))?;
    if let Some(now) = found.seesaw {
        let before = plain.and_then(|plain| plain.seesaw);
        let seesaw = before.map_or_else(String::new, |before| change(now, before));
        page.field("Seesaw", &format!("{}{seesaw}", grouped(now)))?;
    }
    match plain {
        Some(_) => page.field("Plain", &winner.plain_search),
        None => Ok(()),
    }
}

/// As in ` (33.7% fewer than 68,321 in the plain search)`.
fn change(now: u64, before: u64) -> String {
    let plain = grouped(before);
    match saved(now, before) {
        None | Some(0.0) => format!(" ({plain} in the plain search)"),
        Some(saved) => {
            let word = if saved > 0.0 { "fewer" } else { "more" };
            format!(" ({:.1}% {word} than {plain} in the plain search)", 100.0 * saved.abs())
        }
    }
}

/// What was tried, a line each. Numbers of runs that were stopped are lower bounds.
fn table(trials: &[Trial]) -> String {
    let names = trials[0].values.iter().map(|(name, _)| (*name).to_string());
    let figures = ["nodes", "seesaw", "seconds", "result"].map(String::from);
    let mut rows = vec![names.chain(figures).collect::<Vec<_>>()];
    for Trial { values, outcome, .. } in trials {
        let mark = if outcome.is_decided() { "" } else { ">" };
        let result = match outcome.stopped {
            Some(reason) => format!("stopped ({})", reason.word()),
            None => outcome.result.into(),
        };
        let figures = [
            format!("{mark}{}", grouped(outcome.nodes)),
            outcome.seesaw.map_or_else(|| "-".into(), grouped),
            format!("{:.3}", outcome.seconds),
            result,
        ];
        rows.push(values.iter().map(|(_, value)| value.to_string()).chain(figures).collect());
    }
    let last = rows[0].len() - 1;
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..last).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        for (cell, &width) in row.iter().zip(&widths) {
            text += &format!("{cell:>width$}  ");
        }
        text += &row[last];
        text.push('\n');
    }
    text
}

/// The same for other programs.
pub fn csv(names: &[&str], trials: &[Trial]) -> String {
    let mut text = names.join(",") + ",nodes,seesaw,seconds,result\n";
    for Trial { values, outcome, .. } in trials {
        for (_, value) in values {
            text += &format!("{value},");
        }
        let seesaw = outcome.seesaw.map_or_else(String::new, |seesaw| seesaw.to_string());
        let Outcome { nodes, seconds, result, .. } = outcome;
        text += &format!("{nodes},{seesaw},{seconds:.6},{result}\n");
    }
    text
}

fn in_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(seconds(*time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(nodes: u64, seesaw: Option<u64>) -> Outcome {
        let stopped = seesaw.is_none().then_some(StopReason::Nodes);
        let result = if stopped.is_some() { "unknown" } else { "proved" };
        Outcome { nodes, seesaw, seconds: 0.25, result, stopped }
    }

    fn trial(e: &str, outcome: Outcome) -> Trial {
        Trial { point: Vec::new(), values: vec![("e", e.parse().unwrap())], outcome }
    }

    #[test]
    fn reductions_are_those_of_the_paper() {
        // The second row of its Table 2.
        let saved = Reduction::new(&outcome(45_300, Some(101)), &outcome(68_326, Some(656)));
        let saved = saved.unwrap();
        assert_eq!(format!("{:.1}", 100.0 * saved.nodes), "33.7");
        assert_eq!(format!("{:.1}", 100.0 * saved.seesaw.unwrap()), "84.6");
        assert_eq!(change(45_300, 68_326), " (33.7% fewer than 68,326 in the plain search)");
        assert_eq!(change(3, 2), " (50.0% more than 2 in the plain search)");
        assert_eq!(change(2, 2), " (2 in the plain search)");
        assert_eq!(change(2, 0), " (0 in the plain search)");
        assert_eq!(Reduction::new(&outcome(1, Some(1)), &outcome(9, None)), None);
        let nothing = Reduction::new(&outcome(1, Some(0)), &outcome(2, Some(0))).unwrap();
        assert_eq!(nothing, Reduction { nodes: 0.5, seesaw: None });
    }

    #[test]
    fn stopped_runs_are_marked() {
        let trials = [trial("2", outcome(1234, Some(5))), trial("10", outcome(1234, None))];
        let expected = [
            " e   nodes  seesaw  seconds  result\n",
            " 2   1,234       5    0.250  proved\n",
            "10  >1,234       -    0.250  stopped (nodes)\n",
        ];
        assert_eq!(table(&trials), expected.concat());
        let expected = "\
e,nodes,seesaw,seconds,result
2,1234,5,0.250000,proved
10,1234,,0.250000,unknown
";
        assert_eq!(csv(&["e"], &trials), expected);
    }
}

//! What tuning found: for people, for programs, and as a table of comma-separated values.

use std::cmp::Ordering;
use std::time::Duration;

use phidelta::amounts::{duration, grouped};
use phidelta::{Error, Goal, StopReason, seconds};
use serde::Serialize;

use super::By;
use super::trial::{Outcome, Trial};

/// What was found, and what it was compared with. Serialised, it is the result object.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "result")]
pub struct TuneReport {
    /// The name of the game.
    pub game: &'static str,
    /// Its parameters, as the user would write them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parameters: String,
    /// In the game's notation; not of a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How many positions there are.
    pub positions: usize,
    /// What was asked.
    pub goal: Goal,
    /// How the best setting was looked for.
    pub by: By,
    /// How many settings were tried.
    pub tried: usize,
    /// How long that took.
    #[serde(serialize_with = "in_seconds")]
    pub tuning_seconds: Duration,
    /// Why not all was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// The best setting, if one was decided.
    #[serde(flatten)]
    pub winner: Option<Winner>,
    /// All settings that were tried, in this order.
    #[serde(skip)]
    pub trials: Vec<Trial>,
    /// Why the file of comma-separated values could not be written.
    #[serde(skip)]
    pub csv_fault: Option<Error>,
}

/// The best setting.
#[derive(Clone, Debug, Serialize)]
pub struct Winner {
    /// What it came to.
    #[serde(flatten)]
    pub trial: Trial,
    /// The search without varied options, unless the work was stopped first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<Outcome>,
    /// The part of the plain search's figures that is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduction: Option<Reduction>,
    /// The command that solves the same with this setting.
    pub command: String,
    /// What it is in words, without the rest of the command.
    #[serde(skip)]
    pub options: String,
    /// How the plain search searches, in words.
    #[serde(skip)]
    pub plain_search: String,
}

/// A piece of the report for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// Lines as they are.
    Lines(String),
    /// An empty line.
    Gap,
    /// A sentence about something that went well.
    Good(String),
    /// A sentence about something that did not, or not quite.
    Open(String),
    /// A label, and a text beside it.
    Field(&'static str, String),
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
    /// Of the nodes.
    pub nodes: f64,
    /// Of the seesaw number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seesaw: Option<f64>,
}

impl Reduction {
    /// What a setting saves. A search that was stopped has no figures to compare with.
    pub(super) fn new(setting: &Outcome, plain: &Outcome) -> Option<Self> {
        let nodes = saved(setting.number()?, plain.number()?)?;
        Some(Reduction { nodes, seesaw: saved(setting.seesaw?, plain.seesaw?) })
    }
}

fn saved(now: u64, before: u64) -> Option<f64> {
    (before > 0).then(|| 1.0 - now as f64 / before as f64)
}

impl TuneReport {
    /// The report for people, from above to below. The brief one has no table and no figures.
    pub fn blocks(&self, brief: bool) -> Vec<Block> {
        let mut blocks = Vec::new();
        if !brief && !self.trials.is_empty() {
            blocks.extend([Block::Lines(self.table()), Block::Gap]);
        }
        if self.stopped.is_some() {
            blocks.push(Block::Open("Interrupted: there may be better settings.".into()));
        }
        let settings = match self.tried {
            1 => "1 setting".into(),
            tried => format!("{} settings", grouped(tried as u64)),
        };
        let Some(winner) = &self.winner else {
            let advice = match self.by {
                By::Climb => "raise --nodes or --time, or begin elsewhere with --from",
                By::Grid => "raise --nodes or --time",
            };
            blocks.push(Block::Open(match self.tried {
                0 => "No setting was tried to its end.".into(),
                1 => format!("The setting was not decided; {advice}."),
                _ => format!("None of {settings} was decided; {advice}."),
            }));
            return blocks;
        };
        let best = match self.tried {
            1 => format!("The only setting tried is {}", winner.options),
            _ => format!("The best of {settings} is {}", winner.options),
        };
        blocks.push(match winner.against_plain() {
            Some(Ordering::Greater) => {
                Block::Open(format!("{best}, but the plain search is better."))
            }
            Some(Ordering::Equal) => {
                Block::Open(format!("{best}, and the plain search is as good."))
            }
            Some(Ordering::Less) | None => Block::Good(format!("{best}.")),
        });
        if !brief {
            blocks.push(Block::Gap);
            blocks.extend(compare(winner));
            let time = format!("{} for {settings}", duration(self.tuning_seconds));
            blocks.push(Block::Field("Time", time));
        }
        blocks.extend([Block::Gap, Block::Lines(winner.command.clone())]);
        blocks
    }

    /// What was tried, a line each, below the names of the columns. Numbers of runs that were stopped are lower bounds.
    pub fn table(&self) -> String {
        table(&self.trials)
    }

    /// What was tried as comma-separated values, below the names of the columns.
    pub fn csv(&self) -> String {
        let names: Vec<&str> = match self.trials.first() {
            Some(trial) => trial.values.iter().map(|(name, _)| *name).collect(),
            None => return String::new(),
        };
        csv(&names, &self.trials)
    }
}

fn compare(winner: &Winner) -> Vec<Block> {
    let found = &winner.trial.outcome;
    let plain = winner.plain.as_ref();
    let nodes = match plain {
        Some(plain) if plain.is_decided() => change(found.nodes, plain.nodes),
        Some(plain) => {
            format!("; the plain search was stopped after {}", grouped(plain.nodes))
        }
        None => String::new(),
    };
    let mut fields = vec![Block::Field("Nodes", format!("{}{nodes}", grouped(found.nodes)))];
    if let Some(now) = found.seesaw {
        let before = plain.and_then(|plain| plain.seesaw);
        let seesaw = before.map_or_else(String::new, |before| change(now, before));
        fields.push(Block::Field("Seesaw", format!("{}{seesaw}", grouped(now))));
    }
    fields.extend(plain.map(|_| Block::Field("Plain", winner.plain_search.clone())));
    fields
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
    let Some(first) = trials.first() else { return String::new() };
    let names = first.values.iter().map(|(name, _)| (*name).to_string());
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

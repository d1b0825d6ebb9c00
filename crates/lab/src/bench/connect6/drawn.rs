//! Nodes and seesaw numbers of a position: a map by E and D, a curve by ε (Fig. 5 to 12).

use phidelta::amounts::grouped;
use std::collections::BTreeSet;

use super::{PLAIN, Results, Setting};
use crate::bench::exhibit::Exhibit;
use crate::bench::heat::{HeatCell, HeatMap};
use crate::bench::options::Connect6;
use crate::bench::plot::{Axis, Line, Plot, Scale};
use crate::bench::trial::Outcome;

impl Connect6 {
    /// Nodes and seesaw numbers by E and D, and by ε: Fig. 5 to 12.
    pub(super) fn drawn(&self, position: &str, results: &Results<'_>) -> Vec<Exhibit> {
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

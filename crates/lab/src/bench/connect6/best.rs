//! The best settings of each position (Table 2), and what hill climbing finds (Table 3).

use std::convert::Infallible;

use phidelta::amounts::grouped;

use super::{PUBLISHED_CLIMB, PUBLISHED_DEEP, PUBLISHED_EPSILON, Results, Setting, decimal};
use crate::bench::bootstrap::Estimate;
use crate::bench::exhibit::{Exhibit, Table};
use crate::bench::options::Connect6;
use crate::bench::trial::Outcome;
use crate::tune::climb;

impl Connect6 {
    /// Hill climbing over the grid: Table 3.
    pub(super) fn climbs(&self, all: &[(&str, Results<'_>)]) -> Exhibit {
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
pub fn best_cases(all: &[(&str, Results<'_>)]) -> Exhibit {
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

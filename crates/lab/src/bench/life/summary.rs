//! What the searches come to: right answers within limits of time, and what they cost.

use std::cmp::Ordering;

use phidelta::amounts::grouped;

use super::published::{TABLE_1, TABLE_2};
use super::search::Knowledge;
use super::{Cell, Figures};
use crate::bench::comparison::{Comparison, Spent};
use crate::bench::exhibit::{Exhibit, Table, figure};
use crate::bench::plot::{Axis, Line, Plot, Scale};

type Measured = [(Cell, Figures)];

/// The paper's limits of time.
const LIMITS: [f64; 3] = [0.1, 1.0, 10.0];

/// Tables 1 and 2, for each kind of knowledge.
pub fn exhibits(measured: &Measured, [limit, long_limit]: [f64; 2]) -> Vec<Exhibit> {
    let mut exhibits = Vec::new();
    for (knowledge, words) in [
        (Knowledge::Region, "by the rules of the game, in a region"),
        (Knowledge::Eyes, "by the eye rules, on the whole board"),
    ] {
        let of_it = |(cell, _): &&(Cell, Figures)| cell.knowledge == knowledge;
        let group: Vec<(Cell, Figures)> = measured.iter().filter(of_it).cloned().collect();
        // Those with more time come after, and are in Table 2 only.
        let (usual, long): (Vec<_>, Vec<_>) =
            group.into_iter().partition(|(cell, _)| cell.limit <= limit);
        if !usual.is_empty() {
            exhibits.push(right_answers(&usual, words, limit));
            exhibits.push(costs(&usual, &long, words, [limit, long_limit]));
        }
    }
    exhibits
}

/// The searches, in the order in which they come first.
fn searches(group: &Measured) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for (cell, _) in group {
        if !names.contains(&&*cell.search) {
            names.push(&cell.search);
        }
    }
    names
}

fn of<'g>(group: &'g Measured, search: &str) -> impl Iterator<Item = &'g Figures> {
    let is_it = move |(cell, _): &&(Cell, Figures)| cell.search == search;
    group.iter().filter(is_it).map(|(_, figures)| figures)
}

/// Table 1.
fn right_answers(group: &Measured, words: &str, limit: f64) -> Exhibit {
    let limits: Vec<f64> = LIMITS.into_iter().filter(|&one| one < limit).chain([limit]).collect();
    let mut head = vec!["search".to_string()];
    for limit in &limits {
        head.extend([format!("{limit} s"), "time (s)".into()]);
    }
    head.extend(["other answer", "open"].map(String::from));
    head.extend(LIMITS.map(|limit| format!("paper, {limit} s")));
    let mut table = Table::new("Right answers", head);
    let mut lines = Vec::new();
    for search in searches(group) {
        let all = || of(group, search);
        let mut row = vec![search.to_string()];
        for &limit in &limits {
            let right = all().filter(|one| one.is_right() && one.seconds <= limit).count();
            let time: f64 = all().map(|one| one.seconds.min(limit)).sum();
            row.extend([right.to_string(), figure(time)]);
        }
        let other = all().filter(|one| one.code.is_some() && !one.is_right()).count();
        let open = all().filter(|one| one.code.is_none()).count();
        row.extend([other.to_string(), open.to_string()]);
        let published = TABLE_1.iter().find(|(name, _)| *name == search);
        let published = published.map(|(_, right)| right.map(|count| count.to_string()));
        row.extend(published.unwrap_or_default());
        table.push(row);
        if ["alpha-beta", "abgw(3)", "gw(3)", "iw(3)", "gts(3)", "df-pn"].contains(&search) {
            let right = all().filter(|one| one.is_right());
            let times = right.map(|one| one.seconds.max(1e-4)).collect();
            lines.push(Line::cumulative(search, lines.len(), times));
        }
    }
    let plot = Plot {
        title: format!("Right answers within a time, {words}"),
        x: Axis::new("seconds", Scale::Decimal),
        y: Axis::new("right answers", Scale::Linear),
        has_diagonal: false,
        lines,
        marks: Vec::new(),
    };
    Exhibit::new(format!("Table 1: right answers {words}")).plot(plot).table(table).finding(
        if limits.iter().any(|limit| !LIMITS.contains(limit)) {
            String::new()
        } else {
            order(group)
        },
    )
}

/// Whether the searches come in the paper's order, within its limits of time.
fn order(group: &Measured) -> String {
    let right = |search: &str| of(group, search).filter(|one| one.is_right()).count();
    let known = searches(group);
    let mut sentences = Vec::new();
    for (better, worse) in [("abgw(3)", "alpha-beta"), ("gw(3)", "iw(3)"), ("iw(3)", "gts(3)")] {
        if known.contains(&better) && known.contains(&worse) {
            let (one, two) = (right(better), right(worse));
            let agrees = match one.cmp(&two) {
                Ordering::Greater => "as in the paper",
                Ordering::Equal => "the same",
                Ordering::Less => "other than in the paper",
            };
            sentences.push(format!("{better} answers {one} and {worse} {two}, {agrees}"));
        }
    }
    if sentences.is_empty() { String::new() } else { format!("{}.", sentences.join("; ")) }
}

/// Whether a search is one of the paper's Table 2.
pub fn is_of_table_2(search: &str) -> bool {
    TABLE_2.iter().any(|(name, ..)| *name == search)
}

/// Table 2: within the usual limit of time, and, where that ran out, within the longer one.
fn costs(usual: &Measured, long: &Measured, words: &str, limits: [f64; 2]) -> Exhibit {
    let solvable: Vec<&str> = {
        let right = usual.iter().filter(|(_, figures)| figures.is_right());
        let mut problems: Vec<&str> = right.map(|(cell, _)| &*cell.problem).collect();
        problems.sort_unstable();
        problems.dedup();
        problems
    };
    let mut exhibit = Exhibit::new(format!("Table 2: what they cost {words}"));
    let last = if limits[1] > limits[0] { 2 } else { 1 };
    for (index, limit) in limits.into_iter().take(last).enumerate() {
        // What came of a problem, with more time if there was any.
        let found = |search: &str, problem: &str| {
            let is_it =
                |(cell, _): &&(Cell, Figures)| cell.search == search && cell.problem == problem;
            let of = |group: &'_ Measured| group.iter().find(is_it).map(|(_, one)| one.clone());
            let longer = if index == 1 { of(long) } else { None };
            longer.or_else(|| of(usual))
        };
        let spent = |search: &str, problem: &str| {
            found(search, problem).map(|one| Spent::new(one.seconds, one.is_right()))
        };
        let first = TABLE_2.iter().map(|(name, ..)| *name);
        let given = |search: &&str| usual.iter().any(|(cell, _)| cell.search == *search);
        let Some(first) = first.into_iter().find(given) else { return exhibit };
        let ratio = format!("time / {first}");
        let head = [
            "search",
            "right",
            "out of time",
            "time (s)",
            "PAR-2 (s)",
            "moves",
            &ratio,
            "paper: of 27",
            "time (s)",
            "moves",
        ];
        let count = solvable.len();
        let caption = format!(
            "Within {limit} s, on the {count} problems that some search solves within {} s",
            limits[0]
        );
        let mut table = Table::new(caption, head);
        let mut sentences = Vec::new();
        for (search, solved, seconds, moves) in TABLE_2 {
            let all: Vec<Figures> =
                solvable.iter().filter_map(|problem| found(search, problem)).collect();
            if all.is_empty() {
                continue;
            }
            let pairs: Vec<(Spent, Spent)> = solvable
                .iter()
                .filter_map(|problem| Some((spent(search, problem)?, spent(first, problem)?)))
                .collect();
            let comparison = Comparison::new("time", [search, first], &pairs);
            let penalised = |one: &Figures| if one.is_right() { one.seconds } else { 2.0 * limit };
            let late = all.iter().filter(|one| one.is_out_of_time(limit)).count();
            let more = if late > 0 { "> " } else { "" };
            table.push(vec![
                search.into(),
                all.iter().filter(|one| one.is_right()).count().to_string(),
                late.to_string(),
                format!("{more}{}", figure(all.iter().map(|one| one.seconds).sum())),
                figure(all.iter().map(penalised).sum()),
                format!("{more}{}", grouped(all.iter().map(|one| one.plays).sum())),
                if search == first { "1".into() } else { comparison.text() },
                solved.to_string(),
                seconds.into(),
                moves.into(),
            ]);
            if search != first {
                sentences.extend(comparison.in_words());
                exhibit = exhibit.comparing([comparison]);
            }
        }
        exhibit = exhibit.table(table);
        if !sentences.is_empty() {
            let before = exhibit.finding.clone();
            let space = if before.is_empty() { "" } else { " " };
            let words = sentences.join("; ");
            exhibit = exhibit.finding(format!(
                "{before}{space}Time within {limit} s, relative to {first}. {words}."
            ));
        }
    }
    exhibit
}

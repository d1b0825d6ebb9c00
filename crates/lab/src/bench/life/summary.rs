//! What the searches come to: right answers within limits of time, and what they cost.

use std::cmp::Ordering;

use phidelta::amounts::grouped;

use super::published::{TABLE_1, TABLE_2};
use super::search::Knowledge;
use super::{Cell, Figures};
use crate::bench::exhibit::{Exhibit, Table, figure};
use crate::bench::plot::{Axis, Line, Plot, Scale};

type Measured = [(Cell, Figures)];

/// The paper's limits of time.
const LIMITS: [f64; 3] = [0.1, 1.0, 10.0];

/// Tables 1 and 2, for each kind of knowledge.
pub fn exhibits(measured: &Measured, limit: f64) -> Vec<Exhibit> {
    let mut exhibits = Vec::new();
    for (knowledge, words) in [
        (Knowledge::Region, "by the rules of the game, in a region"),
        (Knowledge::Eyes, "by the eye rules, on the whole board"),
    ] {
        let of_it = |(cell, _): &&(Cell, Figures)| cell.knowledge == knowledge;
        let group: Vec<(Cell, Figures)> = measured.iter().filter(of_it).cloned().collect();
        if !group.is_empty() {
            exhibits.push(right_answers(&group, words, limit));
            exhibits.push(costs(&group, words));
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
    for (index, search) in searches(group).into_iter().enumerate() {
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
            let mut times: Vec<f64> = right.map(|one| one.seconds.max(1e-4)).collect();
            times.sort_unstable_by(f64::total_cmp);
            let points = times.iter().zip(1u32..).map(|(&time, count)| (time, f64::from(count)));
            let points = points.collect();
            lines.push(Line { label: search.into(), colour: index, is_dashed: false, points });
        }
    }
    for (colour, line) in lines.iter_mut().enumerate() {
        line.colour = colour;
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

/// Table 2.
fn costs(group: &Measured, words: &str) -> Exhibit {
    let solvable: Vec<&str> = {
        let right = group.iter().filter(|(_, figures)| figures.is_right());
        let mut problems: Vec<&str> = right.map(|(cell, _)| &*cell.problem).collect();
        problems.sort_unstable();
        problems.dedup();
        problems
    };
    let mut table = Table::new(
        format!("On the {} problems that some search solves", solvable.len()),
        ["search", "right", "time (s)", "moves", "paper: of 27", "time (s)", "moves"],
    );
    for (search, solved, seconds, moves) in TABLE_2 {
        let is_it = |(cell, _): &&(Cell, Figures)| {
            cell.search == search && solvable.contains(&&*cell.problem)
        };
        let all = || group.iter().filter(is_it).map(|(_, figures)| figures);
        if all().next().is_some() {
            table.push(vec![
                search.into(),
                all().filter(|one| one.is_right()).count().to_string(),
                figure(all().map(|one| one.seconds).sum()),
                grouped(all().map(|one| one.plays).sum()),
                solved.to_string(),
                seconds.into(),
                moves.into(),
            ]);
        }
    }
    Exhibit::new(format!("Table 2: what they cost {words}")).table(table)
}

//! What an experiment comes to: the programs on the positions of a game.

use phidelta::amounts::grouped;

use super::{Cell, Figures, MISSING, OURS};
use crate::bench::comparison::{Comparison, Spent};
use crate::bench::exhibit::{Exhibit, Table, figure, mean};

/// The programs on the positions of a game.
pub fn exhibit(game: &str, measured: &[(Cell, Figures)]) -> Exhibit {
    let of_game = || measured.iter().filter(|(cell, _)| cell.game == game);
    let (mut programs, mut positions): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (cell, _) in of_game() {
        if !programs.contains(&&*cell.program) {
            programs.push(&cell.program);
        }
        if !positions.contains(&&*cell.position) {
            positions.push(&cell.position);
        }
    }
    let find = |program: &str, position: &str| {
        let is_it = move |(cell, _): &&(Cell, Figures)| {
            cell.program == program && cell.position == position
        };
        of_game().filter(is_it).map(|(_, figures)| figures).collect::<Vec<_>>()
    };
    // Geometric means over the runs, of what has an answer.
    let time = |program: &str, position: &str| {
        let runs = find(program, position);
        mean(runs.into_iter().filter(|one| one.is_answer()).map(|one| one.seconds.max(1e-3)))
    };
    let mut head = vec!["position".to_string()];
    for program in &programs {
        head.extend([(*program).to_string(), "s".into(), "nodes".into()]);
    }
    let mut table = Table::new("", head);
    let mut disagreements = Vec::new();
    for position in &positions {
        let mut row = vec![(*position).to_string()];
        let mut answers: Vec<&str> = Vec::new();
        for program in &programs {
            let runs = find(program, position);
            for run in runs.iter().filter(|one| one.is_decided()) {
                if !answers.contains(&&*run.result) {
                    answers.push(&run.result);
                }
            }
            // A run that has an answer, if there is one.
            let told = runs.iter().find(|one| one.is_answer()).or(runs.first());
            let result = told.map_or("", |figures| &*figures.result);
            let seconds = time(program, position).map_or("–".into(), figure);
            let nodes = told.and_then(|figures| figures.nodes);
            row.extend([result.into(), seconds, nodes.map_or_else(String::new, grouped)]);
        }
        if answers.len() > 1 {
            disagreements.push((*position).to_string());
        }
        table.push(row);
    }
    // Of the runs that have an answer; otherwise what those without one took. Nothing if it is not installed.
    let spent = |program: &str, position: &str| {
        if let Some(seconds) = time(program, position) {
            return Some(Spent::new(seconds, true));
        }
        let runs = find(program, position);
        let ran = runs.into_iter().filter(|one| one.result != MISSING);
        mean(ran.map(|one| one.seconds.max(1e-3))).map(|seconds| Spent::new(seconds, false))
    };
    let (mut sentences, mut comparisons) = (Vec::new(), Vec::new());
    for program in programs.iter().filter(|program| **program != OURS) {
        let agreed =
            positions.iter().filter(|position| !disagreements.iter().any(|one| one == *position));
        let pairs: Vec<(Spent, Spent)> = agreed
            .filter_map(|position| Some((spent(program, position)?, spent(OURS, position)?)))
            .collect();
        let comparison = Comparison::new("time", [program, OURS], &pairs);
        sentences.extend(
            comparison.in_words().map(|words| format!("Time, relative to {OURS}. {words}.")),
        );
        comparisons.push(comparison);
    }
    if !disagreements.is_empty() {
        sentences.push(format!("The programs disagree about {}.", disagreements.join(", ")));
    }
    let exhibit = Exhibit::new(format!("{game}: ours and theirs")).table(table);
    exhibit.comparing(comparisons).finding(sentences.join(" "))
}

//! What an experiment comes to: the programs on the positions of a game.

use phidelta::amounts::grouped;

use super::{Cell, Figures, OURS};
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
    let mut sentences = Vec::new();
    for program in programs.iter().filter(|program| **program != OURS) {
        let agreed =
            positions.iter().filter(|position| !disagreements.iter().any(|one| one == *position));
        let pairs =
            agreed.filter_map(|position| Some(time(program, position)? / time(OURS, position)?));
        let count = pairs.clone().count();
        if let Some(ratio) = mean(pairs) {
            let positions = if count == 1 { "position" } else { "positions" };
            sentences.push(format!(
                "{program} takes {} × the time of {OURS}, in geometric mean over {count} {positions} that both solve.",
                figure(ratio)
            ));
        }
    }
    if !disagreements.is_empty() {
        sentences.push(format!("The programs disagree about {}.", disagreements.join(", ")));
    }
    Exhibit::new(format!("{game}: ours and theirs")).table(table).finding(sentences.join(" "))
}

//! The report as Markdown, with its plots in files beside it.

use anyhow::Result;

use super::SavedResults;
use crate::bench::exhibit::{Exhibit, Table};
use crate::bench::study::plot_name;

/// The page, whose plots are in this folder.
pub fn page(found: &[SavedResults], folder: &str) -> String {
    let mut text = String::from(
        "# Results\n\nMade by `phidelta bench report`. Rows in italics are a paper's. What was done is on the page of each \
         experiment.\n",
    );
    for one in found {
        text += &format!("\n## {}\n\n", one.title());
        let page = one.experiment.trim_end_matches("-easy").trim_end_matches("-hard");
        let link = if one.about().is_some() {
            format!(" ([about it](../crates/lab/pages/{page}.md))")
        } else {
            String::new()
        };
        text += &format!("`phidelta bench {}`{link}: {}.\n", one.experiment, one.origin());
        let mut plots = 0;
        for exhibit in &one.exhibits {
            text += &format!("\n### {}\n", exhibit.title);
            if exhibit.plot.is_some() {
                let file = plot_name(&one.id, plots);
                text += &format!("\n![{}]({folder}/{file})\n", exhibit.title);
                plots += 1;
            }
            text += &tables(exhibit);
            if !exhibit.finding.is_empty() {
                text += &format!("\n{}\n", exhibit.finding);
            }
        }
    }
    text
}

/// The plots, with the names of their files.
///
/// # Errors
/// If one cannot be drawn.
pub fn plots(found: &[SavedResults]) -> Result<Vec<(String, String)>> {
    let mut all = Vec::new();
    for one in found {
        let plots = one.exhibits.iter().filter_map(|exhibit| exhibit.plot.as_ref());
        for (index, plot) in plots.enumerate() {
            all.push((plot_name(&one.id, index), plot.svg()?));
        }
    }
    Ok(all)
}

fn tables(exhibit: &Exhibit) -> String {
    exhibit.tables.iter().map(table).collect()
}

fn table(table: &Table) -> String {
    let mut text = String::from("\n");
    if !table.caption.is_empty() {
        text += &format!("{}:\n\n", table.caption);
    }
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    text += &line(&table.head);
    text += &format!("|---|{}\n", "---:|".repeat(table.head.len().saturating_sub(1)));
    for row in &table.rows {
        let italic =
            |cell: &String| if cell.is_empty() { String::new() } else { format!("*{cell}*") };
        let cells: Vec<String> = if row.is_published {
            row.cells.iter().map(italic).collect()
        } else {
            row.cells.clone()
        };
        text += &line(&cells);
    }
    text
}

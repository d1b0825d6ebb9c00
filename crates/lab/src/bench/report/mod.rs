//! `phidelta bench report`: one page of all results, to be read in a browser without a network, or as Markdown.

mod html;
mod markdown;
mod pages;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use phidelta::{amounts, text, whole_file};
use serde::Deserialize;

use super::exhibit::Exhibit;
use super::machine::Machine;
use super::notebook::RESULTS;
use super::options::Report;
use super::study::Extent;
use super::{BenchReport, EXPERIMENTS};

/// The results of an experiment, as far as they are shown.
#[derive(Deserialize)]
struct SavedResults {
    experiment: String,
    version: String,
    /// The day of the last measurement.
    #[serde(default)]
    measured: String,
    machine: Machine,
    /// Which data these are; earlier versions did not tell.
    #[serde(default)]
    extent: Option<Extent>,
    #[serde(default)]
    is_complete: Option<bool>,
    options: serde_json::Value,
    seed: Option<u64>,
    exhibits: Vec<Exhibit>,
    cells: Vec<serde::de::IgnoredAny>,
    /// What it is called here: the experiment, unless there are several of it.
    #[serde(skip)]
    id: String,
}

impl SavedResults {
    /// Its page.
    fn about(&self) -> Option<&'static str> {
        pages::of(&self.experiment)
    }

    /// Which data these are, in a sentence: what a page says of a full run does not hold for others.
    fn data(&self) -> String {
        let extent = match self.extent {
            Some(Extent::Full) => "A full run with the usual options",
            Some(Extent::Quick) => {
                "A quick run (--quick): a smaller experiment than the page describes"
            }
            Some(Extent::Own) => "A run with options or problems of somebody's own",
            None => "A run of unknown extent",
        };
        let part = match self.is_complete {
            Some(false) => ", stopped before its end",
            _ => "",
        };
        format!("{extent}{part}")
    }

    /// What its page calls it.
    fn title(&self) -> &str {
        self.about().map_or(&*self.experiment, |page| pages::title(page))
    }

    /// When, where and how it was measured.
    fn origin(&self) -> String {
        let mut parts = vec![self.data(), format!("{} cells", self.cells.len())];
        if !self.measured.is_empty() {
            parts.push(format!("measured until {}", self.measured));
        }
        parts.push(format!("version {}", self.version));
        let Machine { cpu, cores, .. } = &self.machine;
        let cores = if *cores == 1 { "1 core".into() } else { format!("{cores} cores") };
        parts.push(format!("{cpu}, {cores}"));
        let options = self.options.as_object().into_iter().flatten();
        let options = options.filter(|(name, _)| *name != "quick");
        let options: Vec<String> = options.filter_map(|(name, value)| told(name, value)).collect();
        if !options.is_empty() {
            parts.push(options.join(", "));
        }
        if let Some(seed) = self.seed {
            parts.push(format!("seed {seed}"));
        }
        parts.join("; ")
    }
}

/// An option in words, if there is something to tell.
fn told(name: &str, value: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    let name = name.replace('_', " ");
    match value {
        Value::Null | Value::Bool(false) | Value::Array(_) | Value::Object(_) => None,
        Value::Bool(true) => Some(name),
        Value::String(text) => Some(format!("{name} {text}")),
        Value::Number(number) => {
            let number = number.as_u64().map_or_else(|| number.to_string(), amounts::grouped);
            Some(format!("{name} {number}"))
        }
    }
}

/// Makes the page.
///
/// # Errors
/// If there are no results, or a file is not up to it.
pub fn run(options: &Report) -> Result<BenchReport> {
    if let Some(path) = options.markdown.as_ref().filter(|path| path.extension().is_none()) {
        bail!("markdown: {} has no ending; name a file as docs/results.md", path.display());
    }
    let found = find(&options.directory)?;
    let out = options.out.clone().unwrap_or_else(|| options.directory.join("report.html"));
    write(&out, &html::page(&found)?)?;
    let mut files = vec![("Report", out)];
    if let Some(path) = &options.markdown {
        let name = path.file_stem().context("markdown: name a file, as docs/results.md")?;
        let folder = path.with_file_name(name);
        fs::create_dir_all(&folder)
            .map_err(|error| anyhow!("{}: {}", folder.display(), text::sentence(&error)))?;
        for (name, svg) in markdown::plots(&found)? {
            write(&folder.join(name), &svg)?;
        }
        write(path, &markdown::page(&found, &name.to_string_lossy()))?;
        files.push(("Markdown", path.clone()));
    }
    Ok(BenchReport { files, ..BenchReport::default() })
}

fn write(path: &Path, text: &str) -> Result<()> {
    whole_file::replace(path, text.as_bytes())
        .map_err(|error| anyhow!("{}: {}", path.display(), text::sentence(&error)))
}

/// The results in a directory and in those below it, in the order of the pages.
fn find(directory: &Path) -> Result<Vec<SavedResults>> {
    let name = directory.display();
    let entries = fs::read_dir(directory).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            anyhow!("{name}: there is no such directory; run an experiment first, as `phidelta bench dag --quick`")
        }
        _ => anyhow!("{name}: {}", text::sentence(&error)),
    })?;
    let mut paths: Vec<PathBuf> = vec![directory.join(RESULTS)];
    for entry in entries {
        let entry = entry.map_err(|error| anyhow!("{name}: {}", text::sentence(&error)))?;
        paths.push(entry.path().join(RESULTS));
    }
    paths.retain(|path| path.is_file());
    paths.sort();
    if paths.is_empty() {
        bail!(
            "{name}: there are no results in it; run an experiment first, as `phidelta bench dag --quick`"
        );
    }
    let mut all: Vec<SavedResults> = paths.iter().map(|path| read(path)).collect::<Result<_>>()?;
    let place =
        |found: &SavedResults| EXPERIMENTS.iter().position(|one| one.name == found.experiment);
    all.sort_by_key(|found| place(found).unwrap_or(usize::MAX));
    for index in 0..all.len() {
        let experiment = all[index].experiment.clone();
        let before = all[..index].iter().filter(|one| one.experiment == experiment).count();
        all[index].id =
            if before == 0 { experiment } else { format!("{experiment}.{}", before + 1) };
    }
    Ok(all)
}

fn read(path: &Path) -> Result<SavedResults> {
    let text = fs::read_to_string(path)
        .map_err(|error| anyhow!("{}: {}", path.display(), text::sentence(&error)))?;
    serde_json::from_str(&text).map_err(|error| {
        anyhow!(
            "{}: these are not results of this version ({error}); run the experiment again",
            path.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::exhibit::Table;
    use crate::bench::plot::{Axis, Line, Plot, Scale};

    fn results() -> serde_json::Value {
        let mut table = Table::new("Nodes <here>", ["search", "nodes"]);
        table.push(vec!["df-pn".into(), "7".into()]);
        table.push_published(vec!["paper | one".into(), "9".into()]);
        let line =
            Line { label: "l".into(), colour: 0, is_dashed: false, points: vec![(1.0, 2.0)] };
        let plot = Plot {
            title: "A plot".into(),
            x: Axis::new("x", Scale::Linear),
            y: Axis::new("y", Scale::Linear),
            has_diagonal: false,
            lines: vec![line],
            marks: Vec::new(),
        };
        let exhibit =
            Exhibit::new("Table 1").plot(plot).table(table).finding("They agree & differ.");
        serde_json::json!({
            "experiment": "dag",
            "version": "0.1.0",
            "measured": "2026-11-16",
            "machine": {"cpu": "a processor", "cores": 2, "memory": 1},
            "extent": "quick",
            "is_complete": false,
            "options": {"quick": true, "nodes": 1_000_000, "limit": null, "zones": false},
            "seed": null,
            "exhibits": [exhibit],
            "cells": [1, 2, 3],
        })
    }

    #[test]
    fn a_report_has_all_results_and_needs_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("dag");
        fs::create_dir(&directory).unwrap();
        fs::write(directory.join(RESULTS), results().to_string()).unwrap();
        let found = find(folder.path()).unwrap();
        let html = html::page(&found).unwrap();
        for text in [
            "Nodes &lt;here&gt;",
            "They agree &amp; differ.",
            "A plot",
            "A quick run (--quick): a smaller experiment than the page describes, stopped before its end; 3 cells",
            "; nodes 1,000,000.",
        ] {
            assert!(html.contains(text), "{text}");
        }
        assert!(!html.contains("src=") && !html.contains("href=\"http"));
        let markdown = markdown::page(&found, "results");
        for text in ["| df-pn | 7 |", "| *paper \\| one* | *9* |", "](results/dag.svg)"] {
            assert!(markdown.contains(text), "{text} in {markdown}");
        }
        assert_eq!(markdown::plots(&found).unwrap()[0].0, "dag.svg");
        // The same experiment once more, with other options.
        let directory = folder.path().join("dag-again");
        fs::create_dir(&directory).unwrap();
        fs::write(directory.join(RESULTS), results().to_string()).unwrap();
        let found = find(folder.path()).unwrap();
        assert_eq!(markdown::plots(&found).unwrap()[1].0, "dag.2.svg");
        assert!(markdown::page(&found, "results").contains("](results/dag.2.svg)"));
        assert!(html::page(&found).unwrap().contains("<section id=\"dag.2\">"));
    }

    /// What our pages conclude from our runs is on them, and in no report.
    #[test]
    fn a_report_concludes_nothing_but_what_follows_from_its_data() {
        let folder = tempfile::tempdir().unwrap();
        for entry in EXPERIMENTS.iter().filter(|entry| entry.page.is_some()) {
            let mut results = results();
            results["experiment"] = entry.name.into();
            let directory = folder.path().join(entry.name);
            fs::create_dir(&directory).unwrap();
            fs::write(directory.join(RESULTS), results.to_string()).unwrap();
        }
        let found = find(folder.path()).unwrap();
        let texts = [html::page(&found).unwrap(), markdown::page(&found, "results")];
        for entry in EXPERIMENTS {
            let conclusions = entry.page.map(pages::conclusions).unwrap_or_default();
            // Lines that are long enough to be nowhere else by chance.
            let lines = conclusions.lines().map(str::trim).filter(|line| line.len() > 40);
            let lines = lines.filter(|line| !line.starts_with('|'));
            for line in lines {
                let words = line.trim_start_matches("- ");
                assert!(texts.iter().all(|text| !text.contains(words)), "{}: {line}", entry.name);
            }
        }
        let concluding = EXPERIMENTS.iter().filter_map(|entry| entry.page);
        assert!(concluding.filter(|page| !pages::conclusions(page).is_empty()).count() >= 10);
        for text in texts {
            assert!(!text.contains("16 November 2026") && !text.contains("Agreement and"));
        }
    }

    #[test]
    fn without_results_there_is_no_report() {
        let folder = tempfile::tempdir().unwrap();
        let error = |path: &Path| find(path).err().unwrap().to_string();
        assert!(error(&folder.path().join("no")).contains("no such directory"));
        assert!(error(folder.path()).contains("no results"));
        fs::write(folder.path().join(RESULTS), "{}").unwrap();
        assert!(error(folder.path()).contains("run the experiment again"));
    }
}

//! `phidelta bench peers`: this program and others on the same positions, by turns. See `pages/peers.md`.

mod file;
mod process;
mod summary;

use std::time::Duration;

use anyhow::{Context, Result};
use phidelta::Catalogue;
use serde::{Deserialize, Serialize};

use super::measuring;
use super::notebook::Row;
use super::options::Peers;
use super::study::{Findings, Joined, Study};
use crate::Lab;
use file::{Detailed, Pattern, Sections};
use process::{Run, Task};

/// What we are called in tables.
const OURS: &str = "phidelta";
/// The result of a program that ended, and not as it should have.
const FAILED: &str = "failed";
/// The result of a program that is not there.
const MISSING: &str = "not installed";
/// The result of one of whose output nothing is known.
const NOT_TOLD: &str = "not told";

/// The experiment, with its file.
pub struct PeersStudy<'o> {
    options: &'o Peers,
    sections: Sections,
}

/// A program that is to solve a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cell {
    game: String,
    position: String,
    program: String,
    command: Vec<String>,
    /// It is asked again when it was not there before.
    is_installed: bool,
    input: String,
    /// What its output is looked at for: when it has finished, what it has found.
    patterns: Vec<String>,
    /// The time that it has, in seconds.
    limit: f64,
    run: u32,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    result: String,
    nodes: Option<u64>,
    seconds: f64,
}

impl Figures {
    /// Whether it is known who wins.
    fn is_decided(&self) -> bool {
        ["proved", "disproved"].contains(&&*self.result)
    }

    /// Whether the program has come to an end, even if it is not known what it says.
    fn is_answer(&self) -> bool {
        self.is_decided() || self.result == NOT_TOLD
    }
}

impl<'o> PeersStudy<'o> {
    /// Reads the file.
    ///
    /// # Errors
    /// If it is not up to it.
    pub fn new(options: &'o Peers, catalogue: &Catalogue) -> Result<Self> {
        let sections = file::read(&options.file, catalogue)?;
        Ok(PeersStudy { options, sections })
    }

    fn limit(&self) -> Duration {
        let usual = if self.options.common.quick { 5.0 } else { 60.0 };
        Duration::from_secs_f64(self.options.seconds.unwrap_or(usual))
    }

    fn peer(&self, cell: &Cell) -> Option<Detailed> {
        Some(self.sections.get(&cell.game)?.peers.get(&cell.program)?.detailed())
    }

    /// What a program's output says, which has ended well or not.
    fn judge(&self, cell: &Cell, output: &str, is_well: bool) -> (String, Option<u64>) {
        let Some(peer) = self.peer(cell) else {
            let answer = output.lines().rev().find_map(|line| serde_json::from_str(line).ok());
            let answer: serde_json::Value = answer.unwrap_or_default();
            let result = answer["result"].as_str().unwrap_or(FAILED).to_string();
            return (result, answer["nodes"].as_u64());
        };
        let found = |pattern: &Option<Pattern>| pattern.as_ref().and_then(|one| one.last(output));
        let result = match (found(&peer.proved), found(&peer.disproved)) {
            (None, None) if !is_well => FAILED,
            (None, None) if peer.proved.is_none() && peer.disproved.is_none() => NOT_TOLD,
            (None, None) => "unknown",
            // None is less than any place.
            (proved, disproved) if proved > disproved => "proved",
            _ => "disproved",
        };
        let nodes = peer.nodes.and_then(|pattern| pattern.number(output));
        (result.into(), nodes)
    }
}

impl measuring::Cell for Cell {
    fn title(&self) -> String {
        format!("{}, {}, {}", self.game, self.position, self.program)
    }

    fn weight(&self) -> f64 {
        1.0
    }
}

impl Study for PeersStudy<'_> {
    const CELLS: &'static str = "runs";
    type Cell = Cell;
    type Figures = Figures;
    type Result = Joined<Cell, Figures>;

    fn name(&self) -> &'static str {
        "peers"
    }

    fn is_usual(&self) -> bool {
        false
    }

    /// Position by position, ours and theirs by turns.
    fn cells(&self, lab: &Lab<'_>) -> Result<Vec<Cell>> {
        let this = lab.program.as_ref();
        let this = this.context("peers: this program does not know where it is")?;
        let this = this.to_string_lossy().into_owned();
        let folder = file::folder(&self.options.file);
        let mut cells = Vec::new();
        for run in 0..self.options.runs {
            for (game, section) in &self.sections {
                for position in &section.positions {
                    let cell = |program: &str, command: Vec<String>, input, patterns| Cell {
                        game: game.clone(),
                        position: position.name().into(),
                        program: program.into(),
                        is_installed: process::is_installed(&command, folder),
                        command,
                        input,
                        patterns,
                        limit: self.limit().as_secs_f64(),
                        run,
                    };
                    let mut command =
                        vec![this.clone(), "solve".into(), game.clone(), position.ours().into()];
                    command.extend(position.words(&section.options)?);
                    command.extend(["--json", "--quiet"].map(String::from));
                    cells.push(cell(OURS, command, String::new(), Vec::new()));
                    for (name, peer) in &section.peers {
                        let peer = peer.detailed();
                        let command = position.words(&peer.command)?;
                        let input = position.fill(&peer.input)?;
                        cells.push(cell(name, command, input, peer.patterns()));
                    }
                }
            }
        }
        Ok(cells)
    }

    fn measure(&self, cell: &Cell, lab: &Lab<'_>) -> Result<Option<Figures>> {
        let until = self.peer(cell).and_then(|peer| peer.until);
        let task = Task {
            command: &cell.command,
            folder: file::folder(&self.options.file),
            input: &cell.input,
            until: until.as_ref(),
            signal: lab.signal,
        };
        let run = task.run(self.limit());
        let run = run.with_context(|| format!("peers: {}", cell.program))?;
        Ok(match run {
            Run::Interrupted => None,
            Run::Missing => Some(Figures { result: MISSING.into(), nodes: None, seconds: 0.0 }),
            Run::Late(seconds) => Some(Figures { result: "time".into(), nodes: None, seconds }),
            Run::Ended { output, seconds, is_well } => {
                let (result, nodes) = self.judge(cell, &output, is_well);
                Some(Figures { result, nodes, seconds })
            }
        })
    }

    fn findings(&self, measured: Vec<(Cell, Figures)>) -> Result<Findings<Self::Result>> {
        let exhibits = self.sections.keys().map(|game| summary::exhibit(game, &measured)).collect();
        Ok(Findings::new(measured, row, exhibits))
    }

    fn options(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Options {
            quick: bool,
            seconds: f64,
            runs: u32,
        }
        let (quick, runs) = (self.options.common.quick, self.options.runs);
        Options { quick, seconds: self.limit().as_secs_f64(), runs }
    }
}

fn row(cell: &Cell, figures: &Figures) -> Row {
    vec![
        ("game", cell.game.clone()),
        ("position", cell.position.clone()),
        ("program", cell.program.clone()),
        ("command", cell.command[1..].join(" ")),
        ("run", cell.run.to_string()),
        ("result", figures.result.clone()),
        ("nodes", figures.nodes.map_or_else(String::new, |nodes| nodes.to_string())),
        ("seconds", format!("{:.3}", figures.seconds)),
    ]
}

//! `phidelta bench peers`: this program and others on the same positions, by turns. See `docs/bench/peers.md`.

mod file;
mod process;
mod summary;

use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::notebook::Row;
use super::round;
use super::study::{Findings, Study};
use crate::args::Peers;
use file::{Contests, Detailed, Pattern};
use process::{Errand, Run};

/// What we are called in tables.
const OURS: &str = "phidelta";

/// The experiment, with its file.
pub struct Race<'o> {
    options: &'o Peers,
    contests: Contests,
}

/// A program that is to solve a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    game: String,
    position: String,
    program: String,
    command: Vec<String>,
    input: String,
    /// What its output has when it has finished; nothing if it ends by itself.
    until: String,
    run: u32,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    result: String,
    nodes: Option<u64>,
    seconds: f64,
}

/// A cell with its figures.
#[derive(Serialize)]
pub struct Raced {
    #[serde(flatten)]
    cell: Cell,
    #[serde(flatten)]
    figures: Figures,
}

impl<'o> Race<'o> {
    /// Reads the file.
    ///
    /// # Errors
    /// If it is not up to it.
    pub fn new(options: &'o Peers) -> Result<Self> {
        let contests = file::read(&options.file)?;
        Ok(Race { options, contests })
    }

    fn limit(&self) -> Duration {
        let usual = if self.options.common.quick { 5.0 } else { 60.0 };
        Duration::from_secs_f64(self.options.seconds.unwrap_or(usual))
    }

    fn peer(&self, cell: &Cell) -> Option<Detailed> {
        Some(self.contests.get(&cell.game)?.peers.get(&cell.program)?.detailed())
    }

    /// What a program's output says.
    fn judge(&self, cell: &Cell, output: &str) -> (String, Option<u64>) {
        let Some(peer) = self.peer(cell) else {
            let answer = output.lines().rev().find_map(|line| serde_json::from_str(line).ok());
            let answer: serde_json::Value = answer.unwrap_or_default();
            let result = answer["result"].as_str().unwrap_or("failed").to_string();
            return (result, answer["nodes"].as_u64());
        };
        let found = |pattern: &Option<Pattern>| pattern.as_ref().and_then(|one| one.last(output));
        let result = match (found(&peer.proved), found(&peer.disproved)) {
            (None, None) if peer.proved.is_none() && peer.disproved.is_none() => "not told",
            (None, None) => "unknown",
            // None is less than any place.
            (proved, disproved) if proved > disproved => "proved",
            _ => "disproved",
        };
        let nodes = peer.nodes.and_then(|pattern| pattern.number(output));
        (result.into(), nodes)
    }
}

impl round::Cell for Cell {
    fn title(&self) -> String {
        format!("{}, {}, {}", self.game, self.position, self.program)
    }

    fn weight(&self) -> f64 {
        1.0
    }
}

impl Study for Race<'_> {
    const CELLS: &'static str = "runs";
    type Cell = Cell;
    type Figures = Figures;
    type Result = Raced;

    fn name(&self) -> &'static str {
        "peers"
    }

    /// Position by position, ours and theirs by turns.
    fn cells(&self) -> Result<Vec<Cell>> {
        let this =
            std::env::current_exe().context("peers: this program does not know where it is")?;
        let this = this.to_string_lossy().into_owned();
        let mut cells = Vec::new();
        for run in 0..self.options.runs {
            for (game, contest) in &self.contests {
                for position in &contest.positions {
                    let cell = |program: &str, command: Vec<String>, input, until| Cell {
                        game: game.clone(),
                        position: position.name().into(),
                        program: program.into(),
                        command,
                        input,
                        until,
                        run,
                    };
                    let mut command =
                        vec![this.clone(), "solve".into(), game.clone(), position.ours().into()];
                    command.extend(position.words(&contest.options)?);
                    command.extend(["--json", "--quiet"].map(String::from));
                    cells.push(cell(OURS, command, String::new(), String::new()));
                    for (name, peer) in &contest.peers {
                        let Detailed { command, input, until, .. } = peer.detailed();
                        let until = until.map_or_else(String::new, |one| one.text().into());
                        let (command, input) = (position.words(&command)?, position.fill(&input)?);
                        cells.push(cell(name, command, input, until));
                    }
                }
            }
        }
        Ok(cells)
    }

    fn measure(&self, cell: &Cell) -> Result<Option<Figures>> {
        let until = self.peer(cell).and_then(|peer| peer.until);
        let errand = Errand {
            command: &cell.command,
            folder: file::folder(&self.options.file),
            input: &cell.input,
            until: until.as_ref(),
        };
        let run = errand.run(self.limit());
        let run = run.with_context(|| format!("peers: {}", cell.program))?;
        Ok(match run {
            Run::Interrupted => None,
            Run::Missing => {
                Some(Figures { result: "not installed".into(), nodes: None, seconds: 0.0 })
            }
            Run::Late(seconds) => Some(Figures { result: "time".into(), nodes: None, seconds }),
            Run::Ended(output, seconds) => {
                let (result, nodes) = self.judge(cell, &output);
                Some(Figures { result, nodes, seconds })
            }
        })
    }

    fn findings(&self, measured: Vec<(Cell, Figures)>) -> Result<Findings<Raced>> {
        let exhibits = self.contests.keys().map(|game| summary::exhibit(game, &measured)).collect();
        let rows = measured.iter().map(|(cell, figures)| row(cell, figures)).collect();
        let cells = measured.into_iter().map(|(cell, figures)| Raced { cell, figures }).collect();
        Ok(Findings { cells, rows, exhibits })
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

//! `phidelta bench peers`: this program and others on the same positions, by turns. See `docs/bench/peers.md`.

mod process;
mod summary;

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::notebook::Row;
use super::round;
use super::study::{Findings, Study};
use crate::args::Peers;
use crate::{input, registry};
use process::{Run, run};

/// What we are called in tables.
const OURS: &str = "phidelta";

/// What a file says about a game: its positions, and who else solves them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contest {
    positions: Vec<String>,
    /// Options of ours.
    #[serde(default)]
    options: String,
    #[serde(default)]
    peers: BTreeMap<String, Peer>,
}

/// Another program: its command line, in which `{position}` stands for the position; perhaps with more.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Peer {
    Line(String),
    Detailed(Detailed),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Detailed {
    command: String,
    /// What it is told on standard input.
    #[serde(default)]
    input: String,
    /// Words of its output that say that the side to move wins, and that it does not.
    proved: Option<String>,
    disproved: Option<String>,
    /// The words before the number of nodes.
    nodes: Option<String>,
}

impl Peer {
    fn detailed(&self) -> Detailed {
        match self {
            Peer::Line(command) => Detailed { command: command.clone(), ..Detailed::default() },
            Peer::Detailed(detailed) => detailed.clone(),
        }
    }
}

/// The experiment, with its file.
pub struct Race<'o> {
    options: &'o Peers,
    contests: BTreeMap<String, Contest>,
}

/// A program that is to solve a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    game: String,
    position: String,
    program: String,
    command: Vec<String>,
    input: String,
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
        let name = options.file.display();
        let text = fs::read_to_string(&options.file)
            .map_err(|error| anyhow!("{name}: {}", input::sentence(&error)))?;
        let contests: BTreeMap<String, Contest> = toml::from_str(&text)
            .map_err(|error| anyhow!("{name}: {}", error.to_string().trim_end()))?;
        for (game, contest) in &contests {
            let (_, selected) = registry::select(game).with_context(|| name.to_string())?;
            for position in &contest.positions {
                let seen = selected.rules.view(position);
                seen.with_context(|| format!("{name}: {game}: {position}"))?;
            }
            for (peer, line) in &contest.peers {
                if line.detailed().command.split_whitespace().next().is_none() {
                    bail!("{name}: {game}: the command line of {peer} is empty");
                }
            }
        }
        if contests.values().all(|contest| contest.positions.is_empty()) {
            bail!("{name}: there are no positions; write them as in docs/bench/peers.md");
        }
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
        let says =
            |words: &Option<String>| words.as_deref().is_some_and(|words| output.contains(words));
        let result = match (says(&peer.proved), says(&peer.disproved)) {
            (true, false) => "proved",
            (false, true) => "disproved",
            _ if peer.proved.is_none() && peer.disproved.is_none() => "not told",
            _ => "unknown",
        };
        let nodes = peer.nodes.and_then(|words| {
            let (_, after) = output.rsplit_once(&words)?;
            let after = after.trim_start_matches([' ', ':', '=', '\t', '"']);
            let number: String =
                after.chars().take_while(|c| c.is_ascii_digit() || ",_".contains(*c)).collect();
            number.replace([',', '_'], "").parse().ok()
        });
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
                    let cell = |program: &str, command: Vec<String>, input: String| Cell {
                        game: game.clone(),
                        position: position.clone(),
                        program: program.into(),
                        command,
                        input,
                        run,
                    };
                    let words = contest.options.split_whitespace();
                    let mut command =
                        vec![this.clone(), "solve".into(), game.clone(), position.clone()];
                    command.extend(words.map(String::from));
                    command.extend(["--json", "--quiet"].map(String::from));
                    cells.push(cell(OURS, command, String::new()));
                    for (name, peer) in &contest.peers {
                        let Detailed { command, input, .. } = peer.detailed();
                        let filled = |text: &str| text.replace("{position}", position);
                        let command = command.split_whitespace().map(filled).collect();
                        cells.push(cell(name, command, filled(&input)));
                    }
                }
            }
        }
        Ok(cells)
    }

    fn measure(&self, cell: &Cell) -> Result<Option<Figures>> {
        let run = run(&cell.command, &cell.input, self.limit());
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

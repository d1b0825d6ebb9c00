//! `phidelta bench memory`: what the nodes of a tree cost, and what can be solved in how little memory (Elhage,
//! "Variants and refinements"). See `pages/memory.md`.

use anyhow::{Context, Result};
use phidelta::amounts::grouped;
use phidelta_rules::{Game, Goal, Notation, Status};
use phidelta_search::layouts::{Layout, grow};
use phidelta_uttt::Uttt;
use serde::{Deserialize, Serialize};

use super::exhibit::{Exhibit, Table, figure};
use super::measuring;
use super::notebook::Row;
use super::options::Memory;
use super::study::{Findings, Joined, Study};
use super::trial::{self, Outcome, Trial};
use crate::Lab;

/// A middle game of ultimate tic-tac-toe whose tree has more nodes than are grown here.
const MIDDLE_GAME: &str = "O;.......@.;X.XX..O../OOX....X./O.XO...OO/OXXOX...X/.O.X.OX../....X.X../\
                           ...OO..OX/.X...O.X./..O.O.X..";
/// Searches that are given little memory.
const SEARCHES: [&str; 5] = ["pn", "pn2", "pn-df-pn", "pds-pn", "df-pn"];
/// How much, in MiB.
const SIZES: [u32; 5] = [1, 8, 64, 256, 1024];
const QUICK_SIZES: [u32; 3] = [1, 4, 16];

/// The bytes and the nodes a second of a layout of the paper.
struct Published {
    layout: Layout,
    bytes: &'static str,
}

/// What the paper has: 72 bytes at first and 20 in the end. The steps between are not told in bytes.
const PUBLISHED: [Published; 2] = [
    Published { layout: Layout::Boxed, bytes: "72" },
    Published { layout: Layout::Siblings, bytes: "20" },
];

/// A tree that is grown, or a search in little memory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    Tree { layout: String, most_nodes: u64 },
    Search(Trial),
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Figures {
    Tree { nodes: u64, expansions: u64, node_bytes: usize, tree_bytes: u64, seconds: f64 },
    Search(Outcome),
}

impl measuring::Cell for Cell {
    fn title(&self) -> String {
        match self {
            Cell::Tree { layout, .. } => format!("a tree, {layout}"),
            Cell::Search(trial) => trial.title(),
        }
    }

    fn weight(&self) -> f64 {
        match self {
            Cell::Tree { .. } => 1.0,
            Cell::Search(trial) => trial.weight(),
        }
    }

    fn key(&self) -> Result<String> {
        match self {
            Cell::Tree { .. } => Ok(serde_json::to_string(self)?),
            Cell::Search(trial) => trial.key(),
        }
    }
}

impl Memory {
    fn limit(&self) -> u64 {
        self.nodes.unwrap_or(if self.common.quick { 2_000_000 } else { 100_000_000 })
    }

    fn tree_nodes(&self) -> u64 {
        if self.common.quick { 300_000 } else { 10_000_000 }
    }

    fn sizes(&self) -> &[u32] {
        if self.common.quick { &QUICK_SIZES } else { &SIZES }
    }

    /// The position that is searched.
    fn position(&self) -> &'static str {
        if self.common.quick { MIDDLE_GAME } else { "a9" }
    }
}

impl Study for Memory {
    const CELLS: &'static str = "trees and searches";
    type Cell = Cell;
    type Figures = Figures;
    type Result = Joined<Cell, Figures>;

    fn name(&self) -> &'static str {
        "memory"
    }

    fn is_usual(&self) -> bool {
        self.nodes.is_none()
    }

    fn cells(&self, _: &Lab<'_>) -> Result<Vec<Cell>> {
        let most_nodes = self.tree_nodes();
        let tree = |layout: Layout| Cell::Tree { layout: layout.name().into(), most_nodes };
        let mut cells: Vec<Cell> = Layout::ALL.into_iter().map(tree).collect();
        for size in self.sizes().iter().rev() {
            for search in SEARCHES {
                let limit = self.limit();
                let options = format!("--search {search} --memory {size}M --nodes {limit}");
                let trial = Trial::new(format!("{size} MiB"), search);
                cells.push(Cell::Search(
                    trial.at("uttt", self.position()).with(options).weighing(9),
                ));
            }
        }
        Ok(cells)
    }

    fn measure(&self, cell: &Cell, lab: &Lab<'_>) -> Result<Option<Figures>> {
        match cell {
            Cell::Search(trial) => Ok(trial.measure(lab)?.map(Figures::Search)),
            Cell::Tree { layout, most_nodes } => {
                let layout = Layout::ALL.into_iter().find(|one| one.name() == layout);
                grown(layout.context("bench: there is no such layout")?, *most_nodes).map(Some)
            }
        }
    }

    fn findings(&self, measured: Vec<(Cell, Figures)>) -> Result<Findings<Self::Result>> {
        let mut tried = Vec::new();
        for (cell, figures) in &measured {
            if let (Cell::Search(trial), Figures::Search(outcome)) = (cell, figures) {
                tried.push((trial.clone(), outcome.clone()));
            }
        }
        trial::agree(&tried)?;
        let exhibits = vec![layouts(&measured), self.in_little_memory(&tried)];
        Ok(Findings::new(measured, row, exhibits))
    }

    fn options(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Options {
            quick: bool,
            nodes: u64,
            tree_nodes: u64,
        }
        Options { quick: self.common.quick, nodes: self.limit(), tree_nodes: self.tree_nodes() }
    }
}

/// Grows a tree.
fn grown(layout: Layout, nodes: u64) -> Result<Figures> {
    let game = Uttt;
    let root = game.read(MIDDLE_GAME)?;
    let Status::Turn(player) = game.status(&root) else { anyhow::bail!("the game is over") };
    let goal = Goal::win(player, &game.values()).context("nobody can win")?;
    let grown = grow(layout, &game, &root, goal, nodes)?;
    Ok(Figures::Tree {
        nodes: grown.nodes,
        expansions: grown.expansions,
        node_bytes: grown.node_bytes,
        tree_bytes: grown.tree_bytes,
        seconds: grown.elapsed.as_secs_f64(),
    })
}

fn row(cell: &Cell, figures: &Figures) -> Row {
    let (kind, name, memory) = match cell {
        Cell::Tree { layout, .. } => ("tree", layout.clone(), String::new()),
        Cell::Search(trial) => ("search", trial.way.clone(), trial.problem.clone()),
    };
    let (result, nodes, bytes, seconds) = match figures {
        Figures::Tree { nodes, tree_bytes, seconds, .. } => ("", nodes, tree_bytes, seconds),
        Figures::Search(outcome) => {
            (&*outcome.result, &outcome.nodes, &outcome.bytes, &outcome.seconds)
        }
    };
    vec![
        ("kind", kind.into()),
        ("name", name),
        ("memory_given", memory),
        ("result", result.into()),
        ("nodes", nodes.to_string()),
        ("bytes", bytes.to_string()),
        ("seconds", format!("{seconds:.3}")),
    ]
}

/// What nodes cost, layout by layout.
fn layouts(measured: &[(Cell, Figures)]) -> Exhibit {
    let head =
        ["layout", "bytes of a node", "with all that belongs to it", "paper", "million nodes / s"];
    let mut table = Table::new("", head);
    let mut costs = Vec::new();
    for (cell, figures) in measured {
        if let (
            Cell::Tree { layout, .. },
            Figures::Tree { nodes, node_bytes, tree_bytes, seconds, .. },
        ) = (cell, figures)
        {
            let bytes = *tree_bytes as f64 / (*nodes).max(1) as f64;
            let speed = *nodes as f64 / seconds.max(1e-9) / 1e6;
            costs.push((layout, bytes, speed));
            let published = PUBLISHED.iter().find(|one| one.layout.name() == layout);
            table.push(vec![
                layout.clone(),
                node_bytes.to_string(),
                format!("{bytes:.1}"),
                published.map_or_else(String::new, |one| one.bytes.into()),
                figure(speed),
            ]);
        }
    }
    let find = |layout: Layout| costs.iter().find(|(name, ..)| *name == layout.name());
    let all = [Layout::Boxed, Layout::Indexed, Layout::Moves, Layout::NoParent, Layout::Siblings]
        .map(find);
    let finding = match all {
        [Some(boxed), Some(indexed), Some(moves), Some(no_parent), Some(siblings)] => format!(
            "From the first to the last step, {} × less memory (3.6 × in the paper). Moves instead of positions make \
             trees grow {} × as fast ({}); linked siblings instead of vectors {} × ({}).",
            figure(boxed.1 / siblings.1),
            figure(moves.2 / indexed.2),
            if moves.2 > indexed.2 {
                "faster, as in the paper"
            } else {
                "not faster, other than in the paper"
            },
            figure(siblings.2 / no_parent.2),
            if siblings.2 < no_parent.2 {
                "slower, as in the paper"
            } else {
                "not slower, other than in the paper"
            },
        ),
        _ => String::new(),
    };
    Exhibit::new("Layouts of a tree's node").table(table).finding(finding)
}

impl Memory {
    /// What is solved in how little memory.
    fn in_little_memory(&self, tried: &[(Trial, Outcome)]) -> Exhibit {
        let sizes = self.sizes().iter().map(|size| format!("{size} MiB"));
        let head = || ["search".to_string()].into_iter().chain(sizes.clone());
        let mut nodes = Table::new("Nodes", head());
        let mut seconds = Table::new("Seconds", head());
        let mut least = Vec::new();
        for search in SEARCHES {
            let find = |size: &String| {
                let is_it =
                    |(trial, _): &&(Trial, Outcome)| trial.way == search && trial.problem == *size;
                tried.iter().find(is_it).map(|(_, outcome)| outcome)
            };
            let cells = |of: &dyn Fn(&Outcome) -> String| {
                let cell = |size: String| match find(&size) {
                    Some(outcome) if outcome.is_solved() => of(outcome),
                    Some(outcome) => outcome.stopped.clone().unwrap_or_default(),
                    None => String::new(),
                };
                [search.to_string()].into_iter().chain(sizes.clone().map(cell)).collect()
            };
            nodes.push(cells(&|outcome| grouped(outcome.nodes)));
            seconds.push(cells(&|outcome| figure(outcome.seconds)));
            let solved = sizes.clone().find(|size| find(size).is_some_and(Outcome::is_solved));
            least.push(format!("{search} {}", solved.as_deref().unwrap_or("none of these")));
        }
        Exhibit::new("Ultimate tic-tac-toe in little memory").table(nodes).table(seconds).finding(
            format!(
                "The least memory with which it is solved: {}. A word says what stopped a search: memory, or \
                 {} nodes.",
                least.join(", "),
                grouped(self.limit())
            ),
        )
    }
}

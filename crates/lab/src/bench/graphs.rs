//! `phidelta bench dag` and `cycles`: what is done where positions are reached in several ways, or come back.
//! See `pages/dag.md` and `pages/cycles.md`.

use anyhow::Result;
use phidelta::Catalogue;
use serde::Serialize;

use super::crossed::Crossed;
use super::exhibit::Exhibit;
use super::options::GraphSet;
use super::trial::{Outcome, Trial, Trials};

/// A position of a game whose positions are reached in several ways.
struct Problem {
    name: &'static str,
    game: &'static str,
    position: &'static str,
    /// Whether it is a part of the smaller experiment.
    is_quick: bool,
}

const fn quick(name: &'static str, game: &'static str, position: &'static str) -> Problem {
    Problem { name, game, position, is_quick: true }
}

const fn slow(name: &'static str, game: &'static str, position: &'static str) -> Problem {
    Problem { name, game, position, is_quick: false }
}

/// Ways to count positions that are reached in several ways.
const BACKUPS: [(&str, &str); 4] = [
    ("sum", "--backup sum"),
    ("weak", "--backup weak"),
    ("snda", "--backup snda"),
    ("best:2", "--backup best:2"),
];
/// The same for a tree in memory, where leaves can be counted once.
const TREES: [(&str, &str); 3] = [
    ("pn", "--search pn"),
    ("pn, weak", "--search pn --backup weak"),
    ("pn, sets", "--search pn --backup sets"),
];

const ACYCLIC: &[Problem] = &[
    quick("tic-tac-toe", "mnk:3x3x3", ""),
    quick("domineering 4 × 4", "domineering:4x4", ""),
    quick("clobber 3 × 4", "clobber:3x4", ""),
    quick("connect four 4 × 4", "connect-four:4x4", ""),
    quick("clobber 4 × 4", "clobber:4x4", ""),
    quick("atari go 4 × 4", "atari-go:4x4", ""),
    quick("domineering 5 × 5", "domineering:5x5", ""),
    quick("breakthrough 3 × 5", "breakthrough:3x5", ""),
    slow("atari go, crosscut", "atari-go:6x6", "crosscut"),
    slow("dots and boxes 2 × 3", "dots-and-boxes:2x3", ""),
    slow("clobber 4 × 5", "clobber:4x5", ""),
    slow("connect four 5 × 5", "connect-four:5x5", ""),
    slow("domineering 5 × 6", "domineering:5x6", ""),
    slow("breakthrough 4 × 5", "breakthrough:4x5", ""),
    slow("4 in a row 4 × 4", "mnk:4x4x4", ""),
];

/// Problems for which leaves can be counted once within a minute.
const SMALL: usize = 8;

/// Black lives if it wins a ko.
const CORNER_KO: &str = "go-life:7/7/wwwww2/bbbbw2/bbbbw2/+++bw2/w+wbw2:b:targets=A4";

const CYCLIC: &[Problem] = &[
    quick("go 2 × 2", "go-small:2x2", ""),
    quick("go 2 × 3", "go-small:2x3", ""),
    quick("lines of action 5 × 5", "loa:5", ""),
    quick("the L group", "go-life", ""),
    quick("a ko in the corner", CORNER_KO, ""),
    slow("go 2 × 4", "go-small:2x4", ""),
    slow("go 3 × 3", "go-small:3x3", ""),
];

/// What is done about positions that come back.
const CYCLE_OPTIONS: [(&str, &str); 3] =
    [("tca", "--cycles tca"), ("r", "--cycles r"), ("pn", "--search pn")];

/// Overcounting.
pub struct Dag<'o>(pub &'o GraphSet);
/// Positions that come back.
pub struct Cycles<'o>(pub &'o GraphSet);

#[derive(Serialize)]
struct Options {
    quick: bool,
    nodes: u64,
}

impl GraphSet {
    fn limit(&self) -> u64 {
        self.nodes.unwrap_or(if self.common.quick { 300_000 } else { 10_000_000 })
    }

    fn options(&self) -> Options {
        Options { quick: self.common.quick, nodes: self.limit() }
    }

    /// These problems in these ways, without knowledge of the games.
    fn trials(&self, problems: &[Problem], ways: &[(&str, &str)]) -> Vec<Trial> {
        let wanted = problems.iter().filter(|problem| problem.is_quick || !self.common.quick);
        let mut trials = Vec::new();
        for problem in wanted {
            for (way, options) in ways {
                let options = format!("{options} --goal win --init unit --nodes {}", self.limit());
                let weight = if problem.is_quick { 1 } else { 30 };
                let trial = Trial::new(problem.name, *way).at(problem.game, problem.position);
                trials.push(trial.with(options).weighing(weight));
            }
        }
        trials
    }
}

impl Trials for Dag<'_> {
    fn name(&self) -> &'static str {
        "dag"
    }

    fn trials(&self, _: &Catalogue) -> Result<Vec<Trial>> {
        let mut trials = self.0.trials(ACYCLIC, &BACKUPS);
        trials.extend(self.0.trials(&ACYCLIC[..SMALL], &TREES));
        Ok(trials)
    }

    fn exhibits(&self, tried: &[(Trial, Outcome)]) -> Vec<Exhibit> {
        let is_tree = |(trial, _): &&(Trial, Outcome)| trial.way.starts_with("pn");
        let of = |in_tree: bool| {
            tried.iter().filter(|one| is_tree(one) == in_tree).cloned().collect::<Vec<_>>()
        };
        let [depth_first, trees] = [false, true].map(of);
        let (depth_first, trees) = (Crossed::new(&depth_first), Crossed::new(&trees));
        vec![
            depth_first.exhibit("df-pn, by how numbers are combined"),
            trees.exhibit("pn, by how numbers are combined"),
        ]
    }

    fn options(&self) -> impl Serialize {
        self.0.options()
    }

    fn is_usual(&self) -> bool {
        self.0.nodes.is_none()
    }
}

impl Trials for Cycles<'_> {
    fn name(&self) -> &'static str {
        "cycles"
    }

    fn trials(&self, _: &Catalogue) -> Result<Vec<Trial>> {
        Ok(self.0.trials(CYCLIC, &CYCLE_OPTIONS))
    }

    fn exhibits(&self, tried: &[(Trial, Outcome)]) -> Vec<Exhibit> {
        let crossed = Crossed::new(tried);
        vec![crossed.exhibit("What is done about positions that come back")]
    }

    fn options(&self) -> impl Serialize {
        self.0.options()
    }

    fn is_usual(&self) -> bool {
        self.0.nodes.is_none()
    }
}

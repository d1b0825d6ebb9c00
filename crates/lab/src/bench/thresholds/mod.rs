//! `phidelta bench atari-go-table`, `loa-easy` and `loa-hard`: the experiments of Pawlewicz & Lew (2007) on
//! depth-first searches whose thresholds are 1 + ε times as large as needed.

mod lines;
mod published;
mod sizes;

pub use lines::Positions;

use super::comparison::{Comparison, Spent};
use super::trial::{Outcome, Trial};

/// A search of the paper.
pub struct Method {
    /// As tables call it.
    name: &'static str,
    options: &'static str,
}

/// The four searches, in the order of the paper's Table 1. The ε are the paper's.
const METHODS: [Method; 4] = [
    Method { name: "df-pn, 1 + ε", options: "--search df-pn --epsilon 0.25" },
    Method { name: "df-pn", options: "--search df-pn --delta 1" },
    Method { name: "PDS, 1 + ε", options: "--search pds --epsilon 0.0625" },
    Method { name: "PDS", options: "--search pds --delta 1" },
];
/// What the paper's searches do not have: knowledge of the game. Its table keeps the larger of two subtrees.
const PLAIN: &str = "--init unit --replace two-big";

/// What is compared, and what it is called.
type Measure = (&'static str, fn(&Outcome) -> Spent);
const NODES: Measure = ("nodes", Outcome::spent_nodes);
const TIME: Measure = ("time", Outcome::spent_time);

/// How many times one method takes what another does, over the problems that both were given.
fn ratio(measured: &[(Trial, Outcome)], ways: [&str; 2], (name, of): Measure) -> Comparison {
    let find = |way: &str, problem: &str| {
        let is_it = |(trial, _): &&(Trial, Outcome)| trial.way == way && trial.problem == problem;
        measured.iter().find(is_it).map(|(_, outcome)| of(outcome))
    };
    let firsts = measured.iter().filter(|(trial, _)| trial.way == ways[0]);
    let pairs: Vec<(Spent, Spent)> = firsts
        .filter_map(|(trial, outcome)| Some((of(outcome), find(ways[1], &trial.problem)?)))
        .collect();
    Comparison::new(name, ways, &pairs)
}

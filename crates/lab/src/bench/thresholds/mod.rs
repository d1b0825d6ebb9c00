//! `phidelta bench atari-go-table`, `loa-easy` and `loa-hard`: the experiments of Pawlewicz & Lew (2007) on
//! depth-first searches whose thresholds are 1 + ε times as large as needed.

mod lines;
mod published;
mod sizes;

pub use lines::Positions;

use super::exhibit::mean;
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

/// What is compared.
type Measure = fn(&Outcome) -> f64;

/// How many times one method takes what another does, over what both have solved.
fn ratio(measured: &[(Trial, Outcome)], [one, other]: [&str; 2], of: Measure) -> Option<f64> {
    let solved = |way: &str, problem: &str| {
        let is_it = |(trial, outcome): &&(Trial, Outcome)| {
            trial.way == way && trial.problem == problem && outcome.is_solved()
        };
        measured.iter().find(is_it).map(|(_, outcome)| of(outcome).max(1e-6))
    };
    let firsts = measured.iter().filter(|(trial, _)| trial.way == one);
    mean(firsts.filter_map(|(trial, _)| {
        Some(solved(one, &trial.problem)? / solved(other, &trial.problem)?)
    }))
}

fn nodes(outcome: &Outcome) -> f64 {
    outcome.nodes as f64
}

fn seconds(outcome: &Outcome) -> f64 {
    outcome.seconds
}

//! An answer in a sentence, and why there is none.

use crate::amounts;
use crate::answer::{Answer, Decision, StopReason};
use crate::options::{Backup, Goal, Method};
use crate::words::capitalised;

/// What stands in place of "proved" where nothing is.
const ESTIMATE: &str = " (an estimate, not proved)";

/// The same where the answer is one of a file.
const AS_SAVED: &str = " (as saved; --self-check proves it)";

impl Answer {
    /// The answer in a sentence.
    pub fn sentence(&self) -> String {
        if let Some(sentence) = self.details.as_ref().and_then(|details| details.sentence(self)) {
            return sentence;
        }
        let told = sentence(self);
        if self.as_saved {
            return told.replace(" (proved)", AS_SAVED).replace(" (disproved)", AS_SAVED);
        }
        if self.estimate.is_none() {
            return told;
        }
        let told = told.replace(" (proved)", ESTIMATE).replace(" (disproved)", ESTIMATE);
        let moves = amounts::grouped(self.effort.pruned);
        format!("{told} {moves} moves were dropped because memory ran out, so it may be wrong.")
    }

    /// Why the answer is not known.
    pub fn reason(&self) -> String {
        reason(self)
    }
}

fn sentence(answer: &Answer) -> String {
    let scene = &answer.scene;
    let mover = match scene.mover {
        Some(mover) if !answer.over => mover,
        _ => return over(answer),
    };
    let opponent = scene.opponent;
    let text = match (answer.decision(), answer.goal) {
        (Decision::Unknown, _) => return unknown(answer),
        (Decision::Proved, Goal::Win) => format!("{mover} wins (proved)."),
        (Decision::Disproved, Goal::Win) if answer.winner.is_some() => {
            format!("{mover} does not win: {opponent} wins (disproved).")
        }
        (Decision::Disproved, Goal::Win) => {
            format!("{mover} does not win: {opponent} can at least draw (disproved).")
        }
        (Decision::Proved, Goal::Draw) => format!("{mover} can at least draw (proved)."),
        (Decision::Disproved, Goal::Draw) => {
            format!("{mover} cannot draw: {opponent} wins (disproved).")
        }
        (_, Goal::Value | Goal::Live | Goal::Kill | Goal::Status) => {
            let result = match answer.winner {
                Some(winner) => format!("{winner} wins"),
                None => "the game is a draw".to_string(),
            };
            match answer.value.as_deref().filter(|_| scene.has_scores) {
                Some(score) => {
                    let counts_for = scene.counts_for;
                    format!("{result}: the value is {score}, counted for {counts_for} (proved).")
                }
                None => format!("{result} (proved)."),
            }
        }
    };
    capitalised(&text)
}

fn over(answer: &Answer) -> String {
    let result = match answer.winner {
        Some(winner) => format!("{winner} has won"),
        None => "it is a draw".to_string(),
    };
    match answer.value.as_deref().filter(|_| answer.scene.has_scores && answer.goal == Goal::Value)
    {
        Some(score) => {
            let counts_for = answer.scene.counts_for;
            format!(
                "The game is over: {result}, with a value of {score}, counted for {counts_for}."
            )
        }
        None => format!("The game is over: {result}."),
    }
}

/// Why the answer is not known.
fn reason(answer: &Answer) -> String {
    let limits = &answer.search.limits;
    match answer.stopped {
        Some(StopReason::Time) => {
            format!("the time of {} is over", amounts::duration(limits.time.unwrap_or_default()))
        }
        Some(StopReason::Nodes) => {
            let counted = answer.effort.counted.unwrap_or("visited");
            match limits.nodes.unwrap_or_default() {
                1 => format!("1 node was {counted}"),
                nodes => format!("{} nodes were {counted}", amounts::grouped(nodes)),
            }
        }
        Some(StopReason::Memory) if answer.search.backup == Backup::Sets => {
            "the graph outgrew its memory; give more --memory, or choose another --backup"
                .to_string()
        }
        Some(StopReason::Memory) if answer.search.options().method.grows_a_tree() => {
            "the tree outgrew its memory; give more --memory, or use --search df-pn".to_string()
        }
        Some(StopReason::Memory) => {
            "the line of play outgrew its share of the memory; give more --memory".to_string()
        }
        Some(StopReason::Breadth) if matches!(answer.search.name, Method::Widening(_)) => {
            let name = answer.search.name;
            format!("{name} found no threat that decides it; choose --search abgw")
        }
        Some(StopReason::Breadth) => {
            let threats = answer.search.threats;
            match threats.and_then(|threats| threats.top) {
                Some(top) => format!(
                    "no win was found among the {top} most promising moves of each position; try a \
                     larger --top or --threat-nodes"
                ),
                None => {
                    let mover = answer.scene.mover.unwrap_or_default();
                    let depth = threats.map_or(0, |threats| threats.depth);
                    format!(
                        "no win of {mover} by continuous threats of at most {depth} moves was found"
                    )
                }
            }
        }
        Some(StopReason::Interrupt) | None => "the search was interrupted".to_string(),
    }
}

fn unknown(answer: &Answer) -> String {
    let reason = reason(answer);
    let bounds = match (&answer.at_least, &answer.at_most) {
        (Some(low), Some(high)) if answer.scene.has_scores => {
            format!(
                " The value is between {low} and {high}, counted for {}.",
                answer.scene.counts_for
            )
        }
        (Some(low), Some(high)) if low == "draw" || high == "draw" => {
            let mover = answer.scene.mover.unwrap_or_default();
            let known = if low == "draw" { "at least draws" } else { "does not win" };
            format!(" {} {known}.", capitalised(mover))
        }
        _ => String::new(),
    };
    format!("Not decided: {reason}.{bounds}")
}

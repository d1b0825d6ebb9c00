//! What would most likely help where an answer was not found, from what the search saw.

use crate::amounts;
use crate::answer::{Answer, Decision, StopReason};
use crate::options::{Goal, Method};
use crate::settings::{Room, Threshold};

/// A table in which so many positions gave way, for each that it holds, forgets what it needs.
const CROWDED: f64 = 0.5;
/// Of so many visits, one is to a position that was not visited before: the search goes to and fro.
const SEESAW: f64 = 0.8;
/// A proof number this small, while the other one is so many times larger, is near its end.
const NEAR: u32 = 30;
const FAR: u32 = 20;

impl Answer {
    /// What would most likely help to find the answer, in a sentence. `None` if it was found, or why it was not says
    /// what to do.
    pub fn advice(&self) -> Option<String> {
        if self.result != Decision::Unknown || self.estimate.is_some() || self.over {
            return None;
        }
        match self.stopped {
            Some(StopReason::Time | StopReason::Nodes | StopReason::Interrupt) => {}
            // The reason says what to do.
            Some(StopReason::Memory | StopReason::Breadth) | None => return None,
        }
        let effort = &self.effort;
        let table = &effort.table;
        let is_plain = self.search.is_plain();
        if is_plain && table.replaced as f64 > CROWDED * table.used.max(1) as f64 {
            let replaced = amounts::grouped(table.replaced);
            let remedy = match self.search.room {
                Room::Memory(_) => "give more --memory",
                Room::Entries(_) => "give more --entries",
            };
            return Some(format!("the table was full ({replaced} positions gave way): {remedy}"));
        }
        if is_plain && self.search.name != Method::DfPn {
            return Some(format!(
                "{} is mostly for comparison: --search df-pn solves more",
                self.search.name
            ));
        }
        let seesaw = effort.seesaw as f64 / effort.expansions.max(1) as f64;
        if is_plain
            && effort.expansions > 10_000
            && seesaw > SEESAW
            && let Some(Threshold::Epsilon(epsilon)) = self.search.step
        {
            let larger = (epsilon * 4.0).max(1.0);
            return Some(format!(
                "{:.0} % of all visits were to positions visited before: try --epsilon {larger}",
                100.0 * seesaw
            ));
        }
        if let Some(numbers) = self.numbers {
            let (least, most) = (numbers.pn.min(numbers.dn), numbers.pn.max(numbers.dn));
            if least <= NEAR && most / FAR >= least {
                let way = if numbers.pn < numbers.dn { "proof" } else { "disproof" };
                let more =
                    if self.stopped == Some(StopReason::Nodes) { "--nodes" } else { "--time" };
                return Some(format!(
                    "the {way} number is down to {least}, so a {way} may be near: give more {more}"
                ));
            }
        }
        let smaller = match self.goal {
            Goal::Value => "ask for less (--goal win, or --goal draw)",
            _ => "ask about a position nearer to the end (add `moves` and moves)",
        };
        Some(format!("neither answer was near; {smaller}, or give much more time"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{RootNumbers, Scene};
    use crate::settings::plain;

    fn unknown(stopped: StopReason) -> Answer {
        let scene = Scene { mover: Some("black"), ..Scene::default() };
        let mut answer = Answer::unknown("mnk", String::new(), &plain(Goal::Win), scene);
        answer.stopped = Some(stopped);
        answer
    }

    #[test]
    fn advice_fits_what_the_search_saw() {
        let mut answer = unknown(StopReason::Time);
        assert!(answer.advice().unwrap().contains("nearer to the end"));
        answer.numbers = Some(RootNumbers { pn: 3, dn: 5_000 });
        assert!(answer.advice().unwrap().contains("proof number is down to 3"));
        (answer.effort.expansions, answer.effort.seesaw) = (100_000, 95_000);
        assert!(answer.advice().unwrap().contains("--epsilon 1"), "{:?}", answer.advice());
        (answer.effort.table.used, answer.effort.table.replaced) = (1000, 800);
        assert!(answer.advice().unwrap().contains("--entries"));
        answer.result = Decision::Proved;
        assert_eq!(answer.advice(), None);
        assert_eq!(unknown(StopReason::Memory).advice(), None);
    }
}

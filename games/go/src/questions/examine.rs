//! From a question to what is told: each side that is asked about moves first, and if that is wanted,
//! with every move.

use std::cmp::Ordering;

use phidelta::Result;

use super::life::{Finding, First, FirstMove, Party, Standing, StatusWords};
use super::question::Question;
use crate::Colour;

/// The move that puts no stone on the board, as it is written.
pub const PASS: &str = "pass";

/// What finds out what becomes of the stones.
pub trait Examiner {
    /// What becomes of them if this player moves first: with the move of this name, or as it likes.
    /// The lines go on after the move.
    ///
    /// # Errors
    /// If memory is short.
    fn examine(&mut self, mover: Colour, firsts: &[Option<String>]) -> Result<Vec<Finding>>;

    /// The first moves that come into question for this player.
    ///
    /// # Errors
    /// If the position cannot be searched.
    fn candidates(&self, mover: Colour) -> Result<Vec<String>>;

    /// Begins a part of the work, of which so many parts are left: limits are shared by them.
    fn begin(&mut self, parts: u32);
}

/// What was found out about one side's moving first.
#[derive(Debug)]
pub struct Examined {
    pub party: Party,
    pub standing: Standing,
    pub first: First,
}

/// Has a question examined.
///
/// # Errors
/// If the position cannot be searched, or memory is short.
pub fn examine(
    question: &Question,
    all_moves: bool,
    examiner: &mut dyn Examiner,
) -> Result<Vec<Examined>> {
    let mut examined = Vec::new();
    let mut parts = question.movers.len() as u32 * if all_moves { 2 } else { 1 };
    for &mover in &question.movers {
        let party = Party::of(mover, question.defender);
        examiner.begin(parts);
        let mut findings = examiner.examine(mover, &[None])?;
        let finding = findings.remove(0);
        parts -= 1;
        let mut moves = Vec::new();
        if all_moves {
            let names: Vec<Option<String>> =
                examiner.candidates(mover)?.into_iter().map(Some).collect();
            examiner.begin(parts);
            let after = examiner.examine(mover, &names)?;
            let first_move = |(name, then): (String, &Finding)| {
                let right = is_right(party, finding.standing, then.standing);
                let line = then.line(right != Some(false));
                let status = StatusWords::new(then, question.defender);
                FirstMove { name, right, status, line, by_threat: Vec::new() }
            };
            moves = names.into_iter().flatten().zip(&after).map(first_move).collect();
            parts -= 1;
        }
        let succeeds =
            finding.standing != Standing::Unknown && !finding.standing.is_worst_for(party);
        let right = moves.iter().find(|first| first.right == Some(true));
        let line = finding.line(succeeds);
        let best_move = match line.first() {
            Some(first) => Some(first.clone()),
            None => right.map(|first| first.name.clone()),
        };
        let first = First {
            mover: mover.name(),
            status: StatusWords::new(&finding, question.defender),
            stopped: finding.stopped,
            best_move: best_move.filter(|_| succeeds),
            needs_move: None,
            line,
            by_threat: Vec::new(),
            moves,
        };
        examined.push(Examined { party, standing: finding.standing, first });
    }
    note_needs(&mut examined);
    Ok(examined)
}

/// Notes who must move: not who gets as much if the other one moves first.
fn note_needs(examined: &mut [Examined]) {
    let standings: Vec<Standing> = examined.iter().map(|examined| examined.standing).collect();
    for (index, this) in examined.iter_mut().enumerate() {
        let other = standings.iter().enumerate().find(|(other, _)| *other != index);
        let elsewhere = match other {
            Some((_, &other)) => is_right(this.party, this.standing, other),
            None => {
                let pass = this.first.moves.iter().find(|first| first.name == PASS);
                pass.and_then(|pass| pass.right)
            }
        };
        let passes = this.first.best_move.as_deref() == Some(PASS);
        let succeeds = !this.standing.is_worst_for(this.party);
        let needs = if passes { Some(false) } else { elsewhere.map(|right| !right) };
        this.first.needs_move = needs.filter(|_| succeeds);
    }
}

/// Whether a move after which the stones stand so is as good for its player as any.
fn is_right(party: Party, before: Standing, after: Standing) -> Option<bool> {
    if before.is_worst_for(party) {
        return Some(false);
    }
    let order = after.compare(before)?;
    Some(match party {
        Party::Defender => order != Ordering::Less,
        Party::Attacker => order != Ordering::Greater,
    })
}

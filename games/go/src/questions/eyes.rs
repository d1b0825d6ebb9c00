//! Answers by rules about eyes and about which moves count (Cazenave 2004): quick, on the whole board,
//! and not proved.

use phidelta::search::widening::Plan;
use phidelta::search::{Control, Progress};
use phidelta::solving::{effort, widening};
use phidelta::{Context, Effort, Error, Event, Result, Settings, StopReason};
use phidelta_rules::{Fate, Player};

use super::budget::Budget;
use super::examine::{Examiner, PASS};
use super::life::{Finding, Party, Standing, Threats};
use super::question::Question;
use crate::diagram::Marks;
use crate::go_life::surroundings;
use crate::living::Living;
use crate::{Board, Colour, Point, Position, point_name, read_point};

/// Looks at stones by the rules about eyes.
pub struct Eyes<'a, 'c> {
    question: &'a Question,
    plan: Plan,
    settings: &'a Settings,
    context: &'a mut Context<'c>,
    budget: Budget<'c>,
    /// What all searches did.
    pub effort: Effort,
}

impl<'a, 'c> Eyes<'a, 'c> {
    /// Answers a question by a search of this kind.
    pub fn new(
        question: &'a Question,
        plan: Plan,
        settings: &'a Settings,
        context: &'a mut Context<'c>,
    ) -> Self {
        let budget = Budget::new(settings.limits, context.interrupt);
        let effort = Effort::default();
        Eyes { question, plan, settings, context, budget, effort }
    }

    fn look(&mut self, position: &Position) -> Result<Finding> {
        let limits = self.budget.left(self.effort.nodes);
        let Question { targets, chains, defender, .. } = self.question;
        let living = Living::new(position, targets);
        let mut living = living.ok_or_else(|| Error::option("target", "there is no such stone"))?;
        let side = if position.turn == *defender { Player::Max } else { Player::Min };
        let before = self.effort.nodes;
        let board = position.draw(&Marks { targets: *chains, ..Marks::default() });
        let mut listener = |progress: &Progress<'_, Point>| {
            let (nodes, elapsed) = (before + progress.nodes, self.budget.elapsed());
            let board = board.clone();
            (self.context.listener)(&Event::SearchingThreats { nodes, elapsed, board });
        };
        let control =
            Control::new(limits).interrupted_by(self.context.interrupt).listened_by(&mut listener);
        let found = living.search(side, &widening(self.plan, self.settings), control);
        self.effort.add(effort(&found));
        // A ko that is not the last word is none to tell of.
        let fate = if found.is_settled { found.fate } else { Fate::Unknown };
        let standing = standing(fate);
        let reason = found.stopped.map_or(StopReason::Breadth, Into::into);
        let name = |point| point_name(point, position.side);
        Ok(Finding {
            standing,
            lives_without_threats: None,
            lines: [found.line.into_iter().map(name).collect(), Vec::new()],
            stopped: (standing == Standing::Unknown).then_some(reason),
        })
    }

    /// The position after a move that is legal.
    fn after(&self, mover: Colour, name: &str) -> Result<Position> {
        let position = self.question.position_for(mover);
        let mut board = Board::new(&position);
        match name {
            PASS => board.pass(),
            name => board.play(read_point(name, position.side).map_err(super::in_position)?, mover),
        }
        Ok(board.position(!mover))
    }
}

impl Examiner for Eyes<'_, '_> {
    fn examine(&mut self, mover: Colour, firsts: &[Option<String>]) -> Result<Vec<Finding>> {
        let mut findings = Vec::new();
        for first in firsts {
            let position = match first {
                Some(name) => self.after(mover, name)?,
                None => self.question.position_for(mover),
            };
            let stones = position.stones[self.question.defender as usize];
            let captured = Finding {
                standing: Standing::Dead,
                lives_without_threats: None,
                lines: [const { Vec::new() }; 2],
                stopped: None,
            };
            // A first move may take them.
            let is_gone = !self.question.targets.meets(&stones);
            findings.push(if is_gone { captured } else { self.look(&position)? });
        }
        Ok(findings)
    }

    /// The points near the stones, and a pass.
    fn candidates(&self, mover: Colour) -> Result<Vec<String>> {
        let position = self.question.position_for(mover);
        let board = Board::new(&position);
        let near = surroundings(&position, &self.question.targets);
        let near = near.map_err(|error| Error::option("target", error.to_string()))?.points;
        let legal = near.iter().map(|point| point as Point).filter(|&at| board.is_legal(at, mover));
        let names = legal.map(|point| point_name(point, position.side));
        Ok(names.chain(std::iter::once(PASS.into())).collect())
    }

    fn begin(&mut self, parts: u32) {
        self.budget.begin(parts, self.effort.nodes);
    }
}

/// What a fate of the stones' owner, who wants to live, means for them.
fn standing(fate: Fate) -> Standing {
    let ko = |needs| Standing::Ko { needs, threats: Threats::Some };
    match fate {
        Fate::Lost => Standing::Dead,
        Fate::LostByKo => ko(Party::Attacker),
        Fate::NoThreat | Fate::Unknown => Standing::Unknown,
        Fate::WonByKo => ko(Party::Defender),
        Fate::Won => Standing::Alive,
    }
}

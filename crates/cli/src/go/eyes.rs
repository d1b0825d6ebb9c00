//! Answers by rules about eyes and about which moves count (Cazenave 2004): quick, on the whole board,
//! and not proved.

use anyhow::{Result, anyhow};
use phidelta_games::go::diagram::Marks;
use phidelta_games::go::living::Living;
use phidelta_games::go::{Board, Colour, Point, Position, point_name, read_point};
use phidelta_games::go_life::surroundings;
use phidelta_rules::{Fate, Player};
use phidelta_search::widening::{Plan, search};
use phidelta_search::{Control, Progress};

use super::budget::Budget;
use super::examine::{Examiner, PASS};
use super::life::{Party, Sight, Standing, Threats};
use super::question::Question;
use crate::answer::{Effort, StopReason};
use crate::interrupt;
use crate::moment::Moment;
use crate::settings::Settings;
use crate::widening::{effort, widening};

/// Looks at stones by the rules about eyes.
pub struct Eyes<'a> {
    question: &'a Question,
    plan: Plan,
    settings: &'a Settings,
    watch: &'a mut (dyn FnMut(&Moment) + Send),
    budget: Budget,
    /// What all searches did.
    pub effort: Effort,
}

impl<'a> Eyes<'a> {
    pub fn new(
        question: &'a Question,
        plan: Plan,
        settings: &'a Settings,
        watch: &'a mut (dyn FnMut(&Moment) + Send),
    ) -> Self {
        let (budget, effort) = (Budget::new(settings.limits), Effort::default());
        Eyes { question, plan, settings, watch, budget, effort }
    }

    fn look(&mut self, position: &Position) -> Result<Sight> {
        let limits = self.budget.left(self.effort.nodes);
        let Question { targets, chains, defender, .. } = self.question;
        let living = Living::new(position, targets);
        let mut living = living.ok_or_else(|| anyhow!("target: there is no such stone"))?;
        let side = if position.turn == *defender { Player::Max } else { Player::Min };
        let before = self.effort.nodes;
        let board = position.draw(&Marks { targets: *chains, ..Marks::default() });
        let mut listener = |progress: &Progress<'_, Point>| {
            let (nodes, elapsed) = (before + progress.nodes, self.budget.elapsed());
            let board = board.clone();
            (self.watch)(&Moment::Threatening { nodes, elapsed, board });
        };
        let control =
            Control::new(limits).interrupted_by(interrupt::flag()).listened_by(&mut listener);
        let finding = search(&mut living, side, &widening(self.plan, self.settings), control);
        self.effort.add(effort(&finding));
        // A ko that is not the last word is none to tell of.
        let fate = if finding.is_settled { finding.fate } else { Fate::Unknown };
        let standing = standing(fate);
        let reason = finding.stopped.map_or(StopReason::Breadth, Into::into);
        let name = |point| point_name(point, position.side);
        Ok(Sight {
            standing,
            lives_without_threats: None,
            lines: [finding.line.into_iter().map(name).collect(), Vec::new()],
            stopped: (standing == Standing::Unknown).then_some(reason),
        })
    }

    /// The position after a move that is legal.
    fn after(&self, mover: Colour, name: &str) -> Result<Position> {
        let position = self.question.position_for(mover);
        let mut board = Board::new(&position);
        match name {
            PASS => board.pass(),
            name => board.play(read_point(name, position.side)?, mover),
        }
        Ok(board.position(!mover))
    }
}

impl Examiner for Eyes<'_> {
    fn examine(&mut self, mover: Colour, firsts: &[Option<String>]) -> Result<Vec<Sight>> {
        let mut sights = Vec::new();
        for first in firsts {
            let position = match first {
                Some(name) => self.after(mover, name)?,
                None => self.question.position_for(mover),
            };
            let stones = position.stones[self.question.defender as usize];
            let captured = Sight {
                standing: Standing::Dead,
                lives_without_threats: None,
                lines: [const { Vec::new() }; 2],
                stopped: None,
            };
            // A first move may take them.
            let is_gone = !self.question.targets.meets(&stones);
            sights.push(if is_gone { captured } else { self.look(&position)? });
        }
        Ok(sights)
    }

    /// The points near the stones, and a pass.
    fn candidates(&self, mover: Colour) -> Result<Vec<String>> {
        let position = self.question.position_for(mover);
        let board = Board::new(&position);
        let near = surroundings(&position, &self.question.targets)?.points;
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

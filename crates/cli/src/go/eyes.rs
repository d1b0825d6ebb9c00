//! Answers by rules about eyes and about which moves count (Cazenave 2004): quick, on the whole board,
//! and not proved.

use std::time::Instant;

use anyhow::{Result, anyhow};
use phidelta_games::go::{Board, Colour, Point, Position, point_name, read_point};
use phidelta_games::go_life::computed_region;
use phidelta_rules::{Area, Fate};
use phidelta_search::widening::Plan;
use phidelta_search::{Limits, Stopped};

use super::examine::{Examiner, PASS};
use super::life::{Party, Sight, Standing, Threats};
use super::question::Question;
use crate::answer::{Effort, StopReason, rate, seconds};
use crate::rules::Moment;
use crate::settings::Settings;

/// Looks at stones by the rules about eyes.
pub struct Eyes<'a> {
    question: &'a Question,
    plan: Plan,
    settings: &'a Settings,
    watch: &'a mut dyn FnMut(&Moment),
    started: Instant,
    /// What all searches did.
    pub effort: Effort,
}

/// What a search by these rules found.
struct Found {
    /// What the stones' owner reaches.
    fate: Fate,
    /// How it is played; `None` is a pass.
    line: Vec<Option<Point>>,
    nodes: u64,
    plays: u64,
    stopped: Option<Stopped>,
}

/// What becomes of the stones of a position, by the rules about eyes: the one place where such a search
/// is called. It tells `watch` how many nodes it has visited.
fn search(
    position: &Position,
    targets: &Area,
    plan: Plan,
    limits: Limits,
    watch: &mut dyn FnMut(u64),
) -> Result<Found> {
    let _ = (position, targets, plan, limits, watch);
    Err(anyhow!("search: there is no search by rules about eyes yet; give --exact"))
}

impl<'a> Eyes<'a> {
    pub fn new(
        question: &'a Question,
        plan: Plan,
        settings: &'a Settings,
        watch: &'a mut dyn FnMut(&Moment),
    ) -> Self {
        let (started, effort) = (Instant::now(), Effort::default());
        Eyes { question, plan, settings, watch, started, effort }
    }

    fn look(&mut self, position: &Position) -> Result<Sight> {
        let mut limits = self.settings.limits;
        limits.time = limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(self.effort.nodes));
        let (before, begun) = (self.effort.nodes, Instant::now());
        let mut tell = |nodes| {
            let (nodes, elapsed) = (before + nodes, self.started.elapsed());
            (self.watch)(&Moment::Threatening { nodes, elapsed });
        };
        let found = search(position, &self.question.targets, self.plan, limits, &mut tell)?;
        let seconds = seconds(begun.elapsed());
        let Found { fate, line, nodes, plays, stopped } = found;
        let nodes_per_second = rate(nodes, seconds);
        self.effort.add(Effort { nodes, plays, seconds, nodes_per_second, ..Effort::default() });
        let standing = standing(fate);
        let reason = stopped.map_or(StopReason::Breadth, Into::into);
        let side = position.side;
        let name = |point: Option<Point>| point.map_or(PASS.into(), |at| point_name(at, side));
        Ok(Sight {
            standing,
            lives_without_threats: None,
            line: line.into_iter().map(name).collect(),
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
                line: Vec::new(),
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
        let near = computed_region(&position, &self.question.targets)?.points;
        let legal = near.iter().map(|point| point as Point).filter(|&at| board.is_legal(at, mover));
        let names = legal.map(|point| point_name(point, position.side));
        Ok(names.chain(std::iter::once(PASS.into())).collect())
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

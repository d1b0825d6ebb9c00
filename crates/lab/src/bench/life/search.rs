//! A way to solve problems of life and death.

use std::time::{Duration, Instant};

use phidelta::{Signal, ThreatContext};
use phidelta_go::go_life::{GoLife, Problem, UNLIMITED, surroundings};
use phidelta_go::living::Living;
use phidelta_rules::erased::AnyValue;
use phidelta_rules::{Area, Fate, Game, Goal, Outcome, Player, Status};
use phidelta_search::widening::{Plan, Widening};
use phidelta_search::{Control, Limits, Options, ProofStatus};
use serde::Deserialize;

use super::suite::Case;

/// Positions that searches by threats remember; the paper's had 2^14.
const ENTRIES: usize = 1 << 20;

/// What an answer rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Knowledge {
    /// The eye rules of Cazenave (2004), on the whole board.
    Eyes,
    /// The rules of the game, in a computed region.
    Region,
}

phidelta::named!(Knowledge {
    Eyes = "eyes", "The eye rules of Cazenave (2004), on the whole board";
    Region = "region", "The rules of the game, in a computed region";
});

/// A way to solve problems.
pub struct Search<'s> {
    /// What stops the work.
    pub signal: &'s Signal,
    pub knowledge: Knowledge,
    /// A search by threats; none for df-pn.
    pub plan: Option<Plan>,
}

/// What was found.
pub struct Found {
    /// As in a suite; none if it was not found out.
    pub code: Option<u8>,
    /// Moves played, or nodes of df-pn.
    pub plays: u64,
    pub elapsed: Duration,
}

impl Search<'_> {
    /// Solves a problem within this time, or at least tries; nothing if it cannot even be asked.
    pub fn run(&self, case: &Case, time: Duration) -> Option<Found> {
        match self.knowledge {
            Knowledge::Eyes => self.by_eyes(case, time),
            Knowledge::Region => self.in_region(case, time),
        }
    }

    /// Whether the target lives without ko threats, and then whether threats would change that.
    fn in_region(&self, case: &Case, time: Duration) -> Option<Found> {
        let started = Instant::now();
        let targets: Area = std::iter::once(case.target as usize).collect();
        let region = surroundings(&case.position, &targets).ok()?.points;
        let mut found = Found { code: None, plays: 0, elapsed: Duration::ZERO };
        let lives = |threats: [u8; 2], found: &mut Found| {
            let problem = Problem::new(&case.position, &targets, &region, threats).ok()?;
            let game = GoLife::from_problem(problem);
            let left = time.saturating_sub(started.elapsed());
            self.ask(game, left, &mut found.plays)
        };
        if let Some(first) = lives([0, 0], &mut found) {
            let succeeds = first == case.defends;
            let threats = if first { [0, UNLIMITED] } else { [UNLIMITED, 0] };
            found.code = lives(threats, &mut found).map(|then| match (succeeds, then == first) {
                (true, true) => 1,
                (true, false) => 2,
                (false, false) => 3,
                (false, true) => 0,
            });
        }
        found.elapsed = started.elapsed();
        Some(found)
    }

    /// Whether the target is not captured, if that was found out.
    fn ask(&self, game: GoLife, time: Duration, plays: &mut u64) -> Option<bool> {
        let Status::Turn(turn) = game.status(&game.initial()) else { return Some(true) };
        let engine = phidelta_go::life_engine(game);
        let start = engine.game().initial();
        let lives = Goal::AtLeast(AnyValue::of(Outcome::Draw));
        let Some(plan) = self.plan else {
            let options = Options { look_ahead: 1, ..Options::default() };
            let mut verdict = None;
            let solved = engine.with_solver(&options, None, &mut |solver| {
                let report = solver.prove(&start, lives, self.control(time));
                *plays += report.counters.nodes;
                verdict = Some(report.verdict);
            });
            return match solved.ok().and(verdict)? {
                ProofStatus::Proved => Some(true),
                ProofStatus::Disproved => Some(false),
                ProofStatus::Unknown(_) => None,
            };
        };
        let widening = Widening { entries: ENTRIES, ..Widening::new(plan) };
        let context = ThreatContext { interrupt: self.signal, listener: &mut |_| {} };
        let limits = Limits { time: Some(time), ..Limits::default() };
        let found = engine.search_threats(&start, lives, turn, &widening, limits, context)?;
        *plays += found.plays;
        found.fate.winner().map(|winner| winner == Player::Max)
    }

    fn by_eyes(&self, case: &Case, time: Duration) -> Option<Found> {
        let targets: Area = std::iter::once(case.target as usize).collect();
        let mut living = Living::new(&case.position, &targets)?;
        let turn = if case.defends { Player::Max } else { Player::Min };
        let widening = Widening { entries: ENTRIES, ..Widening::new(self.plan?) };
        let found = living.search(turn, &widening, self.control(time));
        let fate = if found.is_settled { found.fate } else { Fate::Unknown };
        let code = match (fate, case.defends) {
            (Fate::Unknown | Fate::NoThreat, _) => None,
            (Fate::Won, true) | (Fate::Lost, false) => Some(1),
            (Fate::LostByKo, true) | (Fate::WonByKo, false) => Some(2),
            (Fate::WonByKo, true) | (Fate::LostByKo, false) => Some(3),
            (Fate::Lost, true) | (Fate::Won, false) => Some(0),
        };
        Some(Found { code, plays: found.plays, elapsed: found.elapsed })
    }

    /// So much time, or until the work is stopped.
    fn control<M>(&self, time: Duration) -> Control<'_, M> {
        let limits = Limits { time: Some(time), ..Limits::default() };
        Control::new(limits).interrupted_by(self.signal)
    }
}

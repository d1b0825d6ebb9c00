//! One way to solve the problems of a suite.

use std::str::FromStr;
use std::time::{Duration, Instant};

use phidelta_games::go::living::Living;
use phidelta_games::go::point_name;
use phidelta_games::go_life::{GoLife, Problem, UNLIMITED, surroundings};
use phidelta_rules::{Area, Catalogued, Fate, Game, Goal, Notation, Outcome, Player, Status};
use phidelta_search::widening::{Plan, Widening, search};
use phidelta_search::{Control, Limits, Options, Solver, Verdict};

use crate::cases::Case;

/// Positions that searches by threats remember; the paper's had 2^14.
const ENTRIES: usize = 1 << 20;

/// The target is not captured.
const LIVES: Goal<Outcome> = Goal::AtLeast(Outcome::Draw);

/// What an answer rests on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Knowledge {
    /// The eye rules of Cazenave (2004), on the whole board.
    Eyes,
    /// The rules of the game, in a computed region.
    Region,
}

/// A way to solve problems.
pub struct Search {
    knowledge: Knowledge,
    /// A search by threats; none for df-pn.
    plan: Option<Plan>,
}

/// What was found.
pub struct Found {
    /// As in a suite; none if it was not found out.
    pub code: Option<u8>,
    pub best: Option<String>,
    /// Moves played, or nodes of df-pn.
    pub plays: u64,
    pub elapsed: Duration,
}

impl FromStr for Search {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let error = || format!("`{text}` is not a search; write eyes:abgw3 or region:df-pn");
        let (knowledge, name) = text.split_once(':').ok_or_else(error)?;
        let knowledge = match knowledge {
            "eyes" => Knowledge::Eyes,
            "region" => Knowledge::Region,
            _ => return Err(error()),
        };
        let digits = name.len() - name.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (word, number) = name.split_at(digits);
        let number = number.parse().unwrap_or(3);
        let plan = match word {
            "df-pn" if knowledge == Knowledge::Region => None,
            "alpha-beta" => Some(Plan::AlphaBeta),
            "gts" => Some(Plan::Gts(number)),
            "iw" => Some(Plan::Iw(number)),
            "gw" => Some(Plan::Gw(number)),
            "abgw" => Some(Plan::Abgw(number)),
            "gw-dfpn" => Some(Plan::GwDfPn(number)),
            _ => return Err(error()),
        };
        plan.map_or(Ok(()), |plan| Widening::new(plan).check())?;
        Ok(Search { knowledge, plan })
    }
}

impl Search {
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
        let mut found = Found { code: None, best: None, plays: 0, elapsed: Duration::ZERO };
        let lives = |threats: [u8; 2], found: &mut Found| {
            let problem = Problem::new(&case.position, &targets, &region, threats).ok()?;
            let game = GoLife::from_problem(problem);
            let left = time.saturating_sub(started.elapsed());
            let (lives, best) = self.ask(&game, left, &mut found.plays);
            found.best = found.best.take().or(best);
            lives
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

    /// Whether the target is not captured, if that was found out, and how.
    fn ask(
        &self,
        game: &GoLife,
        time: Duration,
        plays: &mut u64,
    ) -> (Option<bool>, Option<String>) {
        let start = game.initial();
        let Status::Turn(turn) = game.status(&start) else { return (Some(true), None) };
        let limits = Limits { time: Some(time), ..Limits::default() };
        let (lives, best) = match self.plan {
            Some(plan) => {
                let widening = Widening { entries: ENTRIES, ..Widening::new(plan) };
                let mut position = game.threats(&start, LIVES).expect("threats are known");
                let found = search(position.as_mut(), turn, &widening, Control::new(limits));
                *plays += found.plays;
                (found.fate.winner().map(|winner| winner == Player::Max), found.best)
            }
            None => {
                let options = Options { look_ahead: true, ..Options::default() };
                let guide = game.guide();
                let mut solver = Solver::new(game, &guide, &options).expect("there is memory");
                let report = solver.prove(&start, LIVES, Control::new(limits));
                *plays += report.counters.nodes;
                let lives = match report.verdict {
                    Verdict::Proved => Some(true),
                    Verdict::Disproved => Some(false),
                    Verdict::Unknown(_) => None,
                };
                (lives, report.line.first().copied())
            }
        };
        let wins = lives == Some(turn == Player::Max);
        (lives, best.filter(|_| wins).map(|mv| game.write_move(&start, mv)))
    }

    fn by_eyes(&self, case: &Case, time: Duration) -> Option<Found> {
        let targets: Area = std::iter::once(case.target as usize).collect();
        let mut living = Living::new(&case.position, &targets)?;
        let turn = if case.defends { Player::Max } else { Player::Min };
        let widening = Widening { entries: ENTRIES, ..Widening::new(self.plan?) };
        let limits = Limits { time: Some(time), ..Limits::default() };
        let found = search(&mut living, turn, &widening, Control::new(limits));
        let fate = if found.is_settled { found.fate } else { Fate::Unknown };
        let code = match (fate, case.defends) {
            (Fate::Unknown | Fate::NoThreat, _) => None,
            (Fate::Won, true) | (Fate::Lost, false) => Some(1),
            (Fate::LostByKo, true) | (Fate::WonByKo, false) => Some(2),
            (Fate::WonByKo, true) | (Fate::LostByKo, false) => Some(3),
            (Fate::Lost, true) | (Fate::Won, false) => Some(0),
        };
        let best = found.best.filter(|_| code.is_some_and(|code| code != 0));
        let best = best.map(|point| point_name(point, case.position.side));
        Some(Found { code, best, plays: found.plays, elapsed: found.elapsed })
    }
}

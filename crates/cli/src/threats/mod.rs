//! Searches for threats in the Connect family: continuous threats by themselves, and searches in
//! which zones choose the moves.
//!
//! They prove wins. Where they find none, the answer is not known.

mod advisor;
mod victory;

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use phidelta_certificate::{Claim, Header, Mode};
use phidelta_games::connect::attacking::{Attacking, Breadth};
use phidelta_games::connect::threats::{MOST_STONES, Stones};
use phidelta_games::connect::vcdt::{Limits, Listener, Word};
use phidelta_games::connect::{Connect, State};
use phidelta_proof::{BuildError, ProofControl, prove_in_zones};
use phidelta_rules::{Game, Goal, NoGuide, Notation, Outcome, Player, Status};
use phidelta_search::{Control, Progress, ProofStatus, Solver};

use crate::answer::{Answer, Decision, Effort, StopReason, rate, seconds};
use crate::certificate::{Certification, Certified, advice, header, write_down};
use crate::inspection::replay;
use crate::moment::{Moment, Tick};
use crate::rules::{Playable, Typed};
use crate::settings::{Proving, Settings};
use crate::{choices, inquiry, interrupt};

use advisor::Advisor;
pub use victory::Victory;

/// The games in which threats are known.
fn connect<G: Playable>(game: &Typed<G>) -> Option<&Typed<Connect>> {
    (game as &dyn Any).downcast_ref()
}

/// How many stones a turn has, if threats can be searched for.
pub fn stones<G: Playable>(game: &Typed<G>) -> Option<usize> {
    let stones = connect(game)?.0.shape().parameters.stones;
    (stones <= MOST_STONES).then_some(stones)
}

/// As [`inquiry::solve`], by threats.
///
/// # Errors
/// If the goal is not a win, or memory is short.
pub fn solve<G: Playable>(
    game: &Typed<G>,
    state: &G::State,
    settings: &Settings,
    watch: &mut (dyn FnMut(&Moment) + Send),
) -> Result<(Answer, Certification)> {
    let known = connect(game).zip((state as &dyn Any).downcast_ref::<State>());
    let (game, state) =
        known.ok_or_else(|| anyhow!("search: no threats are known in this game"))?;
    if settings.goal != choices::Goal::Win {
        bail!("goal: threats are there to win; choose --goal win, or --search df-pn");
    }
    if state.left() > MOST_STONES {
        bail!(
            "search: threats are known where at most {MOST_STONES} stones are left to place; choose \
             --search df-pn"
        );
    }
    let mut answer = inquiry::blank(game, state, settings);
    let Status::Turn(attacker) = game.0.status(state) else {
        return Ok((answer, inquiry::nothing(settings, "the game is over")));
    };
    let office = Office {
        watch: Mutex::new(watch),
        searching: AtomicBool::new(true),
        threat_nodes: AtomicU64::new(0),
    };
    let campaign = Campaign { game, state, settings, office: &office, started: Instant::now() };
    let depth = settings.threats.map_or(1, |threats| threats.depth);
    let nodes = settings.threats.and_then(|threats| threats.nodes);
    // A single search for threats is limited as all searches are.
    let nodes = nodes.or(settings.limits.nodes).unwrap_or(u64::MAX);
    let breadth = Breadth {
        top: settings.threats.and_then(|threats| threats.top).map(|top| top as usize),
        limits: Limits { depth, nodes },
        memory: settings.threat_memory() as usize,
    };
    let attacking = Attacking::new(&game.0, attacker, breadth, campaign.listeners());
    let certification = if settings.is_pure_threats() {
        campaign.attack(&attacking, attacker, &mut answer)
    } else {
        campaign.search(&attacking, attacker, &mut answer)?
    };
    if answer.result == Decision::Proved {
        answer.best_move = answer.line.first().cloned();
        answer.winner = Some(game.0.player_name(attacker));
        answer.value = Some("win".into());
    }
    Ok((answer, certification))
}

/// The moves of a line, stone by stone.
fn squares(line: &[Stones]) -> Vec<u16> {
    line.iter().flat_map(|stones| stones.squares().iter().copied()).collect()
}

/// How often to tell of the progress of threat searches, at most.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// A question about a position, and who hears of the progress.
struct Campaign<'a, 'w> {
    game: &'a Typed<Connect>,
    state: &'a State,
    settings: &'a Settings,
    office: &'a Office<'w>,
    started: Instant,
}

/// What all threads know of a campaign.
struct Office<'w> {
    watch: Mutex<&'w mut (dyn FnMut(&Moment) + Send)>,
    /// Whether limits count: not while the win is being proved.
    searching: AtomicBool,
    /// Positions that threat searches of all threads have visited, as far as they have told.
    threat_nodes: AtomicU64,
}

impl<'w> Office<'w> {
    fn watch(&self) -> MutexGuard<'_, &'w mut (dyn FnMut(&Moment) + Send)> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Campaign<'a, '_> {
    /// One for each thread.
    fn listeners(&self) -> impl Iterator<Item = Listener<'a>> {
        (0..self.settings.threads).map(|_| self.listener())
    }

    /// Hears of the threat searches of a thread, and ends them when a limit is reached.
    fn listener(&self) -> Listener<'a> {
        let &Campaign { game, state, settings, office, started } = self;
        let (mut next, mut told) = (TELL_EVERY, 0);
        Box::new(move |nodes| {
            let elapsed = started.elapsed();
            let more = nodes - std::mem::replace(&mut told, nodes);
            let nodes = office.threat_nodes.fetch_add(more, Ordering::Relaxed) + more;
            // While someone else tells of the progress, this does not.
            if elapsed >= next
                && let Ok(mut watch) = office.watch.try_lock()
            {
                next = elapsed + TELL_EVERY;
                watch(&Moment::Threatening { nodes, elapsed, board: game.0.draw(state) });
            }
            let over = settings.limits.nodes.is_some_and(|limit| nodes > limit)
                || settings.limits.time.is_some_and(|limit| elapsed > limit);
            if (over && office.searching.load(Ordering::Relaxed)) || interrupt::is_requested() {
                Word::Stop
            } else {
                Word::GoOn
            }
        })
    }

    /// Why threat searches were ended.
    fn reason(&self, nodes: u64) -> StopReason {
        let limits = &self.settings.limits;
        if interrupt::is_requested() {
            StopReason::Interrupt
        } else if limits.nodes.is_some_and(|limit| nodes > limit) {
            StopReason::Nodes
        } else {
            StopReason::Time
        }
    }

    /// Looks for a win by continuous threats.
    fn attack(
        &self,
        attacking: &Attacking<'_>,
        attacker: Player,
        answer: &mut Answer,
    ) -> Certification {
        let attack = attacking.attack(self.state);
        let seconds = seconds(self.started.elapsed());
        let nodes = attacking.nodes();
        answer.effort = Effort {
            nodes,
            threat_nodes: nodes,
            threat_searches: attacking.searches(),
            seconds,
            nodes_per_second: rate(nodes, seconds),
            ..Effort::default()
        };
        let Some(attack) = attack else {
            let limit = self.settings.limits.nodes;
            answer.stopped = Some(if attacking.is_stopped() {
                self.reason(nodes)
            } else if limit.is_some_and(|limit| nodes > limit) {
                StopReason::Nodes
            } else {
                StopReason::Breadth
            });
            return inquiry::nothing(self.settings, "the answer is not known");
        };
        answer.result = Decision::Proved;
        answer.line = self.write(&victory::line(&attack));
        answer.victory = Some(Victory::new(&self.game.0, self.state, &attack));
        let mut advisor = Advisor::new(attacking, None);
        advisor.keep(self.state, attack);
        self.certify(&mut advisor, attacker)
    }

    /// Searches with zones.
    fn search(
        &self,
        attacking: &Attacking<'_>,
        attacker: Player,
        answer: &mut Answer,
    ) -> Result<Certification> {
        let options = self.settings.options();
        let solver = Solver::new(attacking, &NoGuide, &options);
        let solver = solver.map_err(inquiry::no_solver)?;
        let mut solver = inquiry::in_team(solver, self.settings)?;
        let goal = Goal::win(attacker, &Outcome::ALL).expect("every player can win");
        let mut listener = |progress: &Progress<'_, Stones>| {
            let board = self.game.board_after(self.state, &squares(progress.line));
            let mut tick = Tick::new(progress, self.write(progress.line), board);
            tick.nodes += self.office.threat_nodes.load(Ordering::Relaxed);
            if let [alone] = &mut tick.workers[..] {
                alone.nodes = tick.nodes;
            }
            (self.office.watch())(&Moment::Searching(tick));
        };
        let control = Control::new(self.settings.limits)
            .interrupted_by(interrupt::flag())
            .listened_by(&mut listener);
        let report = solver.prove(self.state, goal, control);
        let effort = Effort::new(options.method, &report.counters, &report.table, report.elapsed);
        let nodes = effort.nodes + attacking.nodes();
        answer.effort = Effort {
            nodes,
            threat_nodes: attacking.nodes(),
            threat_searches: attacking.searches(),
            nodes_per_second: rate(nodes, effort.seconds),
            ..effort
        };
        answer.numbers = Some(report.root.into());
        answer.stopped = match report.verdict {
            // Both kinds of nodes count.
            ProofStatus::Proved
                if self.settings.limits.nodes.is_some_and(|limit| nodes > limit) =>
            {
                Some(StopReason::Nodes)
            }
            ProofStatus::Proved => None,
            _ if attacking.is_stopped() => Some(self.reason(attacking.nodes())),
            ProofStatus::Disproved => Some(StopReason::Breadth),
            ProofStatus::Unknown(reason) => Some(reason.into()),
        };
        if answer.stopped.is_some() {
            return Ok(inquiry::nothing(self.settings, "the answer is not known"));
        }
        answer.result = Decision::Proved;
        answer.line = self.write(&report.line);
        if self.settings.proof == Proving::No {
            return Ok(Certification::Unasked);
        }
        let question = solver.question(goal);
        let mut advisor = Advisor::new(attacking, Some((&mut solver, question)));
        let certification = self.certify(&mut advisor, attacker);
        if let Certification::Made(certificate) = &certification {
            answer.line = certificate.line.clone();
        }
        Ok(certification)
    }

    /// A line of play, the stones of a turn as one word.
    fn write(&self, line: &[Stones]) -> Vec<String> {
        self.game.0.write_line(self.state, &squares(line))
    }

    /// Proves the win, if that was asked for.
    fn certify(&self, advisor: &mut Advisor<'_, '_, '_>, attacker: Player) -> Certification {
        let (game, state, settings) = (self.game, self.state, self.settings);
        if settings.proof == Proving::No {
            return Certification::Unasked;
        }
        let started = Instant::now();
        self.office.searching.store(false, Ordering::Relaxed);
        advisor.go_on();
        let goal = Goal::win(attacker, &Outcome::ALL).expect("every player can win");
        let claim = Claim::of(goal, true, &Outcome::ALL).expect("not every game is won");
        let mut watch = self.office.watch();
        let means = ProofControl {
            memory: settings.proof_memory(),
            interrupt: Some(interrupt::flag()),
            listener: Some(&mut |positions| watch(&Moment::Proving(positions))),
        };
        let solution = match prove_in_zones(&game.0, state, claim, advisor, means) {
            Ok(solution) => solution,
            Err(BuildError::Attack { line }) if !interrupt::is_requested() => {
                let (line, _) = replay(game, state, &line);
                return Certification::Failed(format!(
                    "no win is known after {}; give more --threat-nodes",
                    line.join(" ")
                ));
            }
            Err(BuildError::Attack { .. }) => {
                return Certification::Failed(advice(&BuildError::Interrupted));
            }
            Err(error) => return Certification::Failed(advice(&error)),
        };
        let positions = solution.positions();
        let figures = Certified {
            nodes: positions,
            positions_at_first: positions,
            searched_again: advisor.searched_again(),
            seconds: seconds(started.elapsed()),
            ..Certified::default()
        };
        let header = Header { mode: Mode::Zone, ..header(game, state, vec![claim]) };
        write_down(game, state, &header, vec![solution], figures, settings, &mut **watch)
    }
}

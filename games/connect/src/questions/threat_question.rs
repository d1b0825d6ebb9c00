//! Searches for threats in the Connect family: continuous threats by themselves, and searches in
//! which zones choose the moves.
//!
//! They prove wins. Where they find none, the answer is not known.

use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use phidelta::certificate::{Claim, Header, Mode};
use phidelta::proof::replay;
use phidelta::proofs::{BuildError, ProofControl, prove_in_zones};
use phidelta::search::{Control, Progress, ProofStatus, Solver, SolverError};
use phidelta::solving::{Until, advice, blank, header, nothing, write_down};
use phidelta::{
    Answer, Certified, Context, Decision, Effort, Error, Event, MoveValue, ProofOutcome, Proving,
    Result, SearchProgress, Settings, Solved, StopReason, Typed, rate, seconds, words,
};
use phidelta_rules::erased::AnyState;
use phidelta_rules::{
    Catalogued, Game, Goal, Interrupt, NoGuide, Notation, Outcome, Player, Status, legal_moves,
};

use super::advisor::Advisor;
use super::threat_win::{self, ThreatWin};
use crate::attacking::{Attacking, Breadth};
use crate::threats::{MOST_STONES, Stones};
use crate::vcdt::{Attack, Limits, Listener, Word};
use crate::{Connect, State};

/// Answers a question about a position by threats.
///
/// # Errors
/// If the goal is not a win, or memory is short.
pub fn solve(
    game: &Typed<Connect>,
    state: &State,
    settings: &Settings,
    context: &mut Context<'_>,
) -> Result<Solved> {
    if settings.goal != phidelta::Goal::Win {
        return Err(Error::Goal(
            "threats are there to win; choose --goal win, or --search df-pn".into(),
        ));
    }
    if state.left() > MOST_STONES {
        let message = format!(
            "threats are known where at most {MOST_STONES} stones are left to place; choose --search \
             df-pn"
        );
        return Err(Error::option("search", message));
    }
    let root = game.typed_object().any(*state);
    let mut answer = blank(Connect::NAME, game.typed_object(), &root, settings);
    let Status::Turn(attacker) = game.game().status(state) else {
        return Ok(Solved { answer, proof: nothing(settings, "the game is over") });
    };
    let shared = Shared {
        listener: Mutex::new(&mut *context.listener),
        interrupt: context.interrupt,
        waited_before: context.interrupt.waited(),
        started: Instant::now(),
        is_searching: AtomicBool::new(true),
        threat_nodes: AtomicU64::new(0),
    };
    let question = ThreatQuestion { game, state, root: &root, settings, shared: &shared };
    let depth = settings.threats.map_or(1, |threats| threats.depth);
    let nodes = settings.threats.and_then(|threats| threats.nodes);
    // A single search for threats is limited as all searches are.
    let nodes = nodes.or(settings.limits.nodes).unwrap_or(u64::MAX);
    let breadth = Breadth {
        top: settings.threats.and_then(|threats| threats.top).map(|top| top as usize),
        limits: Limits { depth, nodes },
        memory: settings.threat_memory() as usize,
    };
    let attacking = Attacking::new(game.game(), attacker, breadth, question.listeners());
    let proof = if settings.is_pure_threats() {
        question.attack(&attacking, attacker, &mut answer)
    } else {
        question.search(&attacking, attacker, &mut answer)?
    };
    if answer.result == Decision::Proved {
        answer.best_move = answer.line.first().cloned();
        answer.winner = Some(game.game().player_name(attacker));
        answer.value = Some("win".into());
    }
    if settings.all_moves {
        // The nodes of a proof are not limited; those of what follows are.
        shared.is_searching.store(true, Ordering::Relaxed);
        let opponent = Attacking::new(game.game(), !attacker, breadth, question.listeners());
        answer.moves = question.value_moves(&attacking, &opponent, attacker);
    }
    Ok(Solved { answer, proof })
}

/// The moves of a line, stone by stone.
fn squares(line: &[Stones]) -> Vec<u16> {
    line.iter().flat_map(|stones| stones.squares().iter().copied()).collect()
}

/// How often to tell of the progress of threat searches, at most.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Who hears of the progress.
type Events<'w> = &'w mut (dyn FnMut(&Event) + Send + 'w);

/// A question about a position.
struct ThreatQuestion<'a, 'w> {
    game: &'a Typed<Connect>,
    state: &'a State,
    /// The same without its type.
    root: &'a AnyState,
    settings: &'a Settings,
    shared: &'a Shared<'w>,
}

/// What all threads know of a question.
struct Shared<'w> {
    listener: Mutex<Events<'w>>,
    interrupt: &'w dyn Interrupt,
    /// How long work was made to wait before this question.
    waited_before: Duration,
    started: Instant,
    /// Whether limits count: not while the win is being proved.
    is_searching: AtomicBool,
    /// Positions that threat searches of all threads have visited, as far as they have told.
    threat_nodes: AtomicU64,
}

impl<'w> Shared<'w> {
    fn listener(&self) -> MutexGuard<'_, Events<'w>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time since the question was asked, without that in which it was made to wait.
    fn elapsed(&self) -> Duration {
        let waited = self.interrupt.waited().saturating_sub(self.waited_before);
        self.started.elapsed().saturating_sub(waited)
    }
}

impl<'a> ThreatQuestion<'a, '_> {
    /// One for each thread.
    fn listeners(&self) -> impl Iterator<Item = Listener<'a>> {
        (0..self.settings.threads).map(|_| self.listener())
    }

    /// Hears of the threat searches of a thread, and ends them when a limit is reached.
    fn listener(&self) -> Listener<'a> {
        let &ThreatQuestion { game, state, settings, shared, .. } = self;
        let (mut next, mut told) = (TELL_EVERY, 0);
        Box::new(move |nodes| {
            let elapsed = shared.elapsed();
            let more = nodes - mem::replace(&mut told, nodes);
            let nodes = shared.threat_nodes.fetch_add(more, Ordering::Relaxed) + more;
            // While someone else tells of the progress, this does not.
            if elapsed >= next
                && let Ok(mut listener) = shared.listener.try_lock()
            {
                next = elapsed + TELL_EVERY;
                let board = game.game().draw(state);
                listener(&Event::SearchingThreats { nodes, elapsed, board });
            }
            // The nodes of a proof are not limited.
            let is_searching = shared.is_searching.load(Ordering::Relaxed);
            let is_over = settings.limits.time.is_some_and(|limit| elapsed > limit)
                || settings.limits.nodes.is_some_and(|limit| is_searching && nodes > limit);
            if is_over || shared.interrupt.is_requested() { Word::Stop } else { Word::GoOn }
        })
    }

    /// Why threat searches were ended.
    fn reason(&self, nodes: u64) -> StopReason {
        let limits = &self.settings.limits;
        if self.shared.interrupt.is_requested() {
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
    ) -> ProofOutcome {
        let attack = attacking.attack(self.state);
        answer.effort = self.threat_effort(attacking);
        let nodes = answer.effort.nodes;
        let Some(attack) = attack else {
            let limit = self.settings.limits.nodes;
            answer.stopped = Some(if attacking.is_stopped() {
                self.reason(nodes)
            } else if limit.is_some_and(|limit| nodes > limit) {
                StopReason::Nodes
            } else {
                StopReason::Breadth
            });
            return nothing(self.settings, "the answer is not known");
        };
        self.win(attacking, attacker, attack, answer)
    }

    /// A win by continuous threats was found.
    fn win(
        &self,
        attacking: &Attacking<'_>,
        attacker: Player,
        attack: Attack,
        answer: &mut Answer,
    ) -> ProofOutcome {
        answer.result = Decision::Proved;
        answer.line = self.write(&threat_win::line(&attack));
        answer.details = Some(Arc::new(ThreatWin::new(self.game.game(), self.state, &attack)));
        let mut advisor = Advisor::new(attacking, None, self.shared.interrupt);
        advisor.keep(self.state, attack);
        self.certify(&mut advisor, attacker)
    }

    /// What every legal move is worth, as far as continuous threats decide it: a stone after which the attacker
    /// wins by them, or the opponent does.
    fn value_moves(
        &self,
        attacking: &Attacking<'_>,
        opponent: &Attacking<'_>,
        attacker: Player,
    ) -> Vec<MoveValue> {
        let game = self.game.game();
        let stones = legal_moves(game, self.state).into_iter();
        let value = |stone: u16| {
            let mut after = *self.state;
            game.play(&mut after, stone);
            let (result, line) = match game.status(&after) {
                Status::Over(value) if value == Outcome::win(attacker) => ("win", Some(0)),
                Status::Over(value) if value == Outcome::win(!attacker) => ("loss", Some(0)),
                Status::Over(_) => ("draw", Some(0)),
                Status::Turn(turn) => {
                    let (attack, word) = match turn == attacker {
                        true => (attacking.attack(&after), "win"),
                        false => (opponent.attack(&after), "loss"),
                    };
                    match attack {
                        Some(attack) => (word, Some(squares(&threat_win::line(&attack)).len())),
                        None => (MoveValue::UNKNOWN, None),
                    }
                }
            };
            let length = line.map(|plies| plies + 1);
            MoveValue { name: game.write_move(self.state, stone), result: result.into(), length }
        };
        stones.map(value).collect()
    }

    /// What searches for continuous threats did.
    fn threat_effort(&self, attacking: &Attacking<'_>) -> Effort {
        let (seconds, nodes) = (seconds(self.shared.elapsed()), attacking.nodes());
        Effort {
            nodes,
            threat_nodes: nodes,
            threat_searches: attacking.searches(),
            seconds,
            nodes_per_second: rate(nodes, seconds),
            ..Effort::default()
        }
    }

    /// Searches with zones.
    fn search(
        &self,
        attacking: &Attacking<'_>,
        attacker: Player,
        answer: &mut Answer,
    ) -> Result<ProofOutcome> {
        // Who leaves the choice to the game sees how continuous threats win, if they do.
        let may_visit = |nodes| self.settings.limits.nodes.is_none_or(|limit| nodes <= limit);
        if self.settings.auto
            && let Some(attack) = attacking.attack(self.state)
            && may_visit(attacking.nodes())
        {
            answer.effort = self.threat_effort(attacking);
            return Ok(self.win(attacking, attacker, attack, answer));
        }
        let options = self.settings.options();
        let mut solver = Solver::new(attacking, &NoGuide, &options)?;
        if self.settings.in_team {
            let threads = self.settings.threads.into();
            let team = solver.with_threads(threads, self.settings.parallel());
            solver = team.map_err(SolverError::from)?;
        }
        let goal = Goal::win(attacker, &Outcome::ALL).expect("every player can win");
        let mut listener = |progress: &Progress<'_, Stones>| {
            let object = self.game.typed_object();
            let places = object.places(self.root, &squares(progress.line));
            let board = words::board_after(object, self.root, &places);
            let mut progress = SearchProgress::new(progress, self.write(progress.line), board);
            progress.nodes += self.shared.threat_nodes.load(Ordering::Relaxed);
            if let [alone] = &mut progress.workers[..] {
                alone.nodes = progress.nodes;
            }
            (self.shared.listener())(&Event::Searching(progress));
        };
        let control = Control::new(self.settings.limits)
            .interrupted_by(self.shared.interrupt)
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
        // That the moves which were tried do not win is no disproof.
        let is_open = report.verdict != ProofStatus::Disproved;
        answer.numbers = is_open.then(|| report.root.into());
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
            return Ok(nothing(self.settings, "the answer is not known"));
        }
        answer.result = Decision::Proved;
        answer.line = self.write(&report.line);
        if self.settings.proof == Proving::No {
            return Ok(ProofOutcome::NotAsked);
        }
        let question = solver.question(goal);
        let solved = Some((&mut solver, question));
        let mut advisor = Advisor::new(attacking, solved, self.shared.interrupt);
        let proof = self.certify(&mut advisor, attacker);
        if let ProofOutcome::Made(certificate) = &proof {
            answer.line = certificate.line.clone();
        }
        Ok(proof)
    }

    /// A line of play, the stones of a turn as one word.
    fn write(&self, line: &[Stones]) -> Vec<String> {
        self.game.game().write_line(self.state, &squares(line))
    }

    /// Proves the win, if that was asked for.
    fn certify(&self, advisor: &mut Advisor<'_, '_, '_>, attacker: Player) -> ProofOutcome {
        let &ThreatQuestion { game, state, root, settings, shared } = self;
        if settings.proof == Proving::No {
            return ProofOutcome::NotAsked;
        }
        let started = Instant::now();
        shared.is_searching.store(false, Ordering::Relaxed);
        advisor.go_on();
        let goal = Goal::win(attacker, &Outcome::ALL).expect("every player can win");
        let claim = Claim::of(goal, true, &Outcome::ALL).expect("not every game is won");
        let mut listener = shared.listener();
        let left = settings.limits.time.map(|time| time.saturating_sub(shared.elapsed()));
        let until = Until::new(shared.interrupt, left);
        let proof_control = ProofControl {
            memory: settings.proof_memory(),
            interrupt: Some(&until),
            listener: Some(&mut |positions| listener(&Event::Proving(positions))),
        };
        let solution = match prove_in_zones(game.game(), state, claim, advisor, proof_control) {
            Ok(solution) => solution,
            Err(BuildError::Attack { line }) if !until.is_requested() => {
                let (line, _) = replay(game.typed_object(), root, &line);
                return ProofOutcome::Failed(format!(
                    "no win is known after {}; give more --threat-nodes",
                    line.join(" ")
                ));
            }
            Err(BuildError::Attack { .. }) => {
                return ProofOutcome::Failed(advice(&BuildError::Interrupted)).within(&until);
            }
            Err(error) => return ProofOutcome::Failed(advice(&error)).within(&until),
        };
        let positions = solution.positions();
        let figures = Certified {
            nodes: positions,
            positions_at_first: positions,
            searched_again: advisor.searched_again(),
            seconds: seconds(started.elapsed()),
            ..Certified::default()
        };
        let header = header(Connect::NAME, game.typed_object(), root, vec![claim]);
        let header = Header { mode: Mode::Zone, ..header };
        let mut context = Context { interrupt: &until, listener: &mut **listener, follow_up: None };
        write_down(game, root, &header, vec![solution], figures, settings, &mut context)
            .within(&until)
    }
}

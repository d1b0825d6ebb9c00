//! From a position and settings to an answer: the one place where questions meet the search. Nothing here
//! knows a game's types.

pub mod certify;
mod moves;
pub mod widening;

use std::mem;

use phidelta_rules::erased::{AnyState, AnyValue, GameObject};
use phidelta_rules::{Goal, Player, Status, Value};
use phidelta_search::SolverObject;
use phidelta_search::widening::Plan;
use phidelta_search::{Control, Limits, Progress, ProofStatus, Report, ValueReport};

use crate::answer::{Answer, Asked, Decision, Effort, MoveValue, Scene, Solved};
use crate::checkpoint::Resumed;
use crate::context::{Context, Solving, Until};
use crate::error::{Error, Result};
use crate::event::{Event, SearchProgress};
use crate::game::Engine;
use crate::options;
use crate::settings::{Proving, Settings};
use crate::solver::bounds;
use crate::words;
use certify::{ProofOutcome, certify};

/// Goals, and whether they are reached.
type Decided = Vec<(Goal<AnyValue>, bool)>;

/// What to ask of a solver.
enum Asking {
    /// Nobody is to move any more: who could reach a goal?
    Nothing,
    /// Can this player, who is to move, reach the goal?
    Prove(Player, Goal<AnyValue>),
    Value,
}

/// Answers the question that the settings ask about `state`, and proves the answer if they say so.
///
/// # Errors
/// If the game does not know the goal, memory is short, or what was saved cannot be taken up.
pub fn solve(
    name: &'static str,
    engine: &dyn Engine,
    state: &AnyState,
    settings: &Settings,
    context: &mut Context<'_>,
) -> Result<Solved> {
    let threads = settings.in_team.then(|| (settings.threads.into(), settings.parallel()));
    let mut solved = None;
    engine.with_solver(&settings.options(), threads, &mut |solver| {
        solved = Some(solve_with(name, engine, solver, state, settings, context));
    })?;
    solved.expect("a solver was handed over")
}

/// As [`solve`], with a solver. Then others may ask it.
fn solve_with(
    name: &'static str,
    engine: &dyn Engine,
    solver: &mut dyn SolverObject,
    state: &AnyState,
    settings: &Settings,
    context: &mut Context<'_>,
) -> Result<Solved> {
    let resumed = settings.keeping.take_up(solver, state)?;
    let settings = settings.clone();
    let mut asker = Asker { name, engine, solver, state, settings, context, resumed };
    let solved = asker.ask()?;
    if let Some(follow_up) = asker.context.follow_up.take() {
        follow_up.follow_up(&solved, &mut asker);
    }
    Ok(solved)
}

/// A solver that is asked about several positions, one after the other: it keeps what it has learnt.
pub struct SharedSolver<'a> {
    name: &'static str,
    engine: &'a dyn Engine,
    solver: &'a mut dyn SolverObject,
}

impl SharedSolver<'_> {
    /// Answers the question that the settings ask about `state`, and proves the answer if they say so. The
    /// settings may differ from those of the solver in goal and limits, and in what is to be proved.
    ///
    /// # Errors
    /// If the game does not know the goal.
    pub fn solve(
        &mut self,
        state: &AnyState,
        settings: &Settings,
        context: &mut Context<'_>,
    ) -> Result<Solved> {
        let SharedSolver { name, engine, solver } = self;
        let settings = settings.clone();
        let (engine, solver) = (*engine, &mut **solver);
        Asker { name, engine, solver, state, settings, context, resumed: None }.ask()
    }
}

/// Hands a solver with these settings to `body`, which asks it about positions of a game.
///
/// # Errors
/// If memory is short.
pub fn with_solver(
    name: &'static str,
    engine: &dyn Engine,
    settings: &Settings,
    body: &mut dyn FnMut(&mut SharedSolver<'_>),
) -> Result<()> {
    let threads = settings.in_team.then(|| (settings.threads.into(), settings.parallel()));
    engine.with_solver(&settings.options(), threads, &mut |solver| {
        body(&mut SharedSolver { name, engine, solver });
    })?;
    Ok(())
}

/// A solver, and what it is asked about.
struct Asker<'a, 'c> {
    name: &'static str,
    engine: &'a dyn Engine,
    solver: &'a mut dyn SolverObject,
    state: &'a AnyState,
    settings: Settings,
    context: &'a mut Context<'c>,
    /// What was done before, if the search was taken up.
    resumed: Option<Resumed>,
}

impl Asker<'_, '_> {
    fn ask(&mut self) -> Result<Solved> {
        let (game, state, settings) = (self.engine.game(), self.state, &self.settings);
        let turn = turn(game, state);
        let asking = asking(self.name, game, turn, settings.goal)?;
        let mut answer = blank(self.name, game, state, settings);
        if let Asking::Nothing = asking {
            return Ok(Solved { answer, proof: nothing(settings, "the game is over") });
        }
        // The moves get their half, too, where the position itself is not decided.
        let all = self.settings.limits;
        let until = Until::new(self.context.interrupt, all.time);
        if self.settings.all_moves {
            self.settings.limits.time = all.time.map(|time| time / 2);
            self.settings.limits.nodes = all.nodes.map(|nodes| nodes.div_ceil(2));
        }
        let (line, found) = if let (Some(plan), Some(turn)) = (self.settings.plan(), turn) {
            self.by_threats(&mut answer, turn, &asking, plan)?
        } else {
            self.by_numbers(&mut answer, turn, &asking)
        };
        answer.line = game.write_line(state, &line);
        let proof = self.prove(&mut answer, &found, &until);
        answer.resumed.clone_from(&self.resumed);
        // What a file says is not proved by saying it.
        answer.as_saved = answer.resumed.is_some()
            && answer.result != Decision::Unknown
            && !matches!(proof, ProofOutcome::Made(_));
        if answer.effort.unsound {
            answer = answer.into_estimate();
        }
        if self.settings.all_moves {
            let mut limits = all;
            limits.time = until.left();
            limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(answer.effort.nodes));
            answer.moves = self.value_moves(limits)?;
            self.settings.limits = all;
        }
        Ok(Solved { answer, proof })
    }

    /// Asks the solver. The line that shows the answer, and what was found.
    fn by_numbers(
        &mut self,
        answer: &mut Answer,
        turn: Option<Player>,
        asking: &Asking,
    ) -> (Vec<u32>, Decided) {
        let (game, state, settings) = (self.engine.game(), self.state, &self.settings);
        let events = &mut self.context.listener;
        let mut listener = |progress: &Progress<'_, u32>| {
            tell_faults(settings, events);
            let line = game.write_line(state, progress.line);
            let board = words::board_after(game, state, progress.line);
            events(&Event::Searching(SearchProgress::new(progress, line, board)));
        };
        let mut checkpoints = settings.keeping.checkpoints();
        let mut control = Control::new(settings.limits)
            .interrupted_by(self.context.interrupt)
            .listened_by(&mut listener);
        control.checkpoints = checkpoints.as_mut();
        let found = if let Asking::Prove(player, goal) = *asking {
            let report = self.solver.prove(state, goal, control);
            record_proof(answer, game, player, &report);
            (report.line, vec![(goal, answer.result == Decision::Proved)])
        } else {
            let report = self.solver.value(state, control);
            record_value(answer, game, turn, &report);
            let found = bounds(&report, &game.values());
            (report.line, found)
        };
        tell_faults(settings, &mut self.context.listener);
        answer.checkpoint = checkpoints.and_then(|checkpoints| settings.keeping.saved(checkpoints));
        found
    }

    /// As the solver, by generalized threats. What these decide is true, as far as the game knows threats at
    /// all.
    fn by_threats(
        &mut self,
        answer: &mut Answer,
        turn: Player,
        asking: &Asking,
        plan: Plan,
    ) -> Result<(Vec<u32>, Decided)> {
        let game = self.engine.game();
        let values = game.values();
        let goals: Vec<Goal<AnyValue>> = match *asking {
            Asking::Prove(_, goal) => vec![goal],
            _ => values[1..].iter().copied().map(Goal::AtLeast).collect(),
        };
        let found = widening::ask(
            self.name,
            self.engine,
            self.state,
            turn,
            (&goals, plan),
            &self.settings,
            self.context,
        )?;
        answer.effort = found.effort;
        answer.stopped = found.stopped;
        if let Asking::Prove(player, _) = *asking {
            answer.result = match found.answers[..] {
                [(_, true)] => Decision::Proved,
                [(_, false)] => Decision::Disproved,
                _ => Decision::Unknown,
            };
            name_winner(answer, game, player);
            return Ok((found.line, found.answers));
        }
        let result = |reached| if reached { Decision::Proved } else { Decision::Disproved };
        let asked = found.answers.iter();
        answer.questions = asked
            .map(|&(goal, reached)| Asked {
                question: words::question(game, goal),
                result: result(reached),
            })
            .collect();
        let reached = found.answers.iter().filter(|(_, reached)| *reached).count();
        let (low, high) = match found.stopped {
            Some(_) => (values[reached], values[values.len() - 1]),
            None => (values[reached], values[reached]),
        };
        record_bounds(answer, game, Some(turn), low, high);
        let last = found.answers.len().saturating_sub(2);
        Ok((found.line, found.answers[last..].to_vec()))
    }

    /// Proves what was found, if that is wanted and there is time, and names the best move.
    fn prove(&mut self, answer: &mut Answer, found: &Decided, until: &Until<'_>) -> ProofOutcome {
        let settings = &self.settings;
        let mut proof = if settings.proof == Proving::No {
            ProofOutcome::NotAsked
        } else if answer.result == Decision::Unknown {
            nothing(settings, "the answer is not known")
        } else if found.is_empty() {
            nothing(settings, "no game from here can end otherwise")
        } else {
            let listener = &mut *self.context.listener;
            let context = &mut Context { interrupt: until, listener, follow_up: None };
            certify(self.name, self.engine, self.state, self.solver, found, settings, context)
                .within(until)
        };
        if let ProofOutcome::Made(certificate) = &mut proof {
            // The table may be right about the answer and wrong about moves; the proof is not.
            answer.line = mem::take(&mut certificate.line);
        }
        if answer.result == Decision::Proved {
            answer.best_move = answer.line.first().cloned();
        }
        proof
    }
}

impl Solving for Asker<'_, '_> {
    fn go_on(&mut self, limits: Limits) -> Result<Solved> {
        self.settings.limits = Limits { stack_bytes: self.settings.limits.stack_bytes, ..limits };
        self.ask()
    }

    fn value_moves(&mut self, limits: Limits) -> Result<Vec<MoveValue>> {
        let limits = Limits { stack_bytes: self.settings.limits.stack_bytes, ..limits };
        let (game, interrupt) = (self.engine.game(), self.context.interrupt);
        Ok(moves::value_moves(
            game,
            self.solver,
            self.state,
            limits,
            interrupt,
            self.context.listener,
        ))
    }

    fn certify(&mut self, proving: Proving) -> Result<Solved> {
        let before = mem::replace(&mut self.settings.proof, proving);
        let solved = self.ask();
        self.settings.proof = before;
        solved
    }
}

/// Tells why the search could not be saved, if it could not.
fn tell_faults(settings: &Settings, events: &mut dyn FnMut(&Event)) {
    for reason in settings.keeping.new_faults() {
        events(&Event::NotSaved { file: settings.keeping.file().into(), reason });
    }
}

/// There is nothing to prove, if that was asked for.
pub fn nothing(settings: &Settings, reason: &'static str) -> ProofOutcome {
    match settings.proof {
        Proving::No => ProofOutcome::NotAsked,
        _ => ProofOutcome::Nothing(reason),
    }
}

/// Whose turn it is. A player without a move still has the turn, and may have lost by that.
fn turn(game: &dyn GameObject, state: &AnyState) -> Option<Player> {
    match game.status(state) {
        Status::Turn(player) => Some(player),
        Status::Over(_) => None,
    }
}

fn asking(
    name: &str,
    game: &dyn GameObject,
    turn: Option<Player>,
    goal: options::Goal,
) -> Result<Asking> {
    let values = game.values();
    let (player, goal) = match (goal, turn) {
        (options::Goal::Value, _) => return Ok(Asking::Value),
        (options::Goal::Live | options::Goal::Kill | options::Goal::Status, _) => {
            return Err(Error::Goal(format!(
                "in {name}, nobody asks for the life of stones; choose win, draw or value"
            )));
        }
        (_, None) => return Ok(Asking::Nothing),
        (options::Goal::Win, Some(player)) => (player, Goal::win(player, &values)),
        (options::Goal::Draw, Some(player)) => {
            let Some(goal) = Goal::draw(player, &values) else {
                return Err(Error::Goal(format!("{name} has no draws; choose --goal win")));
            };
            (player, Some(goal))
        }
    };
    let Some(goal) = goal else {
        let player = game.player_name(player);
        return Err(Error::Goal(format!(
            "{name} has no result in which {player} wins; choose --goal value"
        )));
    };
    Ok(Asking::Prove(player, goal))
}

/// An answer that knows nothing but the position.
pub fn blank(
    name: &'static str,
    game: &dyn GameObject,
    state: &AnyState,
    settings: &Settings,
) -> Answer {
    let turn = turn(game, state);
    let player_name = |player| game.player_name(player);
    let end = match game.resolve(state) {
        Status::Over(value) => Some(value),
        Status::Turn(_) => None,
    };
    let has_scores = game.has_scores();
    // A score is the answer to another question than who wins.
    let told = end.filter(|_| !has_scores || settings.goal == options::Goal::Value);
    let scene = Scene {
        board: game.draw(state),
        mover: turn.map(player_name),
        opponent: turn.map_or("", |player| player_name(!player)),
        counts_for: player_name(Player::Max),
        has_draws: game.values().iter().any(|value| value.winner().is_none()),
        has_scores,
    };
    Answer {
        over: end.is_some(),
        value: told.and_then(|value| words::value(game, value, turn)),
        winner: end.and_then(Value::winner).map(player_name),
        ..Answer::unknown(name, game.write_position(state), settings, scene)
    }
}

fn record_proof(answer: &mut Answer, game: &dyn GameObject, player: Player, report: &Report<u32>) {
    answer.result = report.verdict.into();
    if let ProofStatus::Unknown(reason) = report.verdict {
        answer.stopped = Some(reason.into());
    }
    answer.numbers = Some(report.root.into());
    let method = answer.search.options().method;
    answer.effort = Effort::new(method, &report.counters, &report.table, report.elapsed);
    name_winner(answer, game, player);
}

/// Who wins, if the answer to whether `player` does says so.
fn name_winner(answer: &mut Answer, game: &dyn GameObject, player: Player) {
    let winner = match (answer.goal, answer.result) {
        (options::Goal::Win, Decision::Proved) => player,
        (options::Goal::Win, Decision::Disproved) if !answer.scene.has_draws => !player,
        (options::Goal::Draw, Decision::Disproved) => !player,
        _ => return,
    };
    answer.winner = Some(game.player_name(winner));
    answer.value = Some(if winner == player { "win" } else { "loss" }.into());
}

fn record_value(
    answer: &mut Answer,
    game: &dyn GameObject,
    turn: Option<Player>,
    report: &ValueReport<u32, AnyValue>,
) {
    answer.stopped = report.stopped.map(Into::into);
    let method = answer.search.options().method;
    answer.effort = Effort::new(method, &report.counters, &report.table, report.elapsed);
    answer.questions = report
        .questions
        .iter()
        .map(|&(goal, verdict)| Asked {
            question: words::question(game, goal),
            result: verdict.into(),
        })
        .collect();
    record_bounds(answer, game, turn, report.at_least, report.at_most);
}

/// The value, if the bounds meet, or else the bounds.
fn record_bounds(
    answer: &mut Answer,
    game: &dyn GameObject,
    turn: Option<Player>,
    mut low: AnyValue,
    mut high: AnyValue,
) {
    if low == high {
        answer.result = Decision::Proved;
        answer.value = words::value(game, low, turn);
        answer.winner = low.winner().map(|player| game.player_name(player));
    } else {
        // Words are the side to move's, so their order is, too.
        if !game.has_scores() && turn == Some(Player::Min) {
            (low, high) = (high, low);
        }
        answer.at_least = words::value(game, low, turn);
        answer.at_most = words::value(game, high, turn);
    }
}

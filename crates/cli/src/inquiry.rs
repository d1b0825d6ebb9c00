//! From a position and settings to an answer: the one place where the commands meet the search.

use std::mem;

use anyhow::{Result, anyhow, bail};
use phidelta_rules::{Catalogued, Game, Goal, Guide, Player, Status, Value, resolve};
use phidelta_search::widening::Plan;
use phidelta_search::{Control, Progress, ProofStatus, Report, Solver, SolverError, ValueReport};

use crate::answer::{Answer, Asked, Decision, Effort, Scene};
use crate::certificate::{Certification, certify};
use crate::choices;
use crate::interrupt;
use crate::moment::{Moment, Tick};
use crate::rules::{Playable, Typed};
use crate::settings::{Proving, Settings};
use crate::widening;

/// A line of play, and which goals are reached or not.
type Decided<G> = (Vec<<G as Game>::Move>, Vec<(Goal<<G as Game>::Value>, bool)>);

/// What to ask of a solver.
enum Inquiry<V> {
    /// Nobody is to move any more: who could reach a goal?
    Nothing,
    /// Can this player, who is to move, reach the goal?
    Prove(Player, Goal<V>),
    Value,
}

/// Answers the question that the settings ask about `state`, and proves the answer if they say so.
/// The answer's parameters are left for the caller to fill in, its certificate to be written.
///
/// # Errors
/// If the game does not know the goal, memory is short, or what was saved cannot be taken up.
pub fn solve<G: Playable>(
    game: &Typed<G>,
    state: &G::State,
    settings: &Settings,
    watch: &mut (dyn FnMut(&Moment) + Send),
) -> Result<(Answer, Certification)> {
    let guide = game.0.guide();
    let mut solver = solver(game, &guide, settings)?;
    let resumed = settings.keeping.take_up(&mut solver, state)?;
    let (answer, certification) = ask(game, &mut solver, state, settings, watch)?;
    Ok((Answer { resumed, ..answer }, certification))
}

/// A solver of such questions.
///
/// # Errors
/// If options do not fit each other, or memory is short.
pub fn solver<'a, G: Playable, A: Guide<G> + Sync>(
    game: &'a Typed<G>,
    guide: &'a A,
    settings: &Settings,
) -> Result<Solver<'a, G, A>> {
    let solver = Solver::new(&game.0, guide, &settings.options()).map_err(no_solver)?;
    in_team(solver, settings)
}

/// The solver with as many threads as the settings say.
///
/// # Errors
/// If the search is none for several.
pub fn in_team<'a, G, A>(solver: Solver<'a, G, A>, settings: &Settings) -> Result<Solver<'a, G, A>>
where
    G: Game<State: Send + Sync, Move: Send> + Sync,
    A: Guide<G> + Sync,
{
    if !settings.in_team {
        return Ok(solver);
    }
    let solver = solver.with_threads(settings.threads.into(), settings.parallel());
    solver.map_err(|error| no_solver(error.into()))
}

/// Why there is no solver, in a sentence.
pub fn no_solver(error: SolverError) -> anyhow::Error {
    match error {
        SolverError::Options(error) => anyhow!("search: {error}"),
        SolverError::Table(error) => {
            anyhow!("memory: {error}; ask for less with --memory or --entries")
        }
    }
}

/// As [`solve`], with a solver that may know something from earlier questions.
///
/// # Errors
/// If the game does not know the goal.
pub fn ask<G: Playable, A: Guide<G>>(
    game: &Typed<G>,
    solver: &mut Solver<'_, G, A>,
    state: &G::State,
    settings: &Settings,
    watch: &mut (dyn FnMut(&Moment) + Send),
) -> Result<(Answer, Certification)> {
    let turn = turn(&game.0, state);
    let inquiry = inquiry(&game.0, turn, settings.goal)?;
    let mut answer = blank(game, state, settings);
    if let Inquiry::Nothing = inquiry {
        return Ok((answer, nothing(settings, "the game is over")));
    }
    let mut listener = |progress: &Progress<'_, G::Move>| {
        let line = game.0.write_line(state, progress.line);
        let board = game.board_after(state, progress.line);
        watch(&Moment::Searching(Tick::new(progress, line, board)));
    };
    let mut checkpoints = settings.keeping.checkpoints();
    let mut control =
        Control::new(settings.limits).interrupted_by(interrupt::flag()).listened_by(&mut listener);
    control.checkpoints = checkpoints.as_mut();
    let (line, found) = if let (Some(plan), Some(turn)) = (settings.plan(), turn) {
        by_threats(&mut answer, game, state, turn, &inquiry, plan, watch)?
    } else if let Inquiry::Prove(player, goal) = inquiry {
        let report = solver.prove(state, goal, control);
        record_proof(&mut answer, game, player, &report);
        (report.line, vec![(goal, answer.result == Decision::Proved)])
    } else {
        let report = solver.value(state, control);
        record_value(&mut answer, game, turn, &report);
        let found = bounds(&report, &game.0.values());
        (report.line, found)
    };
    answer.checkpoint = checkpoints.and_then(|checkpoints| settings.keeping.kept(checkpoints));
    answer.line = game.0.write_line(state, &line);
    let mut certification = if settings.proof == Proving::No {
        Certification::Unasked
    } else if answer.result == Decision::Unknown {
        nothing(settings, "the answer is not known")
    } else if found.is_empty() {
        nothing(settings, "no game from here can end otherwise")
    } else {
        certify(game, state, solver, &found, settings, watch)
    };
    if let Certification::Made(certificate) = &mut certification {
        // The table may be right about the answer and wrong about moves; the proof is not.
        answer.line = mem::take(&mut certificate.line);
    }
    if answer.result == Decision::Proved {
        answer.best_move = answer.line.first().cloned();
    }
    Ok((answer, certification))
}

/// There is nothing to prove, if that was asked for.
pub fn nothing(settings: &Settings, reason: &'static str) -> Certification {
    match settings.proof {
        Proving::No => Certification::Unasked,
        _ => Certification::Nothing(reason),
    }
}

/// The questions that a value answers: those of the series behind it that were asked last.
fn bounds<M, V: Value>(report: &ValueReport<M, V>, values: &[V]) -> Vec<(Goal<V>, bool)> {
    let Some(value) = report.value() else { return Vec::new() };
    let lower = values.first().filter(|&&least| least < value).map(|_| value);
    let above = values.iter().copied().find(|&larger| larger > value);
    let lower = lower.map(|value| (Goal::AtLeast(value), true));
    lower.into_iter().chain(above.map(|above| (Goal::AtLeast(above), false))).collect()
}

/// Whose turn it is. A player without a move still has the turn, and may have lost by that.
fn turn<G: Game>(game: &G, state: &G::State) -> Option<Player> {
    match game.status(state) {
        Status::Turn(player) => Some(player),
        Status::Over(_) => None,
    }
}

fn inquiry<G: Catalogued>(
    game: &G,
    turn: Option<Player>,
    goal: choices::Goal,
) -> Result<Inquiry<G::Value>> {
    let values = game.values();
    let (player, goal) = match (goal, turn) {
        (choices::Goal::Value, _) => return Ok(Inquiry::Value),
        (choices::Goal::Live | choices::Goal::Kill | choices::Goal::Status, _) => bail!(
            "goal: in {}, nobody asks for the life of stones; choose win, draw or value",
            G::NAME
        ),
        (_, None) => return Ok(Inquiry::Nothing),
        (choices::Goal::Win, Some(player)) => (player, Goal::win(player, &values)),
        (choices::Goal::Draw, Some(player)) => {
            let Some(goal) = Goal::draw(player, &values) else {
                bail!("goal: {} has no draws; choose --goal win", G::NAME);
            };
            (player, Some(goal))
        }
    };
    let Some(goal) = goal else {
        let name = game.player_name(player);
        bail!("goal: {} has no result in which {name} wins; choose --goal value", G::NAME);
    };
    Ok(Inquiry::Prove(player, goal))
}

/// An answer that knows nothing but the position.
pub fn blank<G: Playable>(game: &Typed<G>, state: &G::State, settings: &Settings) -> Answer {
    let turn = turn(&game.0, state);
    let name = |player| game.0.player_name(player);
    let end = match resolve(&game.0, state, &mut Vec::new()) {
        Status::Over(value) => Some(value),
        Status::Turn(_) => None,
    };
    let has_scores = Typed::<G>::has_scores();
    // A score is the answer to another question than who wins.
    let told = end.filter(|_| !has_scores || settings.goal == choices::Goal::Value);
    Answer {
        input_line: None,
        game: G::NAME,
        parameters: String::new(),
        position: game.0.write_position(state),
        goal: settings.goal,
        result: Decision::Unknown,
        stopped: None,
        over: end.is_some(),
        value: told.and_then(|value| game.value(value, turn)),
        at_least: None,
        at_most: None,
        winner: end.and_then(Value::winner).map(name),
        best_move: None,
        line: Vec::new(),
        search: settings.clone(),
        effort: Effort::default(),
        threads: settings.threads.into(),
        numbers: None,
        questions: Vec::new(),
        victory: None,
        life: None,
        certificate: None,
        resumed: None,
        checkpoint: None,
        scene: Scene {
            board: game.0.draw(state),
            mover: turn.map(name),
            opponent: turn.map_or("", |player| name(!player)),
            counts_for: name(Player::Max),
            has_draws: game.0.values().iter().any(|value| value.winner().is_none()),
            has_scores,
        },
    }
}

fn record_proof<G: Playable>(
    answer: &mut Answer,
    game: &Typed<G>,
    player: Player,
    report: &Report<G::Move>,
) {
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
fn name_winner<G: Playable>(answer: &mut Answer, game: &Typed<G>, player: Player) {
    let winner = match (answer.goal, answer.result) {
        (choices::Goal::Win, Decision::Proved) => player,
        (choices::Goal::Win, Decision::Disproved) if !answer.scene.has_draws => !player,
        (choices::Goal::Draw, Decision::Disproved) => !player,
        _ => return,
    };
    answer.winner = Some(game.0.player_name(winner));
    answer.value = Some(if winner == player { "win" } else { "loss" }.into());
}

/// As the solver, by generalized threats. What these decide is true, as far as the game knows threats at
/// all.
fn by_threats<G: Playable>(
    answer: &mut Answer,
    game: &Typed<G>,
    state: &G::State,
    turn: Player,
    inquiry: &Inquiry<G::Value>,
    plan: Plan,
    watch: &mut (dyn FnMut(&Moment) + Send),
) -> Result<Decided<G>> {
    let values = game.0.values();
    let goals: Vec<Goal<G::Value>> = match *inquiry {
        Inquiry::Prove(_, goal) => vec![goal],
        _ => values[1..].iter().copied().map(Goal::AtLeast).collect(),
    };
    let settings = answer.search.clone();
    let found = widening::ask(game, state, turn, &goals, plan, &settings, watch)?;
    answer.effort = found.effort;
    answer.stopped = found.stopped;
    if let Inquiry::Prove(player, _) = *inquiry {
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
        .map(|&(goal, reached)| Asked { question: game.question(goal), result: result(reached) })
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

fn record_value<G: Playable>(
    answer: &mut Answer,
    game: &Typed<G>,
    turn: Option<Player>,
    report: &ValueReport<G::Move, G::Value>,
) {
    answer.stopped = report.stopped.map(Into::into);
    let method = answer.search.options().method;
    answer.effort = Effort::new(method, &report.counters, &report.table, report.elapsed);
    answer.questions = report
        .questions
        .iter()
        .map(|&(goal, verdict)| Asked { question: game.question(goal), result: verdict.into() })
        .collect();
    record_bounds(answer, game, turn, report.at_least, report.at_most);
}

/// The value, if the bounds meet, or else the bounds.
fn record_bounds<G: Playable>(
    answer: &mut Answer,
    game: &Typed<G>,
    turn: Option<Player>,
    mut low: G::Value,
    mut high: G::Value,
) {
    if low == high {
        answer.result = Decision::Proved;
        answer.value = game.value(low, turn);
        answer.winner = low.winner().map(|player| game.0.player_name(player));
    } else {
        // Words are the side to move's, so their order is, too.
        if !Typed::<G>::has_scores() && turn == Some(Player::Min) {
            (low, high) = (high, low);
        }
        answer.at_least = game.value(low, turn);
        answer.at_most = game.value(high, turn);
    }
}

#[cfg(test)]
mod tests;

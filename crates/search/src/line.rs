//! The line of play that shows an answer.
//!
//! The side that is right plays a move after which it is still right: the one with the smallest
//! known subtree. The other side plays what took most work to refute. Where the table has
//! forgotten which moves these are, the position is searched again, within a budget of nodes.

use phidelta_rules::{Game, GraphKind, Guide, Player, Recurrence, Status, recurrence, resolve};

use crate::path::Path;
use crate::{Control, ProofStatus, Query, Solver, Variants};

/// A line from `state`, where the goal of the first question can be reached and that of the second
/// cannot. (For the value of a game both are given: the line then keeps the value.) It begins with
/// `best`, if that is known.
pub(crate) fn follow<G: Game, A: Guide<G>, V: Variants>(
    solver: &mut Solver<'_, G, A, V>,
    state: &G::State,
    [proved, disproved]: [Option<&Query<G::Value>>; 2],
    mut best: Option<G::Move>,
    mut control: Control<'_, G::Move>,
) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut state = state.clone();
    let mut moves = Vec::new();
    // Where positions come back, a line ends when one does.
    let mut path = Path::new(solver.game, &[]);
    let mut next_step = path.first(solver.game, &state);
    while let Status::Turn(turn) = resolve(solver.game, &state, &mut moves) {
        if control.is_late() {
            break;
        }
        if G::Graph::REPEATS {
            if path.repetition(solver.game, &state, next_step).is_some() {
                break;
            }
            path.enter(&state, next_step);
        }
        // The question that the player to move must keep answered in their favour.
        let kept = match (proved, disproved) {
            (Some(question), _) if question.goal.prover() == turn => Some((question, true)),
            (_, Some(question)) if question.goal.prover() != turn => Some((question, false)),
            _ => None,
        };
        let next = match kept {
            Some(_) if best.is_some() => best.take(),
            Some((question, answer)) => keeping(solver, &path, &state, &moves, question, answer)
                .or_else(|| {
                    // Where play may be endless, what was won before is won by itself.
                    let ends = matches!(recurrence(solver.game), Recurrence::Ends(_));
                    let history = if ends { path.history() } else { Vec::new() };
                    searched(solver, &history, &state, turn, question, answer, &mut control)
                }),
            None => Some(hardest(solver, &state, &moves)),
        };
        let Some(next) = next else { break };
        line.push(next);
        solver.game.play(&mut state, next);
        if G::Graph::REPEATS {
            next_step = path.next(solver.game, next, &state, solver.game.key(&state));
        }
    }
    line
}

/// Among the moves known to keep the answer, the one with the smallest subtree.
fn keeping<G: Game, A: Guide<G>, V: Variants>(
    solver: &Solver<'_, G, A, V>,
    path: &Path<G>,
    state: &G::State,
    moves: &[G::Move],
    question: &Query<G::Value>,
    answer: bool,
) -> Option<G::Move> {
    let cost = |mv: G::Move| {
        let mut next = state.clone();
        solver.game.play(&mut next, mv);
        if let Status::Over(value) = solver.game.status(&next) {
            return (question.goal.met(value) == answer).then_some(0);
        }
        let key = solver.game.key(&next);
        if G::Graph::REPEATS {
            let step = path.next(solver.game, mv, &next, key);
            if let Some(repeated) = path.repetition(solver.game, &next, step) {
                return (question.goal.met(repeated.value) == answer).then_some(u64::MAX);
            }
        }
        if G::Graph::REPEATS
            && let Some((reached, height)) = solver.recall_height(key, question)
        {
            // It leads out of circles, where less work may lead round.
            return (reached == answer).then_some(height.into());
        }
        let (reached, work) = solver.recall(key, question)?;
        let work = if G::Graph::REPEATS { work.saturating_add(1 << 32) } else { work };
        (reached == answer).then_some(work)
    };
    let known = moves.iter().filter_map(|&mv| Some((cost(mv)?, mv)));
    known.min_by_key(|&(cost, _)| cost).map(|(_, mv)| mv)
}

/// Solves the position again to find a move that keeps the answer.
fn searched<G: Game, A: Guide<G>, V: Variants>(
    solver: &mut Solver<'_, G, A, V>,
    history: &[G::State],
    state: &G::State,
    turn: Player,
    question: &Query<G::Value>,
    answer: bool,
    control: &mut Control<'_, G::Move>,
) -> Option<G::Move> {
    debug_assert!(answer == (turn == question.goal.prover()));
    let found = solver.ask_after(history, state, question, control);
    control.next_question(found.counters.nodes);
    let wanted = if answer { ProofStatus::Proved } else { ProofStatus::Disproved };
    found.best.filter(|_| found.verdict == wanted)
}

/// The move that took most work to refute, as far as the table knows.
fn hardest<G: Game, A: Guide<G>, V: Variants>(
    solver: &Solver<'_, G, A, V>,
    state: &G::State,
    moves: &[G::Move],
) -> G::Move {
    let work = |mv: G::Move| {
        let entry = solver.table.probe(solver.game.key_after(state, mv));
        entry.map_or(0, |entry| entry.work)
    };
    // The first of those that are equal: `max_by_key` would give the last.
    let mut best = (work(moves[0]), moves[0]);
    for &mv in &moves[1..] {
        let work = work(mv);
        if work > best.0 {
            best = (work, mv);
        }
    }
    best.1
}

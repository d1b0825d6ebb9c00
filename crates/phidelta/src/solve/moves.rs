//! What every legal move is worth: the value of the position after it, by the same solver.

use std::time::Instant;

use phidelta_rules::erased::{AnyState, GameObject};
use phidelta_rules::{Interrupt, Status};
use phidelta_search::SolverObject;
use phidelta_search::{Control, Limits, Progress};

use crate::answer::MoveValue;
use crate::event::{Event, SearchProgress};
use crate::words;

/// Values all legal moves of `state`, within limits that hold for all of them together: each gets its share
/// of what is left.
pub(super) fn value_moves(
    game: &dyn GameObject,
    solver: &mut dyn SolverObject,
    state: &AnyState,
    limits: Limits,
    interrupt: &dyn Interrupt,
    events: &mut (dyn FnMut(&Event) + Send),
) -> Vec<MoveValue> {
    let Status::Turn(turn) = game.status(state) else { return Vec::new() };
    let count = game.move_count(state);
    let (started, mut nodes) = (Instant::now(), 0);
    let mut values = Vec::new();
    for mv in 0..count {
        let shares = count - mv;
        let left = Limits {
            time: limits.time.map(|time| time.saturating_sub(started.elapsed()) / shares),
            nodes: limits.nodes.map(|most| most.saturating_sub(nodes) / u64::from(shares)),
            ..limits
        };
        let mut listener = |progress: &Progress<'_, u32>| {
            let mut line = vec![mv];
            line.extend(progress.line);
            let (words, board) =
                (game.write_line(state, &line), words::board_after(game, state, &line));
            events(&Event::Searching(SearchProgress::new(progress, words, board)));
        };
        let after = game.after(state, mv);
        // When the time is over, not even the rules are asked: they may be slow.
        let is_late = left.time.is_some_and(|time| time.is_zero());
        let value = match if is_late { Status::Turn(turn) } else { game.resolve(&after) } {
            Status::Over(value) => Some((value, 1)),
            Status::Turn(_) if is_late || left.nodes == Some(0) => None,
            Status::Turn(_) => {
                let control =
                    Control::new(left).interrupted_by(interrupt).listened_by(&mut listener);
                let report = solver.value(&after, control);
                nodes += report.counters.nodes;
                report.value().map(|value| (value, 1 + report.line.len()))
            }
        };
        let result = value.and_then(|(value, _)| words::value(game, value, Some(turn)));
        values.push(MoveValue {
            name: game.write_move(state, mv),
            result: result.unwrap_or_else(|| MoveValue::UNKNOWN.into()),
            length: value.map(|(_, length)| length),
        });
    }
    values
}

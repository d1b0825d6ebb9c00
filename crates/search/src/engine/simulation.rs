//! Whether a result after one line of play holds after another (Kawano 1996; Kishimoto & Müller
//! 2004): the proof is gone through again, with what is on the present line now. The moves of the
//! proof are found by the hints that the table has about positions that were solved before.

use phidelta_rules::{Game, Guide, Status, resolve};

use super::Search;
use super::recall::Found;
use crate::Variants;
use crate::memory::FAR;
use crate::path::NOTHING;

/// A position whose result is tried.
pub(super) struct Trial<G: Game> {
    state: G::State,
    key: u64,
    moves: Vec<G::Move>,
    next: usize,
    /// Whether one move is enough.
    chooses: bool,
    /// The earliest place on the line that the result rests on so far.
    reach: u32,
    /// Positions looked at, from here on down.
    work: u64,
}

/// How many positions may be looked at for one result.
const LONGEST: u64 = 1000;
/// How many may be looked at in all, before so many nodes were visited.
const HEAD_START: u64 = 4096;

impl<G: Game, A: Guide<G>, V: Variants> Search<'_, G, A, V> {
    /// Whether the position to which `mv` leads from the last one of the line is proved (or
    /// disproved), as it was after another line.
    pub(super) fn simulate(
        &mut self,
        state: &G::State,
        mv: G::Move,
        proved: bool,
    ) -> Option<Found> {
        let has_room = self.counters.simulated <= self.counters.nodes + HEAD_START;
        if !self.problem.options.simulation || !has_room {
            return None;
        }
        let end = self.counters.simulated + LONGEST;
        debug_assert!(self.trials.is_empty());
        let mut result = self.try_position(state.clone(), mv, proved, end);
        // `Ok`: what a result rests on, or that there is none. `Err`: the top trial goes on.
        loop {
            let Some(trial) = self.trials.last_mut() else {
                let Ok(outcome) = result else { unreachable!("there is no trial to go on with") };
                return outcome;
            };
            if let Ok(outcome) = result {
                match outcome {
                    Some(found) => {
                        trial.work += found.work;
                        trial.reach =
                            if trial.chooses { found.reach } else { trial.reach.min(found.reach) };
                    }
                    None if trial.chooses => {}
                    None => {
                        result = Ok(self.end_trial(None, proved));
                        continue;
                    }
                }
                let trial = self.trials.last().expect("it is still there");
                if outcome.is_some() && trial.chooses {
                    result = Ok(self.end_trial(Some(trial.reach), proved));
                    continue;
                }
            }
            let trial = self.trials.last_mut().expect("it is still there");
            let Some(&mv) = trial.moves.get(trial.next) else {
                // All moves were tried: with success, unless one would have been enough.
                let reach = (!trial.chooses).then_some(trial.reach);
                result = Ok(self.end_trial(reach, proved));
                continue;
            };
            trial.next += 1;
            let mut child = trial.state.clone();
            self.problem.game.play(&mut child, mv);
            result = self.try_position(child, mv, proved, end);
        }
    }

    /// Looks at a position to which `mv` leads from the last one of the line.
    fn try_position(
        &mut self,
        state: G::State,
        mv: G::Move,
        proved: bool,
        end: u64,
    ) -> Result<Option<Found>, ()> {
        let (game, infinity) = (self.problem.game, self.problem.infinity);
        self.counters.simulated += 1;
        let fits =
            |found: Found| Some(found).filter(|f| f.numbers.verdict(infinity) == Some(proved));
        let ended = |numbers| Found { numbers, work: 1, reach: NOTHING, distance: FAR };
        let mut moves = Vec::new();
        let turn = match resolve(game, &state, &mut moves) {
            Status::Over(value) => return Ok(fits(ended(self.problem.settled(value)))),
            Status::Turn(turn) => turn,
        };
        let key = game.key(&state);
        let known = self.known(key);
        if let Some(known) = known
            && known.numbers.verdict(infinity).is_some()
        {
            return Ok(fits(ended(known.numbers)));
        }
        let next = self.path.next(game, mv, &state, key);
        if let Some(found) = self.repeated(&state, next) {
            return Ok(fits(found));
        }
        if let Some(found) = self.after_line(key, next.code) {
            return Ok(fits(found));
        }
        let hinted = known.is_some_and(|known| known.hints[usize::from(proved)]);
        if !hinted || self.counters.simulated >= end {
            return Ok(None);
        }
        self.path.enter(&state, next);
        let chooses = proved == (turn == self.problem.question.goal.prover());
        self.trials.push(Trial { state, key, moves, next: 0, chooses, reach: NOTHING, work: 1 });
        Err(())
    }

    /// Leaves the top trial, with what its result rests on if it has one.
    fn end_trial(&mut self, reach: Option<u32>, proved: bool) -> Option<Found> {
        let trial = self.trials.pop().expect("there is a trial to leave");
        let found = reach.map(|reach| {
            let numbers = crate::Numbers::solved(proved, self.problem.infinity);
            let reach = self.path.dependence(reach);
            Found { numbers, work: trial.work, reach, distance: FAR }
        });
        if let Some(found) = found {
            self.remember(trial.key, found);
        }
        self.path.leave();
        found
    }
}

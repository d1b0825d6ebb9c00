//! What a search reads from the table and writes into it.
//!
//! Where positions come back there are two kinds of results (Kishimoto & Müller 2004). Those that
//! hold after every line of play are kept under the position. Those that rest on the line that
//! led there are kept under the position and the line; under the position alone there is a hint,
//! and the numbers of the time when it was not solved, which serve after every line.

use phidelta_rules::{Game, GraphKind, Guide, Status, resolve};

use super::{Child, Search};
use crate::memory::{self, FAR, Known};
use crate::path::{NOTHING, PathStep};
use crate::table::{Entry, work};
use crate::{Numbers, Variants};

/// What is known about a position after the present line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub numbers: Numbers,
    /// The work spent on it.
    pub work: u64,
    /// If it is solved: the earliest place on the line that this rests on.
    pub reach: u32,
    /// Its least distance from a root, or the height of its proof.
    pub distance: u16,
}

impl From<Known> for Found {
    #[inline]
    fn from(Known { numbers, work, distance, .. }: Known) -> Found {
        Found { numbers, work, reach: NOTHING, distance }
    }
}

impl<M> Child<M> {
    /// Takes over what was found.
    #[inline]
    pub(super) fn learn(&mut self, found: Found, infinity: u32) {
        (self.numbers, self.work, self.reach) = (found.numbers, found.work, found.reach);
        let is_solved = found.numbers.verdict(infinity).is_some();
        self.distance = if is_solved { found.distance } else { self.distance.min(found.distance) };
    }
}

impl<G: Game, A: Guide<G>, V: Variants> Search<'_, G, A, V> {
    /// What the table says about a position after any line, in terms of the present question.
    #[inline]
    pub(super) fn look_up(&mut self, key: u64) -> Option<Found> {
        self.look_up_known(key).map(Found::from)
    }

    #[inline]
    fn look_up_known(&mut self, key: u64) -> Option<Known> {
        let known = self.known(key);
        if known.is_some() {
            self.counters.hits += 1;
        } else {
            self.counters.misses += 1;
        }
        known
    }

    /// What is known about the position with this key to which a move leads from `state`, the last
    /// one of the line: from the table, or since it comes back.
    #[inline]
    pub(super) fn look_up_after(
        &mut self,
        state: &G::State,
        mv: G::Move,
        key: u64,
    ) -> Option<Found> {
        let known = self.look_up_known(key);
        let found = known.map(Found::from);
        if !G::Graph::REPEATS || self.path.is_idle() {
            return found;
        }
        let hints = known.map_or([false; 2], |known| known.hints);
        let is_solved =
            found.is_some_and(|found| found.numbers.verdict(self.problem.infinity).is_some());
        if is_solved || hints == [false; 2] && !self.path.may_hold(key) {
            return found;
        }
        self.look_closely(state, mv, key, hints).or(found)
    }

    /// What is known about a position after the present line and no other.
    fn look_closely(
        &mut self,
        state: &G::State,
        mv: G::Move,
        key: u64,
        hints: [bool; 2],
    ) -> Option<Found> {
        let game = self.problem.game;
        let mut child = state.clone();
        game.play(&mut child, mv);
        let next = self.path.next(game, mv, &child, key);
        let found = self.repeated(&child, next).or_else(|| self.after_line(key, next.code));
        if found.is_some() {
            return found;
        }
        [true, false].into_iter().find_map(|proved| {
            let hinted = hints[usize::from(proved)];
            if hinted { self.simulate(&child, mv, proved) } else { None }
        })
    }

    /// The result of a game that ends since a position has come back.
    pub(super) fn repeated(&self, state: &G::State, next: PathStep) -> Option<Found> {
        let repeated = self.path.repetition(self.problem.game, state, next)?;
        // With positions that only count as the same, the game may have ended otherwise.
        let numbers = match resolve(self.problem.game, state, &mut Vec::new()) {
            Status::Over(_) => return None,
            Status::Turn(_) => self.problem.settled(repeated.value),
        };
        Some(Found { numbers, work: 1, reach: repeated.first, distance: 0 })
    }

    /// What the table says about a position after the line with this code.
    pub(super) fn after_line(&self, key: u64, code: u64) -> Option<Found> {
        let entry = self.table.probe(memory::key_after_line(key, code))?;
        let result = memory::read_after_line(entry, self.problem.question, code)?;
        let numbers = Numbers::solved(result.proved, self.problem.infinity);
        Some(Found { numbers, work: result.work, reach: result.reach, distance: FAR })
    }

    #[inline]
    pub(super) fn known(&self, key: u64) -> Option<Known> {
        let entry = self.table.probe(key)?;
        memory::read::<G, _>(entry, self.problem.question, self.problem.infinity)
    }

    /// Puts what was found of the present position, the last one of the line, into the table.
    pub(super) fn remember(&mut self, key: u64, found: Found) {
        let code = work::encode(found.work, self.counters.nodes);
        let question = self.problem.question;
        let infinity = self.problem.infinity;
        if V::ALL
            && let Some(outbox) = self.outbox
            && outbox.wants(found.work)
            && found.numbers.verdict(infinity).is_some()
            && found.reach == NOTHING
        {
            let Found { numbers, distance, .. } = found;
            outbox.add(key, memory::entry::<G>(numbers, code, question, distance, [false; 2]));
        }
        if !G::Graph::REPEATS {
            return self.put(key, memory::entry::<G>(found.numbers, code, question, 0, [false; 2]));
        }
        let known = self.known(key);
        let mut hints = known.map_or([false; 2], |known| known.hints);
        let before = known.filter(|known| known.numbers.verdict(infinity).is_none());
        let mut distance = found.distance;
        let mut numbers = found.numbers;
        if let Some(known) = known.filter(|known| known.numbers == numbers) {
            // The height of a proof that others may rest on must not grow.
            distance = distance.min(known.distance);
        }
        if let Some(proved) = numbers.verdict(infinity)
            && found.reach != NOTHING
        {
            self.counters.after_lines += 1;
            let line = self.path.code();
            let entry = memory::entry_after_line(proved, found.reach, code, question, line);
            self.put(memory::key_after_line(key, line), entry);
            hints[usize::from(proved)] = true;
            numbers = before.map_or(Numbers { proof: 1, disproof: 1 }, |known| known.numbers);
            distance = FAR;
        }
        if numbers.verdict(infinity).is_none() {
            distance = before.map_or(distance, |known| distance.min(known.distance));
        }
        self.put(key, memory::entry::<G>(numbers, code, question, distance, hints));
    }

    fn put(&mut self, key: u64, entry: Entry) {
        let infinity = self.problem.infinity;
        self.counters.replaced += memory::put::<G>(self.table, key, entry, infinity);
    }
}

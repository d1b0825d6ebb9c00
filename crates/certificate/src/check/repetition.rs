//! Mode path: which positions of the line have come back, and what follows from it by the rules.

use std::collections::hash_map::Entry;
use std::mem;

use phidelta_rules::{Game, Recurrence, RepetitionRule};
use rustc_hash::FxHashMap;

use super::Fault;
use super::line::Level;

/// Looks for positions of the line that have come back.
pub(super) struct Repetitions<'a, G: Game> {
    game: &'a G,
    /// The rule that ends games in which a position comes back.
    rule: &'a RepetitionRule<G>,
    /// How many positions on the line have a place.
    places: FxHashMap<u64, u32>,
}

impl<'a, G: Game> Repetitions<'a, G> {
    /// None if no game ends by repetition.
    pub fn new(game: &'a G, recurrence: &'a Recurrence<G>) -> Option<Self> {
        let Recurrence::Ends(rule) = recurrence else { return None };
        Some(Repetitions { game, rule, places: FxHashMap::default() })
    }

    /// What it takes for a line, with a copy of its positions, which the value of a repetition is told from.
    pub fn bytes(&self, line: &[Level<G>]) -> usize {
        self.places.capacity() * mem::size_of::<(u64, u32)>()
            + line.len() * mem::size_of::<G::State>()
    }

    /// A position has become part of the line.
    pub fn enter(&mut self, state: &G::State) {
        *self.places.entry(self.rule.place(self.game, state)).or_default() += 1;
    }

    /// It is no longer.
    pub fn leave(&mut self, state: &G::State) {
        if let Entry::Occupied(mut count) = self.places.entry(self.rule.place(self.game, state)) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }

    /// How many plies before a position was first on the line, if the game ends since it has come
    /// back.
    pub fn plies_back(&self, line: &[Level<G>], state: &G::State) -> Option<usize> {
        if !self.places.contains_key(&self.rule.place(self.game, state)) {
            return None;
        }
        let levels = line.iter().enumerate();
        let mut earlier =
            levels.filter(|(_, level)| self.rule.comes_back(self.game, &level.state, state));
        let (first, _) = earlier.next()?;
        let is_over = 2 + earlier.count() >= self.rule.occurrences as usize;
        is_over.then_some(line.len() - first)
    }

    /// What the game is worth that ends since a position has come back after so many plies.
    pub fn value(&self, line: &[Level<G>], state: &G::State, plies: usize) -> G::Value {
        let cycle = &line[line.len() - plies..];
        let mut positions: Vec<G::State> = cycle.iter().map(|level| level.state.clone()).collect();
        positions.push(state.clone());
        (self.rule.value)(self.game, &positions)
    }

    /// Sees that what holds after a line holds whatever the line before its last move was.
    pub fn demand_irreversible(&self, line: &[Level<G>]) -> Result<(), Fault> {
        let last = line.last().ok_or(Fault::Reversible)?;
        let irreversible = (self.rule.irreversible)(self.game, &last.state, last.mv);
        if irreversible { Ok(()) } else { Err(Fault::Reversible) }
    }
}

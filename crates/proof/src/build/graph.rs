//! A solution while it is put together, with the positions that it is about.

use hashbrown::HashTable;
use phidelta_rules::{Game, zobrist};

use crate::solution::{Act, Full, Link, Solution};

/// The positions that are proved, each after those that its proof rests on.
pub(super) struct Graph<S> {
    pub solution: Solution,
    /// The position at each place of the solution.
    states: Vec<S>,
    /// The places, by the positions' keys.
    places: HashTable<u32>,
}

impl<S> Default for Graph<S> {
    fn default() -> Self {
        Graph { solution: Solution::default(), states: Vec::new(), places: HashTable::new() }
    }
}

impl<S: Eq> Graph<S> {
    /// The place of the position with this key that `is_it` knows.
    #[inline]
    pub fn find(&self, key: u64, mut is_it: impl FnMut(&S) -> bool) -> Option<u32> {
        let hash = zobrist::scramble(key);
        self.places.find(hash, |&place| is_it(&self.states[place as usize])).copied()
    }

    /// Adds a position that is proved now.
    pub fn add<G: Game<State = S>>(
        &mut self,
        game: &G,
        state: S,
        act: Act,
        links: impl IntoIterator<Item = Link>,
    ) -> Result<u32, Full> {
        let place = self.solution.add(act, links)?;
        let hash = |state: &S| zobrist::scramble(game.key(state));
        let here = hash(&state);
        self.states.push(state);
        let states = &self.states;
        self.places.insert_unique(here, place, |&place| hash(&states[place as usize]));
        Ok(place)
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.places.capacity() * (size_of::<u32>() + 1)
            + self.solution.bytes()
    }
}

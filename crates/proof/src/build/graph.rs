//! A solution while it is put together, with the positions that it is about.

use hashbrown::HashTable;
use phidelta_rules::{Game, zobrist};

use phidelta_certificate::{Justification, Link, Solution, TooLarge};

/// The positions that are proved, each after those that its proof rests on.
pub(super) struct Graph<S> {
    pub solution: Solution,
    /// The position at each place of the solution.
    states: Vec<S>,
    /// The places, by the positions' keys.
    places: HashTable<u32>,
    /// What was reserved: it becomes the solution when all of it is known.
    reserved: Vec<(Justification, Box<[Link]>)>,
}

impl<S> Default for Graph<S> {
    fn default() -> Self {
        Graph {
            solution: Solution::default(),
            states: Vec::new(),
            places: HashTable::new(),
            reserved: Vec::new(),
        }
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
    #[inline(always)]
    pub fn add<G: Game<State = S>>(
        &mut self,
        game: &G,
        state: S,
        act: Justification,
        links: impl IntoIterator<Item = Link>,
    ) -> Result<u32, TooLarge> {
        let place = self.solution.add(act, links)?;
        self.enter(game, state, place);
        Ok(place)
    }

    /// Adds a position that is proved now, after one line of play: it is not to be found again.
    pub fn add_once(
        &mut self,
        state: S,
        act: Justification,
        links: impl IntoIterator<Item = Link>,
    ) -> Result<u32, TooLarge> {
        let place = self.solution.add(act, links)?;
        self.states.push(state);
        Ok(place)
    }

    /// Reserves a place for a position that is to be proved, with the help of itself if need be.
    pub fn reserve<G: Game<State = S>>(&mut self, game: &G, state: S) -> Result<u32, TooLarge> {
        let place = u32::try_from(self.reserved.len()).map_err(|_| TooLarge)?;
        self.reserved.push((Justification::All, Box::default()));
        self.enter(game, state, place);
        Ok(place)
    }

    /// Says what is done about a position whose place was reserved.
    pub fn fill(&mut self, place: u32, act: Justification, links: impl IntoIterator<Item = Link>) {
        self.reserved[place as usize] = (act, links.into_iter().collect());
    }

    /// Makes the solution of what was reserved.
    pub fn settle(&mut self) -> Result<(), TooLarge> {
        for (act, links) in self.reserved.drain(..) {
            self.solution.add(act, links)?;
        }
        Ok(())
    }

    fn enter<G: Game<State = S>>(&mut self, game: &G, state: S, place: u32) {
        let hash = |state: &S| zobrist::scramble(game.key(state));
        let here = hash(&state);
        self.states.push(state);
        let states = &self.states;
        self.places.insert_unique(here, place, |&place| hash(&states[place as usize]));
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.places.capacity() * (size_of::<u32>() + 1)
            + self.reserved.capacity() * size_of::<(Justification, Box<[Link]>)>() * 2
            + self.solution.bytes()
    }
}

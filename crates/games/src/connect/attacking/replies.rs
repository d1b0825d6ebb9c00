//! The opponent's moves that are not known to lose.
//!
//! An attack that is found after a pass wins against every move outside its zone. One that is found
//! after some move wins against others outside its zone, too: that the stones of the first move are
//! then missing is no help to the opponent. (It would be if they spoilt a row of his, by making it too
//! long; so where rows are exact, only the zone of the pass counts.) So only moves that meet the zones
//! of all attacks found so far are looked at, and each new attack leaves fewer of them. Song, Iida and
//! van den Herik generate the same moves from the zones of the pass and of each single stone, and
//! search them all.

use phidelta_rules::{Area, Game};

use super::{Attacking, State, Stones};
use crate::connect::vcdt::{Attack, Vcdt};
use crate::connect::zone::zone;

/// The moves, for an opponent who has to place one stone or two and does not complete a row. The
/// attacker wins if he passes.
pub fn moves(setting: &Attacking<'_>, state: &State) -> Vec<Stones> {
    let searcher = &mut *setting.searcher();
    let empty = setting.game.empty(state);
    let left = state.left();
    if empty.len() < left {
        let [a, b] = [empty.iter().next(), empty.iter().nth(1)];
        let some = |square: usize| square as u16;
        return match (a, b) {
            (Some(a), Some(b)) => vec![Stones::two(some(a), some(b))],
            (Some(a), None) => vec![Stones::one(some(a))],
            _ => Vec::new(),
        };
    }
    let mut review = Review { setting, searcher, zones: Vec::new(), open: Vec::new() };
    // There is an attack, or the position would be over; unless the search is to stop.
    let Some(attack) = review.attack(&setting.passed(state)) else { return Vec::new() };
    let zone = review.zone(&attack, left);
    review.zones.push(zone);
    let mut before = Area::EMPTY;
    for first in zone {
        if left == 1 {
            review.single(state, first);
        } else {
            review.pairs(state, first, empty - before);
        }
        before.insert(first);
    }
    review.open
}

/// A look at all moves of the opponent.
struct Review<'r, 's, 'a> {
    setting: &'s Attacking<'a>,
    searcher: &'r mut Vcdt<'a>,
    /// The zones of the attacks found so far: each wins against all moves that do not meet it.
    zones: Vec<Area>,
    open: Vec<Stones>,
}

impl Review<'_, '_, '_> {
    fn attack(&mut self, state: &State) -> Option<Attack> {
        self.setting.attack_by(self.searcher, state)
    }

    /// The zone of an attack that was just found, if the opponent has so many other stones.
    fn zone(&mut self, attack: &Attack, free: usize) -> Area {
        zone(self.searcher.field(), self.setting.attacker, attack, free)
    }

    /// A move of one stone.
    fn single(&mut self, state: &State, square: usize) {
        if self.zones.iter().any(|zone| !zone.contains(square)) {
            return;
        }
        match self.attack(&self.after(state, [square].into_iter())) {
            Some(attack) if !self.setting.game.shape().parameters.exact => {
                let zone = self.zone(&attack, 1);
                self.zones.push(zone);
            }
            Some(_) => {}
            None => self.open.push(Stones::one(square as u16)),
        }
    }

    /// The moves of this stone and another of these squares.
    fn pairs(&mut self, state: &State, first: usize, squares: Area) {
        let mut seconds = squares;
        seconds.remove(first);
        for zone in self.zones.iter().filter(|zone| !zone.contains(first)) {
            seconds = seconds & *zone;
        }
        if seconds.is_empty() {
            return;
        }
        // What wins after this stone alone wins against many others, too.
        let after = self.passed_after(state, first);
        if let Some(attack) = self.attack(&after) {
            seconds = seconds & self.learn(&attack);
        }
        while let Some(second) = seconds.iter().next() {
            seconds.remove(second);
            match self.attack(&self.after(state, [first, second].into_iter())) {
                Some(attack) => seconds = seconds & self.learn(&attack),
                None => self.open.push(Stones::two(first as u16, second as u16)),
            }
        }
    }

    /// Keeps the zone of an attack for all moves of two stones. Gives that for moves of which one
    /// stone is placed.
    fn learn(&mut self, attack: &Attack) -> Area {
        let zone = self.zone(attack, 2);
        self.zones.push(zone);
        self.zone(attack, 1)
    }

    fn after(&self, state: &State, squares: impl Iterator<Item = usize>) -> State {
        let mut next = *state;
        let game = self.setting.game;
        squares.for_each(|square| game.play(&mut next, square as u16));
        next
    }

    fn passed_after(&self, state: &State, square: usize) -> State {
        self.setting.passed(&self.after(state, [square].into_iter()))
    }
}

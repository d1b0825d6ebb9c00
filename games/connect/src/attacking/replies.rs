//! The opponent's moves that are not known to lose.
//!
//! An attack that is found after a pass wins against every move outside its zone. One that is found
//! after some move wins against others outside its zone, too: that the stones of the first move are
//! then missing is no help to the opponent. (It would be if they spoilt a row of his, by making it too
//! long; so where rows are exact, only the zone of the pass counts.) So only moves that meet the zones
//! of all attacks found so far are looked at, and each new attack leaves fewer of them. Song, Iida and
//! van den Herik generate the same moves from the zones of the pass and of each single stone, and
//! search them all.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use phidelta_rules::{Area, Game};

use super::{Attacking, State, Stones};
use crate::vcdt::{Attack, Vcdt};
use crate::zone::zone;

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
    let searched = setting.attack_by(searcher, &setting.passed(state));
    // There is an attack, or the position would be over; unless the search is to stop.
    let Some(attack) = searched else { return Vec::new() };
    let zone = zone(searcher.field(), setting.attacker, &attack, left);
    let review = Review { setting, state, empty, found: Mutex::new(Found::in_zone(zone)) };
    // Those who look for threats and have nothing else to do help.
    let mut helpers = setting.free_searchers();
    thread::scope(|scope| {
        for helper in &mut helpers {
            let (review, helper) = (&review, &mut **helper);
            let work = move || review.work(helper);
            // If the system has no more threads, those that there are do it.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        review.work(searcher);
    });
    drop(helpers);
    let found = review.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.open.into_values().flatten().collect()
}

/// A look at all moves of the opponent.
struct Review<'s, 'a> {
    setting: &'s Attacking<'a>,
    state: &'s State,
    empty: Area,
    found: Mutex<Found>,
}

/// What was found so far.
struct Found {
    /// The zones of the attacks found so far: each wins against all moves that do not meet it.
    zones: Vec<Area>,
    /// The first stones that nobody has looked at, and those that somebody has.
    firsts: Area,
    before: Area,
    /// The moves that are not known to lose, by the order of their first stones.
    open: BTreeMap<usize, Vec<Stones>>,
}

impl Found {
    fn in_zone(zone: Area) -> Self {
        Found { zones: vec![zone], firsts: zone, before: Area::EMPTY, open: BTreeMap::new() }
    }

    /// The next first stone to look at, and those before it.
    fn next(&mut self) -> Option<(usize, Area)> {
        let first = self.firsts.iter().next()?;
        let before = self.before;
        self.firsts.remove(first);
        self.before.insert(first);
        Some((first, before))
    }

    /// The squares of other stones that, with this one, meet all zones.
    fn seconds(&self, first: usize, mut squares: Area) -> Area {
        squares.remove(first);
        let missed = self.zones.iter().filter(|zone| !zone.contains(first));
        missed.fold(squares, |squares, zone| squares & *zone)
    }
}

impl Review<'_, '_> {
    /// Looks at moves until all are looked at.
    fn work(&self, searcher: &mut Vcdt<'_>) {
        loop {
            let Some((first, before)) = self.found().next() else { return };
            let open = if self.state.left() == 1 {
                self.single(searcher, first)
            } else {
                self.pairs(searcher, first, self.empty - before)
            };
            self.found().open.insert(first, open);
        }
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The zone of an attack that was just found, if the opponent has so many other stones.
    fn zone(&self, searcher: &mut Vcdt<'_>, attack: &Attack, free: usize) -> Area {
        zone(searcher.field(), self.setting.attacker, attack, free)
    }

    /// A move of one stone, if it is not known to lose.
    fn single(&self, searcher: &mut Vcdt<'_>, square: usize) -> Vec<Stones> {
        if self.found().zones.iter().any(|zone| !zone.contains(square)) {
            return Vec::new();
        }
        match self.setting.attack_by(searcher, &self.after([square].into_iter())) {
            Some(attack) if !self.setting.game.shape().parameters.exact => {
                let zone = self.zone(searcher, &attack, 1);
                self.found().zones.push(zone);
                Vec::new()
            }
            Some(_) => Vec::new(),
            None => vec![Stones::one(square as u16)],
        }
    }

    /// The moves of this stone and another of these squares that are not known to lose.
    fn pairs(&self, searcher: &mut Vcdt<'_>, first: usize, squares: Area) -> Vec<Stones> {
        let mut seconds = self.found().seconds(first, squares);
        let mut open = Vec::new();
        if seconds.is_empty() {
            return open;
        }
        // What wins after this stone alone wins against many others, too.
        let after = self.setting.passed(&self.after([first].into_iter()));
        if let Some(attack) = self.setting.attack_by(searcher, &after) {
            seconds = seconds & self.learn(searcher, &attack);
        }
        while let Some(second) = seconds.iter().next() {
            seconds.remove(second);
            let after = self.after([first, second].into_iter());
            match self.setting.attack_by(searcher, &after) {
                Some(attack) => seconds = seconds & self.learn(searcher, &attack),
                None => open.push(Stones::two(first as u16, second as u16)),
            }
        }
        open
    }

    /// Keeps the zone of an attack for all moves of two stones. Gives that for moves of which one
    /// stone is placed.
    fn learn(&self, searcher: &mut Vcdt<'_>, attack: &Attack) -> Area {
        let zone = self.zone(searcher, attack, 2);
        self.found().zones.push(zone);
        self.zone(searcher, attack, 1)
    }

    fn after(&self, squares: impl Iterator<Item = usize>) -> State {
        let mut next = *self.state;
        let game = self.setting.game;
        squares.for_each(|square| game.play(&mut next, square as u16));
        next
    }
}

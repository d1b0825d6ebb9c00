//! What searches by threats remember of positions.

use phidelta_rules::{Fate, zobrist};

/// How a remembered fate is to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    /// The fate is this or better.
    AtLeast,
    /// The fate is this or worse.
    AtMost,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M> {
    pub key: u64,
    pub fate: Fate,
    pub bound: Bound,
    /// How far it was searched.
    pub depth: u16,
    /// With the threat of this number.
    pub threat: u8,
    pub best: Option<M>,
}

/// Two places for each key with a threat: one for the deepest search, one for the latest.
pub struct Table<M> {
    places: Vec<[Option<Entry<M>>; 2]>,
}

impl<M: Copy> Table<M> {
    /// With room for so many positions, rounded to a power of two.
    pub fn new(entries: usize) -> Self {
        Table { places: vec![[None; 2]; (entries / 2).max(1).next_power_of_two()] }
    }

    fn place(&self, key: u64, threat: u8) -> usize {
        zobrist::scramble(key ^ u64::from(threat)) as usize & (self.places.len() - 1)
    }

    /// What is remembered of the position with this key, searched with the threat of this number.
    pub fn get(&self, key: u64, threat: u8) -> Option<&Entry<M>> {
        let places = &self.places[self.place(key, threat)];
        places.iter().flatten().find(|entry| (entry.key, entry.threat) == (key, threat))
    }

    pub fn put(&mut self, entry: Entry<M>) {
        let place = self.place(entry.key, entry.threat);
        let [deep, latest] = &mut self.places[place];
        let worth = |entry: &Entry<M>| (entry.fate.is_decided(), entry.depth, entry.threat);
        let is_same = |old: &Entry<M>| (old.key, old.threat) == (entry.key, entry.threat);
        match deep {
            Some(old) if !is_same(old) && worth(old) > worth(&entry) => {
                *latest = Some(entry);
            }
            _ => {
                if deep.as_ref().is_some_and(|old| !is_same(old)) {
                    *latest = deep.take();
                } else if latest.as_ref().is_some_and(is_same) {
                    *latest = None;
                }
                *deep = Some(entry);
            }
        }
    }
}

/// Whether a threat was there in positions seen before.
pub struct Verified {
    places: Vec<(u64, bool)>,
}

impl Verified {
    pub fn new(entries: usize) -> Self {
        Verified { places: vec![(0, false); entries.max(1).next_power_of_two()] }
    }

    pub fn get(&self, key: u64) -> Option<bool> {
        let (found, verified) = self.places[key as usize & (self.places.len() - 1)];
        (found == key).then_some(verified)
    }

    pub fn put(&mut self, key: u64, verified: bool) {
        let place = key as usize & (self.places.len() - 1);
        self.places[place] = (key, verified);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u16) -> Entry<u8> {
        Entry { key, fate: Fate::Unknown, bound: Bound::Exact, depth, threat: 0, best: None }
    }

    #[test]
    fn the_deepest_and_the_latest_stay() {
        let mut table = Table::new(2);
        for (key, depth) in [(1, 5), (2, 9), (3, 1), (4, 2)] {
            table.put(entry(key, depth));
        }
        let depth = |key| table.get(key, 0).map(|entry| entry.depth);
        assert_eq!([1, 2, 3, 4].map(depth), [None, Some(9), None, Some(2)]);
    }

    /// A shallow search with a wide threat does not push out a deep one with a narrow one.
    #[test]
    fn each_threat_has_an_entry() {
        let mut table = Table::new(64);
        table.put(entry(1, 9));
        table.put(Entry { threat: 3, ..entry(1, 2) });
        let depths = [0, 1, 3].map(|threat| table.get(1, threat).map(|entry| entry.depth));
        assert_eq!(depths, [Some(9), None, Some(2)]);
    }

    #[test]
    fn a_position_has_one_entry() {
        let mut table = Table::new(2);
        for (key, depth) in [(1, 5), (2, 1), (1, 3), (2, 7), (1, 4)] {
            table.put(entry(key, depth));
        }
        assert_eq!(table.get(1, 0).map(|entry| entry.depth), Some(4));
        assert_eq!(table.get(2, 0).map(|entry| entry.depth), Some(7));
    }
}

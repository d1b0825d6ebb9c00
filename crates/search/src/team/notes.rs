//! What is known of the children of positions above jobs, beside the table.
//!
//! A worker that comes back to the root drops the frames of its line, and with them the numbers of all children
//! there. A table that is full of larger subtrees does not keep those of the small ones: the next worker would find
//! them as if they were new, do the same small jobs again, and lose them again, for ever. So they are noted here.
//!
//! There are two generations, each of half the room: what is noted goes to the younger, and once that is full, the
//! elder is forgotten. What lies on lines that are searched is noted again with each job.

use std::collections::HashMap;

use crate::Numbers;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    pub numbers: Numbers,
    /// The work spent below it: 1 at least.
    pub work: u64,
    /// Its least distance from the root, or the height of its proof.
    pub distance: u16,
}

/// Notes by keys of positions, a limited number of them.
pub(super) struct Notes {
    younger: HashMap<u64, Note>,
    elder: HashMap<u64, Note>,
    /// How many a generation has.
    most: usize,
}

impl Notes {
    /// Room for so many notes.
    pub fn new(room: usize) -> Self {
        let most = (room / 2).max(1);
        Notes { younger: HashMap::new(), elder: HashMap::new(), most }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Note> {
        self.younger.get(&key).or_else(|| self.elder.get(&key)).copied()
    }

    pub fn put(&mut self, key: u64, note: Note) {
        if self.younger.len() >= self.most && !self.younger.contains_key(&key) {
            std::mem::swap(&mut self.younger, &mut self.elder);
            self.younger.clear();
        }
        self.younger.insert(key, note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(work: u64) -> Note {
        Note { numbers: Numbers { proof: 1, disproof: 2 }, work, distance: 3 }
    }

    #[test]
    fn what_is_noted_again_stays_and_the_rest_goes() {
        let mut notes = Notes::new(8);
        for key in 0..1000 {
            notes.put(key, note(key + 1));
            notes.put(7777, note(key + 1));
            assert_eq!(notes.get(key), Some(note(key + 1)));
            assert_eq!(notes.get(7777), Some(note(key + 1)));
            assert!(notes.younger.len() + notes.elder.len() <= 8);
        }
        assert_eq!(notes.get(900), None);
    }
}

//! Unconditional life (D. B. Benson 1976), for stones in a region outside of which nobody plays.
//!
//! The attacker moves as often as he likes, and the defender always passes. A chain of the defender is
//! alive if it cannot be captured even so. That is certain of a chain that touches [`AIR`], and of the
//! chains of a set X such that each has two *eyes*. An eye of a chain is a connected part of the points
//! without stones of the defender, as large as possible, such that
//!
//! 1. all its empty points, of which there is at least one, are liberties of the chain;
//! 2. all chains of the defender next to it are in X, or touch AIR, or are outside the region and have
//!    a liberty there;
//! 3. stones of the attacker in it do not touch AIR.
//!
//! Proof. Look at the first stone of the attacker after which an eye of a chain in X has no empty point.
//! Until then no chain in X was captured, as each had a liberty in each of two eyes; so by 2 no stone
//! next to an eye was, and the eye is still the same set of points. After the stone, all points of the
//! eye are stones of the attacker. By 3, and as the rest of its border are stones of the defender, they
//! have no liberty unless the stone captured a chain next to the eye. By 2 this chain touches AIR, has a
//! liberty outside, or has another eye with an empty point. So it was not captured, and the stone was
//! suicide, which is illegal. Hence no eye is ever filled, and no chain of X captured. Bans of kos and
//! threats have no part in this.

use phidelta_rules::Player;

use super::field::{AIR, Field, Set, lowest};

const DEFENDER: usize = Player::Max as usize;
const ATTACKER: usize = Player::Min as usize;

/// What there is to know of a position to tell which chains of the defender are alive.
pub(super) struct Life<'a> {
    field: &'a Field,
    stones: Set,
    empty: Set,
}

impl<'a> Life<'a> {
    #[inline]
    pub fn new(field: &'a Field, stones: [Set; 2]) -> Self {
        let empty = field.all & !(stones[0] | stones[1]);
        Life { field, stones: stones[DEFENDER], empty }
    }

    /// Whether a chain with one of these stones is alive.
    pub fn any(&self, seeds: Set) -> bool {
        let mut rest = seeds;
        while rest != 0 {
            let (chain, border) = self.chain(rest);
            if self.lives(chain, border) {
                return true;
            }
            rest &= !chain;
        }
        false
    }

    /// Whether this chain is alive, of which the border is known.
    #[inline]
    pub fn lives(&self, chain: Set, border: Set) -> bool {
        border & AIR != 0
            || self.has_two_eyes(border & self.empty, self.stones) && self.alive() & chain != 0
    }

    /// The stones of all chains that are alive.
    fn alive(&self) -> Set {
        let (mut alive, mut certain) = (self.stones, 0);
        loop {
            let before = alive;
            let mut rest = alive & !certain;
            while rest != 0 {
                let (chain, border) = self.chain(rest);
                rest &= !chain;
                if border & AIR != 0 {
                    certain |= chain;
                } else if !self.has_two_eyes(border & self.empty, alive) {
                    alive &= !chain;
                }
            }
            if alive == before {
                return alive;
            }
        }
    }

    /// The chain of the lowest of these stones, and what is around it.
    #[inline]
    fn chain(&self, seeds: Set) -> (Set, Set) {
        self.field.flood(lowest(seeds), self.stones, DEFENDER)
    }

    /// Whether a chain with these liberties has two eyes, if only `alive` stones may be next to them.
    #[inline]
    fn has_two_eyes(&self, liberties: Set, alive: Set) -> bool {
        let (mut rest, mut eyes) = (liberties, 0);
        while rest != 0 {
            let eye = self.eye(lowest(rest), liberties, alive);
            if eye != 0 {
                eyes += 1;
                if eyes == 2 {
                    return true;
                }
            }
            rest &= !(lowest(rest) | eye);
        }
        false
    }

    /// The eye with this point, or nothing if it is none.
    #[inline]
    fn eye(&self, seed: Set, liberties: Set, alive: Set) -> Set {
        let vacant = self.field.all & !self.stones;
        // Other empty points, dead stones, and what the attacker's stones must not touch.
        let spoiling = self.empty & !liberties | self.stones & !alive | AIR;
        let (mut eye, mut rim) = (seed, seed);
        while rim != 0 {
            let around = self.field.around[ATTACKER][rim.trailing_zeros() as usize];
            if around & spoiling != 0 {
                return 0;
            }
            rim = rim & (rim - 1) | around & vacant & !eye;
            eye |= around & vacant;
        }
        eye
    }
}

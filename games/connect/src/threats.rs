//! Threats: what a player would complete next turn, and the stones that stop it.
//!
//! A *threat window* is live and lacks no more stones than a turn has. The number of threats is the
//! least number of stones that hit all of them (Wu and Huang 2005): who makes more threats than a
//! turn has stones wins.

use phidelta_rules::{Area, Player};

use super::field::Field;

/// The empty squares of a threat window: one, or two. (One is here twice.)
pub type Gap = [u16; 2];

/// Turns have at most this many stones where threats are searched.
pub const MOST_STONES: usize = 2;

/// A set of at most two squares, in ascending order; `NOWHERE` for those that are missing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Stones([u16; MOST_STONES]);

const NOWHERE: u16 = u16::MAX;

impl Stones {
    /// No stone.
    pub const NONE: Stones = Stones([NOWHERE; MOST_STONES]);

    /// One stone.
    #[inline]
    pub fn one(square: u16) -> Self {
        Stones([square, NOWHERE])
    }

    /// Two stones on different squares.
    #[inline]
    pub fn two(a: u16, b: u16) -> Self {
        debug_assert_ne!(a, b);
        Stones([a.min(b), a.max(b)])
    }

    /// The squares of a gap.
    #[inline]
    pub fn of_gap([a, b]: Gap) -> Self {
        if a == b { Stones::one(a) } else { Stones::two(a, b) }
    }

    /// The squares, in ascending order.
    #[inline]
    pub fn squares(&self) -> &[u16] {
        &self.0[..self.count()]
    }

    /// How many they are.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().filter(|&&square| square != NOWHERE).count()
    }

    /// The other one of two.
    #[inline]
    pub fn other(&self, square: u16) -> Option<u16> {
        let [a, b] = self.0;
        let other = if a == square { b } else { a };
        (other != NOWHERE && (a == square || b == square)).then_some(other)
    }

    /// A number that has their order.
    #[inline]
    pub fn number(&self) -> u32 {
        u32::from(self.0[0]) << 16 | u32::from(self.0[1])
    }

    /// Whether one of them is in the gap.
    #[inline]
    pub fn hit(&self, gap: Gap) -> bool {
        self.squares().iter().any(|square| gap.contains(square))
    }

    /// The squares as a set.
    pub fn area(&self) -> Area {
        self.squares().iter().map(|&square| square.into()).collect()
    }
}

/// Collects the gaps of the player's threat windows, those that lack least first.
#[inline]
pub fn gaps(field: &Field<'_>, player: Player, stones: usize, out: &mut Vec<Gap>) {
    debug_assert!(stones <= MOST_STONES);
    out.clear();
    out.extend(field.lacking(player, stones).map(|window| gap(field, window)));
}

/// The empty squares of a window that lacks one stone or two.
#[inline]
pub fn gap(field: &Field<'_>, window: usize) -> Gap {
    let mut squares = field.gaps(window).iter();
    let first = squares.next().expect("the window lacks a stone") as u16;
    [first, squares.next().map_or(first, |second| second as u16)]
}

/// The stones with which a player who has so many of them to place completes a row at once.
#[inline]
pub fn completion(field: &Field<'_>, player: Player, stones: usize) -> Option<Stones> {
    field.lacking(player, stones).next().map(|window| Stones::of_gap(gap(field, window)))
}

/// The least number of squares that hit all gaps; 3 if it is more than 2.
pub fn number(gaps: &[Gap]) -> usize {
    let Some(&first) = gaps.first() else { return 0 };
    if common(gaps).next().is_some() {
        return 1;
    }
    let two = ends(first).any(|square| common_without(gaps, square).next().is_some());
    if two { 2 } else { 3 }
}

/// The sets of exactly so many squares, one or two, that hit all gaps. There must be gaps, and they
/// must not be hit by fewer squares.
#[inline]
pub fn defences(gaps: &[Gap], stones: usize, out: &mut Vec<Stones>) {
    out.clear();
    if stones == 1 {
        out.extend(common(gaps).map(Stones::one));
        return;
    }
    for one in ends(gaps[0]) {
        for other in common_without(gaps, one) {
            let both = Stones::two(one, other);
            if !out.contains(&both) {
                out.push(both);
            }
        }
    }
}

/// All sets of squares, none of which can be left out, that hit all gaps with at most so many
/// stones, one or two, in ascending order.
pub fn all_defences(gaps: &[Gap], stones: usize) -> Vec<Stones> {
    let mut all = Vec::new();
    if gaps.is_empty() {
        return all;
    }
    all.extend(common(gaps).map(Stones::one));
    if stones == 2 {
        for one in ends(gaps[0]).filter(|&one| !gaps.iter().all(|gap| gap.contains(&one))) {
            for other in common_without(gaps, one) {
                if !all.contains(&Stones::one(other)) && !all.contains(&Stones::two(one, other)) {
                    all.push(Stones::two(one, other));
                }
            }
        }
    }
    all.sort_unstable();
    all
}

/// The squares of a gap, each once.
#[inline]
fn ends([a, b]: Gap) -> impl Iterator<Item = u16> {
    std::iter::once(a).chain((b != a).then_some(b))
}

/// The squares that are in all gaps. There must be a gap.
#[inline]
fn common(gaps: &[Gap]) -> impl Iterator<Item = u16> + '_ {
    ends(gaps[0]).filter(|square| gaps.iter().all(|gap| gap.contains(square)))
}

/// The squares that are in all gaps that this one is not in. One must be without it.
#[inline]
fn common_without(gaps: &[Gap], square: u16) -> impl Iterator<Item = u16> + '_ {
    let mut others = gaps.iter().filter(move |gap| !gap.contains(&square));
    let first = others.next();
    first
        .into_iter()
        .flat_map(|&gap| ends(gap))
        .filter(move |other| others.clone().all(|gap| gap.contains(other)))
}

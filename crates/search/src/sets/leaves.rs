//! Sets of leaves: what would have to be proved, or disproved, for a position to be.
//!
//! A set is a sorted slice, and sets that are the same are shared: where the mover chooses, the set
//! of a position *is* that of its best child.
//!
//! A set of more than [`MOST_LEAVES`] is truncated (Müller's PSS with bounded sets): the leaves that
//! are in the graph longest are kept, so that two sets keep what they have in common, and of the
//! others only the weight. In a union the heaviest such remainder counts, as if it contained the
//! others: what is left out may be underestimated, but never counted again and again.

use std::rc::Rc;

use crate::Numbers;
use crate::numbers::Side;

/// How many leaves a set keeps.
pub(super) const MOST_LEAVES: usize = 1024;

/// What the allocator takes for itself, about, for each piece of memory.
pub(super) const PIECE_BYTES: usize = 16;

/// A leaf of the graph, with the number that it starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    pub node: u32,
    pub weight: u32,
}

/// A set of leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Leaves {
    kept: Rc<[Leaf]>,
    /// The weight of leaves that are not kept.
    left_out: u64,
    /// The weight of all.
    weight: u64,
}

impl Leaves {
    /// The bytes that would be free if this set were dropped.
    pub fn own_bytes(&self) -> u64 {
        let counts = 2 * size_of::<usize>();
        if Rc::strong_count(&self.kept) == 1 {
            (PIECE_BYTES + counts + self.kept.len() * size_of::<Leaf>()) as u64
        } else {
            0
        }
    }

    /// Whether it is the same slice in memory.
    pub fn is(&self, other: &Leaves) -> bool {
        Rc::ptr_eq(&self.kept, &other.kept) && self.left_out == other.left_out
    }
}

/// What a position that is not solved says on one side: a leaf itself, or a set.
#[derive(Clone, Copy)]
pub(super) enum Says<'a> {
    Leaf(Leaf),
    Set(&'a Leaves),
}

impl<'a> Says<'a> {
    /// A leaf with these numbers.
    pub fn leaf(node: u32, numbers: Numbers, side: Side) -> Self {
        Says::Leaf(Leaf { node, weight: numbers[side] })
    }

    /// What the leaves together cost: the proof or disproof number.
    pub fn weight(self) -> u64 {
        match self {
            Says::Leaf(leaf) => leaf.weight.into(),
            Says::Set(set) => set.weight,
        }
    }

    /// The set, shared if there is one.
    pub fn set(self) -> Leaves {
        match self {
            Says::Leaf(leaf) => {
                Leaves { kept: Rc::new([leaf]), left_out: 0, weight: leaf.weight.into() }
            }
            Says::Set(set) => set.clone(),
        }
    }
}

/// Makes unions. Keeps its memory for the next one.
#[derive(Default)]
pub(super) struct Unions {
    joined: Vec<Leaf>,
}

impl Unions {
    /// The union of what several children say.
    pub fn union<'a>(&mut self, children: impl Iterator<Item = Says<'a>>) -> Leaves {
        self.joined.clear();
        let mut left_out = 0;
        for child in children {
            match child {
                Says::Leaf(leaf) => self.joined.push(leaf),
                Says::Set(set) => {
                    self.joined.extend_from_slice(&set.kept);
                    left_out = left_out.max(set.left_out);
                }
            }
        }
        // The sets are sorted: a stable sort finds them and merges.
        self.joined.sort_by_key(|leaf| leaf.node);
        self.joined.dedup_by_key(|leaf| leaf.node);
        let weigh = |leaves: &[Leaf]| leaves.iter().map(|leaf| u64::from(leaf.weight)).sum::<u64>();
        let (kept, dropped) = self.joined.split_at(self.joined.len().min(MOST_LEAVES));
        left_out += weigh(dropped);
        Leaves { kept: kept.into(), left_out, weight: weigh(kept) + left_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(unions: &mut Unions, nodes: std::ops::Range<u32>) -> Leaves {
        unions.union(nodes.map(|node| Says::Leaf(Leaf { node, weight: 2 })))
    }

    #[test]
    fn what_two_sets_share_counts_once() {
        let mut unions = Unions::default();
        let (low, high) = (set(&mut unions, 0..10), set(&mut unions, 5..20));
        let union = unions.union([Says::Set(&high), Says::Set(&low)].into_iter());
        assert_eq!(union, set(&mut unions, 0..20));
        assert_eq!(union.weight, 40);
        assert!(Says::Set(&union).set().is(&union));
    }

    #[test]
    fn large_sets_keep_their_weight() {
        let mut unions = Unions::default();
        let most = MOST_LEAVES as u32;
        let large = set(&mut unions, 0..most + 100);
        assert_eq!((large.kept.len(), large.weight), (MOST_LEAVES, 2 * u64::from(most + 100)));
        // Twice the same is the same, and one more is one more.
        let more = [Says::Set(&large), Says::Set(&large)].into_iter();
        assert_eq!(unions.union(more), large);
        let leaf = Says::Leaf(Leaf { node: u32::MAX, weight: 2 });
        let more = unions.union([Says::Set(&large), leaf].into_iter());
        assert_eq!(more.weight, large.weight + 2);
    }

    #[test]
    fn bytes_are_those_of_the_last_owner() {
        let mut unions = Unions::default();
        let one = set(&mut unions, 0..4);
        assert_eq!(one.own_bytes(), 16 + 16 + 32);
        let other = one.clone();
        assert_eq!((one.own_bytes(), other.own_bytes()), (0, 0));
        drop(other);
        assert_eq!(one.own_bytes(), 64);
    }
}

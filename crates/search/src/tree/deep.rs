//! DeepPN (Ishitobi, Plaat, Iida & van den Herik 2015): between best first and depth first.
//!
//! Besides its two numbers, a node has the depth of the leaf that would be expanded below it; a
//! child is chosen by a mixture of its number and of that depth, with the share R of the number.

use super::arena::{Arena, NONE, NodeId};
use crate::numbers::Side;

/// For each node, at which depth the leaf is that would be expanded below it.
pub(super) struct DeepValues {
    /// Between 0, depth first, and 1, best first.
    r: f64,
    depths: Vec<u16>,
}

impl DeepValues {
    /// For an arena of so many nodes.
    pub fn new(r: f64, nodes: u32) -> Self {
        DeepValues { r, depths: vec![0; nodes as usize + 1] }
    }

    pub fn set(&mut self, node: NodeId, depth: usize) {
        self.depths[node as usize] = depth.clamp(1, u16::MAX.into()) as u16;
    }

    /// Takes over the depth of a child.
    pub fn set_from(&mut self, node: NodeId, child: NodeId) {
        self.depths[node as usize] = self.depths[child as usize];
    }

    /// What DeepPN takes the least of: (1 − 1/δ) R + deep (1 − R), where δ is the number that the
    /// player to move above wants small and deep is 1/depth. With R = 1 the order is that of δ.
    ///
    /// That there is such a mixture, R with these two extremes, and a deep value that is the depth
    /// searched below each child, is in the paper's abstract. The terms, its formula 3, are given
    /// from memory: the text was not at hand.
    fn mixed(&self, node: NodeId, number: u32) -> f64 {
        let slowness = 1.0 - 1.0 / f64::from(number.max(1));
        slowness * self.r + (1.0 - self.r) / f64::from(self.depths[node as usize])
    }

    /// The unsolved child of a node to go on with; `least` is the side that its player chooses by.
    pub fn best<M: Copy>(
        &self,
        arena: &Arena<M>,
        node: NodeId,
        least: Side,
        infinity: u32,
    ) -> NodeId {
        let mut best = (f64::INFINITY, NONE);
        for child in arena.children(node) {
            let number = arena.get(child).numbers[least];
            if number < infinity {
                let mixed = self.mixed(child, number);
                if mixed < best.0 {
                    best = (mixed, child);
                }
            }
        }
        best.1
    }
}

//! The region in which the life of some stones is decided, if nobody says which it is.

use phidelta_rules::{Area, ParameterError};

use super::chains::{self, Chain, border};
use super::problem::target_chains;
use crate::Position;

/// How many empty points a region may have that is closed.
const MOST_CLOSED: usize = 40;
/// How many a region may have that is cut, unless the nearest are more.
const MOST_CUT: usize = 14;
/// How many steps from the stones are the nearest.
const NEAREST: usize = 2;
/// How many liberties an enemy chain has that can be captured at once.
const IN_ATARI: usize = 1;
/// How many it has if it might be captured.
const WEAK: usize = 3;
/// The same for a chain of the targets' colour.
const WEAK_FRIEND: usize = 4;

/// Empty points on which both sides may play, found from the targets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputedRegion {
    /// The points.
    pub points: Area,
    /// What bounds them.
    pub kind: RegionKind,
}

/// What bounds a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// Enemy chains, and the edge of the board.
    Closed,
    /// Nothing but the distance from the targets. Who gets out of it counts as alive, unless it is
    /// [`walled`].
    Cut,
}

/// The region of the chains with these targets: all empty points that can be reached from them over empty
/// points, over stones of their colour, and over enemy stones in atari. If there are more than 40, only
/// the nearest.
///
/// # Errors
/// If the targets are not stones of one colour.
pub fn computed_region(
    position: &Position,
    targets: &Area,
) -> Result<ComputedRegion, ParameterError> {
    let chains = chains::chains(position);
    let start = Reach::of(&target_chains(position, targets)?);
    let mut whole = start;
    while whole.points.len() <= MOST_CLOSED {
        let next = whole.grown(position, &chains, IN_ATARI);
        if next == whole {
            return Ok(ComputedRegion { points: whole.points, kind: RegionKind::Closed });
        }
        whole = next;
    }
    let (mut near, mut steps) = (start, 1);
    loop {
        let next = near.grown(position, &chains, WEAK);
        if next == near || steps >= NEAREST && next.points.len() > MOST_CUT {
            let points = near.rounded(position, &chains);
            return Ok(ComputedRegion { points, kind: RegionKind::Cut });
        }
        (near, steps) = (next, steps + 1);
    }
}

/// What was reached from the targets.
#[derive(Clone, Copy, PartialEq)]
struct Reach {
    /// Empty points.
    points: Area,
    /// Stones of the targets' colour.
    stones: Area,
}

impl Reach {
    fn of(chains: &[Chain]) -> Self {
        let none = Reach { points: Area::EMPTY, stones: Area::EMPTY };
        chains.iter().fold(none, Reach::with)
    }

    fn with(self, chain: &Chain) -> Self {
        Reach { points: self.points | chain.liberties, stones: self.stones | chain.stones }
    }

    /// The points, and all liberties of weak chains of the targets' colour next to them.
    fn rounded(self, position: &Position, chains: &[Chain]) -> Area {
        let friends = self.friends(position);
        let weak = chains.iter().filter(|chain| {
            chain.stones.meets(&friends)
                && chain.liberties.meets(&self.points)
                && chain.liberties.len() <= WEAK_FRIEND
        });
        weak.fold(self.points, |points, chain| points | chain.liberties)
    }

    /// All stones of the targets' colour.
    fn friends(&self, position: &Position) -> Area {
        position.stones[usize::from(position.stones[1].meets(&self.stones))]
    }

    /// One step further: to the empty points next to those reached, to chains of the targets' colour
    /// next to them, and to enemies with at most so many liberties.
    fn grown(self, position: &Position, chains: &[Chain], weak: usize) -> Self {
        let friends = self.friends(position);
        let next = border(&self.points, position.side) & chains::empty(position);
        let mut grown = Reach { points: self.points | next, ..self };
        for chain in chains {
            if chain.stones.meets(&friends) {
                if chain.liberties.meets(&self.points) {
                    grown = grown.with(chain);
                }
            } else if chain.liberties.len() <= weak
                && border(&chain.stones, position.side).meets(&self.stones)
            {
                grown.points |= chain.liberties;
            }
        }
        grown
    }
}

/// The position with a wall of the attacker's stones on all empty points around the region; and the
/// region, with those points where a stone would capture, or be in a chain without liberties outside. Who
/// lives behind the wall lives, if the chains of his colour do that have liberties outside.
pub fn walled(position: &Position, targets: &Area, region: &Area) -> (Position, Area) {
    let attacker = usize::from(position.stones[0].meets(targets));
    let mut region = *region;
    loop {
        let mut walled = position.clone();
        let wall = border(&region, position.side) & (chains::empty(position) - region);
        walled.stones[attacker] |= wall;
        let holes = chains::chains(&walled).iter().fold(Area::EMPTY, |holes, chain| {
            if !chain.liberties.is_subset(&region) {
                holes
            } else if chain.liberties.is_empty() {
                holes | chain.stones | border(&chain.stones, position.side)
            } else {
                holes | chain.stones
            }
        });
        if !holes.meets(&wall) {
            walled.ko = position.ko.filter(|&ko| region.contains(ko as usize));
            return (walled, region);
        }
        region |= holes & wall;
    }
}

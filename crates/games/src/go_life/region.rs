//! The region in which the life of some stones is decided, if nobody says which it is.

use phidelta_rules::{Area, ParameterError};

use super::chains::{self, Chain, border};
use super::problem::target_chains;
use crate::go::Position;

/// How many empty points a region may have that is closed.
const MOST_CLOSED: usize = 40;
/// How many a region may have that is cut, unless the nearest are more.
const MOST_CUT: usize = 14;
/// How many steps from the stones are the nearest.
const NEAREST: usize = 2;

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
    /// Nothing but the distance from the targets. Who gets out of it counts as alive, unless there is a
    /// [`wall`].
    Cut,
}

/// The region of the chains with these targets: all empty points that can be reached from them over empty
/// points and over stones of their colour. If there are more than 40, only the nearest.
///
/// # Errors
/// If the targets are not stones of one colour.
pub fn computed_region(
    position: &Position,
    targets: &Area,
) -> Result<ComputedRegion, ParameterError> {
    let targets = target_chains(position, targets)?;
    let colour =
        targets.iter().find_map(|chain| chains::colour(position, chain.stones.iter().next()?));
    let all = chains::chains(position).into_iter();
    let friends: Vec<Chain> = all
        .filter(|chain| {
            colour.is_some_and(|colour| chain.stones.is_subset(&position.stones[colour]))
        })
        .collect();
    let mut steps = vec![targets.iter().fold(Area::EMPTY, |all, chain| all | chain.liberties)];
    loop {
        let last = steps[steps.len() - 1];
        let next = grown(&last, position, &friends);
        if next == last {
            return Ok(ComputedRegion { points: last, kind: RegionKind::Closed });
        }
        if next.len() > MOST_CLOSED {
            let near = steps.iter().rposition(|points| points.len() <= MOST_CUT).unwrap_or(0);
            steps.push(next);
            let points = steps[near.max(NEAREST - 1).min(steps.len() - 1)];
            return Ok(ComputedRegion { points, kind: RegionKind::Cut });
        }
        steps.push(next);
    }
}

/// One step further: to the empty points next to these, or to chains that touch these.
fn grown(points: &Area, position: &Position, friends: &[Chain]) -> Area {
    let touching = friends.iter().filter(|chain| chain.liberties.meets(points));
    let next = border(points, position.side) & chains::empty(position);
    touching.fold(*points | next, |points, chain| points | chain.liberties)
}

/// The position with stones of the attacker on all empty points around the region, where they capture
/// nothing. Who lives behind this wall lives, whatever is outside.
pub fn walled(position: &Position, targets: &Area, region: &Area) -> Position {
    let attacker = usize::from(position.stones[0].meets(targets));
    let outside = chains::empty(position) - *region;
    let mut wall = border(region, position.side) & outside;
    loop {
        let mut walled = position.clone();
        walled.stones[attacker] |= wall;
        let dead = chains::without_liberty(&walled);
        let left = wall - dead - border(&dead, position.side);
        if left == wall {
            return walled;
        }
        wall = left;
    }
}

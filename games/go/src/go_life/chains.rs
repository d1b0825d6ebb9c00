//! Chains of a whole board, found anew whenever one is asked for: to set up a problem, not to play.

use phidelta_rules::Area;

use crate::{Point, Position};

/// Stones of one colour that are connected, and the empty points next to them.
pub(super) struct Chain {
    pub stones: Area,
    pub liberties: Area,
}

/// The points next to this one.
pub(super) fn neighbours(point: usize, side: usize) -> impl Iterator<Item = usize> {
    let (column, row) = (point % side, point / side);
    let left = (column > 0).then(|| point - 1);
    let right = (column + 1 < side).then(|| point + 1);
    let below = (row > 0).then(|| point - side);
    let above = (row + 1 < side).then(|| point + side);
    [left, right, below, above].into_iter().flatten()
}

/// All points next to one of an area, and perhaps some of its own.
pub(super) fn border(area: &Area, side: usize) -> Area {
    area.iter().flat_map(|point| neighbours(point, side)).collect()
}

/// The empty points.
pub(super) fn empty(position: &Position) -> Area {
    Area::first(position.side * position.side) - position.stones[0] - position.stones[1]
}

/// The number of the colour that has a stone on this point.
pub(super) fn colour(position: &Position, point: usize) -> Option<usize> {
    position.stones.iter().position(|stones| stones.contains(point))
}

/// The chain of the stone on this point, if there is one.
pub(super) fn chain(position: &Position, point: usize) -> Option<Chain> {
    let own = position.stones[colour(position, point)?];
    let mut stones = Area::EMPTY;
    stones.insert(point);
    loop {
        let around = border(&stones, position.side);
        let grown = stones | around & own;
        if grown == stones {
            return Some(Chain { stones, liberties: around & empty(position) });
        }
        stones = grown;
    }
}

/// All chains, in the order of their first stones.
pub(super) fn chains(position: &Position) -> Vec<Chain> {
    let mut rest = position.stones[0] | position.stones[1];
    let mut found = Vec::new();
    while let Some(chain) = rest.iter().next().and_then(|point| chain(position, point)) {
        rest = rest - chain.stones;
        found.push(chain);
    }
    found
}

/// The stones that should have been captured.
pub(super) fn without_liberty(position: &Position) -> Area {
    let chains = chains(position).into_iter().filter(|chain| chain.liberties.is_empty());
    chains.fold(Area::EMPTY, |stones, chain| stones | chain.stones)
}

/// Whether the player to move, had he not been forbidden to, could take a ko back here: by a stone with
/// enemies all around it, that takes one stone, which can then take it.
pub(super) fn is_ko(position: &Position, point: Point) -> bool {
    let (point, enemy) = (point as usize, !position.turn as usize);
    let surrounded =
        neighbours(point, position.side).all(|next| position.stones[enemy].contains(next));
    let around = neighbours(point, position.side).filter_map(|next| chain(position, next));
    let in_atari: Vec<Chain> = around.filter(|chain| chain.liberties.len() == 1).collect();
    empty(position).contains(point)
        && surrounded
        && matches!(&in_atari[..], [taken] if taken.stones.len() == 1)
}

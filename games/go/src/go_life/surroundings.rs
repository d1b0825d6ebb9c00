//! The region around stones of a real game, where they may get away: who gets out of it is alive.
//!
//! Its bounds were chosen on problems from games between programs, in which chains with few liberties take
//! part in the fight. Book problems are meant to be enclosed, and have another region (`region`).

use phidelta_rules::{Area, ParameterError};

use super::chains::{self, Chain, border};
use super::field::MOST_POINTS;
use super::problem::{changing, target_chains};
use super::region::{ComputedRegion, RegionKind};
use crate::Position;

/// How many empty points a region may have that was not cut.
const MOST_EMPTY: usize = 40;
/// How often a cut region grows, from the liberties of the targets on. Chosen on problems from games: once
/// lets too many get away, and after three times too few are solved.
const STEPS: usize = 2;

/// Enemy chains with so few liberties are no wall.
const WEAK: usize = 2;

/// The region of the chains with these targets: all empty points that can be reached over empty points,
/// over chains of their colour, and over enemy chains that have at most two liberties, or whose liberties
/// are all among these points. If there are more than 40, only those of them that are near.
///
/// # Errors
/// If the targets are not stones of one colour.
pub fn surroundings(position: &Position, targets: &Area) -> Result<ComputedRegion, ParameterError> {
    let targets = target_chains(position, targets)?;
    let all = chains::chains(position);
    let start = Spread::of(&targets, position);
    let whole = start.until(position, &all, |spread| spread.points.len() > MOST_EMPTY);
    let fits = |points: &Area| changing(position, points).len() <= MOST_POINTS;
    if whole.points.len() <= MOST_EMPTY && fits(&whole.points) {
        return Ok(ComputedRegion { points: whole.points, kind: RegionKind::Closed });
    }
    let near = (0..=STEPS).rev().map(|most| {
        let mut steps = 0;
        start.until(position, &all, |_| {
            steps += 1;
            steps > most
        })
    });
    let narrowest = start.points;
    let points = near.map(|near| near.points).find(fits).unwrap_or(narrowest);
    Ok(ComputedRegion { points, kind: RegionKind::Cut })
}

/// How far the flood has come.
#[derive(Clone, PartialEq)]
struct Spread {
    /// Empty points.
    points: Area,
    /// Stones of the targets' colour, and enemy stones that can be captured.
    stones: Area,
    /// All stones of the targets' colour.
    friends: Area,
}

impl Spread {
    fn of(targets: &[Chain], position: &Position) -> Self {
        let union = |part: fn(&Chain) -> Area| {
            targets.iter().fold(Area::EMPTY, |all, chain| all | part(chain))
        };
        let stones = union(|chain| chain.stones);
        let friends = position.stones[usize::from(position.stones[1].meets(&stones))];
        Spread { points: union(|chain| chain.liberties), stones, friends }
    }

    /// Grows step by step until nothing more can be reached, or it is enough.
    fn until(
        &self,
        position: &Position,
        chains: &[Chain],
        mut enough: impl FnMut(&Spread) -> bool,
    ) -> Spread {
        let mut spread = self.clone();
        loop {
            let grown = spread.grown(position, chains);
            if grown == spread || enough(&spread) {
                return spread;
            }
            spread = grown;
        }
    }

    /// One step: to the chains that touch what was reached, and to the empty points next to it.
    fn grown(&self, position: &Position, chains: &[Chain]) -> Spread {
        let mut grown = self.clone();
        for chain in chains {
            let is_friend = chain.stones.is_subset(&self.friends);
            let touches = border(&chain.stones, position.side).meets(&(self.points | self.stones));
            let is_weak = chain.liberties.len() <= WEAK;
            if touches && (is_friend || is_weak || chain.liberties.is_subset(&self.points)) {
                grown.stones |= chain.stones;
                grown.points |= chain.liberties;
            }
        }
        grown.points |= border(&self.points, position.side) & chains::empty(position);
        grown
    }
}

//! A problem: a position, the stones whose life is the question, and where both sides may play.

use phidelta_rules::{Area, ParameterError, Player};

use super::chains::{self, Chain, neighbours};
use super::field::{AIR, Field, MOST_POINTS};
use super::region::{computed_region, walled};
use crate::{Colour, LARGEST_SIDE, Point, Position, point_name};

/// The most threats that a side can have, if they are counted.
pub const MOST_THREATS: u8 = 9;
/// As many threats as one likes.
pub const UNLIMITED: u8 = u8::MAX;

/// A problem of life and death.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    position: Position,
    defender: Colour,
    targets: Area,
    region: Area,
    threats: [u8; 2],
}

impl Problem {
    /// The question whether one of the chains with these `targets` lives if both sides play only on the
    /// empty points of `region`, and where stones are captured. The defender, whose stones the targets
    /// are, and the attacker have so many `threats` each, at most [`MOST_THREATS`] or [`UNLIMITED`].
    ///
    /// # Errors
    /// If the position is none, the targets are not chains of one colour that the attacker could
    /// capture, or the region is too large.
    pub fn new(
        position: &Position,
        targets: &Area,
        region: &Area,
        threats: [u8; 2],
    ) -> Result<Self, ParameterError> {
        check_position(position)?;
        let position = position.clone();
        for threats in threats {
            if threats > MOST_THREATS && threats != UNLIMITED {
                let range = format!("at most {MOST_THREATS}, or inf");
                let (name, value) = ("the number of threats", threats.into());
                return Err(ParameterError::Range { name, value, range });
            }
        }
        let chains = target_chains(&position, targets)?;
        let region = *region & chains::empty(&position);
        for chain in &chains {
            if let Some(outside) = (chain.liberties - region).iter().next() {
                let outside = point_name(outside as Point, position.side);
                return fault(format!(
                    "the target has a liberty on {outside} outside the region; take {outside} into \
                     the region"
                ));
            }
        }
        let firsts = chains.iter().filter_map(|chain| chain.stones.iter().next());
        let defender = Colour::BOTH[usize::from(position.stones[1].meets(targets))];
        let problem = Problem { targets: firsts.collect(), defender, region, threats, position };
        match problem.changing().len() {
            ..=MOST_POINTS => Ok(problem),
            many => fault(format!(
                "stones can come and go on {many} points, but {MOST_POINTS} is the most; take a \
                 smaller region"
            )),
        }
    }

    /// The same in the region that is computed from the targets; if that is cut, behind a wall of the
    /// attacker's stones.
    ///
    /// # Errors
    /// As [`Problem::new`].
    pub fn with_computed_region(
        position: &Position,
        targets: &Area,
        threats: [u8; 2],
    ) -> Result<Self, ParameterError> {
        check_position(position)?;
        let region = computed_region(position, targets)?.points;
        let (walled, region) = walled(position, targets, &region);
        Problem::new(&walled, targets, &region, threats)
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whose stones the targets are.
    pub fn defender(&self) -> Colour {
        self.defender
    }

    /// The first stone of each chain that is a target.
    pub fn targets(&self) -> &Area {
        &self.targets
    }

    /// The empty points on which both sides may play.
    pub fn region(&self) -> &Area {
        &self.region
    }

    /// How many threats the defender and the attacker have.
    pub fn threats(&self) -> [u8; 2] {
        self.threats
    }

    /// The points on which stones can come and go: the region, and the chains with no liberty outside it.
    pub fn changing(&self) -> Area {
        changing(&self.position, &self.region)
    }

    /// The colours in the order of their sides: the defender's and the attacker's.
    pub(super) fn colours(&self) -> [Colour; 2] {
        [self.defender, !self.defender]
    }

    /// The player of a colour.
    pub(super) fn player(&self, colour: Colour) -> Player {
        if colour == self.defender { Player::Max } else { Player::Min }
    }

    pub(super) fn field(&self) -> Field {
        let changing = self.changing();
        let points: Vec<Point> = changing.iter().map(|point| point as Point).collect();
        let all = (1 << points.len()) - 1;
        let mut field = Field { points, all, around: [[0; MOST_POINTS]; 2] };
        for (side, colour) in self.colours().into_iter().enumerate() {
            let outside =
                (self.position.stones[colour as usize] | chains::empty(&self.position)) - changing;
            for (number, &point) in field.points.iter().enumerate() {
                for next in neighbours(point as usize, self.position.side) {
                    field.around[side][number] |= match field.number(next as Point) {
                        Some(next) => 1 << next,
                        None if outside.contains(next) => AIR,
                        None => 0,
                    };
                }
            }
        }
        field
    }
}

/// The points on which stones can come and go: the region, and the chains with no liberty outside it.
pub(super) fn changing(position: &Position, region: &Area) -> Area {
    let chains = chains::chains(position).into_iter();
    let loose = chains.filter(|chain| chain.liberties.is_subset(region));
    loose.fold(*region, |points, chain| points | chain.stones)
}

fn fault<T>(reason: String) -> Result<T, ParameterError> {
    Err(ParameterError::Other(reason))
}

/// Refuses what is no position of Go.
fn check_position(position: &Position) -> Result<(), ParameterError> {
    let side = position.side;
    if !(1..=LARGEST_SIDE).contains(&side) {
        let range = format!("1 to {LARGEST_SIDE}");
        let (name, value) = ("the side of the board", side as u64);
        return Err(ParameterError::Range { name, value, range });
    }
    let name = |point: usize| point_name(point as Point, side);
    if let Some(point) = (position.stones[0] & position.stones[1]).iter().next() {
        return fault(format!("there are two stones on {}; remove one", name(point)));
    }
    if let Some(point) = chains::without_liberty(position).iter().next() {
        return fault(format!("the stone on {} has no liberty; remove its chain", name(point)));
    }
    match position.ko {
        Some(ko) if !chains::is_ko(position, ko) => {
            fault(format!("no ko can be taken on {}; leave it out", name(ko as usize)))
        }
        _ => Ok(()),
    }
}

/// The chains with these stones.
pub(super) fn target_chains(
    position: &Position,
    targets: &Area,
) -> Result<Vec<Chain>, ParameterError> {
    if targets.is_empty() {
        return fault("there is no target; name a stone, as in targets=D4".into());
    }
    let name = |point: usize| point_name(point as Point, position.side);
    let mut found: Vec<Chain> = Vec::new();
    for target in targets.iter() {
        let Some(chain) = chains::chain(position, target) else {
            return fault(format!(
                "there is no stone on {}; name a target that is one",
                name(target)
            ));
        };
        if !found.iter().any(|known| known.stones.contains(target)) {
            found.push(chain);
        }
    }
    match Colour::BOTH.map(|colour| (position.stones[colour as usize] & *targets).iter().next()) {
        [Some(black), Some(white)] => fault(format!(
            "the targets on {} and {} are of different colours; leave one out",
            name(black),
            name(white)
        )),
        _ => Ok(found),
    }
}

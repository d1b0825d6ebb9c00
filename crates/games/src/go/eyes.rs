//! The skin of a group and the points in it that may become eyes (Cazenave 2004, § 5.2).

use phidelta_rules::Area;

use super::group::Group;
use super::{Board, Colour, Point};

/// An enclosed string of the opponent with more liberties than this has room for eyes of its own.
const ENCLOSED_LIBERTIES: u32 = 4;
/// What surrounds more points than this does not enclose them.
const ENCLOSED_POINTS: usize = 24;

/// Where a group may get eyes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Eyes {
    /// The points around the group: see [`skin`].
    pub skin: Area,
    /// Those of them that may become eyes.
    pub possible: Area,
}

impl Eyes {
    /// The points where this group may get eyes.
    pub fn of(board: &Board, group: &Group) -> Self {
        let skin = skin(board, group);
        let outside = *board.stones_of(!group.colour) - skin;
        let view = View { board, enemy: !group.colour, outside };
        let possible = skin.iter().filter(|&point| !view.is_false(point as Point)).collect();
        Eyes { skin, possible }
    }

    /// Whether two of the possible eyes are not next to each other: otherwise the group cannot have two.
    pub fn two_are_possible(&self, board: &Board) -> bool {
        let count = self.possible.len();
        self.possible.iter().any(|point| {
            let next = board.neighbours(point as Point).iter();
            let touching = next.filter(|&&next| self.possible.contains(next as usize)).count();
            touching + 1 < count
        })
    }
}

/// The points that surround a group, as § 5.2 lists them: the liberties of its strings and the empty points
/// next to these; the opponent's strings of one or two liberties that it touches, with the strings next to
/// those that have fewer liberties than they; and the opponent's strings of at most four liberties that it
/// touches and encloses.
pub fn skin(board: &Board, group: &Group) -> Area {
    let mut skin = group.liberties;
    let empty = board.empty();
    skin |= around(board, &group.liberties) & empty;
    for enemy in &group.enemies {
        let liberties = board.liberties(enemy.stone);
        let is_weak = liberties <= 2;
        if is_weak {
            for friend in board.enemies_of(enemy.stone).iter().map(|stone| stone as Point) {
                if board.liberties(friend) < liberties {
                    skin |= string(board, friend);
                }
            }
        }
        if is_weak || liberties <= ENCLOSED_LIBERTIES && is_enclosed(board, group, enemy.stone) {
            skin |= string(board, enemy.stone);
        }
    }
    skin
}

/// The stones of a string.
pub(super) fn string(board: &Board, stone: Point) -> Area {
    board.stones(stone).map(|stone| stone as usize).collect()
}

/// All points next to some of these.
pub(super) fn around(board: &Board, points: &Area) -> Area {
    let next = points.iter().flat_map(|point| board.neighbours(point as Point));
    next.map(|&point| point as usize).collect()
}

/// Whether only strings of the group surround the points that can be reached from a string of the
/// opponent without passing stones of the group's colour.
fn is_enclosed(board: &Board, group: &Group, stone: Point) -> bool {
    let mut reached = Area::EMPTY;
    reached.insert(stone as usize);
    let mut waiting = vec![stone];
    while let Some(point) = waiting.pop() {
        for &next in board.neighbours(point) {
            if board.has(next, group.colour) {
                if !group.stones.contains(next as usize) {
                    return false;
                }
            } else if !reached.contains(next as usize) {
                if reached.len() == ENCLOSED_POINTS {
                    return false;
                }
                reached.insert(next as usize);
                waiting.push(next);
            }
        }
    }
    true
}

/// What there is to know of a point to see that it cannot become an eye.
struct View<'b> {
    board: &'b Board,
    enemy: Colour,
    /// The opponent's stones that are not in the skin.
    outside: Area,
}

impl View<'_> {
    /// Whether a point of the skin cannot become an eye, by the rules of § 5.2.
    fn is_false(&self, point: Point) -> bool {
        let board = self.board;
        let neighbours = board.neighbours(point);
        // The opponent is next to it, for good; or at all, if it is empty.
        let spoilers =
            if board.is_empty(point) { board.stones_of(self.enemy) } else { &self.outside };
        if neighbours.iter().any(|&next| spoilers.contains(next as usize)) {
            return true;
        }
        // The opponent can come next to it from outside in two ways.
        let ways = neighbours.iter().filter(|&&next| self.touches_outside(next));
        if ways.count() >= 2 {
            return true;
        }
        let diagonals = board.diagonals(point);
        let owned = diagonals.iter().filter(|&&next| self.outside.contains(next as usize)).count();
        let open = diagonals.iter().filter(|&&next| can_own(board, next, self.enemy)).count();
        let at_edge = diagonals.len() < 4;
        at_edge && (owned >= 1 || open >= 2) || open + 2 * owned > 2
    }

    /// Whether the point is empty, and next to a string of the opponent outside the skin.
    fn touches_outside(&self, point: Point) -> bool {
        let next = self.board.neighbours(point).iter();
        self.board.is_empty(point) && next.copied().any(|next| self.outside.contains(next.into()))
    }
}

/// Whether a player can take an empty point in one move: the stone there has two liberties.
pub fn can_own(board: &Board, point: Point, colour: Colour) -> bool {
    if !board.is_legal(point, colour) {
        return false;
    }
    let mut liberties = Area::EMPTY;
    for &next in board.neighbours(point) {
        match board.colour_at(next) {
            None => liberties.insert(next as usize),
            Some(other) if other == colour => liberties |= *board.liberty_set(next),
            Some(_) if board.liberties(next) == 1 => liberties.insert(next as usize),
            Some(_) => (),
        }
    }
    liberties.remove(point as usize);
    liberties.len() >= 2
}

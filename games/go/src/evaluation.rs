//! Whether a group is alive or dead as far as can be seen without playing (Cazenave 2004, § 5.4).

use phidelta_rules::Area;

use super::block::Block;
use super::eyes::Eyes;
use super::group::Group;
use super::regions::Region;
use super::{Board, Colour, Point};

/// The most points of a region in which the opponent cannot live if he has no stone there.
const LARGEST_EYE: usize = 7;

/// How far around a group open space is looked for.
const ESCAPE_STEPS: usize = 4;
/// As many open points, near enough, cannot all be taken from a group.
const ESCAPE_SPACE: usize = 32;

/// What can be seen of a group, with the opponent to move if it is alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It has two eyes, or room for them.
    Alive,
    /// It cannot get two eyes.
    Dead,
    /// Neither can be seen.
    Open,
}

/// What can be seen of a target in its group.
pub fn status(board: &Board, group: &Group, targets: &Area) -> Status {
    let standing = *targets & *board.stones_of(group.colour);
    if standing.is_empty() {
        return Status::Dead;
    }
    let regions = Region::all(board, &group.liberties, group.colour);
    if standing.iter().any(|target| lives(board, group, &regions, target as Point)) {
        return Status::Alive;
    }
    if Eyes::of(board, group).two_are_possible(board) { Status::Open } else { Status::Dead }
}

/// Whether the string of this stone has two eyes that the opponent cannot take.
fn lives(board: &Board, group: &Group, regions: &[Region], target: Point) -> bool {
    let is_eye = |region: &&Region| could_be_eye(board, group.colour, region);
    let eyes: Vec<&Region> = regions.iter().filter(is_eye).collect();
    let pairs = eyes.iter().enumerate().flat_map(|(at, one)| {
        eyes[at + 1..].iter().map(|other| (one.points | other.points, one.walls | other.walls))
    });
    let roomy = regions.iter().filter(|region| has_room_for_two(board, region));
    let mut places = roomy.map(|region| (region.points, region.walls)).chain(pairs);
    places.any(|(points, walls)| holds(board, group, target, &points, &walls))
        || has_escaped(board, group, target)
}

/// Whether the string of this stone has escaped: with those that hold together with it, it leads to so much
/// open space that it cannot be contained.
fn has_escaped(board: &Board, group: &Group, target: Point) -> bool {
    let is_spacious = |liberties| open_space(board, group.colour, liberties) >= ESCAPE_SPACE;
    is_spacious(&group.liberties)
        && is_spacious(&Block::around(board, group, target, &Area::EMPTY).liberties)
}

/// How many empty points that touch no stone of the opponent can be reached from some of these liberties, in
/// a few steps over points like them.
fn open_space(board: &Board, colour: Colour, liberties: &Area) -> usize {
    let open = board.empty() - board.around(board.stones_of(!colour));
    let mut rim = *liberties & open;
    let mut space = rim;
    for _ in 1..ESCAPE_STEPS {
        rim = board.around(&rim) & (open - space);
        space |= rim;
    }
    space.len()
}

/// Whether a target with these regions around its group may be alive after a stone on this point, which was
/// played. If not, there is no need to look closer.
pub fn may_live_after(board: &Board, colour: Colour, regions: &[Region], point: Point) -> bool {
    let old = regions.iter().filter(|region| !region.points.contains(point as usize));
    let empty = board.neighbours(point).iter().filter(|&&next| board.is_empty(next));
    let new = Region::all(board, &empty.map(|&next| next as usize).collect(), colour);
    let mut eyes = 0;
    for region in old.chain(&new) {
        eyes += usize::from(could_be_eye(board, colour, region));
        if eyes == 2 || has_room_for_two(board, region) {
            return true;
        }
    }
    false
}

/// Whether these strings hold together with the target without the help of these points.
fn holds(board: &Board, group: &Group, target: Point, needed: &Area, walls: &Area) -> bool {
    walls.is_subset(&Block::around(board, group, target, needed).heads)
}

/// Whether the opponent cannot take all liberties in a region from the strings around it, nor live there.
/// Benson (1976) asks that all its empty points be such liberties; where the opponent has no stones yet,
/// a few others do no harm.
fn could_be_eye(board: &Board, colour: Colour, region: &Region) -> bool {
    let is_liberty = |point: usize| {
        let mut next = board.neighbours(point as Point).iter();
        next.any(|&next| board.has(next, colour))
    };
    !region.is_invaded() && region.size <= LARGEST_EYE || region.empty.iter().all(is_liberty)
}

/// Whether the opponent, to move, cannot keep this region from becoming two eyes. He can if it has less
/// than four points, or a point that alone divides it; seven are enough. Corners have exceptions.
fn has_room_for_two(board: &Board, region: &Region) -> bool {
    if region.is_invaded() {
        return false;
    }
    let mut degrees = [0; 5];
    for point in region.points.iter() {
        let next = board.neighbours(point as Point).iter();
        degrees[next.filter(|&&next| region.points.contains(next as usize)).count()] += 1;
    }
    let corner = region.points.iter().any(|point| board.neighbours(point as Point).len() == 2);
    match region.size {
        0..=3 => false,
        // Not the square, nor the pyramid.
        4 => degrees == [0, 2, 2, 0, 0],
        // Not the bulky five, nor the cross.
        5 => degrees != [0, 1, 3, 1, 0] && degrees != [0, 4, 0, 0, 1],
        // Not the rabbity six, nor two by three in the corner.
        6 => degrees != [0, 2, 3, 0, 1] && !(corner && degrees == [0, 0, 4, 2, 0]),
        // Not the carpenter's square.
        9 => !(corner && degrees == [0, 0, 4, 4, 1]),
        _ => true,
    }
}

//! The skin of a group and the points in it that may become eyes (Cazenave 2004, § 5.2).

use phidelta_rules::Area;

use super::group::Group;
use super::{Board, Colour, Point};

/// A string of the opponent with more liberties than this is not enclosed.
const INVADING_LIBERTIES: u32 = 6;
/// Nor is one that leads to more empty points than this.
const POCKET_POINTS: usize = 6;

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
        let view = View::new(board, !group.colour, &skin);
        let possible = (skin - view.spoiled).iter().filter(|&point| !view.is_false(point as Point));
        Eyes { skin, possible: possible.collect() }
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
/// those that have fewer liberties than they; and the opponent's strings of few liberties that it encloses,
/// here with the empty points that are enclosed with them.
pub fn skin(board: &Board, group: &Group) -> Area {
    let mut skin = group.liberties;
    skin |= board.around(&group.liberties) & board.empty();
    for enemy in group.enemies.iter().map(|enemy| enemy.stone) {
        let liberties = board.liberties(enemy);
        if liberties <= 2 {
            skin |= board.string(enemy);
            for friend in board.enemies_of(enemy).iter().map(|stone| stone as Point) {
                if board.liberties(friend) < liberties {
                    skin |= board.string(friend);
                }
            }
        }
    }
    let mut room = skin & board.empty();
    let near = board.around(&room) & *board.stones_of(!group.colour);
    let mut seen = Area::EMPTY;
    for stone in near.iter().map(|stone| stone as Point) {
        let head = board.head(stone) as usize;
        if seen.contains(head) || board.liberties(stone) > INVADING_LIBERTIES {
            continue;
        }
        seen.insert(head);
        if let Some(pocket) = pocket(board, stone, &room, !group.colour) {
            room |= pocket;
            skin |= pocket | board.string(stone);
        }
    }
    skin
}

/// The empty points beyond the room that can be reached from a string of the opponent, if these are few and
/// no other of his strings is next to them: then it is enclosed.
fn pocket(board: &Board, stone: Point, room: &Area, enemy: Colour) -> Option<Area> {
    let mut pocket = *board.liberty_set(stone) - *room;
    let mut waiting = pocket;
    let head = board.head(stone);
    while let Some(point) = waiting.iter().next() {
        waiting.remove(point);
        for &next in board.neighbours(point as Point) {
            if board.has(next, enemy) && board.head(next) != head {
                return None;
            }
            if board.is_empty(next) && !(room.contains(next.into()) || pocket.contains(next.into()))
            {
                pocket.insert(next as usize);
                waiting.insert(next as usize);
            }
        }
        if pocket.len() > POCKET_POINTS {
            return None;
        }
    }
    Some(pocket)
}

/// What there is to know to see that a point cannot become an eye, by the rules of § 5.2.
struct View<'b> {
    board: &'b Board,
    /// The points with a stone of the opponent next to them, for good; or at all, if they are empty.
    spoiled: Area,
    /// The opponent's stones that are not in the skin.
    outside: Area,
    /// The empty points that the opponent can own in one move from there.
    open: Area,
}

impl<'b> View<'b> {
    fn new(board: &'b Board, enemy: Colour, skin: &Area) -> Self {
        let outside = *board.stones_of(enemy) - *skin;
        let (empty, beside) = (board.empty(), board.around(&outside));
        let near = board.around(&board.around(skin)) | board.around(skin);
        let open = empty & beside & near;
        View {
            board,
            spoiled: (board.around(board.stones_of(enemy)) & empty) | (beside - empty),
            outside,
            open: open.iter().filter(|&point| can_own(board, point as Point, enemy)).collect(),
        }
    }

    /// Whether the opponent can come next to the point in two ways, or can own too many of its diagonals,
    /// even if the other side answers him.
    fn is_false(&self, point: Point) -> bool {
        let among = |points: &[Point], set: &Area| {
            points.iter().filter(|&&point| set.contains(point as usize)).count()
        };
        let diagonals = self.board.diagonals(point);
        let (owned, open) = (among(diagonals, &self.outside), among(diagonals, &self.open));
        let at_edge = diagonals.len() < 4;
        among(self.board.neighbours(point), &self.open) >= 2
            || at_edge && (owned >= 1 || open >= 2)
            || owned + open / 2 > 1
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

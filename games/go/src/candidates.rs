//! The moves that are worth trying to save or to kill a group (Cazenave 2004, § 5.3).

use phidelta_rules::Area;

use super::eyes::skin;
use super::group::{Group, LADDER_PLAYS};
use super::ladder::can_capture;
use super::{Board, Colour, Point};

/// A string of the opponent with more liberties than this is not threatened by one move.
const THREATENED_LIBERTIES: u32 = 3;

/// A string of the opponent with no more liberties than this may need another one.
const SHORT_OF_LIBERTIES: u32 = 2;

/// Empty points where who wants the group to live may play: on its liberties and next to them; on liberties
/// of the opponent's strings next to it that can be captured in a ladder, or that can after this move; and
/// on those of its own strings next to the former that have fewer liberties than they.
pub fn living(board: &mut Board, group: &Group) -> Area {
    common(board, group) | threats(board, group)
}

/// Empty points where the opponent may play: the same, but that he saves his strings from ladders instead
/// of threatening others with them, and adds to those that are short of liberties before they are captured.
pub fn killing(board: &Board, group: &Group) -> Area {
    let mut points = common(board, group);
    for enemy in &group.enemies {
        points |= enemy.escape.map(|point| point as usize).into_iter().collect();
        if board.liberties(enemy.stone) <= SHORT_OF_LIBERTIES {
            points |= *board.liberty_set(enemy.stone);
        }
    }
    points
}

/// Empty points where an eye may be made in one move.
pub fn eye_making(board: &Board, group: &Group) -> Area {
    let points = common(board, group);
    points.iter().filter(|&point| may_make_eye(board, group.colour, point as Point)).collect()
}

fn common(board: &Board, group: &Group) -> Area {
    let mut points = skin(board, group) & board.empty();
    for enemy in group.enemies.iter().filter(|enemy| enemy.capture.is_some()) {
        points |= *board.liberty_set(enemy.stone);
        for friend in board.enemies_of(enemy.stone).iter().map(|stone| stone as Point) {
            if board.liberties(friend) < board.liberties(enemy.stone) {
                points |= *board.liberty_set(friend);
            }
        }
    }
    points
}

/// Whether a stone of this colour on an empty point may make an eye: it captures something, or joins two
/// strings, or divides what is around it.
fn may_make_eye(board: &Board, colour: Colour, point: Point) -> bool {
    let mut touched = None;
    for &next in board.neighbours(point) {
        match board.colour_at(next) {
            Some(other) if other != colour && board.liberties(next) == 1 => return true,
            Some(other) if other != colour => (),
            Some(_) => {
                let head = board.head(next);
                if touched.is_some_and(|touched| touched != head) {
                    return true;
                }
                touched = Some(head);
            }
            None => (),
        }
    }
    let ring = board.ring(point).map(|next| next.is_some_and(|next| !board.has(next, colour)));
    // Arcs of the circle that have a point next to this one along the lines.
    let begins = |at: usize| {
        let before = (at + 7) % 8;
        ring[at] && !ring[before] && (at.is_multiple_of(2) || ring[(at + 1) % 8])
    };
    (0..8).filter(|&at| begins(at)).count() >= 2
}

/// Puts points in the order in which they are worth trying: first those that capture or save stones, and
/// those with many possible eyes around them, which are vital to both sides.
pub fn in_order(board: &Board, group: &Group, possible: &Area, points: &Area) -> Vec<Point> {
    let count =
        |around: &[Point]| around.iter().filter(|&&at| possible.contains(at.into())).count();
    let worth = |point: Point| {
        let in_atari = |&&next: &&Point| !board.is_empty(next) && board.liberties(next) == 1;
        let stones = board.neighbours(point).iter().filter(in_atari).map(|&next| board.size(next));
        let vital = 2 * count(board.neighbours(point)) + count(board.diagonals(point));
        let inside = usize::from(group.liberties.contains(point as usize))
            + usize::from(possible.contains(point as usize));
        vital + inside + 4 * stones.sum::<u32>().min(3) as usize
    };
    let mut order: Vec<Point> = points.iter().map(|point| point as Point).collect();
    order.sort_by_cached_key(|&point| std::cmp::Reverse(worth(point)));
    order
}

/// Moves after which a string of the opponent can be captured in a ladder, and could not before.
fn threats(board: &mut Board, group: &Group) -> Area {
    let mut points = Area::EMPTY;
    for enemy in &group.enemies {
        if enemy.capture.is_some() || board.liberties(enemy.stone) > THREATENED_LIBERTIES {
            continue;
        }
        for liberty in board.liberty_set(enemy.stone).iter() {
            if board.is_legal(liberty as Point, group.colour) && !points.contains(liberty) {
                board.play(liberty as Point, group.colour);
                if can_capture(board, enemy.stone, LADDER_PLAYS).is_some() {
                    points.insert(liberty);
                }
                board.undo();
            }
        }
    }
    points
}

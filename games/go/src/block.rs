//! Strings that the opponent cannot separate, even if he moves first.
//!
//! Two strings are held together by a point where the opponent would be captured at once; by two points
//! that both are liberties of either, of which one is left after the opponent took the other; or by a
//! string of the opponent next to both that is lost, whoever moves. A point holds only once: so one move of
//! the opponent does not pull at two places.

use phidelta_rules::Area;

use super::eyes::can_own;
use super::group::{Enemy, Group};
use super::{Board, Point};

/// Some strings of a group that hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The heads of the strings.
    pub heads: Area,
    /// Their liberties.
    pub liberties: Area,
}

impl Block {
    /// All strings of the group that hold together with the string of this stone, without the help of some
    /// points that are needed for something else.
    pub fn around(board: &Board, group: &Group, stone: Point, needed: &Area) -> Self {
        let mut block = Block { heads: Area::EMPTY, liberties: Area::EMPTY };
        let mut free = board.empty() - *needed;
        block.take_in(board, stone);
        loop {
            let before = block.heads;
            block.follow_liberties(board, group, &mut free);
            block.follow_captures(board, group, needed);
            if block.heads == before {
                return block;
            }
        }
    }

    fn take_in(&mut self, board: &Board, stone: Point) {
        self.heads.insert(board.head(stone) as usize);
        self.liberties |= *board.liberty_set(stone);
    }

    fn has(&self, board: &Board, stone: Point) -> bool {
        self.heads.contains(board.head(stone) as usize)
    }

    /// Takes in strings that share liberties with the block.
    fn follow_liberties(&mut self, board: &Board, group: &Group, free: &mut Area) {
        for liberty in self.liberties.iter() {
            for &next in board.neighbours(liberty as Point) {
                if board.has(next, group.colour)
                    && !self.has(board, next)
                    && board.liberties(next) > 1
                    && let Some(link) = self.link(board, next, group, free)
                {
                    *free = *free - link;
                    self.take_in(board, next);
                }
            }
        }
    }

    /// The points that hold a string and the block together, of those that are free.
    fn link(&self, board: &Board, stone: Point, group: &Group, free: &Area) -> Option<Area> {
        let shared = self.liberties & *board.liberty_set(stone) & *free;
        let safe = |&point: &usize| !can_own(board, point as Point, !group.colour);
        match shared.iter().find(safe) {
            Some(point) => Some([point].into_iter().collect()),
            None if shared.len() > 1 => Some(shared.iter().take(2).collect()),
            None => None,
        }
    }

    /// Takes in strings next to lost strings of the opponent that the block touches.
    fn follow_captures(&mut self, board: &Board, group: &Group, needed: &Area) {
        let is_free = |enemy: &&Enemy| enemy.is_lost() && !needed.contains(enemy.stone as usize);
        for enemy in group.enemies.iter().filter(is_free) {
            let around = board.enemies_of(enemy.stone);
            if around.meets(&self.heads) {
                let firm = around.iter().filter(|&stone| board.liberties(stone as Point) > 1);
                firm.for_each(|stone| self.take_in(board, stone as Point));
            }
        }
    }
}

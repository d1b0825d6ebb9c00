//! The points of a board that something which was found out rests on: while nothing on these changes, it
//! holds.
//!
//! That a chain has at least two liberties rests on two of them alone: while they are empty nobody takes
//! the chain from the board. That it has no more than it has rests on all points around it.

use phidelta_rules::Area;

use super::{Board, Point};

/// A set of points that what was found out rests on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reliance(Area);

impl Reliance {
    /// The points.
    #[inline]
    pub fn points(&self) -> &Area {
        &self.0
    }

    /// All that the other rests on, too.
    #[inline]
    pub fn add(&mut self, other: &Reliance) {
        self.0 |= other.0;
    }

    /// What is on the point.
    #[inline]
    pub fn on_point(&mut self, point: Point) {
        self.0.insert(point as usize);
    }

    /// What is on these points.
    #[inline]
    pub fn on_points(&mut self, points: &Area) {
        self.0 |= *points;
    }

    /// What is on the point and next to it.
    #[inline]
    pub fn on_surroundings(&mut self, board: &Board, point: Point) {
        self.on_point(point);
        board.neighbours(point).iter().for_each(|&neighbour| self.on_point(neighbour));
    }

    /// All stones, liberties and neighbours of the chain of this stone.
    pub fn on_chain(&mut self, board: &Board, stone: Point) {
        board.stones(stone).for_each(|stone| self.on_surroundings(board, stone));
    }

    /// That the chain of this stone has as many liberties as it has, if they are less than so many,
    /// otherwise that it has so many.
    #[inline]
    pub fn on_liberties(&mut self, board: &Board, stone: Point, enough: u32) {
        if board.liberties(stone) < enough {
            self.on_chain(board, stone);
        } else {
            self.on_point(stone);
            let liberties = board.liberty_set(stone).iter().take(enough as usize);
            liberties.for_each(|liberty| self.0.insert(liberty));
        }
    }

    /// Whether a stone of either colour may be played on the point, and what it captures.
    pub fn on_play(&mut self, board: &Board, point: Point) {
        self.on_surroundings(board, point);
        for &neighbour in board.neighbours(point) {
            if !board.is_empty(neighbour) {
                self.on_liberties(board, neighbour, 2);
            }
        }
        if board.ko() == Some(point) {
            self.0 = *board.points();
        }
    }
}

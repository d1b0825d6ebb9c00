//! The rules of Go on a list of points, where every question floods the board anew.

use super::{Colour, Point, Position};
use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Plain {
    side: usize,
    /// `b`, `w` or `.`.
    points: Vec<char>,
    /// Where someone may not take back a ko, and who.
    ko: Option<(Point, char)>,
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'b',
        Colour::White => 'w',
    }
}

impl Plain {
    pub fn new(position: &Position) -> Self {
        let on = |point| {
            let colour =
                Colour::BOTH.into_iter().find(|&c| position.stones[c as usize].contains(point));
            colour.map_or('.', letter)
        };
        let points = (0..position.side * position.side).map(on).collect();
        let ko = position.ko.map(|ko| (ko, letter(position.turn)));
        Plain { side: position.side, points, ko }
    }

    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        0..self.points.len() as Point
    }

    pub fn has(&self, point: Point, colour: Colour) -> bool {
        self.points[point as usize] == letter(colour)
    }

    pub fn is_empty(&self, point: Point) -> bool {
        self.points[point as usize] == '.'
    }

    pub fn ko(&self) -> Option<Point> {
        self.ko.map(|(point, _)| point)
    }

    /// The points at these distances, forwards or backwards.
    fn around(&self, point: Point, steps: [(i32, i32); 4]) -> BTreeSet<Point> {
        let (side, point) = (self.side as i32, i32::from(point));
        let places = steps.map(|(x, y)| (point % side + x, point / side + y));
        let on_board = |&(x, y): &(i32, i32)| (0..side).contains(&x) && (0..side).contains(&y);
        places.into_iter().filter(on_board).map(|(x, y)| (x + side * y) as Point).collect()
    }

    pub fn neighbours(&self, point: Point) -> BTreeSet<Point> {
        self.around(point, [(1, 0), (0, 1), (-1, 0), (0, -1)])
    }

    pub fn diagonals(&self, point: Point) -> BTreeSet<Point> {
        self.around(point, [(1, 1), (-1, 1), (1, -1), (-1, -1)])
    }

    /// The points connected to this one over points like it.
    pub fn chain(&self, point: Point) -> BTreeSet<Point> {
        let mut chain = BTreeSet::from([point]);
        let mut edge = vec![point];
        while let Some(point) = edge.pop() {
            for next in self.neighbours(point) {
                if self.points[next as usize] == self.points[point as usize] && chain.insert(next) {
                    edge.push(next);
                }
            }
        }
        chain
    }

    /// The points next to a chain and not in it.
    pub fn border(&self, chain: &BTreeSet<Point>) -> BTreeSet<Point> {
        let around = chain.iter().flat_map(|&point| self.neighbours(point));
        around.filter(|point| !chain.contains(point)).collect()
    }

    pub fn liberties(&self, stone: Point) -> BTreeSet<Point> {
        let mut border = self.border(&self.chain(stone));
        border.retain(|&point| self.is_empty(point));
        border
    }

    /// The board after a stone, if it is legal; the ban on a ko is looked at if it is to be.
    pub fn played(&self, point: Point, colour: Colour, banned: bool) -> Option<Plain> {
        if !self.is_empty(point) || banned && self.ko == Some((point, letter(colour))) {
            return None;
        }
        let mut after = self.clone();
        after.points[point as usize] = letter(colour);
        let mut taken = BTreeSet::new();
        for next in self.neighbours(point) {
            if self.has(next, !colour) && after.liberties(next).is_empty() {
                taken.extend(after.chain(next));
            }
        }
        for &stone in &taken {
            after.points[stone as usize] = '.';
        }
        let liberties = after.liberties(point);
        if liberties.is_empty() {
            return None;
        }
        let ko = taken.len() == 1 && after.chain(point).len() == 1 && liberties == taken;
        after.ko = ko.then(|| (*taken.first().unwrap(), letter(!colour)));
        Some(after)
    }

    pub fn passed(&self) -> Plain {
        Plain { ko: None, ..self.clone() }
    }
}

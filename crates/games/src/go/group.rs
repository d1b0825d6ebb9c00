//! The group of a target: the strings whose life is one question (Cazenave 2004, § 5.1).
//!
//! It starts with the strings of the target. A string that shares a liberty with one of the group belongs
//! to it, and so does a string next to a string of the opponent that the group touches and that can be
//! captured in a ladder.

use phidelta_rules::Area;

use super::ladder::Ladder;
use super::{Board, Colour, Point, Reliance};

/// With how many plays a ladder is read at most.
pub const LADDER_PLAYS: u32 = 120;

/// A string of the opponent next to the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enemy {
    /// Its lowest stone next to the group.
    pub stone: Point,
    /// The move that captures it in a ladder, if there is one.
    pub capture: Option<Point>,
    /// The move that saves it from that, if there is one.
    pub escape: Option<Point>,
}

impl Enemy {
    /// Whether it is captured whoever moves first.
    pub fn is_lost(&self) -> bool {
        self.capture.is_some() && self.escape.is_none()
    }
}

/// The strings whose life is one question, and what is next to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Who wants it to live.
    pub colour: Colour,
    /// Its stones.
    pub stones: Area,
    /// The liberties of its strings.
    pub liberties: Area,
    /// The opponent's strings next to it.
    pub enemies: Vec<Enemy>,
    reliance: Reliance,
}

impl Group {
    /// The group of those targets that are on the board. The board is as it was afterwards.
    pub fn around(board: &mut Board, targets: &Area, colour: Colour) -> Self {
        let mut growth = Growth {
            waiting: Vec::new(),
            met: Area::EMPTY,
            group: Group {
                colour,
                stones: Area::EMPTY,
                liberties: Area::EMPTY,
                enemies: Vec::new(),
                reliance: Reliance::default(),
            },
        };
        for target in targets.iter() {
            growth.group.reliance.on_point(target as Point);
            growth.meet(board, target as Point);
        }
        while let Some(string) = growth.waiting.pop() {
            growth.take_in(board, string);
        }
        growth.group.name_enemies(board);
        growth.group
    }

    /// What the group rests on: while nothing changes there, it is the same.
    pub fn reliance(&self) -> &Reliance {
        &self.reliance
    }

    /// Gives each enemy the lowest of its stones next to the group, in ascending order.
    fn name_enemies(&mut self, board: &Board) {
        let mut named: Vec<Enemy> = Vec::with_capacity(self.enemies.len());
        let around = self.stones.iter().flat_map(|stone| board.neighbours(stone as Point));
        let touching: Area = around.map(|&point| point as usize).collect();
        for stone in (touching & *board.stones_of(!self.colour)).iter().map(|at| at as Point) {
            let chain = board.chain(stone);
            if !named.iter().any(|enemy| board.chain(enemy.stone) == chain) {
                let known = self.enemies.iter().find(|enemy| board.chain(enemy.stone) == chain);
                named.extend(known.map(|enemy| Enemy { stone, ..*enemy }));
            }
        }
        self.enemies = named;
    }
}

/// A group on its way to be whole.
struct Growth {
    group: Group,
    /// A stone of each string that is to be taken in.
    waiting: Vec<Point>,
    /// The heads of all strings that were seen, of either colour.
    met: Area,
}

impl Growth {
    /// Has the string of the group's colour on a point wait, if there is one that is new.
    fn meet(&mut self, board: &Board, point: Point) {
        if board.has(point, self.group.colour) && self.is_new(board, point) {
            self.waiting.push(point);
        }
    }

    fn is_new(&mut self, board: &Board, stone: Point) -> bool {
        let head = board.head(stone) as usize;
        let new = !self.met.contains(head);
        self.met.insert(head);
        new
    }

    /// Takes in a string, and has those wait that it leads to.
    fn take_in(&mut self, board: &mut Board, string: Point) {
        self.group.reliance.on_chain(board, string);
        self.group.stones |= board.stones(string).map(|stone| stone as usize).collect();
        let liberties = *board.liberty_set(string) - self.group.liberties;
        self.group.liberties |= liberties;
        for liberty in liberties.iter().map(|point| point as Point) {
            self.group.reliance.on_surroundings(board, liberty);
            board.neighbours(liberty).iter().for_each(|&next| self.meet(board, next));
        }
        for enemy in board.enemies_of(string).iter().map(|stone| stone as Point) {
            if self.is_new(board, enemy) {
                self.face(board, enemy);
            }
        }
    }

    /// Takes note of a string of the opponent; those around it belong to the group if it is captured.
    fn face(&mut self, board: &mut Board, enemy: Point) {
        let (mut capture, mut escape) = (None, None);
        if let Some(mut ladder) = Ladder::new(board, enemy, LADDER_PLAYS) {
            capture = ladder.capture();
            self.group.reliance.add(ladder.reliance());
        }
        if capture.is_some()
            && let Some(mut ladder) = Ladder::new(board, enemy, LADDER_PLAYS)
        {
            escape = ladder.escape();
            self.group.reliance.add(ladder.reliance());
        }
        self.group.enemies.push(Enemy { stone: enemy, capture, escape });
        if capture.is_some() {
            for friend in board.enemies_of(enemy).iter() {
                self.meet(board, friend as Point);
            }
        }
    }
}

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
    /// What these moves rest on.
    reliance: Reliance,
}

impl Enemy {
    /// Reads the ladders of a string.
    fn read(board: &mut Board, stone: Point) -> Self {
        let mut enemy = Enemy { stone, capture: None, escape: None, reliance: Reliance::default() };
        if let Some(mut ladder) = Ladder::new(board, stone, LADDER_PLAYS) {
            enemy.capture = ladder.capture();
            enemy.escape = enemy.capture.and_then(|_| ladder.escape());
            enemy.reliance = *ladder.reliance();
        }
        enemy
    }

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
        Group::grow(board, targets, colour, &[], &Area::EMPTY)
    }

    /// The group as it is after changes on some points: ladders that do not rest on these are not read again.
    pub fn after(&self, changed: &Area, board: &mut Board, targets: &Area) -> Self {
        Group::grow(board, targets, self.colour, &self.enemies, changed)
    }

    fn grow(
        board: &mut Board,
        targets: &Area,
        colour: Colour,
        before: &[Enemy],
        changed: &Area,
    ) -> Self {
        let known = before.iter().filter(|enemy| !changed.meets(enemy.reliance.points()));
        let mut growth = Growth {
            known: known.filter(|enemy| board.has(enemy.stone, !colour)).copied().collect(),
            colour,
            stones: Area::EMPTY,
            liberties: Area::EMPTY,
            waiting: Vec::new(),
            met: Area::EMPTY,
            faced: Vec::new(),
            reliance: Reliance::default(),
        };
        growth.reliance.on_points(targets);
        growth.meet(board, targets);
        while let Some(string) = growth.waiting.pop() {
            growth.take_in(board, string);
        }
        growth.finish(board)
    }

    /// What the group rests on: while nothing changes there, it is the same.
    pub fn reliance(&self) -> &Reliance {
        &self.reliance
    }
}

/// A group on its way to be whole.
struct Growth {
    colour: Colour,
    stones: Area,
    liberties: Area,
    /// A stone of each string that is to be taken in.
    waiting: Vec<Point>,
    /// The heads of all strings that were seen, of either colour.
    met: Area,
    /// The opponent's strings whose ladders need not be read.
    known: Vec<Enemy>,
    /// The opponent's strings next to the group, by any of their stones.
    faced: Vec<Enemy>,
    reliance: Reliance,
}

impl Growth {
    /// Has those strings of the group's colour wait that have a stone on these points and are new.
    fn meet(&mut self, board: &Board, points: &Area) {
        for stone in ((*points & *board.stones_of(self.colour)) - self.stones).iter() {
            if self.is_new(board, stone as Point) {
                self.waiting.push(stone as Point);
            }
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
        let stones = board.string(string);
        let border = board.around(&stones);
        let liberties = *board.liberty_set(string) - self.liberties;
        let beyond = board.around(&liberties);
        for points in [&stones, &border, &beyond] {
            self.reliance.on_points(points);
        }
        self.stones |= stones;
        self.liberties |= liberties;
        self.meet(board, &beyond);
        for enemy in (border & *board.stones_of(!self.colour)).iter() {
            if self.is_new(board, enemy as Point) {
                self.face(board, enemy as Point);
            }
        }
    }

    /// Takes note of a string of the opponent; those around it belong to the group if it is captured.
    fn face(&mut self, board: &mut Board, enemy: Point) {
        let head = board.head(enemy);
        let known = self.known.iter().find(|known| board.head(known.stone) == head).copied();
        let faced = known.unwrap_or_else(|| Enemy::read(board, enemy));
        self.reliance.add(&faced.reliance);
        self.faced.push(Enemy { stone: enemy, ..faced });
        if faced.capture.is_some() {
            self.meet(board, &board.around(&board.string(enemy)));
        }
    }

    /// The group, with its enemies in ascending order by the lowest of their stones next to it.
    fn finish(self, board: &Board) -> Group {
        let Growth { colour, stones, liberties, faced, reliance, .. } = self;
        let mut enemies: Vec<Enemy> = Vec::with_capacity(faced.len());
        let mut named = Area::EMPTY;
        for stone in (board.around(&stones) & *board.stones_of(!colour)).iter() {
            let (stone, head) = (stone as Point, board.head(stone as Point));
            if !named.contains(head as usize) {
                named.insert(head as usize);
                let known = faced.iter().find(|enemy| board.head(enemy.stone) == head);
                enemies.extend(known.map(|enemy| Enemy { stone, ..*enemy }));
            }
        }
        Group { colour, stones, liberties, enemies, reliance }
    }
}

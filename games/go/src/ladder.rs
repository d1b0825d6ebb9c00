//! Ladders: whether a chain of at most two liberties can be captured by one atari after another.
//!
//! The attacker plays on liberties of the chain only, so that it has one left, and captures it. The
//! defender extends it, or captures stones next to it that are in atari. The chain has escaped with three
//! liberties. Kos are left to others: nobody takes one back against the ban, and a chain that is captured
//! in a ko does not count as captured.

use phidelta_rules::Area;

use super::reliance::Reliance;
use super::{Board, Colour, Point};

/// Deeper than any ladder runs on the largest board.
const DEPTH: u32 = 400;

/// The move with which the opponent of this stone, to move, captures its chain in a ladder. None is found
/// if the ladder does not work, or if this is not seen within so many plays.
pub fn can_capture(board: &mut Board, stone: Point, nodes: u32) -> Option<Point> {
    Ladder::new(board, stone, nodes)?.capture()
}

/// The move with which the owner of this stone, to move, saves its chain of one or two liberties from
/// being captured in a ladder. None is found if there is none, or none is seen within so many plays.
pub fn can_escape(board: &mut Board, stone: Point, nodes: u32) -> Option<Point> {
    Ladder::new(board, stone, nodes)?.escape()
}

/// What the side to move can do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    Succeeds(Point),
    Fails,
    /// The plays did not suffice to tell.
    Unseen,
}

impl Sight {
    fn success(self) -> Option<Point> {
        match self {
            Sight::Succeeds(point) => Some(point),
            Sight::Fails | Sight::Unseen => None,
        }
    }
}

/// A ladder that is read on a board; the board is as it was after each question.
pub struct Ladder<'b> {
    board: &'b mut Board,
    /// A stone of the chain that runs.
    prey: Point,
    defender: Colour,
    nodes: u32,
    left: u32,
    reliance: Reliance,
}

impl<'b> Ladder<'b> {
    /// The ladder of the chain of this stone, to be read with at most so many plays for each question.
    /// None if there is no stone.
    pub fn new(board: &'b mut Board, stone: Point, nodes: u32) -> Option<Self> {
        let defender = board.colour_at(stone)?;
        let reliance = Reliance::default();
        Some(Ladder { board, prey: stone, defender, nodes, left: nodes, reliance })
    }

    /// What the answers so far rest on.
    pub fn reliance(&self) -> &Reliance {
        &self.reliance
    }

    /// The move with which the attacker, to move, captures.
    pub fn capture(&mut self) -> Option<Point> {
        self.left = self.nodes;
        self.attack(0).success()
    }

    /// The move with which the defender, to move, escapes from a ladder that may work.
    pub fn escape(&mut self) -> Option<Point> {
        self.left = self.nodes;
        self.reliance.on_liberties(self.board, self.prey, 3);
        match self.board.liberties(self.prey) {
            1 | 2 => self.defend(0).success(),
            _ => None,
        }
    }

    fn attack(&mut self, depth: u32) -> Sight {
        self.reliance.on_liberties(self.board, self.prey, 3);
        let liberties = *self.board.liberty_set(self.prey);
        match self.board.liberties(self.prey) {
            1 => self.take(&liberties),
            2 => {
                let [first, last] = self.by_room(&liberties);
                self.try_each([first, last].into_iter(), !self.defender, depth)
            }
            _ => Sight::Fails,
        }
    }

    fn defend(&mut self, depth: u32) -> Sight {
        let liberties = *self.board.liberty_set(self.prey);
        if depth > 0 && self.take(&liberties) == Sight::Fails {
            return Sight::Succeeds(self.prey);
        }
        let mut tries = liberties;
        for enemy in self.board.enemies_of(self.prey).iter() {
            self.reliance.on_liberties(self.board, enemy as Point, 2);
            if self.board.liberties(enemy as Point) == 1 {
                tries |= *self.board.liberty_set(enemy as Point);
            }
        }
        self.try_each(tries.iter().map(|point| point as Point), self.defender, depth)
    }

    /// Captures the chain on its last liberty, if that is no ko.
    fn take(&mut self, liberties: &Area) -> Sight {
        let Some(last) = liberties.iter().next().map(|point| point as Point) else {
            return Sight::Fails;
        };
        self.reliance.on_play(self.board, last);
        if !self.board.is_legal(last, !self.defender) {
            return Sight::Fails;
        }
        let mut in_ko = false;
        if self.board.size(self.prey) == 1 {
            self.board.play(last, !self.defender);
            in_ko = self.board.ko().is_some();
            self.board.undo();
        }
        if in_ko { Sight::Fails } else { Sight::Succeeds(last) }
    }

    /// What this player can do with one of these plays.
    fn try_each(
        &mut self,
        tries: impl Iterator<Item = Point>,
        player: Colour,
        depth: u32,
    ) -> Sight {
        let mut sight = Sight::Fails;
        for point in tries {
            self.reliance.on_play(self.board, point);
            if !self.board.is_legal(point, player) {
                continue;
            }
            if self.left == 0 || depth == DEPTH {
                return Sight::Unseen;
            }
            self.left -= 1;
            self.board.play(point, player);
            let reply = match player == self.defender {
                true => self.attack(depth + 1),
                false => self.defend(depth + 1),
            };
            self.board.undo();
            match reply {
                Sight::Fails => return Sight::Succeeds(point),
                Sight::Unseen => sight = Sight::Unseen,
                Sight::Succeeds(_) => (),
            }
        }
        sight
    }

    /// Two liberties, first the one with more room: the chain is to run to the other.
    fn by_room(&mut self, liberties: &Area) -> [Point; 2] {
        let mut points = liberties.iter().map(|point| point as Point);
        let both = [points.next(), points.next()].map(Option::unwrap_or_default);
        let room = both.map(|liberty| {
            self.reliance.on_surroundings(self.board, liberty);
            let around = self.board.neighbours(liberty).iter();
            around.filter(|&&point| self.board.is_empty(point)).count()
        });
        if room[0] >= room[1] { both } else { [both[1], both[0]] }
    }
}

//! Life and death for searches by threats: whether a target gets two eyes, by the knowledge of Cazenave
//! (2004, § 5). What such a search finds may be wrong, as moves are left out and eyes are judged by rules
//! of thumb.

use phidelta::search::Control;
use phidelta::search::widening::{self, Finding, Widening};
use phidelta_rules::{Area, Fate, Player, ThreatGame, zobrist};

use super::evaluation::{Status, may_live_after, status};
use super::eyes::Eyes;
use super::group::Group;
use super::regions::Region;
use super::{Board, Colour, Point, Position, candidates};

/// What is known of a position, by its key.
#[derive(Clone, Copy)]
struct Known {
    key: u64,
    status: Option<Status>,
    winning: Option<Option<Point>>,
}

/// A position in which Max wants a target to live, and Min to kill it.
#[derive(Clone)]
pub struct Living {
    board: Board,
    targets: Area,
    colour: Colour,
    /// What each move changed on the board, and how often each side had taken back a ko before.
    line: Vec<(Area, [u32; 2])>,
    /// How often Max, and Min, took back a ko at once.
    taken_back: [u32; 2],
    /// Groups that were built, with the number of moves before, the last one last.
    groups: Vec<(usize, Group)>,
    known: Vec<Known>,
}

const TAKEN_BACK: [u64; 2] = zobrist::table(0x60_ba2e);
/// How many positions are remembered.
const KNOWN: usize = 1 << 16;

impl Living {
    /// Whether these stones, all of one colour, live. None if there is no such stone.
    pub fn new(position: &Position, targets: &Area) -> Option<Self> {
        let on = |colour: &Colour| position.stones[*colour as usize].meets(targets);
        let colour = Colour::BOTH.into_iter().find(on)?;
        let known = Known { key: 0, status: None, winning: None };
        Some(Living {
            board: Board::new(position),
            targets: *targets & position.stones[colour as usize],
            colour,
            line: Vec::new(),
            taken_back: [0; 2],
            groups: Vec::new(),
            known: vec![known; KNOWN],
        })
    }

    /// Searches the position with this side to move.
    ///
    /// # Panics
    /// If [`Widening::check`] has something against the search.
    pub fn search(
        &mut self,
        turn: Player,
        widening: &Widening,
        control: Control<'_, Point>,
    ) -> Finding<Point> {
        widening::search(self, turn, widening, control)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour that wants to live.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    fn colour_of(&self, player: Player) -> Colour {
        match player {
            Player::Max => self.colour,
            Player::Min => !self.colour,
        }
    }

    /// Brings the group up to date, and gives it.
    pub fn group(&mut self) -> &Group {
        let group = match self.groups.last() {
            None => Some(Group::around(&mut self.board, &self.targets, self.colour)),
            Some((depth, group)) => {
                let changes = self.line[*depth..].iter();
                let changed = changes.fold(Area::EMPTY, |all, (changed, _)| all | *changed);
                let is_current = !changed.meets(group.reliance().points());
                let rebuild = || group.after(&changed, &mut self.board, &self.targets);
                (!is_current).then(rebuild)
            }
        };
        self.groups.extend(group.map(|group| (self.line.len(), group)));
        &self.groups.last().expect("a group was built").1
    }

    fn status(&mut self) -> Status {
        let at = self.place_of_known();
        if let Some(status) = self.known[at].status {
            return status;
        }
        self.group();
        let (_, group) = self.groups.last().expect("a group was built");
        let status = status(&self.board, group, &self.targets);
        self.known[at].status = Some(status);
        status
    }

    fn place_of_known(&mut self) -> usize {
        let key = self.key();
        let at = (key >> 40) as usize % KNOWN;
        if self.known[at].key != key {
            self.known[at] = Known { key, status: None, winning: None };
        }
        at
    }

    fn candidates(&mut self, player: Player) -> Vec<Point> {
        self.group();
        let (_, group) = self.groups.last().expect("a group was built");
        let points = match player {
            Player::Max => candidates::living(&mut self.board, group),
            Player::Min => candidates::killing(&self.board, group),
        };
        let eyes = Eyes::of(&self.board, group);
        let mut order = candidates::in_order(&self.board, group, &eyes.possible, &points);
        order.retain(|&point| self.may_play(point, player));
        order
    }

    /// Whether a move may win at once, at a first glance.
    fn may_win(&mut self, point: Point, regions: &[Region]) -> bool {
        if !self.may_play(point, Player::Max) {
            return false;
        }
        let in_atari =
            |&next: &Point| self.board.has(next, !self.colour) && self.board.liberties(next) == 1;
        if self.board.neighbours(point).iter().any(in_atari) {
            return true;
        }
        self.board.play(point, self.colour);
        let may_live = may_live_after(&self.board, self.colour, regions, point);
        self.board.undo();
        may_live
    }

    fn may_play(&self, point: Point, player: Player) -> bool {
        let colour = self.colour_of(player);
        self.board.is_legal(point, colour)
            || self.taken_back[!player as usize] == 0 && self.board.breaks_ko(point, colour)
    }
}

impl ThreatGame for Living {
    type Move = Point;

    fn evaluate(&mut self, _: Player) -> Option<Fate> {
        match self.status() {
            Status::Alive => Some(self.best()),
            Status::Dead => Some(self.worst()),
            Status::Open => None,
        }
    }

    fn winning_move(&mut self) -> Option<Point> {
        let at = self.place_of_known();
        if let Some(winning) = self.known[at].winning {
            return winning;
        }
        self.group();
        let (_, group) = self.groups.last().expect("a group was built");
        let tries = candidates::eye_making(&self.board, group);
        let regions = Region::all(&self.board, &group.liberties, self.colour);
        let winning = tries.iter().map(|point| point as Point).find(|&point| {
            if !self.may_win(point, &regions) {
                return false;
            }
            self.play(point, Player::Max);
            let lives = self.status() == Status::Alive;
            self.undo();
            lives
        });
        let at = self.place_of_known();
        self.known[at].winning = Some(winning);
        winning
    }

    fn moves(&mut self, turn: Player, out: &mut Vec<Point>) {
        out.extend(self.candidates(turn));
    }

    fn moves_of_order(&mut self, _: usize, out: &mut Vec<Point>) {
        self.moves(Player::Max, out);
    }

    fn play(&mut self, point: Point, player: Player) {
        let colour = self.colour_of(player);
        let before = self.board.empty();
        let taken_back = self.taken_back;
        self.taken_back[player as usize] += u32::from(self.board.breaks_ko(point, colour));
        self.board.play(point, colour);
        let after = self.board.empty();
        self.line.push(((before - after) | (after - before), taken_back));
    }

    fn pass(&mut self, _: Player) {
        // The end of a ban is a change, too.
        let changed = self.board.ko().map(|ko| ko as usize).into_iter().collect();
        self.board.pass();
        self.line.push((changed, self.taken_back));
    }

    fn undo(&mut self) {
        if let Some((_, taken_back)) = self.line.pop() {
            self.board.undo();
            self.taken_back = taken_back;
            while self.groups.last().is_some_and(|(depth, _)| *depth > self.line.len()) {
                self.groups.pop();
            }
        }
    }

    fn key(&self) -> u64 {
        let flags = TAKEN_BACK.iter().zip(self.taken_back).filter(|(_, count)| *count > 0);
        flags.fold(self.board.key(), |key, (word, _)| key ^ word)
    }

    fn place(&self, point: Point) -> usize {
        point as usize
    }

    fn best(&self) -> Fate {
        if self.taken_back[Player::Max as usize] > 0 { Fate::WonByKo } else { Fate::Won }
    }

    fn worst(&self) -> Fate {
        if self.taken_back[Player::Min as usize] > 0 { Fate::LostByKo } else { Fate::Lost }
    }

    fn plays(&self) -> u64 {
        self.board.plays()
    }
}

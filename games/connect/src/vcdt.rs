//! Victory by continuous double threats (Wu and Huang 2005): the attacker makes as many threats with
//! every move as the opponent has stones, until they are too many. With turns of one stone this is
//! victory by continuous fours.
//!
//! Iterative deepening with a table. What is found depends on the position and the limits alone: the
//! table is emptied for every search.

use phidelta_rules::{Area, Player};

use super::field::Field;
use super::forcing::{Candidate, Forcing, Partners};
use super::shape::Shape;
use super::threats::{self, Gap, MOST_STONES, Stones};

/// How far a threat search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Moves of the attacker, the last of which completes a row.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// The longest win that is looked for: 13 moves of the attacker, as in Song, Iida and van den Herik
/// (2017).
pub const USUAL_DEPTH: u32 = 13;

/// What a threat search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The attacker wins with so many moves of his, the last of which completes a row.
    Win(u32),
    /// There is no win by such moves, of any length.
    Nothing,
    /// There is none within the limits.
    Unknown,
}

/// What a listener says when it hears how many positions were visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// The search goes on.
    GoOn,
    /// This search and all later ones find nothing.
    Stop,
}

/// Hears of the progress: how many positions all searches together have visited.
pub type Listener<'a> = Box<dyn FnMut(u64) -> Word + Send + 'a>;

/// After how many positions a listener hears again.
const POLL_EVERY: u64 = 4096;

/// What the attacker plays, and what happens after each way to stop all threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The attacker's stones.
    pub stones: Stones,
    /// The opponent's stones, and how the attack goes on; none if a row is completed, or there are
    /// more threats than he can stop.
    pub defences: Vec<(Stones, Attack)>,
}

#[derive(Clone, Copy)]
struct Entry {
    /// Of the stones alone: the attacker is the same in all of a search, and only in its first
    /// position may there be fewer stones to place.
    key: u64,
    stamp: u32,
    /// How deep it was searched without success, or `WON`, or `NOTHING`.
    depth: u8,
    best: Stones,
}

const WON: u8 = u8::MAX;
const NOTHING: u8 = u8::MAX - 1;
const TABLE_BITS: u32 = 15;

/// How a position turned out, at some depth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turnout {
    Won,
    /// Whatever the depth.
    Nothing,
    /// Deeper, there may be something.
    Cut,
}

/// A threat search on a board.
pub struct Vcdt<'a> {
    field: Field<'a>,
    forcing: Forcing,
    attacker: Player,
    table: Vec<Entry>,
    stamp: u32,
    limits: Limits,
    nodes: u64,
    stopped: bool,
    /// Positions visited by all searches before this one.
    earlier: u64,
    searches: u64,
    listener: Listener<'a>,
    /// The listener has had enough.
    halted: bool,
    next_poll: u64,
    /// The candidates of all positions of the line, one after the other.
    candidates: Vec<Candidate>,
    gaps: Vec<Gap>,
    defences: Vec<Stones>,
}

impl<'a> Vcdt<'a> {
    /// A search on this board, whose turns have [`MOST_STONES`] at most.
    pub fn new(shape: &'a Shape, partners: Partners) -> Self {
        Self::listened_by(shape, partners, Box::new(|_| Word::GoOn))
    }

    /// The same, and a listener hears of the progress.
    pub fn listened_by(shape: &'a Shape, partners: Partners, listener: Listener<'a>) -> Self {
        let parameters = shape.parameters;
        assert!(parameters.stones <= MOST_STONES);
        let empty = Entry { key: 0, stamp: 0, depth: 0, best: Stones::NONE };
        Vcdt {
            field: Field::new(shape),
            forcing: Forcing::new(shape.board(), parameters.in_a_row, partners),
            attacker: Player::Max,
            table: vec![empty; 1 << TABLE_BITS],
            stamp: 0,
            limits: Limits { depth: USUAL_DEPTH, nodes: u64::MAX },
            nodes: 0,
            stopped: false,
            earlier: 0,
            searches: 0,
            listener,
            halted: false,
            next_poll: POLL_EVERY,
            candidates: Vec::new(),
            gaps: Vec::new(),
            defences: Vec::new(),
        }
    }

    /// Positions visited by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions visited by all searches.
    pub fn all_nodes(&self) -> u64 {
        self.earlier + self.nodes
    }

    /// How many searches there were.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Searches again, though the listener has stopped them before.
    pub fn go_on(&mut self) {
        self.halted = false;
    }

    /// Whether the listener has stopped the search.
    pub fn is_halted(&self) -> bool {
        self.halted
    }

    /// The board of the last search.
    pub fn field(&mut self) -> &mut Field<'a> {
        &mut self.field
    }

    /// Looks for a win of the player to move, who has so many stones to place this turn.
    pub fn search(
        &mut self,
        stones: [Area; 2],
        attacker: Player,
        left: usize,
        limits: Limits,
    ) -> Found {
        self.begin(stones, attacker);
        self.limits = limits;
        self.deepen(left, limits.depth)
    }

    fn begin(&mut self, stones: [Area; 2], attacker: Player) {
        self.field.set(stones);
        self.attacker = attacker;
        self.stamp += 1;
        self.earlier += self.nodes;
        self.nodes = 0;
        self.next_poll = POLL_EVERY;
        self.searches += 1;
        self.stopped = false;
        self.poll();
    }

    /// Asks the listener.
    fn poll(&mut self) {
        let nodes = self.all_nodes();
        self.halted |= (self.listener)(nodes) == Word::Stop;
        self.stopped |= self.halted;
    }

    /// How an attack that wins a similar position is played here, if it wins here, too.
    pub fn follow(
        &mut self,
        stones: [Area; 2],
        attacker: Player,
        left: usize,
        model: &Attack,
    ) -> Option<Attack> {
        self.begin(stones, attacker);
        self.play_like(model, left)
    }

    fn play_like(&mut self, model: &Attack, left: usize) -> Option<Attack> {
        self.nodes += 1;
        let (attacker, turn) = (self.attacker, self.field.shape().parameters.stones);
        if let Some(stones) = threats::completion(&self.field, attacker, left) {
            return Some(Attack { stones, defences: Vec::new() });
        }
        let stones = model.stones;
        let mut must_hit = Vec::new();
        threats::gaps(&self.field, !attacker, turn, &mut must_hit);
        let fits = stones.count() <= left
            && stones.area().is_subset(&self.field.empty())
            && must_hit.iter().all(|&gap| stones.hit(gap));
        if !fits {
            return None;
        }
        self.field.put_all(attacker, stones.squares());
        threats::gaps(&self.field, attacker, turn, &mut self.gaps);
        let mut defences = None;
        if threats::number(&self.gaps) >= turn {
            threats::defences(&self.gaps, turn, &mut self.defences);
            let answers = self.defences.clone().into_iter().map(|reply| {
                let (_, next) = model.defences.iter().find(|(defence, _)| *defence == reply)?;
                self.field.put_all(!attacker, reply.squares());
                let answer = self.play_like(next, turn);
                self.field.take_all(!attacker, reply.squares());
                Some((reply, answer?))
            });
            defences = answers.collect();
        }
        self.field.take_all(attacker, stones.squares());
        Some(Attack { stones, defences: defences? })
    }

    /// How the win is played that the last search has found, for a player with so many stones to
    /// place. Where it was forgotten, it is found again; `None` if the listener does not let it.
    pub fn strategy(&mut self, left: usize) -> Option<Attack> {
        let attacker = self.attacker;
        if let Some(stones) = threats::completion(&self.field, attacker, left) {
            return Some(Attack { stones, defences: Vec::new() });
        }
        let stones = self.winning(left)?;
        self.field.put_all(attacker, stones.squares());
        let turn = self.field.shape().parameters.stones;
        threats::gaps(&self.field, attacker, turn, &mut self.gaps);
        debug_assert!(threats::number(&self.gaps) >= turn);
        threats::defences(&self.gaps, turn, &mut self.defences);
        let answers = self.defences.clone().into_iter().map(|reply| {
            self.field.put_all(!attacker, reply.squares());
            let answer = self.strategy(turn);
            self.field.take_all(!attacker, reply.squares());
            Some((reply, answer?))
        });
        let defences: Option<Vec<_>> = answers.collect();
        self.field.take_all(attacker, stones.squares());
        Some(Attack { stones, defences: defences? })
    }

    /// The winning move in a position of the last search that is won.
    fn winning(&mut self, left: usize) -> Option<Stones> {
        let key = self.field.key();
        let known = |entry: &Entry, stamp: u32| {
            let known = entry.stamp == stamp && entry.key == key && entry.depth == WON;
            known.then_some(entry.best)
        };
        known(&self.table[slot(key)], self.stamp).or_else(|| {
            // Another position has taken its place.
            self.limits.nodes = u64::MAX;
            self.deepen(left, self.limits.depth);
            known(&self.table[slot(key)], self.stamp)
        })
    }

    fn deepen(&mut self, left: usize, limit: u32) -> Found {
        for depth in 1..=limit.min(NOTHING as u32 - 1) {
            match self.attack(depth, left) {
                Turnout::Won => return Found::Win(depth),
                Turnout::Nothing => return Found::Nothing,
                Turnout::Cut if self.stopped => return Found::Unknown,
                Turnout::Cut => {}
            }
        }
        Found::Unknown
    }

    /// Whether the attacker, to move, wins with so many moves.
    fn attack(&mut self, depth: u32, left: usize) -> Turnout {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL_EVERY;
            self.poll();
        }
        if self.nodes > self.limits.nodes || self.stopped {
            self.stopped = true;
            return Turnout::Cut;
        }
        if threats::completion(&self.field, self.attacker, left).is_some() {
            return Turnout::Won;
        }
        if depth == 1 {
            return Turnout::Cut;
        }
        let key = self.field.key();
        let entry = &self.table[slot(key)];
        let mut best = Stones::NONE;
        if entry.stamp == self.stamp && entry.key == key {
            match entry.depth {
                WON => return Turnout::Won,
                NOTHING => return Turnout::Nothing,
                failed if u32::from(failed) >= depth => return Turnout::Cut,
                _ => best = entry.best,
            }
        }
        let turn = self.field.shape().parameters.stones;
        let mut must_hit = Vec::new();
        threats::gaps(&self.field, !self.attacker, turn, &mut must_hit);
        let first = self.candidates.len();
        self.forcing.find(&self.field, self.attacker, left, &must_hit, &mut self.candidates);
        let found = &mut self.candidates[first..];
        if let Some(again) = found.iter_mut().find(|candidate| candidate.stones == best) {
            again.score = i32::MAX;
        }
        found.sort_unstable_by_key(Candidate::rank);
        let mut turnout = Turnout::Nothing;
        for at in first..self.candidates.len() {
            let stones = self.candidates[at].stones;
            match self.after(stones, depth - 1) {
                Turnout::Won => {
                    self.candidates.truncate(first);
                    self.store(key, WON, stones);
                    return Turnout::Won;
                }
                Turnout::Cut => turnout = Turnout::Cut,
                Turnout::Nothing => {}
            }
            if self.stopped {
                break;
            }
        }
        self.candidates.truncate(first);
        if !self.stopped {
            let searched = if turnout == Turnout::Nothing { NOTHING } else { depth as u8 };
            self.store(key, searched, best);
        }
        turnout
    }

    /// Whether a forcing move wins, with so many more moves of the attacker.
    fn after(&mut self, stones: Stones, depth: u32) -> Turnout {
        self.nodes += 1;
        let (attacker, turn) = (self.attacker, self.field.shape().parameters.stones);
        self.field.put_all(attacker, stones.squares());
        threats::gaps(&self.field, attacker, turn, &mut self.gaps);
        // Threats that fewer stones stop would seem to have no defence.
        debug_assert!(threats::number(&self.gaps) >= turn);
        let mut turnout = Turnout::Won;
        threats::defences(&self.gaps, turn, &mut self.defences);
        if depth == 1 && !self.defences.is_empty() {
            // Threats that can all be stopped do not win at once.
            turnout = Turnout::Cut;
        } else {
            let mut replies = [Stones::NONE; 4];
            let count = self.defences.len();
            replies[..count].copy_from_slice(&self.defences);
            for reply in &replies[..count] {
                self.field.put_all(!attacker, reply.squares());
                turnout = self.attack(depth, turn);
                self.field.take_all(!attacker, reply.squares());
                if turnout != Turnout::Won {
                    break;
                }
            }
        }
        self.field.take_all(attacker, stones.squares());
        turnout
    }

    fn store(&mut self, key: u64, depth: u8, best: Stones) {
        self.table[slot(key)] = Entry { key, stamp: self.stamp, depth, best };
    }
}

/// Where a position is kept.
fn slot(key: u64) -> usize {
    (key >> (64 - TABLE_BITS)) as usize
}

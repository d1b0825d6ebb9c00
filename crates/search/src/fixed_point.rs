//! A local fixed point: the last resort where positions come back for ever.
//!
//! If endless play has a value, one of the two sides is content with going round in circles: the one that has
//! what it wants then. A depth-first search finds that out along lines of play, and what rests on the line is
//! found again along others, exponentially often in the worst case. But such a game is a graph with a fixed
//! point: the side that wants to *stay* has what it wants in the largest set of positions that it can be kept
//! in. This is computed beside the search, from the root, with as much of the graph as is needed, after the
//! local algorithm of Liu & Smolka (1998, "Simple linear-time algorithms for minimal fixed points"):
//!
//! * A position is held to be safe for the side that stays until it is shown not to be. Where that side is to
//!   move, one move to a safe position is enough, and one is chosen; where the other one is, all moves count.
//! * A position that is not safe, by the rules or by the table, makes those unsafe that rest on it, or has them
//!   choose another move. Each step of this is well founded: what is unsafe is lost for the side that stays,
//!   after every line of play, and has a height as proofs by search have.
//! * If nothing is left to look at, all positions that are still held to be safe form a closed set: they are
//!   safe, after every line of play.
//!
//! What the search has found is used: what it has solved need not be looked at, and its numbers tell which
//! moves are promising. The work is linear in the moves of the positions looked at, but for moves looked at
//! again when a choice was wrong; so a question about a game whose positions fit into memory ends.

use std::collections::VecDeque;

use hashbrown::HashTable;
use phidelta_rules::{Game, GraphKind, Player, Recurrence, Status, zobrist};

use crate::control::{Aside, Usage};
use crate::memory::{self, FAR};
use crate::numbers::Side;
use crate::pulse::Pulse;
use crate::table::work;
use crate::{Numbers, Options, Query, Table};

const NONE: u32 = u32::MAX;

/// A position that was come by.
struct Node<S> {
    state: S,
    key: u64,
    /// The last edge to a position that rests on this one.
    last_edge: u32,
    /// The position that the side that stays goes to.
    chosen: u32,
    /// Of an unsafe position: the longest line by which it is lost.
    height: u16,
    kind: Kind,
    /// Whether the side that stays is to move.
    stays: bool,
    is_queued: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Not looked at yet.
    New,
    /// Held to be safe.
    Safe,
    /// Shown not to be.
    Unsafe,
}

/// A position rests on another, in the list of those that do so.
struct Edge {
    rests: u32,
    earlier: u32,
}

/// What is known of the position after a move.
enum After {
    Safe,
    /// With the height of the proof.
    Unsafe(u16),
    /// Come by before, and not known to be unsafe.
    Met(u32),
    /// With the number of the search for its being safe.
    Unknown(u32),
}

/// A fixed point that is being computed for one question about one position.
pub(crate) struct FixedPoint<'f, G: Game> {
    game: &'f G,
    question: &'f Query<G::Value>,
    infinity: u32,
    /// The answer to the question where play is endless: what holds where it is safe to stay.
    endless: bool,
    nodes: Vec<Node<G::State>>,
    edges: Vec<Edge>,
    places: HashTable<u32>,
    queue: VecDeque<u32>,
    /// Unsafe positions that those that rest on them have not been told of.
    news: Vec<u32>,
    moves: Vec<G::Move>,
    afters: Vec<(usize, After)>,
    looks: u64,
    next_advance: u64,
    pulse: Pulse,
    answer: Option<bool>,
    is_given_up: bool,
}

/// Looks at the fixed point are taken when the search has visited so many nodes more.
const ADVANCE_EVERY: u64 = 256;
/// A search that visits no more nodes than this is left alone.
const NODES_BEFORE: u64 = 4096;
/// So many looks are taken for each result of the search that rests on a line of play, if they are frequent.
const LOOKS_FOR_A_LINE: u64 = 4;
/// Where the search visits so many nodes for each such result, repetitions are not what it suffers from. (In Lines
/// of Action it visits 100 to 200, in the L-game 3.)
const NODES_FOR_A_LINE: u64 = 64;
/// For so many nodes of the search, one look is taken in any case.
const NODES_FOR_A_LOOK: u64 = 256;
/// The room that it may take in any case.
const LEAST_BYTES: u64 = 1 << 20;

impl<'f, G: Game> FixedPoint<'f, G> {
    /// The fixed point for a question about a position, if endless play has a value.
    pub fn new(
        game: &'f G,
        question: &'f Query<G::Value>,
        options: &Options,
        root: &G::State,
    ) -> Option<Self> {
        if !G::Graph::REPEATS {
            return None;
        }
        let Recurrence::Endless(value) = G::Graph::recurrence(game) else { return None };
        let Status::Turn(turn) = game.status(root) else { return None };
        let mut fixed_point = FixedPoint {
            game,
            question,
            infinity: memory::infinity::<G>(options.widths.infinity),
            endless: question.goal.met(value),
            nodes: Vec::new(),
            edges: Vec::new(),
            places: HashTable::new(),
            queue: VecDeque::new(),
            news: Vec::new(),
            moves: Vec::new(),
            afters: Vec::new(),
            looks: 0,
            pulse: Pulse::new(),
            next_advance: if options.fixed_point_first { 0 } else { NODES_BEFORE },
            answer: None,
            is_given_up: false,
        };
        fixed_point.add(root.clone(), game.key(root), turn);
        fixed_point.enqueue(0);
        Some(fixed_point)
    }

    /// The answer to the question, once there is one, with a move that keeps it if the player to move at the
    /// root has it; everything that was found is put into the table. Gives how many entries gave way, too.
    pub fn conclude(&mut self, table: &Table) -> Option<(bool, Option<G::Move>, u64)> {
        let answer = self.answer?;
        let best = self.best_move(answer, table);
        let mut replaced = 0;
        let work = work::encode(1, 0);
        for node in &self.nodes {
            let (verdict, distance) = match node.kind {
                Kind::New => continue,
                // If the root is not safe, what seems to be may rest on what was not looked at.
                Kind::Safe if answer != self.endless => continue,
                Kind::Safe => (self.endless, FAR),
                Kind::Unsafe => (!self.endless, node.height),
            };
            let numbers = Numbers::solved(verdict, self.infinity);
            let entry = memory::entry::<G>(numbers, work, self.question, distance, [false; 2]);
            replaced += memory::put::<G>(table, node.key, entry, self.infinity);
        }
        Some((answer, best, replaced))
    }

    /// How many looks were taken at positions.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Goes on until so many looks were taken in all, or there is an answer. Whether that was not halted.
    fn run(&mut self, looks: u64, table: &Table, halts: &mut dyn FnMut() -> bool) -> bool {
        while self.looks < looks && self.answer.is_none() {
            self.pulse.share(1, 1 + self.moves.len() as u64);
            if self.pulse.beats() && halts() {
                return false;
            }
            let Some(id) = self.queue.pop_front() else {
                self.answer = Some(self.endless);
                return true;
            };
            self.nodes[id as usize].is_queued = false;
            if self.nodes[id as usize].kind == Kind::Unsafe {
                continue;
            }
            if !self.is_wanted(id) {
                // Who rests on it later has it looked at.
                self.nodes[id as usize].kind = Kind::New;
                continue;
            }
            self.looks += 1;
            self.look(id, table);
            self.spread_news();
            if self.nodes[0].kind == Kind::Unsafe {
                self.answer = Some(!self.endless);
            }
        }
        true
    }

    /// Whether something rests on a position, or it is the root.
    fn is_wanted(&self, id: u32) -> bool {
        let mut at = self.nodes[id as usize].last_edge;
        while at != NONE {
            let Edge { rests, earlier } = self.edges[at as usize];
            let above = &self.nodes[rests as usize];
            if above.kind != Kind::Unsafe && (!above.stays || above.chosen == id) {
                return true;
            }
            at = earlier;
        }
        id == 0
    }

    /// Looks at the moves of a position: for the first time, or since the one that was chosen is no good.
    fn look(&mut self, id: u32, table: &Table) {
        let node = &self.nodes[id as usize];
        let (state, stays) = (node.state.clone(), node.stays);
        self.moves.clear();
        self.game.moves(&state, &mut self.moves);
        if self.moves.is_empty() {
            return self.settle(id, self.question.goal.met(self.game.stuck(&state)));
        }
        self.nodes[id as usize].kind = Kind::Safe;
        self.game.compact(&mut self.nodes[id as usize].state);
        self.afters.clear();
        let mut height = 0;
        for place in 0..self.moves.len() {
            let after = self.after(&state, self.moves[place], table);
            match after {
                After::Safe if stays => return self.nodes[id as usize].chosen = NONE,
                After::Unsafe(below) if !stays => return self.lose(id, below),
                After::Safe => {}
                After::Unsafe(below) => height = height.max(below),
                After::Met(_) | After::Unknown(_) => self.afters.push((place, after)),
            }
        }
        let mut afters = std::mem::take(&mut self.afters);
        if stays {
            // What was met costs nothing more; else what the search believes in.
            let cost = |after: &After| match after {
                After::Unknown(number) => u64::from(*number) + 1,
                _ => 0,
            };
            match afters.drain(..).min_by_key(|(_, after)| cost(after)) {
                Some((place, after)) => self.rest_on(id, &state, place, &after),
                None => self.lose(id, height),
            }
        } else {
            for (place, after) in afters.drain(..) {
                self.rest_on(id, &state, place, &after);
            }
        }
        self.afters = afters;
    }

    /// What is known of the position after a move.
    fn after(&self, state: &G::State, mv: G::Move, table: &Table) -> After {
        let settled = |reached: bool, height| {
            if reached == self.endless { After::Safe } else { After::Unsafe(height) }
        };
        if let Status::Over(value) = self.game.status_after(state, mv) {
            return settled(self.question.goal.met(value), 0);
        }
        let key = self.game.key_after(state, mv);
        let known = table.probe(key);
        let known =
            known.and_then(|entry| memory::read::<G, _>(entry, self.question, self.infinity));
        if let Some(known) = known
            && let Some(reached) = known.numbers.verdict(self.infinity)
        {
            return settled(reached, known.distance);
        }
        let mut child = None;
        let met = self.places.find(zobrist::scramble(key), |&id| {
            let node = &self.nodes[id as usize];
            node.key == key
                && node.state == *child.get_or_insert_with(|| played(self.game, state, mv))
        });
        match met {
            Some(&id) if self.nodes[id as usize].kind == Kind::Unsafe => {
                After::Unsafe(self.nodes[id as usize].height)
            }
            Some(&id) => After::Met(id),
            None => After::Unknown(known.map_or(1, |known| {
                let side = if self.endless { Side::Proof } else { Side::Disproof };
                // It was safe after some line of play already.
                if known.hints[usize::from(self.endless)] { 0 } else { known.numbers[side] }
            })),
        }
    }

    /// Notes that a position rests on the one after the move at this place.
    fn rest_on(&mut self, id: u32, state: &G::State, place: usize, after: &After) {
        let below = match *after {
            After::Met(below) => below,
            _ => {
                let child = played(self.game, state, self.moves[place]);
                let Status::Turn(turn) = self.game.status(&child) else {
                    unreachable!("the game goes on after the move")
                };
                let key = self.game.key(&child);
                // Two moves may lead to the same position.
                let met = self.places.find(zobrist::scramble(key), |&id| {
                    let node = &self.nodes[id as usize];
                    node.key == key && node.state == child
                });
                match met {
                    Some(&met) => met,
                    None => self.add(child, key, turn),
                }
            }
        };
        self.nodes[id as usize].chosen = below;
        let earlier = self.nodes[below as usize].last_edge;
        self.nodes[below as usize].last_edge = self.edges.len() as u32;
        self.edges.push(Edge { rests: id, earlier });
        if self.nodes[below as usize].kind == Kind::New {
            self.enqueue(below);
        }
    }

    fn add(&mut self, state: G::State, key: u64, turn: Player) -> u32 {
        let id = self.nodes.len() as u32;
        let stays = (turn == self.question.goal.prover()) == self.endless;
        self.nodes.push(Node {
            state,
            key,
            last_edge: NONE,
            chosen: NONE,
            height: FAR,
            kind: Kind::New,
            stays,
            is_queued: false,
        });
        let nodes = &self.nodes;
        let hash = |&id: &u32| zobrist::scramble(nodes[id as usize].key);
        self.places.insert_unique(zobrist::scramble(key), id, hash);
        id
    }

    fn enqueue(&mut self, id: u32) {
        if !std::mem::replace(&mut self.nodes[id as usize].is_queued, true) {
            self.queue.push_back(id);
        }
    }

    /// The game is over in a position.
    fn settle(&mut self, id: u32, reached: bool) {
        let node = &mut self.nodes[id as usize];
        if reached == self.endless {
            (node.kind, node.chosen) = (Kind::Safe, NONE);
        } else {
            (node.kind, node.height) = (Kind::Unsafe, 0);
            self.news.push(id);
        }
    }

    /// A position is not safe, since others of this height are not.
    fn lose(&mut self, id: u32, below: u16) {
        let node = &mut self.nodes[id as usize];
        (node.kind, node.height) = (Kind::Unsafe, (below + 1).min(FAR));
        self.news.push(id);
    }

    /// Tells those that rest on unsafe positions.
    fn spread_news(&mut self) {
        while let Some(id) = self.news.pop() {
            let height = self.nodes[id as usize].height;
            let mut at = self.nodes[id as usize].last_edge;
            while at != NONE {
                let Edge { rests, earlier } = self.edges[at as usize];
                at = earlier;
                let above = &mut self.nodes[rests as usize];
                if above.kind == Kind::Unsafe {
                    continue;
                }
                if !above.stays {
                    self.lose(rests, height);
                } else if above.chosen == id && !std::mem::replace(&mut above.is_queued, true) {
                    self.queue.push_front(rests);
                }
            }
        }
    }

    /// A move that keeps the answer, if the player to move at the root has it.
    fn best_move(&mut self, answer: bool, table: &Table) -> Option<G::Move> {
        let root = &self.nodes[0];
        if root.stays != (answer == self.endless) {
            return None;
        }
        let (state, chosen) = (root.state.clone(), root.chosen);
        self.moves.clear();
        self.game.moves(&state, &mut self.moves);
        let rank = |after: After| match after {
            After::Safe if answer == self.endless => Some(0),
            After::Met(id) if answer == self.endless && id == chosen => Some(1),
            After::Unsafe(height) if answer != self.endless => Some(height),
            _ => None,
        };
        let moves = self.moves.iter().copied();
        let ranked = moves.filter_map(|mv| Some((rank(self.after(&state, mv, table))?, mv)));
        ranked.min_by_key(|&(rank, _)| rank).map(|(_, mv)| mv)
    }

    fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node<G::State>>();
        let heap = self.nodes.len() * self.game.state_heap_bytes();
        let edges = self.edges.capacity() * size_of::<Edge>();
        let places = self.places.capacity() * 5 + self.queue.capacity() * 4;
        (nodes + heap + edges + places) as u64
    }
}

impl<G: Game> Aside for FixedPoint<'_, G> {
    fn advance(
        &mut self,
        usage: Usage,
        table: &Table,
        room: Option<u64>,
        halts: &mut dyn FnMut() -> bool,
    ) -> bool {
        if self.is_given_up || usage.nodes < self.next_advance {
            return self.answer.is_some();
        }
        let is_first = self.next_advance == 0;
        let frequent = usage.after_lines.saturating_sub(usage.nodes / NODES_FOR_A_LINE);
        let looks = LOOKS_FOR_A_LINE * frequent
            + usage.nodes.saturating_sub(NODES_BEFORE) / NODES_FOR_A_LOOK;
        if !self.run(if is_first { u64::MAX } else { looks }, table, halts) {
            return false;
        }
        self.next_advance = usage.nodes - usage.nodes % ADVANCE_EVERY + ADVANCE_EVERY;
        // The table may use its room later.
        let room = room.map(|room| room / 2 + table.bytes_to_come() / 2);
        if self.answer.is_none() && room.is_some_and(|room| self.bytes() > room.max(LEAST_BYTES)) {
            self.is_given_up = true;
            self.nodes = Vec::new();
            self.edges = Vec::new();
            self.places = HashTable::new();
            self.queue = VecDeque::new();
        }
        self.answer.is_some()
    }

    fn bytes(&self) -> u64 {
        FixedPoint::bytes(self)
    }

    fn looks(&self) -> u64 {
        self.looks
    }
}

fn played<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}

//! The graph of a proof-set search: each position once, with all the positions that lead to it.
//!
//! Positions are found again by comparing them whole. Updates go from the deepest position that has
//! changed upwards, by the longest known way from the root, so that each is brought up to date once.

use std::collections::BinaryHeap;
use std::mem;

use hashbrown::HashTable;
use phidelta_rules::{Game, Guide, Player, Status};

use super::leaves::{Leaves, PIECE_BYTES, Says, Unions};
use crate::look_ahead::{LookAhead, Looked};
use crate::numbers::Side;
use crate::problem::Problem;
use crate::pulse::Pulse;
use crate::{Counters, Numbers, Stopped};

/// The number of a position, by the time it was found.
pub(super) type NodeId = u32;

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Link {
    To(NodeId),
    /// To a position that was solved when it was first looked at, and is not kept.
    Solved(bool),
}

/// What is known of a position.
pub(super) enum Standing {
    /// Nothing but what it starts with.
    Leaf(Numbers),
    /// What would have to be proved to prove it, and disproved to disprove it.
    Open([Leaves; 2]),
    /// It is proved, or disproved.
    Solved(bool),
}

/// A position.
pub(super) struct Node<G: Game> {
    pub state: G::State,
    pub turn: Player,
    pub standing: Standing,
    /// Its moves once it was expanded; if one decides, no other.
    pub moves: Box<[(G::Move, Link)]>,
    /// The unsolved positions that lead here.
    parents: Vec<NodeId>,
    /// The longest way from the root, as far as is known: longer than those of its parents.
    depth: u32,
    /// Whether it is to be brought up to date.
    waits: bool,
}

/// All positions.
pub(super) struct Graph<G: Game> {
    /// In chunks, so that growing moves none.
    nodes: Vec<Vec<Node<G>>>,
    index: HashTable<NodeId>,
    /// Positions to be brought up to date, the deepest first.
    waiting: BinaryHeap<(u32, NodeId)>,
    unions: Unions,
    /// The bytes of positions, moves, parents and sets.
    bytes: u64,
    room: u64,
    pulse: Pulse,
    look_ahead: LookAhead<G::State, G::Move>,
}

const CHUNK: usize = 256;

/// What so many things of a kind take together, in one piece.
fn bytes_of<T>(count: usize) -> u64 {
    if count == 0 { 0 } else { (PIECE_BYTES + count * size_of::<T>()) as u64 }
}

/// A child of a position that is being expanded.
enum Child<S> {
    Known(Link),
    New(S, Player, Numbers),
}

impl<G: Game> Graph<G> {
    /// A graph with a root, and room for so many bytes.
    pub fn new<A: Guide<G>>(
        problem: &Problem<'_, G, A>,
        root: &G::State,
        turn: Player,
        room: u64,
    ) -> Self {
        let mut graph = Graph {
            nodes: Vec::new(),
            index: HashTable::new(),
            waiting: BinaryHeap::new(),
            unions: Unions::default(),
            pulse: Pulse::new(),
            look_ahead: LookAhead::new(problem.options.look_ahead),
            bytes: 0,
            room,
        };
        graph.add(problem.game, root.clone(), turn, Numbers { proof: 1, disproof: 1 }, 0);
        graph
    }

    /// The first position.
    pub const ROOT: NodeId = 0;

    pub fn node(&self, id: NodeId) -> &Node<G> {
        &self.nodes[id as usize / CHUNK][id as usize % CHUNK]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node<G> {
        &mut self.nodes[id as usize / CHUNK][id as usize % CHUNK]
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.last().map_or(0, |last| (self.nodes.len() - 1) * CHUNK + last.len())
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.bytes
            + self.index.allocation_size() as u64
            + (self.waiting.capacity() * size_of::<(u32, NodeId)>()) as u64
    }

    /// Whether a move leads to a solved position.
    pub fn verdict(&self, link: Link) -> Option<bool> {
        match link {
            Link::Solved(proved) => Some(proved),
            Link::To(id) => match self.node(id).standing {
                Standing::Solved(proved) => Some(proved),
                _ => None,
            },
        }
    }

    /// The unsolved positions that moves lead to, in order.
    fn open(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.node(id).moves.iter().filter_map(|&(_, link)| match link {
            Link::To(child) if self.verdict(link).is_none() => Some(child),
            _ => None,
        })
    }

    /// What an unsolved position says.
    fn says(&self, id: NodeId, side: Side) -> Says<'_> {
        match &self.node(id).standing {
            Standing::Leaf(numbers) => Says::leaf(id, *numbers, side),
            Standing::Open(sets) => Says::Set(&sets[side as usize]),
            Standing::Solved(_) => unreachable!("a solved position says nothing"),
        }
    }

    /// What a position comes to in numbers.
    pub fn numbers(&self, id: NodeId, infinity: u32) -> Numbers {
        let number = |side| self.says(id, side).weight().min(u64::from(infinity - 1)) as u32;
        match self.node(id).standing {
            Standing::Solved(proved) => Numbers::solved(proved, infinity),
            _ => Numbers { proof: number(Side::Proof), disproof: number(Side::Disproof) },
        }
    }

    /// The unsolved child with the lightest set on this side, the first among equals.
    fn lightest(&self, id: NodeId, side: Side) -> Option<NodeId> {
        self.open(id).min_by_key(|&child| self.says(child, side).weight())
    }

    /// The leaf to be expanded next: where each mover goes to what is easiest for them. It is in
    /// both sets of the root. The line that leads there is noted.
    pub fn most_promising<A: Guide<G>>(
        &self,
        problem: &Problem<'_, G, A>,
        line: &mut Vec<NodeId>,
    ) -> NodeId {
        line.clear();
        let mut id = Self::ROOT;
        line.push(id);
        while let Standing::Open(_) = self.node(id).standing {
            let side = problem.choosing_side(self.node(id).turn);
            id = self.lightest(id, side).expect("an unsolved position has an unsolved child");
            line.push(id);
        }
        id
    }

    /// Expands a leaf, and brings all that depends on it up to date.
    ///
    /// # Errors
    /// If there is no room, or `stop` says so. Nothing is changed then.
    pub fn expand<A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        id: NodeId,
        depth: usize,
        counters: &mut Counters,
        stop: &mut dyn FnMut() -> Option<Stopped>,
    ) -> Result<(), Stopped> {
        let game = problem.game;
        let (state, turn) = (self.node(id).state.clone(), self.node(id).turn);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let bytes_each = size_of::<Node<G>>() + size_of::<(G::Move, Link)>();
        if self.bytes() + (moves.len() * bytes_each) as u64 > self.room {
            return Err(Stopped::Memory);
        }
        counters.expansions += 1;
        if moves.is_empty() {
            self.settle(id, problem.question.goal.met(game.stuck(&state)));
            self.refresh_parents(problem, id, counters);
            return Ok(());
        }
        let won = turn == problem.question.goal.prover();
        let mut children = Vec::with_capacity(moves.len());
        let mut reply = None;
        let first_work = problem.first_work(moves.len());
        for mv in moves {
            self.pulse.share(1, first_work);
            if self.pulse.beats()
                && let Some(reason) = stop()
            {
                return Err(reason);
            }
            let mut child = self.look_at(problem, &state, mv, depth, &mut reply, counters);
            while self.look_ahead.is_deep() && matches!(child, Child::New(..)) {
                let positions = &mut counters.looked_ahead;
                match self.look_ahead.look(problem, (&state, mv), positions, &mut self.pulse) {
                    Looked::Settled(proved, _) => child = Child::Known(Link::Solved(proved)),
                    Looked::Nothing => break,
                    Looked::Working => {
                        if let Some(reason) = stop() {
                            self.look_ahead.stop();
                            return Err(reason);
                        }
                    }
                }
            }
            let decides = matches!(child, Child::Known(link) if self.verdict(link) == Some(won));
            if decides {
                // The others do not matter any more.
                children.clear();
            }
            children.push((mv, child));
            if decides {
                break;
            }
        }
        let below = self.node(id).depth + 1;
        let mut links = Vec::with_capacity(children.len());
        for (mv, child) in children {
            let link = match child {
                Child::Known(link) => link,
                Child::New(state, turn, numbers) => Link::To(
                    self.find(game, &state)
                        .unwrap_or_else(|| self.add(game, state, turn, numbers, below)),
                ),
            };
            if let Link::To(child) = link {
                self.adopt(id, child);
            }
            links.push((mv, link));
        }
        self.bytes += bytes_of::<(G::Move, Link)>(links.len());
        self.node_mut(id).moves = links.into();
        self.wait(id);
        self.refresh(problem, counters);
        Ok(())
    }

    /// What a move leads to.
    fn look_at<A: Guide<G>>(
        &self,
        problem: &Problem<'_, G, A>,
        parent: &G::State,
        mv: G::Move,
        depth: usize,
        reply: &mut Option<G::Move>,
        counters: &mut Counters,
    ) -> Child<G::State> {
        counters.nodes += 1;
        let mut state = parent.clone();
        problem.game.play(&mut state, mv);
        if let Some(id) = self.find(problem.game, &state) {
            counters.hits += 1;
            return Child::Known(Link::To(id));
        }
        counters.misses += 1;
        let numbers = problem.first_numbers(parent, mv, depth, reply);
        match (numbers.verdict(problem.infinity), problem.game.status(&state)) {
            (Some(proved), _) => Child::Known(Link::Solved(proved)),
            (None, Status::Turn(turn)) => Child::New(state, turn, numbers),
            (None, Status::Over(_)) => unreachable!("a finished game is solved"),
        }
    }

    fn find(&self, game: &G, state: &G::State) -> Option<NodeId> {
        self.index.find(game.key(state), |&id| self.node(id).state == *state).copied()
    }

    fn add(
        &mut self,
        game: &G,
        state: G::State,
        turn: Player,
        numbers: Numbers,
        depth: u32,
    ) -> NodeId {
        let id = self.len() as NodeId;
        let hash = game.key(&state);
        let standing = Standing::Leaf(numbers);
        let (moves, parents) = (Box::default(), Vec::new());
        let node = Node { state, turn, standing, moves, parents, depth, waits: false };
        if (id as usize).is_multiple_of(CHUNK) {
            self.nodes.push(Vec::with_capacity(CHUNK));
        }
        self.nodes.last_mut().expect("there is a chunk").push(node);
        let nodes = &self.nodes;
        let state = |id: NodeId| &nodes[id as usize / CHUNK][id as usize % CHUNK].state;
        self.index.insert_unique(hash, id, |&id| game.key(state(id)));
        self.bytes += size_of::<Node<G>>() as u64;
        id
    }

    /// A position leads to another one.
    fn adopt(&mut self, parent: NodeId, child: NodeId) {
        let depth = self.node(parent).depth + 1;
        let node = self.node_mut(child);
        // Two moves may lead to the same position.
        if node.parents.last() == Some(&parent) || matches!(node.standing, Standing::Solved(_)) {
            return;
        }
        let before = bytes_of::<NodeId>(node.parents.capacity());
        node.parents.push(parent);
        let after = bytes_of::<NodeId>(node.parents.capacity());
        self.bytes += after - before;
        self.deepen(child, depth);
    }

    /// A longer way leads to a position, and so to all below it.
    fn deepen(&mut self, id: NodeId, depth: u32) {
        let mut pending = vec![(id, depth)];
        while let Some((id, depth)) = pending.pop() {
            if self.node(id).depth < depth {
                self.node_mut(id).depth = depth;
                pending.extend(self.open(id).map(|child| (child, depth + 1)));
            }
        }
    }

    fn wait(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        if !mem::replace(&mut node.waits, true) {
            let depth = node.depth;
            self.waiting.push((depth, id));
        }
    }

    fn refresh_parents<A: Guide<G>>(
        &mut self,
        problem: &Problem<'_, G, A>,
        id: NodeId,
        counters: &mut Counters,
    ) {
        self.wake_parents(id);
        self.refresh(problem, counters);
    }

    fn wake_parents(&mut self, id: NodeId) {
        for index in 0..self.node(id).parents.len() {
            self.wait(self.node(id).parents[index]);
        }
        if let Standing::Solved(_) = self.node(id).standing {
            // Nobody asks it again.
            let parents = mem::take(&mut self.node_mut(id).parents);
            self.bytes -= bytes_of::<NodeId>(parents.capacity());
        }
    }

    /// Brings all positions up to date that wait for it.
    fn refresh<A: Guide<G>>(&mut self, problem: &Problem<'_, G, A>, counters: &mut Counters) {
        while let Some((_, id)) = self.waiting.pop() {
            self.node_mut(id).waits = false;
            counters.updates += 1;
            if self.update(problem, id) {
                self.wake_parents(id);
            }
        }
    }

    /// Brings a position up to date. Whether that changes anything.
    fn update<A: Guide<G>>(&mut self, problem: &Problem<'_, G, A>, id: NodeId) -> bool {
        let node = self.node(id);
        if let Standing::Solved(_) = node.standing {
            return false;
        }
        let won = node.turn == problem.question.goal.prover();
        let least = problem.choosing_side(node.turn);
        if node.moves.iter().any(|&(_, link)| self.verdict(link) == Some(won)) {
            self.settle(id, won);
            return true;
        }
        let Some(lightest) = self.lightest(id, least) else {
            self.settle(id, !won);
            return true;
        };
        let summed = least.other();
        let mut unions = mem::take(&mut self.unions);
        let union = if self.open(id).nth(1).is_none() {
            self.says(lightest, summed).set()
        } else {
            unions.union(self.open(id).map(|child| self.says(child, summed)))
        };
        let chosen = self.says(lightest, least).set();
        self.unions = unions;
        let sets = match least {
            Side::Proof => [chosen, union],
            Side::Disproof => [union, chosen],
        };
        if let Standing::Open(old) = &self.node(id).standing
            && (0..2).all(|side| old[side].is(&sets[side]) || old[side] == sets[side])
        {
            return false;
        }
        self.replace(id, Standing::Open(sets));
        true
    }

    /// A position is solved: it does not wait for its children any more.
    fn settle(&mut self, id: NodeId, proved: bool) {
        self.replace(id, Standing::Solved(proved));
        for index in 0..self.node(id).moves.len() {
            if let Link::To(child) = self.node(id).moves[index].1 {
                self.node_mut(child).parents.retain(|&parent| parent != id);
            }
        }
    }

    fn replace(&mut self, id: NodeId, standing: Standing) {
        if let Standing::Open(sets) = &standing {
            // What nobody else has is new.
            self.bytes += sets.iter().map(Leaves::own_bytes).sum::<u64>();
        }
        let old = mem::replace(&mut self.node_mut(id).standing, standing);
        if let Standing::Open(sets) = old {
            self.bytes -= sets.iter().map(Leaves::own_bytes).sum::<u64>();
        }
    }
}

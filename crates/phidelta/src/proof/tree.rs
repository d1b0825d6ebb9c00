//! The proof in a certificate, as far as people want to see it: its main line, and the top of its
//! tree.

use std::collections::{HashMap, HashSet, VecDeque};

use phidelta_certificate::{Justification, Link, Outline, PASS};
use phidelta_rules::Status;
use phidelta_rules::erased::{AnyState, GameObject};

use super::inspection::{PASSED, replay};
use crate::words;

/// The proof of a claim.
#[derive(Clone, Debug)]
pub struct ProofView {
    /// The claimant's moves, and the replies that take the largest proofs.
    pub main_line: Vec<String>,
    /// How many different positions it has, if there was memory to count them.
    pub distinct: Option<u64>,
    /// The top of it.
    pub tree: Tree,
}

/// The top of a proof: a graph in which every position occurs once. The root comes first.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The positions.
    pub nodes: Vec<Node>,
}

/// A position of the proof.
#[derive(Clone, Debug)]
pub struct Node {
    /// In the game's notation.
    pub position: String,
    /// The drawn board.
    pub board: String,
    /// Whose turn it is, if the game goes on.
    pub to_move: Option<&'static str>,
    /// What the proof says about it.
    pub kind: Kind,
    /// The size of its proof, as a tree.
    pub size: u64,
    /// The positions after it; none if they are too deep to be shown.
    pub children: Vec<Child>,
    /// Whether they are too deep.
    pub cut: bool,
}

/// What the proof says about a position.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The claimant plays a move.
    Choose,
    /// Every reply is answered.
    All,
    /// The replies of a zone are answered, and a pass, which stands for all others.
    Zone,
    /// The game is over, with this result.
    Over(String),
    /// The game ends, as the position was there so many plies before.
    Repeats(u32),
    /// This axiom says that the claim holds.
    Axiom(String),
}

/// A move of the tree, and the place of the position it leads to.
#[derive(Clone, Debug)]
pub struct Child {
    /// As players write it.
    pub mv: String,
    /// The place of the position.
    pub to: usize,
    /// Whether the position was met by this move first: a tree is made of these moves.
    pub first: bool,
}

/// The proof of a claim, its tree down to `depth`, with what may be counted in so many bytes.
pub(super) fn view(
    game: &dyn GameObject,
    outline: &Outline,
    axioms: &[String],
    root: &AnyState,
    depth: u32,
    memory: u64,
) -> ProofView {
    let view = View { game, outline, axioms };
    ProofView {
        main_line: replay(game, root, &outline.main_line()).0,
        distinct: view.distinct(root, memory),
        tree: view.tree(root, depth),
    }
}

/// A proof as a graph, and the game it is about.
pub(super) struct View<'a> {
    pub game: &'a dyn GameObject,
    pub outline: &'a Outline,
    pub axioms: &'a [String],
}

impl View<'_> {
    /// The positions after one that is in the proof, each with its move, or `None` for a pass.
    pub fn after(&self, state: &AnyState, place: usize) -> Vec<(Option<u32>, AnyState, Link)> {
        let (game, solution) = (self.game, &self.outline.solution);
        let over = matches!(game.resolve(state), Status::Over(_));
        let count = if over { 0 } else { game.move_count(state) };
        let chosen = match solution.act(place) {
            Justification::Choose(mv) => solution.links(place).first().map(|&link| (mv, link)),
            _ => None,
        };
        let next = |(at, link): (u32, Link)| {
            if at == PASS {
                return Some((None, game.pass(state)?, link));
            }
            (at < count).then(|| (Some(at), game.after(state, at), link))
        };
        chosen.into_iter().chain(solution.replies(place)).filter_map(next).collect()
    }

    /// Counts the different positions, if they fit into so many bytes.
    fn distinct(&self, root: &AnyState, memory: u64) -> Option<u64> {
        let most = memory / (4 * self.game.state_bytes() as u64 + 64);
        let mut positions = HashSet::new();
        let mut is_seen = vec![false; self.outline.solution.len()];
        let mut stack = vec![(root.clone(), self.outline.solution.root())];
        while let Some((state, link)) = stack.pop() {
            let Some(place) = link.place() else { continue };
            if std::mem::replace(&mut is_seen[place], true) {
                continue;
            }
            let after = self.after(&state, place);
            stack.extend(after.into_iter().map(|(_, next, link)| (next, link)));
            positions.insert(state);
            if (positions.len() + stack.len()) as u64 > most {
                return None;
            }
        }
        Some(positions.len() as u64)
    }

    /// The positions within so many moves of the root, breadth first: each is met on a shortest way.
    fn tree(&self, root: &AnyState, depth: u32) -> Tree {
        let link = self.outline.solution.root();
        let mut nodes = vec![self.node(root, link)];
        let mut places = HashMap::from([(root.clone(), 0)]);
        let mut queue = VecDeque::from([(0, root.clone(), link, 0)]);
        while let Some((at, state, link, ply)) = queue.pop_front() {
            let Some(place) = link.place() else { continue };
            let after = self.after(&state, place);
            if ply == depth {
                nodes[at].cut = !after.is_empty();
                continue;
            }
            for (mv, next, link) in after {
                let mv = mv.map_or(PASSED.into(), |mv| self.game.write_move(&state, mv));
                let known = places.get(&next).copied();
                let to = known.unwrap_or(nodes.len());
                nodes[at].children.push(Child { mv, to, first: known.is_none() });
                if known.is_none() {
                    nodes.push(self.node(&next, link));
                    places.insert(next.clone(), to);
                    queue.push_back((to, next, link, ply + 1));
                }
            }
        }
        Tree { nodes }
    }

    pub fn node(&self, state: &AnyState, link: Link) -> Node {
        let game = self.game;
        let (to_move, result) = match game.resolve(state) {
            Status::Turn(player) => (Some(game.player_name(player)), String::new()),
            Status::Over(value) => (None, words::result(game, value)),
        };
        let kind = match link.place().map(|place| self.outline.solution.act(place)) {
            None => Kind::Over(result),
            Some(Justification::Choose(_)) => Kind::Choose,
            Some(Justification::All) => Kind::All,
            Some(Justification::Zone) => Kind::Zone,
            Some(Justification::Repeats(plies)) => Kind::Repeats(plies),
            Some(Justification::Axiom(axiom)) => {
                Kind::Axiom(self.axioms.get(axiom as usize).cloned().unwrap_or_default())
            }
        };
        Node {
            position: game.write_position(state),
            board: game.draw(state),
            to_move,
            kind,
            size: self.outline.size(link),
            children: Vec::new(),
            cut: false,
        }
    }
}

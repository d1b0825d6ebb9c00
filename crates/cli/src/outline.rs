//! The proof in a certificate, as far as people want to see it: its main line, and the top of its
//! tree.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{self, Read};

use phidelta_certificate::check::{Certificate, CheckControl, Verdict};
use phidelta_certificate::{Justification, Link, Outline, PASS, Solution, read};
use phidelta_rules::{Status, recurrence, resolve};

use crate::inspection::{self, Inspection, PASSED, replay};
use crate::rules::{Playable, Typed};

/// The proof of a claim.
#[derive(Debug)]
pub struct ProofView {
    /// The claimant's moves, and the replies that take the largest proofs.
    pub main_line: Vec<String>,
    /// How many different positions it has, if there was memory to count them.
    pub distinct: Option<u64>,
    pub tree: Tree,
}

/// The top of a proof: a graph in which every position occurs once. The root comes first.
#[derive(Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
}

/// A position of the proof.
#[derive(Debug)]
pub struct Node {
    pub position: String,
    /// The drawn board.
    pub board: String,
    pub to_move: Option<&'static str>,
    pub kind: Kind,
    /// The size of its proof, as a tree.
    pub size: u64,
    /// The positions after it; none if they are too deep to be shown.
    pub children: Vec<Child>,
    /// Whether they are too deep.
    pub cut: bool,
}

/// What the proof says about a position.
#[derive(Debug)]
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
#[derive(Debug)]
pub struct Child {
    pub mv: String,
    pub to: usize,
    /// Whether the position was met by this move first: a tree is made of these moves.
    pub first: bool,
}

/// Checks a certificate, and shows its proofs if it is verified, their trees down to `depth`.
///
/// # Errors
/// If the file cannot be read, or its position is none of the game.
pub fn outline<G: Playable>(
    game: &Typed<G>,
    certificate: Certificate<Box<dyn Read>>,
    control: CheckControl<'_>,
    depth: u32,
) -> io::Result<(Inspection, Vec<ProofView>)> {
    let header = certificate.header().clone();
    let root = inspection::root(game, &certificate)?;
    let memory = control.memory / 2;
    let (checked, outlines) = read(&game.0, &recurrence(&game.0), &root, certificate, control)?;
    let place = inspection::place(game, &root, &checked.verdict);
    let mut proofs = Vec::new();
    if checked.verdict == Verdict::Verified {
        let over = Outline { solution: Solution::default(), sizes: Vec::new() };
        let is_over = checked.tally.parts == 0;
        for at in 0..header.claims.len() {
            // There is no proof of a finished game. Otherwise it was too large to be kept.
            let outline = outlines.get(at).or(is_over.then_some(&over));
            let Some(outline) = outline else { break };
            let view = View { game, outline, axioms: &header.axioms };
            proofs.push(ProofView {
                main_line: replay(game, &root, &outline.main_line()).0,
                distinct: view.distinct(&root, memory),
                tree: view.tree(&root, depth),
            });
        }
    }
    Ok((Inspection { checked, place }, proofs))
}

struct View<'a, G> {
    game: &'a Typed<G>,
    outline: &'a Outline,
    axioms: &'a [String],
}

impl<G: Playable> View<'_, G> {
    /// The positions after one that is in the proof, each with its move, or `None` for a pass.
    fn after(&self, state: &G::State, place: usize) -> Vec<(Option<G::Move>, G::State, Link)> {
        let (game, solution) = (&self.game.0, &self.outline.solution);
        let mut moves = Vec::new();
        resolve(game, state, &mut moves);
        let chosen = match solution.act(place) {
            Justification::Choose(mv) => solution.links(place).first().map(|&link| (mv, link)),
            _ => None,
        };
        let next = |(at, link): (u32, Link)| {
            if at == PASS {
                return Some((None, game.placement()?.pass(state), link));
            }
            let &mv = moves.get(at as usize)?;
            let mut next = state.clone();
            game.play(&mut next, mv);
            Some((Some(mv), next, link))
        };
        chosen.into_iter().chain(solution.replies(place)).filter_map(next).collect()
    }

    /// Counts the different positions, if they fit into so many bytes.
    fn distinct(&self, root: &G::State, memory: u64) -> Option<u64> {
        let most = memory / (4 * size_of::<G::State>() as u64 + 16);
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
    fn tree(&self, root: &G::State, depth: u32) -> Tree {
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
                let mv = mv.map_or(PASSED.into(), |mv| self.game.0.write_move(&state, mv));
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

    fn node(&self, state: &G::State, link: Link) -> Node {
        let game = &self.game.0;
        let (to_move, result) = match resolve(game, state, &mut Vec::new()) {
            Status::Turn(player) => (Some(game.player_name(player)), String::new()),
            Status::Over(value) => (None, self.game.result(value)),
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

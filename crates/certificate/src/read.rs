//! A certificate read back as a graph: for showing what is in it.

use std::io::{self, Read};

use phidelta_rules::{Area, Game, Recurrence};

use crate::check::{Certificate, CheckControl, Checked, Event, Observer, check_observed};
use crate::solution::{Justification, Link, Solution};
use crate::token::PASS;

/// The proof of one claim, read back.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The proof as a graph. Places are in the order of the file.
    pub solution: Solution,
    /// For each place, the size of its proof as a tree, in which what is used twice counts twice.
    pub sizes: Vec<u64>,
}

impl Outline {
    /// The size of the proof of the position that a link leads to.
    pub fn size(&self, link: Link) -> u64 {
        link.place().map_or(0, |place| self.sizes[place])
    }

    /// The main line: the claimant's moves, and the replies with the largest proofs, of those that
    /// are answered one by one. It ends with the game, or where a position comes back.
    pub fn main_line(&self) -> Vec<u32> {
        let mut line = Vec::new();
        let mut link = self.solution.root();
        while let Some(place) = link.place()
            && line.len() <= self.solution.len()
        {
            let links = self.solution.links(place);
            let (mv, next) = match self.solution.act(place) {
                Justification::Choose(mv) => (mv, links[0]),
                Justification::All | Justification::Zone => {
                    let Some(reply) = self.hardest_reply(place) else { break };
                    reply
                }
                Justification::Repeats(_) | Justification::Axiom(_) => break,
            };
            line.push(mv);
            link = next;
        }
        line
    }

    /// The first of the replies with the largest proof. A pass is none if there is another.
    fn hardest_reply(&self, place: usize) -> Option<(u32, Link)> {
        let rank = |&(mv, link): &(u32, Link)| (mv != PASS, self.size(link));
        self.solution
            .replies(place)
            .reduce(|best, reply| if rank(&reply) > rank(&best) { reply } else { best })
    }
}

/// Checks a certificate, on one thread, and gives the graphs of its proofs as far as they were
/// read; none if they do not fit into half of the memory. They mean something only if the verdict is
/// good.
///
/// # Errors
/// If the file cannot be read.
pub fn read<G: Game>(
    game: &G,
    recurrence: &Recurrence<G>,
    root: &G::State,
    certificate: Certificate<impl Read>,
    control: CheckControl<'_>,
) -> io::Result<(Checked, Vec<Outline>)> {
    let memory = control.memory / 2;
    let control = CheckControl { memory, ..control };
    let mut recorder = Recorder { budget: memory, ..Recorder::default() };
    let checked = check_observed(game, recurrence, root, certificate, control, &mut recorder)?;
    Ok((checked, recorder.outlines))
}

/// Writes down what a proof says.
#[derive(Default)]
struct Recorder {
    outlines: Vec<Outline>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The zones, in the order of their nodes.
    zones: Vec<Area>,
    /// The positions whose proof is not complete, and how many replies each still waits for.
    open: Vec<(u32, u32)>,
    /// The place of each lemma.
    lemmas: Vec<u32>,
    /// The places, each after those that its proof rests on.
    order: Vec<u32>,
    is_lemma: bool,
    /// Bytes that may be used, apart from what is finished.
    budget: u64,
    /// They were not enough: nothing is written down any more.
    full: bool,
}

/// Bytes for each node and each edge while a solution is finished: what was heard, and what is made
/// of it.
const NODE_BYTES: usize =
    size_of::<Node>() + 2 * size_of::<u32>() + size_of::<(Justification, u32)>() + size_of::<u64>();
const EDGE_BYTES: usize = size_of::<Edge>() + size_of::<Link>();
const ZONE_BYTES: usize = size_of::<Area>() + size_of::<(u32, Area)>();

struct Node {
    act: Justification,
    /// Its first edge and its last one; `NONE` if it has none.
    first: u32,
    last: u32,
}

/// An edge, and the next one of the same node.
struct Edge {
    link: Link,
    next: u32,
}

const NONE: u32 = u32::MAX;

impl Observer for Recorder {
    fn event(&mut self, event: Event) {
        let bytes = self.nodes.len() * NODE_BYTES
            + self.edges.len() * EDGE_BYTES
            + self.zones.len() * ZONE_BYTES;
        if self.full || bytes as u64 > self.budget {
            *self = Recorder { full: true, ..Recorder::default() };
            return;
        }
        match event {
            Event::Lemma => self.is_lemma = true,
            Event::Over => self.leaf(Link::OVER),
            Event::Skipped => self.leaf(Link::SKIPPED),
            Event::Ref(lemma) => {
                // A wrong number is found out later.
                let place = self.lemmas.get(lemma as usize).copied();
                self.leaf(place.map_or(Link::OVER, Link::to));
            }
            Event::Choose(mv) => self.open(Justification::Choose(mv), 1),
            Event::All(replies) => self.open(Justification::All, replies),
            Event::Zone(zone) => {
                self.zones.push(zone);
                self.open(Justification::Zone, 1 + zone.len() as u32);
            }
            Event::Repeats(plies) => self.open(Justification::Repeats(plies), 0),
            Event::Axiom(axiom) => self.open(Justification::Axiom(axiom), 0),
        }
    }
}

impl Recorder {
    /// A position begins, whose proof goes on with so many others.
    fn open(&mut self, act: Justification, replies: u32) {
        let place = self.nodes.len() as u32;
        if std::mem::take(&mut self.is_lemma) {
            self.lemmas.push(place);
        }
        self.nodes.push(Node { act, first: NONE, last: NONE });
        if replies > 0 {
            self.open.push((place, replies));
        } else {
            self.order.push(place);
            self.leaf(Link::to(place));
        }
    }

    /// The proof of the position that this leads to is complete.
    fn leaf(&mut self, mut link: Link) {
        while let Some((place, waiting)) = self.open.last_mut() {
            let node = &mut self.nodes[*place as usize];
            let edge = self.edges.len() as u32;
            self.edges.push(Edge { link, next: NONE });
            if node.first == NONE {
                node.first = edge;
            } else {
                self.edges[node.last as usize].next = edge;
            }
            node.last = edge;
            *waiting -= 1;
            if *waiting > 0 {
                return;
            }
            link = Link::to(*place);
            self.order.push(*place);
            self.open.pop();
        }
        self.finish(link);
    }

    /// The root is proved: the next claim follows.
    fn finish(&mut self, root: Link) {
        let mut solution = Solution::default();
        let mut zones = self.zones.iter();
        for node in &self.nodes {
            let mut edge = node.first;
            let links = std::iter::from_fn(|| {
                let Edge { link, next } = self.edges.get(edge as usize)?;
                edge = *next;
                Some(*link)
            });
            let added = match node.act {
                Justification::Zone => {
                    let zone = zones.next().expect("each zone was noted");
                    solution.add_zone(*zone, links)
                }
                act => solution.add(act, links),
            };
            added.expect("a place was given to each of them");
        }
        solution.set_root(root);
        let mut sizes = vec![0u64; solution.len()];
        for &place in &self.order {
            let below = solution.links(place as usize).iter().filter_map(|link| link.place());
            let size = below.fold(1u64, |sum, below| sum.saturating_add(sizes[below]));
            sizes[place as usize] = size;
        }
        let kept = solution.bytes() + sizes.capacity() * size_of::<u64>();
        let budget = self.budget.saturating_sub(kept as u64);
        self.outlines.push(Outline { solution, sizes });
        let outlines = std::mem::take(&mut self.outlines);
        *self = Recorder { outlines, budget, ..Recorder::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outlines that are left after two lines of play were heard.
    fn heard(budget: usize) -> Vec<usize> {
        let mut recorder = Recorder { budget: budget as u64, ..Recorder::default() };
        for moves in [100, 60] {
            for _ in 0..moves {
                recorder.event(Event::Choose(0));
            }
            recorder.event(Event::Over);
        }
        recorder.outlines.iter().map(|outline| outline.solution.len()).collect()
    }

    #[test]
    fn what_does_not_fit_into_memory_is_not_kept() {
        let whole = 100 * (NODE_BYTES + EDGE_BYTES);
        assert_eq!(heard(2 * whole), [100, 60]);
        assert!(heard(whole / 2).is_empty());
        // The first one leaves too little for the second.
        assert!(heard(100 * NODE_BYTES).is_empty());
    }
}

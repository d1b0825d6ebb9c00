//! A graph together with what happens when positions come back, the oracle that knows what is true
//! there, and honest proofs of it.

use std::collections::HashMap;

use phidelta_certificate::{Claim, Justification, Link, Mode, Solution};
use phidelta_rules::{
    Cyclic, Game, Likeness, Player, Recurrence, RepetitionRule, Score, Status, WithCycles,
};

use crate::{At, Graph};

/// What happens when a position comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// None does.
    Never,
    /// Nothing: endless play is worth this.
    Endless(i32),
    /// The player who brought it back has lost.
    MoverLoses,
    /// The game ends with a value that depends on the positions in between.
    ByCycle,
    /// The player who brought a position back for the second time has lost.
    ThirdTime,
    /// As [`Rule::ByCycle`], and so it is when 3, say, is reached after 2: an odd number after the
    /// even one before it.
    Pairs,
}

/// A game on a graph, from node 0.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The graph.
    pub graph: Graph,
    /// What happens when a position comes back.
    pub rule: Rule,
}

impl Arena {
    /// A small random game. The last digit of the seed chooses the rule; values are −1 to 1.
    pub fn random(seed: u64) -> Arena {
        let size = (seed / 10) % 12;
        let (graph, rule) = match seed % 10 {
            0..=2 => (
                Graph::random(seed, 8 + 4 * size as usize, seed.is_multiple_of(10), 1),
                Rule::Never,
            ),
            digit @ 3..=5 => {
                (Graph::cyclic(seed, 2 + size as u32, 1), Rule::Endless(digit as i32 - 4))
            }
            6 => (Graph::cyclic(seed, 2 + size as u32 / 2, 1), Rule::MoverLoses),
            7 => (Graph::cyclic(seed, 2 + size as u32 / 3, 1), Rule::ThirdTime),
            8 => (Graph::cyclic(seed, 2 + size as u32 / 2, 1), Rule::ByCycle),
            _ => (Graph::cyclic(seed, 2 + size as u32 / 2, 1), Rule::Pairs),
        };
        Arena { graph, rule }
    }

    /// The rule of the graph, for a checker that is given the graph alone.
    pub fn graph_recurrence(&self) -> Recurrence<Graph> {
        match self.rule {
            Rule::Never => Recurrence::Never,
            Rule::Endless(value) => Recurrence::Endless(Score(value)),
            Rule::MoverLoses => Recurrence::Ends(graph_rule(mover_loses)),
            Rule::ByCycle => Recurrence::Ends(graph_rule(by_cycle)),
            Rule::ThirdTime => {
                Recurrence::Ends(RepetitionRule { occurrences: 3, ..graph_rule(mover_loses) })
            }
            Rule::Pairs => Recurrence::Ends(RepetitionRule {
                likeness: Some(Likeness {
                    comes_back: |_, &earlier, &later| counts_as_same(earlier, later),
                    place: |_, at| u64::from(at.0 / 2),
                }),
                ..RepetitionRule::new(by_cycle)
            }),
        }
    }

    /// The mode in which claims are proved here: *safe* where endless play helps the claimant.
    pub fn mode(&self, claim: Claim) -> Mode {
        match self.rule {
            Rule::Endless(value) if claim.met(Score(value)) => Mode::Safe,
            Rule::Never | Rule::Endless(_) => Mode::Reach,
            Rule::MoverLoses | Rule::ByCycle | Rule::ThirdTime | Rule::Pairs => Mode::Path,
        }
    }

    /// The oracle: whether a claim about node 0 is true.
    pub fn holds(&self, claim: Claim) -> bool {
        match self.mode(claim) {
            Mode::Reach | Mode::Zone => self.graph.forced(claim)[0].is_some(),
            Mode::Safe => self.graph.kept(claim)[0],
            Mode::Path => claim.met(self.value_after(&mut Vec::new(), At(0))),
        }
    }

    /// The value of a position after a line of play, where repetition ends the game: of all lines
    /// that can follow.
    fn value_after(&self, line: &mut Vec<At>, at: At) -> Score {
        if let Some(value) = self.graph.end(at.0) {
            return value;
        }
        if let Some((_, value)) = self.repetition(line, at) {
            return value;
        }
        line.push(at);
        let node = &self.graph.nodes[at.0 as usize];
        let after = node.children.iter().map(|&child| self.value_after(line, At(child)));
        let value = match node.turn {
            Player::Max => after.max(),
            Player::Min => after.min(),
        };
        line.pop();
        value.expect("the game is not over")
    }

    /// The first occurrence of a position that has come back, and the value of a game that ends so.
    fn repetition(&self, line: &[At], at: At) -> Option<(usize, Score)> {
        let Recurrence::Ends(rule) = self.graph_recurrence() else { return None };
        let same = |&(_, before): &(usize, &At)| rule.comes_back(&self.graph, before, &at);
        let earlier: Vec<usize> =
            line.iter().enumerate().filter(same).map(|(ply, _)| ply).collect();
        if earlier.len() + 1 < rule.occurrences as usize {
            return None;
        }
        let &first = earlier.first()?;
        let cycle = [&line[first..], &[at]].concat();
        Some((first, (rule.value)(&self.graph, &cycle)))
    }

    /// An honest proof of a claim in the mode that suits it, if the claim is true.
    pub fn proof(&self, claim: Claim) -> Option<Solution> {
        match self.mode(claim) {
            Mode::Reach | Mode::Zone => self.graph.forcing(claim),
            Mode::Safe => self.graph.keeping(claim),
            Mode::Path if self.rule == Rule::Pairs => self.path_proof(claim, |_, _, _| false),
            Mode::Path => self.path_proof(claim, irreversible),
        }
    }

    /// A proof for the mode *path*. What was proved is used again after moves that `shares`
    /// allows: an honest proof shares after irreversible moves alone.
    pub fn path_proof(
        &self,
        claim: Claim,
        shares: fn(&Graph, &At, u32) -> bool,
    ) -> Option<Solution> {
        let (solution, proved) = (Solution::default(), HashMap::new());
        let mut prover = PathProver { arena: self, claim, shares, solution, proved };
        let root = prover.prove(&mut Vec::new(), At(0))?;
        prover.solution.set_root(root);
        Some(prover.solution)
    }
}

/// The graph as a game that knows its rule.
impl Game for Arena {
    type State = At;
    type Move = u32;
    type Value = Score;
    type Graph = WithCycles;

    fn initial(&self) -> At {
        self.graph.initial()
    }

    fn status(&self, at: &At) -> Status<Score> {
        self.graph.status(at)
    }

    fn moves(&self, at: &At, out: &mut impl Extend<u32>) {
        self.graph.moves(at, out);
    }

    fn stuck(&self, at: &At) -> Score {
        self.graph.stuck(at)
    }

    fn play(&self, at: &mut At, child: u32) {
        self.graph.play(at, child);
    }

    fn values(&self) -> Vec<Score> {
        vec![Score(-1), Score(0), Score(1)]
    }

    fn key(&self, at: &At) -> u64 {
        self.graph.key(at)
    }
}

impl Cyclic for Arena {
    fn recurrence(&self) -> Recurrence<Self> {
        match self.rule {
            Rule::Never => Recurrence::Never,
            Rule::Endless(value) => Recurrence::Endless(Score(value)),
            Rule::MoverLoses => {
                Recurrence::Ends(arena_rule(|a, cycle| mover_loses(&a.graph, cycle)))
            }
            Rule::ByCycle => Recurrence::Ends(arena_rule(|a, cycle| by_cycle(&a.graph, cycle))),
            Rule::ThirdTime => Recurrence::Ends(RepetitionRule {
                occurrences: 3,
                ..arena_rule(|a, cycle| mover_loses(&a.graph, cycle))
            }),
            Rule::Pairs => Recurrence::Ends(RepetitionRule {
                likeness: Some(Likeness {
                    comes_back: |_, &earlier, &later| counts_as_same(earlier, later),
                    place: |_, at| u64::from(at.0 / 2),
                }),
                ..RepetitionRule::new(|arena, cycle| by_cycle(&arena.graph, cycle))
            }),
        }
    }
}

fn graph_rule(value: fn(&Graph, &[At]) -> Score) -> RepetitionRule<Graph> {
    RepetitionRule { irreversible, ..RepetitionRule::new(value) }
}

fn arena_rule(value: fn(&Arena, &[At]) -> Score) -> RepetitionRule<Arena> {
    RepetitionRule {
        irreversible: |arena, at, child| irreversible(&arena.graph, at, child),
        ..RepetitionRule::new(value)
    }
}

fn counts_as_same(earlier: At, later: At) -> bool {
    earlier == later || earlier.0 / 2 == later.0 / 2 && !later.0.is_multiple_of(2)
}

fn mover_loses(graph: &Graph, cycle: &[At]) -> Score {
    match graph.nodes[cycle[cycle.len() - 2].0 as usize].turn {
        Player::Max => Score(-1),
        Player::Min => Score(1),
    }
}

fn by_cycle(_: &Graph, cycle: &[At]) -> Score {
    let mix = |sum: u32, at: &At| (sum.rotate_left(5) ^ at.0).wrapping_mul(0x9e37_79b9);
    Score((cycle.iter().fold(cycle.len() as u32, mix) >> 16) as i32 % 3 - 1)
}

/// Whether play cannot come back to where the move was played.
fn irreversible(graph: &Graph, at: &At, child: u32) -> bool {
    !graph.leads(child, at.0)
}

/// Finds a proof line by line.
struct PathProver<'a> {
    arena: &'a Arena,
    claim: Claim,
    shares: fn(&Graph, &At, u32) -> bool,
    solution: Solution,
    proved: HashMap<At, Link>,
}

impl PathProver<'_> {
    fn prove(&mut self, line: &mut Vec<At>, at: At) -> Option<Link> {
        let graph = &self.arena.graph;
        if let Some(value) = graph.end(at.0) {
            return self.claim.met(value).then_some(Link::OVER);
        }
        if let Some((first, value)) = self.arena.repetition(line, at) {
            return self.claim.met(value).then(|| {
                self.add(Justification::Repeats((line.len() - first) as u32), Vec::new())
            });
        }
        let shared = line.last().is_some_and(|last| (self.shares)(graph, last, at.0));
        if shared && let Some(&link) = self.proved.get(&at) {
            return Some(link);
        }
        let node = &graph.nodes[at.0 as usize];
        let claimant = node.turn == self.claim.claimant();
        line.push(at);
        let mut after = node.children.iter().map(|&child| self.prove(line, At(child)));
        let found = if claimant {
            let choice = after.by_ref().enumerate().find_map(|(at, link)| Some((at, link?)));
            choice.map(|(at, link)| (Justification::Choose(at as u32), vec![link]))
        } else {
            after.collect::<Option<Vec<_>>>().map(|links| (Justification::All, links))
        };
        line.pop();
        let (act, links) = found?;
        let link = self.add(act, links);
        if shared {
            self.proved.insert(at, link);
        }
        Some(link)
    }

    fn add(&mut self, act: Justification, links: Vec<Link>) -> Link {
        Link::to(self.solution.add(act, links).expect("the graph is small"))
    }
}

impl Graph {
    /// Where the claimant can make the game end with a value that meets the claim, and in how many
    /// rounds of reasoning that is found.
    pub fn forced(&self, claim: Claim) -> Vec<Option<usize>> {
        let mut rounds = vec![None; self.nodes.len()];
        for round in 0.. {
            let before = rounds.clone();
            for id in 0..self.nodes.len() {
                let holds = self.follows(claim, id, |child| before[child as usize].is_some());
                if before[id].is_none() && holds {
                    rounds[id] = Some(round);
                }
            }
            if rounds == before {
                break;
            }
        }
        rounds
    }

    /// Where the claimant can see to it that the game does not end with a value that fails the
    /// claim, be it that it never ends.
    pub fn kept(&self, claim: Claim) -> Vec<bool> {
        let mut kept = vec![true; self.nodes.len()];
        loop {
            let before = kept.clone();
            for (id, kept) in kept.iter_mut().enumerate() {
                *kept = self.follows(claim, id, |child| before[child as usize]);
            }
            if kept == before {
                return kept;
            }
        }
    }

    /// Whether a claim holds at a node, given where it holds after the moves there.
    fn follows(&self, claim: Claim, id: usize, holds: impl Fn(u32) -> bool) -> bool {
        let node = &self.nodes[id];
        let mut after = node.children.iter().map(|&child| holds(child));
        match self.end(id as u32) {
            Some(value) => claim.met(value),
            None if node.turn == claim.claimant() => after.any(|holds| holds),
            None => after.all(|holds| holds),
        }
    }

    /// An honest proof for the mode *reach*.
    pub fn forcing(&self, claim: Claim) -> Option<Solution> {
        let rounds = self.forced(claim);
        let rank = |id: u32| rounds[id as usize].unwrap_or(usize::MAX);
        self.strategy(claim, |id| rounds[id as usize].is_some(), rank)
    }

    /// An honest proof for the mode *safe*.
    pub fn keeping(&self, claim: Claim) -> Option<Solution> {
        let kept = self.kept(claim);
        self.strategy(claim, |id| kept[id as usize], |id| usize::from(!kept[id as usize]))
    }

    /// In the positions where the claim holds, the claimant plays to the position of least rank.
    fn strategy(
        &self,
        claim: Claim,
        holds: impl Fn(u32) -> bool,
        rank: impl Fn(u32) -> usize,
    ) -> Option<Solution> {
        let link = |id| if self.end(id).is_some() { Link::OVER } else { Link::to(id) };
        let mut solution = Solution::default();
        for (id, node) in self.nodes.iter().enumerate() {
            let (act, links) = if self.end(id as u32).is_some() || !holds(id as u32) {
                // Keeps the places what the nodes are; nothing leads here.
                (Justification::All, Vec::new())
            } else if node.turn == claim.claimant() {
                let best = node.children.iter().enumerate().min_by_key(|&(_, &child)| rank(child));
                let (at, &child) = best.expect("the game is not over");
                (Justification::Choose(at as u32), vec![link(child)])
            } else {
                (Justification::All, node.children.iter().map(|&child| link(child)).collect())
            };
            solution.add(act, links).expect("the graph is small");
        }
        solution.set_root(link(0));
        holds(0).then_some(solution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracles_agree_where_lines_of_play_are_finite() {
        for seed in 0..500 {
            let graph = Graph::random(seed, 60, seed % 3 == 0, 2);
            let values = graph.values();
            for bound in -2..=2 {
                for claim in [Claim::AtLeast(bound), Claim::AtMost(bound)] {
                    let truth: Vec<bool> =
                        values.iter().map(|&value| claim.met(Score(value))).collect();
                    let forced: Vec<bool> =
                        graph.forced(claim).iter().map(Option::is_some).collect();
                    assert_eq!((&forced, &graph.kept(claim)), (&truth, &truth), "graph {seed}");
                }
            }
        }
    }
}

//! Advice changes how fast an answer is found, never the answer.

use phidelta_rules::{
    Evaluation, Game, Goal, Guide, Look, Looker, NoGuide, Player, Score, Status, zobrist,
};
use phidelta_search::{Control, Init, Limits, Method, Options, ProofStatus, Solver, TableSize};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::answers::ENDLESS;
use crate::certify;
use crate::graph::{At, Graph, Node, random_options};

/// Says anything: random numbers, that a random move wins, that an illegal one does.
struct Liar(u64);

impl Guide<Graph> for Liar {
    fn look(&self, graph: &Graph, at: &At, _: Player, _: Goal<Score>) -> Look<u32> {
        let chance = zobrist::scramble(self.0 ^ u64::from(at.0));
        let children = &graph.nodes[at.0 as usize].children;
        if chance.is_multiple_of(3) {
            // Any node at all: hardly ever a legal move.
            return Look::Wins((chance >> 8) as u32 % graph.nodes.len() as u32);
        }
        if chance % 3 == 1 && !children.is_empty() {
            return Look::Wins(children[chance as usize / 3 % children.len()]);
        }
        Look::Effort { win: (chance >> 20) as u32 % 9, lose: u32::MAX >> (chance >> 40 & 31) }
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn score(&self, _: &Graph, at: &At, player: Player) -> i32 {
        zobrist::scramble(self.0 ^ u64::from(at.0) << 1 ^ player as u64) as i32
    }
}

#[test]
fn a_lying_guide_does_not_change_the_answer() {
    for seed in 0..1500 {
        let mut random = StdRng::seed_from_u64(seed);
        let tree = random.random_bool(0.5);
        let graph = Graph::random(seed, if tree { 250 } else { 40 }, tree, 2);
        let evaluation = Evaluation {
            a: random.random_range(0..3),
            b: random.random_range(0..9),
            t: random.random_range(1..u32::MAX / 2),
        };
        let init = [Init::Guide, Init::Evaluation(evaluation)][random.random_range(0..2)];
        let options = Options { init, ..random_options(&mut random) };
        let goal = Goal::AtMost(Score(random.random_range(-2..=2)));
        let guide = Liar(seed);
        let mut solver = Solver::new(&graph, &guide, &options).unwrap();
        let limits = Limits { nodes: Some(ENDLESS), ..Limits::default() };
        let report = certify::prove(&mut solver, &At(0), goal, Control::new(limits));
        let truth = goal.met(Score(graph.values()[0]));
        let expected = if truth { ProofStatus::Proved } else { ProofStatus::Disproved };
        assert_eq!(report.verdict, expected, "seed {seed}, {options:?}");
    }
}

/// The truth, told at a glance, is used.
struct Honest;

impl Guide<Graph> for Honest {
    fn look(&self, graph: &Graph, at: &At, turn: Player, goal: Goal<Score>) -> Look<u32> {
        let wins = |&child: &u32| match graph.status(&At(child)) {
            Status::Over(value) => goal.met(value) == (turn == goal.prover()),
            Status::Turn(_) => false,
        };
        match graph.nodes[at.0 as usize].children.iter().copied().find(wins) {
            Some(child) => Look::Wins(child),
            None => Look::Effort { win: 1, lose: 1 },
        }
    }
}

/// A position without moves is not visited if a ply of look-ahead sees it.
#[test]
fn looking_ahead_sees_who_is_stuck() {
    let node =
        |children: Vec<u32>| Node { turn: Player::Max, children, value: 1, ends_at_once: false };
    let graph = Graph { nodes: vec![node(vec![1]), node(vec![])] };
    for (look_ahead, expected) in [(0, 2), (1, 1)] {
        let options = Options { init: Init::Unit, look_ahead, ..Options::default() };
        let mut solver = Solver::new(&graph, &Honest, &options).unwrap();
        let report = certify::prove(&mut solver, &At(0), Goal::AtLeast(Score(1)), Control::none());
        assert_eq!((report.verdict, report.counters.nodes), (ProofStatus::Proved, expected));
    }
}

/// And one ply of look-ahead sees the same.
#[test]
fn seeing_wins_saves_visits() {
    let goal = Goal::AtLeast(Score(1));
    let (mut blind, mut seeing) = (0, 0);
    for seed in 0..60 {
        let graph = Graph::full_tree(seed, 10, 2);
        let nodes = |init, look_ahead| {
            let options = Options { init, look_ahead, ..Options::default() };
            let mut solver = Solver::new(&graph, &Honest, &options).unwrap();
            certify::prove(&mut solver, &At(0), goal, Control::none()).counters.nodes
        };
        let guided = nodes(Init::Guide, 0);
        assert_eq!(nodes(Init::Unit, 1), guided, "seed {seed}");
        blind += nodes(Init::Unit, 0);
        seeing += guided;
    }
    assert!(seeing * 4 < blind * 3, "{seeing} visits with the guide, {blind} without");
}

/// What lies within the plies of a look-ahead is never visited, whichever search looks.
#[test]
fn what_is_within_the_plies_is_seen() {
    let goal = Goal::AtLeast(Score(1));
    for seed in 0..40 {
        // Four plies, and those who are stuck are seen a ply later.
        let graph = Graph::full_tree(seed, 4, 3);
        let truth = goal.met(Score(graph.values()[0]));
        let expected = if truth { ProofStatus::Proved } else { ProofStatus::Disproved };
        for method in Method::ALL {
            let table = TableSize::Entries(1 << 14);
            let options =
                Options { method, init: Init::Unit, look_ahead: 5, table, ..Options::default() };
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let report = certify::prove(&mut solver, &At(0), goal, Control::none());
            assert_eq!(report.verdict, expected, "seed {seed}, {method:?}");
            // The root is expanded at both levels.
            let levels = 1 + u64::from(matches!(method, Method::Pn2 | Method::PnDfPn));
            assert!(report.counters.expansions <= levels, "seed {seed}, {method:?}");
            assert!(report.counters.looked_ahead > 0, "seed {seed}, {method:?}");
        }
    }
}

/// At the prover's positions alone, and for the prover's successes, fewer positions are looked at.
#[test]
fn provers_may_look_alone() {
    let goal = Goal::AtLeast(Score(1));
    let (mut both, mut alone) = (0, 0);
    for seed in 0..40 {
        let graph = Graph::full_tree(seed, 9, 2);
        let looked_ahead = |looker| {
            let options = Options { init: Init::Unit, look_ahead: 3, looker, ..Options::default() };
            let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
            let counters = certify::prove(&mut solver, &At(0), goal, Control::none()).counters;
            counters.looked_ahead
        };
        both += looked_ahead(Looker::Both);
        alone += looked_ahead(Looker::Prover);
    }
    assert!(alone > 0 && alone < both, "{alone} positions, {both} without");
}

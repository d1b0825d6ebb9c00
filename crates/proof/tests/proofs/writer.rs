//! From searches to certificates: what a search says is advice, and what is written is true.

use phidelta_certificate::check::Verdict as Checked;
use phidelta_certificate::{Claim, Mode};
use phidelta_proof::{BuildError, Effort, Proof, ProofControl, prove};
use phidelta_rules::{Goal, Guide, Look, NoGuide, Player, Score};
use phidelta_search::{Control, Limits, Options, ProofStatus, Solver, TableSize, Widths};
use phidelta_testing::{Arena, At, Graph, Rule, certified, each_table_option, random_options};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::*;

/// Each yes/no question about values from −2 to 2.
fn goals() -> impl Iterator<Item = Goal<Score>> {
    (-2..=2).map(Score).flat_map(|bound| [Goal::AtLeast(bound), Goal::AtMost(bound)])
}

#[test]
fn answers_of_every_variant_are_certified() {
    for (seed, options) in each_table_option().into_iter().cycle().take(400).enumerate() {
        let graph = Graph::random(seed as u64, 200, seed % 5 == 0, 2);
        let value = Score(graph.values()[0]);
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        for goal in goals() {
            let verdict = solver.prove(&At(0), goal, Control::none()).verdict;
            assert_eq!(verdict == ProofStatus::Proved, goal.met(value), "graph {seed}");
            certified(&mut solver, &At(0), goal, goal.met(value));
        }
    }
}

/// Sees that what `prove` gives is true: the answer, or, if that is wrong, the opposite. Whether
/// the answer was right.
#[track_caller]
fn true_whatever_was_said(
    graph: &Graph,
    goal: Goal<Score>,
    said: bool,
    found: Result<Proof, BuildError>,
) -> bool {
    let truth = goal.met(Score(graph.values()[0]));
    let proof = match found {
        Ok(proof) => {
            assert_eq!(said, truth, "a wrong answer is proved");
            proof
        }
        Err(BuildError::Wrong(opposite)) => {
            assert_ne!(said, truth, "a right answer is called wrong");
            *opposite
        }
        Err(error) => panic!("{error}"),
    };
    let arena = Arena { graph: graph.clone(), rule: Rule::Never };
    assert!(arena.holds(proof.claim));
    let header = header(Mode::Reach, &[proof.claim]);
    assert_eq!(proof.solution.positions(), proof.positions);
    assert!(proof.positions <= proof.positions_at_first);
    let checked = checked(&arena, &written(&header, &[proof.solution], 1 << 18));
    assert_eq!(checked.verdict, Checked::Verified);
    said == truth
}

#[test]
fn answers_spoilt_by_shared_keys_are_put_right() {
    let mut random = StdRng::seed_from_u64(1);
    let (mut wrong, mut corrected) = (0, 0);
    for seed in 0..3000 {
        let size = random.random_range(20..400);
        let graph = Graph::random(seed, size, random.random_bool(0.2), 2);
        let mut options = random_options(&mut random);
        options.widths.key_bits = if seed % 2 == 0 { 4 } else { 8 };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let bound = Score(random.random_range(-2..=2));
        let goal = if random.random() { Goal::AtLeast(bound) } else { Goal::AtMost(bound) };
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let said = solver.prove(&At(0), goal, Control::new(limits)).verdict == ProofStatus::Proved;
        let found = prove(&mut solver, &At(0), goal, said, ProofControl::default());
        corrected += found.as_ref().map_or(0, |proof| proof.effort.corrected);
        wrong += u64::from(!true_whatever_was_said(&graph, goal, said, found));
    }
    // Otherwise the keys were not narrow enough for this to be a test.
    assert!(wrong > 100 && corrected > 100, "{wrong} wrong, {corrected} corrected");
}

#[test]
fn wrong_answers_are_found_out() {
    let mut random = StdRng::seed_from_u64(2);
    for seed in 0..300 {
        let graph = Graph::random(seed, 60, seed % 4 == 0, 2);
        let options = random_options(&mut random);
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        for goal in goals() {
            let said = !goal.met(Score(graph.values()[0]));
            if seed % 2 == 0 {
                solver.prove(&At(0), goal, Control::none());
            }
            let found = prove(&mut solver, &At(0), goal, said, ProofControl::default());
            assert!(!true_whatever_was_said(&graph, goal, said, found));
        }
    }
}

#[test]
fn nothing_has_to_be_searched_before() {
    for seed in 0..100 {
        let graph = Graph::random(seed, 60, false, 2);
        let options = Options { table: TableSize::Entries(4), ..Options::default() };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        for goal in goals() {
            let said = goal.met(Score(graph.values()[0]));
            let found = prove(&mut solver, &At(0), goal, said, ProofControl::default());
            assert!(true_whatever_was_said(&graph, goal, said, found));
        }
    }
}

#[test]
fn nothing_is_searched_again_while_the_table_remembers() {
    for seed in 0..200 {
        let graph = Graph::random(seed, 200, false, 2);
        let options = Options { table: TableSize::Entries(1 << 16), ..Options::default() };
        let mut solver = Solver::new(&graph, &NoGuide, &options).unwrap();
        let value = Score(graph.values()[0]);
        let goal = Goal::AtLeast(value);
        solver.prove(&At(0), goal, Control::none());
        let proof = prove(&mut solver, &At(0), goal, true, ProofControl::default()).unwrap();
        assert_eq!(proof.effort, Effort::default(), "graph {seed}");
    }
}

/// Says anything, the same about the same position.
struct Liar;

impl Guide<Graph> for Liar {
    fn look(&self, graph: &Graph, at: &At, turn: Player, goal: Goal<Score>) -> Look<u32> {
        let side = u32::from(turn == goal.prover());
        let mixed = (at.0 + 1).wrapping_mul(0x9e37_79b9 ^ side) >> 7;
        let moves = &graph.nodes[at.0 as usize].children;
        match mixed % 3 {
            0 if !moves.is_empty() => Look::Wins(moves[mixed as usize % moves.len()]),
            1 => Look::Effort { win: 1 + mixed % 100, lose: 1 },
            _ => Look::Effort { win: 1, lose: 1 + mixed % 1000 },
        }
    }
}

#[test]
fn guides_may_lie() {
    let mut random = StdRng::seed_from_u64(3);
    for seed in 0..500 {
        let graph = Graph::random(seed, 150, seed % 3 == 0, 2);
        let mut options = random_options(&mut random);
        options.widths = Widths { key_bits: if seed % 2 == 0 { 5 } else { 64 }, ..options.widths };
        let mut solver = Solver::new(&graph, &Liar, &options).unwrap();
        let goal = Goal::AtMost(Score(random.random_range(-2..=2)));
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let said = solver.prove(&At(0), goal, Control::new(limits)).verdict == ProofStatus::Proved;
        let found = prove(&mut solver, &At(0), goal, said, ProofControl::default());
        true_whatever_was_said(&graph, goal, said, found);
    }
}

#[test]
fn a_shorter_way_is_taken() {
    // The claimant's first move wins after a detour of many positions, the second one by those that
    // are proved anyway.
    let mut nodes = vec![turn(Player::Min, &[1, 2]), turn(Player::Max, &[3])];
    nodes.push(turn(Player::Max, &[4, 3]));
    nodes.push(turn(Player::Min, &[24, 24]));
    nodes.extend((5..25).map(|next| turn(Player::Min, &[next, 24])));
    nodes[23].children = vec![24];
    nodes.push(end(1));
    let arena = arena(Rule::Never, nodes);
    let options = Options { table: TableSize::Entries(1 << 10), ..Options::default() };
    let mut solver = Solver::new(&arena.graph, &NoGuide, &options).unwrap();
    // The detour is known to be right, too.
    let goal = Goal::AtLeast(Score(1));
    for node in [4, 3, 0] {
        solver.prove(&At(node), goal, Control::none());
    }
    let proof = prove(&mut solver, &At(0), goal, true, ProofControl::default()).unwrap();
    assert_eq!(proof.claim, Claim::AtLeast(1));
    assert_eq!((proof.positions_at_first, proof.positions), (24, 4));
}

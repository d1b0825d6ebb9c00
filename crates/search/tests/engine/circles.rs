//! The classic examples of what goes wrong where positions come back, by name.

use phidelta_rules::{Goal, NoGuide, Player, Score};
use phidelta_search::{
    Control, Cycles, Limits, Options, ProofStatus, Solver, Step, Stopped, TableSize,
};
use phidelta_testing::{Arena, Graph, Node, Rule};

use crate::certify;
use crate::graph::At;

const WIN: Goal<Score> = Goal::AtLeast(Score(1));

fn or(children: &[u32]) -> Node {
    Node { turn: Player::Max, children: children.to_vec(), value: -1, ends_at_once: false }
}

fn and(children: &[u32]) -> Node {
    Node { turn: Player::Min, ..or(children) }
}

fn end(value: i32) -> Node {
    Node { turn: Player::Max, children: Vec::new(), value, ends_at_once: true }
}

fn options(cycles: Cycles) -> Options {
    let table = TableSize::Entries(1024);
    Options { cycles, table, step: Step::Plus(1), ..Options::default() }
}

fn verdict(arena: &Arena, cycles: Cycles) -> ProofStatus {
    let mut solver = Solver::new(arena, &NoGuide, &options(cycles)).unwrap();
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    certify::prove(&mut solver, &At(0), WIN, Control::new(limits)).verdict
}

/// Palay's problem (1983), as Campbell (1985) and Kishimoto & Müller (2004) draw it: E leads back to
/// B, and to a win for Max. After A-B-D-E, the move to B is a repetition; after A-C-D-E, it is not.
/// Whoever stores what was found after the first line as if it held after the second is wrong.
fn palay(rule: Rule, b_first: bool) -> Arena {
    let [b, c, d, e, win, loss] = [1, 2, 3, 4, 5, 6];
    let root = if b_first { or(&[b, c]) } else { or(&[c, b]) };
    // B: Min chooses between D and a loss of Max's. C leads to D only.
    let nodes = vec![root, and(&[d, loss]), and(&[d]), or(&[e]), and(&[b, win]), end(1), end(-1)];
    Arena { graph: Graph { nodes }, rule }
}

#[test]
fn palays_graph_history_interaction() {
    // After A-C-D-E, Min goes to B and then to the loss. After A-B, Min takes the loss at once.
    for cycles in [Cycles::Distance, Cycles::Threshold] {
        for b_first in [false, true] {
            for rule in [Rule::Endless(-1), Rule::Endless(0), Rule::MoverLoses, Rule::ByCycle] {
                let arena = palay(rule, b_first);
                assert!(!arena.holds(phidelta_certificate::Claim::AtLeast(1)));
                assert_eq!(verdict(&arena, cycles), ProofStatus::Disproved, "{rule:?}");
            }
        }
    }
}

/// The same shape where the answer differs: by the line A-B-D, the way back is barred to Min, who
/// would lose by it, and Max wins D; by A-C-D it is open. Both results are about D.
#[test]
fn one_position_is_won_after_one_line_and_lost_after_another() {
    let [b, c, d, win, loss, after] = [1, 2, 3, 4, 5, 6];
    // D: Min may go back to B, if it is not a repetition, and from there reach the loss.
    let nodes = vec![
        or(&[c, b]),
        and(&[d, after]),
        and(&[d]),
        and(&[b, win]),
        end(1),
        end(-1),
        or(&[d, loss]),
    ];
    let arena = Arena { graph: Graph { nodes }, rule: Rule::MoverLoses };
    let at = |line: &[u32], state: u32| {
        let options = options(Cycles::Threshold);
        let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
        let question = solver.question(WIN);
        // One after the other, with one table: neither may be taken for the other.
        let mut verdicts = Vec::new();
        for _ in 0..2 {
            for history in [line, &[0, c]] {
                let history: Vec<At> = history.iter().map(|&id| At(id)).collect();
                let control = &mut Control::none();
                verdicts.push(solver.ask_after(&history, &At(state), &question, control).verdict);
            }
        }
        verdicts
    };
    let (won, lost) = (ProofStatus::Proved, ProofStatus::Disproved);
    let after_c = at(&[0, c], d)[0];
    let after_b = at(&[0, b], d)[0];
    assert_eq!(at(&[0, b], d), [after_b, after_c, after_b, after_c]);
    assert_eq!(after_b, won, "Min may not go back to B");
    // After C: to B, and from there on to `after`, where Max to move has a loss and a way to D,
    // which has occurred: Max would lose by it.
    assert_eq!(after_c, lost);
}

/// A circle of positions whose numbers contain each other: plain df-pn raises them for ever without
/// looking at anything new (Kishimoto & Müller 2003, 2008). The graph was found by trying; what
/// matters is that the plain search does not end, and that a test can see it.
#[test]
fn the_infinite_loop_of_df_pn_is_seen_and_cured() {
    let mut endless = 0;
    for seed in 0..4000u64 {
        let arena = Arena { graph: Graph::cyclic(seed, 40, 1), rule: Rule::Endless(-1) };
        let run = |cycles| {
            let mut solver = Solver::new(&arena, &NoGuide, &options(cycles)).unwrap();
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let report = solver.prove(&At(0), WIN, Control::new(limits));
            (report.verdict, report.counters.longest_idle)
        };
        let (verdict, idle) = run(Cycles::Plain);
        if verdict != ProofStatus::Unknown(Stopped::Nodes) {
            continue;
        }
        assert!(idle > 10_000, "graph {seed}: it stopped for another reason");
        endless += 1;
        for cycles in [Cycles::Distance, Cycles::Threshold] {
            let (verdict, idle) = run(cycles);
            assert!(!matches!(verdict, ProofStatus::Unknown(_)), "graph {seed}, {cycles:?}");
            assert!(idle < 2000, "graph {seed}, {cycles:?}: {idle} visits to nothing new");
        }
    }
    assert!(endless > 0, "no graph shows the loop");
    println!("{endless} graphs show the loop");
}

//! Trees, of one level or two and over df-pn, of games whose positions repeat: a node is a line of
//! play, and what is found there must not be believed after another.

use phidelta_certificate::Mode;
use phidelta_rules::{Game, Goal, NoGuide, Score};
use phidelta_search::{
    Backup, Control, Counters, Limits, Method, Options, ProofStatus, SecondLevel, Solver, Stopped,
    TableSize,
};
use phidelta_testing::{Arena, At, Graph, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::certify;
use crate::cycles::{GOALS, claim};
use crate::graph::random_options;

const METHODS: [Method; 5] =
    [Method::Pn, Method::Pn2, Method::DeepPn, Method::PnDfPn, Method::PdsPn];

/// Random options with little room: trees of so many nodes at most, a second level that is hardly
/// begun, and jobs that are hardly done.
fn cramped(random: &mut StdRng, method: Method, most: u64) -> Options {
    let mut options = random_options(random);
    options.method = method;
    options.table = TableSize::Entries(random.random_range(4..most));
    options.second = SecondLevel::Fixed(random.random_range(0..6));
    options.job_nodes = random.random_range(1..5);
    if options.check().is_err() {
        options.backup = Backup::Sum;
    }
    options
}

fn verdict(reached: bool) -> ProofStatus {
    if reached { ProofStatus::Proved } else { ProofStatus::Disproved }
}

/// A game from [`Arena::random`] in which positions do come back.
fn cyclic(seed: u64) -> Option<Arena> {
    let arena = Arena::random(seed);
    (arena.rule != Rule::Never).then_some(arena)
}

#[test]
fn in_little_room_no_answer_is_wrong() {
    let (mut stopped, mut answered) = (0, 0);
    for seed in 0..1500 {
        let Some(arena) = cyclic(seed) else { continue };
        let mut random = StdRng::seed_from_u64(seed);
        for method in METHODS {
            let options = cramped(&mut random, method, 20);
            let goal = GOALS[random.random_range(0..4)];
            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            let found = certify::prove(&mut solver, &At(0), goal, Control::none()).verdict;
            if found == ProofStatus::Unknown(Stopped::Memory) && method != Method::PdsPn {
                stopped += 1;
            } else {
                let truth = verdict(arena.holds(claim(goal)));
                assert_eq!(found, truth, "seed {seed}, {goal:?}, {:?}, {options:?}", arena.rule);
                answered += 1;
            }
        }
    }
    assert!(stopped > 100 && answered > 1000, "{answered} answers, {stopped} stops");
}

/// Whether a goal can be reached from a node, where what holds does not depend on the line.
fn is_reached(arena: &Arena, id: usize, goal: Goal<Score>) -> bool {
    let claim = claim(goal);
    match arena.mode(claim) {
        Mode::Reach | Mode::Zone => arena.graph.forced(claim)[id].is_some(),
        Mode::Safe => arena.graph.kept(claim)[id],
        Mode::Path => unreachable!("it depends on the line"),
    }
}

/// What one search puts into the table does not mislead the next, about whatever position.
#[test]
fn one_table_serves_all_questions() {
    for seed in 0..200 {
        let mut random = StdRng::seed_from_u64(seed);
        let size = random.random_range(3..14);
        let rule = Rule::Endless(random.random_range(-1..=1));
        let arena = Arena { graph: Graph::cyclic(seed, size, 1), rule };
        for method in METHODS {
            let mut options = cramped(&mut random, method, 5);
            options.table = TableSize::Entries(1 << 12);
            options.widths.key_bits = 64;
            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            for _ in 0..8 {
                let id = random.random_range(0..size);
                let goal = GOALS[random.random_range(0..4)];
                let found = certify::prove(&mut solver, &At(id), goal, Control::none()).verdict;
                if found != ProofStatus::Unknown(Stopped::Memory) {
                    let truth = verdict(is_reached(&arena, id as usize, goal));
                    assert_eq!(found, truth, "seed {seed}, node {id}, {goal:?}, {options:?}");
                }
            }
        }
    }
}

/// The same where the line matters, of the one position that the oracle knows about.
#[test]
fn one_table_serves_all_goals() {
    for seed in 0..1000 {
        let Some(arena) = cyclic(seed) else { continue };
        let mut random = StdRng::seed_from_u64(seed);
        for method in METHODS {
            let mut options = cramped(&mut random, method, 5);
            options.table = TableSize::Entries(1 << 14);
            options.widths.key_bits = 64;
            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            for goal in GOALS.into_iter().chain(GOALS) {
                let found = certify::prove(&mut solver, &arena.initial(), goal, Control::none());
                let truth = verdict(arena.holds(claim(goal)));
                assert_eq!(found.verdict, truth, "seed {seed}, {goal:?}, {options:?}");
            }
        }
    }
}

/// A search that was stopped, be it in a tree of the second level, goes on with the line that it
/// was on.
#[test]
fn stops_change_nothing() {
    let mut stops = 0;
    for seed in 0..1500 {
        let Some(arena) = cyclic(seed) else { continue };
        let mut random = StdRng::seed_from_u64(seed);
        for method in METHODS {
            let mut options = cramped(&mut random, method, 5);
            options.table = TableSize::Entries(1 << 14);
            // A search that is begun by itself has nothing computed beside it.
            options.fixed_point = false;
            options.second = SecondLevel::Fixed(random.random_range(0..40));
            let goal = GOALS[random.random_range(0..4)];
            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            let question = solver.question(goal);
            let whole = solver.ask(&At(0), &question, &mut Control::none());
            assert_eq!(whole.verdict, verdict(arena.holds(claim(goal))), "seed {seed}");

            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            let question = solver.question(goal);
            let mut inquiry = solver.begin(&At(0), &question);
            let parts = loop {
                let nodes = Some(random.random_range(1..6));
                let found = inquiry.run(&mut Control::new(Limits { nodes, ..Limits::default() }));
                if found.verdict != ProofStatus::Unknown(Stopped::Nodes) {
                    break found;
                }
                stops += 1;
            };
            // A stop looks at the numbers of the line: it may see the end before the way back is
            // made.
            let updates = whole.counters.updates.min(parts.counters.updates);
            let counters = Counters { updates, ..whole.counters };
            assert_eq!(parts.counters, counters, "seed {seed}, {options:?}");
            assert_eq!((parts.verdict, parts.best), (whole.verdict, whole.best), "seed {seed}");
        }
    }
    assert!(stops > 1000, "only {stops} stops");
}

/// Trees of large graphs have too many lines to be searched to the end, as a rule.
#[test]
fn larger_graphs_are_not_answered_wrongly() {
    let mut answered = 0;
    for seed in 0..200 {
        let mut random = StdRng::seed_from_u64(seed);
        let size = random.random_range(10..200);
        let rule = Rule::Endless(random.random_range(-1..=1));
        let arena = Arena { graph: Graph::cyclic(seed, size, 1), rule };
        for method in METHODS {
            let mut options = cramped(&mut random, method, 5);
            options.table = TableSize::Entries(1 << 14);
            options.second = SecondLevel::Fixed(random.random_range(0..200));
            options.job_nodes = random.random_range(1..200);
            options.widths.key_bits = 64;
            let goal = GOALS[random.random_range(0..4)];
            let mut solver = Solver::new(&arena, &NoGuide, &options).unwrap();
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            let report = certify::prove(&mut solver, &At(0), goal, Control::new(limits));
            if !matches!(report.verdict, ProofStatus::Unknown(_)) {
                let truth = verdict(arena.holds(claim(goal)));
                assert_eq!(report.verdict, truth, "seed {seed}, {goal:?}, {options:?}");
                answered += 1;
            }
        }
    }
    assert!(answered > 500, "only {answered} answers");
}

//! Solvers without the game's types: what they do is what solvers with them do, node by node.

use std::fs::File;
use std::time::Duration;

use phidelta_rules::erased::{AnyState, AnyValue, Object};
use phidelta_rules::{Acyclic, Game, Goal, NoGuide, Score, Status, Value};
use phidelta_search::{
    AllVariants, Checkpoint, Checkpoints, Control, Counters, Limits, Method, Numbers, Options,
    OptionsError, Parallel, ProofStatus, Solver, SolverError, SolverObject, Stopped, TableSize,
    TypedSolver, with_erased_solver, with_typed_solver,
};
use phidelta_testing::{Arena, Graph, Rule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::graph::{At, Wide, each_option, random_options};

type Plain<'g, G> = Object<G, NoGuide, &'g G>;

fn object<G: Game>(game: &G) -> Plain<'_, G> {
    Object::new(game, NoGuide)
}

fn any(goal: Goal<Score>) -> Goal<AnyValue> {
    match goal {
        Goal::AtLeast(value) => Goal::AtLeast(AnyValue::of(value)),
        Goal::AtMost(value) => Goal::AtMost(AnyValue::of(value)),
    }
}

/// What is compared of an answer.
type Answer = (ProofStatus, Numbers, Vec<u32>, Counters);

/// What is compared of a value.
type Worth = (i32, i32, Option<Stopped>, Vec<u32>, usize, Counters);

/// Counters without the work of look-aheads: which moves they try first depends on which moves of different positions
/// are equal, and those of an erased game are places.
fn compared(counters: Counters) -> Counters {
    Counters { looked_ahead: 0, ..counters }
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn asked(solver: &mut dyn SolverObject, goal: Goal<Score>, nodes: u64) -> (Answer, Worth) {
    let root = solver.rules().initial();
    let report = solver.prove(&root, any(goal), Control::new(limits(nodes)));
    let found = solver.value(&root, Control::new(limits(nodes)));
    let (low, high) = (found.at_least.number(), found.at_most.number());
    (
        (report.verdict, report.root, report.line, compared(report.counters)),
        (low, high, found.stopped, found.line, found.questions.len(), compared(found.counters)),
    )
}

/// The same of a solver with types, whose moves become places.
fn asked_directly<G>(game: &G, options: &Options, goal: Goal<Score>, nodes: u64) -> (Answer, Worth)
where
    G: Game<State = At, Value = Score, Move: Send + Sync>,
{
    let object = object(game);
    let root = object.any(game.initial());
    let mut solver = Solver::new(game, &NoGuide, options).unwrap();
    let report = solver.prove(&game.initial(), goal, Control::new(limits(nodes)));
    let found = solver.value(&game.initial(), Control::new(limits(nodes)));
    (
        (
            report.verdict,
            report.root,
            object.places(&root, &report.line),
            compared(report.counters),
        ),
        (
            found.at_least.0,
            found.at_most.0,
            found.stopped,
            object.places(&root, &found.line),
            found.questions.len(),
            compared(found.counters),
        ),
    )
}

fn erased<T>(
    object: &Plain<'_, impl Game<State = At, Value = Score, Move: Send + Sync> + Sync>,
    options: &Options,
    threads: Option<(usize, Parallel)>,
    body: impl Fn(&mut dyn SolverObject) -> T,
) -> T {
    let mut done = None;
    with_erased_solver(object, options, threads, &mut |solver| done = Some(body(solver))).unwrap();
    done.unwrap()
}

/// Compares all solvers of a game.
fn compare<G>(game: &G, options: &Options, goal: Goal<Score>, nodes: u64)
where
    G: Game<State = At, Value = Score, Move: Send + Sync> + Sync,
{
    let object = object(game);
    let expected = asked_directly(game, options, goal, nodes);
    let found = erased(&object, options, None, |solver| asked(solver, goal, nodes));
    assert_eq!(found, expected, "without types, {goal:?}, {options:?}");
    let mut all: TypedSolver<'_, _, _, _, _, AllVariants> =
        TypedSolver::new(&object, options).unwrap();
    assert_eq!(asked(&mut all, goal, nodes), expected, "with types, {goal:?}, {options:?}");
    let mut found = None;
    let typed = with_typed_solver(&object, options, None, &mut |solver| {
        found = Some(asked(solver, goal, nodes));
    });
    if options.needs_all_variants() {
        assert!(matches!(typed, Err(SolverError::Options(OptionsError::Variants))));
    } else {
        assert_eq!(found, Some(expected), "depth first, {goal:?}, {options:?}");
    }
}

/// A question about one of the game's values.
fn goal_of<G: Game<Value = Score>>(game: &G, seed: u64) -> Goal<Score> {
    let values = game.values();
    let value = values[(seed as usize / 2 + values.len() / 2) % values.len()];
    if seed.is_multiple_of(2) { Goal::AtLeast(value) } else { Goal::AtMost(value) }
}

/// A game on a cyclic graph, or one without cycles of a type that may have them.
fn arena(seed: u64) -> Arena {
    Arena::random(seed * 10 + 1 + seed % 9)
}

#[test]
fn each_option_means_the_same_without_types() {
    for (seed, options) in (0..).zip(each_option()) {
        let (graph, arena) = (Graph::random(seed, 120, seed % 2 == 0, 1), arena(seed));
        compare(&graph, &options, goal_of(&graph, seed), 20_000);
        compare(&arena, &options, goal_of(&arena, seed), 20_000);
    }
}

#[test]
fn random_options_mean_the_same_without_types() {
    for seed in 0..300 {
        let mut random = StdRng::seed_from_u64(seed);
        let options = random_options(&mut random);
        let nodes = random.random_range(1..3000);
        let graph = Graph::random(seed, random.random_range(10..300), seed % 3 == 0, 1);
        let goal = goal_of(&graph, seed);
        compare(&graph, &options, goal, nodes);
        compare(&Wide(&graph), &options, goal, nodes);
        let arena = arena(seed);
        compare(&arena, &options, goal_of(&arena, seed), nodes);
    }
}

#[test]
fn several_threads_come_to_the_same_answer_without_types() {
    for seed in 0..60 {
        let graph = Graph::random(seed, 400, seed % 2 == 0, 1);
        let game = Arena { graph, rule: [Rule::Never, Rule::Endless(0)][seed as usize / 2 % 2] };
        let goal = goal_of(&game, seed);
        let method = [Method::DfPn, Method::Pds, Method::PnDfPn][seed as usize % 3];
        let table = TableSize::Bytes(1 << 20);
        let options = Options { method, table, ..Options::default() };
        let ((expected, ..), (low, high, ..)) = asked_directly(&game, &options, goal, u64::MAX);
        let object = object(&game);
        for threads in [1, 2] {
            let parallel = if seed % 4 < 2 { Parallel::Virtual } else { Parallel::Jobs(20) };
            let team = Some((threads, parallel));
            let check = |solver: &mut dyn SolverObject| {
                let (found, worth) = asked(solver, goal, u64::MAX);
                assert_eq!((found.0, worth.0, worth.1), (expected, low, high), "seed {seed}");
            };
            erased(&object, &options, team, check);
            let typed = with_typed_solver(&object, &options, team, &mut |solver| check(solver));
            assert_eq!(typed.is_err(), options.needs_all_variants());
        }
    }
}

/// A run of so many nodes, from a file if it is there, and to it.
fn run(
    solver: &mut dyn SolverObject,
    goal: Goal<Score>,
    nodes: u64,
    file: &std::path::Path,
) -> Answer {
    let root = solver.rules().initial();
    if file.exists() {
        solver.resume(&root, Checkpoint::open(File::open(file).unwrap()).unwrap()).unwrap();
    }
    let mut checkpoints = Checkpoints::new(file.into(), Duration::from_secs(3600), String::new());
    let control = Control::new(limits(nodes)).saved_by(&mut checkpoints);
    let report = solver.prove(&root, any(goal), control);
    assert!(checkpoints.finish().fault.is_none());
    (report.verdict, report.root, report.line, compared(report.counters))
}

#[test]
fn solvers_with_and_without_types_take_up_each_others_checkpoints() {
    let mut answers = 0;
    for seed in 0..240 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut options = random_options(&mut random);
        options.widths.key_bits = 64;
        if !options.method.grows_a_tree() {
            options.table = TableSize::Entries(1 << 12);
        }
        let nodes = random.random_range(1..60);
        let game = match seed % 3 {
            0 => arena(seed),
            _ => Arena {
                graph: Graph::random(seed, 900, seed % 2 == 0, 3),
                rule: [Rule::Never, Rule::Endless(1)][seed as usize / 3 % 2],
            },
        };
        let goal = goal_of(&game, seed);
        let object = object(&game);
        // The first run with types, or without; and then all ways to go on.
        for is_typed_first in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("first");
            let typed = || TypedSolver::<_, _, _, _, AllVariants>::new(&object, &options).unwrap();
            if is_typed_first {
                run(&mut typed(), goal, nodes, &file);
            } else {
                erased(&object, &options, None, |solver| run(solver, goal, nodes, &file));
            }
            if !file.exists() {
                continue;
            }
            let copies = [1, 2, 3].map(|copy| folder.path().join(copy.to_string()));
            for copy in &copies {
                std::fs::copy(&file, copy).unwrap();
            }
            let expected = run(&mut typed(), goal, 100_000, &copies[0]);
            let found =
                erased(&object, &options, None, |solver| run(solver, goal, 100_000, &copies[1]));
            assert_eq!(found, expected, "seed {seed}, {options:?}");
            if !options.needs_all_variants() {
                let mut found = None;
                let run = &mut |solver: &mut dyn SolverObject| {
                    found = Some(run(solver, goal, 100_000, &copies[2]));
                };
                with_typed_solver(&object, &options, None, run).unwrap();
                assert_eq!(found, Some(expected), "seed {seed}, {options:?}");
            }
            answers += 1;
        }
    }
    assert!(answers > 100, "{answers} searches were taken up");
}

/// What is heard of a search with types has places of moves.
#[test]
fn progress_is_told_in_places_of_moves() {
    struct Slow(Graph);
    impl Game for Slow {
        type State = At;
        type Move = [u64; 2];
        type Value = Score;
        type Graph = Acyclic;
        fn initial(&self) -> At {
            Wide(&self.0).initial()
        }
        fn status(&self, at: &At) -> Status<Score> {
            Wide(&self.0).status(at)
        }
        fn moves(&self, at: &At, out: &mut impl Extend<[u64; 2]>) {
            std::thread::sleep(Duration::from_micros(20));
            Wide(&self.0).moves(at, out);
        }
        fn stuck(&self, at: &At) -> Score {
            Wide(&self.0).stuck(at)
        }
        fn play(&self, at: &mut At, mv: [u64; 2]) {
            Wide(&self.0).play(at, mv);
        }
        fn values(&self) -> Vec<Score> {
            Wide(&self.0).values()
        }
    }
    let game = Slow(Graph::full_tree(1, 10, 4));
    let object = object(&game);
    for threads in [None, Some((2, Parallel::Virtual))] {
        let mut heard = 0;
        let mut listener = |progress: &phidelta_search::Progress<'_, u32>| {
            heard += 1;
            assert!(!progress.line.is_empty() && progress.line.iter().all(|&place| place < 4));
            assert!(progress.nodes > 0 && !progress.workers.is_empty());
        };
        let options = Options { table: TableSize::Entries(64), ..Options::default() };
        with_typed_solver(&object, &options, threads, &mut |solver| {
            let root: AnyState = solver.rules().initial();
            let limits = Limits { time: Some(Duration::from_millis(450)), ..Limits::default() };
            let control = Control::new(limits).listened_by(&mut listener);
            solver.prove(&root, any(Goal::AtLeast(Score(1))), control);
        })
        .unwrap();
        assert!((1..=5).contains(&heard), "{heard} times");
    }
}

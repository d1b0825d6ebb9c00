//! Proofs that are built without the game's types are those that are built with them.

use phidelta_breakthrough::Breakthrough;
use phidelta_certificate::check::Verdict;
use phidelta_certificate::{Header, Mode};
use phidelta_proof::{BuildError, Proof, ProofControl, prove, prove_object, write};
use phidelta_rules::erased::{AnyValue, Object};
use phidelta_rules::{Dimensions, Game, Goal, NoGuide, Outcome, Player, Value, recurrence};
use phidelta_search::{
    AllVariants, Control, Limits, Options, ProofStatus, Solver, SolverObject, TypedSolver, Widths,
    with_erased_solver, with_typed_solver,
};
use phidelta_testing::{
    Arena, Graph, check_in_memory, each_option, random_options, random_table_options,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn any<V: Value>(goal: Goal<V>) -> Goal<AnyValue> {
    match goal {
        Goal::AtLeast(value) => Goal::AtLeast(AnyValue::of(value)),
        Goal::AtMost(value) => Goal::AtMost(AnyValue::of(value)),
    }
}

/// What came of a proof: how many positions it has, what was searched for it, and its certificate; or why there
/// is none.
fn outcome<G: Game>(
    game: &G,
    proof: Result<Proof, BuildError>,
) -> Result<(String, Vec<u8>), String> {
    let written = |proof: &Proof| {
        let mut header = Header::new("test", String::new(), String::new(), vec![proof.claim]);
        header.mode = Mode::fitting(game, &header.claims);
        let mut file = Vec::new();
        write(&mut file, &header, std::slice::from_ref(&proof.solution)).unwrap();
        let Proof { positions, positions_at_first, effort, .. } = proof;
        (format!("{positions} {positions_at_first} {effort:?}"), file)
    };
    match proof {
        Ok(proof) => Ok(written(&proof)),
        Err(BuildError::Wrong(opposite)) => {
            let (about, file) = written(&opposite);
            Err(format!("wrong, {about} {file:?}"))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Searches with all kinds of solvers and compares the proofs. Whether there is one, or was nothing found.
fn compare<G>(game: &G, goal: Goal<G::Value>, options: &Options) -> Option<bool>
where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync> + Sync,
{
    let root = game.initial();
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let means = ProofControl::default;
    let mut solver = Solver::new(game, &NoGuide, options).unwrap();
    let reached = match solver.prove(&root, goal, Control::new(limits)).verdict {
        ProofStatus::Proved => true,
        ProofStatus::Disproved => false,
        ProofStatus::Unknown(_) => return None,
    };
    let expected = outcome(game, prove(&mut solver, &root, goal, reached, means()));
    if let Ok((_, file)) = &expected {
        let checked = check_in_memory(game, &recurrence(game), &root, file);
        assert_eq!(checked.verdict, Verdict::Verified);
    }
    let object: Object<G, NoGuide, &G> = Object::new(game, NoGuide);
    let check = |solver: &mut dyn SolverObject| {
        let root = solver.rules().initial();
        solver.prove(&root, any(goal), Control::new(limits));
        let found = outcome(game, prove_object(solver, &root, any(goal), reached, means()));
        assert_eq!(found, expected, "{options:?}");
    };
    with_erased_solver(&object, options, None, &mut |solver| check(solver)).unwrap();
    check(&mut TypedSolver::<_, _, _, _, AllVariants>::new(&object, options).unwrap());
    if !options.needs_all_variants() {
        with_typed_solver(&object, options, None, &mut |solver| check(solver)).unwrap();
    }
    Some(expected.is_ok())
}

fn goal_of<G: Game>(game: &G, seed: u64) -> Goal<G::Value> {
    let values = game.values();
    let value = values[(seed as usize / 2 + values.len() / 2) % values.len()];
    if seed.is_multiple_of(2) { Goal::AtLeast(value) } else { Goal::AtMost(value) }
}

#[test]
fn each_option_gives_the_same_proof() {
    for (seed, options) in (0..).zip(each_option()) {
        let graph = Graph::random(seed, 120, seed % 2 == 0, 1);
        compare(&graph, goal_of(&graph, seed), &options);
        let arena = Arena::random(seed * 10 + 1 + seed % 9);
        compare(&arena, goal_of(&arena, seed), &options);
    }
}

#[test]
fn random_games_have_the_same_proofs() {
    let mut found = 0;
    for seed in 0..400 {
        let mut random = StdRng::seed_from_u64(seed);
        let options = random_options(&mut random);
        let graph = Graph::random(seed, random.random_range(10..300), seed % 3 == 0, 1);
        found += u32::from(compare(&graph, goal_of(&graph, seed), &options) == Some(true));
        let arena = Arena::random(seed);
        found += u32::from(compare(&arena, goal_of(&arena, seed), &options) == Some(true));
    }
    assert!(found > 500, "{found} proofs");
}

/// Where positions share keys, the same positions are searched again, and the same wrong answers found out.
#[test]
fn corrupt_tables_are_seen_through_in_the_same_way() {
    let mut wrong = 0;
    for seed in 0..200 {
        let mut random = StdRng::seed_from_u64(seed);
        let widths = Widths { key_bits: random.random_range(3..8), ..Widths::default() };
        let options = Options { widths, ..random_table_options(&mut random) };
        let graph = Graph::random(seed, random.random_range(50..300), false, 1);
        wrong += u32::from(compare(&graph, goal_of(&graph, seed), &options) == Some(false));
        let arena = Arena::random(seed);
        compare(&arena, goal_of(&arena, seed), &options);
    }
    assert!(wrong > 5, "{wrong} wrong answers");
}

#[test]
fn a_real_game_has_the_same_proof() {
    let game = Breakthrough::new(Dimensions { columns: 4, rows: 4 }, 1);
    for options in [Options::default(), Options { look_ahead: 1, ..Options::default() }] {
        for player in [Player::Max, Player::Min] {
            let goal = match player {
                Player::Max => Goal::AtLeast(Outcome::MaxWins),
                Player::Min => Goal::AtMost(Outcome::MinWins),
            };
            assert_eq!(compare(&game, goal, &options), Some(true));
        }
    }
}

/// States that are elsewhere count, too: less memory is needed for the same proof with types.
#[test]
fn states_without_types_count_as_memory() {
    let graph = Graph::full_tree(1, 14, 2);
    let goal = goal_of(&graph, 0);
    let mut solver = Solver::new(&graph, &NoGuide, &Options::default()).unwrap();
    let report = solver.prove(&graph.initial(), goal, Control::none());
    let reached = report.verdict == ProofStatus::Proved;
    let least = |prove: &mut dyn FnMut(ProofControl<'_>) -> Result<Proof, BuildError>| {
        let (mut low, mut high) = (0, 1 << 30);
        while low < high {
            let memory = (low + high) / 2;
            match prove(ProofControl { memory, ..ProofControl::default() }) {
                Ok(_) => high = memory,
                Err(BuildError::Memory) => low = memory + 1,
                Err(error) => panic!("{error}"),
            }
        }
        low
    };
    let typed = least(&mut |means| prove(&mut solver, &graph.initial(), goal, reached, means));
    let object: Object<Graph, NoGuide, &Graph> = Object::new(&graph, NoGuide);
    with_erased_solver(&object, &Options::default(), None, &mut |solver| {
        let root = solver.rules().initial();
        solver.prove(&root, any(goal), Control::none());
        let erased = least(&mut |means| prove_object(solver, &root, any(goal), reached, means));
        assert!(erased > 2 * typed, "{erased} bytes, {typed} with types");
    })
    .unwrap();
}

//! The values of positions, by plain minimax and by certified searches: the rules as a search sees
//! them and as the checker sees them must agree with minimax.

use std::collections::HashMap;

use phidelta_proof::{BuildError, ProofControl, prove};
use phidelta_rules::erased::{AnyState, AnyValue, Erased, ErasedGuide, Object, RulesObject};
use phidelta_rules::{Catalogued, Game, Goal, Outcome, Player, Status, Value, resolve};
use phidelta_search::{Control, Options, ProofStatus, Solver, TableSize, Widths};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::{certified, random_table_options};

/// Searches that visit no more nodes are done again with tables of 4 to 64 entries: those of larger
/// problems would go through the same lines of play over and over.
const SMALL: u64 = 300;

/// A small position's value by plain minimax, with which a certified search must agree.
///
/// # Panics
/// If it does not.
pub fn solve<G>(game: &G, state: &G::State) -> G::Value
where
    G: Catalogued<State: Send + Sync + 'static, Move: Send + Sync, Guide: Send + Sync>
        + Send
        + Sync,
{
    solve_within(game, state, &mut HashMap::new())
}

/// As [`solve`], with a memory of positions that serves several questions.
pub fn solve_within<G>(
    game: &G,
    state: &G::State,
    solved: &mut HashMap<G::State, G::Value>,
) -> G::Value
where
    G: Catalogued<State: Send + Sync + 'static, Move: Send + Sync, Guide: Send + Sync>
        + Send
        + Sync,
{
    let values = game.values();
    let value = minimax(game, state, (values[0], values[values.len() - 1]), solved);
    let text = game.write_position(state);
    assert_eq!(certified_value(game, state), value, "the search disagrees at `{text}`");
    value
}

fn minimax<G: Catalogued>(
    game: &G,
    state: &G::State,
    (least, most): (G::Value, G::Value),
    solved: &mut HashMap<G::State, G::Value>,
) -> G::Value {
    if let Some(&value) = solved.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    let player = match resolve(game, state, &mut moves) {
        Status::Over(value) => return value,
        Status::Turn(player) => player,
    };
    let (mut best, goal) = if player == Player::Max { (least, most) } else { (most, least) };
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let value = minimax(game, &next, (least, most), solved);
        best = if player == Player::Max { best.max(value) } else { best.min(value) };
        if best == goal {
            break;
        }
    }
    solved.insert(state.clone(), best);
    best
}

/// The value of a position by the engine, with the game's guide. Every answer on the way is
/// certified; for small problems also by other searches, which remember next to nothing.
///
/// # Panics
/// If an answer cannot be certified, or two searches differ.
pub fn certified_value<G>(game: &G, state: &G::State) -> G::Value
where
    G: Catalogued<State: Send + Sync + 'static, Move: Send + Sync, Guide: Send + Sync>
        + Send
        + Sync,
{
    let guide = game.guide();
    let object: Object<G, Option<G::Guide>, &G, &Option<G::Guide>> = Object::new(game, &guide);
    let number = certified_number(&object, &object.any(state.clone()));
    *game.values().iter().find(|value| value.number() == number).expect("a value of the game")
}

/// Has the engine find out, with the game's guide, that a position has this value: that the winner
/// wins, or that neither player does. Every answer is certified.
///
/// # Panics
/// If an answer is another one, or cannot be certified.
pub fn confirm<G>(game: &G, state: &G::State, value: Outcome)
where
    G: Catalogued<Value = Outcome, State: Send + Sync + 'static, Move: Send + Sync> + Send + Sync,
    G::Guide: Send + Sync,
{
    let guide = game.guide();
    let object: Object<G, Option<G::Guide>, &G, &Option<G::Guide>> = Object::new(game, &guide);
    let of = |player| match player {
        Player::Max => Goal::AtLeast(AnyValue::of(Outcome::MaxWins)),
        Player::Min => Goal::AtMost(AnyValue::of(Outcome::MinWins)),
    };
    let questions = match value.winner() {
        Some(player) => vec![(of(player), true)],
        None => vec![(of(Player::Max), false), (of(Player::Min), false)],
    };
    for (goal, expected) in questions {
        let found = reaches(&object, &object.any(state.clone()), goal);
        let text = game.write_position(state);
        assert_eq!(found, expected, "the search disagrees on {goal:?} at `{text}`");
    }
}

/// Whether a goal can be reached, certified.
fn reaches(rules: &dyn RulesObject, state: &AnyState, goal: Goal<AnyValue>) -> bool {
    fn ask<const CYCLIC: bool>(
        game: &Erased<'_, CYCLIC>,
        state: &AnyState,
        goal: Goal<AnyValue>,
    ) -> bool {
        let options = Options { table: TableSize::Bytes(1 << 20), ..Options::default() };
        let mut solver = Solver::new(game, &ErasedGuide, &options).unwrap();
        let reached = match solver.prove(state, goal, Control::none()).verdict {
            ProofStatus::Proved => true,
            ProofStatus::Disproved => false,
            ProofStatus::Unknown(reason) => panic!("nothing stops the search, but {reason:?}"),
        };
        certified(&mut solver, state, goal, reached);
        reached
    }
    if rules.repeats() {
        ask(&Erased::<true>::new(rules), state, goal)
    } else {
        ask(&Erased::<false>::new(rules), state, goal)
    }
}

/// The same of a game without its types: this is compiled once for all games.
fn certified_number(rules: &dyn RulesObject, state: &AnyState) -> i32 {
    if rules.repeats() {
        number(&Erased::<true>::new(rules), state)
    } else {
        number(&Erased::<false>::new(rules), state)
    }
}

fn number<const CYCLIC: bool>(game: &Erased<'_, CYCLIC>, state: &AnyState) -> i32 {
    let table = TableSize::Bytes(64 << 20);
    let (value, nodes) = ask(game, state, &Options { table, ..Options::default() });
    if nodes <= SMALL {
        let mut random = StdRng::seed_from_u64(game.key(state));
        let mut options = random_table_options(&mut random);
        options.widths.key_bits = 64;
        assert!(ask(game, state, &options).0 == value, "another value with {options:?}");
        // Numbers that creep up to 2³² by ones would take too long where keys are shared.
        options.widths = Widths { key_bits: 4, infinity: 255 };
        ask_misled(game, state, &options, value);
    }
    value.number()
}

/// The value of a position, and how many nodes it took.
fn ask<const CYCLIC: bool>(
    game: &Erased<'_, CYCLIC>,
    state: &AnyState,
    options: &Options,
) -> (AnyValue, u64) {
    let mut solver = Solver::new(game, &ErasedGuide, options).unwrap();
    let report = solver.value(state, Control::none());
    for &(goal, verdict) in &report.questions {
        certified(&mut solver, state, goal, verdict == ProofStatus::Proved);
    }
    (report.value().expect("nothing stops the search"), report.counters.nodes)
}

/// Asks whether the value can be reached where keys are shared. The answer may be wrong, but then
/// it must turn out so.
fn ask_misled<const CYCLIC: bool>(
    game: &Erased<'_, CYCLIC>,
    state: &AnyState,
    options: &Options,
    value: AnyValue,
) {
    let mut solver = Solver::new(game, &ErasedGuide, options).unwrap();
    for goal in [Goal::AtLeast(value), Goal::AtMost(value)] {
        let verdict = solver.prove(state, goal, Control::none()).verdict;
        if verdict != ProofStatus::Proved {
            let proof = prove(&mut solver, state, goal, false, ProofControl::default());
            assert!(matches!(proof, Err(BuildError::Wrong(_))), "{goal:?} with {options:?}");
        }
        certified(&mut solver, state, goal, true);
    }
}

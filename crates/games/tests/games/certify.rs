//! What the engine says of a position, certified and checked: the rules as a search sees them and as
//! the checker sees them must agree with plain minimax.

use phidelta_proof::{BuildError, ProofControl, prove};
use phidelta_rules::{Catalogued, Goal};
use phidelta_search::{Control, Options, ProofStatus, Solver, TableSize, Widths};
use phidelta_testing::{certified, random_table_options};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// Searches that visit no more nodes are done again with tables of 4 to 64 entries: those of larger
/// problems would go through the same lines of play over and over.
const SMALL: u64 = 300;

/// The value of a position by the engine, with the game's guide. Every answer on the way is
/// certified; for small problems also by other searches, which remember next to nothing.
pub fn value<G>(game: &G, state: &G::State) -> G::Value
where
    G: Catalogued + Sync,
    G::State: Send + Sync,
{
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
    value
}

/// The value of a position, and how many nodes it took.
fn ask<G>(game: &G, state: &G::State, options: &Options) -> (G::Value, u64)
where
    G: Catalogued + Sync,
    G::State: Send + Sync,
{
    let guide = game.guide();
    let mut solver = Solver::new(game, &guide, options).unwrap();
    let report = solver.value(state, Control::none());
    for &(goal, verdict) in &report.questions {
        certified(&mut solver, state, goal, verdict == ProofStatus::Proved);
    }
    (report.value().expect("nothing stops the search"), report.counters.nodes)
}

/// Asks whether the value can be reached where keys are shared. The answer may be wrong, but then
/// it must turn out so.
fn ask_misled<G>(game: &G, state: &G::State, options: &Options, value: G::Value)
where
    G: Catalogued + Sync,
    G::State: Send + Sync,
{
    let guide = game.guide();
    let mut solver = Solver::new(game, &guide, options).unwrap();
    for goal in [Goal::AtLeast(value), Goal::AtMost(value)] {
        let verdict = solver.prove(state, goal, Control::none()).verdict;
        if verdict != ProofStatus::Proved {
            let proof = prove(&mut solver, state, goal, false, ProofControl::default());
            assert!(matches!(proof, Err(BuildError::Wrong(_))), "{goal:?} with {options:?}");
        }
        certified(&mut solver, state, goal, true);
    }
}

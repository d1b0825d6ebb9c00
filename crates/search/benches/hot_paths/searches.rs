//! Searches: the first so many nodes of one, or all of it.

use phidelta::{AnyGame, Engine, Entry};
use phidelta_connect::Connect;
use phidelta_connect::forcing::Partners;
use phidelta_connect::vcdt::{Found, Limits as ThreatLimits, USUAL_DEPTH, Vcdt};
use phidelta_rules::erased::{AnyState, AnyValue, GameObject};
use phidelta_rules::{Catalogued, Goal, Notation, Status};
use phidelta_search::{Control, Init, Limits, Method, Options, ProofStatus, Stopped, TableSize};

use crate::measured;

const NODES: u64 = 5_000;

/// What searches and checks positions of a game, as the program has it.
pub fn engine(game: &AnyGame) -> &dyn Engine {
    game.rules().engine().expect("it is played move by move")
}

/// The goal that the player to move wins.
pub fn win(game: &dyn GameObject, state: &AnyState) -> Goal<AnyValue> {
    let Status::Turn(turn) = game.status(state) else { panic!("the game is over") };
    Goal::win(turn, &game.values()).expect("the game can be won")
}

/// Searches a position that is not decided soon.
pub fn slice(entry: &Entry, parameters: &str, position: &str, method: Method, init: Init) {
    let game = entry.game(parameters).expect("good parameters");
    let engine = engine(&game);
    let state = engine.game().read(position).expect("a good position");
    let goal = win(engine.game(), &state);
    let table = TableSize::Entries(1 << 16);
    let options = Options { method, init, table, ..Options::default() };
    let mut verdict = None;
    let solved = engine.with_solver(&options, None, &mut |solver| {
        measured(&mut || {
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            verdict = Some(solver.prove(&state, goal, Control::new(limits)).verdict);
        });
    });
    solved.expect("there is memory");
    assert_eq!(verdict, Some(ProofStatus::Unknown(Stopped::Nodes)));
}

/// Looks for a victory by continuous double threats.
pub fn threats(parameters: &str, position: &str) {
    let game = Connect::with_parameters(parameters).expect("good parameters");
    let state = game.read(position).expect("a good position");
    let mut search = Vcdt::new(game.shape(), Partners::Useful);
    let limits = ThreatLimits { depth: USUAL_DEPTH, nodes: u64::MAX };
    let mut found = None;
    measured(&mut || {
        found = Some(search.search(state.all_stones(), state.turn(), state.left(), limits));
    });
    assert!(matches!(found, Some(Found::Win(_))), "{found:?}");
}

//! The attacker's game against the real one.

use phidelta_connect::attacking::{Attacking, Breadth};
use phidelta_connect::shape::Parameters;
use phidelta_connect::threats::Stones;
use phidelta_connect::vcdt::{Limits, Listener, Word};
use phidelta_connect::{Connect, State};
use phidelta_rules::{Game, Goal, NoGuide, Notation, Outcome, Player, Status, legal_moves};
use phidelta_search::{Control, Options, ProofStatus, Solver, TableSize};
use rand::RngExt;

use super::{parameters, random_stones, rng};

const BREADTH: Breadth =
    Breadth { top: Some(5), limits: Limits { depth: 13, nodes: 2_000 }, memory: 1 << 24 };

const BOARDS: [fn() -> Parameters; 4] = [
    || parameters(4, 4, 3, 2),
    || parameters(5, 4, 4, 2),
    || parameters(5, 5, 4, 1),
    || Parameters { exact: true, ..parameters(5, 5, 3, 1) },
];

fn wins<G: Game<State = State, Value = Outcome>>(game: &G, state: &State, player: Player) -> bool {
    let options =
        Options { table: TableSize::Entries(1 << 16), look_ahead: 1, ..Options::default() };
    let mut solver = Solver::new(game, &NoGuide, &options).unwrap();
    let goal = Goal::win(player, &Outcome::ALL).unwrap();
    solver.prove(state, goal, Control::none()).verdict == ProofStatus::Proved
}

/// The attacker's game, for so many threads.
fn attacking(game: &Connect, attacker: Player, threads: usize) -> Attacking<'_> {
    let listeners = (0..threads).map(|_| Box::new(|_| Word::GoOn) as Listener<'_>);
    Attacking::new(game, attacker, BREADTH, listeners)
}

/// The opponent's moves that are left out lose, by the rules alone; so the zones are right.
#[test]
fn moves_that_are_left_out_lose() {
    let (mut looked_at, mut left_out) = (0, 0);
    for seed in 0..90 {
        let mut rng = rng(seed);
        let game = Connect::new(BOARDS[seed as usize % BOARDS.len()](), false);
        let turn = game.shape().parameters.stones;
        let stones = random_stones(game.shape(), game.shape().board() / 4, &mut rng);
        let left = rng.random_range(1..=turn);
        let Ok(state) = game.position(stones, Player::Min, left) else { continue };
        let attacking = attacking(&game, Player::Max, 1 + seed as usize % 3);
        if attacking.status(&state) != Status::Turn(Player::Min) {
            continue;
        }
        looked_at += 1;
        let open = legal_moves(&attacking, &state);
        for reply in turns(&game, &state) {
            if !open.contains(&reply) {
                let mut after = state;
                attacking.play(&mut after, reply);
                assert!(wins(&game, &after, Player::Max), "seed {seed}: {reply:?}");
                left_out += 1;
            }
        }
    }
    assert!(looked_at > 10 && left_out > 300, "{left_out} moves in {looked_at} positions");
}

/// The stones of a reply may spoil a row of the opponent where rows are exact: an attack found after
/// such a reply must not be used against others.
#[test]
fn replies_to_exact_rows_are_all_looked_at() {
    let game = Connect::new(Parameters { exact: true, ..parameters(5, 5, 3, 1) }, false);
    let state = game.read_position("B:C1,E2 W:A2,D4 w").unwrap();
    let open = legal_moves(&attacking(&game, Player::Max, 2), &state);
    let saving = game.read_move(&state, "A4").unwrap();
    let mut after = state;
    game.play(&mut after, saving);
    assert!(!wins(&game, &after, Player::Max));
    assert!(open.contains(&Stones::one(saving)), "{open:?}");
}

/// All ways to place the stones of a turn.
fn turns(game: &Connect, state: &State) -> Vec<Stones> {
    let squares = legal_moves(game, state);
    if state.left() == 1 {
        return squares.into_iter().map(Stones::one).collect();
    }
    let pairs = squares.iter().enumerate();
    pairs.flat_map(|(at, &a)| squares[at + 1..].iter().map(move |&b| Stones::two(a, b))).collect()
}

/// What is won in the attacker's game is won in the real one.
#[test]
fn wins_are_real() {
    let (mut won, mut quiet) = (0, 0);
    for seed in 0..80 {
        let mut rng = rng(1000 + seed);
        let game = Connect::new(BOARDS[seed as usize % BOARDS.len()](), seed % 2 == 0);
        let turn = game.shape().parameters.stones;
        let stones = random_stones(game.shape(), game.shape().board() / 5, &mut rng);
        let attacker = if rng.random_bool(0.5) { Player::Max } else { Player::Min };
        let left = rng.random_range(1..=turn);
        let Ok(state) = game.position(stones, attacker, left) else { continue };
        let attacking = attacking(&game, attacker, 1 + seed as usize % 3);
        if wins(&attacking, &state, attacker) {
            won += 1;
            quiet += usize::from(attacking.status(&state) == Status::Turn(attacker));
            assert!(wins(&game, &state, attacker), "seed {seed}");
        }
    }
    assert!(won > 12 && quiet > 0, "{won} wins, {quiet} of them not by threats alone");
}

/// A search that is told to stop claims nothing.
#[test]
fn a_stopped_search_has_not_won() {
    let game = Connect::new(parameters(19, 19, 6, 2), false);
    let square = |column: usize, row: usize| (row - 1) * 19 + column;
    let black = [square(9, 10)].into_iter().collect();
    let white = [square(0, 1), square(18, 19)].into_iter().collect();
    let state = game.position([black, white], Player::Max, 2).unwrap();
    let stop: Listener<'_> = Box::new(|nodes| if nodes > 20_000 { Word::Stop } else { Word::GoOn });
    let attacking = Attacking::new(&game, Player::Max, BREADTH, [stop]);
    assert!(!wins(&attacking, &state, Player::Max));
    assert!(attacking.is_stopped() && attacking.nodes() < 40_000);
}

//! Threat searches against the definition, and the strategies they give.

use phidelta_connect::field::Field;
use phidelta_connect::forcing::Partners;
use phidelta_connect::shape::Shape;
use phidelta_connect::threats;
use phidelta_connect::vcdt::{Attack, Found, Limits, Vcdt};
use phidelta_rules::{Area, Player};
use rand::RngExt;

use super::plain::{Plain, choices};
use super::{parameters, random_stones, rng};

const NO_LIMITS: Limits = Limits { depth: 13, nodes: u64::MAX };

/// Exactly the wins of the definition, with exactly as many moves.
#[test]
fn wins_are_found_and_only_wins() {
    let mut lengths = [0; 4];
    for seed in 0..260 {
        let mut rng = rng(seed);
        let boards =
            [(5, 5, 4, 2), (6, 6, 4, 2), (6, 5, 5, 2), (6, 6, 4, 1), (5, 5, 4, 1), (7, 7, 5, 1)];
        let (columns, rows, k, turn) = boards[rng.random_range(0..boards.len())];
        let shape = Shape::new(parameters(columns, rows, k, turn));
        let most = if turn == 2 { shape.board() / 3 } else { shape.board() / 4 };
        let stones = random_stones(&shape, most, &mut rng);
        let attacker = if seed % 2 == 0 { Player::Max } else { Player::Min };
        let plain = Plain::new(&shape);
        let mut vcdt = Vcdt::new(&shape, Partners::All);
        let left = if turn == 2 && rng.random_bool(0.3) { 1 } else { turn };
        let found = vcdt.search(stones, attacker, left, NO_LIMITS);
        let deepest = if turn == 2 { 2 } else { 3 };
        let shortest = (1..=deepest).find(|&moves| plain.vcdt(&stones, attacker, left, moves));
        match (shortest, found) {
            (Some(moves), Found::Win(length)) => {
                assert_eq!(moves, length, "seed {seed}");
                lengths[moves as usize] += 1;
            }
            (None, Found::Win(length)) => assert!(length > deepest, "seed {seed}"),
            (None, Found::Nothing | Found::Unknown) => lengths[0] += 1,
            (shortest, found) => panic!("seed {seed}: {found:?}, but {shortest:?}"),
        }
        if let Found::Win(length) = found {
            let attack = vcdt.strategy(left).unwrap();
            let mut field = Field::with_stones(&shape, stones);
            verify(&plain, &mut field, attacker, left, &attack, length);
        }
    }
    assert!(lengths.iter().all(|&count| count > 3), "wins of all lengths: {lengths:?}");
}

/// Plays through a strategy: every reply that is not in it must leave a row to complete.
fn verify(
    plain: &Plain,
    field: &mut Field<'_>,
    attacker: Player,
    left: usize,
    attack: &Attack,
    moves: u32,
) {
    assert!(moves > 0, "it takes no more moves than the search has said");
    assert!(attack.stones.count() <= left);
    let shape = field.shape();
    field.put_all(attacker, attack.stones.squares());
    if !plain.has_row(field.stones(attacker)) {
        let turn = shape.parameters.stones;
        let stones = [*field.stones(Player::Max), *field.stones(Player::Min)];
        let squares = plain.empty(&stones);
        for choice in choices(&squares, turn) {
            if choice.len() < turn.min(squares.len()) {
                continue;
            }
            choice.iter().for_each(|square| field.put(!attacker, square));
            assert!(!plain.has_row(field.stones(!attacker)), "the opponent has a row");
            if threats::completion(field, attacker, turn).is_none() {
                let known = attack.defences.iter().find(|(reply, _)| reply.area() == choice);
                let (_, next) = known.expect("every defence has an answer");
                verify(plain, field, attacker, turn, next, moves - 1);
            }
            choice.iter().for_each(|square| field.take(!attacker, square));
        }
    }
    field.take_all(attacker, attack.stones.squares());
}

/// The same search gives the same, whatever was searched before, and a limit is a limit.
#[test]
fn a_search_depends_on_its_position_alone() {
    let shape = Shape::new(parameters(19, 19, 6, 2));
    let mut rng = rng(7);
    let mut worn = Vcdt::new(&shape, Partners::Useful);
    let limits = Limits { depth: 13, nodes: 3_000 };
    for _ in 0..20 {
        let stones = crowd(&shape, &mut rng);
        let found = worn.search(stones, Player::Max, 2, limits);
        let mut fresh = Vcdt::new(&shape, Partners::Useful);
        assert_eq!(fresh.search(stones, Player::Max, 2, limits), found);
        assert_eq!(fresh.nodes(), worn.nodes());
        assert!(fresh.nodes() <= limits.nodes + 1);
        if let Found::Win(_) = found {
            assert_eq!(fresh.strategy(2), worn.strategy(2));
        }
    }
}

/// Stones near the middle of the board, without a row.
pub fn crowd(shape: &Shape, rng: &mut rand::rngs::SmallRng) -> [Area; 2] {
    let mut stones = [Area::EMPTY; 2];
    for turn in 0..rng.random_range(8..16) {
        let square = loop {
            let [column, row] = [(); 2].map(|()| rng.random_range(6..13));
            let square = row * shape.parameters.columns + column;
            if !stones.iter().any(|stones| stones.contains(square)) {
                break square;
            }
        };
        stones[turn % 2].insert(square);
    }
    stones
}

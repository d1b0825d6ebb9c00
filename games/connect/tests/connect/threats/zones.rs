//! Zones: whatever the opponent has outside them, the attack wins.

use phidelta_connect::field::Field;
use phidelta_connect::forcing::Partners;
use phidelta_connect::shape::{Parameters, Shape};
use phidelta_connect::threats::{self, Stones};
use phidelta_connect::vcdt::{Attack, Found, Limits, Vcdt};
use phidelta_connect::zone::zone;
use phidelta_rules::{Area, Player};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::vcdt::crowd;
use super::{parameters, random_stones, rng};

const LIMITS: Limits = Limits { depth: 13, nodes: 3_000 };

/// Random stones outside the zone never save the opponent, who also answers at random, or completes
/// a row if he can.
#[test]
fn stones_outside_the_zone_do_not_matter() {
    let (mut attacks, mut games) = (0, 0);
    for seed in 0..900 {
        let mut rng = rng(seed);
        let boards = [(19, 19, 6, 2), (9, 9, 5, 2), (8, 8, 4, 2), (11, 11, 5, 1), (8, 8, 6, 2)];
        let (columns, rows, k, turn) = boards[rng.random_range(0..boards.len())];
        let exact = turn == 1 && rng.random_bool(0.5);
        let shape = Shape::new(Parameters { exact, ..parameters(columns, rows, k, turn) });
        let stones = match columns {
            19 => crowd(&shape, &mut rng),
            _ => random_stones(&shape, shape.board() / 6, &mut rng),
        };
        let attacker = Player::Max;
        let field = Field::with_stones(&shape, stones);
        if threats::completion(&field, !attacker, turn).is_some() {
            continue;
        }
        let mut vcdt = Vcdt::new(&shape, Partners::Useful);
        let Found::Win(_) = vcdt.search(stones, attacker, turn, LIMITS) else { continue };
        attacks += 1;
        let attack = vcdt.strategy(turn).unwrap();
        for free in 1..=turn {
            let zone = zone(vcdt.field(), attacker, &attack, free);
            assert!(zone.is_subset(&field.empty()));
            let outside: Vec<usize> = (field.empty() - zone).iter().collect();
            for _ in 0..10 {
                let more: Area = outside.sample(&mut rng, free).copied().collect();
                let mut after = stones;
                after[!attacker as usize] |= more;
                assert!(vcdt.follow(after, attacker, turn, &attack).is_some(), "seed {seed}");
                let mut field = Field::with_stones(&shape, after);
                play(&mut field, attacker, &attack, &mut rng, seed);
                games += 1;
            }
        }
    }
    assert!(attacks > 150 && games > 2_000, "{games} games after {attacks} attacks");
}

/// Plays an attack as it was found, against a player of no great skill.
fn play(field: &mut Field<'_>, attacker: Player, attack: &Attack, rng: &mut SmallRng, seed: u64) {
    let turn = field.shape().parameters.stones;
    let mut attack = attack;
    loop {
        if threats::completion(field, attacker, turn).is_some() {
            return;
        }
        let free = attack.stones.area().is_subset(&field.empty());
        assert!(free, "seed {seed}: the attacker's squares are empty");
        field.put_all(attacker, attack.stones.squares());
        let completes = threats::completion(field, !attacker, turn);
        assert_eq!(completes, None, "seed {seed}: the opponent completes a row");
        let mut gaps = Vec::new();
        threats::gaps(field, attacker, turn, &mut gaps);
        let defences = threats::all_defences(&gaps, turn);
        let empty: Vec<usize> = field.empty().iter().collect();
        let reply = match defences.choose(rng) {
            Some(&defence) if rng.random_bool(0.9) => defence,
            _ => {
                let mut some = empty.sample(rng, turn).map(|&square| square as u16);
                let (first, second) = (some.next().expect("the board is not full"), some.next());
                second.map_or(Stones::one(first), |second| Stones::two(first, second))
            }
        };
        field.put_all(!attacker, reply.squares());
        if threats::completion(field, attacker, turn).is_some() {
            return;
        }
        let known = attack.defences.iter().find(|(defence, _)| *defence == reply);
        attack = &known.unwrap_or_else(|| panic!("seed {seed}: an unknown defence")).1;
    }
}

/// The zone of the pass in the rebuilt position 4 of Song, Iida and van den Herik: with one more
/// Black stone at K11 and L10, 67 squares.
#[test]
fn the_zone_of_position_4() {
    let shape = Shape::new(parameters(19, 19, 6, 2));
    let square = |column: char, row: usize| (row - 1) * 19 + (column as usize - 'A' as usize);
    let black = [square('J', 10), square('K', 11), square('L', 10)].into_iter().collect();
    let white = [square('A', 1), square('S', 19)].into_iter().collect();
    let mut vcdt = Vcdt::new(&shape, Partners::Useful);
    let found = vcdt.search([black, white], Player::Max, 2, LIMITS);
    assert_eq!(found, Found::Win(5));
    let attack = vcdt.strategy(2).unwrap();
    assert_eq!(zone(vcdt.field(), Player::Max, &attack, 2).len(), 67);
}

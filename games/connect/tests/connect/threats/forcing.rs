//! Forcing moves: all of them, each once.

use phidelta_connect::field::Field;
use phidelta_connect::forcing::{Forcing, Partners};
use phidelta_connect::shape::Shape;
use phidelta_connect::threats;
use phidelta_rules::{Area, Player};
use rand::RngExt;

use super::plain::{Plain, choices};
use super::{parameters, random_stones, rng};

#[test]
fn forcing_moves_are_those_that_need_all_stones_of_an_answer() {
    let mut found_some = 0;
    for seed in 0..600 {
        let mut rng = rng(seed);
        let boards =
            [(7, 7, 5, 2), (6, 6, 4, 2), (8, 8, 6, 2), (5, 5, 3, 2), (7, 7, 5, 1), (6, 6, 4, 1)];
        let (columns, rows, k, turn) = boards[rng.random_range(0..boards.len())];
        let shape = Shape::new(parameters(columns, rows, k, turn));
        let stones = random_stones(&shape, shape.board() / 4, &mut rng);
        let attacker = Player::Max;
        let plain = Plain::new(&shape);
        let left = rng.random_range(1..=turn);
        if !plain.gaps(&stones, attacker, left).is_empty() {
            continue;
        }
        let field = Field::with_stones(&shape, stones);
        let mut must_hit = Vec::new();
        threats::gaps(&field, !attacker, turn, &mut must_hit);
        let mut forcing = Forcing::new(shape.board(), k, Partners::All);
        let mut found = Vec::new();
        forcing.find(&field, attacker, left, &must_hit, &mut found);
        let mut found: Vec<Area> = found.iter().map(|found| found.stones.area()).collect();
        let dangers = plain.gaps(&stones, !attacker, turn);
        let squares = plain.empty(&stones);
        let all = choices(&squares, left).filter(|choice| {
            let mut after = stones;
            after[attacker as usize] |= *choice;
            let gaps = plain.gaps(&after, attacker, turn);
            choice.len() == left
                && dangers.iter().all(|gap| gap.meets(choice))
                && plain.number(&after, &gaps) >= turn
        });
        let mut expected: Vec<Area> = all.collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "seed {seed}");
        found_some += usize::from(!found.is_empty());
    }
    assert!(found_some > 100, "{found_some} positions have forcing moves");
}

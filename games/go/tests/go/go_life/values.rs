//! Tiny problems: their values found backwards from the ends over all positions, and by searches with
//! certificates.

use super::{random_problem, retrograde};
use phidelta_go::go_life::GoLife;
use phidelta_rules::{Game, Outcome};
use phidelta_testing::play::Random;
use phidelta_testing::values;

#[test]
fn tiny_problems_backwards() {
    let mut random = Random(17);
    let mut counts = [0; 3];
    while counts.iter().any(|&count| count < 6) {
        let problem = random_problem(&mut random);
        let game = GoLife::from_problem(problem);
        let Some(value) = retrograde(&game, &game.initial(), 2_000) else { continue };
        let at = Outcome::ALL.iter().position(|&outcome| outcome == value).unwrap();
        if counts[at] < 30 {
            counts[at] += 1;
            assert_eq!(
                values::certified_value(&game, &game.initial()),
                value,
                "{}",
                game.problem().write()
            );
        }
    }
}

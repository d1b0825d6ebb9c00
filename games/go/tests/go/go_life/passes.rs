//! The pass of a player who may not take back a ko is no offer to stop: small problems whose value depends on
//! that, and random ones, by brute force over a plain twin of the rules.

use super::twin::Twin;
use super::{backwards, on, random_position, retrograde};
use phidelta_go::go_life::{GoLife, Problem, UNLIMITED};
use phidelta_rules::{Game, Notation, Outcome, Status};
use phidelta_testing::play::Random;
use phidelta_testing::values;

/// Problems that are draws if every pass counts, and what they are.
const DECIDED: [(&str, Outcome); 10] = [
    ("+bw./bwwb/bb+w/w+ww:w:targets=A2:threats=2,0:ko=A4", Outcome::MinWins),
    ("+++/b++/+++:b:targets=A2:threats=0,1", Outcome::MaxWins),
    ("+bb/bww/+w+:b:targets=B1:threats=0,1", Outcome::MaxWins),
    ("+w+w/+wwb/bwwb/.+b.:b:targets=C2,D4:threats=1,0:ko=C4", Outcome::MinWins),
    ("+++/+b+/+bb:w:targets=B1:threats=0,1", Outcome::MaxWins),
    ("bb../+w+b/bw+w/w+ww:b:targets=B3:threats=2,0", Outcome::MinWins),
    ("b++/b+w/w+w:w:targets=C1,A1:threats=0,0", Outcome::MaxWins),
    (".www/+bbb/wwwb/+w+w:b:targets=B2:threats=1,0", Outcome::MinWins),
    ("+bw/ww+/+ww:b:targets=B2:threats=0,0", Outcome::MaxWins),
    ("ww+b/+wbb/wbb+/+wbb:b:targets=D3:threats=0,0:ko=A1", Outcome::MaxWins),
];

/// The value by brute force over the twin.
fn brute_force(problem: &Problem, all_passes_count: bool, most: usize) -> Option<Outcome> {
    let mut twin = Twin::new(problem);
    twin.all_passes_count = all_passes_count;
    backwards(&twin, most, |twin| match twin.status() {
        Status::Over(value) => Err(value),
        Status::Turn(player) => Ok((player, twin.replies())),
    })
}

#[test]
fn a_ko_is_not_kept_by_two_passes() {
    for (problem, value) in DECIDED {
        let game = on(problem);
        assert_eq!(values::certified_value(&game, &game.initial()), value, "{problem}");
    }
}

#[test]
fn only_passes_of_players_who_may_play_everywhere_count() {
    // After A1, White may not take back on B1.
    let game = on("+++/wb+/+wb:b:targets=C1");
    let after = |moves: &str| game.write_position(&game.read(&format!("moves {moves}")).unwrap());
    assert_eq!(after("A1 pass"), "3/wb1/b1b b");
    assert_eq!(after("A1 pass pass"), "3/wb1/b1b w pass");
    assert_eq!(after("A1 pass pass pass"), "3/wb1/b1b b pass pass");
    assert_eq!(after("A1 C3 pass"), "2w/wb1/b1b w pass");
    // A threat that is left makes no difference, but who has threats without end is not banned.
    let game = on("+++/wb+/+wb:b:targets=C1:threats=0,1");
    let passed = game.read("moves A1 pass").unwrap();
    assert_eq!(game.write_position(&passed), "3/wb1/b1b b");
    let game = on("+++/wb+/+wb:b:targets=C1:threats=0,inf");
    let passed = game.read("moves A1 pass").unwrap();
    assert_eq!(game.write_position(&passed), "3/wb1/b1b b pass");
}

/// A problem on a board of 3 or 4 rows with few empty points that is not decided yet, mostly with a ko.
fn random_problem(random: &mut Random) -> Problem {
    loop {
        let side = 3 + random.below(2);
        let (mut position, targets) = random_position(random, side);
        let empty = side * side - position.stones.map(|stones| stones.len()).iter().sum::<usize>();
        let region = (0..side * side).filter(|_| random.below(100) < 90).collect();
        let threats = std::array::from_fn(|_| [0, 0, 1, 2, UNLIMITED][random.below(5)]);
        let start = random.below(side * side);
        let points = (0..side * side).map(|point| ((point + start) % (side * side)) as u16);
        let without = (random.below(20) == 0).then_some(None);
        for ko in points.map(Some).chain(without) {
            position.ko = ko;
            if let Ok(problem) = Problem::new(&position, &targets, &region, threats)
                && empty <= 4
                && matches!(Twin::new(&problem).status(), Status::Turn(_))
            {
                return problem;
            }
        }
    }
}

#[test]
fn brute_force_agrees() {
    let mut random = Random(29);
    let (mut kos, mut matters, mut counts) = (0, 0, [0; 3]);
    for _ in 0..600 {
        let problem = random_problem(&mut random);
        let Some(value) = brute_force(&problem, false, 800) else { continue };
        let game = GoLife::from_problem(problem.clone());
        let written = problem.write();
        assert_eq!(retrograde(&game, &game.initial(), usize::MAX), Some(value), "{written}");
        counts[value as usize] += 1;
        kos += usize::from(problem.position().ko.is_some());
        if brute_force(&problem, true, usize::MAX) != Some(value) {
            assert_eq!(values::certified_value(&game, &game.initial()), value, "{written}");
            matters += 1;
        }
    }
    let [dead, _, alive] = counts;
    let enough = kos > 50 && matters > 2 && dead > 50 && alive > 50;
    assert!(enough, "{kos} kos, {counts:?}, and in {matters} it matters which passes count");
}

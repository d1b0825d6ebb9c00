//! Searches by threats in tiny problems: what they decide, for either side, is so.

use super::{random_problem, retrograde};
use phidelta_go::go_life::GoLife;
use phidelta_rules::{Fate, Game, Goal, Outcome, Player, Status};
use phidelta_search::widening::{Plan, Widening, search};
use phidelta_search::{Control, Limits};
use phidelta_testing::play::Random;

const PLANS: [Plan; 7] = [
    Plan::AlphaBeta,
    Plan::Gts(1),
    Plan::Iw(2),
    Plan::Gw(1),
    Plan::Gw(3),
    Plan::Abgw(2),
    Plan::GwDfPn(2),
];

const GOALS: [Goal<Outcome>; 4] = [
    Goal::AtLeast(Outcome::Draw),
    Goal::AtLeast(Outcome::MaxWins),
    Goal::AtMost(Outcome::Draw),
    Goal::AtMost(Outcome::MinWins),
];

/// What a search says of each goal, where it says anything, is true of this value. Counts what was lost
/// and what was won.
fn check(game: &GoLife, value: Outcome, plan: Plan, decided: &mut [usize; 2]) {
    let start = game.initial();
    let Status::Turn(turn) = game.status(&start) else { return };
    for goal in GOALS {
        let mut position = game.threats(&start, goal).expect("threats are known");
        let side = if turn == goal.prover() { Player::Max } else { Player::Min };
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let widening = Widening { entries: 1 << 10, ..Widening::new(plan) };
        let found = search(position.as_mut(), side, &widening, Control::new(limits));
        if let Some(winner) = found.fate.winner() {
            let written = game.problem().write();
            assert_eq!(winner == Player::Max, goal.met(value), "{plan:?} {goal:?} {written}");
            decided[usize::from(found.fate == Fate::Won)] += 1;
        }
    }
}

#[test]
fn what_is_decided_is_so() {
    let mut random = Random(23);
    let mut decided = [[0; 2]; PLANS.len()];
    let mut problems = 0;
    while problems < 200 {
        let game = GoLife::from_problem(random_problem(&mut random));
        let Some(value) = retrograde(&game, &game.initial(), 4_000) else { continue };
        problems += 1;
        for (plan, decided) in PLANS.into_iter().zip(&mut decided) {
            check(&game, value, plan, decided);
        }
    }
    for (plan, [lost, won]) in PLANS.into_iter().zip(decided) {
        let all = plan == Plan::AlphaBeta || matches!(plan, Plan::Abgw(_) | Plan::GwDfPn(_));
        assert!(won > 20 && (lost > 20 || !all), "{plan:?}: {lost} lost, {won} won");
    }
}

/// Here play may go on for ever, which neither side has a claim to.
#[test]
fn what_comes_back_settles_nothing() {
    let game = super::on("+++/+bw/bw+:w:targets=B2");
    let value = retrograde(&game, &game.initial(), 100_000);
    assert_eq!(value, Some(Outcome::Draw));
    for plan in PLANS.into_iter().chain([0, 1, 3].map(Plan::GwDfPn)) {
        check(&game, Outcome::Draw, plan, &mut [0; 2]);
    }
}

//! Searches by threats in tiny problems: what they decide, for either side, is so.

use super::{random_problem, retrograde};
use crate::common::Random;
use phidelta_games::go_life::GoLife;
use phidelta_rules::{Fate, Game, Goal, Outcome, Player, Status};
use phidelta_search::widening::{Plan, Widening, search};
use phidelta_search::{Control, Limits};

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

#[test]
fn what_is_decided_is_so() {
    let mut random = Random(23);
    let mut decided = [[0; 2]; PLANS.len()];
    let mut problems = 0;
    while problems < 60 {
        let game = GoLife::from_problem(random_problem(&mut random));
        let start = game.initial();
        let Status::Turn(turn) = game.status(&start) else { continue };
        let Some(value) = retrograde(&game, &start, 4_000) else { continue };
        problems += 1;
        for goal in GOALS {
            let max = goal.prover();
            let reached = goal.met(value);
            for (plan, decided) in PLANS.into_iter().zip(&mut decided) {
                let mut position = game.threats(&start, goal).expect("threats are known");
                let side = if turn == max { Player::Max } else { Player::Min };
                let limits = Limits { nodes: Some(5_000), ..Limits::default() };
                let widening = Widening { entries: 1 << 10, ..Widening::new(plan) };
                let found = search(position.as_mut(), side, &widening, Control::new(limits));
                if let Some(winner) = found.fate.winner() {
                    let written = game.problem().write();
                    assert_eq!(winner == Player::Max, reached, "{plan:?} {goal:?} {written}");
                    decided[usize::from(found.fate == Fate::Won)] += 1;
                }
            }
        }
    }
    for (plan, [lost, won]) in PLANS.into_iter().zip(decided) {
        let all = plan == Plan::AlphaBeta || matches!(plan, Plan::Abgw(_) | Plan::GwDfPn(_));
        assert!(won > 20 && (lost > 20 || !all), "{plan:?}: {lost} lost, {won} won");
    }
}

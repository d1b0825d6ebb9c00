//! Life by the eye rules: shapes whose status is known, and what searches by threats make of them.

use phidelta_go::living::Living;
use phidelta_go::{Position, read_point};
use phidelta_rules::{Area, Fate, Player, ThreatGame};
use phidelta_search::widening::{Plan, Widening, search};
use phidelta_search::{Control, Limits};

fn living(board: &str, target: &str) -> Living {
    let position = Position::read(board).unwrap();
    let target = read_point(target, position.side).unwrap();
    let targets: Area = std::iter::once(target as usize).collect();
    Living::new(&position, &targets).expect("there is such a stone")
}

fn fate(board: &str, target: &str, first: Player, plan: Plan) -> Fate {
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let mut living = living(board, target);
    search(&mut living, first, &Widening::new(plan), Control::new(limits)).fate
}

const PLANS: [Plan; 4] = [Plan::AlphaBeta, Plan::Abgw(0), Plan::Abgw(3), Plan::GwDfPn(3)];

#[test]
fn two_eyes_live_and_one_does_not() {
    // Black's eyes are on A1 and C1.
    let mut two = living("7/7/7/7/wwwww2/bbbbw2/1b1bw2 w", "A2");
    assert_eq!(two.evaluate(Player::Min), Some(Fate::Won));
    // The point on A1 is the only one.
    let mut one = living("7/7/7/7/www4/bbw4/1bw4 w", "A2");
    assert_eq!(one.evaluate(Player::Max), Some(Fate::Lost));
}

#[test]
fn shapes_have_their_status() {
    for (name, board, target, [max_first, min_first]) in [
        ("straight three", "7/7/7/7/wwwww2/bbbbw2/3bw2 b", "A2", [Fate::Won, Fate::Lost]),
        ("square four", "7/7/7/wwww3/bbbw3/2bw3/2bw3 b", "A3", [Fate::Lost, Fate::Lost]),
        ("straight four", "7/7/7/7/wwwwww1/bbbbbw1/4bw1 b", "A2", [Fate::Won, Fate::Won]),
    ] {
        for plan in PLANS {
            assert_eq!(fate(board, target, Player::Max, plan), max_first, "{name}, {plan:?}");
            assert_eq!(fate(board, target, Player::Min, plan), min_first, "{name}, {plan:?}");
        }
    }
}

/// Groups are brought up to date move by move; nothing of it is left when moves are taken back.
#[test]
fn groups_are_as_if_built_anew() {
    let mut living = living("7/7/7/2w4/wwbwww1/bb1bbw1/4bw1 b", "A2");
    let before = (living.key(), living.evaluate(Player::Max));
    let mut line = Vec::new();
    for turn in [Player::Max, Player::Min, Player::Max, Player::Min] {
        let mut moves = Vec::new();
        living.moves(turn, &mut moves);
        let Some(&mv) = moves.first() else { break };
        living.play(mv, turn);
        line.push(mv);
        let position = living.board().position(living.colour());
        if let Some(mut anew) = Living::new(&position, &std::iter::once(7).collect()) {
            assert_eq!(living.evaluate(!turn), anew.evaluate(!turn), "after {line:?}");
        }
    }
    assert!(!line.is_empty());
    line.iter().for_each(|_| living.undo());
    assert_eq!((living.key(), living.evaluate(Player::Max)), before);
}

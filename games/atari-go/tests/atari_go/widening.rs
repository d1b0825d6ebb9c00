//! Searches by threats on Atari Go, whose moves are all there: what they decide is true.

use phidelta_atari_go::{AtariGo, State};
use phidelta_rules::{Catalogued, Fate, Game, Goal, Outcome, Player, Status, Value, legal_moves};
use phidelta_search::widening::{Finding, Plan, ThreatVector, Widening, search};
use phidelta_search::{Control, Limits};
use phidelta_testing::play::{self, Random};
use phidelta_testing::values;

fn find(game: &AtariGo, state: &State, widening: &Widening) -> Finding<u8> {
    let Status::Turn(turn) = game.status(state) else { panic!("the game is over") };
    let mut position =
        game.threats(state, Goal::win(turn, &game.values()).unwrap()).expect("threats are known");
    let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
    search(position.as_mut(), Player::Max, widening, Control::new(limits))
}

fn positions(parameters: &str, games: usize) -> Vec<(AtariGo, State)> {
    let game = AtariGo::with_parameters(parameters).unwrap();
    let mut random = Random(0x6077);
    let mut found = Vec::new();
    for _ in 0..games {
        let line = play::random_game(&game, &mut random);
        let open = |state: &&State| matches!(game.status(state), Status::Turn(_));
        found.extend(line.iter().filter(open).map(|&state| (game.clone(), state)));
    }
    found
}

const PLANS: [Plan; 13] = [
    Plan::AlphaBeta,
    Plan::Gts(0),
    Plan::Gts(2),
    Plan::Gts(3),
    Plan::Iw(1),
    Plan::Iw(3),
    Plan::Gw(0),
    Plan::Gw(3),
    Plan::Abgw(0),
    Plan::Abgw(3),
    Plan::Abgw(4),
    Plan::GwDfPn(0),
    Plan::GwDfPn(3),
];

#[test]
fn what_is_decided_is_true() {
    let mut decided = [0; PLANS.len()];
    let mut all = 0;
    for parameters in ["3x3", "4x3", "2x5"] {
        for (game, state) in positions(parameters, 5) {
            if legal_moves(&game, &state).is_empty() {
                continue;
            }
            all += 1;
            let Status::Turn(turn) = game.status(&state) else { unreachable!() };
            let wins = values::solve(&game, &state).winner() == Some(turn);
            for (plan, decided) in PLANS.into_iter().zip(&mut decided) {
                // Small tables forget, and must not lie.
                for entries in [1 << 16, 8] {
                    let finding = find(&game, &state, &Widening { entries, ..Widening::new(plan) });
                    let claimed = finding.fate.winner().map(|winner| winner == Player::Max);
                    if let Some(claimed) = claimed {
                        assert_eq!(claimed, wins, "{plan:?} {state:?}");
                        *decided += 1;
                    }
                    let best = finding.best.filter(|_| finding.fate == Fate::Won);
                    if let Some(mv) = best {
                        let mut next = state;
                        game.play(&mut next, mv);
                        assert_eq!(values::solve(&game, &next), Outcome::win(turn), "{plan:?}");
                    }
                }
            }
        }
    }
    for (plan, decided) in PLANS.into_iter().zip(decided) {
        match plan {
            Plan::AlphaBeta | Plan::Abgw(_) | Plan::GwDfPn(_) => {
                assert_eq!(decided, 2 * all, "{plan:?}")
            }
            _ => assert!(decided > 0 && decided < 2 * all, "{plan:?}: {decided} of {}", 2 * all),
        }
    }
}

/// Wider threats find whatever narrower ones do, and widening everything that its widest threat does.
#[test]
fn wider_searches_find_more() {
    let mut found = [0; 4];
    for (game, state) in positions("4x4", 3) {
        let wins = |plan: Plan| find(&game, &state, &Widening::new(plan)).fate == Fate::Won;
        for (number, found) in found.iter_mut().enumerate() {
            let [gts, iw, gw] = [Plan::Gts(number), Plan::Iw(number), Plan::Gw(number)].map(wins);
            assert!(gts <= iw && iw <= gw, "{number}: {state:?}");
            *found += usize::from(gts);
        }
    }
    assert!(found.is_sorted() && found[0] < found[3], "{found:?}");
}

/// A position stays as it was, whatever was searched; and the same search plays the same moves.
#[test]
fn searches_leave_no_trace() {
    for (game, state) in positions("4x4", 2) {
        for plan in PLANS {
            let [first, again] = [0; 2].map(|_| find(&game, &state, &Widening::new(plan)));
            assert_eq!(
                (first.fate, first.plays, first.nodes),
                (again.fate, again.plays, again.nodes)
            );
            assert!(first.plays >= first.line.len() as u64);
        }
    }
}

#[test]
fn threats_have_numbers() {
    let check = |plan| Widening::new(plan).check();
    assert!(check(Plan::Gw(3)).is_ok() && check(Plan::Abgw(4)).is_ok());
    assert!(check(Plan::Gw(4)).is_err() && check(Plan::Abgw(5)).is_err());
    let none = Widening { threats: Vec::new(), ..Widening::new(Plan::Iw(0)) };
    assert!(none.check().is_err());
    let one: Vec<ThreatVector> = vec!["3,2,0".parse().unwrap()];
    assert!(Widening { threats: one, ..Widening::new(Plan::Gts(0)) }.check().is_ok());
}

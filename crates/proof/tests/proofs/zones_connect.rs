//! Proofs with zones in games of the family of Connect6, with attacks that a search finds.

use phidelta_certificate::check::Verdict;
use phidelta_certificate::{Claim, Mode};
use phidelta_connect::Connect;
use phidelta_proof::{ProofControl, prove_in_zones};
use phidelta_rules::{Catalogued, Goal, NoGuide, Notation, Outcome, Recurrence};
use phidelta_search::{Options, Solver, TableSize};
use phidelta_testing::{Searched, certified, check_in_memory};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::support::{header, written};
use crate::zone_play::play_outside;

/// Positions that Black wins.
const WON: [(&str, &str); 9] = [
    ("4x4x3x2x1", "b"),
    ("4x4x3x2x1", "B:B2 w"),
    ("5x5x4x2x1", "B:C3 W:A1,E5 b"),
    ("5x5x4x2x1", "B:C3 W:A1 w1"),
    ("5x5x4x1x1", "B:C3,C2,D3 W:A1,E5,A5 w"),
    ("5x5x4x1x1", "B:C3,C2,D3 W:A1,E5 w"),
    ("6x6x4x1x1:exact", "B:C3,C4 W:A1,F6 b"),
    ("6x6x4x2x1", "B:C3 W:A1,F6 b"),
    ("7x7x4x1x1", "B:D4,D5 W:A1 w"),
];

#[test]
fn searches_are_proved_with_zones() {
    let mut random = StdRng::seed_from_u64(5);
    let (goal, claim) = (Goal::AtLeast(Outcome::MaxWins), Claim::AtLeast(1));
    let (mut positions, mut tried) = (0, 0);
    for (parameters, position) in WON {
        let game = Connect::with_parameters(parameters).unwrap();
        let root = game.read(position).unwrap();
        let options = Options { table: TableSize::Bytes(64 << 20), ..Options::default() };
        let mut solver = Solver::new(&game, &NoGuide, &options).unwrap();
        let mut attack = Searched { solver: &mut solver, goal };
        let solution =
            prove_in_zones(&game, &root, claim, &mut attack, ProofControl::default()).unwrap();
        tried += play_outside(&game, &root, &solution, claim, 40, &mut random);
        for part_size in [0, 1 << 18] {
            let header = header(Mode::Zone, &[claim]);
            let bytes = written(&header, std::slice::from_ref(&solution), part_size);
            let checked = check_in_memory(&game, &Recurrence::Never, &root, &bytes);
            assert_eq!(checked.verdict, Verdict::Verified, "{parameters} {position}");
            positions += checked.tally.positions;
        }
    }
    // All replies one by one would be thousands of positions for each.
    assert!(positions < 5000, "{positions} positions");
    assert!(tried > 1000, "only {tried} turns outside zones");
}

/// The same without zones, where that is not too much.
#[test]
fn zones_prove_what_all_replies_prove() {
    for (parameters, position) in &WON[..2] {
        let game = Connect::with_parameters(parameters).unwrap();
        let root = game.read(position).unwrap();
        let mut solver = Solver::new(&game, &NoGuide, &Options::default()).unwrap();
        certified(&mut solver, &root, Goal::AtLeast(Outcome::MaxWins), true);
    }
}

//! Proofs in mode zone about tiny games of placing stones, whose values an oracle knows: honest ones
//! are accepted, and whatever is done to them, nothing false is.

use std::sync::atomic::AtomicBool;

use phidelta_certificate::check::{
    Certificate, CheckControl, Checked, Fault, Refutation, Verdict, check,
};
use phidelta_certificate::{Claim, Justification, Link, Mode, PASS, Solution};
use phidelta_proof::{Attack, BuildError, ProofControl, prove_in_zones};
use phidelta_rules::Player::{Max, Min};
use phidelta_rules::{Game, Recurrence, Status, legal_moves};
use phidelta_testing::editor::File;
use phidelta_testing::stones::{Laid, Oracle, Row, Stones};
use phidelta_testing::{At, Graph, check_in_memory};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::mutations::change_numbers;
use crate::second::agree_on_stones;
use crate::support::{header, house, written};
use crate::zone_play::{play_outside, states};

const WINS: [Claim; 2] = [Claim::AtLeast(1), Claim::AtMost(-1)];

/// Plays any move that wins, by what the oracle knows: one stone at a time, or all of a turn.
struct Informed<'a> {
    game: &'a Stones,
    oracle: &'a Oracle<'a>,
    claim: Claim,
    random: StdRng,
}

impl Attack<Stones> for Informed<'_> {
    fn attack(&mut self, state: &Laid) -> Option<Vec<u8>> {
        let mut stones = Vec::new();
        let mut at = *state;
        while self.game.status(&at) == Status::Turn(state.turn)
            && (stones.is_empty() || self.random.random_bool(0.7))
        {
            let after = self.oracle.after(&at);
            let right: Vec<_> =
                after.filter(|(_, next)| self.oracle.holds(self.claim, next)).collect();
            let &(mv, next) = right.choose(&mut self.random)?;
            stones.push(mv);
            at = next;
        }
        Some(stones)
    }
}

/// The proof of a claim about the start, with a random choice among moves that win.
fn proof(game: &Stones, claim: Claim, seed: u64) -> Result<Solution, BuildError> {
    let oracle = Oracle::new(game);
    let random = StdRng::seed_from_u64(seed);
    let mut attack = Informed { game, oracle: &oracle, claim, random };
    prove_in_zones(game, &game.start, claim, &mut attack, ProofControl::default())
}

fn file(solution: &Solution, claim: Claim, part_size: usize) -> Vec<u8> {
    written(&header(Mode::Zone, &[claim]), std::slice::from_ref(solution), part_size)
}

fn checked(game: &Stones, bytes: &[u8]) -> Checked {
    check_in_memory(game, &Recurrence::Never, &game.start, bytes)
}

/// The verdict on a file about the game of a seed; about some, of both checkers.
#[track_caller]
fn judged(game: &Stones, seed: u64, bytes: &[u8]) -> Verdict {
    let verdict = verdict(game, bytes);
    if seed < 20 {
        agree_on_stones(game, bytes, &verdict);
    }
    verdict
}

/// The verdict on a file, of which only what is true may be verified.
#[track_caller]
fn verdict(game: &Stones, bytes: &[u8]) -> Verdict {
    let certificate = Certificate::open(bytes).expect("the header is right");
    let control = CheckControl::default();
    let checked = check(game, &Recurrence::Never, &game.start, certificate, control);
    let verdict = checked.expect("memory can be read").verdict;
    if verdict == Verdict::Verified {
        let oracle = Oracle::new(game);
        for claim in File::read(bytes).header.claims {
            assert!(oracle.holds(claim, &game.start), "{claim} is VERIFIED, but false in {game:?}");
        }
    }
    verdict
}

#[test]
fn exactly_what_is_true_has_a_proof() {
    let (mut proved, mut zones, mut skipped) = (0, 0, 0);
    for seed in 0..1500 {
        let game = Stones::random(seed, 9);
        for claim in WINS {
            let is_true = Oracle::new(&game).holds(claim, &game.start);
            match proof(&game, claim, seed) {
                Ok(solution) => {
                    assert!(is_true, "{claim} has a proof, but is false in {game:?}");
                    let whole = checked(&game, &file(&solution, claim, 1 << 18));
                    assert_eq!(whole.verdict, Verdict::Verified, "{claim} in {game:?}");
                    let cut = checked(&game, &file(&solution, claim, 0));
                    assert_eq!(cut.verdict, Verdict::Verified, "{claim} in {game:?}");
                    assert_eq!(cut.tally.positions, whole.tally.positions);
                    proved += 1;
                    zones += whole.tally.zones;
                    let links = (0..solution.len()).flat_map(|place| solution.links(place));
                    skipped += links.filter(|link| **link == Link::SKIPPED).count();
                }
                Err(BuildError::Attack { line }) => {
                    assert!(!is_true, "{claim} is true, but is not proved in {game:?}");
                    let mut state = game.start;
                    for at in line {
                        let mv = legal_moves(&game, &state)[at as usize];
                        game.play(&mut state, mv);
                    }
                    assert!(!Oracle::new(&game).holds(claim, &state), "it is won in {state:?}");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(proved > 500 && zones > 3000, "{proved} proofs, {zones} zones");
    assert!(skipped > 100, "only {skipped} replies were left to another order");
}

/// A game in which the opponent has fewer rows: proofs there overlook some of what can happen.
fn with_fewer_rows(game: &Stones, claim: Claim, random: &mut StdRng) -> Stones {
    let mut fewer = game.clone();
    let keep = if random.random() { 0.0 } else { 0.5 };
    fewer.rows[!claim.claimant() as usize].retain(|_| random.random_bool(keep));
    fewer
}

#[test]
fn attacks_that_overlook_rows_are_refused() {
    let mut random = StdRng::seed_from_u64(1);
    let (mut accepted, mut faults) = (0, [0; 3]);
    for seed in 0..3000 {
        let game = Stones::random(seed, 9);
        for claim in WINS {
            let fewer = with_fewer_rows(&game, claim, &mut random);
            let Ok(solution) = proof(&fewer, claim, seed) else { continue };
            match verdict(&game, &file(&solution, claim, 1 << 18)) {
                Verdict::Verified => accepted += 1,
                Verdict::Refuted(Refutation { fault, .. }) => match fault {
                    Fault::NotMet => faults[0] += 1,
                    Fault::OpenRow(_) => faults[1] += 1,
                    Fault::OutsideZone(_) => faults[2] += 1,
                    // Some moves after the opponent's row are not played any more.
                    _ => {}
                },
                verdict => panic!("{verdict:?}"),
            }
        }
    }
    assert!(accepted > 500, "only {accepted} are right all the same");
    assert!(faults.iter().all(|&count| count > 15), "{faults:?}");
}

/// A solution with some changes that look sensible: replies left out, zones that are smaller, links
/// to other proofs of the same position.
fn changed(game: &Stones, solution: &Solution, random: &mut StdRng) -> Solution {
    let met = states(game, &game.start, solution);
    let mut changed = Solution::default();
    let often = [0.02, 0.1, 0.4][random.random_range(0..3)];
    for place in 0..solution.len() {
        let mut links = solution.links(place).to_vec();
        let mut zone = solution.zone(place);
        if random.random_bool(often) && !links.is_empty() {
            let at = random.random_range(0..links.len());
            match random.random_range(0..5) {
                0 if !zone.is_empty() && at > 0 => {
                    zone.remove(zone.iter().nth(at - 1).expect("a link for each move"));
                    links.remove(at);
                }
                1 => links[at] = Link::SKIPPED,
                2 if !zone.is_empty() => {
                    // The smallest zone that has the first reply only.
                    zone = zone.iter().take(1).collect();
                    links.truncate(2);
                }
                _ => {
                    // Places of what follows are lower, so that nothing goes round in a circle.
                    let state = |link: Link| met[link.place()?];
                    let same = |&other: &usize| {
                        let (there, here) = (state(Link::to(other as u32)), state(links[at]));
                        there.is_some() && there == here
                    };
                    let others: Vec<usize> = (0..place).filter(same).collect();
                    if let Some(&other) = others.choose(random) {
                        links[at] = Link::to(other as u32);
                    }
                }
            }
        }
        let added = match solution.act(place) {
            Justification::Zone => changed.add_zone(zone, links),
            act => changed.add(act, links),
        };
        added.expect("there is room");
    }
    changed.set_root(solution.root());
    changed
}

#[test]
fn changed_solutions_prove_only_what_is_true() {
    let mut random = StdRng::seed_from_u64(2);
    let (mut accepted, mut refused, mut narrow) = (0, 0, 0);
    for seed in 0..1000 {
        let game = Stones::random(seed, 9);
        for claim in WINS {
            let fewer = with_fewer_rows(&game, claim, &mut random);
            for game_of_proof in [&game, &fewer] {
                let Ok(solution) = proof(game_of_proof, claim, seed) else { continue };
                for _ in 0..8 {
                    let solution = changed(game_of_proof, &solution, &mut random);
                    let part_size = if random.random() { 0 } else { 1 << 18 };
                    match judged(&game, seed, &file(&solution, claim, part_size)) {
                        Verdict::Verified => accepted += 1,
                        Verdict::Refuted(refutation) => {
                            refused += 1;
                            narrow += u32::from(matches!(refutation.fault, Fault::NarrowLemma(_)));
                        }
                        Verdict::Incomplete(_) => refused += 1,
                    }
                }
            }
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} accepted, {refused} refused");
    assert!(narrow > 0, "only {narrow} references across contexts");
}

#[test]
fn changed_numbers_prove_only_what_is_true() {
    let mut random = StdRng::seed_from_u64(3);
    let (mut accepted, mut all) = (0, 0);
    for seed in 0..1000 {
        let game = Stones::random(seed, 8);
        for claim in WINS {
            let fewer = with_fewer_rows(&game, claim, &mut random);
            for game_of_proof in [&game, &fewer] {
                let Ok(solution) = proof(game_of_proof, claim, seed) else { continue };
                let part_size = if seed % 3 == 0 { 0 } else { 1 << 18 };
                let original = File::read(&file(&solution, claim, part_size));
                for _ in 0..20 {
                    let mut file = original.clone();
                    for _ in 0..random.random_range(1..=3) {
                        if !file.parts.is_empty() {
                            change_numbers(&mut random, &mut file);
                        }
                    }
                    let verdict = judged(&game, seed, &file.write());
                    accepted += u32::from(verdict == Verdict::Verified);
                    all += 1;
                }
            }
        }
    }
    assert!(accepted > 500, "of {all} only {accepted} were accepted");
}

#[test]
fn no_stones_outside_a_zone_survive() {
    let mut random = StdRng::seed_from_u64(4);
    let mut tried = 0;
    for seed in 0..1000 {
        let game = Stones::random(seed, 10);
        for claim in WINS {
            if let Ok(solution) = proof(&game, claim, seed) {
                tried += play_outside(&game, &game.start, &solution, claim, 4, &mut random);
            }
        }
    }
    assert!(tried > 1000, "only {tried} turns outside zones");
}

/// Plays on the squares of its own row that lacks least, whatever the opponent does.
struct Headlong<'a> {
    game: &'a Stones,
    claim: Claim,
}

impl Attack<Stones> for Headlong<'_> {
    fn attack(&mut self, state: &Laid) -> Option<Vec<u8>> {
        let player = self.claim.claimant();
        let empty = self.game.empty(state);
        let open = self.game.rows[player as usize].iter().filter_map(|row| {
            let lacking = row.squares & !state.stones[player as usize];
            (lacking & !empty == 0).then_some(lacking)
        });
        let nearest = open.min_by_key(|lacking| lacking.count_ones())?;
        Some((0..32).filter(|square| nearest >> square & 1 == 1).collect())
    }
}

#[test]
fn attacks_are_not_trusted() {
    let (mut won, mut failed, mut after_pass) = (0, 0, 0);
    for seed in 0..2000 {
        let game = Stones::random(seed, 9);
        for claim in WINS {
            let mut attack = Headlong { game: &game, claim };
            match prove_in_zones(&game, &game.start, claim, &mut attack, ProofControl::default()) {
                Ok(solution) => {
                    let bytes = file(&solution, claim, 0);
                    assert_eq!(verdict(&game, &bytes), Verdict::Verified, "{claim} in {game:?}");
                    won += 1;
                }
                Err(BuildError::Attack { line }) => {
                    failed += 1;
                    after_pass += usize::from(line.contains(&PASS));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(won > 200 && failed > 200 && after_pass > 20, "{won}, {failed}, {after_pass}");
}

#[test]
fn proofs_that_cannot_be() {
    let game = Stones::random(0, 7);
    for claim in [Claim::AtLeast(0), Claim::AtMost(0)] {
        let refused = proof(&game, claim, 0);
        assert!(matches!(refused, Err(BuildError::Zones(_))), "{refused:?}");
    }
    /// Knows of no win.
    struct Nothing;
    impl Attack<Graph> for Nothing {
        fn attack(&mut self, _: &At) -> Option<Vec<u32>> {
            None
        }
    }
    let graph = house().graph;
    let refused =
        prove_in_zones(&graph, &At(0), Claim::AtLeast(1), &mut Nothing, ProofControl::default());
    assert!(matches!(refused, Err(BuildError::Zones(_))), "{refused:?}");
}

/// Knows nothing of positions after a pass, so that all replies are answered.
struct Plain<'a>(Headlong<'a>);

impl Attack<Stones> for Plain<'_> {
    fn attack(&mut self, state: &Laid) -> Option<Vec<u8>> {
        let [own, theirs] = state.stones.map(u32::count_ones);
        if own == theirs { self.0.attack(state) } else { None }
    }
}

/// Plays on the first empty square.
struct First<'a>(&'a Stones);

impl Attack<Stones> for First<'_> {
    fn attack(&mut self, state: &Laid) -> Option<Vec<u8>> {
        Some(vec![self.0.empty(state).trailing_zeros() as u8])
    }
}

/// Rows of so many stones on the squares that these bits are.
fn sets(squares: u32, stones: u32) -> Vec<Row> {
    let sets = (0..=squares).filter(|set| set.count_ones() == stones && set & !squares == 0);
    sets.map(|squares| Row { squares, flanks: 0 }).collect()
}

/// Each player wins with three stones on squares of their own, and the opponent begins. An attack
/// that overlooks the opponent's rows must be found out through three passes, one after the other.
#[test]
fn free_stones_add_up() {
    let start = Laid { stones: [0; 2], turn: Min, left: 1, won: None };
    let rows = [sets(0b11_1111, 3), sets(0b111_1100_0000, 3)];
    let game = Stones { squares: 11, rows, a_turn: 1, start };
    let mut blind = game.clone();
    blind.rows[1].clear();
    let claim = Claim::AtLeast(1);
    let attack = &mut First(&blind);
    let solution = prove_in_zones(&blind, &start, claim, attack, ProofControl::default()).unwrap();
    let bytes = file(&solution, claim, 0);
    assert_eq!(verdict(&blind, &bytes), Verdict::Verified);
    let Verdict::Refuted(refutation) = verdict(&game, &bytes) else { panic!("it is accepted") };
    assert!(matches!(refutation.fault, Fault::OutsideZone(_)), "{refutation:?}");
}

/// Max, who begins, wins with any three stones on ten of many squares.
fn wide() -> Stones {
    let rows = [sets(0b11_1111_1111, 3), Vec::new()];
    let start = Laid { stones: [0; 2], turn: Max, left: 1, won: None };
    Stones { squares: 24, rows, a_turn: 1, start }
}

/// What is kept of each position on the line in mode zone counts as memory.
#[test]
fn zones_take_memory() {
    let (game, claim) = (wide(), Claim::AtLeast(1));
    let attack = &mut Plain(Headlong { game: &game, claim });
    let solution =
        prove_in_zones(&game, &game.start, claim, attack, ProofControl::default()).unwrap();
    let least = |mode| {
        let bytes = written(&header(mode, &[claim]), std::slice::from_ref(&solution), 1 << 18);
        let is_enough = |memory: &u64| {
            let control = CheckControl { memory: *memory, ..CheckControl::default() };
            let certificate = Certificate::open(&bytes[..]).unwrap();
            let checked = check(&game, &Recurrence::Never, &game.start, certificate, control);
            checked.unwrap().verdict == Verdict::Verified
        };
        (0..1000).map(|step| 200 * step).find(is_enough).expect("there is enough")
    };
    // A few hundred bytes for each of eight levels, in half of the memory.
    let more = least(Mode::Zone) - least(Mode::Reach);
    assert!((2 * 8 * 150..2 * 8 * 500).contains(&more), "{more}");
}

#[test]
fn limits_of_the_builder() {
    let (game, claim) = (wide(), Claim::AtLeast(1));
    let prove = |means: ProofControl<'_>| {
        let mut attack = Plain(Headlong { game: &game, claim });
        prove_in_zones(&game, &game.start, claim, &mut attack, means)
    };
    let mut heard = 0;
    let mut listener = |positions| heard = positions;
    let means = ProofControl { listener: Some(&mut listener), ..ProofControl::default() };
    let solution = prove(means).unwrap();
    assert!(heard > 0 && heard <= solution.len() as u64, "{heard} of {}", solution.len());
    let short = prove(ProofControl { memory: 1000, ..ProofControl::default() });
    assert!(matches!(short, Err(BuildError::Memory)), "{short:?}");
    let flag = AtomicBool::new(true);
    let stopped = prove(ProofControl { interrupt: Some(&flag), ..ProofControl::default() });
    assert!(matches!(stopped, Err(BuildError::Interrupted)), "{stopped:?}");
}

//! Proofs in mode zone about tiny games of placing stones, whose values an oracle knows: honest ones
//! are accepted, and whatever is done to them, nothing false is.

use phidelta_proof::check::{Certificate, Checked, Fault, Refutation, Reins, Verdict, check};
use phidelta_proof::{Act, Attack, BuildError, Claim, Link, Means, Mode, Solution, prove_in_zones};
use phidelta_rules::{Game, Placement, Recurrence, Status, legal_moves, resolve};
use phidelta_testing::check_in_memory;
use phidelta_testing::editor::File;
use phidelta_testing::stones::{Laid, Oracle, Stones};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::mutations::change_numbers;
use crate::support::{header, written};

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
    prove_in_zones(game, &game.start, claim, &mut attack, Means::default())
}

fn file(solution: &Solution, claim: Claim, part_size: usize) -> Vec<u8> {
    written(&header(Mode::Zone, &[claim]), std::slice::from_ref(solution), part_size)
}

fn checked(game: &Stones, bytes: &[u8]) -> Checked {
    check_in_memory(game, &Recurrence::Never, &game.start, bytes)
}

/// The verdict on a file, of which only what is true may be verified.
#[track_caller]
fn verdict(game: &Stones, bytes: &[u8]) -> Verdict {
    let certificate = Certificate::open(bytes).expect("the header is right");
    let reins = Reins::default();
    let checked = check(game, &Recurrence::Never, &game.start, certificate, reins);
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

/// What a position of a solution is about: how it is come to first.
#[derive(Clone, Copy)]
struct Met {
    state: Laid,
    free: u32,
}

/// The positions that the places of a solution are about.
fn met(game: &Stones, solution: &Solution) -> Vec<Option<Met>> {
    let mut found = vec![None; solution.len()];
    let mut stack = vec![(solution.root(), Met { state: game.start, free: 0 })];
    while let Some((link, here)) = stack.pop() {
        let Some(place) = link.place().filter(|&place| found[place].is_none()) else { continue };
        found[place] = Some(here);
        let Met { state, free } = here;
        let mut moves = Vec::new();
        resolve(game, &state, &mut moves);
        let links = solution.links(place);
        let mut after = |link: Link, mv: u8| {
            let mut next = state;
            game.play(&mut next, mv);
            stack.push((link, Met { state: next, free }));
        };
        match solution.act(place) {
            Act::Choose(mv) => after(links[0], moves[mv as usize]),
            Act::All => links.iter().zip(moves).for_each(|(&link, mv)| after(link, mv)),
            Act::Zone => {
                let zone = solution.zone(place).iter();
                links[1..].iter().zip(zone).for_each(|(&link, mv)| after(link, moves[mv]));
                let after = Met { state: game.pass(&state), free: free + state.left };
                stack.push((links[0], after));
            }
            Act::Repeats(_) | Act::Axiom(_) => {}
        }
    }
    found
}

/// A solution with some changes that look sensible: replies left out, zones that are smaller, links
/// to other proofs of the same position.
fn changed(game: &Stones, solution: &Solution, random: &mut StdRng) -> Solution {
    let met = met(game, solution);
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
                    let state = |link: Link| Some(met[link.place()?].as_ref()?.state);
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
            Act::Zone => changed.add_zone(zone, links),
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
                    match verdict(&game, &file(&solution, claim, part_size)) {
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
                    accepted += u32::from(verdict(&game, &file.write()) == Verdict::Verified);
                    all += 1;
                }
            }
        }
    }
    assert!(accepted > 500, "of {all} only {accepted} were accepted");
}

/// What follows a pass, played out after random stones outside the zone: it must win.
#[test]
fn no_stones_outside_a_zone_survive() {
    let mut random = StdRng::seed_from_u64(4);
    let mut tried = 0;
    for seed in 0..1000 {
        let game = Stones::random(seed, 10);
        for claim in WINS {
            let Ok(solution) = proof(&game, claim, seed) else { continue };
            for (place, met) in met(&game, &solution).into_iter().enumerate() {
                let Some(Met { state, free: 0 }) = met else { continue };
                if solution.act(place) != Act::Zone {
                    continue;
                }
                let Some(real) = played_outside(&game, &solution, place, &state, &mut random)
                else {
                    continue;
                };
                let shadow = game.pass(&state);
                let link = solution.links(place)[0];
                follow(&game, &solution, claim, (real, shadow, link), &mut random);
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "only {tried} turns outside zones");
}

/// The position after a random turn outside the zone of a position, if there are squares for it.
fn played_outside(
    game: &Stones,
    solution: &Solution,
    place: usize,
    state: &Laid,
    random: &mut StdRng,
) -> Option<Laid> {
    let mut moves = Vec::new();
    resolve(game, state, &mut moves);
    let zone = solution.zone(place);
    let mut outside: Vec<u8> =
        (0..moves.len()).filter(|&at| !zone.contains(at)).map(|at| moves[at]).collect();
    let mut real = *state;
    for _ in 0..state.left {
        let at = random.random_range(0..outside.len().max(1));
        let mv = *outside.get(at)?;
        outside.swap_remove(at);
        game.play(&mut real, mv);
        assert_eq!(real.won, None, "a row outside the zone");
    }
    Some(real)
}

/// Plays the claimant's moves of a proof in the real game, against random replies, and in the
/// shadow game that the proof is about; replies that this has no proof for are passes there.
fn follow(
    game: &Stones,
    solution: &Solution,
    claim: Claim,
    (mut real, mut shadow, mut link): (Laid, Laid, Link),
    random: &mut StdRng,
) {
    loop {
        let mut moves = Vec::new();
        match resolve(game, &real, &mut moves) {
            Status::Over(value) => return assert!(claim.met(value), "{game:?} in {real:?}"),
            Status::Turn(turn) if turn == claim.claimant() => {
                let place = link.place().expect("the game goes on in both");
                let Act::Choose(at) = solution.act(place) else { panic!("the claimant moves") };
                let mut shadow_moves = Vec::new();
                resolve(game, &shadow, &mut shadow_moves);
                let mv = shadow_moves[at as usize];
                assert!(moves.contains(&mv), "the square is not empty in {real:?}");
                game.play(&mut real, mv);
                game.play(&mut shadow, mv);
                link = solution.links(place)[0];
            }
            Status::Turn(_) => {
                let mut turn = Vec::new();
                while matches!(game.status(&real), Status::Turn(turn) if turn != claim.claimant()) {
                    let mut moves = Vec::new();
                    if let Status::Over(_) = resolve(game, &real, &mut moves) {
                        break;
                    }
                    let &mv = moves.choose(random).expect("there is a move");
                    game.play(&mut real, mv);
                    turn.push(mv);
                }
                assert_eq!(real.won, None, "a row of the opponent in {real:?}");
                turn.sort_unstable();
                (shadow, link) = answered(game, solution, shadow, link, turn);
            }
        }
    }
}

/// Where the proof goes on after the stones of a turn.
fn answered(
    game: &Stones,
    solution: &Solution,
    mut shadow: Laid,
    mut link: Link,
    mut turn: Vec<u8>,
) -> (Laid, Link) {
    loop {
        let place = link.place().expect("the game goes on in both");
        let mut moves = Vec::new();
        resolve(game, &shadow, &mut moves);
        let square = |at: usize| moves[at];
        let (answered, links) = match solution.act(place) {
            Act::All => ((0..moves.len()).map(square).collect::<Vec<_>>(), solution.links(place)),
            Act::Zone => {
                let zone = solution.zone(place).iter().map(square).collect();
                (zone, &solution.links(place)[1..])
            }
            _ => return (shadow, link),
        };
        let Some(first) = turn.iter().position(|mv| answered.contains(mv)) else {
            assert_eq!(solution.act(place), Act::Zone, "every reply is answered");
            return (game.pass(&shadow), solution.links(place)[0]);
        };
        let mv = turn.remove(first);
        let at = answered.iter().position(|&other| other == mv).expect("it is answered");
        assert_ne!(links[at], Link::SKIPPED, "it was to be dealt with in another order");
        link = links[at];
        game.play(&mut shadow, mv);
        if turn.is_empty() {
            return (shadow, link);
        }
    }
}

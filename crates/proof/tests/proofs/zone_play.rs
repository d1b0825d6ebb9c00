//! Proofs with zones, played out: the claimant keeps to the proof, the opponent plays anything.

use std::fmt::Debug;

use phidelta_certificate::{Claim, Justification, Link, Solution};
use phidelta_rules::{Game, Placement, Status, legal_moves, resolve};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

fn rules<G: Game>(game: &G) -> &dyn Placement<G> {
    game.placement().expect("it is a game of placing stones")
}

fn played<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}

/// The positions that the places of a solution are about, if they are part of it.
pub fn states<G: Game>(game: &G, root: &G::State, solution: &Solution) -> Vec<Option<G::State>> {
    let mut found = vec![None; solution.len()];
    let mut stack = vec![(solution.root(), root.clone())];
    while let Some((link, state)) = stack.pop() {
        let Some(place) = link.place().filter(|&place| found[place].is_none()) else { continue };
        let moves = legal_moves(game, &state);
        if let Justification::Choose(mv) = solution.act(place) {
            stack.push((solution.links(place)[0], played(game, &state, moves[mv as usize])));
        }
        for (mv, link) in solution.replies(place) {
            let next = match moves.get(mv as usize) {
                Some(&mv) => played(game, &state, mv),
                None => rules(game).pass(&state),
            };
            stack.push((link, next));
        }
        found[place] = Some(state);
    }
    found
}

/// At each zone of a solution, plays so many times some stones outside the zone, and then follows
/// the proof against random replies: the claim must be met in the end. How often it was done.
pub fn play_outside<G: Game<State: Debug>>(
    game: &G,
    root: &G::State,
    solution: &Solution,
    claim: Claim,
    times: usize,
    random: &mut StdRng,
) -> usize {
    let mut tried = 0;
    for (place, state) in states(game, root, solution).into_iter().enumerate() {
        let Some(state) = state.filter(|_| solution.act(place) == Justification::Zone) else {
            continue;
        };
        let moves = legal_moves(game, &state);
        let zone = solution.zone(place);
        let mut outside: Vec<usize> = (0..moves.len()).filter(|&at| !zone.contains(at)).collect();
        let left = rules(game).left(&state) as usize;
        for _ in 0..times {
            outside.shuffle(random);
            let Some(turn) = outside.get(..left) else { break };
            let mut real = state.clone();
            for &at in turn {
                game.play(&mut real, moves[at]);
                assert!(matches!(game.status(&real), Status::Turn(_)), "a row outside the zone");
            }
            let shadow = rules(game).pass(&state);
            follow(game, solution, claim, (real, shadow, solution.links(place)[0]), random);
            tried += 1;
        }
    }
    tried
}

/// Plays the claimant's moves of a proof in the real game, against random replies, and in the
/// shadow game that the proof is about; turns that it has no proof for are passes there.
fn follow<G: Game<State: Debug>>(
    game: &G,
    solution: &Solution,
    claim: Claim,
    (mut real, mut shadow, mut link): (G::State, G::State, Link),
    random: &mut StdRng,
) {
    loop {
        let mut moves = Vec::new();
        match resolve(game, &real, &mut moves) {
            Status::Over(value) => return assert!(claim.met(value), "{real:?}"),
            Status::Turn(turn) if turn == claim.claimant() => {
                let place = link.place().expect("the game goes on in both");
                let Justification::Choose(at) = solution.act(place) else {
                    panic!("the claimant moves")
                };
                let mv = legal_moves(game, &shadow)[at as usize];
                assert!(moves.contains(&mv), "the square is not empty in {real:?}");
                game.play(&mut real, mv);
                game.play(&mut shadow, mv);
                link = solution.links(place)[0];
            }
            Status::Turn(_) => {
                let mut turn = Vec::new();
                while let Status::Turn(player) = resolve(game, &real, &mut moves)
                    && player != claim.claimant()
                {
                    let &mv = moves.choose(random).expect("there is a move");
                    game.play(&mut real, mv);
                    turn.push(mv);
                }
                let is_met = |value| claim.met(value);
                let status = resolve(game, &real, &mut moves);
                assert!(!matches!(status, Status::Over(value) if !is_met(value)), "{real:?}");
                turn.sort_unstable_by_key(|&mv| rules(game).square(mv));
                (shadow, link) = answered(game, solution, shadow, link, turn);
            }
        }
    }
}

/// Where the proof goes on after the stones of a turn, which are in ascending order.
fn answered<G: Game>(
    game: &G,
    solution: &Solution,
    mut shadow: G::State,
    mut link: Link,
    mut turn: Vec<G::Move>,
) -> (G::State, Link) {
    while !turn.is_empty() {
        let place = link.place().expect("the game goes on in both");
        let moves = legal_moves(game, &shadow);
        let mut replies: Vec<(Option<G::Move>, Link)> = Vec::new();
        for (mv, link) in solution.replies(place) {
            replies.push((moves.get(mv as usize).copied(), link));
        }
        let reply_to = |mv: &G::Move| replies.iter().find(|(reply, _)| *reply == Some(*mv));
        let first = turn.iter().position(|mv| reply_to(mv).is_some());
        let Some(first) = first else {
            assert_eq!(solution.act(place), Justification::Zone, "every reply is answered");
            return (rules(game).pass(&shadow), solution.links(place)[0]);
        };
        let mv = turn.remove(first);
        link = reply_to(&mv).expect("it is answered").1;
        game.play(&mut shadow, mv);
    }
    (shadow, link)
}

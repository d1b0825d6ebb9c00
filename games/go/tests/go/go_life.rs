//! Life and death in Go: the common laws, a plain twin of the rules, Benson's life by brute force, values
//! of tiny problems by going backwards, and famous shapes.

mod passes;
mod problems;
mod regions;
mod shapes;
mod threats;
mod twin;
mod values;

use phidelta_go::go_life::{GoLife, Problem, UNLIMITED};
use phidelta_go::{Colour, Position};
use phidelta_rules::{Area, Catalogued, Game, Outcome, Player, Status, resolve};
use phidelta_testing::laws;
use phidelta_testing::play::Random;
use std::collections::HashMap;
use std::hash::Hash;

fn on(parameters: &str) -> GoLife {
    GoLife::with_parameters(parameters).unwrap_or_else(|error| panic!("`{parameters}`: {error}"))
}

/// A position with stones here and there, some of which may have no liberty, and one or two points.
fn random_position(random: &mut Random, side: usize) -> (Position, Area) {
    let density = 30 + random.below(50);
    let mut stones = [Area::EMPTY; 2];
    for point in (0..side * side).filter(|_| random.below(100) < density).collect::<Vec<_>>() {
        stones[random.below(2)].insert(point);
    }
    let turn = Colour::BOTH[random.below(2)];
    let points = (0..1 + random.below(2)).map(|_| random.below(side * side)).collect();
    (Position { side, stones, turn, ko: None }, points)
}

/// A problem on a board of 2 to 6 rows.
fn random_problem(random: &mut Random) -> Problem {
    loop {
        let side = 2 + random.below(5);
        let (position, targets) = random_position(random, side);
        let inside = 30 + random.below(90);
        let region = (0..side * side).filter(|_| random.below(100) < inside).collect();
        let threats = std::array::from_fn(|_| [0, 0, 1, 2, UNLIMITED][random.below(5)]);
        if let Ok(problem) = Problem::new(&position, &targets, &region, threats) {
            return problem;
        }
    }
}

/// The value of a position of a game, as [`backwards`] finds it.
fn retrograde<G: Game<Value = Outcome>>(
    game: &G,
    start: &G::State,
    most: usize,
) -> Option<Outcome> {
    backwards(start, most, |state| {
        let mut moves = Vec::new();
        match resolve(game, state, &mut moves) {
            Status::Over(value) => Err(value),
            Status::Turn(player) => {
                let after = moves.into_iter().map(|mv| {
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    next
                });
                Ok((player, after.collect()))
            }
        }
    })
}

/// The value of a position, from all that can be reached from it if that is not too much: who can force
/// a win wins, all else is a draw. `look` gives the value of a position, or who moves, and where to.
fn backwards<S: Clone + Eq + Hash>(
    start: &S,
    most: usize,
    look: impl Fn(&S) -> Result<(Player, Vec<S>), Outcome>,
) -> Option<Outcome> {
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start.clone()];
    // Of each position, who moves and where to; or its value.
    let mut nodes: Vec<Result<(Player, Vec<usize>), Outcome>> = Vec::new();
    while nodes.len() < states.len() {
        if states.len() > most {
            return None;
        }
        let seen = look(&states[nodes.len()]);
        nodes.push(seen.map(|(player, after)| {
            let number = |next: S| {
                *numbers.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                })
            };
            (player, after.into_iter().map(number).collect())
        }));
    }
    let forced = |winner: Player| {
        let mut won: Vec<bool> =
            nodes.iter().map(|node| *node == Err(Outcome::win(winner))).collect();
        loop {
            let before = won.clone();
            for (number, node) in nodes.iter().enumerate().rev() {
                if let Ok((player, children)) = node {
                    won[number] = match *player == winner {
                        true => children.iter().any(|&child| won[child]),
                        false => children.iter().all(|&child| won[child]),
                    };
                }
            }
            if won == before {
                return won[0];
            }
        }
    };
    let winner = [Player::Max, Player::Min].into_iter().find(|&player| forced(player));
    Some(winner.map_or(Outcome::Draw, Outcome::win))
}

#[test]
fn laws() {
    for parameters in ["", "5/5/wwww1/bbbw1/+++w1:b:targets=A2:threats=1,inf"] {
        let game = on(parameters);
        laws::check_laws(&game, 30);
        laws::check_nonsense(&game);
    }
    let mut random = Random(1);
    for _ in 0..300 {
        laws::check_laws(&GoLife::from_problem(random_problem(&mut random)), 1);
    }
}

#[test]
fn guide_keeps_its_promises() {
    let mut random = Random(2);
    let mut wins = 0;
    for _ in 0..300 {
        wins += laws::check_guide(&GoLife::from_problem(random_problem(&mut random)), 1);
    }
    assert!(wins > 500, "{wins} wins");
}

//! Groups, their skins and possible eyes, and the moves around them, against what their definitions say word
//! for word on the plain board.

use std::collections::BTreeSet;

use phidelta_go::eyes::{Eyes, can_own};
use phidelta_go::group::{Group, LADDER_PLAYS};
use phidelta_go::ladder::{can_capture, can_escape};
use phidelta_go::{Board, Colour, Point, candidates};
use phidelta_rules::Area;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::ladder::random_board;
use super::plain::Plain;
use super::rng;

type Points = BTreeSet<Point>;

fn points(area: &Area) -> Points {
    area.iter().map(|point| point as Point).collect()
}

fn area(points: &Points) -> Area {
    points.iter().map(|&point| point as usize).collect()
}

/// The chains of a colour that have a stone on these points.
fn chains(plain: &Plain, points: &Points, colour: Colour) -> BTreeSet<Points> {
    let stones = points.iter().filter(|&&point| plain.has(point, colour));
    stones.map(|&stone| plain.chain(stone)).collect()
}

fn liberties(plain: &Plain, chain: &Points) -> Points {
    plain.liberties(*chain.first().unwrap())
}

/// The chains of a group, from § 5.1 alone.
fn group(board: &mut Board, plain: &Plain, target: Point, colour: Colour) -> BTreeSet<Points> {
    let mut group = BTreeSet::from([plain.chain(target)]);
    loop {
        let mut more = group.clone();
        for chain in &group {
            let free = liberties(plain, chain);
            more.extend(chains(plain, &plain.border(&free), colour));
            for enemy in chains(plain, &plain.border(chain), !colour) {
                if can_capture(board, *enemy.first().unwrap(), LADDER_PLAYS).is_some() {
                    more.extend(chains(plain, &plain.border(&enemy), colour));
                }
            }
        }
        if more == group {
            return group;
        }
        group = more;
    }
}

#[test]
fn groups_skins_and_eyes_are_what_they_are_defined_to_be() {
    let mut rng = rng(23);
    let (mut several, mut captured, mut eyes_seen, mut false_seen) = (0, 0, 0, 0);
    for _ in 0..300 {
        let (mut board, plain) = random_board(rng.random_range(4..=9), &mut rng);
        let stones: Vec<Point> = plain.points().filter(|&p| !plain.is_empty(p)).collect();
        let Some(&target) = stones.choose(&mut rng) else { continue };
        let colour = board.colour_at(target).unwrap();
        let expected = group(&mut board, &plain, target, colour);
        several += usize::from(expected.len() > 1);
        let found = Group::around(&mut board, &area(&BTreeSet::from([target])), colour);
        assert_eq!(points(&found.stones), expected.iter().flatten().copied().collect());
        let free: Points = expected.iter().flat_map(|chain| liberties(&plain, chain)).collect();
        assert_eq!(points(&found.liberties), free, "{plain:?}");

        let border = plain.border(&points(&found.stones));
        let enemies = chains(&plain, &border, !colour);
        assert_eq!(found.enemies.len(), enemies.len());
        for enemy in &found.enemies {
            let capture = can_capture(&mut board, enemy.stone, LADDER_PLAYS);
            assert_eq!(enemy.capture, capture);
            let escape = capture.and_then(|_| can_escape(&mut board, enemy.stone, LADDER_PLAYS));
            assert_eq!(enemy.escape, escape);
            captured += usize::from(capture.is_some());
        }

        // The skin has at least what § 5.2 lists, and else only what an enclosed string leads to.
        let mut skin = free.clone();
        skin.extend(plain.border(&free).into_iter().filter(|&point| plain.is_empty(point)));
        for enemy in &enemies {
            let count = liberties(&plain, enemy).len();
            if count <= 2 {
                skin.extend(enemy);
                let friends = chains(&plain, &plain.border(enemy), colour);
                let shorter = friends.iter().filter(|f| liberties(&plain, f).len() < count);
                skin.extend(shorter.flatten());
            }
        }
        let eyes = Eyes::of(&board, &found);
        let whole = points(&eyes.skin);
        assert!(skin.is_subset(&whole));
        assert!(whole.difference(&skin).all(|&point| !plain.has(point, colour)));

        // What may become an eye.
        let outside = |point: &Point| plain.has(*point, !colour) && !whole.contains(point);
        let beside = |point: Point| plain.neighbours(point).iter().any(outside);
        let open = |point: &Point| {
            plain.is_empty(*point) && beside(*point) && can_own(&board, *point, !colour)
        };
        let possible: Points = whole
            .iter()
            .copied()
            .filter(|&point| {
                let touches = plain.neighbours(point).iter().any(|&next| plain.has(next, !colour));
                if plain.is_empty(point) && touches || beside(point) && !plain.is_empty(point) {
                    return false;
                }
                let diagonals = plain.diagonals(point);
                let owned = diagonals.iter().filter(|&point| outside(point)).count();
                let free = diagonals.iter().filter(|&point| open(point)).count();
                let sides = plain.neighbours(point).iter().filter(|&point| open(point)).count();
                let is_false = match diagonals.len() {
                    4 => owned + free / 2 > 1,
                    _ => owned >= 1 || free >= 2,
                };
                false_seen += usize::from(is_false);
                sides < 2 && !is_false
            })
            .collect();
        assert_eq!(points(&eyes.possible), possible, "{plain:?} {target}");
        eyes_seen += usize::from(!possible.is_empty());
        let apart = possible.iter().any(|&one| {
            let next = plain.neighbours(one);
            possible.iter().any(|&other| other != one && !next.contains(&other))
        });
        assert_eq!(eyes.two_are_possible(&board), apart);

        // Every liberty may be played by both, and only empty points are.
        let living = points(&candidates::living(&mut board, &found));
        let killing = points(&candidates::killing(&board, &found));
        for moves in [&living, &killing] {
            assert!(free.is_subset(moves));
            assert!(moves.iter().all(|&point| plain.is_empty(point)));
        }
        let lost = found.enemies.iter().filter(|enemy| enemy.capture.is_some());
        assert!(lost.flat_map(|enemy| plain.liberties(enemy.stone)).all(|p| living.contains(&p)));
        assert!(found.enemies.iter().filter_map(|e| e.escape).all(|p| killing.contains(&p)));
    }
    for (what, count) in [
        ("groups of several strings", several),
        ("strings in ladders", captured),
        ("groups with possible eyes", eyes_seen),
        ("false eyes", false_seen),
    ] {
        assert!(count > 50, "{count} {what}");
    }
}

/// What is kept while moves are played is what is found anew; and where nothing changed that a group rests
/// on, it is the same.
#[test]
fn groups_are_brought_up_to_date() {
    let mut rng = rng(29);
    let (mut kept, mut changed) = (0, 0);
    for _ in 0..150 {
        let (mut board, plain) = random_board(rng.random_range(5..=9), &mut rng);
        let stones: Vec<Point> = plain.points().filter(|&p| !plain.is_empty(p)).collect();
        let Some(&target) = stones.choose(&mut rng) else { continue };
        let colour = board.colour_at(target).unwrap();
        let targets = area(&BTreeSet::from([target]));
        let mut group = Group::around(&mut board, &targets, colour);
        let mut turn = colour;
        for _ in 0..8 {
            let legal: Vec<Point> = plain.points().filter(|&p| board.is_legal(p, turn)).collect();
            let Some(&point) = legal.choose(&mut rng) else { break };
            let before = board.empty();
            board.play(point, turn);
            turn = !turn;
            let after = board.empty();
            let difference = (before - after) | (after - before);
            let anew = Group::around(&mut board, &targets, colour);
            if difference.meets(group.reliance().points()) {
                changed += 1;
            } else {
                kept += 1;
                assert_eq!((group.stones, group.liberties), (anew.stones, anew.liberties));
            }
            group = group.after(&difference, &mut board, &targets);
            let enemies = |group: &Group| -> Vec<_> {
                group
                    .enemies
                    .iter()
                    .map(|e| (e.stone, e.capture.is_some(), e.escape.is_some()))
                    .collect()
            };
            assert_eq!((group.stones, group.liberties), (anew.stones, anew.liberties));
            assert_eq!(enemies(&group), enemies(&anew));
        }
    }
    assert!(kept > 50 && changed > 50, "{kept} {changed}");
}

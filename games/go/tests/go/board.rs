//! The board against the plain one in random games, forwards and backwards.

use super::plain::Plain;
use super::{Colour, Point, empty, rng};
use phidelta_go::Board;
use rand::RngExt;
use rand::rngs::SmallRng;
use std::collections::{BTreeMap, BTreeSet};

/// All that the board tells of its position, against the plain one.
fn assert_same(board: &Board, plain: &Plain) {
    assert_eq!(board.ko(), plain.ko());
    let banned = board.banned().unwrap_or(Colour::Black);
    assert_eq!(Plain::new(&board.position(banned)), *plain);
    assert_eq!(board.position(!banned).ko, None);
    for point in plain.points() {
        assert_eq!(board.is_empty(point), plain.is_empty(point));
        assert_eq!(
            board.neighbours(point).iter().copied().collect::<BTreeSet<_>>(),
            plain.neighbours(point)
        );
        assert_eq!(
            board.diagonals(point).iter().copied().collect::<BTreeSet<_>>(),
            plain.diagonals(point)
        );
        for colour in Colour::BOTH {
            assert_eq!(board.has(point, colour), plain.has(point, colour));
            let (legal, but_for_ko) =
                (plain.played(point, colour, true), plain.played(point, colour, false));
            assert_eq!(board.is_legal(point, colour), legal.is_some());
            assert_eq!(board.breaks_ko(point, colour), legal.is_none() && but_for_ko.is_some());
        }
        if board.is_empty(point) {
            continue;
        }
        let chain = plain.chain(point);
        let stones: Vec<Point> = board.stones(point).collect();
        assert_eq!(stones.len(), chain.len());
        assert_eq!(BTreeSet::from_iter(stones), chain);
        assert_eq!(board.size(point) as usize, chain.len());
        let liberties = plain.liberties(point);
        assert_eq!(board.liberties(point) as usize, liberties.len());
        let set: BTreeSet<Point> = board.liberty_set(point).iter().map(|p| p as Point).collect();
        assert_eq!(set, liberties);
        assert!(chain.contains(&board.head(point)));
        for other in plain.points().filter(|&other| !plain.is_empty(other)) {
            assert_eq!(board.chain(point) == board.chain(other), chain.contains(&other));
        }
        let colour = board.colour_at(point).unwrap();
        let beyond = plain.border(&chain).into_iter().filter(|&p| plain.has(p, !colour));
        let enemies: BTreeSet<BTreeSet<Point>> = beyond.map(|p| plain.chain(p)).collect();
        let told: Vec<_> =
            board.enemies_of(point).iter().map(|p| plain.chain(p as Point)).collect();
        assert_eq!(told.len(), enemies.len());
        assert_eq!(BTreeSet::from_iter(told), enemies);
    }
}

/// A place to play, or a pass: mostly near kos and legal, now and then through the ban.
fn choice(board: &Board, colour: Colour, rng: &mut SmallRng) -> Option<Point> {
    let points = board.side() * board.side();
    if let Some(ko) = board.ko()
        && board.breaks_ko(ko, colour)
        && rng.random_range(0..3) == 0
    {
        return Some(ko);
    }
    let tries = if rng.random_range(0..20) == 0 { 0 } else { 60 };
    (0..tries).map(|_| rng.random_range(0..points) as Point).find(|&p| board.is_legal(p, colour))
}

/// Plays at random, also several stones of a colour in a row; gives what was played.
fn play_at_random(
    board: &mut Board,
    plain: &mut Vec<Plain>,
    count: usize,
    rng: &mut SmallRng,
) -> Vec<(Option<Point>, Colour)> {
    let mut colour = Colour::Black;
    (0..count)
        .map(|_| {
            let chosen = choice(board, colour, rng);
            let last = plain.last().unwrap();
            match chosen {
                Some(point) => {
                    plain.push(last.played(point, colour, false).unwrap());
                    board.play(point, colour);
                }
                None => {
                    plain.push(last.passed());
                    board.pass();
                }
            }
            let played = (chosen, colour);
            if rng.random_range(0..8) > 0 {
                colour = !colour;
            }
            played
        })
        .collect()
}

#[test]
fn random_games_agree_with_plain_rules_forwards_and_backwards() {
    let mut rng = rng(7);
    for (side, games) in
        [(1, 2), (2, 60), (3, 60), (4, 30), (5, 15), (7, 6), (9, 3), (13, 1), (19, 1)]
    {
        for _ in 0..games {
            let mut board = Board::new(&empty(side));
            let mut plain = vec![Plain::new(&empty(side))];
            let mut moves = Vec::new();
            for _ in 0..6 {
                moves.extend(play_at_random(&mut board, &mut plain, side * side / 2 + 2, &mut rng));
                assert_same(&board, plain.last().unwrap());
                for _ in 0..rng.random_range(0..=moves.len() / 2) {
                    board.undo();
                    moves.pop();
                    plain.pop();
                }
                assert_eq!(board.depth(), moves.len());
                assert_same(&board, plain.last().unwrap());
                let colour = board.banned().unwrap_or(Colour::White);
                assert_same(&Board::new(&board.position(colour)), plain.last().unwrap());
                assert_eq!(Board::new(&board.position(colour)).key(), board.key());
            }
            let (key, plays) = (board.key(), board.plays());
            (0..moves.len()).for_each(|_| board.undo());
            assert_same(&board, &plain[0]);
            board.undo();
            assert_eq!(
                (board.depth(), board.key(), board.plays()),
                (0, Board::new(&empty(side)).key(), plays)
            );
            for &(chosen, colour) in &moves {
                match chosen {
                    Some(point) => board.play(point, colour),
                    None => board.pass(),
                }
            }
            assert_same(&board, plain.last().unwrap());
            assert_eq!(board.key(), key);
            let stones = moves.iter().filter(|(chosen, _)| chosen.is_some()).count() as u64;
            assert_eq!(board.plays(), plays + stones);
        }
    }
}

#[test]
fn every_step_back_is_exact() {
    let mut rng = rng(11);
    for side in [2, 3, 4, 6] {
        let mut board = Board::new(&empty(side));
        let mut plain = vec![Plain::new(&empty(side))];
        play_at_random(&mut board, &mut plain, 150, &mut rng);
        while board.depth() > 0 {
            assert_same(&board, plain.last().unwrap());
            board.undo();
            plain.pop();
        }
    }
}

#[test]
fn keys_are_equal_where_positions_are() {
    let mut rng = rng(3);
    let mut seen: BTreeMap<Plain, u64> = BTreeMap::new();
    let (mut repeated, mut kos) = (0, 0);
    for _ in 0..300 {
        let mut board = Board::new(&empty(3));
        let mut plain = vec![Plain::new(&empty(3))];
        play_at_random(&mut board, &mut plain, 30, &mut rng);
        for position in plain.into_iter().rev() {
            kos += usize::from(board.ko().is_some());
            if let Some(key) = seen.insert(position, board.key()) {
                repeated += 1;
                assert_eq!(key, board.key());
            }
            board.undo();
        }
    }
    let keys: BTreeSet<u64> = seen.values().copied().collect();
    assert_eq!(keys.len(), seen.len());
    assert!(repeated > 1000 && seen.len() > 1000 && kos > 50, "{repeated} {} {kos}", seen.len());
}

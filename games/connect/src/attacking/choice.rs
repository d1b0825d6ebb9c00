//! Which of the attacker's moves are tried: those that look best and threaten to win.

use phidelta_rules::{Area, Game, Player};
use rustc_hash::FxHashSet;

use super::{Attacking, State, Stones};
use crate::field::Field;
use crate::forcing::{Forcing, Partners};
use crate::threats::{self, Gap};

/// What a stone is worth in a live window with so many stones: of its player, and of the opponent.
const BUILDS: [i32; 5] = [1, 3, 8, 16, 20];
const HINDERS: [i32; 5] = [0, 2, 5, 10, 14];
/// So many of the best squares are combined, and for each move that is wanted so many are tried.
const SQUARES: usize = 24;
const TRIES: usize = 12;

/// The moves, best first.
pub fn moves(setting: &Attacking<'_>, state: &State) -> Vec<Stones> {
    let attacker = setting.attacker;
    let turn = setting.game.shape().parameters.stones;
    let mut must_hit = Vec::new();
    let ranked = {
        let mut searcher = setting.searcher();
        let field = searcher.field();
        field.set(state.all_stones());
        threats::gaps(field, !attacker, turn, &mut must_hit);
        let urgent: Area = must_hit.iter().flat_map(|&gap| Stones::of_gap(gap).area()).collect();
        let (squares, most) = match setting.breadth.top {
            Some(_) => (near(field), SQUARES),
            None => (threatening(field, attacker), usize::MAX),
        };
        let best = best_squares(field, attacker, squares | urgent, &urgent, most);
        let moves = if state.left() == 1 {
            best.into_iter().map(|(_, square)| Stones::one(square)).collect()
        } else {
            best_pairs(field, attacker, &best)
        };
        by_prospects(field, attacker, moves, &must_hit)
    };
    let most = setting.breadth.top.unwrap_or(usize::MAX);
    let tries = most.saturating_mul(TRIES);
    let mut seen = FxHashSet::default();
    let is_worth_trying = |stones: &Stones| {
        let mut next = *state;
        setting.play(&mut next, *stones);
        // Of moves that are the same but for a symmetry, one is enough.
        (next.winner() == Some(attacker) || setting.wins(&setting.passed(&next)))
            && seen.insert(setting.mirrors.key(&setting.mirrors.same_stones(&next)))
    };
    ranked.into_iter().take(tries).filter(is_worth_trying).take(most).collect()
}

/// The empty squares in reach of a stone.
fn near(field: &Field<'_>) -> Area {
    let k = field.shape().parameters.in_a_row;
    let mut squares = field.reach(Player::Max, k - 1) | field.reach(Player::Min, k - 1);
    if squares.is_empty() {
        squares = field.empty();
    }
    squares
}

/// The empty squares with which a single stone may threaten to win.
fn threatening(field: &Field<'_>, attacker: Player) -> Area {
    field.reach(attacker, 2 * field.shape().parameters.stones + 1)
}

/// The squares that look best, best first, those that stop threats before others.
fn best_squares(
    field: &Field<'_>,
    attacker: Player,
    squares: Area,
    urgent: &Area,
    most: usize,
) -> Vec<(i32, u16)> {
    let worth = |square: usize| {
        let bonus = if urgent.contains(square) { 1000 } else { 0 };
        (bonus + worth(field, attacker, square), square as u16)
    };
    let mut best: Vec<(i32, u16)> = squares.iter().map(worth).collect();
    best.sort_unstable_by_key(|&(worth, square)| (-worth, square));
    best.truncate(most);
    best
}

/// The pairs of these squares, best first.
fn best_pairs(field: &mut Field<'_>, attacker: Player, squares: &[(i32, u16)]) -> Vec<Stones> {
    let mut pairs = Vec::new();
    for (at, &(first, a)) in squares.iter().enumerate() {
        field.put(attacker, a.into());
        for &(_, b) in &squares[at + 1..] {
            pairs.push((first + worth(field, attacker, b.into()), Stones::two(a, b)));
        }
        field.take(attacker, a.into());
    }
    pairs.sort_unstable_by_key(|&(worth, stones)| (-worth, stones));
    pairs.into_iter().map(|(_, stones)| stones).collect()
}

/// Those of these moves that stop all threats, the more forcing moves there are next the earlier.
fn by_prospects(
    field: &mut Field<'_>,
    attacker: Player,
    moves: Vec<Stones>,
    must_hit: &[Gap],
) -> Vec<Stones> {
    let parameters = field.shape().parameters;
    let mut forcing = Forcing::new(field.shape().board(), parameters.in_a_row, Partners::Useful);
    let mut ranked: Vec<(usize, Stones)> = Vec::new();
    let (mut gaps, mut found) = (Vec::new(), Vec::new());
    for stones in moves {
        if !must_hit.iter().all(|&gap| stones.hit(gap)) {
            continue;
        }
        field.put_all(attacker, stones.squares());
        threats::gaps(field, attacker, parameters.stones, &mut gaps);
        let mut count = |field: &Field<'_>| {
            found.clear();
            forcing.find(field, attacker, parameters.stones, &[], &mut found);
            found.len()
        };
        // Threats are stopped first, in the way that leaves least.
        let prospects = if gaps.is_empty() {
            count(field)
        } else {
            let stops = threats::all_defences(&gaps, parameters.stones);
            let after = stops.iter().map(|stop| {
                field.put_all(!attacker, stop.squares());
                let left = count(field);
                field.take_all(!attacker, stop.squares());
                left
            });
            after.min().unwrap_or(usize::MAX)
        };
        field.take_all(attacker, stones.squares());
        ranked.push((prospects, stones));
    }
    ranked.sort_by_key(|&(prospects, _)| std::cmp::Reverse(prospects));
    ranked.into_iter().map(|(_, stones)| stones).collect()
}

/// How good a square looks: what it builds, and what it hinders.
fn worth(field: &Field<'_>, player: Player, square: usize) -> i32 {
    let windows = field.shape().through(square).iter();
    let counts =
        windows.map(|&window| [player, !player].map(|player| field.count(window as usize, player)));
    let worth = counts.map(|counts| match counts {
        [own, 0] => BUILDS[own.min(4)],
        [0, other] => HINDERS[other.min(4)],
        _ => 0,
    });
    worth.sum()
}

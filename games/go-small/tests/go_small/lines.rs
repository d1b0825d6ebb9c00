//! Games that end when a position comes back, solved the long way: line by line, with nothing
//! remembered of a position but on the line that leads to it. So no result is ever used for another
//! line than the one it was found for.

use phidelta_rules::{Game, Goal, Player, RepetitionRule, Status, Value, resolve};
use std::ops::Range;

/// How a line of play ended with its last position: by repetition, or by the rules of the game.
/// `Err` has the player to move and the moves.
pub fn ending<G: Game>(
    game: &G,
    rule: &RepetitionRule<G>,
    line: &[G::State],
) -> Result<G::Value, (Player, Vec<G::Move>)> {
    let (last, before) = line.split_last().expect("a line has a first position");
    let alike = |at: &usize| rule.comes_back(game, &before[*at], last);
    let occurrences: Vec<usize> = (0..before.len()).filter(alike).collect();
    if occurrences.len() as u32 + 1 >= rule.occurrences {
        return Ok((rule.value)(game, &line[occurrences[0]..]));
    }
    let mut moves = Vec::new();
    match resolve(game, last, &mut moves) {
        Status::Over(value) => Ok(value),
        Status::Turn(player) => Err((player, moves)),
    }
}

/// The value of the last position of a line, by alpha-beta. Lines may be very long: only for the
/// smallest games.
pub fn alpha_beta<G: Game>(
    game: &G,
    rule: &RepetitionRule<G>,
    line: &mut Vec<G::State>,
    (mut low, mut high): (G::Value, G::Value),
) -> G::Value {
    let (player, moves) = match ending(game, rule, line) {
        Ok(value) => return value,
        Err(choice) => choice,
    };
    for mv in moves {
        let mut next = line.last().unwrap().clone();
        game.play(&mut next, mv);
        line.push(next);
        let value = alpha_beta(game, rule, line, (low, high));
        line.pop();
        match player {
            Player::Max => low = low.max(value),
            Player::Min => high = high.min(value),
        }
        if low >= high {
            break;
        }
    }
    if player == Player::Max { low } else { high }
}

/// A node of the tree of lines.
struct Node<M> {
    /// The proof and the disproof number.
    numbers: [u32; 2],
    children: Range<usize>,
    /// The move that leads to it.
    mv: Option<M>,
}

const INFINITY: u32 = u32::MAX;

/// Whether the goal can be reached from a position, by best-first proof-number search (Allis, van
/// der Meulen & van den Herik 1994), which avoids long lines.
pub fn prove<G: Game>(
    game: &G,
    rule: &RepetitionRule<G>,
    root: &G::State,
    goal: Goal<G::Value>,
) -> bool {
    let mut tree = vec![Node { numbers: [1, 1], children: 0..0, mv: None }];
    loop {
        match tree[0].numbers {
            [0, _] => return true,
            [_, 0] => return false,
            _ => {}
        }
        let (mut line, mut path, mut choosers) = (vec![root.clone()], vec![0], Vec::new());
        while !tree[path[path.len() - 1]].children.is_empty() {
            let chooser = side(game.status(line.last().unwrap()), goal);
            let children = tree[path[path.len() - 1]].children.clone();
            let best = children.min_by_key(|&child| tree[child].numbers[chooser]).unwrap();
            let mut next = line.last().unwrap().clone();
            game.play(&mut next, tree[best].mv.unwrap());
            line.push(next);
            path.push(best);
            choosers.push(chooser);
        }
        let leaf = path[path.len() - 1];
        let (player, moves) = ending(game, rule, &line).expect_err("unsolved lines go on");
        let first = tree.len();
        for mv in moves {
            let mut next = line.last().unwrap().clone();
            game.play(&mut next, mv);
            line.push(next);
            let numbers = match ending(game, rule, &line) {
                Ok(value) if goal.met(value) => [0, INFINITY],
                Ok(_) => [INFINITY, 0],
                Err(_) => [1, 1],
            };
            line.pop();
            tree.push(Node { numbers, children: 0..0, mv: Some(mv) });
        }
        tree[leaf].children = first..tree.len();
        choosers.push(side(Status::<G::Value>::Turn(player), goal));
        for (&at, &chooser) in path.iter().zip(&choosers).rev() {
            let children = &tree[tree[at].children.clone()];
            let least = children.iter().map(|child| child.numbers[chooser]).min().unwrap();
            let others = children.iter().map(|child| child.numbers[1 - chooser]);
            let sum = others.fold(0, |sum: u32, number| match (sum, number) {
                (INFINITY, _) | (_, INFINITY) => INFINITY,
                _ => sum.saturating_add(number).min(INFINITY - 1),
            });
            tree[at].numbers[chooser] = least;
            tree[at].numbers[1 - chooser] = sum;
        }
    }
}

/// Which number counts for the player to move: 0 where the goal's prover chooses.
fn side<V: Value>(status: Status<V>, goal: Goal<V>) -> usize {
    match status {
        Status::Turn(player) => (player != goal.prover()) as usize,
        Status::Over(_) => unreachable!("solved nodes are not visited again"),
    }
}

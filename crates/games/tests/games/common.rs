//! Laws that every game must obey, tested on random play: what `Game` and `Notation` promise.

use crate::certify;
use phidelta_rules::{
    Catalogued, Goal, GraphKind, Guide, Look, Outcome, Player, PositionError, Status, Value,
    legal_moves, resolve,
};
use std::collections::{HashMap, HashSet};

/// A small deterministic random source: the tests must not depend on a library's version.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (phidelta_rules::zobrist::scramble(self.0) % n as u64) as usize
    }
}

/// How many positions of a game are looked at, where games may be endless.
const LONGEST: usize = 500;

/// The states of one random game from the initial position, the last one finished; if positions
/// may come back, only the first [`LONGEST`].
pub fn random_game<G: Catalogued>(game: &G, random: &mut Random) -> Vec<G::State> {
    let mut states = vec![game.initial()];
    let mut moves = Vec::new();
    while let Status::Turn(_) = resolve(game, states.last().unwrap(), &mut moves) {
        if G::Graph::REPEATS && states.len() == LONGEST {
            break;
        }
        let mut next = states.last().unwrap().clone();
        game.play(&mut next, moves[random.below(moves.len())]);
        states.push(next);
    }
    states
}

/// Plays random games and checks, at each position: that text and state round-trip, that keys
/// agree, that moves are distinct and written distinctly, that values are declared, and that
/// boards are drawn within 78 columns.
pub fn check_laws<G: Catalogued>(game: &G, games: usize) {
    let mut random = Random(games as u64);
    let values = game.values();
    assert!(values.is_sorted(), "values must ascend");
    let again = G::with_parameters(&game.parameters());
    if !G::PARAMETERS_ARE_A_FILE {
        assert_eq!(again.unwrap().parameters(), game.parameters());
    }
    assert!(G::MANUAL.lines().all(|line| line.chars().count() <= 78), "manual too wide");
    for _ in 0..games {
        for state in random_game(game, &mut random) {
            check_position(game, &state, &values);
        }
    }
    for named in game.named_positions() {
        check_position(game, &game.read(named.name).unwrap(), &values);
    }
}

fn check_position<G: Catalogued>(game: &G, state: &G::State, values: &[G::Value]) {
    let text = game.write_position(state);
    let read = game.read_position(&text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
    assert!(read == *state, "`{text}` reads back as `{}`", game.write_position(&read));
    assert_eq!(game.key(&read), game.key(state), "key of `{text}`");
    assert!(!text.contains('\n'));
    let drawing = game.draw(state);
    assert!(drawing.ends_with('\n'));
    assert!(drawing.lines().all(|line| line.chars().count() <= 78), "drawing of `{text}`");

    let mut moves = Vec::new();
    match resolve(game, state, &mut moves) {
        Status::Over(value) => assert!(values.contains(&value), "undeclared {value} at `{text}`"),
        Status::Turn(_) => {
            assert!(legal_moves(game, state) == moves, "moves change at `{text}`");
            let written: HashSet<String> =
                moves.iter().map(|&mv| game.write_move(state, mv)).collect();
            assert_eq!(written.len(), moves.len(), "moves written alike at `{text}`");
            for &mv in &moves {
                let mut next = state.clone();
                game.play(&mut next, mv);
                assert_eq!(game.key_after(state, mv), game.key(&next), "key_after at `{text}`");
                assert_eq!(game.status_after(state, mv), game.status(&next), "at `{text}`");
                let word = game.write_move(state, mv);
                assert!(!word.contains(char::is_whitespace) && word != "moves");
                assert!(game.read_move(state, &word) == Ok(mv), "{word} at `{text}`");
            }
        }
    }
}

/// Counts the positions at each depth 1..=`depth`, as chess programs do (perft).
pub fn perft<G: Catalogued>(game: &G, state: &G::State, depth: usize) -> u64 {
    let mut moves = Vec::new();
    match resolve(game, state, &mut moves) {
        _ if depth == 0 => 1,
        Status::Over(_) => 0,
        Status::Turn(_) => moves
            .into_iter()
            .map(|mv| {
                let mut next = state.clone();
                game.play(&mut next, mv);
                perft(game, &next, depth - 1)
            })
            .sum(),
    }
}

/// A small position's value by plain minimax, with which a certified search must agree.
pub fn solve<G>(game: &G, state: &G::State) -> G::Value
where
    G: Catalogued + Sync,
    G::State: Send + Sync,
{
    solve_within(game, state, &mut HashMap::new())
}

/// As [`solve`], with a memory of positions that serves several questions.
pub fn solve_within<G>(
    game: &G,
    state: &G::State,
    solved: &mut HashMap<G::State, G::Value>,
) -> G::Value
where
    G: Catalogued + Sync,
    G::State: Send + Sync,
{
    let values = game.values();
    let value = minimax(game, state, (values[0], values[values.len() - 1]), solved);
    let text = game.write_position(state);
    assert_eq!(certify::value(game, state), value, "the search disagrees at `{text}`");
    value
}

fn minimax<G: Catalogued>(
    game: &G,
    state: &G::State,
    (least, most): (G::Value, G::Value),
    solved: &mut HashMap<G::State, G::Value>,
) -> G::Value {
    if let Some(&value) = solved.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    let player = match resolve(game, state, &mut moves) {
        Status::Over(value) => return value,
        Status::Turn(player) => player,
    };
    let (mut best, goal) = if player == Player::Max { (least, most) } else { (most, least) };
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let value = minimax(game, &next, (least, most), solved);
        best = if player == Player::Max { best.max(value) } else { best.min(value) };
        if best == goal {
            break;
        }
    }
    solved.insert(state.clone(), best);
    best
}

/// The state after some moves from the initial position, each named by a number modulo the
/// number of legal moves; it stops where the game ends.
pub fn walk<G: Catalogued>(game: &G, picks: &[usize]) -> G::State {
    let mut state = game.initial();
    let mut moves = Vec::new();
    for pick in picks {
        if let Status::Over(_) = resolve(game, &state, &mut moves) {
            break;
        }
        game.play(&mut state, moves[pick % moves.len()]);
    }
    state
}

/// The full status of a position, and its legal moves as written, in the order of the alphabet.
pub fn outlook<G: Catalogued>(game: &G, state: &G::State) -> (Status<G::Value>, Vec<String>) {
    let mut moves = Vec::new();
    let status = resolve(game, state, &mut moves);
    let mut written: Vec<String> = moves.iter().map(|&mv| game.write_move(state, mv)).collect();
    written.sort();
    (status, written)
}

/// The rows of a written board, with a dot for each empty square (runs of up to 9).
pub fn grid(board: &str) -> Vec<Vec<char>> {
    let square = |symbol: char| match symbol.to_digit(10) {
        Some(run) => vec!['.'; run as usize],
        None => vec![symbol],
    };
    board.split('/').map(|row| row.chars().flat_map(square).collect()).collect()
}

/// The opposite of [`grid`].
pub fn write_grid(grid: &[Vec<char>]) -> String {
    grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// The status in which the players have changed places.
pub fn swapped(status: Status<Outcome>) -> Status<Outcome> {
    match status {
        Status::Turn(player) => Status::Turn(!player),
        Status::Over(value) => {
            Status::Over(value.winner().map_or(value, |player| Outcome::win(!player)))
        }
    }
}

/// Reads nonsense as positions and parameters: it must be refused or understood, never panic.
pub fn check_nonsense<G: Catalogued>(game: &G) {
    let good = game.write_position(&game.initial());
    let mut random = Random(7);
    let alphabet: Vec<char> = good.chars().chain("xob./ 1290#@;,:-+é\u{1F600}".chars()).collect();
    for _ in 0..3000 {
        let mut text: Vec<char> = good.chars().collect();
        for _ in 0..1 + random.below(4) {
            let symbol = alphabet[random.below(alphabet.len())];
            match random.below(3) {
                0 => text.insert(random.below(text.len() + 1), symbol),
                1 if !text.is_empty() => drop(text.remove(random.below(text.len()))),
                _ if !text.is_empty() => {
                    let at = random.below(text.len());
                    text[at] = symbol;
                }
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        match game.read(&text) {
            Ok(state) => check_position(game, &state, &game.values()),
            Err(error) => check_message(&error),
        }
        let _ = G::with_parameters(&text);
    }
}

fn check_message(error: &PositionError) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains('\n') && !message.ends_with('.'), "{message}");
}

/// Checks, in random games and for every goal, that the guide's numbers are positive, and that
/// what it calls a win ends the game at once with success for the player to move. Gives how many
/// wins it called.
pub fn check_guide<G: Catalogued>(game: &G, games: usize) -> usize {
    let guide = game.guide().expect("the game has a guide");
    let mut random = Random(games as u64);
    let mut wins = 0;
    for state in (0..games).flat_map(|_| random_game(game, &mut random)) {
        let mut moves = Vec::new();
        let Status::Turn(turn) = resolve(game, &state, &mut moves) else { continue };
        for goal in game.values().into_iter().flat_map(|v| [Goal::AtLeast(v), Goal::AtMost(v)]) {
            let text = || format!("{goal:?} at `{}`", game.write_position(&state));
            match guide.look(game, &state, turn, goal) {
                Look::Effort { win, lose } => assert!(win > 0 && lose > 0, "{}", text()),
                Look::Wins(mv) => {
                    assert!(moves.contains(&mv), "illegal move for {}", text());
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    let Status::Over(value) = resolve(game, &next, &mut Vec::new()) else {
                        panic!("the game goes on for {}", text())
                    };
                    assert_eq!(goal.met(value), goal.prover() == turn, "{}", text());
                    wins += 1;
                }
            }
        }
    }
    wins
}

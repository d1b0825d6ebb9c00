//! Laws that every game must obey, tested on random play: what `Game` and `Notation` promise.

use std::collections::HashSet;

use phidelta_rules::{Catalogued, Goal, Guide, Look, PositionError, Status, legal_moves, resolve};

use crate::play::{Random, random_game};

/// Plays random games and checks, at each position: that text and state round-trip, that keys
/// agree, that moves are distinct and written distinctly, that values are declared, and that
/// boards are drawn within 78 columns.
///
/// # Panics
/// If a law is broken; so do the others here.
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

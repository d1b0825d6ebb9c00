//! Values, results, questions and claims of a game in words.

use std::borrow::Cow;

use phidelta_certificate::Claim;
use phidelta_rules::erased::{AnyState, AnyValue, GameObject};
use phidelta_rules::{Goal, Player, Status, Value};

/// A value in a word: a score as Max counts it, or a result as the player to move sees it.
pub fn value(game: &dyn GameObject, value: AnyValue, turn: Option<Player>) -> Option<String> {
    if game.has_scores() {
        return Some(game.write_value(value));
    }
    let word = match value.winner() {
        None => "draw",
        Some(winner) if winner == turn? => "win",
        Some(_) => "loss",
    };
    Some(word.into())
}

/// How a finished game ended.
pub fn result(game: &dyn GameObject, value: AnyValue) -> String {
    let result = match value.winner() {
        None => "a draw".to_string(),
        Some(winner) => format!("{} has won", game.player_name(winner)),
    };
    if game.has_scores() { format!("{result} ({})", game.write_value(value)) } else { result }
}

/// A question in words.
pub fn question(game: &dyn GameObject, goal: Goal<AnyValue>) -> String {
    let name = game.player_name(goal.prover());
    match goal {
        Goal::AtLeast(value) if game.has_scores() => {
            format!("at least {}", game.write_value(value))
        }
        Goal::AtMost(value) if game.has_scores() => format!("at most {}", game.write_value(value)),
        Goal::AtLeast(value) | Goal::AtMost(value) => match value.winner() {
            None => format!("{name} at least draws"),
            Some(_) => format!("{name} wins"),
        },
    }
}

/// A claim of a certificate in words.
pub fn claim(game: &dyn GameObject, claim: Claim) -> String {
    let name = game.player_name(claim.claimant());
    let values = game.values();
    // The value that just meets the claim.
    let met = |value: &&AnyValue| claim.met(**value);
    let value = match claim {
        Claim::AtLeast(_) => values.iter().find(met),
        Claim::AtMost(_) => values.iter().rev().find(met),
    };
    match value {
        None => format!("the value is {claim}, which no game is"),
        Some(&value) if game.has_scores() => {
            let counts_for = game.player_name(Player::Max);
            let bound = if claim.claimant() == Player::Max { "at least" } else { "at most" };
            format!("the value is {bound} {}, counted for {counts_for}", game.write_value(value))
        }
        Some(value) => match value.winner() {
            Some(winner) if winner == claim.claimant() => format!("{name} wins"),
            Some(_) => format!("{name} wins, draws or loses"),
            None => format!("{name} at least draws"),
        },
    }
}

/// All claims of a certificate in words. Bounds that meet are a value.
pub fn claims(game: &dyn GameObject, claims: &[Claim]) -> String {
    let values = game.values();
    let value = |bound: i32| values.iter().copied().find(|value| value.number() == bound);
    if let [Claim::AtLeast(low), Claim::AtMost(high)] | [Claim::AtMost(high), Claim::AtLeast(low)] =
        *claims
        && low == high
        && let Some(value) = value(low)
    {
        let result = match value.winner() {
            None => "the game is a draw".into(),
            Some(winner) => format!("{} wins", game.player_name(winner)),
        };
        if !game.has_scores() {
            return result;
        }
        let counts_for = game.player_name(Player::Max);
        let value = game.write_value(value);
        return format!("{result}: the value is {value}, counted for {counts_for}");
    }
    let claims: Vec<String> = claims.iter().map(|&one| claim(game, one)).collect();
    claims.join(", and ")
}

/// Whose turn it is, by name, if the game goes on.
pub fn mover(game: &dyn GameObject, state: &AnyState) -> Option<&'static str> {
    match game.resolve(state) {
        Status::Turn(player) => Some(game.player_name(player)),
        Status::Over(_) => None,
    }
}

/// The board after a line of play.
pub fn board_after(game: &dyn GameObject, state: &AnyState, line: &[u32]) -> String {
    let mut state = state.clone();
    for &mv in line {
        state = game.after(&state, mv);
    }
    game.draw(&state)
}

/// Names of players are words ("black") or signs ("x"), which keep their form.
pub fn capitalised(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or(text);
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) if first.chars().count() > 1 => letter.to_uppercase().chain(letters).collect(),
        _ => text.to_string(),
    }
}

/// A text that may quote what a user or a file said, with what a terminal would obey written out: control
/// characters, and those that change the direction in which text is read or break its lines.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut written = String::new();
    for letter in text.chars() {
        if is_obeyed(letter) {
            written.extend(letter.escape_default());
        } else {
            written.push(letter);
        }
    }
    Cow::Owned(written)
}

fn is_obeyed(letter: char) -> bool {
    const DIRECTIONS: [char; 12] = [
        '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
        '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
    ];
    letter.is_control() || DIRECTIONS.contains(&letter) || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// A sentence that may quote what a user or a file said: without line breaks and other characters
/// that a terminal would obey, and with its middle left out if it is very long.
pub fn on_one_line(sentence: &str) -> String {
    const MOST: usize = 400;
    let text = visible(sentence).into_owned();
    let length = text.chars().count();
    if length <= MOST {
        return text;
    }
    let begin: String = text.chars().take(MOST / 2).collect();
    let end: String = text.chars().skip(length - MOST / 2).collect();
    format!("{begin} … {end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert_eq!(visible("a\u{202e}b\u{1b}[2J\u{9b}"), r"a\u{202e}b\u{1b}[2J\u{9b}");
        assert_eq!(on_one_line("\u{2067}one\ntwo\u{2028}"), r"\u{2067}one\ntwo\u{2028}");
        assert!(matches!(visible("é — 漢 عربي"), Cow::Borrowed(_)));
    }

    #[test]
    fn signs_keep_their_form() {
        assert_eq!(capitalised("black wins"), "Black wins");
        assert_eq!(capitalised("x wins"), "x wins");
        assert_eq!(capitalised(""), "");
    }

    #[test]
    fn sentences_stay_on_one_line() {
        assert_eq!(on_one_line("no `é`, no \x1b[31m\n"), "no `é`, no \\u{1b}[31m\\n");
        let long = on_one_line(&format!("before {} after", "é".repeat(100_000)));
        assert!(long.chars().count() < 500);
        assert!(long.starts_with("before é") && long.ends_with("é after"));
    }
}

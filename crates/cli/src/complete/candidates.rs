//! Candidates that depend on the game: its name, its positions, its moves, its goals; and what can be varied.

use phidelta::options::{Form, Goal, Named, OptionSpec, SEARCH_OPTIONS};

use super::{Candidate, without_number};
use crate::{catalogue, position};

/// More legal moves than this are not listed.
const MOST_MOVES: usize = 1000;

/// The games; behind `NAME:`, the usual parameters, or files where those are parameters.
pub fn games(word: &str) -> Vec<Candidate> {
    let Some((name, _)) = word.split_once(':') else {
        let entries = catalogue().entries().iter();
        return entries.map(|entry| Candidate::word(entry.name, entry.summary)).collect();
    };
    let Ok(entry) = catalogue().entry(name) else { return Vec::new() };
    if entry.parameters_are_a_file {
        return vec![Candidate::Files { prefix: format!("{name}:") }];
    }
    let usual = entry.game("").map(|game| game.parameters().to_string()).unwrap_or_default();
    let text = format!("{name}:{usual}");
    if usual.is_empty() { Vec::new() } else { vec![Candidate::word(text, entry.parameters)] }
}

/// What can follow a game and the first words of a position: a name, a file, `moves`, or a legal move.
pub fn positions(plain: &[&str], word: &str) -> Vec<Candidate> {
    let Some((game, words)) = plain.split_first() else { return Vec::new() };
    let Ok(game) = catalogue().game(game) else { return Vec::new() };
    let moves = || Candidate::word("moves", "moves to play from there");
    match words {
        [] if word.starts_with('@') => vec![Candidate::Files { prefix: "@".into() }],
        [] => {
            let named = game.rules().named_positions().into_iter();
            let mut found: Vec<_> =
                named.map(|named| Candidate::word(named.name, named.help)).collect();
            if !found
                .iter()
                .any(|known| matches!(known, Candidate::Word { text, .. } if text == "start"))
            {
                found.push(Candidate::word("start", "the start of the game"));
            }
            found.push(moves());
            found
        }
        // Standard input is not there yet.
        ["-", ..] => vec![moves()],
        _ if words.contains(&"moves") => {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let text = position::read(&words).unwrap_or_default();
            let Ok(position) = game.position(text.trim_end_matches(" moves")) else {
                return Vec::new();
            };
            let legal = position.moves();
            if legal.len() > MOST_MOVES {
                return Vec::new();
            }
            legal.iter().map(|mv| Candidate::word(mv, "")).collect()
        }
        _ => vec![moves()],
    }
}

/// The goals of a game, or of any.
pub fn goals(game: Option<&&str>, prefix: &str) -> Vec<Candidate> {
    let game = game.and_then(|name| catalogue().game(name).ok());
    let has = |name: &str| match (&game, Goal::named(name)) {
        (Some(game), Some(goal)) => game.rules().goals().contains(&goal),
        _ => true,
    };
    let names = Goal::NAMES.iter().filter(|(name, _)| has(name));
    names.map(|(name, help)| Candidate::word(format!("{prefix}{name}"), *help)).collect()
}

/// What can follow `--vary`: the numbers that `tune` varies; or an option, and its values separated by slashes.
pub fn varied(is_tune: bool, prefix: &str, word: &str) -> Vec<Candidate> {
    let shown = || SEARCH_OPTIONS.iter().filter(|spec| !spec.hidden);
    if is_tune {
        let numbers = shown().flat_map(|spec| spec.tuning.iter().map(move |it| (it, spec.help)));
        return numbers
            .map(|(number, help)| Candidate::word(format!("{prefix}{}", number.name), help))
            .collect();
    }
    let Some((name, _)) = word.split_once('=') else {
        let option =
            |spec: &OptionSpec| Candidate::word(format!("{prefix}{}=", spec.name), spec.help);
        return shown().map(option).collect();
    };
    let Some(spec) = shown().find(|spec| spec.name == name.trim_start_matches('-')) else {
        return Vec::new();
    };
    let done = &word[..word.rfind(['=', '/']).map_or(0, |at| at + 1)];
    let value = |name: &str, help: &str| Candidate::word(format!("{prefix}{done}{name}"), help);
    match spec.form {
        Form::Choice { names, .. } => {
            names.iter().map(|(name, help)| value(without_number(name), help)).collect()
        }
        Form::Flag => vec![value("no", "without it"), value("yes", "with it")],
        _ => Vec::new(),
    }
}

//! Words of a command line that the parser would take for something else.

use std::ffi::OsString;

/// Some games write positions that begin with a dash. No option has a slash before any `=`, so a
/// space in front, which no position minds, tells the parser that this is none.
pub fn shield_position(argument: OsString) -> OsString {
    let Some(text) = argument.to_str() else { return argument };
    let name = text.split('=').next().unwrap_or(text);
    if text.starts_with('-') && name.contains('/') { format!(" {text}").into() } else { argument }
}

/// The region of --exact is optional, and the parser wants it after a `=`. Here a space will do, if
/// what follows looks like points.
pub fn join_region(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        match joined.last_mut().filter(|last| *last == "--exact") {
            Some(last) if argument.to_str().is_some_and(is_region) => {
                last.push("=");
                last.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// Whether a word looks like points of a Go board.
fn is_region(word: &str) -> bool {
    let is_point = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && (1..=2).contains(&letters.clone().count())
            && letters.all(|letter| letter.is_ascii_digit())
    };
    word.split([',', '-']).all(is_point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_may_begin_with_a_dash() {
        let shielded = |text: &str| shield_position(text.into()).into_string().unwrap();
        assert_eq!(shielded("-1/||1/-1"), " -1/||1/-1");
        assert_eq!(shielded("---/|3"), " ---/|3");
        for option in ["-", "-q", "--json", "--batch=a/b", "3/3/3"] {
            assert_eq!(shielded(option), option);
        }
    }

    #[test]
    fn a_region_may_follow_a_space() {
        let joined = |text: &str| {
            let words = join_region(text.split(' ').map(OsString::from));
            let words: Vec<String> = words.into_iter().map(|w| w.into_string().unwrap()).collect();
            words.join(" ")
        };
        for region in ["A1", "a1-F5", "A1,B2", "A1-C3,E10-F19"] {
            assert_eq!(joined(&format!("go --exact {region} x")), format!("go --exact={region} x"));
        }
        for other in ["@A1", "b4/5/5/5/5", "l-group", "--json", "A", "A1-", "A100", "-"] {
            assert_eq!(joined(&format!("go --exact {other}")), format!("go --exact {other}"));
        }
    }
}

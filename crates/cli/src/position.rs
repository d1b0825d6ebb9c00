//! The POSITION of a command line: nothing, a name, notation, `-` or `@FILE`.

use std::path::Path;

use anyhow::{Result, bail};
use phidelta::text;

/// The text of the position that these words stand for. Several words are one position, so that
/// it needs no quotes; the first may be `-` for standard input or `@FILE` for a file's contents,
/// and moves to play may follow.
///
/// # Errors
/// If the file cannot be read or is empty.
pub fn read(words: &[String]) -> Result<String> {
    let Some((first, rest)) = words.split_first() else { return Ok(String::new()) };
    let first = first.trim();
    let path = match first.strip_prefix('@') {
        Some("") => bail!("position: the name of a file must follow the @, as in @position.txt"),
        Some(path) => Path::new(path),
        None if first == "-" => Path::new(first),
        None => return Ok(words.join(" ").trim().to_string()),
    };
    let contents =
        text::read(path, text::POSITION_LIMIT).map_err(|error| error.within("position"))?;
    if contents.trim().is_empty() {
        bail!("position: {} is empty; it should hold a position", text::display_name(path));
    }
    Ok(format!("{} {}", contents.trim(), rest.join(" ")).trim_end().to_string())
}

/// What is wrong with a position, and that a file needs an @ if it is the name of one.
pub fn explain(words: &[String], error: phidelta::Error) -> anyhow::Error {
    match (error, words.first()) {
        (phidelta::Error::Position(message), Some(word)) if Path::new(word).is_file() => {
            anyhow::anyhow!("position: {message}; for what is in the file `{word}`, write @{word}")
        }
        (error, _) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(words: &[&str]) -> Result<String> {
        read(&words.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn words_are_joined() {
        assert_eq!(read_words(&[]).unwrap(), "");
        assert_eq!(read_words(&["3/3/3", "x"]).unwrap(), "3/3/3 x");
        assert_eq!(read_words(&["3/3/3 x", "moves", "a1"]).unwrap(), "3/3/3 x moves a1");
    }

    #[test]
    fn files_are_read_and_moves_may_follow() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("my position");
        std::fs::write(&file, "3/3/3\nx\n").unwrap();
        let name = format!("@{}", file.display());
        assert_eq!(read_words(&[&name]).unwrap(), "3/3/3\nx");
        assert_eq!(read_words(&[&name, "moves", "b2"]).unwrap(), "3/3/3\nx moves b2");
        assert!(read_words(&["@/nowhere/at/all"]).is_err());
    }
}

//! Command lines that a shell reads as they are meant.

/// The words as one line for a POSIX shell.
pub fn command_line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "@%+:,./_-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_the_words_that_were_meant() {
        let words =
            ["a b", "", "it's", "X;...@.;/", "$HOME", "~", "*", "--deep", "2,3", "a\\n\nb", "é"]
                .map(String::from);
        let script = format!("printf '%s\\0' {}", command_line(&words));
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let read: Vec<&str> = text.split_terminator('\0').collect();
        assert_eq!(read, words);
    }

    #[test]
    fn only_what_needs_quotes_gets_them() {
        let line = |words: &[&str]| {
            command_line(&words.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(line(&["solve", "mnk:4x4x3", "3/3/3", "x"]), "solve mnk:4x4x3 3/3/3 x");
        assert_eq!(line(&["it's", "a;b"]), r"'it'\''s' 'a;b'");
    }
}

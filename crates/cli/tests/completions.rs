//! Completion as bash does it: its own splitting of words at `:`, `=` and `@`, and the script that the program writes.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Sets what bash sets before it calls the function, then prints what the function answers.
const DRIVER: &str = r#"
source <("$1" completions bash) || exit 1
COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
COMP_WORDS=("${@:3}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_phidelta
printf '%s\n' "${COMPREPLY[@]}"
"#;

/// Splits a line as bash does before it completes: at spaces, and around the other characters of COMP_WORDBREAKS.
fn split(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_new = true;
    for letter in line.chars() {
        let is_break = matches!(letter, ':' | '=' | '@');
        match words.last_mut() {
            _ if letter == ' ' => is_new = true,
            Some(word) if !is_new && !is_break => word.push(letter),
            _ => {
                words.push(letter.into());
                is_new = is_break;
            }
        }
    }
    if line.ends_with(' ') {
        words.push(String::new());
    }
    words
}

/// What bash offers at the end of the line.
fn offered(folder: &Path, line: &str) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_phidelta");
    let line = line.replacen("phidelta", program, 1);
    let output = Command::new("bash")
        .args(["--norc", "--noprofile", "-c", DRIVER, "bash", program, &line])
        .args(split(&line))
        .current_dir(folder)
        .output()
        .expect("bash is there");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut words: Vec<String> =
        text.lines().filter(|line| !line.is_empty()).map(Into::into).collect();
    words.sort();
    words
}

#[test]
fn bash_completes_commands_games_positions_moves_and_files() {
    let folder = TempDir::new().unwrap();
    for name in ["game.sgf", "gone.json", "my proof"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    fs::create_dir(folder.path().join("games")).unwrap();
    let cases: &[(&str, &[&str])] = &[
        ("phidelta so", &["solve"]),
        ("phidelta solve connect", &["connect", "connect-four", "connect6"]),
        ("phidelta show dom", &["domineering"]),
        ("phidelta tune go-", &["go-life", "go-small"]),
        ("phidelta bench matrix br", &["breakthrough"]),
        ("phidelta solve --json --threads 2 atari-go cr", &["crosscut"]),
        ("phidelta solve mnk:4", &[]),
        ("phidelta solve mnk:", &["3x3x3"]),
        ("phidelta solve atari-go ", &["crosscut", "moves", "start"]),
        ("phidelta solve atari-go crosscut m", &["moves"]),
        ("phidelta solve mnk:3x3x3 start moves b2 a", &["a1", "a2", "a3"]),
        ("phidelta solve mnk:3x3x3 start moves a1 a", &["a2", "a3"]),
        ("phidelta solve go --goal k", &["kill"]),
        ("phidelta solve mnk --goal k", &[]),
        ("phidelta solve mnk --search pds", &["pds", "pds-pn"]),
        ("phidelta solve mnk --search=pds", &["pds", "pds-pn"]),
        ("phidelta solve mnk --cert", &["--certify"]),
        ("phidelta solve go @ga", &["game.sgf", "games"]),
        ("phidelta solve graph:g", &["game.sgf", "games", "gone.json"]),
        ("phidelta solve mnk --certify g", &["game.sgf", "games", "gone.json"]),
        ("phidelta solve mnk --certify=gon", &["gone.json"]),
        ("phidelta check my", &["my proof"]),
        ("phidelta man g", &["games"]),
        ("phidelta bench matrix mnk --vary search=pn/pds", &["pn/pds", "pn/pds-pn"]),
        ("phidelta show --certificate p m", &["moves"]),
    ];
    for (line, wanted) in cases {
        assert_eq!(offered(folder.path(), line), *wanted, "{line}");
    }
}

#[test]
fn words_are_split_as_bash_splits_them() {
    assert_eq!(
        split("p solve graph:a --x=1 @f "),
        ["p", "solve", "graph", ":", "a", "--x", "=", "1", "@", "f", ""]
    );
    assert_eq!(split("p solve graph:"), ["p", "solve", "graph", ":"]);
}

//! Who may know whom: dependencies point downward only, the checker of certificates is separate from all that makes
//! them, and only one crate may do what the compiler cannot check.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The crates, from the bottom up, and which of those below each may use. (Tests may use any.) `*` are all games and
/// problems.
const LAYERS: [(&str, &[&str]); 13] = [
    ("phidelta-rules", &[]),
    ("phidelta-search", &["phidelta-rules"]),
    ("phidelta-certificate", &["phidelta-rules"]),
    ("phidelta-proof", &["phidelta-rules", "phidelta-search", "phidelta-certificate"]),
    ("phidelta-sgf", &["phidelta-rules"]),
    ("phidelta", &["phidelta-rules", "phidelta-search", "phidelta-certificate", "phidelta-proof"]),
    (
        "*",
        &[
            "phidelta-rules",
            "phidelta-search",
            "phidelta-certificate",
            "phidelta-proof",
            "phidelta-sgf",
            "phidelta",
        ],
    ),
    ("phidelta-catalogue", &["phidelta", "*"]),
    ("phidelta-lab", &["phidelta", "phidelta-rules", "phidelta-search", "*"]),
    ("phidelta-cli", &["phidelta", "phidelta-catalogue", "phidelta-lab"]),
    (
        "phidelta-testing",
        &["phidelta-rules", "phidelta-search", "phidelta-certificate", "phidelta-proof"],
    ),
    (
        "phidelta-soak",
        &[
            "phidelta",
            "phidelta-catalogue",
            "phidelta-rules",
            "phidelta-search",
            "phidelta-testing",
        ],
    ),
    ("xtask", &[]),
];

/// The one crate with unsafe code: tables and trees over memory that the system gives.
const MAY_BE_UNSAFE: &str = "phidelta-search";

/// What the checker shares with the rest of its crate: the form of the file.
const FORM: [&str; 4] = ["block.rs", "token.rs", "claim.rs", "header.rs"];
const SHARED: [&str; 6] = ["block", "token", "check", "Claim", "Header", "Mode"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

/// The packages of the workspace: the folder, and the other packages that each uses outside of its tests.
fn packages() -> BTreeMap<String, (PathBuf, Vec<String>)> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let package = |package: &Value| {
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().into();
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let used = dependencies.filter(|dependency| dependency["kind"] != "dev");
        (
            text(&package["name"]),
            (folder, used.map(|dependency| text(&dependency["name"])).collect()),
        )
    };
    metadata["packages"].as_array().unwrap().iter().map(package).collect()
}

fn is_game(folder: &Path) -> bool {
    let parent = folder.parent().unwrap();
    parent.ends_with("games") || parent.ends_with("problems")
}

#[test]
fn dependencies_point_downward() {
    let packages = packages();
    for (name, (folder, used)) in &packages {
        let layer = if is_game(folder) { "*" } else { name };
        let allowed = LAYERS.iter().find(|(listed, _)| *listed == layer);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("say in LAYERS what {name} may use"));
        for other in used.iter().filter(|other| packages.contains_key(*other)) {
            let is_allowed = allowed.contains(&&**other)
                || (allowed.contains(&"*") && is_game(&packages[other].0));
            assert!(is_allowed, "{name} must not depend on {other}");
        }
    }
}

/// Front ends translate; what is below them knows no terminal.
#[test]
fn only_the_command_line_knows_the_terminal() {
    const TERMINAL: [&str; 8] = [
        "clap",
        "clap_complete",
        "clap_mangen",
        "anstream",
        "indicatif",
        "ratatui",
        "terminal_size",
        "ctrlc",
    ];
    for (name, (_, used)) in packages() {
        if name != "phidelta-cli" {
            let terminal = used.iter().find(|other| TERMINAL.contains(&&***other));
            assert_eq!(terminal, None, "{name} must not know the terminal");
        }
    }
}

#[test]
fn one_crate_alone_has_unsafe_code() {
    for (name, (folder, _)) in packages() {
        if name == MAY_BE_UNSAFE || name == "xtask" {
            continue;
        }
        let text = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        assert!(text.contains("#![forbid(unsafe_code)]"), "{name} must forbid unsafe code");
    }
}

/// What the checker accepts must not rest on what it is to check.
#[test]
fn the_checker_knows_neither_search_nor_writer() {
    let source = root().join("crates/certificate/src");
    let files = source.join("check").read_dir().unwrap();
    let checker =
        files.map(|file| format!("check/{}", file.unwrap().file_name().to_string_lossy()));
    for name in checker.chain(FORM.map(String::from)) {
        let text = fs::read_to_string(source.join(&name)).unwrap();
        let code: String = text.lines().filter(|line| !line.trim().starts_with("//")).collect();
        assert!(
            !code.contains("super::super"),
            "{name}: say crate:: for what is not the checker's"
        );
        for path in code.split("crate::").skip(1) {
            for used in first_names(path) {
                assert!(SHARED.contains(&used), "{name} must not use crate::{used}");
            }
        }
    }
}

/// The names that a path may begin with: one, or all those within its braces.
fn first_names(path: &str) -> impl Iterator<Item = &str> {
    let listed = path.strip_prefix('{').map(|list| list.split('}').next().unwrap());
    let no_name = |c: char| !c.is_alphanumeric() && c != '_';
    let limit = if listed.is_some() { usize::MAX } else { 1 };
    listed.unwrap_or(path).split(no_name).filter(|name| !name.is_empty()).take(limit)
}

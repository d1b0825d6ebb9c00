//! Who may know whom: dependencies point downward only, and the checker of certificates is separate
//! from all that makes them.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates, and which of the others their code may use. (Tests may use any.)
const CRATES: [(&str, &[&str]); 6] = [
    ("rules", &[]),
    ("games", &["rules"]),
    ("search", &["rules"]),
    ("proof", &["rules", "search"]),
    ("testing", &["rules", "search", "proof"]),
    ("cli", &["rules", "games", "search", "proof"]),
];

/// What the checker shares with the rest of its crate: the form of the file.
const FORM: [&str; 4] = ["block.rs", "token.rs", "claim.rs", "header.rs"];
const SHARED: [&str; 6] = ["block", "token", "check", "Claim", "Header", "Mode"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn dependencies_point_downward() {
    for name in names(&crates()) {
        let known = CRATES.iter().find(|(listed, _)| *listed == name);
        let (_, allowed) = known.unwrap_or_else(|| panic!("say here what crates/{name} may use"));
        let manifest = fs::read_to_string(crates().join(&name).join("Cargo.toml")).unwrap();
        let sections = manifest.split("\n[").filter(|section| !section.starts_with("dev-"));
        let lines =
            sections.filter(|section| section.contains("dependencies]")).flat_map(str::lines);
        for other in lines.filter_map(|line| line.strip_prefix("phidelta-")) {
            let other = other.split(['.', ' ']).next().unwrap();
            assert!(allowed.contains(&other), "crates/{name} must not depend on {other}");
        }
    }
}

/// What the checker accepts must not rest on what it is to check.
#[test]
fn the_checker_knows_neither_search_nor_writer() {
    let source = crates().join("proof/src");
    let checker = names(&source.join("check")).into_iter().map(|name| format!("check/{name}"));
    for name in checker.chain(FORM.map(String::from)) {
        let text = fs::read_to_string(source.join(&name)).unwrap();
        let code: String = text.lines().filter(|line| !line.trim().starts_with("//")).collect();
        assert!(!code.contains("phidelta_search"), "{name} must not use the search");
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

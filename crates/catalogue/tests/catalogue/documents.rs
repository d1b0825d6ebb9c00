//! Pages that list something are made from the tables that the program uses, or name all that is in them.
//!
//! After a wanted change, run with `UPDATE_DOCUMENTS=1`, and read the difference.

use std::path::{Path, PathBuf};
use std::{env, fs};

use phidelta::options::markdown;
use phidelta_catalogue::catalogue;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_page_of_options_is_that_of_the_table() {
    let path = root().join("docs/options.md");
    let page = markdown(&catalogue().option_table());
    if env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let is_same = fs::read_to_string(&path).is_ok_and(|text| text == page);
    assert!(is_same, "docs/options.md is stale: run this test with UPDATE_DOCUMENTS=1");
}

#[test]
fn the_readme_lists_all_games() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for entry in catalogue().entries() {
        assert!(
            readme.contains(&format!("| `{}` |", entry.name)),
            "{} is not in README.md",
            entry.name
        );
    }
}

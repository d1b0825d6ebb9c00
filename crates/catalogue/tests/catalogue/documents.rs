//! Pages that list something are made from the tables that the program uses.
//!
//! After a wanted change, run with `UPDATE_DOCUMENTS=1`, and read the difference.

use std::path::{Path, PathBuf};
use std::{env, fs};

use phidelta::options::{Goal, markdown};
use phidelta_catalogue::catalogue;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a page with what it should be, or writes it.
fn compare(name: &str, page: &str) {
    let path = root().join(name);
    if env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(&path, page).unwrap();
    }
    let is_same = fs::read_to_string(&path).is_ok_and(|text| text == page);
    assert!(is_same, "{name} is stale: run this test with UPDATE_DOCUMENTS=1");
}

#[test]
fn the_page_of_options_is_that_of_the_table() {
    compare("docs/options.md", &markdown(&catalogue().option_table()));
}

/// The games, as the README lists them.
fn table_of_games() -> String {
    let mut table = String::from(
        "| game | what it is | usual parameters | asked | guide | repeats | named positions |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for entry in catalogue().entries() {
        let game = entry.describe("").unwrap();
        let parameters = match game.parameters.as_str() {
            "" if game.parameter_form.is_empty() => "none".into(),
            "" => "see the manual".into(),
            // A whole problem.
            long if long.len() > 20 => "see the manual".into(),
            short => format!("`{short}`"),
        };
        let asked = match game.usual_goal {
            Goal::Win => "who wins",
            Goal::Value => "the value",
            _ => "alive or dead",
        };
        let tick = |is: bool| if is { "yes" } else { "" };
        let names: Vec<String> =
            game.positions.iter().map(|named| format!("`{}`", named.name)).collect();
        table += &format!(
            "| `{}` | {} | {parameters} | {asked} | {} | {} | {} |\n",
            game.name,
            game.summary.replace('|', "\\|"),
            tick(game.has_guide),
            tick(game.repeats),
            names.join(", ")
        );
    }
    table
}

#[test]
fn the_readme_lists_the_games_of_the_catalogue() {
    const BEGIN: &str =
        "<!-- games: made from the catalogue; a test fails where this table is stale -->\n";
    const END: &str = "<!-- end of games -->";
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (before, rest) = readme.split_once(BEGIN).expect("README.md has the mark of the games");
    let (_, after) = rest.split_once(END).expect("README.md has the mark of their end");
    compare("README.md", &format!("{before}{BEGIN}\n{}\n{END}{after}", table_of_games()));
}

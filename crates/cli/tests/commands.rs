//! What users type and what they get, as written in `cmd/*.trycmd`. After a wanted change, run
//! with `TRYCMD=overwrite`, read the difference, and put back `[..]` for what varies.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn commands_say_what_they_should() {
    trycmd::TestCases::new().env("COLUMNS", "80").case("tests/cmd/*.trycmd");
}

/// The figures of the handbook are those that the program prints.
#[test]
fn the_handbook_is_up_to_date() {
    trycmd::TestCases::new().env("COLUMNS", "80").case("../../docs/handbook/*.md");
}

/// So are those of the README and of the pages in docs. Each is run in a directory of its own, as they write files.
#[test]
fn the_readme_and_the_pages_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    for name in ["README", "docs/go", "docs/tuning"] {
        let stem = Path::new(name).file_name().unwrap().to_str().unwrap();
        let copy = folder.path().join(format!("{stem}.md"));
        fs::copy(root.join(format!("{name}.md")), copy).unwrap();
        fs::create_dir(folder.path().join(format!("{stem}.in"))).unwrap();
        fs::create_dir(folder.path().join(format!("{stem}.out"))).unwrap();
    }
    // What the commands write is not compared.
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "80").case(folder.path().join("*.md"));
}

/// Commands that are shown without their output are commands that there are, with options that there are: with
/// `--help` behind them, the parser reads them and nothing is run.
#[test]
fn commands_of_the_pages_are_understood() {
    const DRIVER: &str =
        r#"program=$1; phidelta() { "$program" "$@" --help; }; eval "$2" >/dev/null"#;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    pages.extend(root.join("docs").read_dir().unwrap().map(|entry| entry.unwrap().path()));
    let mut count = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|name| name == "md")) {
        let text = fs::read_to_string(page).unwrap();
        for line in text.lines().filter_map(|line| line.strip_prefix("    ")) {
            if !line.starts_with("phidelta ") {
                continue;
            }
            let command =
                line.split(" > ").next().and_then(|line| line.split(" | ").next()).unwrap_or(line);
            let program = env!("CARGO_BIN_EXE_phidelta");
            let output =
                Command::new("bash").args(["-c", DRIVER, "bash", program, command]).output();
            let output = output.expect("bash is there");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {line}\n{told}", page.display());
            count += 1;
        }
    }
    assert!(count > 30, "there are commands in the pages: {count}");
}

#[test]
fn forty_columns_are_enough() {
    trycmd::TestCases::new().env("COLUMNS", "40").case("tests/cmd/narrow/*.trycmd");
}

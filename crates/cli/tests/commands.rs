//! What users type and what they get, as written in `cmd/*.trycmd`. After a wanted change, run
//! with `TRYCMD=overwrite`, read the difference, and put back `[..]` for what varies.

#[test]
fn commands_say_what_they_should() {
    trycmd::TestCases::new().env("COLUMNS", "80").case("tests/cmd/*.trycmd");
}

/// The figures of the handbook are those that the program prints.
#[test]
fn the_handbook_is_up_to_date() {
    trycmd::TestCases::new().env("COLUMNS", "80").case("../../docs/handbook/*.md");
}

#[test]
fn forty_columns_are_enough() {
    trycmd::TestCases::new().env("COLUMNS", "40").case("tests/cmd/narrow/*.trycmd");
}

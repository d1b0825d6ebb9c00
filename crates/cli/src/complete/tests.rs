use super::*;

fn texts(line: &str) -> Vec<String> {
    let words: Vec<String> = line.split(' ').map(String::from).collect();
    let shown = |candidate| match candidate {
        Candidate::Word { text, .. } => text,
        Candidate::Files { prefix } => format!("{prefix}<file>"),
        Candidate::Directories { prefix } => format!("{prefix}<directory>"),
    };
    candidates(&words).into_iter().map(shown).collect()
}

#[test]
fn commands_and_options_are_those_of_the_parser() {
    assert_eq!(texts("so"), ["solve"]);
    assert!(texts("").contains(&"solve".to_string()));
    assert!(!texts("").contains(&"complete-word".to_string()), "it is hidden");
    assert_eq!(texts("bench mat"), ["matrix"]);
    assert_eq!(texts("solve --cert"), ["--certify"]);
    assert_eq!(texts("solve --certify p --cert"), [""; 0], "it was given");
    assert_eq!(texts("solve --certify "), ["<file>"]);
    assert_eq!(texts("solve --certify=x"), ["--certify=<file>"]);
    assert_eq!(texts("check "), ["<file>"]);
    assert_eq!(texts("man "), ["<directory>"]);
    assert_eq!(texts("completions f"), ["fish"]);
}

#[test]
fn values_are_those_of_the_table() {
    assert_eq!(texts("solve --search pds"), ["pds", "pds-pn"]);
    assert_eq!(texts("solve --search=pn2"), ["--search=pn2"]);
    assert_eq!(texts("solve --json --replace two"), ["two-big"]);
    assert_eq!(texts("tune --vary eps"), ["epsilon"]);
    assert_eq!(texts("bench matrix --vary eps"), ["epsilon="]);
    assert_eq!(texts("bench matrix --vary search=pn/pds"), ["search=pn/pds", "search=pn/pds-pn"]);
    assert_eq!(texts("bench matrix --vary zones="), ["zones=no", "zones=yes"]);
    assert_eq!(texts("solve --backup best"), ["best:"]);
    assert_eq!(texts("solve --search abgw"), ["abgw"]);
    assert_eq!(texts("solve --memory 1"), [""; 0]);
}

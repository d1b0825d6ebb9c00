//! Sets of problems that come with the program: endgames of Lines of Action, easy and hard.
//!
//! `phidelta bench generate` made them; `docs/bench/loa-sets.md` tells how.

/// The 488 easy endgames, as a file.
pub fn easy() -> &'static str {
    include_str!("../../data/loa-easy.tsv")
}

/// The 286 hard endgames, as a file.
pub fn hard() -> &'static str {
    include_str!("../../data/loa-hard.tsv")
}

/// The positions of a set, each with the nodes of the search by which it was chosen.
pub fn positions(set: &str) -> impl Iterator<Item = (&str, u64)> {
    lines(set).filter_map(|(_, line)| {
        let mut columns = line.split('\t');
        let position = columns.next()?;
        let nodes = columns.nth(1)?.parse().ok()?;
        Some((position, nodes))
    })
}

/// The lines of a set that say something to programs, with their numbers.
pub fn lines(set: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = set.lines().zip(1..).map(|(line, number)| (number, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

//! An answer for people: the answer first, then how it is played, then the figures.

use std::io;
use std::time::Duration;

use phidelta::details::{Details, Field, Section};
use phidelta::options::Backup;
use phidelta::{Answer, Certified, Decision, Room, amounts, number};

use crate::output::{BAD, BOLD, GOOD, OPEN, PLAIN, Page, wrap};
use crate::saved;

/// How much to tell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    AnswerOnly,
    Usual,
    All,
}

/// A line of play takes no more lines of text than this, unless all is asked for.
pub const MOST_LINES: usize = 4;

/// Writes an answer to the page.
///
/// # Errors
/// If it cannot be written.
pub fn write(answer: &Answer, detail: Detail, page: &mut Page) -> io::Result<()> {
    let style = match answer.result {
        Decision::Proved => GOOD,
        Decision::Disproved => BAD,
        Decision::Unknown => OPEN,
    };
    page.paragraph(&answer.sentence(), style)?;
    if detail == Detail::AnswerOnly {
        return Ok(());
    }
    let details = answer.details.as_deref();
    if let Some(sections) = details.and_then(Details::sections) {
        write_sections(&sections, detail, page)?;
        page.gap()?;
        page.verbatim(&answer.scene.board)?;
        page.gap()?;
        write_fields(&details.map_or_else(Vec::new, Details::fields), detail, page)?;
        if answer.effort.nodes > 0 {
            figures(answer, page)?;
        }
        return write_rest(answer, detail, page);
    }
    play(answer, detail, page)?;
    page.gap()?;
    page.verbatim(&answer.scene.board)?;
    if let Some(mover) = answer.scene.mover.filter(|_| !answer.over) {
        page.paragraph(&format!("{mover} to move"), PLAIN)?;
    }
    if answer.effort.nodes > 0 {
        page.gap()?;
        figures(answer, page)?;
    }
    write_rest(answer, detail, page)
}

/// What became of the proof and of the search, and what only the curious want to know.
fn write_rest(answer: &Answer, detail: Detail, page: &mut Page) -> io::Result<()> {
    if let Some(certified) = &answer.certificate {
        certificate(certified, page)?;
    }
    saved::write(answer, page)?;
    if detail == Detail::All {
        settings(answer, page)?;
    }
    Ok(())
}

fn write_sections(sections: &[Section], detail: Detail, page: &mut Page) -> io::Result<()> {
    for section in sections {
        page.gap()?;
        page.paragraph(&section.heading, BOLD)?;
        write_fields(&section.fields, detail, page)?;
    }
    Ok(())
}

fn write_fields(fields: &[Field], detail: Detail, page: &mut Page) -> io::Result<()> {
    for Field { label, text, list, is_minor } in fields {
        let most = match (detail, is_minor) {
            (Detail::All, false) => usize::MAX,
            (_, true) => 2,
            (_, false) => MOST_LINES,
        };
        let room = page.field_width().saturating_sub(text.chars().count());
        let list = if list.is_empty() { String::new() } else { shortened(list, room, most) };
        let gap = if text.is_empty() || list.is_empty() { "" } else { " " };
        page.field(label, &format!("{text}{gap}{list}"))?;
    }
    Ok(())
}

/// The exit status that tells a result.
pub fn status(result: Decision) -> u8 {
    match result {
        Decision::Proved => 10,
        Decision::Disproved => 20,
        Decision::Unknown => 0,
    }
}

fn play(answer: &Answer, detail: Detail, page: &mut Page) -> io::Result<()> {
    let Some(first) = answer.line.first() else { return Ok(()) };
    page.gap()?;
    // A side that is wrong has no best move; what it plays was hardest to refute.
    let label = if answer.best_move.is_some() { "Best move" } else { "Best try" };
    page.field(label, first)?;
    let most = if detail == Detail::All { usize::MAX } else { MOST_LINES };
    page.field("Line", &shortened(&answer.line, page.field_width(), most))?;
    write_fields(&answer.details.as_deref().map_or_else(Vec::new, Details::fields), detail, page)?;
    if answer.decision() == Decision::Disproved
        && answer.value.is_none()
        && let Some(mover) = answer.scene.mover
    {
        page.field("Hint", &format!("--goal draw asks whether {mover} can at least draw"))?;
    }
    write_moves(answer, page)
}

/// What every legal move is worth, those alike together, the best first.
fn write_moves(answer: &Answer, page: &mut Page) -> io::Result<()> {
    let mut results: Vec<&str> = Vec::new();
    for value in &answer.moves {
        if !results.contains(&&*value.result) {
            results.push(&value.result);
        }
    }
    let rank =
        |result: &&str| ["win", "draw", "loss", "unknown"].iter().position(|word| word == result);
    results.sort_by_key(rank);
    let mut label = "Moves";
    for result in results {
        let names: Vec<&str> = answer
            .moves
            .iter()
            .filter(|value| value.result == result)
            .map(|value| &*value.name)
            .collect();
        page.field(label, &format!("{result}: {}", names.join(" ")))?;
        label = "";
    }
    Ok(())
}

/// As many moves as fit so many lines of text, and how many more there are.
pub fn shortened(moves: &[String], width: usize, most_lines: usize) -> String {
    let all = moves.join(" ");
    if wrap(&all, width).len() <= most_lines {
        return all;
    }
    let some = |count: usize| {
        format!(
            "{} … ({} more)",
            moves[..count].join(" "),
            amounts::grouped((moves.len() - count) as u64)
        )
    };
    let fits = |count: &usize| wrap(&some(*count), width).len() <= most_lines;
    some((1..moves.len()).take_while(fits).last().unwrap_or(1))
}

pub fn figures(answer: &Answer, page: &mut Page) -> io::Result<()> {
    let effort = &answer.effort;
    let grouped = amounts::grouped;
    let mut nodes = grouped(effort.nodes);
    if effort.expansions > 0 {
        nodes += &format!(
            "{} ({} expansion{}, {} revisit{}), {} deep",
            effort.counted.map_or_else(String::new, |counted| format!(" {counted}")),
            grouped(effort.expansions),
            if effort.expansions == 1 { "" } else { "s" },
            grouped(effort.seesaw),
            if effort.seesaw == 1 { "" } else { "s" },
            grouped(effort.deepest as u64),
        );
    }
    page.field("Nodes", &nodes)?;
    if effort.plays > 0 {
        page.field("Plays", &format!("{} moves were played", grouped(effort.plays)))?;
    }
    if effort.threat_searches > 1 {
        let (nodes, searches) = (grouped(effort.threat_nodes), grouped(effort.threat_searches));
        page.field("Threats", &format!("{nodes} of the nodes, in {searches} searches"))?;
    }
    let time = amounts::duration(Duration::from_secs_f64(effort.seconds));
    page.field("Time", &format!("{time}, {} nodes/s", grouped(effort.nodes_per_second)))?;
    let table = &effort.table;
    let lookups = table.hits + table.misses;
    let hits = if lookups > 0 { 100.0 * table.hits as f64 / lookups as f64 } else { 0.0 };
    let (used, all) = (grouped(table.used), grouped(table.entries));
    let bytes = amounts::bytes(table.bytes);
    let updates = grouped(effort.updates);
    if table.entries == 0 {
        // A search for threats alone: what it keeps is small.
    } else if answer.search.backup == Backup::Sets {
        page.field(
            "Graph",
            &format!(
                "{used} positions of about {all} ({bytes}), {hits:.0}% met again, {updates} updates"
            ),
        )?;
    } else if answer.search.options().method.grows_a_tree() {
        page.field("Tree", &format!("{used} of {all} nodes used ({bytes}), {updates} updates"))?;
    } else {
        let replaced = grouped(table.replaced);
        page.field(
            "Table",
            &format!(
                "{used} of {all} entries used ({bytes}), {hits:.0}% hits, {replaced} replaced"
            ),
        )?;
    }
    if let Some(numbers) = answer.numbers.filter(|_| answer.result == Decision::Unknown) {
        let (pn, dn) = (number(numbers.pn), number(numbers.dn));
        page.field("Numbers", &format!("proof {pn}, disproof {dn}"))?;
    }
    page.field("Search", &answer.search.summary())?;
    match &answer.advice {
        Some(advice) => page.field("Advice", advice),
        None => Ok(()),
    }
}

pub fn certificate(certified: &Certified, page: &mut Page) -> io::Result<()> {
    let grouped = amounts::grouped;
    let seconds = |seconds: f64| amounts::duration(Duration::from_secs_f64(seconds));
    let mut parts = Vec::new();
    let positions = if certified.nodes == 1 { "position" } else { "positions" };
    let mut proof = format!("{} {positions}", grouped(certified.nodes));
    if certified.nodes < certified.positions_at_first {
        let before = grouped(certified.positions_at_first);
        proof += &format!(" ({before} before smaller proofs were chosen)");
    }
    if certified.positions_written > certified.nodes {
        // Those that several lines lead to, and that are too small to be worth a reference.
        let written = grouped(certified.positions_written);
        proof += &format!(", of which some are repeated in the file ({written} in all)");
    }
    parts.push(proof);
    if certified.searched_again > 0 {
        parts.push(format!("{} searched again", grouped(certified.searched_again)));
    }
    if certified.corrected > 0 {
        parts.push(format!("{} corrected", grouped(certified.corrected)));
    }
    parts.push(format!("{} bytes, {}", grouped(certified.bytes), seconds(certified.seconds)));
    page.field("Proof", &parts.join(", "))?;
    if let Some(file) = &certified.file {
        page.field("Written", file)?;
    }
    if let Some(verdict) = certified.verdict {
        let time = seconds(certified.check_seconds.unwrap_or_default());
        page.field("Checked", &format!("{} in {time}", verdict.to_uppercase()))?;
    }
    Ok(())
}

/// What only the curious want to know.
pub fn settings(answer: &Answer, page: &mut Page) -> io::Result<()> {
    let search = &answer.search;
    let room = match search.room {
        Room::Memory(bytes) => format!("memory {}", amounts::bytes(bytes)),
        Room::Entries(entries) => format!("{} entries", amounts::grouped(entries)),
    };
    page.field("", &format!("backup {}, replace {}, {room}", search.backup, search.replace))?;
    let mut label = "Questions";
    for asked in &answer.questions {
        page.field(label, &format!("{}: {}", asked.question, asked.result.word()))?;
        label = "";
    }
    page.field("Position", &answer.position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_of_play_are_cut_with_a_count() {
        let moves: Vec<String> = (1..=30).map(|n| format!("m{n}")).collect();
        assert_eq!(shortened(&moves[..3], 20, 1), "m1 m2 m3");
        let text = shortened(&moves, 24, 2);
        assert!(wrap(&text, 24).len() <= 2, "{text}");
        assert!(text.starts_with("m1 m2 ") && text.ends_with(" more)"), "{text}");
        assert_eq!(shortened(&moves, 3, 1), "m1 … (29 more)");
    }
}

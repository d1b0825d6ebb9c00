//! An answer for people: the answer first, then how it is played, then the figures.

use std::io;
use std::time::Duration;

use crate::answer::{Answer, Decision, StopReason, number};
use crate::backup::Backup;
use crate::certificate::Certified;
use crate::checkpoint;
use crate::choices::Goal;
use crate::go;
use crate::method::Method;
use crate::output::{BAD, GOOD, OPEN, PLAIN, Page, wrap};
use crate::settings::{Room, Second, Settings, Threshold};
use crate::size;

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
    if let Some(life) = &answer.life {
        return go::page::write(answer, life, detail, page);
    }
    let style = match answer.result {
        Decision::Proved => GOOD,
        Decision::Disproved => BAD,
        Decision::Unknown => OPEN,
    };
    if !answer.effort.unsound {
        page.paragraph(&sentence(answer), style)?;
    } else {
        // Nothing is proved.
        let sentence = sentence(answer).replace(" (proved)", "").replace(" (disproved)", "");
        page.paragraph(&sentence, OPEN)?;
        let moves = size::grouped(answer.effort.pruned);
        let warning = format!(
            "Unsound heuristics used: {moves} moves were dropped for want of memory. The answer may \
             be wrong."
        );
        page.paragraph(&warning, BAD)?;
    }
    if detail == Detail::AnswerOnly {
        return Ok(());
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
    if let Some(certified) = &answer.certificate {
        certificate(certified, page)?;
    }
    checkpoint::write(answer, page)?;
    if detail == Detail::All {
        settings(answer, page)?;
    }
    Ok(())
}

/// The answer in a sentence.
pub fn sentence(answer: &Answer) -> String {
    let scene = &answer.scene;
    let mover = match scene.mover {
        Some(mover) if !answer.over => mover,
        _ => return over(answer),
    };
    let opponent = scene.opponent;
    let text = match (answer.result, answer.goal) {
        (Decision::Unknown, _) => return unknown(answer),
        (Decision::Proved, Goal::Win) => format!("{mover} wins (proved)."),
        (Decision::Disproved, Goal::Win) if answer.winner.is_some() => {
            format!("{mover} does not win: {opponent} wins (disproved).")
        }
        (Decision::Disproved, Goal::Win) => {
            format!("{mover} does not win: {opponent} can at least draw (disproved).")
        }
        (Decision::Proved, Goal::Draw) => format!("{mover} can at least draw (proved)."),
        (Decision::Disproved, Goal::Draw) => {
            format!("{mover} cannot draw: {opponent} wins (disproved).")
        }
        (_, Goal::Value | Goal::Live | Goal::Kill | Goal::Status) => {
            let result = match answer.winner {
                Some(winner) => format!("{winner} wins"),
                None => "the game is a draw".to_string(),
            };
            match answer.value.as_deref().filter(|_| scene.has_scores) {
                Some(score) => {
                    let counts_for = scene.counts_for;
                    format!("{result}: the value is {score}, counted for {counts_for} (proved).")
                }
                None => format!("{result} (proved)."),
            }
        }
    };
    capitalised(&text)
}

fn over(answer: &Answer) -> String {
    let result = match answer.winner {
        Some(winner) => format!("{winner} has won"),
        None => "it is a draw".to_string(),
    };
    match answer.value.as_deref().filter(|_| answer.scene.has_scores && answer.goal == Goal::Value)
    {
        Some(score) => {
            let counts_for = answer.scene.counts_for;
            format!(
                "The game is over: {result}, with a value of {score}, counted for {counts_for}."
            )
        }
        None => format!("The game is over: {result}."),
    }
}

/// Why the answer is not known.
pub fn reason(answer: &Answer) -> String {
    let limits = &answer.search.limits;
    match answer.stopped {
        Some(StopReason::Time) => {
            format!("the time of {} is over", size::duration(limits.time.unwrap_or_default()))
        }
        Some(StopReason::Nodes) => {
            let counted = answer.effort.counted.unwrap_or("visited");
            format!("{} nodes were {counted}", size::grouped(limits.nodes.unwrap_or_default()))
        }
        Some(StopReason::Memory) if answer.search.backup == Backup::Sets => {
            "the graph outgrew its memory; give more --memory, or choose another --backup"
                .to_string()
        }
        Some(StopReason::Memory) if answer.search.options().method.grows_a_tree() => {
            "the tree outgrew its memory; give more --memory, or use --search df-pn".to_string()
        }
        Some(StopReason::Memory) => {
            "the line of play outgrew its share of the memory; give more --memory".to_string()
        }
        Some(StopReason::Breadth) if matches!(answer.search.name, Method::Widening(_)) => {
            let name = answer.search.name;
            format!("{name} found no threat that decides it; choose --search abgw")
        }
        Some(StopReason::Breadth) => {
            let threats = answer.search.threats;
            match threats.and_then(|threats| threats.top) {
                Some(top) => format!(
                    "no win was found among the {top} most promising moves of each position; try a \
                     larger --top or --threat-nodes"
                ),
                None => {
                    let mover = answer.scene.mover.unwrap_or_default();
                    let depth = threats.map_or(0, |threats| threats.depth);
                    format!(
                        "no win of {mover} by continuous threats of at most {depth} moves was found"
                    )
                }
            }
        }
        Some(StopReason::Interrupt) | None => "the search was interrupted".to_string(),
    }
}

fn unknown(answer: &Answer) -> String {
    let reason = reason(answer);
    let bounds = match (&answer.at_least, &answer.at_most) {
        (Some(low), Some(high)) if answer.scene.has_scores => {
            format!(
                " The value is between {low} and {high}, counted for {}.",
                answer.scene.counts_for
            )
        }
        (Some(low), Some(high)) if low == "draw" || high == "draw" => {
            let mover = answer.scene.mover.unwrap_or_default();
            let known = if low == "draw" { "at least draws" } else { "does not win" };
            format!(" {} {known}.", capitalised(mover))
        }
        _ => String::new(),
    };
    format!("Not decided: {reason}.{bounds}")
}

/// Names of players are words ("black") or signs ("x"), which keep their form.
pub fn capitalised(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or(text);
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) if first.chars().count() > 1 => letter.to_uppercase().chain(letters).collect(),
        _ => text.to_string(),
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
    if let Some(victory) = &answer.victory {
        let squares = victory.zone.len();
        let list = shortened(&victory.zone, page.field_width().saturating_sub(14), most.min(2));
        page.field("Zone", &format!("{squares} squares: {list}"))?;
    }
    if answer.result == Decision::Disproved && answer.value.is_none() {
        let opponent = answer.scene.opponent;
        page.field("Hint", &format!("--goal draw asks whether {opponent} wins"))?;
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
            size::grouped((moves.len() - count) as u64)
        )
    };
    let fits = |count: &usize| wrap(&some(*count), width).len() <= most_lines;
    some((1..moves.len()).take_while(fits).last().unwrap_or(1))
}

pub fn figures(answer: &Answer, page: &mut Page) -> io::Result<()> {
    let effort = &answer.effort;
    let grouped = size::grouped;
    let mut nodes = grouped(effort.nodes);
    if effort.expansions > 0 {
        nodes += &format!(
            "{} ({} expansion{}, {} seesaw), {} deep",
            effort.counted.map_or_else(String::new, |counted| format!(" {counted}")),
            grouped(effort.expansions),
            if effort.expansions == 1 { "" } else { "s" },
            grouped(effort.seesaw),
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
    let time = size::duration(Duration::from_secs_f64(effort.seconds));
    page.field("Time", &format!("{time}, {} nodes/s", grouped(effort.nodes_per_second)))?;
    let table = &effort.table;
    let lookups = table.hits + table.misses;
    let hits = if lookups > 0 { 100.0 * table.hits as f64 / lookups as f64 } else { 0.0 };
    let (used, all) = (grouped(table.used), grouped(table.entries));
    let bytes = size::bytes(table.bytes);
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
    page.field("Search", &search_line(&answer.search))
}

/// How is searched, on a line.
pub fn search_line(search: &Settings) -> String {
    let mut parts = vec![search.name.to_string()];
    match search.step {
        Some(Threshold::Epsilon(epsilon)) => parts.push(format!("epsilon {epsilon}")),
        Some(Threshold::Delta(delta)) => parts.push(format!("delta {delta}")),
        None => {}
    }
    match search.second {
        Some(Second::Fixed(nodes)) => parts.push(format!("second level {nodes}")),
        Some(Second::Logistic([a, b])) => parts.push(format!("second level {a},{b}")),
        None => {}
    }
    parts.extend(search.r.map(|r| format!("r {r}")));
    parts.extend(search.job.map(|nodes| format!("job {nodes}")));
    if let Some(threats) = search.threats {
        if search.name != Method::RzDfPn && threats.top.is_some() {
            parts.push("zones".into());
        }
        parts.extend(threats.top.map(|top| format!("top {top}")));
        parts.extend(threats.nodes.map(|nodes| format!("threats of {nodes} nodes")));
        parts.push(format!("at most {} moves", threats.depth));
    }
    if !search.is_pure_threats() && !matches!(search.name, Method::Widening(_)) {
        parts.push(format!("init {}", search.init));
    }
    if let Some(plies @ 1..) = search.look_ahead {
        parts.push(format!("look-ahead {plies}"));
    }
    parts.extend(search.deep.map(|[e, d]| format!("deep {e},{d}")));
    if search.threads > 1 {
        parts.push(format!("{} threads", search.threads));
        parts.extend(search.parallel.map(|parallel| format!("parallel {parallel}")));
    }
    if search.backup != Backup::Sum {
        parts.push(format!("backup {}", search.backup));
    }
    if let Some(cycles) = search.cycles {
        parts.push(format!("cycles {cycles}"));
    }
    parts.join(", ")
}

pub fn certificate(certified: &Certified, page: &mut Page) -> io::Result<()> {
    let grouped = size::grouped;
    let seconds = |seconds: f64| size::duration(Duration::from_secs_f64(seconds));
    let mut parts = Vec::new();
    let positions = if certified.nodes == 1 { "position" } else { "positions" };
    let mut proof = format!("{} {positions}", grouped(certified.nodes));
    if certified.nodes < certified.positions_at_first {
        let before = grouped(certified.positions_at_first);
        proof += &format!(" ({before} before smaller proofs were chosen)");
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
        Room::Memory(bytes) => format!("memory {}", size::bytes(bytes)),
        Room::Entries(entries) => format!("{} entries", size::grouped(entries)),
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

    #[test]
    fn signs_keep_their_form() {
        assert_eq!(capitalised("black wins"), "Black wins");
        assert_eq!(capitalised("x wins"), "x wins");
        assert_eq!(capitalised(""), "");
    }
}

//! What becomes of stones, for people: in a sentence, move by move, and drawn.

use std::io;

use phidelta_games::go_life::MOST_THREATS;

use super::life::{Basis, First, FirstMove, Life, NOT_DECIDED, Region, RegionSource, ThreatCount};
use crate::answer::{Answer, Decision};
use crate::human::{self, Detail, MOST_LINES, capitalised, shortened};
use crate::output::{BAD, BOLD, GOOD, OPEN, Page};

/// Writes an answer to the page.
///
/// # Errors
/// If it cannot be written.
pub fn write(answer: &Answer, life: &Life, detail: Detail, page: &mut Page) -> io::Result<()> {
    let style = match answer.result {
        Decision::Proved => GOOD,
        Decision::Disproved => BAD,
        Decision::Unknown => OPEN,
    };
    page.paragraph(&sentence(answer, life), style)?;
    if detail == Detail::AnswerOnly {
        return Ok(());
    }
    for first in &life.first {
        page.gap()?;
        write_first(first, detail, page)?;
    }
    page.gap()?;
    page.verbatim(&answer.scene.board)?;
    page.gap()?;
    if let Some(region) = &life.region {
        let count = region.points.len();
        let kind = match region.kind {
            RegionSource::Given => "given",
            RegionSource::Marked => "marked",
            RegionSource::Closed => "enclosed",
            RegionSource::Cut if region.walled => "near the group",
            RegionSource::Cut => "near the group; who gets out of it is alive",
        };
        let kind = if region.walled { format!("{kind}, walled in") } else { kind.into() };
        let list = shortened(&region.points, page.field_width().saturating_sub(30), 2);
        let plural = if count == 1 { "" } else { "s" };
        page.field("Region", &format!("{count} point{plural}, {kind}: {list}"))?;
    }
    if answer.effort.nodes > 0 {
        human::figures(answer, page)?;
    }
    if let Some(certified) = &answer.certificate {
        human::certificate(certified, page)?;
    }
    if detail == Detail::All {
        human::settings(answer, page)?;
    }
    Ok(())
}

/// What happens if a side moves first.
fn write_first(first: &First, detail: Detail, page: &mut Page) -> io::Result<()> {
    let how = match first.best_move.as_deref() {
        _ if first.needs_move == Some(false) => ", and no move is needed".into(),
        Some(name) => format!(", by {name}"),
        None => String::new(),
    };
    let head = format!("{} first: {}{how}", first.mover, first.told.phrase());
    page.paragraph(&capitalised(&head), BOLD)?;
    let most = if detail == Detail::All { usize::MAX } else { MOST_LINES };
    if !first.line.is_empty() {
        let line: Vec<String> = marked(&first.line, &first.by_threat).collect();
        page.field("Line", &shortened(&line, page.field_width(), most))?;
    }
    let of = |right| first.moves.iter().filter(move |first| first.right == right);
    let names: Vec<String> = of(Some(true)).map(|first| first.name.clone()).collect();
    if !names.is_empty() {
        page.field("Right", &names.join(" "))?;
    }
    let mut label = "Wrong";
    for wrong in of(Some(false)) {
        page.field(label, &shortened(&words(wrong), page.field_width(), most.min(2)))?;
        label = "";
    }
    let open: Vec<String> = of(None).map(|first| first.name.clone()).collect();
    if !open.is_empty() {
        page.field("Not known", &open.join(" "))?;
    }
    Ok(())
}

/// A wrong move, what it leads to, and how it is refuted.
fn words(wrong: &FirstMove) -> Vec<String> {
    let FirstMove { name, told, line, by_threat, .. } = wrong;
    let head = format!("{name}: {}{}", told.phrase(), if line.is_empty() { "" } else { ", by" });
    head.split(' ').map(String::from).chain(marked(line, by_threat)).collect()
}

/// The moves of a line, with a mark where a ko is taken back by a threat.
fn marked(line: &[String], by_threat: &[usize]) -> impl Iterator<Item = String> {
    line.iter().enumerate().map(|(place, name)| match by_threat.contains(&place) {
        true => format!("{name}(threat)"),
        false => name.clone(),
    })
}

/// The answer in a sentence.
pub fn sentence(answer: &Answer, life: &Life) -> String {
    let group = format!("the {} group of {}", life.defender, life.targets.join(" and "));
    let facts = match &life.first[..] {
        [one, other] if one.told.phrase() == other.told.phrase() => {
            format!("{group} is {}, whoever plays first", one.told.phrase())
        }
        all => {
            let parts: Vec<String> = all
                .iter()
                .map(|first| {
                    let mover = capitalised(first.mover);
                    format!("{} if {mover} plays first", first.told.phrase())
                })
                .collect();
            format!("{group} is {}", parts.join(", and "))
        }
    };
    let basis = match life.rests_on {
        Basis::EyeRules => ", by the eye rules of Cazenave (2004)".into(),
        Basis::Proof => proved(life),
    };
    let is_open = |first: &First| first.told.phrase() == NOT_DECIDED;
    match answer.result {
        Decision::Unknown if life.first.iter().all(is_open) => {
            format!("Not decided: {}.", human::reason(answer))
        }
        Decision::Unknown => {
            format!("{}{basis}. Not decided: {}.", capitalised(&facts), human::reason(answer))
        }
        _ => format!("{}{basis}.", capitalised(&facts)),
    }
}

/// What a proof rests on.
fn proved(life: &Life) -> String {
    let place = match &life.region {
        Some(Region { walled: true, .. }) => " behind a wall",
        Some(Region { kind: RegionSource::Closed, .. }) | None => "",
        Some(_) => " in the region",
    };
    let Some(threats) = life.ko_threats else { return format!(" (proved{place})") };
    let attacker = if life.defender == "black" { "white" } else { "black" };
    let parts: Vec<String> = [life.defender, attacker]
        .into_iter()
        .zip(threats)
        .filter(|(_, threats)| *threats != ThreatCount(0))
        .map(|(player, ThreatCount(count))| (capitalised(player), count))
        .map(|(player, count)| match count {
            1 => format!("{player} has 1 ko threat"),
            count @ ..=MOST_THREATS => format!("{player} has {count} ko threats"),
            _ => format!("{player} has ko threats without end"),
        })
        .collect();
    match &parts[..] {
        [] => format!(" (proved{place}, without ko threats)"),
        parts => format!(" (proved{place}, if {})", parts.join(" and ")),
    }
}

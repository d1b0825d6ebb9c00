//! What becomes of stones, for people: in a sentence, and move by move.

use phidelta::details::{self, Details, Field, Section};
use phidelta::words::capitalised;
use phidelta::{Answer, Decision};
use serde_json::{Map, Value};

use super::life::{Basis, First, FirstMove, Life, NOT_DECIDED, Region, RegionSource, ThreatCount};
use crate::go_life::MOST_THREATS;

impl Details for Life {
    fn members(&self) -> Map<String, Value> {
        Map::from_iter([("life".to_string(), Value::Object(details::members(self)))])
    }

    fn sentence(&self, answer: &Answer) -> Option<String> {
        Some(sentence(answer, self))
    }

    fn sections(&self) -> Option<Vec<Section>> {
        Some(self.first.iter().map(section).collect())
    }

    fn fields(&self) -> Vec<Field> {
        self.region.iter().map(region_field).collect()
    }

    fn sgf(&self) -> Option<&str> {
        Some(&self.sgf)
    }
}

/// Where both sides play.
fn region_field(region: &Region) -> Field {
    let count = region.points.len();
    let kind = match region.kind {
        RegionSource::Given => "given",
        RegionSource::Marked => "marked",
        RegionSource::Closed => "enclosed",
        RegionSource::Cut if region.walled => "near the group",
        RegionSource::Cut => "near the group; who gets out of it is alive",
    };
    let kind = if region.walled { format!("{kind}, walled in") } else { kind.into() };
    let plural = if count == 1 { "" } else { "s" };
    Field {
        label: "Region",
        text: format!("{count} point{plural}, {kind}:"),
        list: region.points.clone(),
        is_minor: true,
    }
}

/// What happens if a side moves first.
fn section(first: &First) -> Section {
    let how = match first.best_move.as_deref() {
        _ if first.needs_move == Some(false) => ", and no move is needed".into(),
        Some(name) => format!(", by {name}"),
        None => String::new(),
    };
    let head = format!("{} first: {}{how}", first.mover, first.status.phrase());
    let list = |label, list, is_minor| Field { label, text: String::new(), list, is_minor };
    let text = |label, text| Field { label, text, list: Vec::new(), is_minor: false };
    let mut fields = Vec::new();
    if !first.line.is_empty() {
        fields.push(list("Line", marked(&first.line, &first.by_threat).collect(), false));
    }
    let of = |right| first.moves.iter().filter(move |first| first.right == right);
    let names = |right| of(right).map(|first| &*first.name).collect::<Vec<&str>>().join(" ");
    let right = names(Some(true));
    if !right.is_empty() {
        fields.push(text("Right", right));
    }
    let mut label = "Wrong";
    for wrong in of(Some(false)) {
        fields.push(list(label, words(wrong), true));
        label = "";
    }
    let open = names(None);
    if !open.is_empty() {
        fields.push(text("Not known", open));
    }
    Section { heading: capitalised(&head), fields }
}

/// A wrong move, what it leads to, and how it is refuted.
fn words(wrong: &FirstMove) -> Vec<String> {
    let FirstMove { name, status, line, by_threat, .. } = wrong;
    let head = format!("{name}: {}{}", status.phrase(), if line.is_empty() { "" } else { ", by" });
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
        [one, other] if one.status.phrase() == other.status.phrase() => {
            format!("{group} is {}, whoever plays first", one.status.phrase())
        }
        all => {
            let parts: Vec<String> = all
                .iter()
                .map(|first| {
                    let mover = capitalised(first.mover);
                    format!("{} if {mover} plays first", first.status.phrase())
                })
                .collect();
            format!("{group} is {}", parts.join(", and "))
        }
    };
    let basis = match life.rests_on {
        Basis::EyeRules => " (an estimate by the eye rules of Cazenave 2004, not proved)".into(),
        Basis::Proof => proved(life),
    };
    let is_open = |first: &First| first.status.phrase() == NOT_DECIDED;
    match answer.decision() {
        Decision::Unknown if life.first.iter().all(is_open) => {
            format!("Not decided: {}.", answer.reason())
        }
        Decision::Unknown => {
            format!("{}{basis}. Not decided: {}.", capitalised(&facts), answer.reason())
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

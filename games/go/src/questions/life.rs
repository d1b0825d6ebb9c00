//! What is told about the life of stones.
//!
//! Serialised, it is the `life` of a result. Programs rely on its fields: add to them, do not rename
//! them.

use std::cmp::Ordering;

use phidelta::StopReason;
use phidelta::words::capitalised;
use serde::{Serialize, Serializer};

use crate::Colour;
use crate::go_life::MOST_THREATS;

/// What is said where nothing is known.
pub const NOT_DECIDED: &str = "not decided";

/// What becomes of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// They are captured, whatever ko threats their owner has.
    Dead,
    /// It depends on a ko: without ko threats, the one who needs them fails.
    Ko { needs: Party, threats: Threats },
    /// They are not captured, but do not get two eyes either.
    Seki,
    /// They live, whatever ko threats the opponent has.
    Alive,
    /// That was not found out.
    Unknown,
}

/// A side of the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    Defender,
    Attacker,
}

/// How many ko threats are needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Threats {
    Counted(u8),
    /// More than are counted.
    Many,
    /// They were not counted.
    Some,
}

/// What was found out about a position, or about a first move.
#[derive(Clone, Debug)]
pub struct Finding {
    pub standing: Standing,
    /// If the standing is not known: whether the stones live if nobody has ko threats.
    pub lives_without_threats: Option<bool>,
    /// How it goes on: with as many ko threats as the one who moved first can stand against, or needs;
    /// and with as many as the opponent can, or needs. One of the two may be empty.
    pub lines: [Vec<String>; 2],
    /// Why the standing is not known.
    pub stopped: Option<StopReason>,
}

/// The `life` of a result.
#[derive(Debug, Serialize)]
pub struct Life {
    pub targets: Vec<String>,
    pub defender: &'static str,
    pub rests_on: Basis,
    /// Where both sides play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The ko threats of the defender and the attacker, if they were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko_threats: Option<[ThreatCount; 2]>,
    /// What happens if each side that was asked about moves first.
    pub first: Vec<First>,
    #[serde(skip)]
    pub sgf: String,
}

/// Why an answer is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// All moves in the region.
    Proof,
    /// Rules about eyes and about which moves count (Cazenave 2004).
    EyeRules,
}

/// Where both sides play.
#[derive(Clone, Debug, Serialize)]
pub struct Region {
    pub kind: RegionSource,
    /// Whether stones of the attacker were put around it.
    pub walled: bool,
    pub points: Vec<String>,
}

/// Where a region is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RegionSource {
    Given,
    Marked,
    /// It was computed, and walls enclose it.
    Closed,
    /// It was computed, and cut off at a distance.
    Cut,
}

/// A number of ko threats, or no end of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatCount(pub u8);

/// What happens if a side moves first.
#[derive(Debug, Serialize)]
pub struct First {
    pub mover: &'static str,
    #[serde(flatten)]
    pub status: StatusWords,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_move: Option<String>,
    /// Whether it would be worse to play elsewhere, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs_move: Option<bool>,
    pub line: Vec<String>,
    /// The places in the line where a ko is taken back by a threat, from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_threat: Vec<usize>,
    /// All first moves, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<FirstMove>,
}

/// A first move.
#[derive(Debug, Serialize)]
pub struct FirstMove {
    #[serde(rename = "move")]
    pub name: String,
    /// Whether it is as good as any. `None` if that is not known.
    pub right: Option<bool>,
    #[serde(flatten)]
    pub status: StatusWords,
    /// How it goes on.
    pub line: Vec<String>,
    /// The places in the line where a ko is taken back by a threat, from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_threat: Vec<usize>,
}

/// A standing in the words of a result.
#[derive(Clone, Debug, Serialize)]
pub struct StatusWords {
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<Ko>,
    /// If the status is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lives_without_threats: Option<bool>,
}

/// What depends on a ko.
#[derive(Clone, Debug, Serialize)]
pub struct Ko {
    /// Who needs threats.
    pub needs: &'static str,
    /// How many, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<ThreatCount>,
}

impl Party {
    /// The party of a player.
    pub fn of(colour: Colour, defender: Colour) -> Self {
        if colour == defender { Party::Defender } else { Party::Attacker }
    }

    /// The colour of its stones.
    pub fn colour(self, defender: Colour) -> Colour {
        match self {
            Party::Defender => defender,
            Party::Attacker => !defender,
        }
    }
}

impl Finding {
    /// How it goes on if who moved first is right, or how that is refuted.
    pub fn line(&self, is_right: bool) -> Vec<String> {
        let [own, opponents] = &self.lines;
        let (wanted, other) = if is_right { (own, opponents) } else { (opponents, own) };
        if wanted.is_empty() { other.clone() } else { wanted.clone() }
    }
}

impl Standing {
    /// Whether the stones live if nobody has ko threats.
    pub fn lives(self) -> Option<bool> {
        match self {
            Standing::Dead | Standing::Ko { needs: Party::Defender, .. } => Some(false),
            Standing::Ko { needs: Party::Attacker, .. } | Standing::Seki | Standing::Alive => {
                Some(true)
            }
            Standing::Unknown => None,
        }
    }

    /// Compares what is better for the defender, where both are known.
    pub fn compare(self, other: Standing) -> Option<Ordering> {
        let rank = |standing: Standing| match standing {
            Standing::Dead => Some((0, None)),
            // Fewer threats are easier to have.
            Standing::Ko { needs: Party::Defender, threats } => Some((1, Some(threats))),
            Standing::Ko { needs: Party::Attacker, threats } => Some((2, Some(threats))),
            Standing::Seki => Some((3, None)),
            Standing::Alive => Some((4, None)),
            Standing::Unknown => None,
        };
        let (one, other) = (rank(self)?, rank(other)?);
        let threats = match one.0 {
            1 => other.1.cmp(&one.1),
            _ => one.1.cmp(&other.1),
        };
        Some(one.0.cmp(&other.0).then(threats))
    }

    /// Whether it is the worst that can happen to this party.
    pub fn is_worst_for(self, party: Party) -> bool {
        match party {
            Party::Defender => self == Standing::Dead,
            Party::Attacker => self == Standing::Alive,
        }
    }

    /// The word that tells it.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Dead => "dead",
            Standing::Ko { .. } => "ko",
            Standing::Seki => "seki",
            Standing::Alive => "alive",
            Standing::Unknown => "unknown",
        }
    }
}

impl StatusWords {
    /// What was found out about the stones of a player.
    pub fn new(finding: &Finding, defender: Colour) -> Self {
        let ko = match finding.standing {
            Standing::Ko { needs, threats } => Some(Ko {
                needs: needs.colour(defender).name(),
                threats: match threats {
                    Threats::Counted(count) => Some(ThreatCount(count)),
                    Threats::Many => Some(ThreatCount(u8::MAX)),
                    Threats::Some => None,
                },
            }),
            _ => None,
        };
        let lives_without_threats = finding.lives_without_threats;
        StatusWords { status: finding.standing.word(), ko, lives_without_threats }
    }

    /// The words that tell it to people, after "the group is".
    pub fn phrase(&self) -> String {
        match (self.status, &self.ko, self.lives_without_threats) {
            (_, Some(ko), _) => format!("in ko ({})", ko.needs()),
            ("seki", ..) => "alive in seki".into(),
            ("unknown", _, Some(true)) => "alive without ko threats".into(),
            ("unknown", _, Some(false)) => "dead without ko threats".into(),
            ("unknown", ..) => NOT_DECIDED.into(),
            (status, ..) => status.into(),
        }
    }

    /// The words that tell it in the margin of a move.
    pub fn remark(&self) -> String {
        match &self.ko {
            Some(ko) => format!("ko: {}", ko.needs()),
            None => self.phrase(),
        }
    }
}

impl Ko {
    /// Who needs what.
    fn needs(&self) -> String {
        let player = capitalised(self.needs);
        match self.threats {
            Some(ThreatCount(1)) => format!("{player} needs 1 threat"),
            Some(ThreatCount(count @ ..=MOST_THREATS)) => format!("{player} needs {count} threats"),
            Some(_) => format!("{player} needs more than {MOST_THREATS} threats"),
            None => format!("{player} needs threats"),
        }
    }
}

impl Serialize for ThreatCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            count @ ..=MOST_THREATS => serializer.serialize_u8(count),
            _ => serializer.serialize_str("inf"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standings_are_in_order() {
        let ko = |needs, threats| Standing::Ko { needs, threats };
        let order = [
            Standing::Dead,
            ko(Party::Defender, Threats::Many),
            ko(Party::Defender, Threats::Counted(2)),
            ko(Party::Defender, Threats::Counted(1)),
            ko(Party::Attacker, Threats::Counted(1)),
            ko(Party::Attacker, Threats::Counted(2)),
            ko(Party::Attacker, Threats::Many),
            Standing::Seki,
            Standing::Alive,
        ];
        for (index, one) in order.iter().enumerate() {
            for (other_index, other) in order.iter().enumerate() {
                assert_eq!(one.compare(*other), Some(index.cmp(&other_index)), "{one:?} {other:?}");
            }
            assert_eq!(one.compare(Standing::Unknown), None);
            assert_eq!(one.lives(), Some(index >= 4));
        }
    }
}

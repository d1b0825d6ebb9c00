//! A win by continuous threats as people see it: the line, the tree of defences, the zone.

use phidelta::details::{self, Details};
use phidelta_rules::Player;
use phidelta_sgf::Variation;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::field::Field;
use crate::sgf::write_sgf;
use crate::threats::Stones;
use crate::vcdt::Attack;
use crate::zone::zone;
use crate::{Connect, State};

/// How a win by threats is played.
#[derive(Debug, Serialize)]
pub struct ThreatWin {
    /// The squares that it rests on, if the opponent, before the attack, had passed.
    pub zone: Vec<String>,
    /// All defences.
    pub attack: Play,
    /// How it is played, as an SGF file.
    #[serde(skip)]
    pub sgf: String,
}

/// A move of the attacker, and what may follow.
#[derive(Debug, Serialize)]
pub struct Play {
    /// The stones, as one word.
    pub stones: String,
    /// The ways to stop all threats; none if there is no way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defences: Vec<Defence>,
}

/// A defence, and how the attack goes on.
#[derive(Debug, Serialize)]
pub struct Defence {
    /// The stones, as one word.
    pub stones: String,
    /// How the attack goes on.
    pub attack: Play,
}

impl ThreatWin {
    /// How this attack is played from a position.
    pub fn new(game: &Connect, state: &State, attack: &Attack) -> Self {
        let (attacker, shape) = (state.turn(), game.shape());
        let mut field = Field::with_stones(shape, state.all_stones());
        let zone = zone(&mut field, attacker, attack, shape.parameters.stones);
        let name = |square: usize| game.square_name(square);
        let tree = [variation(attack, attacker)];
        ThreatWin {
            zone: zone.iter().map(name).collect(),
            attack: play(game, attack),
            sgf: write_sgf(game, state, &tree),
        }
    }
}

impl Details for ThreatWin {
    fn members(&self) -> Map<String, Value> {
        details::members(self)
    }

    fn fields(&self) -> Vec<details::Field> {
        vec![details::Field {
            label: "Zone",
            text: format!("{} squares:", self.zone.len()),
            list: self.zone.clone(),
            is_minor: true,
        }]
    }

    fn sgf(&self) -> Option<&str> {
        Some(&self.sgf)
    }
}

/// The line in which the opponent holds out longest.
pub fn line(attack: &Attack) -> Vec<Stones> {
    let mut line = vec![attack.stones];
    let longest = attack.defences.iter().max_by_key(|(_, next)| length(next));
    if let Some((reply, next)) = longest {
        line.push(*reply);
        line.extend(self::line(next));
    }
    line
}

/// The attacker's moves in the longest line.
fn length(attack: &Attack) -> usize {
    1 + attack.defences.iter().map(|(_, next)| length(next)).max().unwrap_or(0)
}

fn play(game: &Connect, attack: &Attack) -> Play {
    let word = |stones: &Stones| {
        let names = stones.squares().iter().map(|&square| game.square_name(square.into()));
        names.collect::<String>()
    };
    let defences = attack
        .defences
        .iter()
        .map(|(reply, next)| Defence { stones: word(reply), attack: play(game, next) });
    Play { stones: word(&attack.stones), defences: defences.collect() }
}

fn variation(attack: &Attack, player: Player) -> Variation {
    let next = attack.defences.iter().map(|(reply, next)| Variation {
        stones: reply.squares().to_vec(),
        player: !player,
        comment: String::new(),
        next: vec![variation(next, player)],
    });
    let next: Vec<Variation> = next.collect();
    let comment = if next.is_empty() { "Not all threats can be stopped." } else { "" };
    let stones = attack.stones.squares().to_vec();
    Variation { stones, player, comment: comment.into(), next }
}

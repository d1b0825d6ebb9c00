//! The one table of all games, and how `GAME[:PARAMETERS]` finds its way into it.

use std::path::Path;

use anyhow::{Context, Result, bail};
use phidelta_games as games;
use phidelta_rules::{Instance, InstanceParameters, ParameterError};

use crate::rules::{Playable, Rules, Typed};
use crate::{go, input};

/// All games, in the order of their names. To add one, add its line. A member of a family that has
/// a name of its own has a line of its own, too.
pub const GAMES: &[Listing] = &[
    Listing::of::<games::atari_go::AtariGo>(),
    Listing::of::<games::breakthrough::Breakthrough>(),
    Listing::of::<games::clobber::Clobber>(),
    Listing::of::<games::connect::Connect>(),
    Listing::of::<games::connect_four::ConnectFour>(),
    Listing::of::<games::connect::Connect>().instance(games::connect::CONNECT6),
    Listing::of::<games::domineering::Domineering>(),
    Listing::of::<games::dots_and_boxes::DotsAndBoxes>(),
    Listing::LIFE_AND_DEATH,
    Listing::of::<games::go_life::GoLife>(),
    Listing::of::<games::go_small::GoSmall>(),
    Listing::of::<games::connect::Connect>().instance(games::connect::GOMOKU),
    Listing::of::<games::graph::AndOrGraph>(),
    Listing::of::<games::loa::Loa>(),
    Listing::of::<games::mnk::Mnk>(),
    Listing::of::<games::nim::Nim>(),
    Listing::of::<games::uttt::Uttt>(),
];

/// A game's line in the table.
pub struct Listing {
    pub name: &'static str,
    pub summary: &'static str,
    /// The form of its parameters; empty if it has none.
    pub parameters: &'static str,
    pub manual: &'static str,
    parameters_are_a_file: bool,
    /// Which game of its family it is, if it is one with a name of its own.
    instance: Option<Instance>,
    open: fn(&str) -> Result<Box<dyn Rules>, ParameterError>,
}

/// A game with its parameters.
pub struct Selected {
    pub name: &'static str,
    /// Its parameters as the user would write them: where they are a file, its name.
    pub parameters: String,
    pub rules: Box<dyn Rules>,
}

impl Listing {
    /// Go, of which only the life of stones is asked for.
    const LIFE_AND_DEATH: Listing = Listing {
        name: go::NAME,
        summary: go::SUMMARY,
        parameters: go::PARAMETERS,
        manual: go::MANUAL,
        parameters_are_a_file: false,
        instance: None,
        open: |parameters| Ok(Box::new(go::Desk::open(parameters)?)),
    };

    const fn of<G: Playable>() -> Listing {
        Listing {
            name: G::NAME,
            summary: G::SUMMARY,
            parameters: G::PARAMETERS,
            manual: G::MANUAL,
            parameters_are_a_file: G::PARAMETERS_ARE_A_FILE,
            instance: None,
            open: |parameters| Ok(Box::new(Typed(G::with_parameters(parameters)?))),
        }
    }

    /// One of the games of this family, under its own name.
    const fn instance(self, instance: Instance) -> Listing {
        let Instance { name, summary, parameters, manual, .. } = instance;
        Listing { name, summary, parameters, manual, instance: Some(instance), ..self }
    }

    fn select(&self, parameters: &str) -> Result<Selected> {
        if let Some(instance) = &self.instance {
            let InstanceParameters { own, family } = (instance.read)(parameters)?;
            let rules = (self.open)(&family)?;
            return Ok(Selected { name: self.name, parameters: own, rules });
        }
        if self.parameters_are_a_file && !parameters.is_empty() {
            let text = input::read_text(Path::new(parameters), input::PARAMETERS_LIMIT)?;
            let name = input::display_name(Path::new(parameters));
            if text.trim().is_empty() {
                bail!("{name} is empty; `phidelta games {}` tells what it should hold", self.name);
            }
            let rules = (self.open)(&text).context(name)?;
            return Ok(Selected { name: self.name, parameters: parameters.into(), rules });
        }
        let rules = (self.open)(parameters)?;
        let parameters =
            if self.parameters_are_a_file { String::new() } else { rules.parameters() };
        Ok(Selected { name: self.name, parameters, rules })
    }
}

/// Finds the game of a `GAME[:PARAMETERS]`.
///
/// # Errors
/// If there is no such game, or it cannot have these parameters.
pub fn select(text: &str) -> Result<(&'static Listing, Selected)> {
    let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
    let listing = find(name)?;
    Ok((listing, listing.select(parameters).context("game")?))
}

/// The game of exactly this name with these parameters, which are never the name of a file, and
/// are written in full, as the game writes them. `None` if there is no such game; one of a family
/// goes by the family's name.
pub fn open(name: &str, parameters: &str) -> Option<Result<Box<dyn Rules>, ParameterError>> {
    let listing = GAMES.iter().find(|game| game.name == name && game.instance.is_none())?;
    Some((listing.open)(parameters).and_then(|rules| {
        let full = rules.parameters();
        let alike =
            if listing.parameters_are_a_file { !parameters.is_empty() } else { parameters == full };
        if alike {
            return Ok(rules);
        }
        let reason = format!("`{parameters}` is not their full form, which is `{full}`");
        Err(ParameterError::Other(reason))
    }))
}

fn find(name: &str) -> Result<&'static Listing> {
    if let Some(found) = GAMES.iter().find(|game| game.name.eq_ignore_ascii_case(name)) {
        return Ok(found);
    }
    match closest(name, GAMES.iter().map(|game| game.name)) {
        Some(near) => bail!("game: there is no game `{name}`; did you mean `{near}`?"),
        None => bail!("game: there is no game `{name}`; `phidelta games` lists them"),
    }
}

/// The name that a misspelt one may have meant.
pub fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let likeness = |candidate: &&str| strsim::jaro_winkler(&name, candidate);
    // A few wrong letters, or a good beginning: `connect4`.
    let is_near = |candidate: &&str| {
        strsim::damerau_levenshtein(&name, candidate) * 3 <= candidate.len().max(3)
            || likeness(candidate) > 0.85
    };
    names.filter(is_near).max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_in_order_and_open_with_usual_parameters() {
        assert!(GAMES.is_sorted_by_key(|game| game.name));
        for game in GAMES {
            let selected = game.select("").unwrap();
            assert_eq!(selected.name, game.name);
            assert!(game.manual.lines().all(|line| line.chars().count() <= 78), "{}", game.name);
            if !game.parameters_are_a_file {
                let again = game.select(&selected.parameters).unwrap();
                assert_eq!(again.parameters, selected.parameters);
                assert_eq!(again.rules.parameters(), selected.rules.parameters());
            }
            for named in selected.rules.named_positions() {
                selected.rules.view(named.position).unwrap();
            }
        }
    }

    #[test]
    fn misspelt_names_find_their_neighbours() {
        let names = ["atari-go", "connect-four", "mnk"];
        let closest = |name| closest(name, names.into_iter());
        assert_eq!(closest("conect-four"), Some("connect-four"));
        assert_eq!(closest("mkn"), Some("mnk"));
        assert_eq!(closest("Atari_go"), Some("atari-go"));
        assert_eq!(closest("connect4"), Some("connect-four"));
        assert_eq!(closest("chess"), None);
        assert_eq!(closest(""), None);
    }
}

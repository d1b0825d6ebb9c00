//! `phidelta games`: the list of games, and the manual of each.

use std::process::ExitCode;

use anyhow::Result;

use crate::catalogue;
use crate::output::{BOLD, PLAIN, Page};
use crate::solve::write_json;

/// Manuals are written for this width.
const MOST_WIDTH: usize = 78;

/// Lists the games, or explains one.
///
/// # Errors
/// If there is no such game.
pub fn run(game: Option<&str>, is_for_programs: bool) -> Result<ExitCode> {
    match game {
        _ if is_for_programs => describe(game)?,
        Some(game) => explain(game)?,
        None => list()?,
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(game: Option<&str>) -> Result<()> {
    match game {
        Some(game) => {
            let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
            write_json(&catalogue().entry(name)?.describe(parameters)?)
        }
        None => catalogue().entries().iter().try_for_each(|game| write_json(&game.describe("")?)),
    }
}

fn list() -> Result<()> {
    let mut page = Page::new();
    let width = catalogue().entries().iter().map(|game| game.name.len()).max().unwrap_or(0);
    for game in catalogue().entries() {
        page.item(game.name, width, game.summary, PLAIN)?;
    }
    Ok(())
}

fn explain(game: &str) -> Result<()> {
    let listing = catalogue().entry(game.split(':').next().unwrap_or(game))?;
    let game = catalogue().game(game)?;
    let mut page = Page::new();
    page.width = page.width.min(MOST_WIDTH);
    page.paragraph(&format!("{}: {}", listing.name, listing.summary), BOLD)?;
    page.gap()?;
    page.prose(listing.manual)?;
    if !listing.parameters.is_empty() {
        page.gap()?;
        page.paragraph("Parameters", BOLD)?;
        page.gap()?;
        let form = format!("{}:PARAMETERS, where PARAMETERS are", listing.name);
        page.paragraph(&form, PLAIN)?;
        page.paragraph(listing.parameters, PLAIN)?;
    }
    let named = game.rules().named_positions();
    if !named.is_empty() {
        page.gap()?;
        page.paragraph("Named positions", BOLD)?;
        page.gap()?;
        for position in named {
            page.paragraph(&format!("{}: {}", position.name, position.help), PLAIN)?;
            page.verbatim(&format!("    {}", position.position))?;
        }
    }
    // Whoever has no moves to search has no guide to follow.
    if game.rules().object().is_none() {
        return Ok(());
    }
    page.gap()?;
    let guide = if game.rules().has_guide() {
        "Searches use the game's guide unless --init says otherwise."
    } else {
        "The game has no guide: searches start from the rules alone."
    };
    page.paragraph(guide, PLAIN)?;
    if game.rules().has_evaluation() {
        page.paragraph("Its positions can be evaluated: --init evaluation.", PLAIN)?;
    }
    Ok(())
}

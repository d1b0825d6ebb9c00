//! `phidelta show`: a position, drawn, with its moves.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, bail};

use phidelta::Situation;

use crate::args::Show;
use crate::human::{MOST_LINES, shortened};
use crate::output::Page;
use crate::solve::write_json;
use crate::{catalogue, position, show_certificate};

/// Draws the position, or shows the certificate.
///
/// # Errors
/// If there is no such game, position or file.
pub fn run(options: &Show) -> Result<ExitCode> {
    if let Some(file) = &options.certificate {
        return show_certificate::run(file, options);
    }
    let game = catalogue().game(options.game.as_deref().unwrap_or_default())?;
    let position = game.position(&position::read(&options.position)?);
    let position = position.map_err(|error| position::explain(&options.position, error))?;
    if options.json {
        write_json(&position.describe())?;
        return Ok(ExitCode::SUCCESS);
    }
    let view = position.view();
    if options.sgf {
        let Some(sgf) = &view.sgf else {
            bail!(
                "sgf: positions of {} are not written as SGF files; leave --sgf out",
                game.name()
            );
        };
        io::stdout().write_all(sgf.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = Page::new();
    page.verbatim(&view.board)?;
    page.gap()?;
    match &view.situation {
        Situation::ToMove { player, moves } => {
            page.field("To move", player)?;
            let shown = shortened(moves, page.field_width().saturating_sub(5), MOST_LINES);
            page.field("Moves", &format!("{}: {shown}", moves.len()))?;
        }
        Situation::Over { result } => page.field("Result", result)?,
    }
    page.field("Position", &view.position)?;
    Ok(ExitCode::SUCCESS)
}

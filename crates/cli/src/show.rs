//! `phidelta show`: a position, drawn, with its moves.

use std::process::ExitCode;

use anyhow::Result;

use crate::args::Subject;
use crate::output::Page;
use crate::rules::Situation;
use crate::{position, registry};

/// Draws the position.
///
/// # Errors
/// If there is no such game or position.
pub fn run(subject: &Subject) -> Result<ExitCode> {
    let (_, game) = registry::select(&subject.game)?;
    let view = game.rules.view(&position::read(&subject.position)?)?;
    let mut page = Page::new();
    page.verbatim(&view.board)?;
    page.gap()?;
    match view.situation {
        Situation::ToMove { player, moves } => {
            page.field("To move", player)?;
            page.field("Moves", &format!("{}: {}", moves.len(), moves.join(" ")))?;
        }
        Situation::Over { result } => page.field("Result", &result)?,
    }
    page.field("Position", &view.position)?;
    Ok(ExitCode::SUCCESS)
}

//! What a check of a certificate came to, for people.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use phidelta::amounts;
use phidelta::proof::{CheckReport, Figures, VerdictWord};
use phidelta::words::on_one_line;

use crate::human::{MOST_LINES, shortened};
use crate::output::{BAD, GOOD, OPEN, PLAIN, Page};

/// Writes it for people.
///
/// # Errors
/// If it cannot be written.
pub fn write(report: &CheckReport, quiet: bool, page: &mut Page) -> io::Result<()> {
    if quiet {
        return write_verdict(report, page);
    }
    if report.about.is_some() {
        write_subject(report, page)?;
        page.gap()?;
    }
    write_verdict(report, page)?;
    // What is not a certificate has no places.
    if report.about.is_some() && (report.verdict == VerdictWord::Refuted || report.place.is_some())
    {
        page.gap()?;
        write_place(report, page)?;
    }
    if report.figures.bytes > 0 {
        page.gap()?;
        write_figures(&report.figures, report.verdict, page)?;
    }
    Ok(())
}

/// The exit status that tells the verdict.
pub fn status(report: &CheckReport) -> ExitCode {
    if report.verdict == VerdictWord::Verified { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes what the certificate is about: the board, and what is claimed.
///
/// # Errors
/// If it cannot be written.
pub fn write_subject(report: &CheckReport, page: &mut Page) -> io::Result<()> {
    if let Some(subject) = &report.subject {
        page.verbatim(&subject.board)?;
        if let Some(mover) = subject.mover {
            page.paragraph(&format!("{mover} to move"), PLAIN)?;
        }
        page.gap()?;
        if let Some(about) = &report.about {
            page.field("Game", &about.name())?;
        }
        return page.field("Claim", &subject.claimed);
    }
    let Some(about) = &report.about else { return Ok(()) };
    for (label, text) in
        [("Game", &about.game), ("Options", &about.parameters), ("Position", &about.position)]
    {
        page.field(label, &on_one_line(text))?;
    }
    Ok(())
}

/// Writes the verdict, and where in the proof it is about.
///
/// # Errors
/// If it cannot be written.
pub fn write_verdict(report: &CheckReport, page: &mut Page) -> io::Result<()> {
    let style = match report.verdict {
        VerdictWord::Verified => GOOD,
        VerdictWord::Refuted => BAD,
        VerdictWord::Incomplete => OPEN,
    };
    page.paragraph(&report.sentence(), style)
}

fn write_place(report: &CheckReport, page: &mut Page) -> io::Result<()> {
    if let Some(byte) = report.byte.filter(|_| report.verdict == VerdictWord::Refuted) {
        let block = format!("the block at byte {}", amounts::grouped(byte));
        let place = match report.within {
            Some(within) => {
                format!("{block} of the file, byte {} of its contents", amounts::grouped(within))
            }
            None => format!("{block} of the file"),
        };
        page.field("Where", &place)?;
    }
    let Some(place) = &report.place else { return Ok(()) };
    if let Some(subject) = &report.subject
        && subject.claims.len() > 1
        && let Some((_, words)) = subject.claims.get(place.claim as usize)
    {
        page.field("Claim", words)?;
    }
    if place.line.is_empty() {
        return page.field("Line", "none: it is the position above");
    }
    page.field("Line", &shortened(&place.line, page.field_width(), MOST_LINES))?;
    page.gap()?;
    page.verbatim(&place.board)?;
    match place.mover {
        Some(mover) => page.paragraph(&format!("{mover} to move"), PLAIN),
        None => page.paragraph("the game is over", PLAIN),
    }
}

/// The size of the proof, with how many of its positions are different, if that is known.
pub fn proof(figures: &Figures, distinct: Option<u64>) -> String {
    let grouped = amounts::grouped;
    // A small part of a proof to which several lines lead is written again for each of them.
    let distinct = distinct.map(|distinct| {
        let why = match distinct < figures.positions {
            true => ": parts that several lines lead to are repeated",
            false => "",
        };
        format!(" ({} different{why})", grouped(distinct))
    });
    let zones = (figures.zones > 0).then(|| format!(", {} zones", grouped(figures.zones)));
    format!(
        "{} positions{}, {} ends{}, {} lemmas, {} references, {} deep",
        grouped(figures.positions),
        distinct.unwrap_or_default(),
        grouped(figures.ends),
        zones.unwrap_or_default(),
        grouped(figures.lemmas),
        grouped(figures.references),
        grouped(figures.deepest as u64),
    )
}

/// The size of the file.
pub fn file(figures: &Figures) -> String {
    let each = figures.bytes as f64 / figures.positions.max(1) as f64;
    format!("{} bytes, {each:.2} a position", amounts::grouped(figures.bytes))
}

/// Writes the sizes of the proof, or of what was seen of it, and how long the check took.
fn write_figures(figures: &Figures, verdict: VerdictWord, page: &mut Page) -> io::Result<()> {
    if verdict == VerdictWord::Verified {
        page.field("Proof", &proof(figures, None))?;
        page.field("File", &file(figures))?;
    } else {
        let bytes = amounts::grouped(figures.bytes);
        page.field("Seen", &format!("{bytes} bytes: {}", proof(figures, None)))?;
    }
    let time = amounts::duration(Duration::from_secs_f64(figures.seconds));
    let rate = amounts::grouped(figures.positions_per_second);
    page.field("Time", &format!("{time}, {rate} positions/s"))
}

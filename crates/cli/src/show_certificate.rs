//! `phidelta show --certificate`: what is in a certificate.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use phidelta::certificate::check::CheckControl;
use phidelta::proof::{About, CheckReport, Opening, Proof, ProofView};
use phidelta::words::on_one_line;
use phidelta::{amounts, text};

use crate::args::{Export, Show};
use crate::check::unreadable;
use crate::human::{MOST_LINES, shortened};
use crate::output::{Page, is_closed_pipe};
use crate::progress::CheckMonitor;
use crate::{catalogue, check_page, export, interrupt};

/// How deep an exported tree is unless the user says otherwise.
const USUAL_DEPTH: u32 = 4;

/// Checks the certificate, and shows it or exports its proofs.
///
/// # Errors
/// If the file cannot be read, or a proof is to be exported that is none, or too large.
pub fn run(file: &Path, options: &Show) -> Result<ExitCode> {
    let source = text::open(file)?;
    let mut monitor = CheckMonitor::new(source.length, false);
    let mut listener = |bytes, positions| monitor.show(bytes, positions);
    let control = CheckControl {
        threads: NonZeroUsize::MIN,
        memory: amounts::default_memory(),
        interrupt: Some(interrupt::signal()),
        listener: Some(&mut listener),
    };
    let depth = match options.export {
        Some(_) => options.depth.unwrap_or(USUAL_DEPTH),
        None => 0,
    };
    interrupt::listen()?;
    let opening = Proof::open(catalogue(), source.stream, &options.modulo, control);
    drop(monitor);
    let (report, proofs) = match opening.map_err(|error| unreadable(file, &error))? {
        Opening::Proved(proof) => (proof.report().clone(), proof.views(depth)),
        Opening::TooLarge(report) | Opening::NotProved(report) => (report, Vec::new()),
    };
    let name = text::display_name(file);
    let written = match (options.export, &report.about) {
        (None, _) => write(&report, &proofs, &mut Page::new()).map_err(Into::into),
        (Some(_), _) if !report.is_verified() => {
            bail!("{name}: {}", report.sentence().trim_end_matches('.'))
        }
        (Some(format), Some(about)) if proofs.len() == about.claims.len() => {
            write_export(format, &report, about, &proofs, depth).map_err(Into::into)
        }
        _ => bail!("{name}: the proof is too large for the memory of this machine"),
    };
    match written {
        Err(error) if !is_closed_pipe(&error) => Err(error),
        _ => Ok(check_page::status(&report)),
    }
}

fn write_export(
    format: Export,
    report: &CheckReport,
    about: &About,
    proofs: &[ProofView],
    depth: u32,
) -> io::Result<()> {
    let text = match format {
        Export::Dot => export::dot(report, about, proofs),
        Export::Json => export::json(report, about, proofs, depth),
    };
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

fn write(report: &CheckReport, proofs: &[ProofView], page: &mut Page) -> io::Result<()> {
    let about = match &report.about {
        Some(about) if report.is_verified() => about,
        // There is no more to show than what is wrong.
        _ => return check_page::write(report, false, page),
    };
    check_page::write_subject(report, page)?;
    page.gap()?;
    check_page::write_verdict(report, page)?;
    page.gap()?;
    for (at, proof) in proofs.iter().enumerate() {
        let mut line = proof.main_line.clone();
        if line.is_empty() {
            line.push("none: the game is over".into());
        }
        let text = shortened(&line, page.field_width(), MOST_LINES);
        match about.claims.get(at).and_then(|claim| claim.words.as_ref()) {
            Some(words) if proofs.len() > 1 => {
                page.field(if at == 0 { "Lines" } else { "" }, &format!("{words}: {text}"))?;
            }
            _ => page.field("Line", &text)?,
        }
    }
    if proofs.is_empty() {
        page.field("Line", "not shown: the proof is too large for the memory of this machine")?;
    }
    let figures = &report.figures;
    let distinct = proofs.iter().map(|proof| proof.distinct).sum::<Option<u64>>();
    let distinct = distinct.filter(|_| proofs.len() == about.claims.len());
    page.field("Proof", &check_page::proof(figures, distinct))?;
    page.field(
        "File",
        &format!(
            "{}; {} before compression, in {}",
            check_page::file(figures),
            amounts::grouped(figures.content_bytes),
            if figures.parts == 1 { "1 part".into() } else { format!("{} parts", figures.parts) },
        ),
    )?;
    page.field("Mode", about.mode)?;
    for axiom in &about.axioms {
        page.field("Axiom", &on_one_line(axiom))?;
    }
    page.field("Made by", &on_one_line(&about.made_by))?;
    page.field("Position", &on_one_line(&about.position))
}

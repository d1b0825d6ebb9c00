//! `phidelta show --certificate`: what is in a certificate.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use phidelta::certificate::check::CheckControl;
use phidelta::proof::{About, CheckReport, Opening, Proof, ProofDescription, ProofView};
use phidelta::words::on_one_line;
use phidelta::{amounts, text};

use crate::args::{Export, Show};
use crate::check::unreadable;
use crate::human::{MOST_LINES, shortened};
use crate::output::{PLAIN, Page, is_closed_pipe};
use crate::progress::CheckMonitor;
use crate::solve::write_json;
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
        deadline: None,
        listener: Some(&mut listener),
    };
    let moves = options.moves_of_proof()?;
    let depth = match options.export {
        Some(_) => options.depth.unwrap_or(USUAL_DEPTH),
        None => 0,
    };
    interrupt::listen()?;
    let opening = Proof::open(catalogue(), source.stream, &options.modulo, control);
    drop(monitor);
    let opening = opening.map_err(|error| unreadable(file, &error))?;
    if let (Opening::Proved(proof), Some(moves)) = (&opening, &moves) {
        return walk(proof, moves, options.json);
    }
    let (report, proofs) = match opening {
        Opening::Proved(proof) => (proof.report().clone(), proof.views(depth)),
        Opening::TooLarge(report) | Opening::NotProved(report) => (report, Vec::new()),
    };
    let name = text::display_name(file);
    let written = match (options.export, &report.about) {
        (None, _) if options.json => write_json(&report),
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

/// Shows the position of the proof after these moves.
fn walk(proof: &Proof, moves: &[String], is_for_programs: bool) -> Result<ExitCode> {
    let mut last = None;
    let mut is_there = false;
    for claim in 0..proof.claims() {
        let mut position = proof.root(claim);
        match moves.iter().find(|word| !position.follow(word)) {
            None => {
                let described = position.describe();
                if is_for_programs {
                    write_json(&described)?;
                } else {
                    write_position(&described, is_there, &mut Page::new())?;
                }
                is_there = true;
            }
            Some(word) => last = Some((word, position.describe())),
        }
    }
    match last {
        Some((word, there)) if !is_there => Err(outside(word, &there)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Tells that a move is not in the proof, and which ones are.
fn outside(word: &str, there: &ProofDescription) -> anyhow::Error {
    let place = match &there.line[..] {
        [] => "at its root".to_string(),
        line => format!("after {}", line.join(" ")),
    };
    let names: Vec<String> = there.moves.iter().map(|mv| mv.name.clone()).collect();
    let has = match (there.kind, &names[..]) {
        (_, []) => "has no moves there".to_string(),
        ("choose", [name, ..]) => format!("plays {name}"),
        _ => format!("answers {}", shortened(&names, 60, 1)),
    };
    anyhow!("moves: {word} is outside the proof, which {has} {place}; give a move that is in it")
}

fn write_position(there: &ProofDescription, is_second: bool, page: &mut Page) -> io::Result<()> {
    if is_second {
        page.gap()?;
    } else {
        page.verbatim(&there.board)?;
        if let Some(mover) = there.to_move {
            page.paragraph(&format!("{mover} to move"), PLAIN)?;
        }
        page.gap()?;
    }
    page.field("Claim", &there.claim)?;
    let positions = |size: u64| match size {
        0 => "the game is over".to_string(),
        1 => "1 position".to_string(),
        size => format!("{} positions", amounts::grouped(size)),
    };
    match (there.kind, &there.note, &there.moves[..]) {
        ("over", Some(result), _) => page.field("Result", result)?,
        ("repeats", Some(note), _) => page.field("Repeats", note)?,
        ("axiom", Some(axiom), _) => page.field("Axiom", &on_one_line(axiom))?,
        ("choose", _, [mv, ..]) => {
            page.field("Plays", &format!("{} ({})", mv.name, positions(mv.size)))?;
        }
        (_, _, moves) => {
            let words: Vec<String> = moves
                .iter()
                .map(|mv| format!("{}({})", mv.name, amounts::grouped(mv.size)))
                .collect();
            let text = shortened(&words, page.field_width(), MOST_LINES);
            page.field("Replies", &format!("{}, with the sizes of their proofs:", words.len()))?;
            page.field("", &text)?;
        }
    }
    page.field("Proof", &positions(there.size))?;
    page.field("Position", &there.position)
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
        Export::Svg => export::svg(report, about, proofs),
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

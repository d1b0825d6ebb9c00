//! `phidelta solve`: one question about one position.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};

use crate::answer::{Answer, seconds};
use crate::args::{SearchOptions, Solve};
use crate::batch::Fault;
use crate::certificate::Certification;
use crate::checkpoint::Held;
use crate::checkpoint::{Keeping, Kept};
use crate::human::{self, Detail};
use crate::live::Heading;
use crate::output::{self, Page};
use crate::progress::Monitor;
use crate::registry::Selected;
use crate::settings::{Proving, Settings};
use crate::whole_file::Target;
use crate::{batch, interrupt, position, registry};

/// Answers the question, or those of a batch.
///
/// # Errors
/// If the game, the position, a file or the machine is not up to it.
pub fn run(options: &Solve) -> Result<ExitCode> {
    let question = &options.question;
    let held = options.keeping.resume.as_deref().map(Held::read).transpose()?;
    let (game, goal, given) = match &held {
        Some(held) => (
            held.game(question.game.as_deref())?,
            Some(held.goal(question.goal)?),
            held.options(&options.search.0)?,
        ),
        None => {
            let (_, game) = registry::select(question.game.as_deref().unwrap_or_default())?;
            (game, question.goal, options.search.0.clone())
        }
    };
    let proof = match (options.self_check, &options.certify) {
        (true, _) => Proving::Checked,
        (false, Some(_)) => Proving::Certified,
        (false, None) => Proving::No,
    };
    let mut life = options.life.clone();
    life.all_moves |= game.rules.asks_for_life() && options.sgf.is_some();
    let search = SearchOptions::read(&given)?;
    let mut settings = Settings::new(&game, goal, &life, &search, proof)?;
    if let Some(path) = &options.batch {
        return batch::run(path, &game, &settings, options);
    }
    let position = match &held {
        Some(held) => {
            held.check(&game, &settings)?;
            held.position(&question.position, &game)?
        }
        None => position::read(&question.position)?,
    };
    settings.keeping = Keeping::new(&options.keeping, &game, &position, &settings, &given)?;
    let target = options.certify.as_deref().map(Target::new).transpose().context("certify")?;
    if options.sgf.is_some() && !settings.is_pure_threats() && !game.rules.asks_for_life() {
        bail!("sgf: only what --search vcdt and vcf find is written; choose one of them");
    }
    let record = options.sgf.as_deref().map(Target::new).transpose().context("sgf")?;
    interrupt::listen()?;
    let heading = heading(&position, &game, &settings);
    let mut monitor = Monitor::new(options.progress, options.json, options.quiet, heading)?;
    let solved = game.rules.solve(&position, &settings, &mut |moment| monitor.show(moment));
    drop(monitor);
    let (answer, certification) = solved?;
    let mut answer = Answer { game: game.name, parameters: game.parameters.clone(), ..answer };
    let unsaved = |Kept { fault, .. }: &Kept| {
        fault.as_ref().map(|fault| anyhow!("checkpoint: the search was not saved: {fault}"))
    };
    let (mut note, mut fault) = (None, answer.checkpoint.as_ref().and_then(unsaved));
    if let Some(record) = &record {
        match answer.record() {
            Some(text) => record.write(text.as_bytes()).context("sgf")?,
            None => crate::complain("sgf: nothing was written, as no win was found"),
        }
    }
    match certification {
        Certification::Unasked => {}
        Certification::Made(certificate) => {
            answer.certificate = Some(certificate.figures);
            if let Some(target) = &target {
                let kept = keep(&certificate.bytes, target, &mut answer);
                fault = kept.context("certify").err().or(fault);
            }
        }
        Certification::Nothing(reason) => {
            note = target.map(|_| format!("certify: nothing was written, as {reason}"));
        }
        Certification::Failed(reason) if options.self_check => {
            // An answer that was to be checked is not given unchecked.
            let error =
                format!("self-check: the answer was not checked, and is not given: {reason}");
            if options.json {
                let error = error.clone();
                write_json(&Fault::new(&game, None, &answer.position, error, None))?;
            }
            bail!(error);
        }
        Certification::Failed(reason) => {
            fault = Some(anyhow!("certify: nothing was written: {reason}"));
        }
        Certification::Denied(denial) => {
            let (error, evidence) = denial.raise(game.name, options.certify.as_deref());
            if options.json {
                write_json(&Fault::new(&game, None, &answer.position, error, evidence))?;
            }
            return Ok(ExitCode::FAILURE);
        }
    }
    let written = write(&answer, options);
    if let Some(note) = note {
        crate::complain(&note);
    }
    match (written, fault) {
        // The status tells the answer even to those who do not read it all.
        (Err(error), _) if !output::is_closed_pipe(&error) => Err(error),
        (_, Some(fault)) => Err(fault),
        _ if answer.effort.unsound => Ok(ExitCode::SUCCESS),
        _ => Ok(answer.result.status().into()),
    }
}

/// What is asked, in words.
fn heading(position: &str, game: &Selected, settings: &Settings) -> Heading {
    let parameters = &*game.parameters;
    Heading {
        game: match parameters {
            "" => game.name.into(),
            _ => format!("{}:{parameters}", game.name),
        },
        position: if position.is_empty() { "start".into() } else { output::on_one_line(position) },
        goal: settings.goal.to_string(),
    }
}

/// Writes a certificate to its file.
fn keep(bytes: &[u8], target: &Target, answer: &mut Answer) -> Result<()> {
    let started = Instant::now();
    target.write(bytes)?;
    if let Some(certified) = &mut answer.certificate {
        certified.file = Some(target.name());
        certified.seconds += seconds(started.elapsed());
    }
    Ok(())
}

fn write(answer: &Answer, options: &Solve) -> Result<()> {
    if options.json {
        return write_json(answer);
    }
    let detail = match (options.quiet, options.verbose) {
        (true, _) => Detail::AnswerOnly,
        (_, true) => Detail::All,
        _ => Detail::Usual,
    };
    Ok(human::write(answer, detail, &mut Page::new())?)
}

/// Writes an object on a line of its own.
///
/// # Errors
/// If it cannot be written.
pub fn write_json(object: &impl serde::Serialize) -> Result<()> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, object)?;
    writeln!(stdout)?;
    stdout.flush()?;
    Ok(())
}

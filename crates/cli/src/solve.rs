//! `phidelta solve`: one question about one position.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use phidelta::checkpoint::{Saved, SavedQuestion};
use phidelta::whole_file::Target;
use phidelta::words::on_one_line;
use phidelta::{
    Answer, AnyGame, Context, Decision, ProofOutcome, Proving, Question, Settings, Solved, json,
    seconds, solve,
};

use crate::args::Solve;
use crate::batch::Fault;
use crate::human::{self, Detail};
use crate::live::Heading;
use crate::output::{self, Page};
use crate::progress::Monitor;
use crate::{batch, catalogue, denial, interrupt, position};

/// Answers the question, or those of a batch.
///
/// # Errors
/// If the game, the position, a file or the machine is not up to it.
pub fn run(options: &Solve) -> Result<ExitCode> {
    let asked = &options.question;
    let saved = options.keeping.resume.as_deref().map(SavedQuestion::read).transpose()?;
    let (game, goal, given) = match &saved {
        Some(saved) => (
            saved.game(catalogue(), asked.game.as_deref())?,
            Some(saved.goal(asked.goal)?),
            saved.options(&options.options.0)?,
        ),
        None => {
            let game = catalogue().game(asked.game.as_deref().unwrap_or_default())?;
            (game, asked.goal, options.options.0.clone())
        }
    };
    catalogue().check_options(&game, &given)?;
    let proving = match (options.self_check, &options.certify) {
        (true, _) => Proving::Checked,
        (false, Some(_)) => Proving::Certified,
        (false, None) => Proving::No,
    };
    let mut question =
        Question::new().options(given).proving(proving).record(options.sgf.is_some());
    if let Some(goal) = goal {
        question = question.goal(goal);
    }
    if let Some(path) = &options.batch {
        return batch::run(path, &game, &question, options);
    }
    let position = match &saved {
        Some(saved) => {
            saved.check(&game, &question.settings(&game, "")?)?;
            let given = match &*asked.position {
                [] => None,
                words => Some(position::read(words)?),
            };
            saved.position(given.as_deref(), &game)?
        }
        None => position::read(&asked.position)?,
    };
    let settings = question.saving(options.keeping.wish()).settings(&game, &position)?;
    let target = options.certify.as_deref().map(Target::new).transpose();
    let target = target.map_err(|error| error.within("certify"))?;
    if options.sgf.is_some() && !settings.is_pure_threats() && !game.has_option("target") {
        bail!("sgf: only what --search vcdt and vcf find is written; choose one of them");
    }
    let record = options.sgf.as_deref().map(Target::new).transpose();
    let record = record.map_err(|error| error.within("sgf"))?;
    interrupt::listen()?;
    let heading = heading(&position, &game, &settings);
    let mut monitor = Monitor::new(options.progress, options.json, options.quiet, heading)?;
    let mut listener = |event: &_| monitor.show(event);
    let mut context =
        Context { interrupt: interrupt::signal(), listener: &mut listener, follow_up: None };
    let solved = solve(&game, &position, &settings, &mut context);
    drop(monitor);
    let solved = solved.map_err(|error| position::explain(&asked.position, error));
    let Solved { mut answer, proof } = solved?;
    let unsaved = |Saved { fault, .. }: &Saved| {
        fault.as_ref().map(|fault| format!("checkpoint: the search was not saved: {fault}"))
    };
    let unsaved = answer.checkpoint.as_ref().and_then(unsaved);
    let (mut note, mut fault) = (None, None);
    // An answer is one whether it was saved or not; a search that has none is lost.
    match (answer.result, unsaved) {
        (Decision::Unknown, Some(sentence)) => fault = Some(anyhow!(sentence)),
        (_, sentence) => note = sentence,
    }
    if let Some(record) = &record {
        match answer.record() {
            Some(text) => record.write(text.as_bytes()).map_err(|error| error.within("sgf"))?,
            None => crate::complain("sgf: nothing was written, as no win was found"),
        }
    }
    match proof {
        ProofOutcome::NotAsked => {}
        ProofOutcome::Made(certificate) => {
            answer.certificate = Some(certificate.figures);
            if let Some(target) = &target {
                let kept = keep(&certificate.bytes, target, &mut answer);
                fault = kept.err().map(|error| error.within("certify").into());
            }
        }
        ProofOutcome::Nothing(reason) => {
            let nothing = target.map(|_| format!("certify: nothing was written, as {reason}"));
            note = note.or(nothing);
        }
        ProofOutcome::Failed(reason) if options.self_check => {
            // An answer that was to be checked is not given unchecked.
            let error =
                format!("self-check: the answer was not checked, and is not given: {reason}");
            if options.json {
                write_json(&Fault::new(&game, None, &answer.position, &error, None))?;
            }
            return Err(crate::Told(error).into());
        }
        ProofOutcome::Failed(reason) => {
            fault = Some(anyhow!("certify: nothing was written: {reason}"));
        }
        ProofOutcome::Denied(denial) => {
            let evidence = denial::raise(&denial, game.name(), options.certify.as_deref());
            if options.json {
                let error = &denial.sentence;
                write_json(&Fault::new(&game, None, &answer.position, error, evidence))?;
            }
            return Ok(ExitCode::FAILURE);
        }
    }
    if options.json
        && let Some(error) = fault.take()
    {
        // The result comes last.
        let sentence = format!("{error:#}");
        crate::tell_programs(&sentence);
        fault = Some(crate::Told(sentence).into());
    }
    let written = write(&answer, options);
    if let Some(note) = note {
        crate::complain(&note);
    }
    match (written, fault) {
        // The status tells the answer even to those who do not read it all.
        (Err(error), _) if !output::is_closed_pipe(&error) => Err(error),
        (_, Some(fault)) => Err(fault),
        _ => Ok(human::status(answer.result).into()),
    }
}

/// What is asked, in words.
fn heading(position: &str, game: &AnyGame, settings: &Settings) -> Heading {
    Heading {
        game: game.full_name(),
        position: if position.is_empty() { "start".into() } else { on_one_line(position) },
        goal: settings.goal.to_string(),
    }
}

/// Writes a certificate to its file.
fn keep(bytes: &[u8], target: &Target, answer: &mut Answer) -> phidelta::Result<()> {
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
    serde_json::to_writer(&mut stdout, &json::object(object)?)?;
    writeln!(stdout)?;
    stdout.flush()?;
    Ok(())
}

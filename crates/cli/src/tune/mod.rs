//! `phidelta tune`: good values of numeric options, found by trying.

pub mod climb;
mod decimal;
mod grid;
mod report;
mod space;
mod trial;
mod tunable;
mod tuner;
mod vary;
mod watch;

pub use tunable::help as tunable_help;
pub use vary::{Axis, Start};

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::error::ErrorKind;

use crate::answer::StopReason;
use crate::args::{self, Tune};
use crate::choices::By;
use crate::output::{self, Page};
use crate::registry::{self, Selected};
use crate::settings::Settings;
use crate::solve::write_json;
use crate::whole_file::Target;
use crate::{batch, human, input, interrupt, position};
use climb::{Point, climb};
use report::{Reduction, Report, Winner};
use space::Space;
use trial::{Problem, Trial};
use tuner::{Halt, Tuner};

/// Looks for the best setting, and tells what was tried.
///
/// # Errors
/// If the options, the game, a position, a file or the machine is not up to it.
pub fn run(options: &Tune) -> Result<ExitCode> {
    let (space, start) = space(options)?;
    let (_, game) = registry::select(&options.question.game)?;
    if game.rules.asks_for_life() {
        bail!("tune: {} asks many questions about a position; tune for go-life", game.name);
    }
    let goal = options.question.goal;
    let problems = problems(options, &game)?;
    let target = options.csv.as_deref().map(Target::new).transpose().context("csv")?;
    let position = match (&options.batch, &problems[..]) {
        (None, [one]) => Some(game.rules.view(&one.position)?.position),
        _ => None,
    };
    let positions = problems.len();
    let all = (options.by == By::Grid).then(|| grid::count(&space.sizes()));
    let mut tuner = Tuner::new(&game, goal, &space, problems, all, options);
    // What these options cannot mean is told before anything is tried.
    tuner.settings(&space.options(&start))?;
    let plain = tuner.settings(space.plain())?;
    interrupt::listen()?;
    let (end, stopped) = match search(options.by, start, &mut tuner) {
        Ok(end) => (end, None),
        Err(Halt::Interrupted) => (None, Some(StopReason::Interrupt)),
        Err(Halt::Failed(error)) => return Err(error),
    };
    let tuning_seconds = tuner.elapsed();
    let kept = target.map_or(Ok(()), |target| {
        target.write(report::csv(&space.names(), tuner.trials()).as_bytes()).context("csv")
    });
    let winner = match tuner.best(end.as_ref()).cloned() {
        Some(trial) => Some(compare(trial, &plain, &mut tuner, options)?),
        None => None,
    };
    let trials = tuner.into_trials();
    let report = Report {
        game: game.name,
        parameters: &game.parameters,
        position,
        positions,
        goal: plain.goal,
        by: options.by,
        tried: trials.len(),
        tuning_seconds,
        stopped,
        winner,
    };
    let written = if options.json {
        write_json(&report)
    } else {
        report::write(&report, &trials, options.quiet, &mut Page::new()).map_err(Into::into)
    };
    match (written, kept) {
        (Err(error), _) if !output::is_closed_pipe(&error) => Err(error),
        (_, Err(fault)) => Err(fault),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// What is varied, and where to begin.
fn space(options: &Tune) -> Result<(Space, Point), clap::Error> {
    let fault = |name: &str, message: &str| {
        args::usage_error("tune", ErrorKind::ValueValidation, &format!("{name}: {message}"))
    };
    if options.by == By::Grid && options.from.is_some() {
        return Err(fault("from", "a grid is tried whole and begins nowhere; leave it out"));
    }
    let space = Space::new(&options.vary, &options.search.0);
    let space = space.map_err(|message| fault("vary", &message))?;
    let start = space.start(options.from.as_ref()).map_err(|message| fault("from", &message))?;
    Ok((space, start))
}

/// The position, or those of the batch.
fn problems(options: &Tune, game: &Selected) -> Result<Vec<Problem>> {
    let Some(path) = &options.batch else {
        let position = position::read(&options.question.position)?;
        return Ok(vec![Problem::new(String::new(), position, game)?]);
    };
    let name = input::display_name(path);
    let problem = |(line, position)| Problem::new(format!("{name}: line {line}"), position, game);
    batch::read(path)?.into_iter().map(problem).collect()
}

/// Tries settings. A climb ends somewhere.
fn search(by: By, start: Point, tuner: &mut Tuner<'_>) -> Result<Option<Point>, Halt> {
    let sizes = tuner.space.sizes();
    match by {
        By::Climb => {
            climb(&sizes, start, &mut |point, bound| tuner.attempt(point, bound)).map(Some)
        }
        By::Grid => {
            for point in grid::points(&sizes) {
                tuner.attempt(&point, None)?;
            }
            Ok(None)
        }
    }
}

/// Runs the plain search, unless Ctrl-C came or comes first.
fn compare(
    trial: Trial,
    plain: &Settings,
    tuner: &mut Tuner<'_>,
    options: &Tune,
) -> Result<Winner> {
    let outcome = match tuner.measure("plain search".into(), plain, None) {
        Ok(outcome) => Some(outcome),
        Err(Halt::Interrupted) => None,
        Err(Halt::Failed(error)) => return Err(error),
    };
    Ok(Winner {
        reduction: outcome.as_ref().and_then(|plain| Reduction::new(&trial.outcome, plain)),
        command: command(options, tuner.space, &trial.point),
        options: tuner::text(&tuner.space.varied(&trial.point)),
        plain: outcome,
        plain_search: human::search_line(plain),
        trial,
    })
}

/// The command that solves the same with the setting at a point.
fn command(options: &Tune, space: &Space, point: &Point) -> String {
    let question = &options.question;
    let mut words: Vec<String> = ["phidelta", "solve", &question.game].map(String::from).into();
    words.extend(question.position.iter().map(|word| word.trim().to_string()));
    if let Some(path) = &options.batch {
        words.extend(["--batch".into(), path.display().to_string()]);
    }
    if let Some(goal) = question.goal {
        words.extend(["--goal".into(), goal.to_string()]);
    }
    words.extend(space.options(point).iter().flat_map(args::GivenOption::words));
    crate::shell::command_line(&words)
}

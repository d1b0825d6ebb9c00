//! Good values of numeric options, found by trying.

pub(crate) mod climb;
mod decimal;
mod grid;
mod progress;
mod report;
mod space;
mod trial;
mod tunable;
mod tuner;
mod vary;

use std::path::PathBuf;

use anyhow::{Result, bail};
use phidelta::whole_file::Target;
use phidelta::{AnyGame, Error, Given, GivenOption, Goal, Settings, StopReason, shell};

use crate::Lab;
use climb::{Point, climb};
pub use decimal::Decimal;
pub use report::{Block, Reduction, TuneReport, Winner};
use space::Space;
use trial::Problem;
pub use trial::{Outcome, Trial};
pub use tunable::{Tunable, tunable_help, tunables};
use tuner::{Halt, Tuner};
pub use vary::{Axis, Start};

/// What is tuned for, and how.
#[derive(Clone, Debug, Default)]
pub struct TuneOptions {
    /// The game, with its parameters if they are not the usual ones.
    pub game: String,
    /// What is asked; the game's usual question if nothing is said.
    pub goal: Option<Goal>,
    /// The positions. Each is solved on its own, with an empty table and all of the limits; what counts is the sum of
    /// the node numbers. If there are none, it is the start of the game.
    pub positions: Vec<TunePosition>,
    /// Words after `phidelta solve GAME` that stand for these positions, as `--batch FILE`: for the command that the
    /// report ends with.
    pub position_words: Vec<String>,
    /// What is varied; Deep df-pn's E and D if nothing is said.
    pub vary: Vec<Axis>,
    /// How to look for the best setting.
    pub by: By,
    /// Where a climb begins; at the second value of each range if nothing is said.
    pub from: Option<Start>,
    /// The other options of the search. Limits are for each run.
    pub options: Given,
    /// Where what was tried is written to, as comma-separated values.
    pub csv: Option<PathBuf>,
}

/// A position to tune for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TunePosition {
    /// What to call it in a message: the file and the line that it is from; nothing if there is but one.
    pub place: String,
    /// In the game's notation, or its name.
    pub text: String,
}

/// How to look for the best setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// From a start, step by step to what takes fewer nodes (Song, Iida & van den Herik 2017).
    #[default]
    Climb,
    /// All combinations.
    Grid,
}

phidelta::named!(By {
    Climb = "climb",
        "From a start, step by step to what takes fewer nodes; runs are stopped at the best node number so far \
         (Song, Iida & van den Herik 2017)";
    Grid = "grid", "All combinations";
});

/// Looks for the best setting. When the work is stopped, the best so far is told. The console gets an object for each
/// setting that is tried: `{"type": "setting", ...}`.
///
/// # Errors
/// If the options, the game, a position, a file or the machine is not up to it. What is wrong with the options
/// themselves is an [`Error::Option`].
pub fn run(lab: &mut Lab<'_>, options: &TuneOptions) -> Result<TuneReport> {
    let (space, start) = space(options)?;
    let game = lab.catalogue.game(&options.game)?;
    if game.rules().usual_goal() == Goal::Status {
        bail!("tune: {} asks many questions about a position; tune for go-life", game.name());
    }
    let problems = problems(options, &game)?;
    let target = options.csv.as_deref().map(Target::new).transpose();
    let target = target.map_err(|error| error.within("csv"))?;
    let position = match &problems[..] {
        [one] if one.place.is_empty() => Some(game.rules().view(&one.position)?.position),
        _ => None,
    };
    let positions = problems.len();
    let all = (options.by == By::Grid).then(|| grid::count(&space.sizes()));
    let mut tuner = Tuner::new(&game, options.goal, &space, problems, all, lab);
    // What these options cannot mean is told before anything is tried.
    tuner.settings(&space.options(&start))?;
    let plain = tuner.settings(space.plain())?;
    let (end, stopped) = match search(options.by, start, &mut tuner) {
        Ok(end) => (end, None),
        Err(Halt::Interrupted) => (None, Some(StopReason::Interrupt)),
        Err(Halt::Failed(error)) => return Err(error),
    };
    let tuning_seconds = tuner.elapsed();
    let csv_fault = target.and_then(|target| {
        let written = target.write(report::csv(&space.names(), tuner.trials()).as_bytes());
        written.err().map(|error| error.within("csv"))
    });
    let winner = match tuner.best(end.as_ref()).cloned() {
        Some(trial) => Some(compare(trial, &plain, &mut tuner, options)?),
        None => None,
    };
    let trials = tuner.into_trials();
    Ok(TuneReport {
        game: game.name(),
        parameters: game.parameters().into(),
        position,
        positions,
        goal: plain.goal,
        by: options.by,
        tried: trials.len(),
        tuning_seconds,
        stopped,
        winner,
        trials,
        csv_fault,
    })
}

/// What is varied, and where to begin.
fn space(options: &TuneOptions) -> phidelta::Result<(Space, Point)> {
    if options.by == By::Grid && options.from.is_some() {
        let message = "a grid is tried whole and begins nowhere; leave it out";
        return Err(Error::option("from", message));
    }
    let space = Space::new(&options.vary, &options.options);
    let space = space.map_err(|message| Error::option("vary", message))?;
    let start = space.start(options.from.as_ref());
    Ok((space, start.map_err(|message| Error::option("from", message))?))
}

fn problems(options: &TuneOptions, game: &AnyGame) -> Result<Vec<Problem>> {
    let start = [TunePosition::default()];
    let positions = if options.positions.is_empty() { &start[..] } else { &options.positions };
    let problem = |TunePosition { place, text }: &TunePosition| {
        Problem::new(place.clone(), text.clone(), game)
    };
    positions.iter().map(problem).collect()
}

/// Tries settings. A climb ends somewhere.
fn search(by: By, start: Point, tuner: &mut Tuner<'_, '_>) -> Result<Option<Point>, Halt> {
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

/// Runs the plain search, unless the work was or is stopped.
fn compare(
    trial: Trial,
    plain: &Settings,
    tuner: &mut Tuner<'_, '_>,
    options: &TuneOptions,
) -> Result<Winner> {
    let outcome = match tuner.measure("plain search".into(), plain, None) {
        Ok(outcome) => Some(outcome),
        Err(Halt::Interrupted) => None,
        Err(Halt::Failed(error)) => return Err(error),
    };
    Ok(Winner {
        reduction: outcome.as_ref().and_then(|plain| Reduction::new(&trial.outcome, plain)),
        command: command(options, tuner.space, &trial.point),
        options: tuner.space.varied(&trial.point).to_string(),
        plain: outcome,
        plain_search: plain.summary(),
        trial,
    })
}

/// The command that solves the same with the setting at a point.
fn command(options: &TuneOptions, space: &Space, point: &Point) -> String {
    let mut words: Vec<String> = ["phidelta", "solve", &options.game].map(String::from).into();
    words.extend(options.position_words.iter().map(|word| word.trim().to_string()));
    if let Some(goal) = options.goal {
        words.extend(["--goal".into(), goal.to_string()]);
    }
    words.extend(space.options(point).0.iter().flat_map(GivenOption::words));
    shell::command_line(&words)
}

//! Searches that are saved, and taken up again: what the file is told of the question, and what the user is
//! told of the file.

mod held;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use phidelta_rules::{Game, Guide};
use phidelta_search::{Checkpoint, CheckpointError, Checkpoints, Solver};
use serde::Serialize;

use crate::answer::{Answer, Decision, seconds};
use crate::args::{GivenOption, KeepingOptions};
use crate::output::Page;
use crate::registry::Selected;
use crate::settings::Settings;
use crate::whole_file::Target;
use crate::{input, shell, size};
pub use held::Held;
use held::Label;

/// Where a search is saved, and from where it is taken up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Keeping {
    saving: Option<Saving>,
    resume: Option<PathBuf>,
}

#[derive(Clone, PartialEq, Debug)]
struct Saving {
    /// As the user calls the file.
    name: String,
    place: PathBuf,
    every: Duration,
    label: String,
}

/// What there is to say about the file in which a search was saved. Serialised, it is the `checkpoint` of a
/// result.
#[derive(Debug, Serialize)]
pub struct Kept {
    file: String,
    /// How often it was written.
    written: u64,
    bytes: u64,
    /// Why it was not written the last time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// What was done before a search was taken up. Serialised, it is the `resumed` of a result.
#[derive(Debug, Serialize)]
pub struct Resumed {
    file: String,
    nodes: u64,
    seconds: f64,
}

impl Keeping {
    /// What these options mean for a question with these settings, whose search options are given.
    ///
    /// # Errors
    /// If the search cannot be saved, or the file not be written.
    pub fn new(
        options: &KeepingOptions,
        game: &Selected,
        position: &str,
        settings: &Settings,
        given: &[GivenOption],
    ) -> Result<Self> {
        let KeepingOptions { checkpoint, every, resume } = options;
        if checkpoint.is_none() && resume.is_none() {
            return Ok(Self::default());
        }
        let option = if checkpoint.is_some() { "checkpoint" } else { "resume" };
        if game.rules.asks_for_life() || !settings.is_plain() {
            bail!(
                "{option}: only searches with proof numbers and no zones can be saved; choose df-pn, \
                 pds, pds-pn, pn, pn2, deep-pn or pn-df-pn, without --backup sets"
            );
        }
        let saving = checkpoint.as_deref().map(|path| {
            let target = Target::new(path)?;
            let Some(place) = target.place() else {
                bail!("{}: it is not a file that can be replaced", target.name());
            };
            let label = Label::new(game, position, settings, given)?.write();
            let every = every.unwrap_or(KeepingOptions::EVERY);
            Ok(Saving { name: target.name(), place: place.into(), every, label })
        });
        let saving = saving.transpose().context("checkpoint")?;
        Ok(Keeping { saving, resume: resume.clone() })
    }

    /// What writes the file, if there is to be one.
    pub fn checkpoints(&self) -> Option<Checkpoints> {
        let Saving { place, every, label, .. } = self.saving.clone()?;
        Some(Checkpoints::new(place, every, label))
    }

    /// What became of the file.
    pub fn kept(&self, checkpoints: Checkpoints) -> Option<Kept> {
        let file = self.saving.as_ref()?.name.clone();
        let end = checkpoints.finish();
        let fault = end.fault.map(|error| input::sentence(&error));
        Some(Kept { file, written: end.written, bytes: end.bytes, fault })
    }

    /// Has a solver take up the search of `state` that was saved, if there is one.
    ///
    /// # Errors
    /// If the file is not one of such a search.
    pub fn take_up<G: Game, A: Guide<G>>(
        &self,
        solver: &mut Solver<'_, G, A>,
        state: &G::State,
    ) -> Result<Option<Resumed>> {
        let Some(path) = &self.resume else { return Ok(None) };
        let checkpoint = open(path)?;
        let (nodes, time) = (checkpoint.counters().nodes, checkpoint.elapsed());
        solver.resume(state, checkpoint).map_err(|error| refusal(path, &error))?;
        let file = input::display_name(path);
        Ok(Some(Resumed { file, nodes, seconds: seconds(time) }))
    }
}

/// Opens a checkpoint that is complete.
fn open(path: &Path) -> Result<Checkpoint<File>> {
    let file = File::open(path).map_err(|error| refusal(path, &error.into()))?;
    Checkpoint::open(file).map_err(|error| refusal(path, &error))
}

/// Why a file cannot be taken up, in a sentence.
fn refusal(path: &Path, error: &CheckpointError) -> anyhow::Error {
    let file = input::display_name(path);
    let remedy = match error {
        CheckpointError::Io(error) => return anyhow!("resume: {file}: {}", input::sentence(error)),
        CheckpointError::Foreign => "give a file that --checkpoint has written",
        CheckpointError::Size(_) => "give the --memory or --entries of then",
        CheckpointError::Tree => "give more --memory",
        _ => "begin anew, without --resume",
    };
    anyhow!("resume: {file}: {error}; {remedy}")
}

/// Tells people where a search was saved, and how to go on.
///
/// # Errors
/// If it cannot be written.
pub fn write(answer: &Answer, page: &mut Page) -> io::Result<()> {
    if let Some(Resumed { file, nodes, seconds }) = &answer.resumed {
        let time = size::duration(Duration::from_secs_f64(*seconds));
        let nodes = size::grouped(*nodes);
        page.field("Resumed", &format!("{file}, after {nodes} nodes and {time}"))?;
    }
    let Some(Kept { file, written: times @ 1.., bytes, .. }) = &answer.checkpoint else {
        return Ok(());
    };
    let times = size::grouped(*times);
    page.field("Saved", &format!("{file}, {}, written {times} ×", size::bytes(*bytes)))?;
    if answer.result == Decision::Unknown {
        let words = ["phidelta", "solve", "--resume", file, "--checkpoint", file];
        page.field("Go on by", &shell::command_line(&words.map(String::from)))?;
    }
    Ok(())
}

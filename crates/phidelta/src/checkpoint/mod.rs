//! Searches that are saved, and taken up again: what the file is told of the question, and what the user is
//! told of the file.

mod label;

use std::fs::File;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use phidelta_rules::erased::AnyState;
use phidelta_search::SolverObject;
use phidelta_search::{Checkpoint, CheckpointError, Checkpoints};
use serde::Serialize;

use crate::answer::seconds;
use crate::catalogue::AnyGame;
use crate::error::{Error, Result};
use crate::settings::Settings;
use crate::text;
use crate::whole_file::Target;
use label::Label;
pub use label::SavedQuestion;

/// What a user wishes: where a search is to be saved, and from where it is to be taken up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SavingWish {
    /// The file to save it in.
    pub checkpoint: Option<PathBuf>,
    /// How often; every five minutes if that is not said.
    pub every: Option<Duration>,
    /// The file to take it up from.
    pub resume: Option<PathBuf>,
    /// Whether a file that is not the one to take it up from may be replaced.
    pub overwrite: bool,
}

impl SavingWish {
    /// How often a search is saved unless the user says otherwise.
    pub const EVERY: Duration = Duration::from_secs(300);
}

/// Where a search is saved, and from where it is taken up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Keeping {
    saving: Option<Saving>,
    resume: Option<PathBuf>,
    request: Request,
    faults: Faults,
}

/// Why the search could not be saved, as long as nobody has heard of it.
#[derive(Clone, Debug, Default)]
struct Faults(Arc<Mutex<Vec<String>>>);

/// What went wrong has no part in where a search is saved.
impl PartialEq for Faults {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Set to have a search saved at once.
#[derive(Clone, Debug, Default)]
struct Request(Option<Arc<AtomicBool>>);

/// Where a search is saved does not depend on who asks for it.
impl PartialEq for Request {
    fn eq(&self, _: &Self) -> bool {
        true
    }
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
#[derive(Clone, Debug, Serialize)]
pub struct Saved {
    /// As the user calls it.
    pub file: String,
    /// How often it was written.
    pub written: u64,
    /// How long it is.
    pub bytes: u64,
    /// Why it was not written the last time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// What was done before a search was taken up. Serialised, it is the `resumed` of a result.
#[derive(Clone, Debug, Serialize)]
pub struct Resumed {
    /// As the user calls the file.
    pub file: String,
    /// Positions visited before.
    pub nodes: u64,
    /// Seconds that passed before.
    pub seconds: f64,
}

impl Keeping {
    /// What these options mean for a question with these settings, whose search options are given.
    ///
    /// # Errors
    /// If the search cannot be saved, or the file not be written.
    pub fn new(
        wish: &SavingWish,
        game: &AnyGame,
        position: &str,
        settings: &Settings,
    ) -> Result<Self> {
        let SavingWish { checkpoint, every, resume, overwrite } = wish;
        if checkpoint.is_none() && resume.is_none() {
            return Ok(Self::default());
        }
        let option = if checkpoint.is_some() { "checkpoint" } else { "resume" };
        if !game.rules().can_be_saved() || !settings.is_plain() {
            let message = "only searches with proof numbers and no zones can be saved; choose df-pn, pds, \
                           pn-star, pds-pn, pn, pn2, deep-pn or pn-df-pn, without --backup sets";
            return Err(Error::option(option, message));
        }
        let saving = checkpoint.as_deref().map(|path| {
            let target = Target::new(path)?;
            let Some(place) = target.place() else {
                let message = "it is not a file that can be replaced".into();
                return Err(Error::File { name: target.name(), message });
            };
            if !overwrite {
                refuse_to_lose(&target.name(), place, resume.as_deref())?;
            }
            let label = Label::new(game, position, settings)?.write();
            let every = every.unwrap_or(SavingWish::EVERY);
            Ok(Saving { name: target.name(), place: place.into(), every, label })
        });
        let saving = saving.transpose().map_err(|error: Error| error.within("checkpoint"))?;
        let (request, faults) = (Request::default(), Faults::default());
        Ok(Keeping { saving, resume: resume.clone(), request, faults })
    }

    /// Has the search saved whenever the flag is set, too. Whether it can be saved at all.
    pub fn on_request(&mut self, flag: Arc<AtomicBool>) -> bool {
        self.request = Request(Some(flag));
        self.saving.is_some()
    }

    /// What writes the file, if there is to be one.
    pub fn checkpoints(&self) -> Option<Checkpoints> {
        let Saving { place, every, label, .. } = self.saving.clone()?;
        let faults = Arc::clone(&self.faults.0);
        let checkpoints = Checkpoints::new(place, every, label).on_fault(move |error| {
            lock(&faults).push(text::sentence(error));
        });
        Some(match &self.request.0 {
            Some(flag) => checkpoints.on_request(Arc::clone(flag)),
            None => checkpoints,
        })
    }

    /// Why the search could not be saved: what was not told before.
    pub(crate) fn new_faults(&self) -> Vec<String> {
        mem::take(&mut lock(&self.faults.0))
    }

    /// As the user calls the file to save it in.
    pub(crate) fn file(&self) -> &str {
        self.saving.as_ref().map_or("", |saving| &saving.name)
    }

    /// What became of the file.
    pub fn saved(&self, checkpoints: Checkpoints) -> Option<Saved> {
        let file = self.saving.as_ref()?.name.clone();
        let end = checkpoints.finish();
        let fault = end.fault.map(|error| text::sentence(&error));
        Some(Saved { file, written: end.written, bytes: end.bytes, fault })
    }

    /// Has a solver take up the search of `state` that was saved, if there is one.
    ///
    /// # Errors
    /// If the file is not one of such a search.
    pub fn take_up(
        &self,
        solver: &mut dyn SolverObject,
        state: &AnyState,
    ) -> Result<Option<Resumed>> {
        let Some(path) = &self.resume else { return Ok(None) };
        let checkpoint = open(path)?;
        let (nodes, time) = (checkpoint.counters().nodes, checkpoint.elapsed());
        solver.resume(state, checkpoint).map_err(|error| refusal(path, &error))?;
        let file = text::display_name(path);
        Ok(Some(Resumed { file, nodes, seconds: seconds(time) }))
    }
}

fn lock(faults: &Mutex<Vec<String>>) -> MutexGuard<'_, Vec<String>> {
    faults.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sees that no file goes but the one that the search is taken up from. (One without contents is no loss.)
fn refuse_to_lose(name: &str, place: &Path, resumed: Option<&Path>) -> Result<()> {
    let is_resumed =
        resumed.and_then(|path| path.canonicalize().ok()).is_some_and(|path| path == place);
    let is_there = place.metadata().is_ok_and(|file| file.len() > 0);
    if is_resumed || !is_there {
        return Ok(());
    }
    let message = "there is a file of that name, which would be lost; resume it with --resume, give \
                   another name, or say --overwrite";
    Err(Error::File { name: name.into(), message: message.into() })
}

/// Opens a checkpoint that is complete.
fn open(path: &Path) -> Result<Checkpoint<File>> {
    // A pipe would make us wait for whoever writes to it.
    let known = path.metadata().map_err(|error| refusal(path, &error.into()))?;
    if !known.is_file() {
        let what = if known.is_dir() { "it is a directory" } else { "it is no file on a disk" };
        let file = text::display_name(path);
        let message = format!("{file}: {what}; give a file that --checkpoint has written");
        return Err(Error::option("resume", message));
    }
    let file = File::open(path).map_err(|error| refusal(path, &error.into()))?;
    Checkpoint::open(file).map_err(|error| refusal(path, &error))
}

/// Why a file cannot be taken up, in a sentence.
fn refusal(path: &Path, error: &CheckpointError) -> Error {
    let file = text::display_name(path);
    let remedy = match error {
        CheckpointError::Io(error) => {
            return Error::option("resume", format!("{file}: {}", text::sentence(error)));
        }
        CheckpointError::Foreign => "give a file that --checkpoint has written",
        CheckpointError::Tree | CheckpointError::Table(_) => "give more --memory",
        _ => "start a new search, without --resume",
    };
    Error::option("resume", format!("{file}: {error}; {remedy}"))
}

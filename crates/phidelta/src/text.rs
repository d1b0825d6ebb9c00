//! Text from files and from standard input, with faults told in a sentence.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::amounts;
use crate::error::{Error, Result};
use crate::patient::Patient;

/// The most that is read as one position.
pub const POSITION_LIMIT: u64 = 1 << 20;
/// The most that is read as a game's parameters.
pub const PARAMETERS_LIMIT: u64 = 64 << 20;
/// The most that is read as a batch of positions.
pub const BATCH_LIMIT: u64 = 1 << 30;

/// The text of a file, or of standard input for the name `-`, of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read, is larger, or is not text.
pub fn read(path: &Path, limit: u64) -> Result<String> {
    read_within(path, limit, "which is the most that is read")
}

/// The same; `reason` ends the sentence about a text that is larger.
///
/// # Errors
/// If it cannot be read, is larger, or is not text.
pub fn read_within(path: &Path, limit: u64, reason: &str) -> Result<String> {
    let name = display_name(path);
    let bytes = if path == Path::new("-") {
        read_bytes(io::stdin().lock(), limit)
    } else {
        File::open(path).and_then(|file| read_bytes(file, limit))
    };
    let fault = |message: String| Error::File { name: name.clone(), message };
    let bytes = bytes.map_err(|error| fault(sentence(&error)))?;
    if bytes.len() as u64 > limit {
        let most = amounts::bytes(limit);
        return Err(fault(format!("it is larger than {most}, {reason}")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        fault(format!("byte {at} is not part of any UTF-8 text; is it the right file?"))
    })?;
    // Some editors mark files as UTF-8 by this character, which is no part of their text.
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_string()),
        None => Ok(text),
    }
}

/// A file to be read bit by bit.
pub struct Source {
    /// What is in it.
    pub stream: Box<dyn Read>,
    /// How long it is, if that is known.
    pub length: Option<u64>,
}

/// Opens a file, or standard input for the name `-`.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> Result<Source> {
    const BUFFER: usize = 1 << 18;
    if path == Path::new("-") {
        let stream = Box::new(BufReader::with_capacity(BUFFER, io::stdin()));
        return Ok(Source { stream, length: None });
    }
    let file = File::open(path).map_err(|error| Error::file(path, sentence(&error)))?;
    let length = file.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
    Ok(Source { stream: Box::new(BufReader::with_capacity(BUFFER, file)), length })
}

/// Opens a file as [`open`] does. Who waits for what a pipe or a terminal has to say is called away, by an error of the
/// kind [`ErrorKind::TimedOut`], as soon as `is_over` says so.
///
/// # Errors
/// If it cannot be opened.
pub fn open_patiently(path: &Path, is_over: impl Fn() -> bool + 'static) -> Result<Source> {
    let is_file = path != Path::new("-") && path.metadata().is_ok_and(|data| data.is_file());
    if is_file {
        return open(path);
    }
    let fault = |error: io::Error| Error::file(path, sentence(&error));
    let patient = if path == Path::new("-") {
        Patient::new(io::stdin(), is_over)
    } else {
        // A pipe without a writer makes us wait where it is opened.
        Patient::new(Late { path: path.into(), file: None }, is_over)
    };
    Ok(Source { stream: Box::new(patient.map_err(fault)?), length: None })
}

/// A file that is opened when it is read.
struct Late {
    path: PathBuf,
    file: Option<File>,
}

impl Read for Late {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::open(&self.path)?),
        };
        file.read(out)
    }
}

/// What to call a file in a message.
pub fn display_name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

fn read_bytes(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more tells that there is more.
    source.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What is wrong with a file, without the system's error numbers.
pub fn sentence(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".into(),
        ErrorKind::PermissionDenied => "you may not open it; look at its permissions".into(),
        ErrorKind::AlreadyExists => "there is a file of that name".into(),
        ErrorKind::IsADirectory => "it is a directory, not a file".into(),
        ErrorKind::NotADirectory => "a part of its name is a file, not a directory".into(),
        ErrorKind::StorageFull => "there is no space left on the device".into(),
        ErrorKind::ReadOnlyFilesystem => "its file system is read-only".into(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}

//! A file that takes the place of another one when it is complete, and is gone otherwise.
//!
//! Each part has a name of its own, so that no process ever completes what another one has begun. A lock on it
//! says that its writer is alive: what nobody holds was left by a process that was killed, and goes. Where
//! files cannot be locked, nobody can tell, and it stays.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The part of a file that is written so far, beside the file.
pub(super) struct PartFile {
    file: File,
    part: PathBuf,
    place: PathBuf,
    is_complete: bool,
}

/// How often a name is tried that somebody else has, or takes away before the part is locked.
const TRIES: u32 = 16;

impl PartFile {
    /// A new part of the file at this place. What earlier processes left there, when they were killed, goes.
    ///
    /// # Errors
    /// If it cannot be made, or another process is writing the file.
    pub fn new(place: &Path) -> io::Result<Self> {
        clear(place)?;
        for _ in 0..TRIES {
            let part = part_of(place);
            let file = match File::create_new(&part) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                made => made?,
            };
            // Where files cannot be locked, nobody is kept away, and nobody takes it for a leftover.
            let _ = file.try_lock();
            if is_at(&file, &part) {
                return Ok(PartFile { file, part, place: place.into(), is_complete: false });
            }
        }
        Err(io::Error::other("another process takes away what is to become the file"))
    }

    /// Puts it in the place of the old file, all of it on the disk and with the old one's permissions.
    ///
    /// # Errors
    /// If that cannot be done. The old file is then as it was.
    pub fn complete(mut self) -> io::Result<()> {
        if let Ok(old) = fs::metadata(&self.place) {
            self.file.set_permissions(old.permissions())?;
        }
        self.file.sync_all()?;
        if !is_at(&self.file, &self.part) {
            return Err(io::Error::other("another process took away what was to become the file"));
        }
        fs::rename(&self.part, &self.place)?;
        self.is_complete = true;
        sync_folder(&self.place)
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_complete {
            // What cannot be removed is removed by whoever writes the next one.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Removes the parts of the file at this place that nobody is writing.
fn clear(place: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder(place))?.flatten() {
        // A pipe would make us wait.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_part_of(&entry.file_name(), place) {
            continue;
        }
        let Ok(left) = File::open(entry.path()) else { continue };
        match left.try_lock() {
            Ok(()) => {
                // Whoever has removed it before us has done what is to be done.
                let _ = fs::remove_file(entry.path());
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another process is writing it"));
            }
            Err(TryLockError::Error(_)) => {}
        }
    }
    Ok(())
}

/// How the names of all parts of a file begin and end: hidden, and not too long for any file system.
fn frame(place: &Path) -> (OsString, &'static str) {
    const LONGEST: usize = 200;
    let name = place.file_name().unwrap_or_default();
    let mut begin = OsString::from(".");
    if name.len() <= LONGEST {
        begin.push(name);
    } else {
        let hash = blake3::hash(name.as_encoded_bytes()).to_hex();
        begin.push(&hash.as_str()[..32]);
    }
    begin.push(".");
    (begin, ".part")
}

/// Digits of what is different in each name.
const DIGITS: usize = 16;

/// A new name for a part.
fn part_of(place: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut hasher = blake3::Hasher::new();
    hasher.update(&process::id().to_le_bytes());
    hasher.update(&count.to_le_bytes());
    hasher.update(&now.as_nanos().to_le_bytes());
    let (mut name, end) = frame(place);
    name.push(&hasher.finalize().to_hex().as_str()[..DIGITS]);
    name.push(end);
    place.with_file_name(name)
}

/// Whether a file of this name is a part of the file at this place.
fn is_part_of(name: &OsStr, place: &Path) -> bool {
    let (begin, end) = frame(place);
    let rest = name.as_encoded_bytes().strip_prefix(begin.as_encoded_bytes());
    let digits = rest.and_then(|rest| rest.strip_suffix(end.as_bytes()));
    digits.is_some_and(|digits| digits.len() == DIGITS && digits.iter().all(u8::is_ascii_hexdigit))
}

/// Whether this is the file of that name.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |data: fs::Metadata| (data.dev(), data.ino());
        let (Ok(here), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else {
            return false;
        };
        identity(here) == identity(there)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

fn folder(place: &Path) -> &Path {
    let folder = place.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// A new name is on the disk when its folder is.
fn sync_folder(place: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder(place))?.sync_all()?;
    #[cfg(not(unix))]
    let _ = place;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<OsString> = entries.collect();
        names.sort();
        names
    }

    #[test]
    fn writers_never_complete_what_another_has_begun() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("search");
        // Another process looks while the first part is not locked yet, and takes it for a leftover.
        let mut first = PartFile::new(&place).unwrap();
        first.file.unlock().unwrap();
        let mut second = PartFile::new(&place).unwrap();
        first.write_all(b"whole").unwrap();
        second.write_all(b"ha").unwrap();
        let refused = first.complete().unwrap_err().to_string();
        assert!(refused.contains("took away"), "{refused}");
        assert!(!place.exists(), "half of a file has taken its place");
        second.write_all(b"lf").unwrap();
        second.complete().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"half");
        assert_eq!(names(folder.path()), ["search"]);
    }

    #[test]
    fn leftovers_go_and_what_is_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("search");
        let left = folder.path().join(".search.0123456789abcdef.part");
        let others = [".search.0123.part", ".search2.0123456789abcdef.part", "search.part"];
        fs::write(&left, b"half").unwrap();
        for name in others {
            fs::write(folder.path().join(name), b"mine").unwrap();
        }
        let part = PartFile::new(&place).unwrap();
        assert!(!left.exists());
        let refused = PartFile::new(&place).err().expect("somebody writes it").to_string();
        assert_eq!(refused, "another process is writing it");
        drop(part);
        assert_eq!(names(folder.path()), others);
    }

    #[cfg(unix)]
    #[test]
    fn modes_are_kept_and_long_names_and_pipes_are_no_hindrance() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        for name in ["search".to_string(), "s".repeat(250)] {
            let place = folder.path().join(&name);
            fs::write(&place, b"old").unwrap();
            fs::set_permissions(&place, fs::Permissions::from_mode(0o640)).unwrap();
            let pipe = format!(".{name}.0123456789abcdef.part");
            if pipe.len() < 255 {
                let made = process::Command::new("mkfifo").arg(folder.path().join(pipe)).status();
                assert!(made.is_ok_and(|status| status.success()), "mkfifo");
            }
            let mut part = PartFile::new(&place).unwrap();
            part.write_all(b"new").unwrap();
            part.complete().unwrap();
            assert_eq!(fs::read(&place).unwrap(), b"new");
            assert_eq!(fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o640);
        }
    }
}

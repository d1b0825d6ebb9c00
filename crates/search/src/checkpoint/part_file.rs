//! A file that takes the place of another one when it is complete, and is gone otherwise.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The part of a file that is written so far, beside the file.
pub(super) struct PartFile {
    file: File,
    part: PathBuf,
    place: PathBuf,
    is_complete: bool,
}

impl PartFile {
    /// A new part of the file at this place. What an earlier process left there, when it was killed, goes.
    ///
    /// # Errors
    /// If it cannot be made, or another process is writing it.
    pub fn new(place: &Path) -> io::Result<Self> {
        let part = part_of(place);
        let file = match File::create_new(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let left = File::open(&part)?;
                match left.try_lock() {
                    Ok(()) => {}
                    Err(TryLockError::WouldBlock) => {
                        return Err(io::Error::other("another process is writing it"));
                    }
                    Err(TryLockError::Error(error)) => return Err(error),
                }
                fs::remove_file(&part)?;
                File::create_new(&part)?
            }
            made => made?,
        };
        // Where files cannot be locked, nobody is kept away.
        let _ = file.try_lock();
        Ok(PartFile { file, part, place: place.into(), is_complete: false })
    }

    /// Puts it in the place of the old file, all of it on the disk.
    ///
    /// # Errors
    /// If that cannot be done. The old file is then as it was.
    pub fn complete(mut self) -> io::Result<()> {
        self.file.sync_all()?;
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

/// The name of the part: hidden, and always the same, so that nothing piles up.
fn part_of(place: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(place.file_name().unwrap_or_default());
    name.push(".part");
    place.with_file_name(name)
}

/// A new name is on the disk when its folder is.
fn sync_folder(place: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = place.parent().filter(|folder| *folder != Path::new(""));
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = place;
    Ok(())
}

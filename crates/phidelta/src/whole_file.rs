//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::{Error, Result};
use crate::text;

/// A file that will be written, once there is something to write.
#[derive(Debug)]
pub struct Target {
    /// As the user calls it.
    name: PathBuf,
    /// Where it is: a link leads to another place than its own.
    place: PathBuf,
    /// A device or a pipe: written to, not replaced.
    special: bool,
}

impl Target {
    /// The file of this name. What would make it impossible to write is told now, and not after
    /// hours of work.
    ///
    /// # Errors
    /// If it is a directory, or nothing can be written beside it.
    pub fn new(path: &Path) -> Result<Self> {
        let refuse = |message: &str| {
            let name = path.display().to_string();
            Err(Error::File { name, message: message.into() })
        };
        if path == Path::new("-") {
            let message = "it is for the answer; give the name of a file".into();
            return Err(Error::File { name: "standard output".into(), message });
        }
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.file_name().is_none() {
            return refuse("that is the name of a directory; give the name of a file");
        }
        match fs::metadata(path) {
            Ok(known) if known.is_dir() => refuse("it is a directory, not a file"),
            Ok(known) if !known.is_file() => {
                Ok(Target { name: path.into(), place: path.into(), special: true })
            }
            Ok(_) => {
                let place = path.canonicalize().map_err(|error| fault(path, &error))?;
                attempt(path, place)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let place = behind_links(path).map_err(|error| fault(path, &error))?;
                attempt(path, place)
            }
            Err(error) => Err(fault(path, &error)),
        }
    }

    /// What to call it in a message.
    pub fn name(&self) -> String {
        self.name.display().to_string()
    }

    /// Where it is, if it can be replaced.
    pub fn place(&self) -> Option<&Path> {
        (!self.special).then_some(&*self.place)
    }

    /// Writes it. A file of that name is replaced, or stays as it is if anything goes wrong.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, contents: &[u8]) -> Result<()> {
        let written = if self.special {
            let file = File::options().write(true).open(&self.place);
            file.and_then(|mut file| file.write_all(contents))
        } else {
            replace(&self.place, contents)
        };
        written.map_err(|error| fault(&self.name, &error))
    }
}

/// Where a file will be that is not there yet: a link may lead to another place.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&place) else { return Ok(place) };
        place = folder(&place).join(target);
    }
    Err(io::Error::other("too many links lead to it; name the file itself"))
}

/// Sees whether a file can be made where this one will be.
fn attempt(path: &Path, place: PathBuf) -> Result<Target> {
    let folder = folder(&place);
    match temporary(folder) {
        Ok(file) => {
            file.close().map_err(|error| fault(path, &error))?;
            Ok(Target { name: path.into(), place, special: false })
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = folder.display();
            Err(named(path, format!("there is no directory {folder}; make it first")))
        }
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            let folder = folder.display();
            Err(named(path, format!("you may not write into {folder}; look at its permissions")))
        }
        Err(error) => Err(fault(path, &error)),
    }
}

/// Writes a file whole or not at all: an old one stays until the new one is complete.
///
/// # Errors
/// If it cannot be written.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let file = complete(path, contents)?;
    // An old file's permissions are those of the new one.
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path)?;
    Ok(())
}

/// Writes a file of this name, or if there is one, of this name and `-2`, `-3` and so on. Gives
/// the name.
///
/// # Errors
/// If it cannot be written.
pub fn write_new(path: &Path, contents: &[u8]) -> Result<PathBuf> {
    let mut file = complete(path, contents).map_err(|error| fault(path, &error))?;
    for number in 1u32.. {
        let name = numbered(path, number);
        match file.persist_noclobber(&name) {
            Ok(_) => return Ok(name),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => file = error.file,
            Err(error) => return Err(fault(&name, &error.error)),
        }
    }
    Err(named(path, "there are too many files of that name".into()))
}

/// `evidence.proof`, then `evidence-2.proof`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.into();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// A file beside that of this name, with these contents, all of them on the disk.
fn complete(path: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = temporary(folder(path))?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// A new file that is removed unless it is given a name.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".phidelta-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any program gives to a new file; the user's mask takes its share of it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn fault(path: &Path, error: &io::Error) -> Error {
    named(path, text::sentence(error))
}

fn named(path: &Path, message: String) -> Error {
    Error::File { name: path.display().to_string(), message }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn old_files_are_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.proof");
        for contents in ["one", "two"] {
            let target = Target::new(&path).unwrap();
            target.write(contents.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        }
        assert_eq!(names(folder.path()), ["a.proof"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        Target::new(&link).unwrap().write(b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        Target::new(&file).unwrap().write(b"newer").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        // A link to a file that is not there yet.
        fs::remove_file(&file).unwrap();
        Target::new(&link).unwrap().write(b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        let null = Target::new(Path::new("/dev/null")).unwrap();
        assert!(null.special);
        null.write(b"anything").unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_told_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for (path, told) in [
            (Path::new("-").into(), "standard output: it is for the answer"),
            (folder.path().into(), "it is a directory"),
            (folder.path().join("new/"), "give the name of a file"),
            (folder.path().join(".."), "give the name of a file"),
            (folder.path().join("none").join("a"), "there is no directory"),
            (file.join("a"), "a part of its name is a file"),
        ] {
            let error = Target::new(&path).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn new_files_do_not_touch_old_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evidence.proof");
        for (contents, name) in
            [("1", "evidence.proof"), ("2", "evidence-2.proof"), ("3", "evidence-3.proof")]
        {
            let written = write_new(&path, contents.as_bytes()).unwrap();
            assert_eq!(written, folder.path().join(name));
            assert_eq!(fs::read_to_string(written).unwrap(), contents);
        }
        let expected = ["evidence-2.proof", "evidence-3.proof", "evidence.proof"];
        assert_eq!(names(folder.path()), expected);
        assert_eq!(numbered(Path::new("a/b"), 2), Path::new("a/b-2"));
    }
}

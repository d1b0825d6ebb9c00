//! The directory of an experiment's results.
//!
//! `cells.jsonl` is a log: a line for each cell that was measured, with the machine and the version, written
//! as soon as it is. What is in it need not be measured again. The other files are made of it anew each time.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use phidelta::{text, whole_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::exhibit::Exhibit;
use super::machine::{Machine, VERSION, today};
use super::measuring::Cell;
use super::study::{Findings, Run};

/// The log in the directory.
const LOG: &str = "cells.jsonl";
/// All results, for the report and for other programs.
pub const RESULTS: &str = "results.json";

/// What was measured of cells with parameters `C`: figures `F`.
pub struct Notebook<C, F> {
    directory: PathBuf,
    log: File,
    machine: Machine,
    /// By what tells cells apart.
    known: HashMap<String, Known<C, F>>,
}

/// A cell that was measured.
struct Known<C, F> {
    entry: Entry<C, F>,
    /// Its place in the log.
    place: usize,
    /// Whether it is to be measured again all the same.
    is_stale: bool,
}

/// A line of the log.
#[derive(Serialize, Deserialize)]
struct Entry<C, F> {
    version: String,
    /// The day of the measurement.
    #[serde(default)]
    measured: String,
    machine: Machine,
    cell: C,
    figures: F,
}

/// A row of a table, as columns with their names.
pub type Row = Vec<(&'static str, String)>;

/// The results of an experiment, for other programs.
#[derive(Serialize)]
pub struct Results<'r, O, R> {
    pub experiment: &'static str,
    pub version: &'static str,
    /// The day of the last measurement.
    pub measured: &'r str,
    pub machine: Machine,
    /// Which data these are.
    #[serde(flatten)]
    pub run: Run,
    pub options: &'r O,
    /// Where chance comes from, if any is wanted.
    pub seed: Option<u64>,
    pub exhibits: &'r [Exhibit],
    pub cells: &'r [R],
}

impl<C, F> Notebook<C, F>
where
    C: Cell,
    F: Serialize + DeserializeOwned + Clone,
{
    /// Opens the notebook in a directory, which is made if need be. What it has is left alone if everything
    /// is to be measured again.
    ///
    /// # Errors
    /// If the directory cannot be made, read or written to.
    pub fn open(directory: &Path, again: bool) -> Result<Self> {
        fs::create_dir_all(directory).map_err(|error| {
            let name = directory.display();
            let why = match error.kind() {
                ErrorKind::AlreadyExists | ErrorKind::NotADirectory => "a file is in its place",
                ErrorKind::PermissionDenied => "you may not write there",
                _ => return anyhow!("bench: cannot make {name}: {}", text::sentence(&error)),
            };
            anyhow!("bench: cannot make the directory {name}: {why}; choose another with --out")
        })?;
        let path = directory.join(LOG);
        let fault = |error: &io::Error| anyhow!("{}: {}", path.display(), text::sentence(error));
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fault(&error)),
        };
        let opened = File::options().append(true).create(true).open(&path);
        let mut log = opened.map_err(|error| fault(&error))?;
        // A line that was not written to its end must not spoil the next.
        if !text.is_empty() && !text.ends_with('\n') {
            log.write_all(b"\n").map_err(|error| fault(&error))?;
        }
        let mut known = HashMap::new();
        // Lines of other versions, and what is not a whole line, say nothing to us.
        let entries = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let ours = entries.filter(|entry: &Entry<C, F>| entry.version == VERSION);
        for (place, entry) in ours.enumerate() {
            known.insert(entry.cell.key()?, Known { entry, place, is_stale: again });
        }
        Ok(Notebook { directory: directory.into(), log, machine: Machine::here(), known })
    }

    /// What was measured of this cell.
    ///
    /// # Errors
    /// If its parameters cannot be written.
    pub fn figures(&self, cell: &C) -> Result<Option<F>> {
        let known = self.known.get(&cell.key()?).filter(|known| !known.is_stale);
        Ok(known.map(|known| known.entry.figures.clone()))
    }

    /// What was measured by this version besides these cells, in the order of the log.
    ///
    /// # Errors
    /// If the parameters of a cell cannot be written.
    pub fn others(&self, cells: &[C]) -> Result<Vec<(C, F)>> {
        let keys: HashSet<String> = cells.iter().map(Cell::key).collect::<Result<_>>()?;
        let mut others: Vec<_> =
            self.known.iter().filter(|(key, _)| !keys.contains(*key)).collect();
        others.sort_by_key(|(_, known)| known.place);
        let pair = |known: &Known<C, F>| (known.entry.cell.clone(), known.entry.figures.clone());
        Ok(others.into_iter().map(|(_, known)| pair(known)).collect())
    }

    /// Keeps what was measured of a cell.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(&mut self, cell: C, figures: F) -> Result<()> {
        let (version, machine) = (VERSION.into(), self.machine.clone());
        let entry = Entry { version, measured: today(), machine, cell, figures };
        let line = serde_json::to_string(&entry)? + "\n";
        let written = self.log.write_all(line.as_bytes());
        written.map_err(|error| anyhow!("{}: {}", self.path(LOG), text::sentence(&error)))?;
        let (key, place) = (entry.cell.key()?, self.known.len());
        self.known.insert(key, Known { entry, place, is_stale: false });
        Ok(())
    }

    /// Writes `results.json` and `results.csv`, and `comparisons.csv` if searches are compared.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_results<O: Serialize, R: Serialize>(
        &self,
        experiment: &'static str,
        run: Run,
        options: &O,
        seed: Option<u64>,
        findings: &Findings<R>,
    ) -> Result<()> {
        let machine = self.machine.clone();
        let Findings { cells, rows, exhibits } = findings;
        let version = VERSION;
        let days = self.known.values().map(|known| &*known.entry.measured);
        let measured = days.max().unwrap_or_default();
        let results =
            Results { experiment, version, measured, machine, run, options, seed, exhibits, cells };
        self.write(RESULTS, &(serde_json::to_string_pretty(&results)? + "\n"))?;
        self.write("results.csv", &self.csv(seed, rows))?;
        let compared = exhibits.iter().flat_map(|exhibit| {
            exhibit.comparisons.iter().map(|comparison| comparison.row(&exhibit.title))
        });
        let compared: Vec<Row> = compared.collect();
        if compared.is_empty() {
            return Ok(());
        }
        self.write("comparisons.csv", &self.csv(seed, &compared))
    }

    /// Writes a file into the directory, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        whole_file::replace(&self.directory.join(name), text.as_bytes())
            .map_err(|error| anyhow!(text::sentence(&error)))
            .with_context(|| self.path(name))
    }

    fn path(&self, name: &str) -> String {
        self.directory.join(name).display().to_string()
    }

    /// Rows as comma-separated values, each with the version, the machine and the seed.
    fn csv(&self, seed: Option<u64>, rows: &[Row]) -> String {
        let Machine { cpu, cores, memory } = &self.machine;
        let common = [
            ("version", VERSION.to_string()),
            ("cpu", cpu.clone()),
            ("cores", cores.to_string()),
            ("memory", memory.to_string()),
            ("seed", seed.map_or_else(String::new, |seed| seed.to_string())),
        ];
        let mut text = String::new();
        for (index, row) in rows.iter().enumerate() {
            let columns = || row.iter().chain(&common);
            if index == 0 {
                text += &columns().map(|(name, _)| *name).collect::<Vec<_>>().join(",");
                text.push('\n');
            }
            let values: Vec<String> = columns().map(|(_, value)| quoted(value)).collect();
            text += &values.join(",");
            text.push('\n');
        }
        text
    }
}

/// A value of a table of comma-separated values.
fn quoted(value: &str) -> String {
    if value.contains([',', '"', '\n']) {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::study::Extent;

    type Numbers = Notebook<u32, u64>;

    #[test]
    fn what_was_noted_is_known_to_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("a").join("b");
        let mut first = Numbers::open(&directory, false).unwrap();
        assert_eq!(first.figures(&1).unwrap(), None);
        first.note(1, 10).unwrap();
        first.note(2, 20).unwrap();
        let log = directory.join(LOG);
        let text = fs::read_to_string(&log).unwrap();
        // The process was killed while it wrote the second line.
        fs::write(&log, &text[..text.len() - 5]).unwrap();
        let mut second = Numbers::open(&directory, false).unwrap();
        assert_eq!([1, 2].map(|cell| second.figures(&cell).unwrap()), [Some(10), None]);
        second.note(2, 22).unwrap();
        let third = Numbers::open(&directory, false).unwrap();
        assert_eq!([1, 2].map(|cell| third.figures(&cell).unwrap()), [Some(10), Some(22)]);
        assert_eq!(third.others(&[2, 3]).unwrap(), [(1, 10)]);
        let mut anew = Numbers::open(&directory, true).unwrap();
        assert_eq!(anew.figures(&1).unwrap(), None);
        assert_eq!(anew.others(&[]).unwrap(), [(1, 10), (2, 22)]);
        anew.note(1, 11).unwrap();
        assert_eq!(anew.figures(&1).unwrap(), Some(11));
        let other = fs::read_to_string(&log).unwrap().replace(VERSION, "0.0.0");
        fs::write(&log, other).unwrap();
        assert_eq!(Numbers::open(&directory, false).unwrap().figures(&1).unwrap(), None);
    }

    #[test]
    fn results_are_for_other_programs() {
        let folder = tempfile::tempdir().unwrap();
        let notebook = Numbers::open(folder.path(), false).unwrap();
        let row = vec![("name", "a, \"b\"".to_string()), ("number", "7".to_string())];
        let findings = Findings { cells: vec![7], rows: vec![row], exhibits: Vec::new() };
        let run = Run { extent: Extent::Quick, is_complete: true };
        notebook.write_results("test", run, &"options", Some(3), &findings).unwrap();
        let csv = fs::read_to_string(folder.path().join("results.csv")).unwrap();
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some("name,number,version,cpu,cores,memory,seed"));
        let row = lines.next().unwrap();
        assert!(row.starts_with("\"a, \"\"b\"\"\",7,") && row.ends_with(",3"), "{row}");
        let json = fs::read_to_string(folder.path().join("results.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["cells"][0], &json["seed"]), (&7.into(), &3.into()));
        assert_eq!((&json["extent"], &json["is_complete"]), (&"quick".into(), &true.into()));
        assert!(json["machine"]["cores"].as_u64().unwrap() > 0);
    }
}

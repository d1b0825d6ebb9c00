//! `cargo xtask bench-compare`: counts the instructions of the hot paths and compares them with those of a
//! baseline, so that a change that slows them down is seen. Instructions and not seconds, since these can be
//! compared on any machine, however busy it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

const PROGRAM: &str = "hot_paths";
const BASELINE: &str = "crates/search/benches/baseline.tsv";
/// What callgrind counts: the function of the program in which the work is done.
const MEASURED: &str = "*hot_paths*measured*";
const VALGRIND_IS_MISSING: &str =
    "valgrind was not found, which counts the instructions; install the package valgrind";

/// What is asked of `bench-compare`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Request {
    /// By how many percent a hot path may be slower.
    allowed: f64,
    /// Whether the counts become the baseline.
    saves: bool,
}

impl Request {
    fn read(options: &[&str]) -> Result<Self> {
        match options {
            [] => Ok(Request { allowed: 3.0, saves: false }),
            ["--save"] => Ok(Request { allowed: f64::INFINITY, saves: true }),
            ["--allow", percent] => {
                let allowed = percent.parse().ok().filter(|&percent: &f64| percent >= 0.0);
                let allowed = allowed.with_context(|| {
                    format!(
                        "--allow: {percent} is no number of percent; say --allow 3, for example"
                    )
                })?;
                Ok(Request { allowed, saves: false })
            }
            _ => bail!("bench-compare takes nothing, or --save, or --allow PERCENT"),
        }
    }
}

/// Instructions by the names of the hot paths, in the order of the program.
type Counts = Vec<(String, u64)>;

/// The counts of an earlier version.
#[derive(PartialEq, Debug)]
struct Baseline {
    /// The compiler and the counter.
    tools: String,
    counts: Counts,
}

impl Baseline {
    const ABOUT: &str = "# Instructions of the hot paths. `cargo xtask bench-compare` compares with them, and with \
                         --save writes them anew.\n";
    const TOOLS: &str = "# Tools: ";

    fn write(&self) -> String {
        let mut text = format!("{}{}{}\n", Self::ABOUT, Self::TOOLS, self.tools);
        for (name, count) in &self.counts {
            let _ = writeln!(text, "{name}\t{count}");
        }
        text
    }

    fn read(text: &str) -> Result<Self> {
        let tools = text.lines().find_map(|line| line.strip_prefix(Self::TOOLS));
        let mut counts = Counts::new();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#')) {
            let count = line.split_once('\t').and_then(|(name, count)| {
                Some((name.to_string(), count.parse().ok().filter(|&count| count > 0)?))
            });
            counts.push(count.with_context(|| {
                format!("{BASELINE}: line {number} is no name and count; write it anew with --save")
            })?);
        }
        Ok(Baseline { tools: tools.unwrap_or("unknown").to_string(), counts })
    }
}

/// Counts, and compares or saves.
///
/// # Errors
/// If something is slower than allowed, or nothing could be counted.
pub fn run(options: &[&str]) -> Result<()> {
    let request = Request::read(options)?;
    let tools = tools()?;
    let program = build()?;
    let baseline_file = crate::root().join(BASELINE);
    let now = Baseline { tools, counts: count_all(&program)? };
    if request.saves {
        let saved = fs::write(&baseline_file, now.write());
        return saved.with_context(|| format!("cannot write {}", baseline_file.display()));
    }
    let text = fs::read_to_string(&baseline_file)
        .with_context(|| format!("cannot read {BASELINE}; write it with --save"))?;
    let before = Baseline::read(&text)?;
    let (table, slower) = compare(&before.counts, &now.counts, request.allowed);
    print!("{table}");
    if before.tools != now.tools {
        println!(
            "The baseline was counted with other tools: {}; these are {}.",
            before.tools, now.tools
        );
    }
    if !slower.is_empty() {
        bail!(
            "slower by more than {} %: {}; if that is the price of something better, accept it with \
             `cargo xtask bench-compare --save`",
            request.allowed,
            slower.join(", ")
        );
    }
    Ok(())
}

/// A table of both counts, and the names of what is slower by more than so many percent.
fn compare(before: &Counts, now: &Counts, allowed: f64) -> (String, Vec<String>) {
    let mut gone: BTreeMap<&str, u64> =
        before.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let names = before.iter().chain(now).map(|(name, _)| name.len());
    let width = names.max().unwrap_or(0).max(4);
    let mut table = format!("{:width$} {:>14} {:>14} {:>8}\n", "name", "baseline", "now", "change");
    let mut slower = Vec::new();
    for (name, count) in now {
        let Some(old) = gone.remove(name.as_str()) else {
            let _ = writeln!(table, "{name:width$} {:>14} {count:>14} {:>8}", "-", "new");
            continue;
        };
        let percent = 100.0 * (*count as f64 - old as f64) / old as f64;
        let _ = writeln!(table, "{name:width$} {old:>14} {count:>14} {percent:>+6.1} %");
        if percent > allowed {
            slower.push(name.clone());
        }
    }
    for (name, old) in gone {
        let _ = writeln!(table, "{name:width$} {old:>14} {:>14} {:>8}", "-", "gone");
    }
    (table, slower)
}

/// The versions of what makes and counts instructions.
fn tools() -> Result<String> {
    let valgrind =
        output(Command::new("valgrind").arg("--version")).context(VALGRIND_IS_MISSING)?;
    let rustc = output(Command::new("rustc").arg("--version")).context("cannot run rustc")?;
    Ok(format!("{}, {}, {}", rustc.trim(), valgrind.trim(), std::env::consts::ARCH))
}

/// Builds the program. Gives where it is.
fn build() -> Result<PathBuf> {
    let mut command = Command::new(crate::cargo_path());
    command.args(["bench", "--no-run", "--package", "phidelta-search", "--bench", PROGRAM]);
    command.args(["--message-format", "json-render-diagnostics"]).current_dir(crate::root());
    let messages = output(command.stderr(Stdio::inherit())).context("cannot build the program")?;
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut built = messages.filter(|message| message["target"]["name"] == PROGRAM);
    let path = built.find_map(|message| message["executable"].as_str().map(PathBuf::from));
    path.with_context(|| format!("cargo does not say where it has put {PROGRAM}"))
}

fn count_all(program: &Path) -> Result<Counts> {
    let names = output(&mut Command::new(program))?;
    names.lines().map(|name| Ok((name.to_string(), count(program, name)?))).collect()
}

/// Counts the instructions of one hot path.
fn count(program: &Path, name: &str) -> Result<u64> {
    eprintln!("> counting {name}");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"]);
    command.arg(format!("--toggle-collect={MEASURED}")).arg(program).arg(name);
    let ran = command.output().context(VALGRIND_IS_MISSING)?;
    let said = String::from_utf8_lossy(&ran.stderr);
    if !ran.status.success() {
        bail!("{name} has failed under valgrind:\n{said}");
    }
    collected(&said).with_context(|| format!("callgrind has counted nothing in {name}:\n{said}"))
}

/// The number of instructions that callgrind tells at its end.
fn collected(said: &str) -> Option<u64> {
    let line = said.lines().find_map(|line| line.split_once(" Collected :"))?;
    line.1.trim().parse().ok().filter(|&count| count > 0)
}

/// What a command prints.
fn output(command: &mut Command) -> Result<String> {
    let ran = command.output().with_context(|| format!("cannot run {command:?}"))?;
    if !ran.status.success() {
        bail!("{command:?} failed");
    }
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counts: &[(&str, u64)]) -> Counts {
        counts.iter().map(|&(name, count)| (name.to_string(), count)).collect()
    }

    #[test]
    fn options_are_read_or_refused() {
        assert_eq!(Request::read(&[]).unwrap(), Request { allowed: 3.0, saves: false });
        assert_eq!(Request::read(&["--allow", "0.5"]).unwrap().allowed, 0.5);
        assert!(Request::read(&["--save"]).unwrap().saves);
        for wrong in [&["--allow"][..], &["--allow", "much"], &["--allow", "-1"], &["save"]] {
            assert!(Request::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_is_slower_than_allowed_is_named() {
        let before = counts(&[("a", 1000), ("b", 1000), ("c", 1000), ("old", 1)]);
        let now = counts(&[("a", 1030), ("b", 1031), ("c", 900), ("fresh", 7)]);
        let (table, slower) = compare(&before, &now, 3.0);
        assert_eq!(slower, ["b"]);
        let words: Vec<Vec<&str>> =
            table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[1], ["a", "1000", "1030", "+3.0", "%"]);
        assert_eq!(words[3], ["c", "1000", "900", "-10.0", "%"]);
        assert_eq!(words[4], ["fresh", "-", "7", "new"]);
        assert_eq!(words[5], ["old", "1", "-", "gone"]);
        assert_eq!(compare(&before, &now, 3.2).1, Vec::<String>::new());
    }

    #[test]
    fn a_baseline_is_read_as_it_was_written() {
        let baseline =
            Baseline { tools: "rustc 1, valgrind-3".into(), counts: counts(&[("a/b", 12)]) };
        assert_eq!(Baseline::read(&baseline.write()).unwrap(), baseline);
        let fault = Baseline::read("# x\na/b\ttwelve\n").unwrap_err().to_string();
        assert!(fault.contains("line 2"), "{fault}");
    }

    /// The committed one can be read.
    #[test]
    fn there_is_a_baseline() {
        let text = fs::read_to_string(crate::root().join(BASELINE)).unwrap();
        assert!(Baseline::read(&text).unwrap().counts.len() > 10);
    }

    #[test]
    fn the_count_is_found_in_what_callgrind_says() {
        assert_eq!(collected("==1== Events    : Ir\n==1== Collected : 4711\n"), Some(4711));
        assert_eq!(collected("==1== Collected : 0\n"), None);
        assert_eq!(collected("nothing"), None);
    }
}

//! Problems in the form of GNU Go's regression suites: `loadsgf FILE` (or `sgf TEXT`), `N owl_attack D4`,
//! `#? [1 D3]`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use phidelta_go::record::{Where, read_sgf};
use phidelta_go::{Colour, Point, Position, read_point};

use phidelta::text;

/// A problem with the answer that is expected.
pub struct Case {
    pub number: String,
    /// What tells its record from others of this name.
    pub digest: String,
    /// With the side to move that the task says.
    pub position: Position,
    pub target: Point,
    /// Whether the owner of the target is to move.
    pub defends: bool,
    pub code: u8,
}

/// The problems of a file, whose records lie beside it.
///
/// # Errors
/// If a file cannot be read, or is not of that form.
pub fn read_file(path: &Path) -> Result<Vec<Case>> {
    let name = path.display();
    let text = read(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let cases = parse(&text, |file| {
        // Suites name records by where GNU Go has them.
        let file = file.rsplit('/').next().unwrap_or(file);
        read(&folder.join(file))
    })
    .with_context(|| name.to_string())?;
    if cases.is_empty() {
        bail!(
            "{name}: there is no problem in it; it must have lines like `1 owl_attack D4` and `#? [1 D3]`"
        );
    }
    Ok(cases)
}

fn read(path: &Path) -> Result<String> {
    let text = fs::read(path)
        .map_err(|error| anyhow!("{}: {}", path.display(), text::sentence(&error)))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The problems of a suite whose records `load` finds.
///
/// # Errors
/// If it is not of that form, with the line.
pub fn parse(suite: &str, load: impl Fn(&str) -> Result<String>) -> Result<Vec<Case>> {
    let (mut record, mut task) = (None, None);
    let mut cases = Vec::new();
    for (line, number) in suite.lines().zip(1..) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let done = match words[..] {
            ["loadsgf", path, ..] => load(path).map(|text| record = Some(text)),
            ["sgf", ..] => {
                record = line.split_once("sgf").map(|(_, text)| text.trim().to_string());
                Ok(())
            }
            [number, "owl_attack", target] => {
                task = Some((number, target, false));
                Ok(())
            }
            [number, "owl_defend", target] => {
                task = Some((number, target, true));
                Ok(())
            }
            ["#?", ..] => case(record.as_deref(), task.take(), line).and_then(|case| {
                let is_new = |case: &Case| cases.iter().all(|one: &Case| one.number != case.number);
                if case.as_ref().is_some_and(|case| !is_new(case)) {
                    bail!("there is a problem of this number already; give it another");
                }
                cases.extend(case);
                Ok(())
            }),
            _ => Ok(()),
        };
        done.with_context(|| format!("line {number}"))?;
    }
    Ok(cases)
}

/// The problem of a task, if it was one about life, and its answer.
fn case(
    record: Option<&str>,
    task: Option<(&str, &str, bool)>,
    answer: &str,
) -> Result<Option<Case>> {
    let Some((number, target, defends)) = task else { return Ok(None) };
    let record = record.context("there is no record before it")?;
    let mut position = read_sgf(record, Where::Usual)?.position;
    let target = read_point(target, position.side).map_err(|error| anyhow!("{error}"))?;
    let owner = Colour::BOTH
        .into_iter()
        .find(|&colour| position.stones[colour as usize].contains(target as usize));
    let owner = owner.context("there is no stone to attack or defend")?;
    position.turn = if defends { owner } else { !owner };
    let code = code(answer).context("an answer is like [1 D4], with 0 to 3 before the move")?;
    let digest = blake3::hash(record.as_bytes()).to_hex()[..16].into();
    Ok(Some(Case { number: number.into(), digest, position, target, defends, code }))
}

/// The code of `#? [1 (D4|E5)]`. 0: the mover fails; 1: succeeds; 2: succeeds unless the opponent finds a ko
/// threat; 3: succeeds with a ko threat of its own.
fn code(answer: &str) -> Option<u8> {
    let answer = answer.split_once('[')?.1.split_once(']')?.0;
    let code = answer.split_whitespace().next()?.parse().ok()?;
    (code <= 3).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "\
        sgf (;SZ[5]AB[ad][bd][cd][de][dd]AW[ac][bc][cc][dc][ec][ed][ee])\n\
        1 owl_attack A2\n#? [1 B1]*\n\n2 owl_defend A2\n#? [(1|2) B1]\n";

    #[test]
    fn suites_are_read() {
        let first = SUITE.split("\n\n").next().unwrap();
        let cases = parse(first, |_| bail!("no file")).unwrap();
        assert_eq!((cases.len(), cases[0].code, cases[0].defends), (1, 1, false));
        for (wrong, place) in [
            (SUITE.to_string(), "line 6"),
            (format!("{first}\n1 owl_defend A2\n#? [1 B1]"), "line 5"),
            (first.replace("A2", "E5"), "line 3"),
            (first.replace("A2", "Z9"), "line 3"),
            (first.replace("sgf ", "# "), "line 3"),
            (first.replace("sgf ", "loadsgf "), "line 1"),
            (first.replace("[1 B1]", "[9 B1]"), "line 3"),
        ] {
            let error = format!("{:#}", parse(&wrong, |_| bail!("no file")).err().unwrap());
            assert!(error.starts_with(place), "{error}");
        }
    }
}

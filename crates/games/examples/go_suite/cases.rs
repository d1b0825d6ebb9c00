//! Problems in the form of GNU Go's regression suites: `loadsgf FILE`, `N owl_attack D4`, `#? [1 D3]`.

use std::error::Error;
use std::fs;
use std::path::Path;

use phidelta_games::go::record::{Where, read_sgf};
use phidelta_games::go::{Colour, Point, Position, read_point};

/// A problem with the answer that is expected.
pub struct Case {
    pub number: String,
    /// With the side to move that the task says.
    pub position: Position,
    pub target: Point,
    /// Whether the owner of the target is to move.
    pub defends: bool,
    /// 0: the mover fails; 1: succeeds; 2: succeeds unless the opponent finds a ko threat; 3: succeeds
    /// with a ko threat of its own.
    pub code: u8,
    /// The moves that are expected.
    pub moves: Vec<String>,
}

/// The problems of a suite, whose records lie beside it.
pub fn read(suite: &Path) -> Result<Vec<Case>, Box<dyn Error>> {
    let folder = suite.parent().ok_or("the suite must be a file")?;
    let (mut file, mut task) = (String::new(), None);
    let mut cases = Vec::new();
    for line in fs::read_to_string(suite)?.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["loadsgf", path] => file = path.rsplit('/').next().unwrap_or(path).to_string(),
            [number, "owl_attack", target] => task = Some((number.to_string(), target, false)),
            [number, "owl_defend", target] => task = Some((number.to_string(), target, true)),
            ["#?", ..] => {
                let (number, target, defends) = task.take().ok_or("an answer without a task")?;
                let text = fs::read_to_string(folder.join(&file))?;
                let mut position = read_sgf(&text, Where::Usual)?.position;
                let target = read_point(target, position.side)?;
                let white = position.stones[1].contains(target as usize);
                let owner = Colour::BOTH[usize::from(white)];
                position.turn = if defends { owner } else { !owner };
                let (code, moves) = expected(line).ok_or("an answer is like [1 (D4|E5)]")?;
                cases.push(Case { number, position, target, defends, code, moves });
            }
            _ => {}
        }
    }
    Ok(cases)
}

/// The code and the moves of `#? [1 (D4|E5)]`.
fn expected(line: &str) -> Option<(u8, Vec<String>)> {
    let answer = line.split_once('[')?.1.split_once(']')?.0;
    let (code, moves) = answer.split_once(' ').unwrap_or((answer, ""));
    let moves = moves.split(['(', ')', '|']).filter(|word| !word.is_empty());
    Some((code.parse().ok()?, moves.map(str::to_string).collect()))
}

//! The answer as an SGF file: the right moves with how they go on, the wrong ones with what refutes
//! them.

use phidelta_rules::Area;
use phidelta_sgf::Variation;

use super::life::{First, FirstMove};
use super::question::Question;
use crate::diagram::Marks;
use crate::sgf::{variation, write_sgf};
use crate::{Colour, Position, read_point};

/// What is said where a ko is taken back at once.
const BY_THREAT: &str = "Takes the ko back, after a threat elsewhere.";

/// The question with its answer, which is told in this sentence, and what happens if each of the
/// sides that are asked about moves first.
///
/// The position is the one that was searched, which may have more stones: lines of play might capture
/// others without them.
pub fn write(
    question: &Question,
    position: &Position,
    region: Area,
    firsts: &[First],
    sentence: &str,
) -> String {
    let sides = question.movers.iter().zip(firsts);
    let tree: Vec<Variation> =
        sides.flat_map(|(&mover, first)| variations(mover, first, position.side)).collect();
    let marks = Marks { targets: question.chains, region, labels: Vec::new() };
    write_sgf(position, &marks, sentence, &tree)
}

/// The first moves of a side, those that are right first.
fn variations(mover: Colour, first: &First, side: usize) -> Vec<Variation> {
    let line = |names: &[String], by_threat: &[usize], remark: String| {
        let remarks = (0..names.len()).map(|place| match place {
            0 => remark.clone(),
            _ if by_threat.contains(&place) => BY_THREAT.into(),
            _ => String::new(),
        });
        play(names, &remarks.collect::<Vec<String>>(), mover, side)
    };
    if first.moves.is_empty() {
        let line = line(&first.line, &first.by_threat, first.status.remark());
        return line.into_iter().collect();
    }
    let rank = |first: &&FirstMove| match first.right {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    };
    let mut moves: Vec<&FirstMove> = first.moves.iter().collect();
    moves.sort_by_key(rank);
    moves
        .into_iter()
        .filter_map(|first| {
            let head = match first.right {
                Some(true) => "Right: ",
                Some(false) => "Wrong: ",
                None => "",
            };
            let names = [std::slice::from_ref(&first.name), &first.line].concat();
            let by_threat: Vec<usize> = first.by_threat.iter().map(|place| place + 1).collect();
            line(&names, &by_threat, format!("{head}{}", first.status.remark()))
        })
        .collect()
}

/// A line of play, with a remark at each move.
fn play(names: &[String], remarks: &[String], mover: Colour, side: usize) -> Option<Variation> {
    let ((name, rest), (remark, remarks)) = (names.split_first()?, remarks.split_first()?);
    let next = play(rest, remarks, !mover, side);
    let point = read_point(name, side).ok();
    Some(variation(point, mover, remark.clone(), next.into_iter().collect()))
}

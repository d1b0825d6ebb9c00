//! The answer as an SGF file: the right moves with how they go on, the wrong ones with what refutes
//! them.

use phidelta_games::go::diagram::Marks;
use phidelta_games::go::sgf::{variation, write_sgf};
use phidelta_games::go::{Colour, read_point};
use phidelta_games::sgf_file::Variation;
use phidelta_rules::Area;

use super::life::{First, FirstMove};
use super::question::Question;

/// The question with its answer, which is told in this sentence, and what happens if each of the
/// sides that are asked about moves first.
pub fn write(question: &Question, region: Area, firsts: &[First], sentence: &str) -> String {
    let sides = question.movers.iter().zip(firsts);
    let tree: Vec<Variation> = sides
        .flat_map(|(&mover, first)| variations(mover, first, question.position.side))
        .collect();
    let marks = Marks { targets: question.chains, region, labels: Vec::new() };
    write_sgf(&question.position, &marks, sentence, &tree)
}

/// The first moves of a side, those that are right first.
fn variations(mover: Colour, first: &First, side: usize) -> Vec<Variation> {
    let line = |names: &[String], remark: String| play(names, mover, &remark, side);
    if first.moves.is_empty() {
        return line(&first.line, first.told.remark()).into_iter().collect();
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
            line(&names, format!("{head}{}", first.told.remark()))
        })
        .collect()
}

/// A line of play, with a remark at its first move.
fn play(names: &[String], mover: Colour, remark: &str, side: usize) -> Option<Variation> {
    let (name, rest) = names.split_first()?;
    let next = play(rest, !mover, "", side);
    let point = read_point(name, side).ok();
    Some(variation(point, mover, remark.into(), next.into_iter().collect()))
}

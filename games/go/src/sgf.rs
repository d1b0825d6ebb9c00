//! Positions and lines of play as SGF files that any Go program opens.

use phidelta_rules::{Dimensions, Player};

use super::diagram::Marks;
use super::{Colour, Point, Position};
use phidelta_sgf::{Variation, letter, write_comment, write_letters, write_list, write_variations};

/// A private property: where the player to move may not take back a ko.
pub(super) const KO_BAN: &str = "BAN";

/// A move of a tree of variations; no point is a pass.
pub fn variation(
    point: Option<Point>,
    colour: Colour,
    comment: String,
    next: Vec<Variation>,
) -> Variation {
    Variation { stones: point.into_iter().collect(), player: player(colour), comment, next }
}

/// A position, with triangles on the targets and squares on the region, what is to be said about it,
/// and lines of play from it.
pub fn write_sgf(position: &Position, marks: &Marks, comment: &str, tree: &[Variation]) -> String {
    let side = position.side;
    let size = Dimensions { columns: side, rows: side };
    let mut text = format!("(;FF[4]GM[1]CA[UTF-8]AP[phidelta]SZ[{side}]");
    for colour in Colour::BOTH {
        let stones = position.stones[colour as usize].iter();
        write_list(&format!("A{}", letter(player(colour))), stones, size, &mut text);
    }
    // A point has one mark.
    write_list("TR", marks.targets.iter(), size, &mut text);
    write_list("SQ", (marks.region - marks.targets).iter(), size, &mut text);
    text += &format!("\nPL[{}]", letter(player(position.turn)));
    if let Some(ko) = position.ko {
        text += &format!("{KO_BAN}[{}]", write_letters(ko as usize, size));
    }
    write_comment(comment, &mut text);
    text.push('\n');
    write_variations(tree, size, &mut text);
    text + ")\n"
}

/// Who has these stones in a file.
fn player(colour: Colour) -> Player {
    match colour {
        Colour::Black => Player::Max,
        Colour::White => Player::Min,
    }
}

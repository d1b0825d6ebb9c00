//! Games of the family as SGF files (the fourth version of the format, by Hollosi), for viewers of such files.

use phidelta_rules::{Dimensions, Player};

use super::{Connect, State};
use phidelta_sgf::{Variation, letter, write_list, write_variations};

/// A private property: how many stones the player to move has left to place, if the turn has begun.
pub(super) const LEFT_TO_PLACE: &str = "LEFT";

/// A position, and lines of play from it, as an SGF file.
pub fn write_sgf(game: &Connect, root: &State, tree: &[Variation]) -> String {
    let Dimensions { columns, rows } = game.size();
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let shape = &game.shape().parameters;
    // Gomoku has a number in the standard, its relatives have none.
    let number = if (shape.stones, shape.first_stones) == (1, 1) { 4 } else { 1 };
    let mut text = format!("(;FF[4]GM[{number}]CA[UTF-8]AP[phidelta]SZ[{size}]");
    for player in [Player::Max, Player::Min] {
        let name = format!("A{}", letter(player));
        write_list(&name, root.stones(player).iter(), game.size(), &mut text);
    }
    text += &format!("\nPL[{}]", letter(root.turn));
    if root.left() != game.full_turn(&root.stones, root.turn) {
        text += &format!("{LEFT_TO_PLACE}[{}]", root.left);
    }
    text.push('\n');
    write_variations(tree, game.size(), &mut text);
    text + ")\n"
}

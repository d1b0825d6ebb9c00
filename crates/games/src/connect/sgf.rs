//! Games of the family as SGF files (the fourth version of the format, by Hollosi), for viewers of such files.
//!
//! A node has one stone, so that viewers of Go can show it.

use phidelta_rules::{Dimensions, Player};

use super::{Connect, State};

/// A private property: how many stones the player to move has left to place, if the turn has begun.
pub(super) const LEFT_TO_PLACE: &str = "LEFT";

/// A move of a tree of variations, and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The squares of the stones that are placed; none if the player passes.
    pub stones: Vec<u16>,
    /// Whose stones they are.
    pub player: Player,
    /// What is to be said about the position after them; may be empty.
    pub comment: String,
    /// The moves that may follow, the main one first.
    pub next: Vec<Variation>,
}

/// A position, and lines of play from it, as an SGF file.
pub fn write_sgf(game: &Connect, root: &State, tree: &[Variation]) -> String {
    let Dimensions { columns, rows } = game.size();
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let shape = &game.shape().parameters;
    // Gomoku has a number in the standard, its relatives have none.
    let number = if (shape.stones, shape.first_stones) == (1, 1) { 4 } else { 1 };
    let mut text = format!("(;FF[4]GM[{number}]CA[UTF-8]AP[phidelta]SZ[{size}]");
    for player in [Player::Max, Player::Min] {
        let stones = root.stones(player);
        if !stones.is_empty() {
            text += &format!("\nA{}", letter(player));
            text.extend(stones.iter().map(|square| format!("[{}]", point(game, square))));
        }
    }
    text += &format!("\nPL[{}]", letter(root.turn));
    if root.left() != game.full_turn(&root.stones, root.turn) {
        text += &format!("{LEFT_TO_PLACE}[{}]", root.left);
    }
    text.push('\n');
    write_variations(game, tree, &mut text);
    text + ")\n"
}

fn write_variations(game: &Connect, tree: &[Variation], text: &mut String) {
    for variation in tree {
        if tree.len() > 1 {
            text.push('(');
        }
        let player = letter(variation.player);
        if variation.stones.is_empty() {
            *text += &format!(";{player}[]");
        }
        for &square in &variation.stones {
            *text += &format!(";{player}[{}]", point(game, square as usize));
        }
        if !variation.comment.is_empty() {
            *text += &format!("C[{}]", escaped(&variation.comment));
        }
        text.push('\n');
        write_variations(game, &variation.next, text);
        if tree.len() > 1 {
            *text += ")\n";
        }
    }
}

fn letter(player: Player) -> char {
    ['B', 'W'][player as usize]
}

/// A square as SGF has it: a letter for the column, and one for the row from above.
fn point(game: &Connect, square: usize) -> String {
    let Dimensions { columns, rows } = game.size();
    let letter = |number: usize| (b'a' + number as u8) as char;
    format!("{}{}", letter(square % columns), letter(rows - 1 - square / columns))
}

/// A text that may stand between brackets.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if matches!(letter, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

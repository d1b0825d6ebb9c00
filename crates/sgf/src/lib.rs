//! SGF files (Hollosi, `FF[4]`, and what came before): what all games read and write alike.
//!
//! A game reads a file as a tree of [`Node`]s, by [`read_first_game`], and the [`properties`] of
//! each. It writes the properties of the root itself, and lines of play by [`write_variations`].
//! Black is [`Player::Max`] throughout.

#![forbid(unsafe_code)]

use std::collections::HashSet;
use std::fmt::Display;

use phidelta_rules::{Dimensions, Player, PositionError};
use sgf_parse::unknown_game::Prop;
use sgf_parse::{Color, GameTree, SgfNode};

/// The most nodes of a line: trees of nodes are built and dropped by recursion.
const LONGEST: usize = 1000;

/// A move of a tree of variations, and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The squares of the stones that are placed; none if the player passes.
    pub stones: Vec<u16>,
    /// Whose stones they are: Black's are those of Max.
    pub player: Player,
    /// What is to be said about the position after them; may be empty.
    pub comment: String,
    /// The moves that may follow, the main one first.
    pub next: Vec<Variation>,
}

/// A node of a file that was read, with the nodes that follow it.
pub type Node = SgfNode<Prop>;

/// What is wrong with a file, in a sentence.
pub fn fault(message: impl Display) -> PositionError {
    PositionError::Other(format!("SGF: {message}"))
}

/// The root of the first game in a file, which begins with `(`.
///
/// # Errors
/// If it is not well formed, has no game, or a line of play is longer than 1000 nodes.
pub fn read_first_game(text: &str) -> Result<Node, PositionError> {
    let first = first_game(text)?;
    // What is not said to be another game is read as Go, whose moves have one stone. The node that
    // says so is one more than the file has.
    let nodes = first.strip_prefix('(').map(str::trim_start).filter(|text| text.starts_with(';'));
    let nodes = nodes.ok_or_else(|| fault("a file begins with `(;`"))?;
    let text = format!("(;GM[11]{nodes}");
    let games = sgf_parse::parse(&text)
        .map_err(|error| fault(format!("it is not well formed ({error})").to_lowercase()))?;
    match games.into_iter().next() {
        Some(GameTree::Unknown(mut root)) if !root.children.is_empty() => {
            Ok(root.children.swap_remove(0))
        }
        _ => Err(fault("there is no game in it")),
    }
}

/// The text of the first game in a file.
fn first_game(text: &str) -> Result<&str, PositionError> {
    let (mut in_value, mut escaped) = (false, false);
    let (mut nodes, mut forks) = (0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = in_value,
            ']' => in_value = false,
            _ if in_value => {}
            '[' => in_value = true,
            ';' => nodes += 1,
            '(' => forks.push(nodes),
            ')' => {
                nodes = forks.pop().unwrap_or(0);
                if forks.is_empty() {
                    return Ok(&text[..=at]);
                }
            }
            _ => {}
        }
        if nodes.max(forks.len()) > LONGEST {
            return Err(fault(format!("a line of play has more than {LONGEST} nodes; shorten it")));
        }
    }
    Ok(text)
}

/// The names and the values of the properties of a node that may matter.
pub fn properties(node: &Node) -> Vec<(&str, Vec<String>)> {
    node.properties.iter().filter_map(values).collect()
}

fn values(property: &Prop) -> Option<(&str, Vec<String>)> {
    let sorted = |values: &HashSet<String>| {
        let mut values: Vec<String> = values.iter().cloned().collect();
        values.sort();
        values
    };
    Some(match property {
        Prop::B(value) => ("B", vec![value.clone()]),
        Prop::W(value) => ("W", vec![value.clone()]),
        Prop::AB(values) => ("AB", sorted(values)),
        Prop::AW(values) => ("AW", sorted(values)),
        Prop::AE(values) => ("AE", sorted(values)),
        Prop::MA(values) => ("MA", sorted(values)),
        Prop::TR(values) => ("TR", sorted(values)),
        Prop::CR(values) => ("CR", sorted(values)),
        Prop::SQ(values) => ("SQ", sorted(values)),
        Prop::VW(values) => ("VW", sorted(values)),
        Prop::C(text) => ("C", vec![text.to_string()]),
        Prop::PL(Color::Black) => ("PL", vec!["B".into()]),
        Prop::PL(Color::White) => ("PL", vec!["W".into()]),
        Prop::GM(number) => ("GM", vec![number.to_string()]),
        Prop::SZ((columns, rows)) => ("SZ", vec![format!("{columns}:{rows}")]),
        Prop::Invalid(name, values) | Prop::Unknown(name, values) => (name, values.clone()),
        _ => return None,
    })
}

/// The player whom the values of PL name.
///
/// # Errors
/// If they name none.
pub fn read_player(values: &[String]) -> Result<Player, PositionError> {
    match values.first().map(|value| value.to_lowercase()).as_deref() {
        Some("b" | "black") => Ok(Player::Max),
        Some("w" | "white") => Ok(Player::Min),
        _ => Err(fault("PL must be B or W")),
    }
}

/// The squares of a value: what `read` makes of it, or a rectangle as `aa:cc`.
///
/// # Errors
/// If `read` refuses it, or it is no rectangle of two squares.
pub fn read_squares(
    text: &str,
    size: Dimensions,
    read: impl Fn(&str) -> Result<Vec<usize>, PositionError>,
) -> Result<Vec<usize>, PositionError> {
    let Some((one, other)) = text.split_once(':') else { return read(text) };
    let none = || {
        let message = "there is a rectangle that is not of the form aa:cc; correct it";
        PositionError::Other(message.into())
    };
    if other.contains(':') {
        return Err(none());
    }
    match [read(one)?, read(other)?].concat()[..] {
        [one, other] => Ok(rectangle(one, other, size).collect()),
        _ => Err(none()),
    }
}

/// The squares of the rectangle that has two squares in opposite corners.
pub fn rectangle(one: usize, other: usize, size: Dimensions) -> impl Iterator<Item = usize> {
    let sides = [one % size.columns, other % size.columns];
    let ends = [one / size.columns, other / size.columns];
    let columns = sides[0].min(sides[1])..=sides[0].max(sides[1]);
    let rows = ends[0].min(ends[1])..=ends[0].max(ends[1]);
    rows.flat_map(move |row| columns.clone().map(move |column| size.square(column, row)))
}

/// Reads squares as pairs of letters, `hg` or `hgij`: columns from the left, rows from above.
///
/// # Errors
/// If a pair is not a square of the board.
pub fn read_letters(text: &str, size: Dimensions) -> Result<Vec<usize>, PositionError> {
    let squares = text.as_bytes().chunks(2).map(|pair| {
        let number = |letter: &u8| letter.to_ascii_lowercase().wrapping_sub(b'a') as usize;
        match pair {
            [column, row] if number(column) < size.columns && number(row) < size.rows => {
                Ok(size.square(number(column), size.rows - 1 - number(row)))
            }
            _ => {
                let pair = String::from_utf8_lossy(pair);
                Err(PositionError::Other(format!("`{pair}` is not a square of this board")))
            }
        }
    });
    squares.collect()
}

/// A square as [`read_letters`] reads it.
pub fn write_letters(square: usize, size: Dimensions) -> String {
    let letter = |number: usize| (b'a' + number as u8) as char;
    let (column, row) = (square % size.columns, square / size.columns);
    format!("{}{}", letter(column), letter(size.rows - 1 - row))
}

/// Writes a property with a list of squares, unless there is none.
pub fn write_list(
    name: &str,
    squares: impl IntoIterator<Item = usize>,
    size: Dimensions,
    text: &mut String,
) {
    let values: String =
        squares.into_iter().map(|square| format!("[{}]", write_letters(square, size))).collect();
    if !values.is_empty() {
        *text += &format!("\n{name}{values}");
    }
}

/// Writes a comment, unless it is empty.
pub fn write_comment(comment: &str, text: &mut String) {
    if !comment.is_empty() {
        *text += &format!("C[{}]", escaped(comment));
    }
}

/// Writes moves that may follow a node, each a stone a node, so that viewers of Go can show it.
pub fn write_variations(tree: &[Variation], size: Dimensions, text: &mut String) {
    for variation in tree {
        if tree.len() > 1 {
            text.push('(');
        }
        let player = letter(variation.player);
        if variation.stones.is_empty() {
            *text += &format!(";{player}[]");
        }
        for &square in &variation.stones {
            *text += &format!(";{player}[{}]", write_letters(square as usize, size));
        }
        write_comment(&variation.comment, text);
        text.push('\n');
        write_variations(&variation.next, size, text);
        if tree.len() > 1 {
            *text += ")\n";
        }
    }
}

/// The letter of a player's stones and moves.
pub fn letter(player: Player) -> char {
    ['B', 'W'][player as usize]
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

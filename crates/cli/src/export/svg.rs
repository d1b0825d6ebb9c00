//! A drawing of the top of a proof. Where every reply is answered, the replies with the largest proofs are drawn, and
//! the others counted.

use std::collections::VecDeque;
use std::fmt::Write;

use phidelta::proof::{About, CheckReport, Kind, ProofView, Tree};

use super::{caption, line, title};

/// How many replies to a position are drawn.
const MOST_REPLIES: usize = 3;
/// How many positions of a proof are drawn.
const MOST_BOXES: usize = 150;
/// The size of a letter, of the space in a box, and of the gaps between boxes.
const LETTER: (f64, f64) = (7.2, 15.0);
const PADDING: f64 = 10.0;
const GAP: (f64, f64) = (24.0, 44.0);
/// The height of the title.
const TITLE: f64 = 52.0;

/// A position in the drawing.
struct Drawn {
    node: usize,
    ply: usize,
    mv: String,
    /// Places of the positions after it.
    children: Vec<usize>,
    /// How many replies are not drawn.
    left_out: usize,
    /// The middle.
    x: f64,
}

/// The proofs, side by side.
pub fn svg(report: &CheckReport, about: &About, proofs: &[ProofView]) -> String {
    let nodes = || proofs.iter().flat_map(|proof| &proof.tree.nodes);
    let lines = |node| {
        let node: &phidelta::proof::Node = node;
        format!("{}{}", node.board, caption(node))
    };
    let columns = nodes().flat_map(|node| lines(node).lines().map(width).max()).max().unwrap_or(0);
    let rows = nodes().map(|node| lines(node).lines().count()).max().unwrap_or(0);
    let size = (columns as f64 * LETTER.0 + 2.0 * PADDING, rows as f64 * LETTER.1 + 2.0 * PADDING);
    let (mut body, mut right, mut plies) = (String::new(), GAP.0, 0);
    for proof in proofs {
        let mut drawn = select(&proof.tree);
        right = place(&mut drawn, 0, right, size.0);
        plies = plies.max(drawn.iter().map(|it| it.ply).max().unwrap_or(0));
        for at in 0..drawn.len() {
            draw(
                &mut body,
                &drawn,
                at,
                size,
                &proof.tree,
                &lines(&proof.tree.nodes[drawn[at].node]),
            );
        }
    }
    let title = title(report, about);
    let longest = title.lines().map(width).max().unwrap_or(0) as f64 * 8.0 + 2.0 * GAP.0;
    let (wide, high) = (right.max(longest), top(plies + 1, size.1));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.0} {high:.0}\" width=\"{wide:.0}\" \
         height=\"{high:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for (row, words) in title.lines().enumerate() {
        let weight = if row == 0 { "bold" } else { "normal" };
        line(
            &mut text,
            format_args!(
                "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"15\" font-weight=\"{weight}\">{}</text>",
                GAP.0,
                22 + 20 * row,
                escaped(words)
            ),
        );
    }
    text + &body + "</svg>\n"
}

/// The positions to draw, breadth first, the root first.
fn select(tree: &Tree) -> Vec<Drawn> {
    let root = Drawn { node: 0, ply: 0, mv: String::new(), children: vec![], left_out: 0, x: 0.0 };
    let mut drawn = vec![root];
    let mut queue = VecDeque::from([0]);
    while let Some(at) = queue.pop_front() {
        let (ply, node) = (drawn[at].ply + 1, &tree.nodes[drawn[at].node]);
        let mut children: Vec<_> = node.children.iter().filter(|child| child.first).collect();
        children.sort_by_key(|child| std::cmp::Reverse(tree.nodes[child.to].size));
        children.truncate(MOST_REPLIES.min(MOST_BOXES.saturating_sub(drawn.len())));
        drawn[at].left_out = node.children.len() - children.len();
        for child in children {
            let place = drawn.len();
            drawn[at].children.push(place);
            let mv = child.mv.clone();
            drawn.push(Drawn { node: child.to, ply, mv, children: vec![], left_out: 0, x: 0.0 });
            queue.push_back(place);
        }
    }
    drawn
}

/// Places a position over its children, from `left` on. Where the next one may begin. The depth of trees is bounded, so
/// this may recurse.
fn place(drawn: &mut [Drawn], at: usize, left: f64, wide: f64) -> f64 {
    let mut right = left;
    for child in drawn[at].children.clone() {
        right = place(drawn, child, right, wide);
    }
    let children = &drawn[at].children;
    drawn[at].x = match (children.first(), children.last()) {
        (Some(&first), Some(&last)) => f64::midpoint(drawn[first].x, drawn[last].x),
        _ => left + wide / 2.0,
    };
    right.max(left + wide + GAP.0)
}

/// The top of the boxes so many plies below the root.
fn top(ply: usize, high: f64) -> f64 {
    TITLE + ply as f64 * (high + GAP.1)
}

fn draw(text: &mut String, drawn: &[Drawn], at: usize, size: (f64, f64), tree: &Tree, lines: &str) {
    let Drawn { node, ply, mv: _, ref children, left_out, x } = drawn[at];
    let y = top(ply, size.1);
    let bottom = y + size.1;
    let sans = "font-family=\"sans-serif\" font-size=\"13\"";
    for &child in children {
        let (to, below) = (drawn[child].x, top(ply + 1, size.1));
        let middle = f64::midpoint(bottom, below);
        line(
            text,
            format_args!(
                "<path d=\"M{x:.1} {bottom:.1}V{middle:.1}H{to:.1}V{below:.1}\" fill=\"none\" stroke=\"#777777\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" {sans} font-weight=\"bold\">{}</text>",
                to + 6.0,
                below - 5.0,
                escaped(&drawn[child].mv)
            ),
        );
    }
    if left_out > 0 {
        let replies =
            if left_out == 1 { "1 more reply".into() } else { format!("{left_out} more replies") };
        let y = bottom + 15.0;
        line(
            text,
            format_args!(
                "<text x=\"{:.1}\" y=\"{y:.1}\" {sans} fill=\"#555555\">and {replies}</text>",
                x + 6.0
            ),
        );
    }
    let (fill, round) = match tree.nodes[node].kind {
        Kind::Choose => ("#cfe8cf", 0),
        Kind::All | Kind::Zone => ("#f6d9b8", 10),
        Kind::Over(_) | Kind::Repeats(_) => ("#e4e4e4", 0),
        Kind::Axiom(_) => ("#f3c6c6", 0),
    };
    let left = x - size.0 / 2.0;
    line(
        text,
        format_args!(
            "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{round}\" fill=\"{fill}\" \
             stroke=\"#777777\"/>",
            size.0, size.1
        ),
    );
    for (row, words) in lines.lines().enumerate() {
        if words.trim().is_empty() {
            continue;
        }
        // Leading spaces are skipped by some programs.
        let indent = words.len() - words.trim_start().len();
        let words = words.trim();
        line(
            text,
            format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" font-family=\"monospace\" font-size=\"12\" textLength=\"{:.1}\" \
                 xml:space=\"preserve\">{}</text>",
                left + PADDING + indent as f64 * LETTER.0,
                y + PADDING + LETTER.1 * (row as f64 + 0.75),
                width(words) as f64 * LETTER.0,
                escaped(words)
            ),
        );
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// A text for XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            letter if letter.is_control() => {
                write!(escaped, "\\u{{{:x}}}", letter as u32).expect("memory can be written to");
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

//! The top of a proof tree, as a drawing, for graphviz and for other programs.

mod svg;

use std::fmt::Write;

use phidelta::amounts;
use phidelta::proof::{About, CheckReport, Claimed, Kind, Node, ProofView, Tree};
use phidelta::words::on_one_line;
use serde::Serialize;

pub use svg::svg;

/// What other programs read. Add fields; do not rename these.
#[derive(Serialize)]
#[serde(tag = "type", rename = "proof")]
struct Document<'a> {
    game: &'a str,
    parameters: &'a str,
    position: &'a str,
    mode: &'a str,
    /// The axioms that the proof rests on.
    modulo: &'a [String],
    /// How many moves deep the trees are.
    depth: u32,
    claims: Vec<Proved<'a>>,
}

#[derive(Serialize)]
struct Proved<'a> {
    #[serde(flatten)]
    claim: &'a Claimed,
    proof: Branch<'a>,
}

/// A position, and the move that leads to it.
#[derive(Serialize)]
struct Branch<'a> {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<&'a str>,
    position: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<&'a str>,
    /// `choose`, `all`, `zone`, `over`, `repeats` or `axiom`.
    act: &'static str,
    /// The result of a game that is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    axiom: Option<&'a str>,
    /// How many plies before the position was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// The size of its proof, in which what is used twice counts twice.
    positions: u64,
    /// `cut` if its proof is too deep to be shown, `elsewhere` if it is shown at another place.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<Branch<'a>>,
}

/// The trees as nested objects.
pub fn json(report: &CheckReport, about: &About, proofs: &[ProofView], depth: u32) -> String {
    let claims = about.claims.iter().zip(proofs);
    let document = Document {
        game: &about.game,
        parameters: &about.parameters,
        position: &about.position,
        mode: about.mode,
        modulo: &report.modulo,
        depth,
        claims: claims
            .map(|(claim, proof)| Proved { claim, proof: branch(&proof.tree, 0, None, true) })
            .collect(),
    };
    serde_json::to_string_pretty(&document).expect("texts and numbers can be written") + "\n"
}

/// A position with what is below it: the depth of trees is bounded, so this may recurse.
fn branch<'a>(tree: &'a Tree, at: usize, mv: Option<&'a str>, first: bool) -> Branch<'a> {
    let node = &tree.nodes[at];
    let (mut result, mut axiom, mut plies) = (None, None, None);
    let act = match &node.kind {
        Kind::Choose => "choose",
        Kind::All => "all",
        Kind::Zone => "zone",
        Kind::Over(how) => {
            result = Some(how.as_str());
            "over"
        }
        Kind::Repeats(count) => {
            plies = Some(*count);
            "repeats"
        }
        Kind::Axiom(text) => {
            axiom = Some(text.as_str());
            "axiom"
        }
    };
    let omitted = match (node.cut, first) {
        (true, _) => Some("cut"),
        (false, false) if !node.children.is_empty() => Some("elsewhere"),
        _ => None,
    };
    let children = if first { &node.children[..] } else { &[] };
    Branch {
        mv,
        position: &node.position,
        to_move: node.to_move,
        act,
        result,
        axiom,
        plies,
        positions: node.size,
        omitted,
        children: children
            .iter()
            .map(|child| branch(tree, child.to, Some(&child.mv), child.first))
            .collect(),
    }
}

/// The trees as one graph in the language of graphviz: the claimant's positions are boxes, the
/// opponent's are rounded, and finished games are grey.
pub fn dot(report: &CheckReport, about: &About, proofs: &[ProofView]) -> String {
    let mut text = String::from(
        "digraph proof {\n\
         \x20 graph [fontname=\"sans-serif\", labelloc=t, ranksep=0.6];\n\
         \x20 node [fontname=\"monospace\", fontsize=11, style=filled];\n\
         \x20 edge [fontname=\"sans-serif\", fontsize=11];\n",
    );
    line(&mut text, format_args!("  label={};", quoted(&title(report, about))));
    for (number, (claim, proof)) in about.claims.iter().zip(proofs).enumerate() {
        let words = claim.words.as_deref().unwrap_or_default();
        if proofs.len() > 1 {
            line(&mut text, format_args!("  subgraph cluster_{number} {{"));
            line(&mut text, format_args!("  label={};", quoted(words)));
        }
        for (at, node) in proof.tree.nodes.iter().enumerate() {
            dot_node(&mut text, number, at, node);
        }
        if proofs.len() > 1 {
            text += "  }\n";
        }
    }
    text + "}\n"
}

/// What is proved, and the verdict, on two lines.
fn title(report: &CheckReport, about: &About) -> String {
    let words = report.subject.as_ref().map_or("", |subject| &subject.claimed);
    let game = match &*about.parameters {
        "" => about.game.clone(),
        // Some games have whole files of parameters.
        parameters if parameters.chars().count() > 40 => about.game.clone(),
        parameters => format!("{}:{parameters}", about.game),
    };
    format!("{game}: {words}\n{}", report.sentence())
}

/// The text below a drawn board: whose turn it is, and the size of the proof or how the game ended.
fn caption(node: &Node) -> String {
    let below = match &node.kind {
        Kind::Over(result) => result.clone(),
        Kind::Repeats(plies) => format!("repeats {plies} plies before"),
        Kind::Axiom(axiom) => format!("axiom: {}", on_one_line(axiom)),
        Kind::Choose | Kind::All | Kind::Zone if node.size == 1 => "1 position".into(),
        Kind::Choose | Kind::All | Kind::Zone => {
            format!("{} positions", amounts::grouped(node.size))
        }
    };
    let mover = node.to_move.map_or(String::new(), |mover| format!("{mover} to move\n"));
    format!("{mover}{below}\n")
}

fn dot_node(text: &mut String, claim: usize, at: usize, node: &Node) {
    let name = format!("p{claim}_{at}");
    let looks = match node.kind {
        Kind::Choose => "shape=box, fillcolor=\"#cfe8cf\"",
        Kind::All | Kind::Zone => "shape=box, style=\"filled,rounded\", fillcolor=\"#f6d9b8\"",
        Kind::Over(_) | Kind::Repeats(_) => "shape=box, fillcolor=\"#e4e4e4\", color=\"#999999\"",
        Kind::Axiom(_) => "shape=box, style=\"filled,dashed\", fillcolor=\"#f3c6c6\"",
    };
    let label = quoted(&format!("{}{}", node.board, caption(node)));
    line(text, format_args!("  {name} [label={label}, {looks}];"));
    for child in &node.children {
        let mv = quoted(&child.mv);
        line(text, format_args!("  {name} -> p{claim}_{} [label={mv}];", child.to));
    }
    if node.cut {
        line(text, format_args!("  {name}_more [label=\"…\", shape=plaintext, style=\"\"];"));
        line(text, format_args!("  {name} -> {name}_more [style=dotted, arrowhead=none];"));
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("memory can be written to");
}

/// A text as graphviz wants it: between quotes, lines flush left if there are several, nothing that
/// it would take for an escape of its own.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '\n' => quoted += "\\l",
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            letter if letter.is_control() => quoted.extend(letter.escape_unicode().skip(1)),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_quoted() {
        assert_eq!(quoted("a1"), "\"a1\"");
        assert_eq!(quoted("x \"y\"\n\\N"), "\"x \\\"y\\\"\\l\\\\N\"");
        assert_eq!(quoted("\u{1b}[31m"), "\"u{1b}[31m\"");
    }
}

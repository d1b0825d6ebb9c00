//! How AND/OR graphs are named and shown: positions and moves are the names of nodes.

use super::{AndOrGraph, NodeId, nothing};
use phidelta_rules::{
    Catalogued, Cyclic, Game, NoGuide, Notation, ParameterError, Player, PositionError, Recurrence,
    Status,
};

const EXAMPLE: &str = include_str!("example.json");
const WIDTH: usize = 78;

/// At most `width` characters of a text.
fn clip(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width - 3).chain("...".chars()).collect()
}

impl AndOrGraph {
    /// The node's kind and name: `or dinner`, `+1 garden`.
    fn describe(&self, node: NodeId) -> String {
        let name = self.name(node);
        match self.status(&node) {
            Status::Turn(player) => format!("{} {name}", self.player_name(player)),
            Status::Over(value) => format!("{value} {name}"),
        }
    }
}

impl Notation for AndOrGraph {
    fn read_position(&self, text: &str) -> Result<NodeId, PositionError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or("");
        if let Some(text) = words.next() {
            return Err(PositionError::Trailing { text: text.to_string() });
        }
        self.find(name).ok_or_else(|| {
            PositionError::Other(format!(
                "the graph has no node `{}`; its root is `{}`",
                clip(name, 60),
                clip(&self.name(self.initial()), 60)
            ))
        })
    }

    fn write_position(&self, node: &NodeId) -> String {
        self.name(*node)
    }

    fn write_move(&self, _: &NodeId, child: NodeId) -> String {
        self.name(child)
    }

    fn draw(&self, node: &NodeId) -> String {
        const MOST: usize = 20;
        let children = self.children(*node);
        let mut lines = vec![self.describe(*node)];
        lines.extend(
            children.iter().take(MOST).map(|&child| "  ".to_string() + &self.describe(child)),
        );
        if children.len() > MOST {
            lines.push(format!("  ... and {} more", children.len() - MOST));
        }
        lines.iter().map(|line| clip(line, WIDTH) + "\n").collect()
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["or", "and"][player as usize]
    }
}

impl Catalogued for AndOrGraph {
    type Guide = NoGuide;

    const NAME: &'static str = "graph";
    const SUMMARY: &'static str =
        "an AND/OR graph from a JSON file, for problems that are no games";
    const PARAMETERS: &'static str =
        "FILE: the graph in JSON; without it, the example of the manual";
    const PARAMETERS_ARE_A_FILE: bool = true;
    const MANUAL: &'static str = concat!(
        "\
An AND/OR graph describes a problem by nodes. An or node is solved if one of
its children is, an and node if all of them are, and a leaf has its value. As
a game: at or nodes the player or moves to a child, at and nodes the player
and; or wants the value of the leaf large, and wants it small.

The graph is a JSON file with the name of the root and all nodes by name. This
is the example that is used if no file is given:

",
        include_str!("example.json"),
        "
A node has either a turn, \"or\" or \"and\" (also \"max\" or \"min\"), and the list
of its children, each once; or a value, a whole number of 32 bits with sign,
where true is 1 and false is -1. Positive values are wins for or, negative
ones wins for and, and 0 is a draw. With an empty list of children an or node
is worth -1 (it has no solution) and an and node 1 (it asks for nothing).
Children may be shared, and there may be cycles: going round for ever is worth
-1 (it solves nothing).

Names may contain anything but spaces and control characters, and matter in
case. No node can be called moves, and none but the root start.

A position is the name of a node, and a move the name of a child:

    food                the node food of the example
    cook moves food     the same, from the node cook
"
    );

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        Self::from_json(if text.is_empty() { EXAMPLE } else { text })
    }

    fn parameters(&self) -> String {
        self.to_json()
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}

impl Cyclic for AndOrGraph {
    /// An argument that goes round in circles proves nothing: a problem that is reduced to itself
    /// for ever is not solved, as one without alternatives is not.
    fn recurrence(&self) -> Recurrence<Self> {
        if self.is_cyclic { Recurrence::Endless(nothing(Player::Max)) } else { Recurrence::Never }
    }
}

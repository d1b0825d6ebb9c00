//! The file format of AND/OR graphs: reading it, with every fault named by its node or its line,
//! and writing it.

use super::{AndOrGraph, Names, Node};
use phidelta_rules::{Game, ParameterError, Player, Score, Status};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    #[serde(borrow)]
    root: Name<'a>,
    #[serde(borrow)]
    nodes: Nodes<'a>,
}

/// A name, borrowed from the text where it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// The nodes in the order of the file, so that none of the same name is lost.
struct Nodes<'a>(Vec<(Name<'a>, Entry<'a>)>);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry<'a> {
    turn: Option<Turn>,
    #[serde(borrow)]
    children: Option<Vec<Name<'a>>>,
    value: Option<LeafValue>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Turn {
    #[serde(alias = "max")]
    Or,
    #[serde(alias = "min")]
    And,
}

struct LeafValue(i32);

/// A JSON object: a derived struct alone would take a list as well.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        deserializer.deserialize_map(Fields(PhantomData))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Nodes<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Nodes<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the nodes by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Nodes<'de>, A::Error> {
                let mut nodes = Vec::new();
                while let Some(name) = map.next_key::<Name<'de>>()? {
                    let Object(entry) = map.next_value().map_err(|error| {
                        A::Error::custom(format_args!("node `{}`: {error}", shown(&name.0)))
                    })?;
                    nodes.push((name, entry));
                }
                Ok(Nodes(nodes))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

impl<'de> Deserialize<'de> for LeafValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = LeafValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "true, false or a whole number from {} to {}", i32::MIN, i32::MAX)
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<LeafValue, E> {
                Ok(LeafValue(if value { 1 } else { -1 }))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<LeafValue, E> {
                let fault = |_| E::invalid_value(Unexpected::Signed(value), &self);
                i32::try_from(value).map(LeafValue).map_err(fault)
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<LeafValue, E> {
                let fault = |_| E::invalid_value(Unexpected::Unsigned(value), &self);
                i32::try_from(value).map(LeafValue).map_err(fault)
            }
        }

        deserializer.deserialize_any(Number)
    }
}

/// A name from the file in a message: on one line, and not endless.
fn shown(name: &str) -> String {
    let mut text: String = name.chars().take(60).flat_map(char::escape_debug).collect();
    if name.chars().nth(60).is_some() {
        text += "...";
    }
    text
}

/// Names are single words in positions and moves, next to the words `start` and `moves`.
fn check_name(name: &str, root: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("a node has an empty name; give it one of at least one character".into());
    }
    if name.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(format!(
            "the name of node `{}` has a space or a control character; use `-` or `_` instead",
            shown(name)
        ));
    }
    if name == "moves" {
        return Err("no node can be called `moves`, as that word is followed by moves in a \
                    position; rename it"
            .into());
    }
    if name == "start" && root != name {
        return Err("only the root can be called `start`, as that word stands for the root in a \
                    position; rename the node"
            .into());
    }
    Ok(())
}

impl AndOrGraph {
    /// Reads a graph from JSON, in the format that the manual explains.
    ///
    /// # Errors
    /// If the text is not JSON or not of the format (with the line and column), or the nodes do
    /// not fit together (with the name of one that does not).
    pub fn from_json(text: &str) -> Result<Self, ParameterError> {
        let fault = |message: String| ParameterError::Other(message);
        let Object(File { root, nodes: Nodes(nodes) }) = serde_json::from_str(text)
            .map_err(|error| fault(error.to_string().replace(char::is_control, " ")))?;
        if nodes.is_empty() {
            return Err(fault("the graph has no nodes; give it at least its root".into()));
        }
        if u32::try_from(nodes.len()).is_err() {
            return Err(fault(format!("the graph has {} nodes, too many", nodes.len())));
        }
        let mut names = Names::default();
        for (Name(name), _) in &nodes {
            check_name(name, &root.0).map_err(fault)?;
            if !names.add(name) {
                let name = shown(name);
                return Err(fault(format!("node `{name}` is defined twice; keep one of them")));
            }
        }
        let &root = names.nodes.get(&*root.0).ok_or_else(|| {
            fault(format!("the root `{}` is not among the nodes; define it", shown(&root.0)))
        })?;
        let resolve = |(Name(name), entry): (Name<'_>, Entry<'_>)| {
            let node = entry.resolve(&names);
            node.map_err(|wrong| fault(format!("node `{}` {wrong}", shown(&name))))
        };
        let nodes = nodes.into_iter().map(resolve).collect::<Result<_, _>>()?;
        Self::build(root.0, nodes, Some(names))
    }

    /// Writes the graph as JSON that [`AndOrGraph::from_json`] reads, one node a line.
    pub fn to_json(&self) -> String {
        let quote = |node| serde_json::Value::from(self.name(node)).to_string();
        let mut text = format!("{{\n  \"root\": {},\n  \"nodes\": {{\n", quote(self.root));
        for node in self.nodes() {
            let entry = match self.status(&node) {
                Status::Over(Score(value)) => format!("{{\"value\": {value}}}"),
                Status::Turn(player) => {
                    let turn = ["or", "and"][player as usize];
                    let children: Vec<String> =
                        self.children(node).iter().map(|&child| quote(child)).collect();
                    format!("{{\"turn\": \"{turn}\", \"children\": [{}]}}", children.join(", "))
                }
            };
            let comma = if node.index() + 1 < self.node_count() { "," } else { "" };
            text += &format!("    {}: {entry}{comma}\n", quote(node));
        }
        text + "  }\n}\n"
    }
}

impl Entry<'_> {
    /// The node with its children as numbers, or what is wrong with it, as the end of a sentence.
    fn resolve(self, names: &Names) -> Result<Node, String> {
        match self {
            Entry { value: Some(LeafValue(value)), turn: None, children: None } => {
                Ok(Node::Leaf(value))
            }
            Entry { value: Some(_), .. } => {
                Err("has a value and also a turn or children; keep one or the other".into())
            }
            Entry { turn: Some(turn), children: Some(children), .. } => {
                let turn = match turn {
                    Turn::Or => Player::Max,
                    Turn::And => Player::Min,
                };
                let number = |Name(child): Name<'_>| match names.nodes.get(&*child) {
                    Some(node) => Ok(node.0),
                    None => Err(format!(
                        "has the child `{}`, which is not among the nodes; define it",
                        shown(&child)
                    )),
                };
                let children = children.into_iter().map(number).collect::<Result<_, _>>()?;
                Ok(Node::Choice { turn, children })
            }
            Entry { turn: Some(_), .. } => {
                Err("has a turn but no children; list them, or write `[]` for none".into())
            }
            Entry { children: Some(_), .. } => {
                Err("has children but no turn; write \"turn\": \"or\" or \"and\"".into())
            }
            Entry { .. } => Err("has neither a value nor a turn and children".into()),
        }
    }
}

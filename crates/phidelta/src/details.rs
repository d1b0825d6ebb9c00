//! What only some games have to tell about an answer: how a win by threats is played, what becomes of stones.

use std::fmt::Debug;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::answer::Answer;

/// What a game has to tell about an answer, besides the answer.
pub trait Details: Debug + Send + Sync {
    /// Members of the result object.
    fn members(&self) -> Map<String, Value>;

    /// The answer in a sentence, if the usual one will not do.
    fn sentence(&self, _answer: &Answer) -> Option<String> {
        None
    }

    /// What is told before the board, in place of the line of play; `None` if the line of play will do.
    fn sections(&self) -> Option<Vec<Section>> {
        None
    }

    /// What is told with the line of play, or after the board.
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// How it is played, as an SGF file.
    fn sgf(&self) -> Option<&str> {
        None
    }
}

/// A heading, and what is under it.
#[derive(Clone, Debug)]
pub struct Section {
    /// A sentence without a full stop.
    pub heading: String,
    /// What is under it.
    pub fields: Vec<Field>,
}

/// A label, and a text or a list that may be cut short.
#[derive(Clone, Debug)]
pub struct Field {
    /// What it is; nothing if it goes with the field before.
    pub label: &'static str,
    /// What stands before the list.
    pub text: String,
    /// The list.
    pub list: Vec<String>,
    /// Whether two lines of it are enough for who does not want to know all.
    pub is_minor: bool,
}

/// Members of an object as JSON.
///
/// # Panics
/// If the value is no object: that is a fault of the game.
pub fn members(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(members)) => members,
        other => panic!("details are an object, not {other:?}"),
    }
}

/// Writes the members into the result object.
pub(crate) fn write<S: Serializer>(
    details: &Option<Arc<dyn Details>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    details.as_ref().map_or_else(Map::new, |details| details.members()).serialize(serializer)
}

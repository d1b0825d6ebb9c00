//! Objects for programs: what all of them have in common, and how a fault is told.
//!
//! `docs/json.md` describes them, and `docs/json.schema.json` says what is allowed where.

use serde::Serialize;
use serde_json::{Map, Value};

/// The number that every object carries: one more when a field changes its meaning. New fields do not change it.
pub const SCHEMA: u32 = 1;

/// An object as programs get it: its `type`, the `schema`, and its fields.
///
/// # Errors
/// If it cannot be written as an object.
pub fn object(value: &impl Serialize) -> serde_json::Result<Map<String, Value>> {
    use serde::ser::Error as _;
    let Value::Object(mut members) = serde_json::to_value(value)? else {
        return Err(serde_json::Error::custom("it is not an object"));
    };
    let after_type = members.keys().position(|name| name == "type").map_or(0, |at| at + 1);
    members.shift_insert(after_type, "schema".into(), SCHEMA.into());
    Ok(members)
}

/// A fault, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename = "error")]
pub struct ErrorObject {
    /// What is wrong: `position`, `game`, an option without dashes, the name of a file. Empty if that is not known.
    #[serde(rename = "where")]
    pub place: String,
    /// What is the matter with it.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl ErrorObject {
    /// The object of a sentence as all faults are told in: `place: what is the matter; what to do`.
    pub fn of_sentence(sentence: &str) -> Self {
        let is_place = |text: &str| !text.is_empty() && !text.contains([' ', '`', '(']);
        let (place, rest) = match sentence.split_once(": ") {
            Some((place, rest)) if is_place(place) => (place, rest),
            _ => ("", sentence),
        };
        let (message, hint) = match rest.rsplit_once("; ") {
            Some((message, hint)) => (message, Some(hint.to_string())),
            None => (rest, None),
        };
        ErrorObject { place: place.into(), message: message.into(), hint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_carries_the_schema_behind_its_type() {
        let error = ErrorObject::of_sentence("position: row 3 has 5 squares, expected 6");
        let text = serde_json::to_string(&object(&error).unwrap()).unwrap();
        assert_eq!(
            text,
            r#"{"type":"error","schema":1,"where":"position","message":"row 3 has 5 squares, expected 6"}"#
        );
        assert!(object(&3).is_err());
    }

    #[test]
    fn sentences_have_a_place_and_a_remedy() {
        let error = ErrorObject::of_sentence("epsilon: pn has none; leave it out");
        assert_eq!((&*error.place, &*error.message), ("epsilon", "pn has none"));
        assert_eq!(error.hint.as_deref(), Some("leave it out"));
        let error = ErrorObject::of_sentence("no place here: none");
        assert_eq!((&*error.place, &*error.message), ("", "no place here: none"));
    }
}

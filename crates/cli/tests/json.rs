//! What programs get: every object keeps to the schema of the documents.

use std::process::Command;

use jsonschema::Validator;
use serde_json::Value;

fn validator() -> Validator {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// The objects that a command writes, and its exit status.
fn objects(arguments: &[&str]) -> (Vec<Value>, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    let output = command.args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let parse = |line: &str| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {line}"))
    };
    (text.lines().map(parse).collect(), output.status.code())
}

#[test]
fn every_object_keeps_to_the_schema() {
    let validator = validator();
    let connect6 = "B:J10,K11,M11,L12,K13 W:G7,P8,J12,L13,M13,J14 b";
    for (words, types, status) in [
        ("solve mnk:4x4x3 --json --all-moves --certify json.proof", &["result"][..], 10),
        ("solve mnk --goal value --json --self-check --verbose", &["result"], 10),
        ("solve mnk xxx/oo1/3 o --json", &["result"], 0),
        ("solve go-small:2x2 --json --all-moves", &["result"], 10),
        ("solve uttt --json --time 1100ms --deep 2,10 --threads 2", &["progress", "result"], 0),
        ("solve mnk:4x4x3 --search pn2 --second 100 --json", &["result"], 10),
        ("solve mnk:5x5x4 --search pn --entries 500 --prune --json --nodes 20000", &["result"], 0),
        ("solve loa:5 --search deep-pn --r 0.9 --nodes 2000 --json", &["result"], 0),
        ("solve go corner-ko --json --all-moves", &["result"], 10),
        ("solve go corner-ko --search abgw:1 --json", &["result"], 0),
        ("solve connect6 CONNECT6 --json --all-moves --certify zone.proof", &["result"], 10),
        (
            "solve connect-four --nodes 1000 --json --checkpoint json.search --overwrite",
            &["result"],
            0,
        ),
        ("solve mnk 3/3 x --json", &["error"], 1),
        ("solve chess --json", &["error"], 1),
        ("solve mnk --epsilom 1 --json", &["error"], 2),
        ("solve mnk --search pn --epsilon 1 --json", &["error"], 1),
        ("check json.proof --json", &["check"], 0),
        ("check zone.proof --json", &["check"], 0),
        ("check json.search --json", &["check"], 1),
        ("check nowhere.proof --json", &["error"], 1),
        ("show --certificate json.proof --json", &["check"], 0),
        ("show --certificate json.proof moves --json", &["proof_position"], 0),
        ("show --certificate json.proof moves z9 --json", &["error"], 1),
        ("show go l-group --json", &["position"], 0),
        ("show mnk xxx/oo1/3 o --json", &["position"], 0),
        ("games --json", &["game"], 0),
        ("games mnk:4x4x3 --json", &["game"], 0),
    ] {
        let words: Vec<&str> =
            words.split(' ').map(|word| if word == "CONNECT6" { connect6 } else { word }).collect();
        let (objects, found) = objects(&words);
        assert_eq!(found, Some(status), "{words:?}: {objects:?}");
        assert!(!objects.is_empty(), "{words:?}");
        for object in &objects {
            let kind = object["type"].as_str().unwrap();
            assert!(types.contains(&kind), "{words:?}: {object}");
            assert!(validator.is_valid(object), "{words:?} is not as docs/json.schema.json says");
        }
        assert_eq!(objects.last().unwrap()["type"], *types.last().unwrap(), "{words:?}");
    }
}

/// The schema would notice what is not described.
#[test]
fn the_schema_refuses_other_objects() {
    let validator = validator();
    for wrong in [
        serde_json::json!({"type": "result"}),
        serde_json::json!({"type": "error", "schema": 1, "message": "m", "new": 1}),
        serde_json::json!({"type": "error", "schema": 2, "message": "m"}),
        serde_json::json!(1),
    ] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

/// A row of the documents' table: a field, its values, whether it is always there, and what it means.
fn row(name: &str, field: &Value, required: &Value) -> String {
    let list = |values: &Value| {
        let names = values.as_array().unwrap().iter().map(|value| value.as_str().unwrap());
        names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let form = match field {
        Value::Object(members) if members.contains_key("enum") => {
            format!("one of {}", list(&field["enum"]))
        }
        Value::Object(members) if members.contains_key("const") => format!("`{}`", field["const"]),
        _ => match &field["type"] {
            Value::String(kind) if kind == "array" => {
                let items = &field["items"];
                let item = items["title"].as_str().or(items["type"].as_str()).unwrap_or("names");
                format!("array of {item}")
            }
            Value::String(kind) => kind.clone(),
            Value::Array(kinds) => {
                kinds.iter().map(|kind| kind.as_str().unwrap()).collect::<Vec<_>>().join(" or ")
            }
            _ => "integer or `\"inf\"`".into(),
        },
    };
    let always = required.as_array().unwrap().iter().any(|other| other == name);
    let meaning = field["description"].as_str().unwrap_or_default();
    format!("| `{name}` | {form} | {} | {meaning} |", if always { "always" } else { "" })
}

/// The tables of the page about JSON are those of the schema. With `UPDATE_DOCUMENTS=1`, they are written anew.
#[test]
fn the_page_about_json_is_that_of_the_schema() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let schema: Value = serde_json::from_str(&read("json.schema.json")).unwrap();
    let page = read("json.md");
    let begin = page.find("## `").expect("there are tables");
    let mut tables = Vec::new();
    for (name, object) in schema["$defs"].as_object().unwrap() {
        let mut rows: Vec<String> = [
            &format!("## `{name}`"),
            "",
            &format!("{}.", object["description"].as_str().unwrap()),
            "",
            "| field | value | | meaning |",
            "|---|---|---|---|",
        ]
        .map(String::from)
        .into();
        let fields = object["properties"].as_object().unwrap().iter();
        rows.extend(fields.map(|(name, field)| row(name, field, &object["required"])));
        tables.push(rows.join("\n") + "\n");
    }
    let wanted = page[..begin].to_string() + &tables.join("\n");
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        std::fs::write(format!("{folder}/json.md"), &wanted).unwrap();
    } else {
        assert_eq!(page, wanted, "docs/json.md is stale: run with UPDATE_DOCUMENTS=1");
    }
}

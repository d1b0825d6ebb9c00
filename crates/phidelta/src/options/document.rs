//! The table of options as a page of Markdown, for the documents.

use std::fmt::Write;

use super::{Form, OptionSpec};

/// A page that lists options under their headings, with their values, what they mean, when they apply and where they
/// are from.
pub fn markdown(table: &[&OptionSpec]) -> String {
    let mut page = String::from(
        "# The options of a question\n\n\
         Made from the program's table of options: a test fails where this page is stale. `phidelta solve --help` and the \
         manual pages list the same, and every option has the same name in JSON and in the library.\n",
    );
    let shown = || table.iter().filter(|spec| !spec.hidden);
    let mut headings: Vec<&str> = Vec::new();
    for spec in shown() {
        if !headings.contains(&spec.heading) {
            headings.push(spec.heading);
        }
    }
    for heading in headings {
        let mut line = |text: &str| page += text;
        line(&format!(
            "\n## {heading}\n\n| option | values | meaning | applies to | from |\n|---|---|---|---|---|\n"
        ));
        for spec in shown().filter(|spec| spec.heading == heading) {
            line(&row(spec));
        }
    }
    for spec in shown() {
        if let Form::Choice { names, .. } = spec.form {
            write!(page, "\n## `--{}`\n\n| name | meaning |\n|---|---|\n", spec.name)
                .expect("memory can be written to");
            for (name, help) in names {
                writeln!(page, "| `{name}` | {} |", cell(help)).expect("memory can be written to");
            }
        }
    }
    page
}

fn row(spec: &OptionSpec) -> String {
    let values = match spec.form {
        Form::Choice { .. } => format!("[names](#--{})", spec.name),
        _ => spec.values(),
    };
    let default = match spec.default {
        "" => String::new(),
        default => format!(" [default: {default}]"),
    };
    let details =
        if spec.details.is_empty() { String::new() } else { format!(". {}", spec.details) };
    let meaning = cell(&format!("{}{default}{}", spec.help, details.trim_end_matches('.')));
    format!(
        "| `--{}` | {} | {meaning} | {} | {} |\n",
        spec.name,
        cell(&values),
        cell(spec.applies),
        cell(spec.source)
    )
}

/// A text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

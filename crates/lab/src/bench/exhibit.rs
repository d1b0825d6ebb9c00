//! What an experiment shows: tables and plots, and a sentence on each.

use phidelta::amounts::grouped;
use serde::{Deserialize, Serialize};

use super::chart::Chart;
use super::comparison::Comparison;
use super::table::aligned;

/// A table or a plot, or both, with what is to be seen in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Exhibit {
    /// What is shown.
    pub title: String,
    /// A plot, if there is one.
    #[serde(default)]
    pub plot: Option<Chart>,
    /// Tables, from above to below.
    #[serde(default)]
    pub tables: Vec<Table>,
    /// The comparisons that the tables and the finding tell of, with their intervals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Comparison>,
    /// Whether it agrees with what was published, and in what.
    pub finding: String,
}

/// A table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What is in it, where there are several.
    pub caption: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows below.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableRow {
    /// What is in the columns.
    pub cells: Vec<String>,
    /// Whether it is from a paper.
    #[serde(default)]
    pub is_published: bool,
}

impl Exhibit {
    /// A title, with nothing to see yet.
    pub fn new(title: impl Into<String>) -> Self {
        Exhibit {
            title: title.into(),
            plot: None,
            tables: Vec::new(),
            comparisons: Vec::new(),
            finding: String::new(),
        }
    }

    /// The same with this plot.
    #[must_use]
    pub fn plot(self, plot: impl Into<Chart>) -> Self {
        Exhibit { plot: Some(plot.into()), ..self }
    }

    /// The same with these comparisons.
    #[must_use]
    pub fn comparing(mut self, comparisons: impl IntoIterator<Item = Comparison>) -> Self {
        self.comparisons.extend(comparisons);
        self
    }

    /// The same with one more table.
    #[must_use]
    pub fn table(mut self, table: Table) -> Self {
        self.tables.push(table);
        self
    }

    /// The same with this sentence.
    #[must_use]
    pub fn finding(self, finding: impl Into<String>) -> Self {
        Exhibit { finding: finding.into(), ..self }
    }

    /// Title, tables and finding as plain text, with an empty line after each.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.title);
        for table in &self.tables {
            text += &table.text();
            text.push('\n');
        }
        if !self.finding.is_empty() {
            text += &format!("{}\n\n", self.finding);
        }
        text
    }
}

impl Table {
    /// A table without rows.
    pub fn new<S: Into<String>>(
        caption: impl Into<String>,
        head: impl IntoIterator<Item = S>,
    ) -> Self {
        let head = head.into_iter().map(Into::into).collect();
        Table { caption: caption.into(), head, rows: Vec::new() }
    }

    /// Adds a row that was measured.
    pub fn push(&mut self, cells: Vec<String>) {
        self.rows.push(TableRow { cells, is_published: false });
    }

    /// Adds a row that is from a paper.
    pub fn push_published(&mut self, cells: Vec<String>) {
        self.rows.push(TableRow { cells, is_published: true });
    }

    fn text(&self) -> String {
        let mut rows = vec![self.head.clone()];
        rows.extend(self.rows.iter().map(|row| row.cells.clone()));
        let caption =
            if self.caption.is_empty() { String::new() } else { format!("{}\n", self.caption) };
        caption + &aligned(&rows)
    }
}

/// The geometric mean.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0u32);
    for number in numbers {
        sum += number.ln();
        count += 1;
    }
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// A number to about three digits.
pub fn figure(number: f64) -> String {
    match number.abs() {
        100.0.. => grouped(number.round().max(0.0) as u64),
        10.0.. => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exhibit_is_readable_on_a_terminal() {
        let mut table = Table::new("Nodes", ["search", "n"]);
        table.push(vec!["pn".into(), grouped(1_234_567)]);
        table.push_published(vec!["paper".into(), figure(12.34)]);
        let exhibit = Exhibit::new("Table 1").table(table).finding("They agree.");
        let text = "Table 1\n\nNodes\nsearch          n\npn      1,234,567\npaper        12.3\n\nThey agree.\n\n";
        assert_eq!(exhibit.text(), text);
        assert_eq!((mean([1.0, 4.0]), mean([])), (Some(2.0), None));
    }
}

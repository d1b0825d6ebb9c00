//! Writing for people: colours where there is a terminal that wants them, lines no wider than it.

use std::io::{self, ErrorKind, StdoutLock, Write};
use std::mem;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use phidelta::words::visible;

/// The width to write for where nothing tells.
const USUAL_WIDTH: usize = 80;
/// Longer lines are tiring to read.
const MOST_WIDTH: usize = 100;
const LEAST_WIDTH: usize = 24;
const LABEL_WIDTH: usize = 9;

pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const OPEN: Style = AnsiColor::Yellow.on_default().bold();
pub const PLAIN: Style = Style::new();
pub const BOLD: Style = Style::new().bold();
const LABEL: Style = Style::new().dimmed();

/// Standard output, as a page of some width.
pub struct Page {
    stream: AutoStream<StdoutLock<'static>>,
    pub width: usize,
}

impl Page {
    /// Standard output.
    pub fn new() -> Self {
        Page { stream: anstream::stdout().lock(), width: width() }
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str, style: Style) -> io::Result<()> {
        for line in wrap(text, self.width) {
            writeln!(self.stream, "{style}{line}{style:#}")?;
        }
        Ok(())
    }

    /// Lines as they are.
    pub fn verbatim(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            writeln!(self.stream, "{}", visible(line.trim_end()))?;
        }
        Ok(())
    }

    /// Paragraphs and examples: lines as they are, but where they are too long for the page,
    /// paragraphs, which are what is not indented, are broken anew.
    pub fn prose(&mut self, text: &str) -> io::Result<()> {
        if text.lines().all(|line| line.chars().count() <= self.width) {
            return self.verbatim(text);
        }
        let mut paragraph = String::new();
        for line in text.lines() {
            if line.starts_with(|c: char| !c.is_whitespace()) {
                paragraph = paragraph + line + " ";
            } else {
                self.end_paragraph(&mut paragraph)?;
                writeln!(self.stream, "{}", visible(line.trim_end()))?;
            }
        }
        self.end_paragraph(&mut paragraph)
    }

    fn end_paragraph(&mut self, text: &mut String) -> io::Result<()> {
        match mem::take(text) {
            text if text.is_empty() => Ok(()),
            text => self.paragraph(&text, PLAIN),
        }
    }

    /// An empty line.
    pub fn gap(&mut self) -> io::Result<()> {
        writeln!(self.stream)
    }

    /// A label, and its text beside it.
    pub fn field(&mut self, label: &str, text: &str) -> io::Result<()> {
        self.item(label, LABEL_WIDTH, text, LABEL)
    }

    /// A label in a column of so many characters, and its text beside it.
    pub fn item(&mut self, label: &str, column: usize, text: &str, style: Style) -> io::Result<()> {
        let mut label = label;
        for line in wrap(text, self.width.saturating_sub(column + 2)) {
            writeln!(self.stream, "{style}{label:column$}{style:#}  {line}")?;
            label = "";
        }
        Ok(())
    }

    /// How wide the text of a field may be.
    pub fn field_width(&self) -> usize {
        self.width - LABEL_WIDTH - 2
    }
}

fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(variable).unwrap_or(USUAL_WIDTH).clamp(LEAST_WIDTH, MOST_WIDTH)
}

/// Breaks a text into lines between words. A longer word gets a line of its own. There is at
/// least one line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split_whitespace() {
        let word = &*visible(word);
        let word_length = word.chars().count();
        if length > 0 && length + 1 + word_length > width {
            lines.push(String::new());
            length = 0;
        }
        let line = lines.last_mut().expect("there is a line");
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += word_length;
    }
    lines
}

/// What went wrong if standard output could not be written: the only error that is handed on as
/// the system gives it, as what concerns files is told with their names.
pub fn write_error_kind(error: &anyhow::Error) -> Option<ErrorKind> {
    let io = error.downcast_ref().map(io::Error::kind);
    io.or_else(|| error.downcast_ref::<serde_json::Error>()?.io_error_kind())
}

/// Whether writing failed because nobody reads any more, as in `phidelta games | head -1`. That
/// is no fault.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    write_error_kind(error) == Some(ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_lines_stay_narrow() {
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable é é", 3), ["unbreakable", "é é"]);
    }
}

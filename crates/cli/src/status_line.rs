//! One line on the terminal that is written over and over while something takes its time.
//!
//! It goes to standard error, and only if that is a terminal. It needs no escape codes, and stays
//! clear of the right edge: what the terminal shows there of a Ctrl-C neither breaks the line nor
//! survives it.

use std::io::{self, IsTerminal, Write};

/// Room for the `^C` that the terminal shows, and one column that is never written to.
const MARGIN: usize = 3;
const USUAL_WIDTH: usize = 80;

/// The line. It is cleared when dropped.
pub struct StatusLine {
    /// How many columns were written.
    shown: usize,
}

impl StatusLine {
    /// An empty line, if there is a terminal to show it.
    pub fn new() -> Option<Self> {
        io::stderr().is_terminal().then_some(StatusLine { shown: 0 })
    }

    /// How many columns a text may have.
    pub fn width() -> usize {
        let size = terminal_size::terminal_size_of(io::stderr());
        let width = size.map_or(USUAL_WIDTH, |(width, _)| width.0.into());
        width.saturating_sub(MARGIN)
    }

    /// Shows a text instead of the last one, as far as it fits.
    pub fn show(&mut self, text: &str) {
        let text: String = text.chars().take(Self::width()).collect();
        let columns = text.chars().count();
        let rest = " ".repeat(self.shown.saturating_sub(columns));
        Self::write(&format!("\r{text}{rest}\r{text}"));
        self.shown = columns;
    }

    /// Makes room for other output.
    pub fn clear(&mut self) {
        if self.shown > 0 {
            let columns = (self.shown + MARGIN - 1).min(Self::width() + MARGIN - 1);
            Self::write(&format!("\r{}\r", " ".repeat(columns)));
            self.shown = 0;
        }
    }

    fn write(text: &str) {
        let mut stderr = io::stderr().lock();
        // A search goes on even if nobody sees how.
        let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The first of these parts, as many as fit the width. What matters most comes first.
pub fn join(parts: &[String], width: usize) -> String {
    let mut text = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let gap = if text.is_empty() { "" } else { "  " };
        if text.chars().count() + gap.len() + part.chars().count() > width && !text.is_empty() {
            break;
        }
        text += gap;
        text += part;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_whole_and_the_first_is_always_there() {
        let parts = ["one", "", "two", "three"].map(String::from);
        assert_eq!(join(&parts, 80), "one  two  three");
        assert_eq!(join(&parts, 14), "one  two");
        assert_eq!(join(&parts, 8), "one  two");
        assert_eq!(join(&parts, 7), "one");
        assert_eq!(join(&parts, 1), "one");
    }
}

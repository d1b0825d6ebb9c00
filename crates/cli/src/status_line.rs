//! One line on the terminal that is written over and over while something takes its time.
//!
//! It goes to standard error, and only if that is a terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const USUAL_WIDTH: usize = 80;

/// The line. It is cleared when dropped.
pub struct StatusLine(ProgressBar);

impl StatusLine {
    /// An empty line, if there is a terminal to show it.
    pub fn new() -> Option<Self> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{msg}").expect("the template is right");
        Some(StatusLine(line.with_style(style)))
    }

    /// How many columns a text may have.
    pub fn width() -> usize {
        let size = terminal_size::terminal_size_of(io::stderr());
        let width: usize = size.map_or(USUAL_WIDTH, |(width, _)| width.0.into());
        width.saturating_sub(1)
    }

    /// Shows a text instead of the last one.
    pub fn show(&self, text: String) {
        self.0.set_message(text);
    }

    /// Lets something else be written, and shows the line again after it.
    pub fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        self.0.suspend(write)
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
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

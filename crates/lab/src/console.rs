//! Where a front end shows what happens while an experiment runs.

use std::io;

/// A part of what is told about how far the work is.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// A few words.
    Text(String),
    /// A bar, of which so much is full, from 0 to 1.
    Bar(f64),
}

/// Shows what happens while an experiment runs. What it returns in the end is not shown here.
pub trait Console: Send {
    /// Shows how far the work is, in place of what was shown before. What matters most comes first: who has little
    /// room leaves out the last parts. It is called a few times a second.
    fn progress(&mut self, parts: &[Part]);

    /// Writes lines of a result that is not complete yet. Each ends with a line break.
    ///
    /// # Errors
    /// If they cannot be written.
    fn lines(&mut self, text: &str) -> io::Result<()>;

    /// Writes an object of JSON, which is given on one line, about a part of the work that is done.
    ///
    /// # Errors
    /// If it cannot be written.
    fn object(&mut self, json: &str) -> io::Result<()>;
}

/// Shows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Silent;

impl Console for Silent {
    fn progress(&mut self, _: &[Part]) {}

    fn lines(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn object(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

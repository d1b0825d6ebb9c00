//! Choices of the command line alone.

use clap::ValueEnum;

/// How the progress of a search is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Showing {
    /// As a line on a terminal, or as objects with --json; not at all with --quiet
    Auto,
    /// As a line on standard error, if that is a terminal
    Line,
    /// As a live view of the search, on the terminal of standard error
    Tui,
    /// Not at all
    None,
}

/// A form of a proof tree for other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Export {
    /// A graph for graphviz
    Dot,
    /// A drawing, with the largest proofs of each position's replies
    Svg,
    /// Nested objects
    Json,
}

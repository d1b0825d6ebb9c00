//! What can be wrong with a question, and where.

use std::path::Path;

use phidelta_search::SolverError;
use thiserror::Error;

use crate::text;

/// Why there is no answer. The message is one sentence that begins with the place, and says what to do.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// There is no such game, or it cannot have these parameters.
    #[error("game: {0}")]
    Game(String),
    /// The text is not a position of the game.
    #[error("position: {0}")]
    Position(String),
    /// The game does not know this goal.
    #[error("goal: {0}")]
    Goal(String),
    /// An option does not fit the game, the search or another option.
    #[error("{name}: {message}")]
    Option {
        /// The option, without dashes.
        name: String,
        /// What is the matter.
        message: String,
    },
    /// The machine has not enough memory.
    #[error("memory: {0}; ask for less with --memory or --entries")]
    Memory(String),
    /// A file cannot be read or written.
    #[error("{name}: {message}")]
    File {
        /// As the user calls it.
        name: String,
        /// What is the matter.
        message: String,
    },
    /// Something is wrong within a part of the question.
    #[error("{place}: {error}")]
    Within {
        /// The part: an option, or a file.
        place: String,
        /// What is the matter there.
        error: Box<Error>,
    },
    /// The session has no solver any more that could be asked this, or its question never had one.
    #[error("this session cannot be asked more; ask a new question")]
    Over,
}

impl Error {
    /// A fault of an option.
    pub fn option(name: impl Into<String>, message: impl Into<String>) -> Self {
        Error::Option { name: name.into(), message: message.into() }
    }

    /// A fault of a file.
    pub fn file(path: &Path, message: impl Into<String>) -> Self {
        Error::File { name: text::display_name(path), message: message.into() }
    }

    /// The fault, within a part of the question.
    #[must_use]
    pub fn within(self, place: impl Into<String>) -> Self {
        Error::Within { place: place.into(), error: Box::new(self) }
    }

    /// Where it is: `game`, `position`, `goal`, `memory`, or the name of an option or a file.
    pub fn place(&self) -> &str {
        match self {
            Error::Game(_) => "game",
            Error::Position(_) => "position",
            Error::Goal(_) => "goal",
            Error::Memory(_) => "memory",
            Error::Option { name, .. } | Error::File { name, .. } => name,
            Error::Within { place, .. } => place,
            Error::Over => "session",
        }
    }
}

/// Why there is no solver, in a sentence.
impl From<SolverError> for Error {
    fn from(error: SolverError) -> Self {
        match error {
            SolverError::Options(error) => Error::option("search", error.to_string()),
            SolverError::Table(error) => Error::Memory(error.to_string()),
        }
    }
}

/// As a [`Result`](std::result::Result), with an [`enum@Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

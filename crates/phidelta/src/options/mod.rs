//! The options of a question: one table of all of them ([`SEARCH_OPTIONS`]), values as they are given by a user or a
//! program ([`Given`]), and what they mean ([`SearchOptions`]).
//!
//! Whatever lists options is made from the table: arguments of a command line, help, manual pages, the table
//! in the documents, forms, protocols, what can be tuned. A game may add options of its own
//! ([`Entry::options`](crate::Entry)).

mod backup;
mod choices;
mod document;
mod given;
mod method;
mod named;
mod search;
mod spec;
mod table;

pub use backup::Backup;
pub use choices::{Cycles, Delta, Goal, Init, LookAheadAt, Parallel, Replace};
pub use document::markdown;
pub use given::{Given, GivenOption};
pub use method::{Method, SearchChoice};
pub use named::Named;
pub use search::{SearchOptions, memory};
pub use spec::{Form, OptionSpec, Tuning};
pub use table::{QUESTION_OPTIONS, SEARCH_OPTIONS};

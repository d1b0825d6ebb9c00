//! Checkpoints: what a search has found so far, in a file, from which another run goes on.
//!
//! A checkpoint holds what the table knows (entries that little work could find again are left out), the
//! tree of a search that keeps one, the questions asked with their answers, and what was counted. A search
//! that takes one up asks the same question again, with the table filled. Entries are facts or estimates of
//! their own, so the table is copied piece by piece while the search goes on.
//!
//! `docs/checkpoint.md` describes the file. [`Checkpoints`] writes it, [`Checkpoint`] reads it.

mod blocks;
mod head;
mod keeping;
mod part_file;
mod resume;
mod writer;

use std::io;

use thiserror::Error;

use crate::TableError;

pub use blocks::Checkpoint;
pub(crate) use blocks::TreeBytes;
pub use keeping::{Checkpoints, Written};
pub(crate) use resume::Past;

/// How a checkpoint begins.
const MAGIC: &[u8] = b"phidelta checkpoint\n";
/// The version of the format.
const VERSION: u32 = 1;
/// The length of the hash at the end.
const HASH_BYTES: usize = blake3::OUT_LEN;
/// Entries of less work are left out: to search them again takes no longer than to read them.
const LEAST_WORK: u64 = 8;
/// The most bytes of a part before it is compressed. Nothing longer is read.
const MOST_CONTENT: usize = 1 << 20;
/// The most bytes of the head.
const MOST_HEAD: usize = 1 << 24;

/// What a part holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Kind {
    End = 0,
    Tree = 1,
    Entries = 2,
}

/// Why a checkpoint cannot be taken up.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is another kind of file.
    #[error("it is not a checkpoint")]
    Foreign,
    /// It is of a format that is not known here.
    #[error("it is a checkpoint of format {0}, and this program reads format {VERSION}")]
    Version(u32),
    /// Something was changed, or is missing.
    #[error("it is damaged, or a part of it is missing")]
    Damaged,
    /// Positions have other keys.
    #[error("it is about another position, or was written by another version of the program")]
    Root,
    /// Numbers mean something else.
    #[error("its numbers are those of other options: {0}")]
    Meaning(String),
    /// A question is about a value that is none of the game's.
    #[error("it asks for a value that the game does not have")]
    Goal,
    /// The memory for its table cannot be had.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tree is too large.
    #[error("its tree has more nodes than the memory has room for")]
    Tree,
}

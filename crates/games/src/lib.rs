//! The games: for each, a file or folder with its rules and its notation, and its guide in a file
//! of its own.
//!
//! This crate knows the rules of particular games. It must not know of searches, tables or
//! certificates: a guide gives advice without knowing who takes it.

pub mod atari_go;
pub mod breakthrough;
pub mod clobber;
pub mod connect;
pub mod connect_four;
pub mod domineering;
pub mod dots_and_boxes;
pub mod go;
pub mod go_life;
pub mod go_small;
pub mod graph;
mod grid;
pub mod loa;
pub mod mnk;
pub mod nim;
pub mod sgf_file;
mod squares;
pub mod uttt;

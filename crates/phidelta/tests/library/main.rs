//! The library as front ends use it: without the types of a game.

mod answers;
mod pile;
mod sessions;

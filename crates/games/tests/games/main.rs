//! Tests of the rules and the notation of each game, in one program.

mod common;
mod dots_and_boxes;
mod graph;
mod mnk;
mod nim;

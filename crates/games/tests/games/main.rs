//! Tests of the rules and the notation of each game, in one program.

mod atari_go;
mod common;
mod dots_and_boxes;
mod graph;
mod mnk;
mod nim;
mod uttt;

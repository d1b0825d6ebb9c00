//! Tests of the rules and the notation of each game, in one program.

mod common;
mod dots_and_boxes;
mod mnk;
mod nim;

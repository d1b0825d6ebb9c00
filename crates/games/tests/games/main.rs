//! Tests of the rules and the notation of each game, in one program.

mod atari_go;
mod common;
mod mnk;
mod uttt;

//! Tests of the rules and the notation of each game, in one program.

mod common;
mod mnk;
mod nim;

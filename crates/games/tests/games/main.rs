//! Tests of the rules and the notation of each game, in one program.

mod breakthrough;
mod clobber;
mod common;
mod connect_four;
mod domineering;
mod mnk;

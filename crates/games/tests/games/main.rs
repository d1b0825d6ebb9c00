//! Tests of the rules and the notation of each game, in one program.

mod atari_go;
mod breakthrough;
mod certify;
mod clobber;
mod common;
mod connect;
mod connect_four;
mod connect_threats;
mod domineering;
mod dots_and_boxes;
mod go;
mod go_life;
mod go_small;
mod go_text;
mod graph;
mod lines;
mod loa;
mod loa_by_squares;
mod mnk;
mod nim;
mod uttt;
mod widening;

//! Tests of the engine against a plain oracle, on random AND/OR graphs, with everything rare made
//! common: tables of four entries, 8-bit keys, numbers that saturate at 255, random stops.

mod advice;
mod answers;
mod certify;
mod checkpoints;
mod circles;
mod cycles;
mod dags;
mod erased;
mod graph;
mod layouts;
mod limits;
mod lines;
mod order;
mod reference;
mod scaling;
mod sets;
mod slow;
mod teams;
mod trees;
mod variants;

//! Connect(m, n, k, p, q): k stones in a row on m columns and n rows, p stones a turn, q in the first.
//! Connect6 and Gomoku are of this family.

pub mod field;
pub mod forcing;
pub mod shape;
pub mod threats;
pub mod vcdt;
pub mod zone;
